from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

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


def test_the_picture_of_the_documents_is_up_to_date() -> None:
    """It is what `pbem map render standard --position docs/maps/demo.json` draws."""
    shown = Path(__file__).parents[2] / "docs" / "maps"
    drawn = run("render", "standard", "--position", str(shown / "demo.json")).output
    assert drawn == (shown / "demo.svg").read_text(encoding="utf-8")
