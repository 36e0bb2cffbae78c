"""Deadlines: local hours, clock changes, UTC instants."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from pbem.board.phase import PhaseKind
from pbem.errors import ConfigError
from pbem.game.settings import Times
from pbem.judge.deadlines import due, instant, zone

DAY = timedelta(days=1)


def times(at: str = "", zone_name: str = "UTC") -> Times:
    """A game with a day for each phase."""
    return Times(DAY, DAY / 2, DAY / 4, at=at, zone=zone_name)


def utc(text: str) -> datetime:
    """A time in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("local", "name", "expected"),
    [
        ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T01:30"),
        ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30"),
        ("2026-11-01T01:30", "America/New_York", "2026-11-01T06:30"),
        ("2026-07-01T20:00", "Europe/London", "2026-07-01T19:00"),
    ],
)
def test_a_local_time_in_a_clock_change_is_the_later_instant(
    local: str, name: str, expected: str
) -> None:
    """An hour that comes twice or not at all leaves the players the longer time."""
    naive = datetime.fromisoformat(local)
    assert instant(naive.date(), naive.time(), name) == utc(expected)


@pytest.mark.parametrize(
    ("at", "now", "expected"),
    [
        ("", "2026-01-05T11:30", "2026-01-06T11:30"),
        ("20:00", "2026-01-05T11:30", "2026-01-06T20:00"),
        ("20:00", "2026-01-05T20:00", "2026-01-06T20:00"),
        ("20:00", "2026-01-05T20:01", "2026-01-07T20:00"),
    ],
)
def test_a_deadline_is_moved_on_to_the_hour_of_the_game(at: str, now: str, expected: str) -> None:
    """Nobody ever has less than the length of the phase."""
    assert due(times(at), PhaseKind.MOVEMENT, utc(now)) == utc(expected)


def test_the_hour_does_not_drift_over_a_clock_change() -> None:
    """20:00 in London stays 20:00 in London."""
    london = times("20:00", "Europe/London")
    first = due(london, PhaseKind.MOVEMENT, utc("2026-10-23T10:00"))
    second = due(london, PhaseKind.MOVEMENT, first)
    assert [d.astimezone(zone("Europe/London")).time() for d in (first, second)] == [time(20)] * 2
    assert second - first == timedelta(hours=25)


def test_each_kind_of_phase_has_its_length() -> None:
    """Retreats and adjustments may be shorter."""
    now = utc("2026-01-05T12:00")
    assert [due(times(), kind, now) - now for kind in PhaseKind] == [DAY, DAY / 2, DAY / 4]


def test_an_unknown_zone_is_refused() -> None:
    """With one that would be right."""
    with pytest.raises(ConfigError, match="write one like Europe/London"):
        zone("Mars/Olympus")
