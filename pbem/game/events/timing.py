"""When phases are due, and who asks for more time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.board.phase import Phase


@dataclass(frozen=True)
class DeadlineSet:
    """The open phase is due then; `because` where a host moved it."""

    at: datetime
    phase: Phase
    due: datetime
    because: str = ""


@dataclass(frozen=True)
class ExtensionVoted:
    """A player votes for more time in the open phase; private.

    Attributes:
        due: The deadline if the vote is carried.
    """

    at: datetime
    player: str
    length: timedelta
    due: datetime


@dataclass(frozen=True)
class AbsenceSet:
    """A player is away for a time; private."""

    at: datetime
    player: str
    start: datetime
    end: datetime


@dataclass(frozen=True)
class PhaseHeld:
    """The deadline passed, and the phase waits for those who sent nothing.

    Attributes:
        missing: Their powers.
    """

    at: datetime
    phase: Phase
    missing: tuple[str, ...]


@dataclass(frozen=True)
class RemindersSent:
    """Those with something missing were told; private."""

    at: datetime
    phase: Phase


@dataclass(frozen=True)
class GamePaused:
    """The clock stands."""

    at: datetime
    because: str


@dataclass(frozen=True)
class GameResumed:
    """The clock goes on."""

    at: datetime
