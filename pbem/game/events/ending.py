"""How games end, and the votes on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class DrawVoted:
    """A player's standing vote on a draw; private.

    Attributes:
        powers: Who is to share; empty for all survivors.
    """

    at: datetime
    player: str
    yes: bool
    powers: tuple[str, ...] = ()


@dataclass(frozen=True)
class ConcessionAsked:
    """A player wants to give the game away and is asked back; private."""

    at: datetime
    player: str
    to: str


@dataclass(frozen=True)
class Conceded:
    """A player gives the game to a power; private until all the others do.

    Attributes:
        to: Empty where it was taken back.
    """

    at: datetime
    player: str
    to: str


@dataclass(frozen=True)
class GameEnded:
    """How a game ended.

    Attributes:
        how: `solo`, `shared`, `draw`, `concession`, `turn-limit`, `time-limit`
            `abandoned` or `cancelled`.
        winners: Powers that share the result, in the variant's order.
        shares: Of one, by winner, as text: `1`, `1/3`.
        centers: Owners at the end.
        because: In words, where a host ended it.
    """

    at: datetime
    how: str
    winners: tuple[str, ...]
    shares: Mapping[str, str]
    centers: Mapping[str, tuple[str, ...]]
    because: str = ""
