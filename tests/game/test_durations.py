"""Lengths of time as people write them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import ConfigError
from pbem.game.durations import read_duration, write_duration


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("3 days", timedelta(days=3)),
        ("36 hours", timedelta(hours=36)),
        ("1 day, 12 hours", timedelta(hours=36)),
        ("1 Week 2d", timedelta(days=9)),
        ("90m", timedelta(minutes=90)),
        ("0 minutes", timedelta()),
    ],
)
def test_read(text: str, length: timedelta) -> None:
    """Words, letters and sums of them are read."""
    assert read_duration(text) == length


@pytest.mark.parametrize("text", ["", "soon", "3", "3 moons", "days 3", "3 days or so", "1e9 d"])
def test_other_text_is_refused(text: str) -> None:
    """What is no length is refused with what would be right."""
    with pytest.raises(ConfigError, match="write one like 3 days"):
        read_duration(text)


@given(st.timedeltas(min_value=timedelta(), max_value=timedelta(days=9999)))
def test_what_is_written_is_read(length: timedelta) -> None:
    """Whole seconds survive."""
    whole = timedelta(seconds=int(length.total_seconds()))
    assert read_duration(write_duration(length)) == whole
