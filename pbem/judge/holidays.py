"""Public holidays of countries as dates; the one module that asks the package `holidays`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

YEARS = 3
"""For how many years after the one it begins in a game gets its holidays."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLACE = re.compile(r"([A-Z]{2})(?:-([A-Z0-9]{1,3}))?")


class NoHolidayError(Exception):
    """A word that stands for no day.

    Attributes:
        word: As it was written.
        like_a_date: Whether it has the form of a date.
    """

    def __init__(self, word: str, *, like_a_date: bool = False) -> None:
        """Refuse a word."""
        super().__init__(word)
        self.word = word
        self.like_a_date = like_a_date


def holiday_dates(words: Iterable[str], first: date) -> tuple[str, ...]:
    """Return dates, and the public holidays of places, as dates in ISO form, sorted.

    Args:
        words: `2026-12-24`, a country (`GB`) or a part of one (`DE-BY`), by ISO 3166.
        first: Holidays of places before it are left out, and those of years more
            than `YEARS` after it.

    Raises:
        NoHolidayError: A word is neither, or the place is not known.
    """
    return tuple(sorted({found for word in words for found in _dates(word, first)}))


def _dates(word: str, first: date) -> Iterator[str]:
    if _DATE.fullmatch(word):
        yield _date(word)
        return
    place = _PLACE.fullmatch(word.upper())
    if place is None:
        raise NoHolidayError(word)
    for day in _public(word, place[1], place[2], range(first.year, first.year + YEARS + 1)):
        if day >= first:
            yield day.isoformat()


def _date(word: str) -> str:
    try:
        return date.fromisoformat(word).isoformat()
    except ValueError:
        raise NoHolidayError(word, like_a_date=True) from None


def _public(word: str, country: str, part: str | None, years: range) -> Iterable[date]:
    from holidays import country_holidays

    try:
        return list(country_holidays(country, subdiv=part, years=list(years)))
    except NotImplementedError:
        raise NoHolidayError(word) from None
