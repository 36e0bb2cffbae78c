"""`pbem variant`: boards are listed, shown and checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.assets import variant_keys, variant_text
from pbem.cli.main import cli


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["variant", *arguments])


def test_list_has_a_line_for_each_board() -> None:
    """The key comes first, as other commands want it."""
    result = _run("list")
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(variant_keys())
    assert "7 powers, 75 provinces, 34 centers" in result.stdout


def test_list_for_programs() -> None:
    """The same as one JSON array."""
    boards = json.loads(_run("list", "--json").stdout)
    assert [board["key"] for board in boards] == list(variant_keys())


def test_show_tells_where_a_power_starts() -> None:
    """Homes and units stand beside the power's name."""
    lines = _run("show", "standard").stdout.splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines if line.startswith("Turkey")] == [
        "ANK, CON, SMY               F ANK, A CON, A SMY"
    ]


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("zorbees", "Nobody wins without SIN."),
        ("zorbees", "Armies and fleets are alike."),
        ("zorbees", "Nobody convoys."),
        ("era-of-empire", "Units are built in any vacant center of their power."),
        ("era-of-empire", "A unit in a center may change its kind in Winter."),
        ("era-of-empire", "A tie at the number that wins is shared."),
        ("standard", "ITALY, until after Fall 1914 a coin gives ITALY to one of them; from Spring"),
    ],
)
def test_show_tells_what_is_unlike_other_boards(board: str, says: str) -> None:
    """Its own rules, one a line, and how fewer players share it."""
    assert says in _run("show", board).stdout


def test_show_for_programs() -> None:
    """Borders by province and coast, as in the text of the board."""
    board = json.loads(_run("show", "standard", "--json").stdout)
    assert board["provinces"]["SPA"]["fleet"]["NC"] == ["GAS", "MAO", "POR"]
    assert board["powers"]["TURKEY"]["units"] == ["F ANK", "A CON", "A SMY"]


def test_check_of_all_boards() -> None:
    """The product's own boards are sound."""
    result = _run("check")
    assert result.exit_code == 0
    assert "standard: nothing is wrong with it" in result.stdout


def test_check_lists_everything_at_once(tmp_path: Path) -> None:
    """A board that is not one is found out whole, with exit code 1."""
    board = tmp_path / "board.toml"
    text = variant_text("standard")
    text = text.replace('units = ["F ANK"', 'units = ["F BOH"').replace(
        "solo_centers = 24", "solo_centers = 99"
    )
    board.write_text(text, encoding="utf-8")
    result = _run("check", str(board))
    assert result.exit_code == 1
    assert "TURKEY: starting unit F BOH cannot stand there" in result.stdout
    assert "99 centers cannot win" in result.stdout


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "schema"),
        (b"\xff\xfe", "UTF-8"),
        (b"key = ", "not TOML"),
    ],
)
def test_check_of_a_file_that_is_no_board(tmp_path: Path, content: bytes, says: str) -> None:
    """One line says what is wrong with it."""
    board = tmp_path / "board.toml"
    board.write_bytes(content)
    result = _run("check", str(board))
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1)
    assert says in result.stdout


def test_a_board_of_a_home_is_read_and_judged_on(tmp_path: Path) -> None:
    """Commands take it by its key; nothing else is asked of a new board."""
    maps = Path(__file__).parents[1] / "data"
    read = CliRunner().invoke(
        cli,
        ["orders", "read", "A Hil - March", "--variant", "sound", "--home", str(maps), "--json"],
    )
    assert json.loads(read.stdout)["orders"] == ["A HIL - MAR"]
    record = tmp_path / "phase.json"
    units = {"ARLAND": ["A HIL"]}
    record.write_text(
        json.dumps(
            {
                "variant": "sound",
                "phase": "S1200M",
                "units": units,
                "orders": {"ARLAND": ["A HIL - MAR"]},
            }
        )
    )
    judged = CliRunner().invoke(cli, ["adjudicate", str(record), "--home", str(maps)])
    assert json.loads(judged.stdout)["result"]["units"] == {"ARLAND": ["A MAR"]}


def test_check_of_an_empty_board(tmp_path: Path) -> None:
    """Every member that a board needs is asked for at once."""
    board = tmp_path / "board.toml"
    board.write_text('schema = "pbem variant 1"', encoding="utf-8")
    result = _run("check", str(board))
    assert result.exit_code == 1
    assert [line.partition(".toml: ")[2] for line in result.stdout.splitlines()] == [
        f"{member} is missing"
        for member in ("key", "title", "provinces", "powers", "start", "arrangements")
    ]


def test_check_knows_the_rulebooks(tmp_path: Path) -> None:
    """A rulebook that does not exist is found, with those that do; so is a slip in a member."""
    board = tmp_path / "board.toml"
    text = variant_text("standard").replace('rulebook = "2023"', 'rulebook = "1066"')
    board.write_text(text.replace("aliases = ", "aliasses = ", 1), encoding="utf-8")
    result = _run("check", str(board))
    assert result.exit_code == 1
    assert "there is no rulebook '1066'; there are 2023" in result.stdout
    assert "there is no member aliasses" in result.stdout


def test_an_unknown_board_is_named() -> None:
    """The message lists the boards there are."""
    result = _run("show", "atlantis")
    assert result.exit_code == 1
    assert result.stderr.startswith("pbem: there is no variant 'atlantis'; there are ")


def test_boards_of_a_home_are_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a home, or with one named, its own boards are listed too."""
    board = tmp_path / "maps" / "mine" / "variant.toml"
    board.parent.mkdir(parents=True)
    board.write_text(variant_text("standard").replace('"standard"', '"mine"'), encoding="utf-8")
    (tmp_path / "pbem.toml").touch()
    assert "mine" in _run("list", "--home", str(tmp_path)).stdout
    assert "mine" not in _run("list").stdout
    monkeypatch.chdir(board.parent)
    assert "mine" in _run("list").stdout
