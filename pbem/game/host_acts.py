"""What the host of a game can ask for beside the clock and the end of phases.

What needs a date, a derived key or what the journal knows has it here already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pbem.board.position import Position
from pbem.game.speech import Block


@dataclass(frozen=True, slots=True)
class SeeStatus:
    """`STATUS`: who has ordered and who is ready, never what."""


@dataclass(frozen=True, slots=True)
class Remind:
    """`REMIND`: those who owe something are told now."""


@dataclass(frozen=True, slots=True)
class Announce:
    """`ANNOUNCE` … `ENDANNOUNCE`: everybody is told, and the page shows it."""

    text: str


@dataclass(frozen=True, slots=True)
class Write:
    """`PRESS TO` … `ENDPRESS`, and `NOTE` … `ENDNOTE`, of a host who plays no power."""

    block: Block


@dataclass(frozen=True, slots=True)
class Preview:
    """`PREVIEW`: what would happen now; for a host who gives no orders."""


@dataclass(frozen=True, slots=True)
class Eject:
    """`EJECT power`: its player is out of the game."""

    power: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class Appoint:
    """`APPOINT power address`: somebody is asked to play a power that has no player."""

    power: str
    address: str


@dataclass(frozen=True, slots=True)
class MakeDummy:
    """`DUMMY power`: the host gives the orders of a power that has no player."""

    power: str


@dataclass(frozen=True, slots=True)
class OfferHosting:
    """`HOST address`: somebody else is asked to be the host."""

    address: str


@dataclass(frozen=True, slots=True)
class EndInDraw:
    """`END DRAW powers`: the powers share the result; all survivors where none is named."""

    powers: tuple[str, ...] = ()
    because: str = ""


@dataclass(frozen=True, slots=True)
class CancelGame:
    """`CANCEL`: the game is called off."""

    because: str = ""


@dataclass(frozen=True)
class RollBack:
    """`ROLLBACK phase BECAUSE …`: that phase is open for orders again.

    Attributes:
        number, after, position, missed, issued: See the event `RolledBack`.
        due: The new deadline.
    """

    number: int
    after: int
    position: Position
    missed: Mapping[str, int]
    issued: Mapping[str, int]
    due: datetime
    because: str


@dataclass(frozen=True)
class EditBoard:
    """`EDIT unit|center … BECAUSE …`: a unit or the owner of a center is changed.

    Attributes:
        what: `unit` or `center`.
        place: The unit in normal form, or the province.
        power: Whose it is then; empty for nobody's.
        nonces: By power: the nonce of the next receipt, for sheets that lose an order.
    """

    what: str
    place: str
    power: str
    because: str
    nonces: Mapping[str, str] = field(default_factory=dict)


HostAct = (
    SeeStatus
    | Remind
    | Announce
    | Preview
    | Eject
    | Appoint
    | MakeDummy
    | OfferHosting
    | EndInDraw
    | CancelGame
    | RollBack
    | EditBoard
    | Write
)
