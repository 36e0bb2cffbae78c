"""The one-file text of a game: what is written reads back, and is what a person would write."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.assets import load_variant, variant_text
from pbem.board.phase import Phase
from pbem.errors import RecordError
from pbem.exchange.intake import make_record
from pbem.exchange.text_game import (
    TextGame,
    TextOrder,
    TextPhase,
    of_record,
    read_text_game,
    to_foreign,
    write_text_game,
)
from pbem.store.archive import read_archive
from tests.exchange.test_versions import RECORDS

STANDARD = load_variant("standard")
POWERS = st.sampled_from(sorted(STANDARD.powers))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
ORDERS = st.sampled_from(
    ["A PAR - BUR", "F BRE H", "A MAR S A PAR - BUR", "A MUN R BOH, SIL, D", "WAIVE", "A PAR B"]
)
MARKS = st.sampled_from(["succeeds", "bounces", "no-convoy", "dislodged", "no order", "cut"])
PHASES = st.builds(
    lambda year, code: Phase.read(f"{code[0]}{year}{code[1]}"),
    st.integers(1901, 1999),
    st.sampled_from(["SM", "SR", "FM", "FR", "WA"]),
)
EDITS = st.lists(
    st.tuples(st.sampled_from(["A BUR", "F SPA/NC", "PAR"]), POWERS | st.just("")), max_size=3
).map(tuple)
GAMES = st.builds(
    lambda tags, phases, edits: TextGame((("Game", "gx7"), *tags.items()), tuple(phases), edits),
    st.dictionaries(st.sampled_from(["Title", "Host", "FRANCE", "Result", "X-1"]), TEXTS),
    st.lists(
        st.builds(
            TextPhase,
            PHASES,
            st.none() | st.datetimes(timezones=st.just(UTC)),
            EDITS,
            st.dictionaries(
                POWERS,
                st.lists(
                    st.builds(TextOrder, ORDERS, st.lists(MARKS, max_size=2).map(tuple)), max_size=3
                ).map(tuple),
                max_size=3,
            ),
            st.lists(st.tuples(POWERS | st.sampled_from(["", "HOST"]), TEXTS), max_size=2).map(
                tuple
            ),
        ),
        max_size=3,
    ),
    EDITS,
)
EXAMPLE = """\
[Game "gx7"]
[FRANCE "Ann"]
[Result "draw FRANCE TURKEY"]

== S1901M 2026-01-12T20:00:00Z
; FRANCE "Peace!"
FRANCE
  A PAR - BUR = succeeds
  F BRE H
"""


@given(GAMES)
def test_what_is_written_reads_back(game: TextGame) -> None:
    """Whatever people say in it."""
    assert read_text_game(write_text_game(game)) == game


def test_an_example() -> None:
    """As it stands above."""
    game = read_text_game(EXAMPLE)
    assert game.tag("FRANCE") == "Ann"
    (phase,) = game.phases
    assert phase.at == datetime(2026, 1, 12, 20, tzinfo=UTC)
    assert phase.said == (("FRANCE", "Peace!"),)
    assert phase.orders["FRANCE"][1] == TextOrder("F BRE H")
    assert write_text_game(game) == EXAMPLE


def test_people_may_write_more_loosely() -> None:
    """Blank lines, blanks at the end, comments without quotes."""
    loose = EXAMPLE.replace("\n", "  \n\n").replace("FRANCE\n", "; nobody knows why\nFRANCE\n")
    assert read_text_game(loose) == read_text_game(EXAMPLE)


@pytest.mark.parametrize("game", sorted(read_archive(RECORDS / "schema-1")))
def test_a_record_as_text_says_what_the_rules_say(game: str) -> None:
    """Every result in it is found again; positions follow."""
    record = read_archive(RECORDS / "schema-1")[game]
    if record.settings.variant != "standard":
        return
    text = write_text_game(of_record(record))
    told = to_foreign(read_text_game(text), STANDARD)
    assert told.unread == ()
    assert [dict(phase.centers) for phase in told.phases] == [
        dict(file.position.centers) for file in record.standing
    ]


def test_a_result_that_the_rules_do_not_give_is_told() -> None:
    """Whoever wrote it had other rules, or made a mistake."""
    text = EXAMPLE.replace("A PAR - BUR = succeeds", "A PAR - BUR = bounces")
    told = to_foreign(read_text_game(text), STANDARD)
    assert told.unread == ("S1901M: FRANCE A PAR - BUR: bounces; by the rules succeeds",)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('[Game "gx7"]', "", "there is no tag"),
        ('[Game "gx7"]', "[Game gx7]", "line 1: '[Game gx7]' is no tag"),
        ('[FRANCE "Ann"]', '[Game "gx8"]', "line 2: the tag Game stands twice"),
        ("== S1901M 2026-01-12T20:00:00Z", "== 1901", "is no phase; write one like"),
        ("== S1901M 2026-01-12T20:00:00Z", "", "stands before the first phase"),
        ("2026-01-12T20:00:00Z", "yesterday", "is no time"),
        ("  F BRE H", "F BRE H", "is no line of this form"),
        ("  F BRE H", "FRANCE", "FRANCE stands twice"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, says: str) -> None:
    """One line: where, what, what would be right."""
    assert old in EXAMPLE
    with pytest.raises(RecordError, match=".*") as caught:
        read_text_game(EXAMPLE.replace(old, new, 1), "g.txt")
    assert says in str(caught.value)
    assert str(caught.value).startswith("g.txt")


def test_a_phase_that_cannot_come_is_refused() -> None:
    """By the rules another one comes next."""
    text = EXAMPLE.replace("S1901M", "F1901M")
    with pytest.raises(RecordError, match="F1901M: S1901M is what comes next by the rules"):
        to_foreign(read_text_game(text), STANDARD)


def test_what_went_before_a_phase_that_cannot_come_is_told() -> None:
    """An order that could not be read, mostly; what is wrong for it comes years later."""
    text = EXAMPLE.replace("A PAR - BUR = succeeds", "Q PAR - BUR = succeeds")
    text += "\n== S1902M\n"
    says = (
        "S1902M: F1901M is .* before that, S1901M: FRANCE Q PAR - BUR: succeeds; by the rules ill"
    )
    with pytest.raises(RecordError, match=says):
        to_foreign(read_text_game(text), STANDARD)


@pytest.mark.parametrize("game", sorted(read_archive(RECORDS / "schema-1")))
def test_a_text_that_was_imported_is_the_same_text(game: str, tmp_path: Path) -> None:
    """Text to record to text: names, times and results are all carried."""
    record = read_archive(RECORDS / "schema-1")[game]
    if record.settings.variant != "standard" or record.ending is None:
        return
    text = write_text_game(of_record(record))
    board = variant_text("standard")
    made = make_record(to_foreign(read_text_game(text), STANDARD), STANDARD, board)
    for name, held in made.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(held, encoding="utf-8")
    again = write_text_game(of_record(read_archive(tmp_path)[made.game]))
    assert again == text


def test_a_change_by_the_host_is_carried() -> None:
    """The board is changed before the orders run; to nobody as well."""
    text = EXAMPLE.replace("FRANCE\n", "! A GAS = FRANCE\n! A MAR = -\nFRANCE\n", 1)
    (phase,) = to_foreign(read_text_game(text), STANDARD).phases
    assert phase.units["FRANCE"] == ("A GAS", "A PAR", "F BRE")
