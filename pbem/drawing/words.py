"""Orders and what became of them in words, for the titles of what is drawn."""

from __future__ import annotations

from functools import lru_cache

from pbem.adjudicator.result import OrderResult, Outcome
from pbem.board.position import Unit, province_of
from pbem.board.variant import Variant
from pbem.errors import UnreadableError
from pbem.orders.notation import read_order
from pbem.orders.order import (
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)

_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
_OUTCOMES = {
    Outcome.SUCCEEDS: "succeeds",
    Outcome.BOUNCES: "bounces",
    Outcome.NO_CONVOY: "no convoy",
    Outcome.GIVEN: "given",
    Outcome.CUT: "cut",
    Outcome.VOID: "void",
    Outcome.AVAILABLE: "available",
    Outcome.DISRUPTED: "disrupted",
    Outcome.HOLDS: "holds",
    Outcome.ILLEGAL: "illegal",
}


def read(text: str) -> Order | None:
    """Return an order in normal form, or None for a text that is none."""
    try:
        return read_order(text)
    except UnreadableError:
        return None


def place_words(variant: Variant, location: str) -> str:
    """Return a location's full name: `Paris`, `Spain (north coast)`."""
    province = variant.provinces.get(province_of(location))
    coast = location.partition("/")[2]
    name = province.name if province else province_of(location)
    return f"{name} ({_COASTS.get(coast, coast)})" if coast else name


def unit_words(variant: Variant, unit: Unit) -> str:
    """Return a unit in words: `army Paris`; without kinds only its place."""
    place = place_words(variant, unit.location)
    return f"{unit.kind.title} {place}" if variant.unit_kinds else place


def order_words(variant: Variant, order: Order) -> str:
    """Return an order in words: `army Marseilles supports army Paris to Burgundy`."""
    match order:
        case Hold(unit):
            return f"{unit_words(variant, unit)} holds"
        case Move(unit, to, via):
            way = " by convoy" if via else ""
            return f"{unit_words(variant, unit)} to {place_words(variant, to)}{way}"
        case SupportHold(unit, supported):
            return f"{unit_words(variant, unit)} supports {unit_words(variant, supported)}"
        case SupportMove(unit, supported, to):
            helped = f"{unit_words(variant, supported)} to {place_words(variant, to)}"
            return f"{unit_words(variant, unit)} supports {helped}"
        case Convoy(unit, army, to):
            carried = f"{unit_words(variant, army)} to {place_words(variant, to)}"
            return f"{unit_words(variant, unit)} convoys {carried}"
        case Retreat(unit, to):
            places = " or ".join(
                "disbands" if place == "D" else place_words(variant, place) for place in to
            )
            return f"{unit_words(variant, unit)} retreats to {places}"
        case Disband(unit):
            return f"{unit_words(variant, unit)} disbands"
        case Build(unit):
            return f"builds {unit_words(variant, unit)}"
        case Waive():
            return "waives a build"
        case Convert(unit, into):
            changed = f" into {unit_words(variant, into)}" if into else ""
            return f"{unit_words(variant, unit)} converts{changed}"


def result_words(variant: Variant, power: str, result: OrderResult) -> str:
    """Return one line: `France: army Paris to Burgundy: bounces. Bounced with A RUH`.

    An order that is not in normal form stands as it came in.
    """
    name = variant.powers[power].name if power in variant.powers else power
    line = f"{name}: {_worded(variant, result.order)}: {_OUTCOMES[result.outcome]}"
    if result.dislodged:
        line += ", dislodged"
    reason = result.reason.strip()
    return f"{line}. {reason[0].upper()}{reason[1:]}" if reason else line


@lru_cache(maxsize=16384)
def _worded(variant: Variant, text: str) -> str:
    order = read(text)
    return order_words(variant, order) if order else text
