"""`pbem orders read`: for people, as one object, and line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from pbem.cli.main import cli

RETREATS = {
    "variant": "standard",
    "phase": "F1902R",
    "units": {"FRANCE": ["A MUN"]},
    "dislodged": {"GERMANY": ["A MUN"]},
    "retreats": {"GERMANY": {"A MUN": ["BOH", "SIL"]}},
}


def _run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["orders", "read", *arguments], input=text)


def _lines(text: str) -> list[dict[str, Any]]:
    result = _run("--jsonl", text=text)
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_people_see_their_words_beside_the_order() -> None:
    """The opening is the position, and the place tells the power."""
    result = _run("F Bre - Mid, A Mar - Spa/nc. Thanks")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "FRANCE, Spring 1901",
        "  F BRE - MAO              F Bre - Mid",
        "  A MAR - SPA              A Mar - Spa/nc",
        "                           note: an army stands on no coast; the coast is left out",
        "  talk                     Thanks",
    ]


def test_what_is_open_is_shown_and_exits_1() -> None:
    """A question with its choices, a refusal with what would be right."""
    result = _run("--power", "russia", "F Stp - Fin\nA Mos - Rom\nF Sev - Liv")
    assert result.exit_code == 1
    assert "illegal                  A Mos - Rom" in result.stdout
    assert "it can go to LVN, SEV, STP, UKR, WAR" in result.stdout


def test_one_object() -> None:
    """--json has all members, whatever was said."""
    result = _run("--json", "--power", "FRANCE", "--phase", "W1901A", "Build Brest")
    assert json.loads(result.stdout) == {
        "orders": [],
        "notes": [],
        "questions": [],
        "refused": [
            {
                "text": "Build Brest",
                "reason": "illegal",
                "message": "FRANCE has nothing to build; it owes nothing this Winter",
            }
        ],
        "ignored": [],
    }


def test_standard_input_is_read_without_a_text(tmp_path: Path) -> None:
    """And a position comes from a phase record."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(RETREATS), encoding="utf-8")
    result = _run("--position", str(path), "--json", text="A Mun – Boh, Sil\nhello\n")
    assert json.loads(result.stdout)["orders"] == ["A MUN R BOH, SIL"]
    assert json.loads(result.stdout)["ignored"] == ["hello"]


def test_lines_of_objects() -> None:
    """One object out for each in, in the same order."""
    asked = {"text": "A Mun - Ber", "power": "GERMANY", "position": RETREATS}
    build = {"text": "A Vie - Tyr, par-bur", "power": "Austria", "variant": "standard"}
    first, second = _lines(f"{json.dumps(asked)}\n\n{json.dumps(build)}\n")
    assert [refused["reason"] for refused in first["refused"]] == ["illegal"]
    assert second["orders"] == ["A VIE - TYR"]
    assert [refused["reason"] for refused in second["refused"]] == ["not-your-unit"]


def test_a_question_has_its_candidates() -> None:
    """As many as the board leaves, sorted."""
    position = {"phase": "F1902M", "units": {"FRANCE": ["F MAO"]}}
    (answer,) = _lines(json.dumps({"text": "F MAO - SPA", "power": "FRANCE", "position": position}))
    assert answer["questions"] == [
        {"text": "F MAO - SPA", "candidates": ["F MAO - SPA/NC", "F MAO - SPA/SC"]}
    ]


def test_a_retreat_kept_is_a_note() -> None:
    """It is no order of the open phase."""
    line = {"text": "A PAR H (retreat GAS, BRE)", "power": "FRANCE"}
    (answer,) = _lines(json.dumps(line))
    assert answer["orders"] == ["A PAR H"]
    assert answer["notes"] == ["A PAR R GAS, BRE: kept in case the unit is dislodged"]


def test_a_line_that_cannot_be_used_is_an_error_in_its_place() -> None:
    """The others are read all the same; exit 1."""
    lines = "nonsense\n[]\n{}\n" + json.dumps({"text": "A PAR H", "power": "FRANCE"})
    lines += '\n{"text": "x", "power": "NOBODY"}\n{"text": "x", "variant": "chess"}'
    lines += '\n{"text": "x", "power": "FRANCE", "position": {"phase": "X"}}'
    result = _run("--jsonl", text=lines)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [answer.get("line") for answer in answers] == [1, 2, 3, None, 5, 6, 7]
    assert answers[3]["orders"] == ["A PAR H"]
    assert all(set(answer) == {"error", "line"} for answer in answers if "line" in answer)


def test_used_wrongly() -> None:
    """--jsonl takes everything from standard input, and a power must be known or plain."""
    assert _run("--jsonl", "A PAR H").exit_code == 2
    assert _run("hello").exit_code == 2
    assert _run("--power", "NOBODY", "A PAR H").exit_code == 1
