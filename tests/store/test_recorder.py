"""The record: written once, the same after any crash, and without a secret."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.errors import JournalError, RecordError
from pbem.game.events import OrdersSubmitted, PlayerJoined
from pbem.game.settings import Words
from pbem.store.entries import RulingEntry
from pbem.store.history import head
from pbem.store.journal import Journal
from pbem.store.recorder import Recorder
from tests.store.sample import BOARD, START, new_home, play, settings


@pytest.fixture(scope="module")
def rulings(tmp_path_factory: pytest.TempPathFactory) -> list[RulingEntry]:
    """Two games whose rulings come by turns."""
    with Journal.create(tmp_path_factory.mktemp("board") / "state.sqlite3") as journal:
        board = journal.keep_board(BOARD)
    games = [list(play("gx7", board, 3)), list(play("ab-2", board, 2, ends=False))]
    return [
        game[turn] for turn in range(max(map(len, games))) for game in games if turn < len(game)
    ]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[tuple[Path, Journal, Recorder]]:
    """An empty home; its journal is closed by the test's end."""
    journal, recorder = new_home(tmp_path)
    journal.keep_board(BOARD)
    yield tmp_path, journal, recorder
    journal.close()


def git(games: Path, *args: str) -> str:
    """Run git as a user would."""
    return subprocess.run(
        ["git", "-C", str(games), *args],
        check=True,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env={"PATH": os.environ["PATH"], "HOME": "/nowhere"},
    ).stdout


def files(games: Path) -> dict[str, bytes]:
    """Return all files but those of git."""
    return {
        path.relative_to(games).as_posix(): path.read_bytes()
        for path in sorted(games.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


def test_a_public_ruling_is_one_commit(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry]
) -> None:
    """With its number as a trailer and its time as both dates; private ones leave no trace."""
    folder, journal, recorder = home
    numbers = {journal.commit(entry): entry for entry in rulings}
    assert recorder.catch_up(journal) == ("ab-2", "gx7")
    told = git(
        folder / "games",
        "log",
        "--reverse",
        "--format=%(trailers:key=Ruling,valueonly,separator=)|%at|%ct|%an <%ae>|%s",
    )
    seen = []
    for line in told.splitlines():
        number, authored, committed, author, subject = line.split("|")
        entry = numbers[int(number)]
        assert int(authored) == int(committed) == int(entry.at.timestamp())
        assert author == "pbem judge <judge@pbem.invalid>"
        assert subject.startswith(f"{entry.game}: ")
        seen.append(int(number))
    assert seen == sorted(set(seen))
    private = (PlayerJoined, OrdersSubmitted)
    assert not any(isinstance(numbers[n].events[0], private) for n in seen)


def test_however_it_is_written_it_is_the_same(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry], tmp_path: Path
) -> None:
    """A few rulings at a time by a recorder made anew each time, or all at once: the same."""
    folder, journal, _ = home
    for number, entry in enumerate(rulings):
        journal.commit(entry)
        if number < 12 or number % 5 == 0:
            Recorder(folder / "games").catch_up(journal)
    Recorder(folder / "games").catch_up(journal)
    again = Recorder.create(tmp_path / "again")
    again.catch_up(journal)
    assert head(folder / "games") == head(tmp_path / "again")
    assert files(folder / "games") == files(tmp_path / "again")
    assert again.catch_up(journal) == ()


@pytest.mark.parametrize("stop", ["before the commit", "after the commit", "between the files"])
def test_a_recorder_that_dies_is_made_good(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry], tmp_path: Path, stop: str
) -> None:
    """Wherever it stopped, the next one leaves what an undisturbed one would have left."""
    folder, journal, recorder = home
    games = folder / "games"
    for number, entry in enumerate(rulings):
        journal.commit(entry)
        if number % 9 == 3:
            if stop != "before the commit":
                recorder.commit_missing(journal)
            if stop == "between the files":
                half_written(games, recorder)
            recorder = Recorder(games)
        if number % 3 == 0:
            recorder.catch_up(journal)
    recorder.catch_up(journal)
    undisturbed = Recorder.create(tmp_path / "undisturbed")
    undisturbed.catch_up(journal)
    assert head(games) == head(tmp_path / "undisturbed")
    assert files(games) == files(tmp_path / "undisturbed")


def half_written(games: Path, recorder: Recorder) -> None:
    """Leave the files as a process leaves them that dies while writing the last of them."""
    marker = games / ".git" / "pbem-files"
    at, before = marker.read_bytes() if marker.exists() else b"", files(games)
    written = recorder.write_files()
    if written:
        last = games / written[-1]
        last.with_name(f".{last.name}.tmp").write_bytes(last.read_bytes()[:40])
        if written[-1] in before:
            last.write_bytes(before[written[-1]])
        else:
            last.unlink()
        marker.write_bytes(at)


def test_what_a_dead_process_left_in_git_is_cleared_away(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry]
) -> None:
    """A lock on the branch and half-written objects stop nothing."""
    folder, journal, recorder = home
    for entry in rulings[:40]:
        journal.commit(entry)
    recorder.catch_up(journal)
    left = folder / "games" / ".git"
    (left / "refs/heads/main.lock").touch()
    (left / "objects/pack/tmp_pack_x").write_bytes(b"PACK")
    (left / "fast_import_crash_7").touch()
    for entry in rulings[40:]:
        journal.commit(entry)
    assert Recorder(folder / "games").catch_up(journal)
    assert not [*left.rglob("*.lock"), *left.rglob("tmp_*"), *left.glob("fast_import*")]


def test_a_record_that_was_lost_is_written_again(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry]
) -> None:
    """From the journal alone, down to the ids of the commits; so are files that were deleted."""
    folder, journal, recorder = home
    for entry in rulings:
        journal.commit(entry)
    recorder.catch_up(journal)
    whole, commit = files(folder / "games"), head(folder / "games")
    shutil.rmtree(folder / "games")
    Recorder.create(folder / "games").catch_up(journal)
    assert (files(folder / "games"), head(folder / "games")) == (whole, commit)
    (folder / "games/.git/pbem-files").unlink()
    (folder / "games/gx7/events.jsonl").unlink()
    Recorder(folder / "games").catch_up(journal)
    assert files(folder / "games") == whole


def test_the_record_of_another_journal_is_refused(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry], tmp_path: Path
) -> None:
    """A record that knows more rulings than the journal is not written on."""
    folder, journal, recorder = home
    for entry in rulings:
        journal.commit(entry)
    recorder.catch_up(journal)
    with (
        Journal.create(tmp_path / "other.sqlite3") as other,
        pytest.raises(RecordError, match="restore var/ from a backup"),
    ):
        Recorder(folder / "games").catch_up(other)


def test_a_folder_without_git_is_refused(tmp_path: Path) -> None:
    """The line names the folder, even inside another repository."""
    Recorder.create(tmp_path)
    (tmp_path / "inner").mkdir()
    with pytest.raises(RecordError, match="inner: no git repository"):
        Recorder(tmp_path / "inner")


def test_a_board_must_have_been_kept(home: tuple[Path, Journal, Recorder]) -> None:
    """A game on a board that the journal has not kept is refused by the hash of the board."""
    _, journal, recorder = home
    for entry in play("gx7", "sha256:00", 0):
        journal.commit(entry)
    with pytest.raises(JournalError, match="the board sha256:00 was not kept"):
        recorder.catch_up(journal)


def git_hash(text: str) -> str:
    """Return the name that git gives to a text."""
    data = text.encode()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def test_packing_changes_nothing(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry]
) -> None:
    """Afterwards git calls the work tree clean, and the recorder goes on; little is left alone."""
    folder, journal, recorder = home
    assert not recorder.tidy()
    for entry in rulings[:50]:
        journal.commit(entry)
        recorder.catch_up(journal)
    before = files(folder / "games")
    for number in range(8):
        blob = f"filler {number} "
        while git_hash(blob)[:2] != "17":
            blob += "x"
        subprocess.run(
            ["git", "-C", folder / "games", "hash-object", "-w", "--stdin"],
            input=blob.encode(),
            check=True,
            capture_output=True,
        )
    assert recorder.tidy()
    assert files(folder / "games") == before
    assert git(folder / "games", "status", "--porcelain") == ""
    for entry in rulings[50:]:
        journal.commit(entry)
    assert recorder.catch_up(journal)
    git(folder / "games", "fsck", "--strict")


def test_no_secret_is_in_the_record(
    home: tuple[Path, Journal, Recorder], rulings: list[RulingEntry]
) -> None:
    """Neither in a file nor in any object of git: addresses, zones, plans that did not run."""
    folder, journal, recorder = home
    for entry in rulings:
        journal.commit(entry)
    recorder.catch_up(journal)
    everything = git(folder / "games", "cat-file", "--batch", "--batch-all-objects", "--buffer")
    everything += "".join(data.decode() for data in files(folder / "games").values())
    for secret in ("example.org", "Europe/Lisbon", "preferences", "DrawVoted", "Readiness"):
        assert secret not in everything
    sheets = {
        (entry.game, event.phase, event.power): event
        for entry in rulings
        for event in entry.events
        if isinstance(event, OrdersSubmitted)
    }
    ran = {event.nonce for event in sheets.values()}
    sent = {
        event.nonce
        for entry in rulings
        for event in entry.events
        if isinstance(event, OrdersSubmitted)
    }
    assert all(nonce in everything for nonce in ran)
    assert sent - ran
    assert not any(nonce in everything for nonce in sent - ran)


@pytest.mark.parametrize("words", list(Words))
def test_words_of_orders_are_shown_when_the_game_says(
    home: tuple[Path, Journal, Recorder], words: Words
) -> None:
    """With each phase, at the end, or never; addresses in them never."""
    folder, journal, recorder = home
    entries = list(play("gx7", settings("gx7", journal.keep_board(BOARD)).board, 2, words=words))
    for entry in entries[:-1]:
        journal.commit(entry)
    recorder.catch_up(journal)
    first = (folder / "games/gx7/phases/001-S1901M.json").read_text()
    assert ("[address]" in first) == (words is Words.PHASE)
    assert not (folder / "games/gx7/words.json").exists()
    journal.commit(entries[-1])
    recorder.catch_up(journal)
    assert (folder / "games/gx7/words.json").exists() == (words is Words.END)
    assert entries[-1].at > START
    if words is Words.END:
        assert "[address]" in (folder / "games/gx7/words.json").read_text()
