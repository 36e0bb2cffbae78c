"""What a player said, before the board is asked what it means.

The same line says the same thing in every position, so what is said is worked
out once for a line (`pbem.orders.syntax`) and settled for each position
(`pbem.orders.settling`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from pbem.board.position import UnitKind, province_of
from pbem.orders.gazetteer import Match
from pbem.sayings import Saying


class Role(Enum):
    """What became of a stretch of a line."""

    SAID = auto()
    UNREADABLE = auto()
    TALK = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """A place as it was named.

    Attributes:
        text: As it was written, in lower case.
        match: What it may mean.
        coast: `SC` where a coast was named beside the place and the place's
            name does not hold it; else empty.
    """

    text: str
    match: Match
    coast: str = ""

    def may_be(self, location: str) -> bool:
        """Return whether it is a location, or the province of one where it names no coast."""
        province, _, coast = location.partition("/")
        return self.coast in ("", coast) and any(
            named in (province, location) or (not coast and province_of(named) == province)
            for named in self.match.locations
        )


@dataclass(frozen=True, slots=True)
class Named:
    """A unit as it was named.

    Attributes:
        place: Where it stands.
        kind: None where no letter or word told it.
        power: The power it was said to belong to (`FRANCE`); empty where none was.
    """

    place: Place
    kind: UnitKind | None = None
    power: str = ""


@dataclass(frozen=True, slots=True)
class SaidHold:
    """`A PAR holds`."""

    unit: Named


@dataclass(frozen=True, slots=True)
class SaidMove:
    """`A PAR - BUR`, `A YOR - NTH - NWY`; a retreat in a retreat phase.

    Attributes:
        path: Where it goes; the last is where it ends, those before it seas.
        via: Whether a convoy was asked for, be it by naming seas.
        seas: Where the convoy was said to be.
        others: Further places, after `or`; None for disbanding.
    """

    unit: Named
    path: tuple[Place, ...]
    via: bool = False
    seas: tuple[Place, ...] = ()
    others: tuple[Place | None, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidSupport:
    """`A MAR S A PAR - BUR`; a support to hold where `to` is None."""

    unit: Named
    supported: Named
    to: Place | None = None


@dataclass(frozen=True, slots=True)
class SaidConvoy:
    """`F NTH C A YOR - NWY`; `unit` is None where only the army was named."""

    unit: Named | None
    army: Named
    path: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class SaidRetreat:
    """`A MUN R BOH, SIL, D`; None in `to` stands for disbanding."""

    unit: Named
    to: tuple[Place | None, ...]


@dataclass(frozen=True, slots=True)
class SaidDisband:
    """`A MUN D`.

    Attributes:
        sign: Whether only a dash before the unit says so.
    """

    unit: Named
    sign: bool = False


@dataclass(frozen=True, slots=True)
class SaidBuild:
    """`BUILD A PAR`."""

    unit: Named


@dataclass(frozen=True, slots=True)
class SaidWaive:
    """`waive 2`; `count` is None for all."""

    count: int | None = 1


@dataclass(frozen=True, slots=True)
class SaidConvert:
    """`A BAN CONVERT F BAN/WC`, `convert A BAN to fleet (west coast)`."""

    unit: Named
    kind: UnitKind | None = None
    place: Place | None = None
    coast: str = ""


@dataclass(frozen=True, slots=True)
class SaidUnit:
    """A unit and no more, `A PAR`; it continues a list, or is a build."""

    unit: Named


@dataclass(frozen=True, slots=True)
class SaidDisbanding:
    """`D` and no more; it ends a list of retreats."""


Said = (
    SaidHold
    | SaidMove
    | SaidSupport
    | SaidConvoy
    | SaidRetreat
    | SaidDisband
    | SaidBuild
    | SaidWaive
    | SaidConvert
    | SaidUnit
    | SaidDisbanding
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line that was taken as one thing.

    Attributes:
        start: Where it begins in the line as written.
        end: Where it ends.
        role: What it is.
        said: What was said, if it could be read.
        leading: Whether the order word stood first, so that units that follow
            are meant with it (`Build A PAR, F BRE`).
        later: Places of a retreat that was written beside an order.
        weak: Whether a place in it is an everyday word that only the board can
            make a place.
        why: What could not be read.
        power: The power named before the line; empty where none was.
        shared: Whether what it does was said of a unit behind it.
    """

    start: int
    end: int
    role: Role
    said: Said | None = None
    leading: bool = False
    later: tuple[Place | None, ...] = ()
    weak: bool = False
    why: Saying | None = None
    power: str = ""
    shared: bool = False
