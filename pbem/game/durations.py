"""Lengths of time as people write them: `3 days`, `36 hours`, `1 week 2 days`."""

from __future__ import annotations

import re
from datetime import timedelta

from pbem.errors import ConfigError

_UNITS = {
    "w": timedelta(weeks=1),
    "d": timedelta(days=1),
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "min": timedelta(minutes=1),
    "s": timedelta(seconds=1),
}
_WORDS = {"week": "w", "day": "d", "hour": "h", "minute": "m", "min": "m", "second": "s"}
_PART = re.compile(r"\s*(\d{1,6})\s*([a-z]+)\s*,?")


def read_duration(text: str) -> timedelta:
    """Read a length of time: numbers with weeks, days, hours, minutes or seconds.

    >>> read_duration("1 day 12 hours"), read_duration("90m")
    (datetime.timedelta(days=1, seconds=43200), datetime.timedelta(seconds=5400))

    Raises:
        ConfigError: The text is no length of time.
    """
    total, at = timedelta(), 0
    lowered = text.lower().strip()
    while at < len(lowered):
        part = _PART.match(lowered, at)
        word = part[2] if part else ""
        unit = _UNITS.get(word) or _UNITS.get(_WORDS.get(word.rstrip("s"), ""))
        if part is None or unit is None:
            break
        total += int(part[1]) * unit
        at = part.end()
    if not lowered or at < len(lowered):
        raise ConfigError(f"{text!r} is no length of time; write one like 3 days or 36 hours")
    return total


def write_duration(length: timedelta) -> str:
    """Return a length of time in words, in whole seconds: `1 day 12 hours`.

    >>> write_duration(timedelta(hours=36)), write_duration(timedelta())
    ('1 day 12 hours', '0 minutes')
    """
    left = int(length.total_seconds())
    parts = []
    for word, seconds in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {word}" if count == 1 else f"{count} {word}s")
    return " ".join(parts) or "0 minutes"
