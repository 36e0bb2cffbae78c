"""Players who leave, and those who take over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class ResignationAsked:
    """A player wants to leave and is asked back; private."""

    at: datetime
    player: str


@dataclass(frozen=True)
class SeatVacated:
    """A player left, or was dropped; the powers are nobody's until somebody takes them over.

    Attributes:
        how: `resigned`, `missed` (too many phases), `ejected`, or `released` by a host who ran it.
        receipts: How many receipts each power got in the open phase; absent for none.
    """

    at: datetime
    player: str
    powers: tuple[str, ...]
    how: str
    receipts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatTaken:
    """Somebody plays powers from now on that were nobody's."""

    at: datetime
    player: str
    powers: tuple[str, ...]
