"""Public holidays of countries as dates; the one module that asks the package `holidays`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from pbem.errors import ConfigError

YEARS = 3
"""For how many years after the one it begins in a game gets its holidays."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLACE = re.compile(r"([A-Z]{2})(?:-([A-Z0-9]{1,3}))?")


def holiday_dates(words: Iterable[str], first: date) -> tuple[str, ...]:
    """Return dates, and the public holidays of places, as dates in ISO form, sorted.

    Args:
        words: `2026-12-24`, a country (`GB`) or a part of one (`DE-BY`), by ISO 3166.
        first: Holidays of places before it are left out, and those of years more
            than `YEARS` after it.

    Raises:
        ConfigError: A word is neither, or the place is not known.
    """
    return tuple(sorted({found for word in words for found in _dates(word, first)}))


def _dates(word: str, first: date) -> Iterator[str]:
    if _DATE.fullmatch(word):
        yield _date(word)
        return
    place = _PLACE.fullmatch(word.upper())
    if place is None:
        raise ConfigError(_wrong(word))
    for day in _public(word, place[1], place[2], range(first.year, first.year + YEARS + 1)):
        if day >= first:
            yield day.isoformat()


def _date(word: str) -> str:
    try:
        return date.fromisoformat(word).isoformat()
    except ValueError:
        raise ConfigError(f"{word!r} is no day of the calendar; write 2026-12-24") from None


def _public(word: str, country: str, part: str | None, years: range) -> Iterable[date]:
    from holidays import country_holidays

    try:
        return list(country_holidays(country, subdiv=part, years=list(years)))
    except NotImplementedError:
        raise ConfigError(_wrong(word)) from None


def _wrong(word: str) -> str:
    return f"{word!r} is neither a date like 2026-12-24 nor a place like GB or DE-BY"
