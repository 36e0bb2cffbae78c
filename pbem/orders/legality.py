"""What a power can order, what it owes, and why an order can never be carried out.

An order is *illegal* if this unit can never do it on this board in this phase,
whatever others do. A support or convoy of something that nobody ordered is
legal. An army may be ordered overseas where fleets at sea, of any power, join
its coast to the other; which of them will convoy is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant
from pbem.orders.dues import Owed, build_sites, conversions_of, has_choice, owed
from pbem.orders.order import Disband, Order, Retreat
from pbem.orders.situation import Situation
from pbem.sayings import Saying

__all__ = [
    "Owed",
    "build_sites",
    "conversions_of",
    "has_choice",
    "legal_orders",
    "owed",
    "why_illegal",
]


def why_illegal(variant: Variant, position: Position, power: str, order: Order) -> Saying | None:
    """Return why an order can never be carried out, with what could; None if it is legal.

    The order is taken to be for the phase that is open; an order of another
    kind of phase is illegal. Counts (builds and disbands due) are the
    concern of the whole sheet: an order is refused only where none are due.
    """
    return Situation(variant, position, power).why_illegal(order)


def legal_orders(
    variant: Variant, position: Position, power: str
) -> Mapping[Unit, tuple[str, ...]]:
    """Return every legal order in normal form, by the unit that would carry it out.

    In a movement phase holds, moves, supports and convoys (moves by convoy
    without VIA); in a retreat phase single retreats and disbanding; in Winter
    builds under the unit to be built, disbands and conversions, without WAIVE.
    """
    situation = Situation(variant, position, power)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return {unit: situation.written(situation.movements(unit)) for unit in situation.own}
        case PhaseKind.RETREATS:
            return {
                fled.unit: situation.written(
                    [
                        *(Retreat(fled.unit, (to,)) for to in fled.retreats),
                        Disband(fled.unit),
                    ]
                )
                for fled in position.dislodged.get(power, ())
            }
        case PhaseKind.ADJUSTMENTS:
            return situation.adjustments()
