"""The clock: the one place of pbem that asks what time it is.

A judge is given a `Clock`, so that a demo and a test can have their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Something that knows the time and can wait."""

    def now(self) -> datetime:
        """Return the time, aware, in UTC, in whole seconds."""
        ...

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> None:
        """Wait so long, or until `stopped` says so."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time in UTC, in whole seconds: finer than a deadline is nothing."""
        return datetime.now(UTC).replace(microsecond=0)

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> None:
        """Sleep in short pieces, so that a stop is heard within half a second."""
        end = time.monotonic() + seconds
        while not stopped() and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, 0.5))


def elapsed() -> float:
    """Return seconds that only go on, to measure how long something takes; no time of day."""
    return time.perf_counter()


@dataclass
class SetClock:
    """A clock that stands until it is moved.

    Attributes:
        time: Aware, UTC.
    """

    time: datetime = field(default=datetime(2026, 1, 1, tzinfo=UTC))

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self.time

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> None:
        """Move on at once."""
        if not stopped():
            self.time += timedelta(seconds=seconds)

    def move_to(self, time: datetime) -> None:
        """Set it to a later time; an earlier one leaves it alone."""
        self.time = max(self.time, time)
