"""Deadlines: from the lengths and the local hour of a game to UTC instants.

Time zones live here, at the edge; the core sees instants only.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pbem.board.phase import PhaseKind
from pbem.errors import ConfigError
from pbem.game.settings import Times


@lru_cache(maxsize=512)
def zone(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name.

    Raises:
        ConfigError: There is no such zone.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ConfigError(
            f"{name!r} is no time zone; write one like Europe/London or America/New_York"
        ) from None


def known_zone(name: str) -> bool:
    """Return whether there is a time zone of this name."""
    try:
        zone(name)
    except ConfigError:
        return False
    return True


def instant(day: date, at: time, name: str) -> datetime:
    """Return the UTC instant of a local time.

    A local time inside a clock change, that happens twice or not at all, means
    the later of the two possible instants.
    """
    local = datetime.combine(day, at, tzinfo=zone(name))
    return max(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def due(times: Times, kind: PhaseKind, now: datetime) -> datetime:
    """Return the deadline of a phase that opens at `now`.

    Its length after `now`; where the game names a local hour, the first such
    hour from there on.
    """
    earliest = now + times.length(kind)
    if not times.at:
        return earliest
    at = time.fromisoformat(times.at)
    day = earliest.astimezone(zone(times.zone)).date()
    first = instant(day, at, times.zone)
    return first if first >= earliest else instant(day + timedelta(days=1), at, times.zone)


def all_due(times: Times, now: datetime) -> Mapping[str, datetime]:
    """Return the deadline of a phase of each kind that opens at `now`."""
    return {kind.value: due(times, kind, now) for kind in PhaseKind}
