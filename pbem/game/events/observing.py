"""Those who watch a game, and those who would take a power over; all of it private."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Role(StrEnum):
    """What somebody without a seat wants of a game.

    An observer gets the results of each phase and the end; who stands by is told of a
    power that has lost its player. Observers are told of that too.
    """

    OBSERVER = "observer"
    STANDBY = "standby"


@dataclass(frozen=True)
class ObserverAsked:
    """Somebody wants to observe or to stand by, and has not yet confirmed.

    Attributes:
        observer: `o1`, by the order of asking.
    """

    at: datetime
    observer: str
    address: str
    role: Role


@dataclass(frozen=True)
class ObserverConfirmed:
    """The address has answered; what was asked for counts."""

    at: datetime
    observer: str


@dataclass(frozen=True)
class ObserverForgotten:
    """Somebody observes and stands by no longer, and the judge is to drop the address.

    Attributes:
        erased: Whether it has.
    """

    at: datetime
    observer: str
    erased: bool = False


@dataclass(frozen=True)
class ObserverLeft:
    """Somebody observes, or stands by, no longer."""

    at: datetime
    observer: str
    role: Role
