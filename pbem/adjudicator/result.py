"""What became of the orders of a phase: each with its word, its reason, its cause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pbem.board.position import Dislodgement, Unit


class Outcome(StrEnum):
    """The word for what became of an order (docs/formats.md lists them by kind)."""

    SUCCEEDS = "succeeds"
    BOUNCES = "bounces"
    NO_CONVOY = "no-convoy"
    GIVEN = "given"
    CUT = "cut"
    VOID = "void"
    AVAILABLE = "available"
    DISRUPTED = "disrupted"
    HOLDS = "holds"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Cause:
    """Who brought an outcome about, and by which rule.

    Attributes:
        by: The unit in normal form: `F MAO`.
        power: Its power.
        rule: One word: `cut`, `standoff`, `dislodged`, …
    """

    by: str
    power: str
    rule: str


@dataclass(frozen=True, slots=True)
class OrderResult:
    """One order and what became of it.

    Attributes:
        order: In the spelling that came in; `A PAR H` for a unit without one.
        reason: A sentence a player understands.
        dislodged: Whether the unit was driven out, whatever it did.
        given: False for a unit nobody ordered.
    """

    order: str
    outcome: Outcome
    reason: str
    cause: tuple[Cause, ...] = ()
    dislodged: bool = False
    given: bool = True


@dataclass(frozen=True, init=False)
class Adjudication:
    """All that a phase's orders led to.

    Attributes:
        orders: By power, in the order that came in; then the units without an order.
        units: By power, sorted by `str`, without the dislodged.
        dislodged: By power, with where each unit may retreat to (movement only).
        standoffs: Empty provinces closed to retreats, sorted (movement only).
        centers: Owners after this phase, sorted; empty where they were not known.
        disbanded: Units that left the board in retreats and adjustments,
            automatic ones too, by power.
    """

    orders: Mapping[str, tuple[OrderResult, ...]]
    units: Mapping[str, tuple[Unit, ...]]
    dislodged: Mapping[str, tuple[Dislodgement, ...]]
    standoffs: tuple[str, ...]
    centers: Mapping[str, tuple[str, ...]]
    disbanded: Mapping[str, tuple[Unit, ...]]

    def __init__(
        self,
        orders: Mapping[str, tuple[OrderResult, ...]],
        units: Mapping[str, tuple[Unit, ...]],
        dislodged: Mapping[str, tuple[Dislodgement, ...]],
        standoffs: tuple[str, ...],
        centers: Mapping[str, tuple[str, ...]],
        disbanded: Mapping[str, tuple[Unit, ...]],
    ) -> None:
        """Note everything in its own dictionary: as frozen classes do it takes twice as long."""
        members = self.__dict__
        members["orders"] = orders
        members["units"] = units
        members["dislodged"] = dislodged
        members["standoffs"] = standoffs
        members["centers"] = centers
        members["disbanded"] = disbanded
