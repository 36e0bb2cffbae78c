"""The phase that the legend shows: every sign of a map once, judged for the purpose."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.adjudicator.judging import adjudicate
from pbem.adjudicator.result import Adjudication
from pbem.adjudicator.rulebook import rulebook
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant

VARIANT = "standard"
"""The board the legend is drawn on."""

_ORDERS = {
    "AUSTRIA": ("A TYR - MUN", "A VIE - GAL"),
    "ENGLAND": ("A YOR - NWY", "F ENG - BRE", "F NTH C A YOR - NWY"),
    "FRANCE": ("A BEL S A BUR - RUH", "A BUR - RUH", "A PAR S F BRE", "F BRE H"),
    "GERMANY": ("A MUN S A RUH", "A RUH H", "F KIE H"),
    "ITALY": ("A ROM - LON",),
    "RUSSIA": ("A UKR S F SEV - RUM", "A WAR - GAL", "F SEV - RUM"),
    "TURKEY": ("A ANK H", "A CON - BUL", "A SMY S A ANK - ARM"),
}


@dataclass(frozen=True)
class Example:
    """A judged phase."""

    position: Position
    result: Adjudication


def example(variant: Variant) -> Example:
    """Return the phase the legend shows, on the standard board."""
    position = Position(
        phase=Phase.read("S1902M"),
        units={
            power: tuple(sorted((Unit.read(" ".join(o.split()[:2])) for o in orders), key=str))
            for power, orders in _ORDERS.items()
        },
        centers=variant.opening().centers,
    )
    return Example(position, adjudicate(variant, position, _ORDERS, rulebook(variant.rulebook)))
