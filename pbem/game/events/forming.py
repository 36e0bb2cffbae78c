"""How a game comes together: players, seats, the first position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pbem.board.position import Position
from pbem.game.settings import Settings


@dataclass(frozen=True)
class GameCreated:
    """A game is open for players.

    Attributes:
        lots: Secret from which the ids of an anonymous game's players are drawn; without
            it they are numbered as they come.
    """

    at: datetime
    settings: Settings
    host_address: str
    lots: str = ""


@dataclass(frozen=True)
class PlayerJoined:
    """Somebody asked for a seat, or was invited to one, and has not yet confirmed.

    Attributes:
        invited: Whether the host has invited this address.
    """

    at: datetime
    player: str
    address: str
    name: str
    preferences: tuple[str, ...]
    invited: bool = False


@dataclass(frozen=True)
class PlayerConfirmed:
    """The address has answered; the player counts."""

    at: datetime
    player: str


@dataclass(frozen=True)
class PlayerWithdrew:
    """A player has left before the game began; the seat is free."""

    at: datetime
    player: str


@dataclass(frozen=True)
class PreferencesSet:
    """A player would like to play other powers, the dearest first; private."""

    at: datetime
    player: str
    preferences: tuple[str, ...]


@dataclass(frozen=True)
class ArrangementChosen:
    """The game begins with another number of players than it was created for.

    Attributes:
        arrangement: Key of how the powers are shared.
    """

    at: datetime
    arrangement: str


@dataclass(frozen=True)
class PlayerRenamed:
    """A player has another public name."""

    at: datetime
    player: str
    name: str


@dataclass(frozen=True)
class AddressAsked:
    """A player wants to be written to elsewhere, once that address has answered; private.

    Attributes:
        newcomer: Who the address is until then; an id of its own, as of one who joins.
        address: Empty where the player thought better of it.
    """

    at: datetime
    player: str
    newcomer: str
    address: str


@dataclass(frozen=True)
class AddressChanged:
    """The new address has answered, and the player has it; private."""

    at: datetime
    player: str
    newcomer: str


@dataclass(frozen=True)
class ZoneSet:
    """A player reads deadlines in another zone; private."""

    at: datetime
    player: str
    zone: str


@dataclass(frozen=True)
class SeatsDrawn:
    """The powers were given out.

    Attributes:
        draw: Number of the draw, from 0.
        key: Its key, published so that the draw can be repeated.
        seats: Powers by player.
        preferences: What was wanted, by player, the dearest first; only where
            powers are given out by preference, so that the draw can be repeated.
    """

    at: datetime
    draw: int
    key: str
    seats: Mapping[str, tuple[str, ...]]
    preferences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class CoinFell:
    """A power nobody played was given away, and the closed provinces are open.

    Attributes:
        draw: Number of the draw.
        key: Its key, published so that the coin can be thrown again.
        power: What was given away.
        player: To whom.
    """

    at: datetime
    draw: int
    key: str
    power: str
    player: str


@dataclass(frozen=True)
class GameStarted:
    """Play begins with this position."""

    at: datetime
    position: Position
