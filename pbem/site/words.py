"""Words for orders, times and results, as pages say them.

Times are absolute and in UTC, with English names that no locale changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from pbem.adjudicator.result import Outcome
from pbem.board.position import Unit
from pbem.board.variant import Variant
from pbem.drawing.words import order_words, place_words, unit_words
from pbem.errors import UnreadableError
from pbem.orders.notation import read_order

_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
# What XML cannot hold, and signs that turn the direction of the text after them.
_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)

GOOD = frozenset({Outcome.SUCCEEDS, Outcome.GIVEN, Outcome.AVAILABLE})
PLAIN = frozenset({Outcome.HOLDS})


def plain(text: str) -> str:
    """Return a stranger's text without the characters that no page can hold."""
    return _UNFIT.sub("", text)


@lru_cache(maxsize=16384)
def order_sentence(variant: Variant, text: str) -> str:
    """Return an order in normal form as words: `Army Paris to Burgundy`; other text as it is."""
    try:
        words = order_words(variant, read_order(text))
    except UnreadableError:
        return plain(text)
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=16384)
def place(variant: Variant, location: str) -> str:
    """Return a location's full name: `Spain (north coast)`."""
    return place_words(variant, location)


@lru_cache(maxsize=16384)
def unit(variant: Variant, one: Unit) -> str:
    """Return a unit in words, with a capital: `Army Paris`."""
    words = unit_words(variant, one)
    return words[:1].upper() + words[1:]


def tone(outcome: Outcome) -> str:
    """Return how an outcome is marked: `good`, `plain` or `bad`."""
    if outcome in GOOD:
        return "good"
    return "plain" if outcome in PLAIN else "bad"


def day(time: datetime) -> str:
    """Return a date: `9 January 2026`."""
    time = time.astimezone(UTC)
    return f"{time.day} {_MONTHS[time.month - 1]} {time.year}"


def moment(time: datetime) -> str:
    """Return a time to the minute: `Fri 9 January 2026, 20:00 UTC`."""
    time = time.astimezone(UTC)
    return f"{_DAYS[time.weekday()]} {day(time)}, {time.hour:02}:{time.minute:02} UTC"


def stamp(time: datetime) -> str:
    """Return a time for programs: `2026-01-09T20:00:00Z`."""
    return time.astimezone(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")


def counted(number: int, what: str) -> str:
    """Return a number with its noun: `1 unit`, `3 units`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def joined(items: list[str] | tuple[str, ...]) -> str:
    """Return words as a list in a sentence: `England, France and Turkey`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def rules_in_words(rules: Mapping[str, Any]) -> str:
    """Return a rulebook and the options that differ from it: `2023; via = never`."""
    name = str(rules.get("name", ""))
    options = [f"{key} = {rules[key]}" for key in sorted(rules) if key != "name"]
    return plain("; ".join([name, *options]))
