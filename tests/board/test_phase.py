"""Phases: their names and their order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.phase import Phase
from pbem.errors import UnreadableError

YEAR = ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]


@pytest.mark.parametrize(
    ("code", "title"),
    [
        ("S1901M", "Spring 1901"),
        ("F1901R", "Fall 1901 retreats"),
        ("w1901a", "Winter 1901"),
    ],
)
def test_title(code: str, title: str) -> None:
    """A phase is named as players say it, whatever the case of its code."""
    assert Phase.read(code).title == title
    assert str(Phase.read(code)) == code.upper()


def test_phases_sort_as_they_are_played() -> None:
    """Movement before retreats, Spring before Fall before Winter."""
    phases = [Phase.read(code) for code in YEAR]
    assert sorted(reversed(phases)) == phases


@pytest.mark.parametrize("text", ["", "W1901M", "S1901A", "X1901M", "S19M", "S1901M now"])
def test_other_text_is_no_phase(text: str) -> None:
    """What is no phase is refused with what would be right."""
    with pytest.raises(UnreadableError, match="write one like S1901M"):
        Phase.read(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text can make it fail in another way."""
    try:
        assert str(Phase.read(text)) == text.strip().upper()
    except UnreadableError as error:
        assert repr(text) in str(error)
