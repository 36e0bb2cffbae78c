from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner, Result

from pbem.cli.map import command

SVG = "{http://www.w3.org/2000/svg}"


def run(*words: str, read: str = "") -> Result:
    """Run `pbem map` with words and standard input."""
    return CliRunner().invoke(command, list(words), input=read)


def test_a_board_alone_is_its_opening() -> None:
    """Without a record the opening is drawn, to standard output."""
    root = fromstring(run("render", "standard").output)
    assert root.findtext(f"{SVG}title") == "Spring 1901"
    assert root.findtext(f"{SVG}desc", "").startswith("Standard Diplomacy, Spring 1901. Austria 3")


def test_a_record_with_its_result_has_its_orders(tmp_path: Path) -> None:
    """The orders of the result are drawn, and the file is written."""
    record = {
        "phase": "F1902M",
        "units": {"FRANCE": ["A PAR"]},
        "result": {
            "units": {"FRANCE": ["A BUR"]},
            "orders": {
                "FRANCE": [{"order": "A PAR - BUR", "result": "succeeds", "reason": "moved"}]
            },
        },
    }
    file, picture = tmp_path / "F1902M.json", tmp_path / "map.svg"
    file.write_text(json.dumps(record), encoding="utf-8")
    ran = run("render", "standard", "--position", str(file), "-o", str(picture))
    assert (ran.exit_code, ran.output) == (0, "")
    assert "France: army Paris to Burgundy: succeeds. Moved" in picture.read_text(encoding="utf-8")


def test_a_picture_is_a_png(tmp_path: Path) -> None:
    """`--format png` writes bytes, to a file or to standard output."""
    picture = tmp_path / "map.png"
    assert run("render", "zorbees", "--format", "png", "-o", str(picture)).exit_code == 0
    assert picture.read_bytes() == run("render", "zorbees", "--format", "png").stdout_bytes
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_several_phases_make_a_film(tmp_path: Path) -> None:
    """Records one a line, or the folder of a game, where a phase that was undone is left out."""
    records = [
        {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "number": 1, "after": 0},
        {"phase": "F1901M", "units": {"FRANCE": ["A BUR"]}, "number": 2, "after": 1},
        {"phase": "F1901M", "units": {"FRANCE": ["A GAS"]}, "number": 3, "after": 1},
    ]
    lines, folder = tmp_path / "game.jsonl", tmp_path / "game"
    lines.write_text("".join(f"{json.dumps(one)}\n" for one in records[:2]), encoding="utf-8")
    (folder / "phases").mkdir(parents=True)
    for number, one in enumerate(records):
        file = folder / "phases" / f"{number:03}.json"
        file.write_text(json.dumps(one, indent=1), encoding="utf-8")
    for where, unit in ((lines, "Burgundy"), (folder, "Gascony")):
        film = run("render", "standard", "--position", str(where), "--format", "animated").output
        assert film.count('class="frame"') == 2 * 2
        assert f"France: army {unit}" in film
    refused = run("render", "standard", "--position", str(lines))
    assert "2 phases make a film: give --format animated" in str(refused.exception)


@pytest.mark.parametrize("key", ["era-of-empire", "standard", "zorbees"])
@pytest.mark.parametrize("form", ["svg", "animated"])
def test_every_board_can_be_drawn(key: str, form: str) -> None:
    """In every form, with the name of the game."""
    root = fromstring(run("render", key, "--format", form, "--title", "<i>").output)
    assert (root.findtext(f"{SVG}title") or "").startswith("<i>")


def test_what_is_no_record_is_one_line() -> None:
    """The error says which file and what it should be."""
    for text, says in (
        ("[", "-: not a phase record"),
        ("[]", "a phase record is one JSON object"),
        ('{"variant": "zorbees"}', "the record is of the variant 'zorbees', not 'standard'"),
        ('{"phase": "S1901M", "units": {"FRANCE": ["A XYZ"]}}', "no province XYZ"),
    ):
        ran = run("render", "standard", "--position", "-", read=text)
        assert ran.exit_code == 1
        assert says.removeprefix("-: ") in str(ran.exception)


@pytest.mark.parametrize(
    ("key", "name"),
    [("standard", "demo"), ("era-of-empire", "era-of-empire"), ("zorbees", "zorbees")],
)
def test_the_pictures_of_the_documents_are_up_to_date(key: str, name: str) -> None:
    """They are what `pbem map render KEY --position docs/maps/NAME.json` draws."""
    shown = Path(__file__).parents[2] / "docs" / "maps"
    drawn = run("render", key, "--position", str(shown / f"{name}.json")).output
    assert drawn == (shown / f"{name}.svg").read_text(encoding="utf-8")
