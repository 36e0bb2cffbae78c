"""What a power can say: one class for each kind of order.

Every order names its unit as it stands (`F SPA/NC`). Supports and convoys name
another unit, whose coast may be left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.position import Unit


@dataclass(frozen=True, slots=True)
class Hold:
    """`A PAR H`."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Move:
    """`A PAR - BUR`, `A YOR - NWY VIA`.

    Attributes:
        to: Location; with its coast where a fleet goes to a province with several.
        via: Whether the player asked for a convoy.
    """

    unit: Unit
    to: str
    via: bool = False


@dataclass(frozen=True, slots=True)
class SupportHold:
    """`A MAR S A BUR`: support of a unit that does not move."""

    unit: Unit
    supported: Unit


@dataclass(frozen=True, slots=True)
class SupportMove:
    """`A MAR S A PAR - BUR`.

    Attributes:
        to: Where the supported unit goes; its coast may be left out.
    """

    unit: Unit
    supported: Unit
    to: str


@dataclass(frozen=True, slots=True)
class Convoy:
    """`F NTH C A YOR - NWY`."""

    unit: Unit
    army: Unit
    to: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """`A MUN R BOH`, `A MUN R BOH, SIL, D`: the first that is open is taken.

    Attributes:
        to: Locations in order of preference, at least one; `D` (disband) may
            stand at the end.
    """

    unit: Unit
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disband:
    """`A MUN D`, of a dislodged unit or in Winter."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Build:
    """`A PAR B`, `F STP/NC B`."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Waive:
    """`WAIVE`: one build is not used."""


@dataclass(frozen=True, slots=True)
class Convert:
    """`A BOM CONVERT`, `A BAN CONVERT F BAN/WC`.

    Attributes:
        into: The unit it becomes, with its coast where one must be named; None
            where the board leaves no choice.
    """

    unit: Unit
    into: Unit | None = None


Order = (
    Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband | Build | Waive | Convert
)
