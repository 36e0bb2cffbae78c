"""Games from elsewhere on a host's shelf: read, judged again, told apart, put into a home."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.assets import load_variant, variant_text
from pbem.cli.export import command as export_command
from pbem.cli.importing import command
from pbem.errors import RecordError
from pbem.exchange.intake import game_id
from pbem.exchange.verify import verify
from pbem.game.texts import read_press_line
from pbem.store.archive import load_board, read_archive, read_game
from pbem.store.recorder import Recorder
from pbem.store.shelving import shelve
from tests.exchange.test_verify import found, git
from tests.exchange.test_versions import RECORDS
from tests.store.sample import BOARD, START, new_home, play

GAMES = RECORDS / "schema-1"
DATA = Path(__file__).parents[1] / "data" / "judges"


def run(*words: object) -> Result:
    """Run the command."""
    return CliRunner().invoke(command, [str(word) for word in words], standalone_mode=False)


def export(*words: object) -> str:
    """Return what the command writes."""
    done = CliRunner().invoke(export_command, [str(w) for w in words], standalone_mode=False)
    assert done.exception is None, done.output
    return done.stdout


def positions(games: Path, game: str) -> list[object]:
    """Return the line of play of a game: phases, positions and results."""
    record = read_game(games / game)
    return [
        (str(file.position.phase), dict(file.position.units), dict(file.position.centers))
        for file in record.standing
    ]


def test_a_folder_of_games_is_taken_in(tmp_path: Path) -> None:
    """Old judges' texts, a saved game, a record and an archive, each once."""
    shelf, games = tmp_path / "shelf", tmp_path / "games"
    shutil.copytree(DATA, shelf)
    shutil.copytree(GAMES, shelf / "records")
    (shelf / "notes.txt").write_text("Where I found them")
    done = run(shelf, "--into", games, "--json")
    told = json.loads(done.stdout)["games"]
    taken = sorted(one["game"] for one in told if one["taken"])
    assert taken == ["fern", "fern-2", "first", "gx7", "late", "said"]
    says = {Path(one["source"]).name: one["says"] for one in told if not one["taken"]}
    assert says["notes.txt"] == "no form of a game that pbem reads"
    assert says["ab-2"] == "ab-2 is running; only finished games are taken in"
    assert done.return_value == 1
    assert found(verify(games)) == ""
    again = run(shelf, "--into", games, "--json")
    assert not [one for one in json.loads(again.stdout)["games"] if one["taken"]]


NESTED = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n' for n in range(3000))


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("deep.json", "[" * 100_000, "no form of a game that pbem reads"),
        ("bare.json", '{"id": "x", "map": "standard", "phases": [{}]}', "'name' is missing"),
        ("rules.txt", '[Game "x"]\n[Rules "' + "[" * 100_000 + '"]\n== end\n', "no rulebook '[[["),
        ("early.txt", '[Game "x"]\n== S1901M 0001-01-01T00:00:00+23:59\n', "is no time of our"),
        ("deep.eml", f"From: a@example.org\nMIME-Version: 1.0\n{NESTED}", "no form of a game"),
        ("zero.txt", "\0" * (64 * 2**20 + 1), "larger than 64 MB"),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_a_hostile_file_does_not_stop_the_others(
    tmp_path: Path, name: str, data: str, says: str
) -> None:
    """It is named with what is wrong, in a short line, and the game beside it is taken in."""
    (tmp_path / name).write_text(data)
    (tmp_path / "good.txt").write_text(export("gx7", "--games", GAMES, "--format", "text"))
    told = json.loads(run(tmp_path, "--into", tmp_path / "out", "--json").stdout)["games"]
    by_name = {Path(one["source"]).name: one for one in told}
    assert by_name["good.txt"]["taken"]
    assert says in by_name[name]["says"]
    assert len(by_name[name]["says"]) < 300


def test_an_import_that_was_broken_off_is_done_again(tmp_path: Path) -> None:
    """A folder without game.toml, which comes last, is no game yet."""
    text, games = tmp_path / "gx7.txt", tmp_path / "games"
    text.write_text(export("gx7", "--games", GAMES, "--format", "text"))
    run(text, "--into", games)
    whole = {path: path.read_bytes() for path in games.rglob("*") if path.is_file()}
    written = sorted(whole, key=lambda path: path.stat().st_mtime_ns)
    assert written[-1] == games / "gx7" / "game.toml"
    for path in written[5:]:
        path.unlink()
    assert "gx7, 7 phases" in run(text, "--into", games).output
    assert {path: path.read_bytes() for path in games.rglob("*") if path.is_file()} == whole
    assert "there already as gx7" in run(text, "--into", games).output


def test_a_summary_tells_what_became_of_each(tmp_path: Path) -> None:
    """A line for each, and how many in all; a dry run takes in nothing."""
    games = tmp_path / "games"
    done = run(DATA / "njudge.txt", "--into", games, "--dry-run")
    assert done.output.splitlines()[-1] == (
        f"{games}: 1 would be taken in, 0 there already, 0 not read"
    )
    assert not (games / "fern").exists()
    done = run(DATA / "njudge.txt", "--into", games)
    assert "fern, 3 phases" in done.output
    assert done.return_value == 0
    done = run(DATA / "njudge.txt", "--into", games)
    assert "there already as fern" in done.output


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("game", ["gx7", "late", "said"])
def test_what_is_exported_is_read_again(game: str, form: str, tmp_path: Path) -> None:
    """The same phases, positions and results; the same players where the form names them."""
    path, games = tmp_path / "game", tmp_path / "games"
    path.write_text(export(game, "--games", GAMES, "--format", form), encoding="utf-8")
    done = run(path, "--into", games)
    assert done.exception is None
    assert done.return_value == 0, done.output
    assert found(verify(games)) == ""
    assert positions(games, game) == positions(GAMES, game)
    old, new = read_game(GAMES / game), read_game(games / game)
    assert old.ending is not None
    assert new.ending is not None
    assert (new.ending.how, new.ending.winners) == (old.ending.how, old.ending.winners)
    if form == "text":
        powers = load_board(GAMES, old.settings).powers
        assert {p: new.player_of(p) for p in powers} == {p: old.player_of(p) for p in powers}


def test_press_for_everybody_goes_along(tmp_path: Path) -> None:
    """In both forms; what was private stays."""
    for form in ("text", "json"):
        path, games = tmp_path / form, tmp_path / f"games-{form}"
        path.write_text(export("said", "--games", GAMES, "--format", form), encoding="utf-8")
        assert "GERMANY, in" not in path.read_text()
        run(path, "--into", games)
        lines = (games / "said/press.jsonl").read_text().splitlines()
        assert len(lines) == 3
        assert {read_press_line(line).sender for line in lines} == {"FRANCE"}


def test_tables_have_a_line_for_each_order_and_year() -> None:
    """The first line names the columns, once for all games."""
    orders = export("--games", GAMES, "--format", "orders").splitlines()
    assert orders[0].startswith("game,number,phase,power,player,order,result")
    assert sum(line.startswith("game,") for line in orders) == 1
    record = read_game(GAMES / "gx7")
    count = sum(len(own) for file in record.standing for own in file.result.orders.values())
    assert sum(line.startswith("gx7,") for line in orders) == count
    centers = export("gx7", "--games", GAMES, "--format", "centers").splitlines()
    assert centers[1] == "gx7,0,AUSTRIA,Player p5,3,BUD TRI VIE" or centers[1].startswith("gx7,0,")
    assert len([line for line in centers if line.startswith("gx7,0,")]) == 7


def test_a_home_takes_games_in_beside_its_own(tmp_path: Path) -> None:
    """As a commit that says so; the judge goes on writing, and all of it is good."""
    journal, recorder = new_home(tmp_path)
    games = tmp_path / "games"
    with journal:
        board = journal.keep_board(BOARD)
        entries = list(play("gx7", board, 3))
        for entry in entries[:30]:
            journal.commit(entry)
        recorder.catch_up(journal)
        source = read_archive(GAMES)
        files = {
            path.relative_to(GAMES).as_posix(): path.read_bytes().decode()
            for path in [*(GAMES / "said").rglob("*"), *(GAMES / "variants").glob("standard*")]
            if path.is_file()
        }
        assert "said" in source
        shelve(games, files, ("said",), START)
        assert found(verify(games)) == ""
        again = Recorder(games)
        for entry in entries[30:]:
            journal.commit(entry)
        again.catch_up(journal)
    assert found(verify(games)) == ""
    assert [check.game for check in verify(games).games] == ["gx7", "said"]
    assert git(games, "log", "--format=%s", "--grep=^Imported: said").strip() == "said imported"


def test_a_commit_that_takes_games_in_may_do_nothing_else(tmp_path: Path) -> None:
    """A change of another game under that name is found."""
    journal, recorder = new_home(tmp_path)
    with journal:
        for entry in play("gx7", journal.keep_board(BOARD), 2):
            journal.commit(entry)
        recorder.catch_up(journal)
    games = tmp_path / "games"
    (games / "gx7/people.toml").write_text("schema = 1\n\n[people]\n")
    git(games, "add", "gx7/people.toml")
    git(games, "commit", "-q", "-m", "said imported\n\nImported: said")
    assert "gx7/people.toml: git: commit" in found(verify(games))
    assert "may only add files of these" in found(verify(games))


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file that is there and is another is never replaced."""
    shelve(tmp_path, {"a/game.toml": "x"}, ("a",), START)
    with pytest.raises(RecordError, match="there already, and another"):
        shelve(tmp_path, {"a/game.toml": "y"}, ("a",), START)


@pytest.mark.parametrize(
    ("name", "id"),
    [("Thistle", "thistle"), ("7up", "g7up"), ("x", "x-1"), ("A_b c", "a-b-c"), ("ü" * 30, "g-1")],
)
def test_a_name_becomes_an_id(name: str, id: str) -> None:
    """Lower case letters, digits and hyphens, two to twenty."""
    assert game_id(name) == id


def test_a_board_that_is_not_there_is_named(tmp_path: Path) -> None:
    """As is a saved game on another map."""
    (tmp_path / "a.txt").write_text('[Game "x1"]\n[Variant "chess"]\n\n== S1901M\n')
    (tmp_path / "b.json").write_text('{"id": "x", "map": "modern", "rules": [], "phases": []}')
    done = run(tmp_path, "--into", tmp_path / "games")
    assert "there is no variant 'chess'" in done.output
    assert "the map 'modern' is not one that pbem has" in done.output
    assert load_variant("standard").key in variant_text("standard")
