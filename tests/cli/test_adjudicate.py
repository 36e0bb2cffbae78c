"""`pbem adjudicate`: lines in, lines out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli.adjudicate import command

SPRING = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
LINE = json.dumps(SPRING)


def run(text: str | bytes, *args: str) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit code and the objects that were written."""
    outcome = CliRunner().invoke(command, [*args], input=text, standalone_mode=False)
    assert outcome.exception is None, outcome.exception
    return outcome.return_value, [json.loads(line) for line in outcome.stdout.splitlines()]


def test_members_are_kept_and_the_result_replaced() -> None:
    """A record comes back as it came, with our result in place of any other."""
    record = {"game": "heron", **SPRING, "result": "old", "note": {"é": [1]}}
    code, [answer] = run(json.dumps(record))
    assert code == 0
    assert list(answer) == list(record)
    assert {**answer, "result": "old"} == record
    assert answer["result"]["units"] == {"FRANCE": ["A BUR"]}
    assert answer["result"]["orders"]["FRANCE"] == [
        {"order": "A PAR - BUR", "result": "succeeds", "reason": "moved to BUR", "cause": []}
    ]


@pytest.mark.parametrize("indent", [1, 2, 4])
def test_one_object_over_several_lines(indent: int) -> None:
    """A file may hold one object, written out."""
    code, answers = run(json.dumps(SPRING, indent=indent))
    assert (code, len(answers)) == (0, 1)
    assert answers[0]["result"]["units"] == {"FRANCE": ["A BUR"]}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "not JSON"),
        ('{"phase": "S1901M",', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "a record is a JSON object"),
        ("{}", "phase is missing"),
        ('{"phase": "S1901M", "units": {"FRANCE": ["A PRA"]}}', "there is no province PRA"),
        (json.dumps({**SPRING, "variant": "mars"}), "there is no variant 'mars'"),
        (json.dumps({**SPRING, "variant": 3}), "variant: 3 is no name"),
        (json.dumps({**SPRING, "rules": "1066"}), "there is no rulebook '1066'"),
        (json.dumps({**SPRING, "rules": {"naem": 1}}), "there is no option 'naem'"),
        (json.dumps({**SPRING, "orders": {"FRANCE": "H"}}), "orders of FRANCE: expected a list"),
    ],
)
def test_a_line_that_cannot_be_used(line: str, says: str) -> None:
    """Its place is taken by what is wrong with it; the others are judged; the code is 1."""
    code, answers = run(f"{LINE}\n\n{line}\n{LINE}\n")
    assert code == 1
    assert [sorted(answer) == ["error", "line"] for answer in answers] == [False, True, False]
    assert says in answers[1]["error"]
    assert answers[1]["line"] == 3


def test_text_that_is_not_utf8() -> None:
    """It is an error of its line."""
    code, answers = run(b'{"phase": "\xff"}\n' + LINE.encode())
    assert (code, "error" in answers[0], "result" in answers[1]) == (1, True, True)


def test_several_files_and_the_rules(tmp_path: Path) -> None:
    """Files are judged one after the other; a record's own rules come before the option."""
    record = {
        "phase": "W1901A",
        "units": {"RUSSIA": ["A LVN", "A PRU"]},
        "centers": {"RUSSIA": ["STP"]},
    }
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(json.dumps(record), encoding="utf-8")
    own = {"name": "2023", "house_rules": ["automatic_disbands_by_home_distance"]}
    second.write_text(json.dumps({**record, "rules": own}), encoding="utf-8")
    code, answers = run("", str(first), str(second), "--rules", "2023", "--variant", "standard")
    lost = [answer["result"]["disbanded"]["RUSSIA"] for answer in answers]
    assert (code, lost) == (0, [["A PRU"], ["A LVN"]])


def test_all_three_kinds_of_phases() -> None:
    """Retreats and adjustments are judged as well."""
    retreat = {
        "phase": "F1901R",
        "units": {"FRANCE": ["A MUN"]},
        "centers": {"FRANCE": ["PAR"], "GERMANY": ["BER", "MUN"]},
        "dislodged": {"GERMANY": ["A RUH"]},
        "retreats": {"GERMANY": {"A RUH": ["BEL", "HOL"]}},
        "orders": {"GERMANY": ["A RUH R XXX, BEL"]},
    }
    winter = {
        "phase": "W1901A",
        "units": {},
        "centers": {"FRANCE": ["PAR", "BRE"]},
        "orders": {"FRANCE": ["A PAR B", "WAIVE"]},
    }
    code, [after, built] = run(f"{json.dumps(retreat)}\n{json.dumps(winter)}")
    assert code == 0
    assert after["result"]["units"] == {"FRANCE": ["A MUN"], "GERMANY": ["A BEL"]}
    assert after["result"]["centers"] == {"FRANCE": ["MUN", "PAR"], "GERMANY": ["BEL", "BER"]}
    assert built["result"]["units"] == {"FRANCE": ["A PAR"]}
    assert [one["result"] for one in built["result"]["orders"]["FRANCE"]] == ["succeeds"] * 2


def test_each_answer_is_written_before_the_next_line_comes() -> None:
    """A program may write a line, read the answer, and go on, after a broken line too."""
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", "adjudicate"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        for line, member in ((LINE, "result"), ("{broken", "error"), (LINE, "result")):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert member in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait() == 1
