"""Words for times, orders and what strangers write."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.assets import load_variant
from pbem.site.words import joined, moment, order_sentence, plain, stamp

STANDARD = load_variant("standard")


def test_times_are_absolute_and_utc() -> None:
    """A time in any zone is told in UTC, for people and for programs."""
    time = datetime(2026, 1, 9, 22, 5, tzinfo=timezone(timedelta(hours=2)))
    assert moment(time) == "Fri 9 January 2026, 20:05 UTC"
    assert stamp(time) == "2026-01-09T20:05:00Z"
    assert stamp(time.astimezone(UTC)) == stamp(time)


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("A PAR H", "Army Paris holds"),
        ("F STP/SC - BOT", "Fleet St. Petersburg (south coast) to Gulf of Bothnia"),
        ("WAIVE", "Waives a build"),
        ("<b>nonsense", "<b>nonsense"),
    ],
)
def test_orders_in_words(order: str, says: str) -> None:
    """An order in normal form is told in full names; anything else stays as it is."""
    assert order_sentence(STANDARD, order) == says


@pytest.mark.parametrize(
    ("names", "says"), [([], ""), (["A"], "A"), (["A", "B"], "A and B"), ("ABC", "A, B and C")]
)
def test_lists(names: list[str], says: str) -> None:
    """The last of several has an `and` before it."""
    assert joined(list(names)) == says


@given(st.text())
def test_plain_text_fits_in_xml(text: str) -> None:
    """What is left is what XML 1.0 allows, without signs that turn its direction."""
    for char in plain(text):
        code = ord(char)
        assert code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or code >= 0xE000
        assert code not in (0xFFFE, 0xFFFF)
        assert not 0x202A <= code <= 0x202E
