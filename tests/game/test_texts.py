"""The public record as text: what is written reads back, and what was read is written the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.phase import Phase
from pbem.errors import RecordError
from pbem.game.events import PhaseAdjudicated
from pbem.game.publication import PRESS_KINDS, Ending, PhaseFile, PressLine, PublicEvent
from pbem.game.settings import (
    Early,
    Grey,
    Press,
    PressPhases,
    PublishPress,
    Settings,
    Times,
    Words,
)
from pbem.game.sheet import Written
from pbem.game.texts import (
    board_name,
    read_ending,
    read_event_line,
    read_events,
    read_people,
    read_phase_file,
    read_press_line,
    read_settings,
    read_words,
    write_ending,
    write_event_line,
    write_events,
    write_people,
    write_phase_file,
    write_press_line,
    write_settings,
    write_words,
)
from tests.store.sample import STANDARD, play

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
NAMES = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=8)
LENGTHS = st.integers(0, 10**7).map(lambda seconds: timedelta(seconds=seconds))
INSTANTS = st.integers(-(10**15), 10**15).map(
    lambda micros: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(microseconds=micros)
)
SETTINGS = st.builds(
    Settings,
    game=NAMES,
    title=TEXT,
    variant=NAMES,
    board=TEXT,
    rules=st.dictionaries(TEXT, st.one_of(TEXT, st.integers(-9, 9), st.booleans(), st.lists(TEXT))),
    arrangement=NAMES,
    host=TEXT,
    created=INSTANTS,
    times=st.builds(
        Times,
        movement=LENGTHS,
        retreats=LENGTHS,
        adjustments=LENGTHS,
        at=TEXT,
        zone=TEXT,
        grace=LENGTHS,
        early=st.sampled_from(Early),
        early_delay=LENGTHS,
    ),
    public_key=TEXT,
    draws=st.lists(TEXT, max_size=3).map(tuple),
    words=st.sampled_from(Words),
    press=st.sampled_from(Press),
    grey=st.sampled_from(Grey),
    press_phases=st.sampled_from(PressPhases),
    mute_late=st.booleans(),
    observers_press=st.booleans(),
    publish_press=st.sampled_from(PublishPress),
)
PUBLIC_EVENTS = st.builds(
    PublicEvent,
    at=INSTANTS,
    event=TEXT,
    facts=st.dictionaries(
        TEXT.filter(lambda name: name not in ("at", "event")),
        st.one_of(TEXT, st.integers(), st.dictionaries(TEXT, st.lists(TEXT))),
        max_size=3,
    ),
)
PRESS_LINES = st.builds(
    PressLine,
    at=INSTANTS,
    kind=st.sampled_from(PRESS_KINDS),
    sender=TEXT,
    to=st.lists(TEXT, max_size=3).map(tuple),
    phase=st.sampled_from(["S1901M", "F1901R", "W1901A"]).map(Phase.read),
    text=TEXT,
    but=st.lists(TEXT, max_size=2).map(tuple),
)
LISTS = st.dictionaries(TEXT, st.lists(TEXT, max_size=3).map(tuple), max_size=3)
ENDINGS = st.builds(
    Ending,
    at=INSTANTS,
    how=TEXT,
    winners=st.lists(TEXT, max_size=3).map(tuple),
    shares=st.dictionaries(TEXT, TEXT, max_size=3),
    centers=LISTS,
    because=TEXT,
    events=TEXT,
)
WORDS = st.dictionaries(
    st.integers(1, 999),
    st.dictionaries(TEXT, st.lists(st.builds(Written, TEXT, TEXT), max_size=2).map(tuple)),
    max_size=3,
)


def phase_files() -> list[PhaseFile]:
    """Return the phases of a game, of all three kinds."""
    judged = [
        event
        for entry in play("retreats", "", 14)
        for event in entry.events
        if isinstance(event, PhaseAdjudicated)
    ]
    return [
        PhaseFile(
            number=event.number,
            prev="0" * 64,
            after=event.number - 1,
            engine="pbem 0",
            game="retreats",
            variant="standard",
            rules={"name": "2023"},
            position=event.position,
            orders=event.orders,
            result=event.result,
            removed=event.removed,
            following=event.following.phase,
            due=event.due,
            adjudicated=event.at,
            receipts=event.receipts,
            opened=event.opened,
            written=event.written,
            late=event.late,
            events="1" * 64,
        )
        for event in judged
    ]


FILES = phase_files()


@pytest.mark.parametrize(
    ("values", "write", "read"),
    [
        (SETTINGS, write_settings, read_settings),
        (st.dictionaries(TEXT, TEXT), write_people, read_people),
        (PUBLIC_EVENTS, write_event_line, read_event_line),
        (st.lists(PUBLIC_EVENTS, max_size=3).map(tuple), write_events, read_events),
        (PRESS_LINES, write_press_line, read_press_line),
        (ENDINGS, write_ending, read_ending),
        (WORDS, write_words, read_words),
    ],
)
def test_twins(values: st.SearchStrategy[Any], write: Callable, read: Callable) -> None:
    """`read(write(x)) == x`, and writing that again gives the same text."""

    @given(values)
    def check(value: Any) -> None:
        text = write(value)
        assert read(text) == value
        assert write(read(text)) == text

    check()


def test_phase_files_are_twins() -> None:
    """Movement, retreats and adjustments of a whole game, to the letter."""
    kinds = {file.position.phase.kind for file in FILES}
    assert len(kinds) == 3
    for file in FILES:
        text = write_phase_file(file)
        assert read_phase_file(text, STANDARD) == file
        assert write_phase_file(read_phase_file(text, STANDARD)) == text


def test_a_phase_file_has_one_unit_or_order_a_line() -> None:
    """So that `git diff` of two phases reads like a report."""
    lines = write_phase_file(FILES[0]).splitlines()
    for unit in STANDARD.powers["TURKEY"].units:
        assert f'   "{unit}"' in [line.rstrip(",") for line in lines]
    starts = ('   {"order": "', '   "', '  "', ' "', " ", "{", "}")
    assert all(line.startswith(starts) for line in lines)
    assert sum(line.count('"result": "') for line in lines) == 22
    assert not any(line.count('"order": ') > 1 for line in lines)


def test_members_that_are_not_known_are_passed_over() -> None:
    """A later pbem may add some."""
    text = write_phase_file(FILES[0])
    assert read_phase_file(text.replace("{", '{"new": {"a": []},', 1), STANDARD) == FILES[0]
    assert read_people('schema = 0\nnew = 1\n[people]\np1 = "Ann"\n') == {"p1": "Ann"}


def test_a_line_of_a_record_is_a_line_on_any_screen() -> None:
    """Line ends and marks of direction in a name or a reason are escaped."""
    event = PublicEvent(FILES[0].due, "paused", {"because": "a\nb\u2028c\u202ed\x85e\x7f"})
    line = write_event_line(event)
    assert len(line.splitlines()) == 1
    assert line[:-1].isprintable()
    assert read_event_line(line) == event
    assert write_people({"p1": "\u202eAnn\x7f"}).splitlines()[-1].isprintable()


def test_players_are_listed_by_number() -> None:
    """`p2` before `p10`."""
    names = {f"p{number}": "x" for number in (10, 2, 1)}
    assert [line[:3] for line in write_people(names).splitlines()[3:]] == ["p1 ", "p2 ", "p10"]


def test_a_board_is_named_by_its_hash() -> None:
    """The variant's key and twelve digits."""
    game = replace(SAMPLE, board="sha256:0123456789abcdef")
    assert board_name(game) == "standard-0123456789ab.toml"


SAMPLE = Settings(
    game="gx7",
    title="Game",
    variant="standard",
    board="sha256:00",
    rules={"name": "2023"},
    arrangement="p7",
    host="Hanna",
    created=datetime(2026, 1, 9, 20, tzinfo=UTC),
    times=Times(timedelta(days=2), timedelta(days=1), timedelta(hours=36)),
    public_key="00",
    draws=(),
)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("schema = 1", "schema = 2", "game.toml: schema is 2; this pbem reads schema 0 and 1"),
        ("schema = 1\n", "", "game.toml: schema is None"),
        ("schema = 1", "schema", "game.toml: not TOML"),
        ('host = "Hanna"\n', "", "game.toml: this is no Settings: host is missing"),
        ('"1 day 12 hours"', '"a while"', "game.toml: 'a while' is no length of time"),
        ('"1 day 12 hours"', "7", "game.toml: "),
        ("2026-01-09T20:00:00Z", "2026-01-09T20:00:00", "game.toml: .* nothing of its time zone"),
        ('words = "phase"', 'words = "always"', "game.toml: .*'always' is not a valid Words"),
        ("[times]", "[hours]", "game.toml: 'times' is missing"),
    ],
)
def test_what_is_wrong_with_settings_is_said(old: str, new: str, says: str) -> None:
    """In one line that names the file."""
    text = write_settings(SAMPLE)
    assert old in text
    with pytest.raises(RecordError, match=says) as caught:
        read_settings(text.replace(old, new))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (' "schema": 1,', ' "schema": true,', "x.json: schema is True"),
        (' "number": 1,', "", "x.json: 'number' is missing"),
        (' "number": 1,', ' "number": "1",', "x.json: this is no number: '1' is no number"),
        ('"phase": "S1901M"', '"phase": "S19M"', "x.json: .*'S19M' is no phase"),
        ('"A PAR"', '"A PARIS"', "x.json: units of FRANCE: .*PARIS"),
        ('"result": "', '"result": "won', "x.json: .*orders of "),
        ('"next": "', '"next": "X', "x.json: .*is no phase"),
        ("{", "[", "x.json: not JSON"),
        ("{", '{"a": ' + "[" * 200_000, "x.json: not JSON: nested too deeply"),
    ],
)
def test_what_is_wrong_with_a_phase_file_is_said(old: str, new: str, says: str) -> None:
    """In one line that names the file and the place."""
    text = write_phase_file(FILES[0])
    assert old in text
    with pytest.raises(RecordError, match=says) as caught:
        read_phase_file(text.replace(old, new, 1), STANDARD, "x.json")
    assert "\n" not in str(caught.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No file can make reading fail in another way."""
    for read in (read_settings, read_people, read_events, read_ending, read_words):
        try:
            read(text)
        except RecordError as error:
            assert str(error)
        else:
            assert read is read_events
            assert not text


def test_the_phase_that_follows_is_named() -> None:
    """As the code of a phase."""
    assert read_phase_file(write_phase_file(FILES[0]), STANDARD).following == Phase.read("F1901M")
