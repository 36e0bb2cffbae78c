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
from pbem.game.codec import read_time
from pbem.game.phases import late_powers
from pbem.game.settings import Times
from pbem.game.state import Game, Stage


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


Away = tuple[tuple[datetime, datetime], ...]
"""When players are away: from an instant to just before another."""

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FAR = 800


def due(
    times: Times, kind: PhaseKind, now: datetime, *, opening: bool = False, away: Away = ()
) -> datetime:
    """Return the deadline of a phase that opens at `now`.

    Its length after `now`, moved on to the next hour and day on which the game
    has deadlines, and past absences as far as the game allows.

    Args:
        times: Of the game.
        kind: Of the phase.
        now: Aware.
        opening: Whether it is the game's first phase.
        away: When players are away.
    """
    extra = times.first if opening else timedelta()
    return past_absences(times, _fitting(times, now + times.length(kind) + extra), away)


def longer(times: Times, due: datetime, length: timedelta) -> datetime:
    """Return a deadline that is put off by a length, moved on to where deadlines fall."""
    return _fitting(times, due + length)


def day_bounds(first: date, last: date, name: str) -> tuple[datetime, datetime]:
    """Return the instants at which days of a zone begin and are over, both days included."""
    return instant(first, time(), name), instant(last + timedelta(days=1), time(), name)


def away_in(game: Game) -> Away:
    """Return when players of a game are away."""
    return tuple(away for player in game.seats for away in game.away.get(player, ()))


def past_absences(times: Times, due: datetime, away: Away) -> datetime:
    """Return a deadline moved past absences, or as it was where that would be too far."""
    moved = due
    for start, end in sorted(away):
        if start <= moved < end:
            moved = _fitting(times, end)
    return moved if moved - due <= times.absence_limit else due


def _fitting(times: Times, earliest: datetime) -> datetime:
    """Return the first instant from `earliest` on at which the game has deadlines."""
    if not (times.at or times.clock or times.days or times.holidays):
        return earliest
    local = earliest.astimezone(zone(times.zone))
    for days in range(_FAR):
        day = local.date() + timedelta(days=days)
        if _is_free(times, day):
            continue
        for hour in _hours(times, day, local.time().replace(tzinfo=None)):
            moment = instant(day, hour, times.zone)
            if moment >= earliest:
                return moment
    return earliest


def _is_free(times: Times, day: date) -> bool:
    """Return whether no deadline falls on a day."""
    allowed = not times.days or _DAYS[day.weekday()] in times.days
    return not allowed or day.isoformat() in times.holidays


def _hours(times: Times, day: date, otherwise: time) -> list[time]:
    """Return the hours of a day at which deadlines fall, sorted."""
    if not times.clock:
        return [time.fromisoformat(times.at)] if times.at else [otherwise]
    slots = (slot.lower().split() for slot in times.clock)
    return sorted(time.fromisoformat(at) for name, at in slots if name == _DAYS[day.weekday()])


def all_due(times: Times, now: datetime, away: Away = ()) -> Mapping[str, datetime]:
    """Return the deadline of a phase of each kind that opens at `now`."""
    return {kind.value: due(times, kind, now, away=away) for kind in PhaseKind}


def over_at(game: Game) -> datetime | None:
    """Return when the open phase is over: its deadline and its grace."""
    if game.stage is not Stage.RUNNING or game.due is None:
        return None
    if game.held and late_powers(game):
        return None
    return game.due + game.settings.times.grace


def limit_at(game: Game) -> datetime | None:
    """Return when the game ends by its own time limit."""
    if not game.running or not game.settings.time_limit:
        return None
    return read_time(game.settings.time_limit)
