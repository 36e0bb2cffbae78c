"""The record read back: whole games, what is wrong with one, and what changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.errors import RecordError
from pbem.game.settings import Words
from pbem.store.archive import read_archive, read_game
from pbem.store.history import changed_files, head
from pbem.store.journal import Journal
from pbem.store.recorder import Recorder
from tests.store.sample import BOARD, STANDARD, new_home, play, settings


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of two games, one of which has ended."""
    folder = tmp_path_factory.mktemp("home")
    journal, recorder = new_home(folder)
    with journal:
        board = journal.keep_board(BOARD)
        for entry in (*play("gx7", board, 3), *play("ab-2", board, 1, ends=False)):
            journal.commit(entry)
        recorder.catch_up(journal)
    return folder / "games"


def test_a_game_reads_back_as_it_was_played(games: Path) -> None:
    """Settings, names, seats, opening, phases and end."""
    record = read_game(games / "gx7")
    assert record.settings == settings("gx7", record.settings.board)
    assert record.people["p1"] == "Ann of example"
    assert sorted(power for powers in record.seats.values() for power in powers) == sorted(
        STANDARD.powers
    )
    assert record.opening == STANDARD.opening()
    assert [file.number for file in record.phases] == [1, 2, 3]
    assert record.standing == record.phases
    assert record.ending is not None
    assert record.ending.shares == {"FRANCE": "1/3", "GERMANY": "1/3", "TURKEY": "1/3"}
    assert record.player_of("FRANCE") in record.people.values()
    assert record.phases[1].position.phase == record.phases[0].following


def test_an_archive_reads_games_when_asked(games: Path, tmp_path: Path) -> None:
    """Ids are sorted; a game that is damaged stops nobody from reading the others."""
    copy = tmp_path / "games"
    shutil.copytree(games, copy)
    (copy / "gx7" / "game.toml").write_text("schema = 7\n")
    archive = read_archive(copy)
    assert list(archive) == ["ab-2", "gx7"]
    assert len(archive["ab-2"].phases) == 1
    assert archive["ab-2"].ending is None
    with pytest.raises(RecordError, match=r"gx7/game\.toml: schema is 7"):
        archive["gx7"]
    with pytest.raises(KeyError):
        archive["other"]


def test_a_forming_game_has_neither_seats_nor_opening(tmp_path: Path) -> None:
    """And whoever has not confirmed is not in it."""
    journal, recorder = new_home(tmp_path)
    with journal:
        entries = list(play("gx7", journal.keep_board(BOARD), 0))
        for entry in entries[:5]:
            journal.commit(entry)
        recorder.catch_up(journal)
    record = read_game(tmp_path / "games" / "gx7")
    assert (record.seats, record.opening, record.phases) == ({}, None, ())
    assert record.people == {"p1": "Player p1"}


def test_words_shown_at_the_end_are_read_into_the_phases(tmp_path: Path) -> None:
    """A page finds them where it finds those that were shown at once."""
    journal, recorder = new_home(tmp_path)
    with journal:
        for entry in play("gx7", journal.keep_board(BOARD), 2, words=Words.END):
            journal.commit(entry)
        recorder.catch_up(journal)
    record = read_game(tmp_path / "games" / "gx7")
    assert all(file.written for file in record.phases)


def test_what_changed_is_told_from_git(tmp_path: Path) -> None:
    """File by file since a commit; nothing can be told of a plain folder or another commit."""
    journal, recorder = new_home(tmp_path)
    games = tmp_path / "games"
    with journal:
        assert head(games) is None
        for entry in play("gx7", journal.keep_board(BOARD), 1, ends=False):
            journal.commit(entry)
        recorder.catch_up(journal)
        before = head(games)
        assert before is not None
        for entry in play("ab-2", journal.keep_board(BOARD), 0):
            journal.commit(entry)
        recorder.catch_up(journal)
    assert changed_files(games, before) == (
        "ab-2/events.jsonl",
        "ab-2/game.toml",
        "ab-2/people.toml",
    )
    assert changed_files(games, "0" * 40) is None
    assert changed_files(games, "--all") is None
    shutil.rmtree(games / ".git")
    assert head(games) is None


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda game: (game / "events.jsonl").unlink(), "gx7/events.jsonl: cannot be read"),
        (
            lambda game: (game / "events.jsonl").write_text("{}\n"),
            "gx7/events.jsonl, line 1: 'at' is missing",
        ),
        (
            lambda game: (game / "events.jsonl").write_text('{"at"'),
            "gx7/events.jsonl, line 1: the line is cut off",
        ),
        (lambda game: (game / "people.toml").write_bytes(b"\xff"), "gx7/people.toml: not UTF-8"),
        (lambda game: (game / "result.json").write_text("[]"), "gx7/result.json: not a JSON"),
        (
            lambda game: shutil.rmtree(game.parent / "variants"),
            "variants/standard-[0-9a-f]{12}.toml: cannot be read",
        ),
        (
            lambda game: next((game.parent / "variants").iterdir()).write_text(BOARD + "\n"),
            "not the board that gx7 was judged on",
        ),
        (
            lambda game: edit(game / "phases/001-S1901M.json", '"F BRE"', '"F BER/XC"'),
            r"gx7/phases/001-S1901M\.json: units of FRANCE: F BER/XC cannot stand there",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    games: Path, tmp_path: Path, damage: Callable[[Path], object], says: str
) -> None:
    """It names the file, the place and what is wrong."""
    shutil.copytree(games, tmp_path / "games")
    damage(tmp_path / "games" / "gx7")
    with pytest.raises(RecordError, match=says) as caught:
        read_game(tmp_path / "games" / "gx7")
    assert "\n" not in str(caught.value)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The line names it."""
    with pytest.raises(RecordError, match="nowhere: there is no such folder"):
        read_archive(tmp_path / "nowhere")


def edit(path: Path, old: str, new: str) -> None:
    """Change the first place of a text in a file."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_recorder_and_the_journal_are_told_apart(games: Path) -> None:
    """The record of a home can be read without its journal: all of it lies in games/."""
    assert not list(games.rglob("*.sqlite3"))
    assert Recorder(games).games == games
    assert Journal.__module__ == "pbem.store.journal"
