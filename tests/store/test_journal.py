"""The journal: rulings whole or not at all, letters ruled on once, the outbox in order."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.adjudicator import read_rulebook
from pbem.errors import JournalError
from pbem.game.events import PhaseAdjudicated, PlayerJoined
from pbem.game.state import fold
from pbem.store.entries import LetterState, Refusal, RulingEntry
from pbem.store.journal import Journal
from pbem.store.migrations import MIGRATIONS
from tests.store.sample import BOARD, HOUR, STANDARD, START, letter, outgoing, play


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """An empty journal; closed by the test's end."""
    made = Journal.create(tmp_path / "state.sqlite3")
    yield made
    made.close()


def joined(player: str = "p1") -> PlayerJoined:
    """Return an event."""
    return PlayerJoined(START, player, f"{player}@example.org", "Ann", ())


def test_what_was_committed_is_read_after_a_restart(tmp_path: Path) -> None:
    """Events, letters and the number of the ruling outlive the process."""
    path = tmp_path / "state.sqlite3"
    event = joined()
    with Journal.create(path) as journal:
        assert journal.commit(RulingEntry(START, "gx7", (event,), (outgoing(1),))) == 1
    with Journal.open(path) as journal:
        assert journal.last_ruling() == 1
        assert journal.events("gx7") == [(1, event)]
        assert [out.message_id for out in journal.outbox.unsent(START)] == ["<1@judge>"]


def test_every_kind_of_event_reads_back(tmp_path: Path) -> None:
    """A whole game comes out of the journal as it went in."""
    with Journal.create(tmp_path / "state.sqlite3") as journal:
        rulings = list(play("gx7", journal.keep_board(BOARD), 3))
        for entry in rulings:
            journal.commit(entry)
        kept = [event for _, event in journal.events("gx7")]
        assert kept == [event for entry in rulings for event in entry.events]
        assert journal.games() == ("gx7",)
        assert journal.games(running=True) == ()
        assert journal.created("gx7") == 1
        assert journal.created("other") == 0


def test_a_ruling_is_kept_whole_or_not_at_all(journal: Journal) -> None:
    """When its last letter cannot be kept, neither are its events, nor is the letter ruled on."""
    journal.letters.keep([letter("a")])
    journal.commit(RulingEntry(START, letters=(outgoing(1),)))
    twice = RulingEntry(START, "gx7", (joined(),), (outgoing(2), outgoing(1)), letter="a")
    with pytest.raises(JournalError, match="state.sqlite3: the journal cannot be used"):
        journal.commit(twice)
    assert journal.last_ruling() == 1
    assert journal.events("gx7") == []
    assert [entry.key for entry in journal.letters.pending()] == ["a"]
    assert [out.message_id for out in journal.outbox.unsent(START)] == ["<1@judge>"]


def test_no_letter_is_ruled_on_twice(journal: Journal) -> None:
    """The second ruling on a letter is refused, whatever it holds."""
    journal.letters.keep([letter("a")])
    journal.commit(RulingEntry(START, "gx7", (joined(),), letter="a"))
    with pytest.raises(JournalError, match="the letter a waits for no ruling"):
        journal.commit(RulingEntry(START, "gx7", (joined("p2"),), letter="a"))
    assert len(journal.events("gx7")) == 1


def test_letters_wait_in_order_of_arrival_then_uid(journal: Journal) -> None:
    """Uids are numbers: 9 comes before 10."""
    journal.letters.keep(
        [letter("c", 1, "10"), letter("b", 1, "9"), letter("a", 2), letter("d", 0)]
    )
    assert [entry.key for entry in journal.letters.pending()] == ["d", "b", "c", "a"]


def test_receiving_a_letter_again_changes_nothing(journal: Journal) -> None:
    """A letter that was ruled on stays ruled on."""
    journal.letters.keep([letter("a")])
    journal.commit(RulingEntry(START, letter="a", reason="robot"))
    journal.letters.keep([letter("a")])
    assert journal.letters.pending() == ()
    kept = journal.letters.find("a")
    assert kept is not None
    assert (kept.state, kept.reason) == (LetterState.DONE, "robot")
    assert journal.letters.find("b") is None


def test_a_letter_that_was_set_aside_can_be_tried_again(journal: Journal) -> None:
    """It is listed with its reason and its game until then."""
    journal.letters.keep([letter("a")])
    aside = RulingEntry(START, "gx7", letter="a", state=LetterState.SET_ASIDE, reason="it broke")
    journal.commit(aside)
    assert [(e.key, e.reason, e.game) for e in journal.letters.set_aside()] == [
        ("a", "it broke", "gx7")
    ]
    journal.letters.retry("a")
    assert journal.letters.set_aside() == ()
    assert [entry.key for entry in journal.letters.pending()] == ["a"]
    with pytest.raises(JournalError, match="no letter 'a' is set aside"):
        journal.letters.retry("a")


def test_a_duplicate_is_known_by_its_fingerprint(journal: Journal) -> None:
    """The letter that arrived first is no duplicate; letters without a fingerprint never are."""
    first, second = letter("a", 0, "1", "same"), letter("b", 1, "2", "same")
    journal.letters.keep([first, second, letter("c"), letter("d")])
    twin = journal.letters.twin(second)
    assert twin is not None
    assert twin.key == "a"
    assert journal.letters.twin(first) is None
    assert journal.letters.twin(letter("d")) is None


def test_a_letter_that_cannot_be_sent_waits_and_is_given_up(journal: Journal) -> None:
    """It is not tried before its time, and what was sent never comes again."""
    journal.commit(RulingEntry(START, letters=(outgoing(1), outgoing(2), outgoing(3))))
    one, two, three = journal.outbox.unsent(START)
    journal.outbox.mark_sent([one.id], START)
    journal.outbox.mark_failed(two.id, "451 try later", START + HOUR)
    journal.outbox.mark_failed(three.id, "550 unknown", None)
    assert journal.outbox.unsent(START + HOUR - timedelta.resolution) == ()
    (again,) = journal.outbox.unsent(START + HOUR)
    assert (again.id, again.attempts, again.error, again.data) == (
        two.id,
        1,
        "451 try later",
        b"Hello\r\n",
    )
    assert journal.outbox.counts() == {"sent": 1, "waiting": 1, "failed": 1}


def test_a_game_folds_from_the_last_phase_on(journal: Journal) -> None:
    """What the last judged phase made history is left out, and the same game comes of it."""
    for entry in play("gx7", journal.keep_board(BOARD), 3, ends=False):
        journal.commit(entry)
    whole = [event for _, event in journal.events("gx7")]
    short = [event for _, event in journal.folding_events("gx7")]
    judged = [event for event in short if isinstance(event, PhaseAdjudicated)]
    assert [event.number for event in judged] == [3]
    assert short[short.index(judged[0]) :] == whole[whole.index(judged[0]) :]
    assert len(short) < len(whole) / 2
    rules = read_rulebook({"name": "2023"})
    assert fold(short, STANDARD, rules) == fold(whole, STANDARD, rules)


def test_rulings_are_told_by_the_kinds_asked_for(journal: Journal) -> None:
    """Those without such an event are left out, and so are their other events."""
    entries = list(play("gx7", journal.keep_board(BOARD), 1))
    for entry in entries:
        journal.commit(entry)
    told = list(journal.rulings_after(2, ("PlayerConfirmed",)))
    assert [ruling.game for ruling in told] == ["gx7"] * 7
    assert all(len(ruling.events) == 1 for ruling in told)
    assert told[0].engine.startswith("pbem ")
    assert told[0].at == entries[told[0].number - 1].at


def test_what_is_kept_once_stays(journal: Journal) -> None:
    """A second fresh seed or key does not replace the first."""
    assert journal.keep_seed("gx7", b"a" * 32) == b"a" * 32
    assert journal.keep_seed("gx7", b"b" * 32) == b"a" * 32
    assert journal.keep("home key", b"c" * 32) == b"c" * 32
    assert journal.keep("home key", b"d" * 32) == b"c" * 32
    journal.note("cursor", b"7")
    journal.note("cursor", b"8")
    assert journal.keep("cursor", b"") == b"8"
    with pytest.raises(JournalError, match="the game 'other' has no seed"):
        journal.seed("other")
    with pytest.raises(JournalError, match="was not kept"):
        journal.board("sha256:00")


def test_an_uncommitted_ruling_is_gone_after_a_crash(tmp_path: Path) -> None:
    """A process that dies inside the transaction leaves the journal as it was."""
    path = tmp_path / "state.sqlite3"
    with Journal.create(path) as journal:
        journal.commit(RulingEntry(START, "gx7", (joined(),)))
    dying = sqlite3.connect(path, isolation_level=None)
    dying.execute("BEGIN IMMEDIATE")
    dying.execute("INSERT INTO rulings VALUES (2, '', 'gx7', '', '')")
    dying.close()
    with Journal.open(path) as journal:
        assert journal.last_ruling() == 1


def test_only_the_keeper_can_read_it(tmp_path: Path) -> None:
    """It is made 0600, its companions too, and refused where others can read it."""
    path = tmp_path / "state.sqlite3"
    with Journal.create(path) as journal:
        journal.commit(RulingEntry(START))
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
        assert modes == dict.fromkeys(modes, 0o600)
        assert len(modes) == 3
    path.chmod(0o640)
    with pytest.raises(JournalError, match="others can read it; chmod 600"):
        Journal.open(path)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "there is no journal"),
        (b"", "this is no journal of pbem"),
        (b"something else entirely\n" * 100, "file is not a database"),
    ],
)
def test_what_is_no_journal_is_refused_in_a_line(
    tmp_path: Path, content: bytes | None, says: str
) -> None:
    """The message names the file."""
    path = tmp_path / "state.sqlite3"
    if content is not None:
        path.write_bytes(content)
        path.chmod(0o600)
    with pytest.raises(JournalError, match=says) as caught:
        Journal.open(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    """Neither `open` nor `create` touches it."""
    path = tmp_path / "state.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE letters (key)")
    other.close()
    path.chmod(0o600)
    before = path.read_bytes()
    for attempt in (Journal.open, Journal.create):
        with pytest.raises(JournalError, match="this is no journal of pbem"):
            attempt(path)
    assert path.read_bytes() == before


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    """Its schema number is named."""
    path = tmp_path / "state.sqlite3"
    Journal.create(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(JournalError, match="schema 99 is of a newer pbem"):
        Journal.open(path)


def test_a_damaged_journal_is_said_in_a_line(tmp_path: Path) -> None:
    """A page that was overwritten ends in a message, never in a traceback or a wrong answer."""
    path = tmp_path / "state.sqlite3"
    with Journal.create(path) as journal:
        for entry in play("gx7", journal.keep_board(BOARD), 3):
            journal.commit(entry)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(bytes(data))
    with pytest.raises(JournalError, match="the journal cannot be used"):
        Journal.open(path).events("gx7")


SCHEMAS = Path(__file__).parent / "schemas"


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_an_older_journal_becomes_the_newest(tmp_path: Path, version: int) -> None:
    """Every earlier schema, kept as it was, is brought forward with all it holds."""
    path = tmp_path / "state.sqlite3"
    with sqlite3.connect(path) as old:
        old.executescript((SCHEMAS / f"journal-{version}.sql").read_text("utf-8"))
    old.close()
    path.chmod(0o600)
    with Journal.open(path) as journal:
        assert [letter.uid for letter in journal.letters.pending()] == ["7"]
        assert [number for number, _ in journal.events("gx7")] == [1]
        assert [out.recipient for out in journal.outbox.unsent(START)] == ["ann@example.net"]
        assert journal.seed("gx7") == bytes(32)
        assert journal.board("sha256:00") == "a board"
        assert journal.keep("home key", b"") == b"\x01"
        refused = (Refusal("<gx7.1.1@example.org>", "it came back"),)
        assert journal.commit(RulingEntry(START, refused=refused)) == 2
        assert journal.outbox.refused_addresses(START) == 1
        assert journal.damage() == ""
    with sqlite3.connect(path) as newest:
        assert newest.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        made = newest.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
    newest.close()
    Journal.create(tmp_path / "fresh.sqlite3").close()
    with sqlite3.connect(tmp_path / "fresh.sqlite3") as fresh:
        assert fresh.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall() == made
    fresh.close()
