"""What a scripted player orders: quick and opportunist, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit, UnitKind
from pbem.board.variant import Variant
from pbem.demo.chance import Chance
from pbem.demo.outlook import Outlook
from pbem.demo.plans import Plan
from pbem.orders.legality import Owed, conversions_of, owed
from pbem.orders.notation import write_order
from pbem.orders.order import Build, Convert, Disband, Retreat

_WORTH_CONVERTING = 125


def choose(variant: Variant, position: Position, power: str, seed: object) -> tuple[str, ...]:
    """Return a power's orders in normal form, sorted; empty where it owes nothing.

    Every unit that may be ordered has one; in Winter there are as many builds
    or disbands as are due, unless no site is left, and at most one conversion.
    All are legal.

    Args:
        variant: The board.
        position: Whose phase is open.
        power: Whose orders they are.
        seed: The same seed gives the same orders.
    """
    chance = Chance(seed, "orders", position.phase, power)
    outlook = Outlook(variant, position, power, seed)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return Plan(outlook, chance).written() if position.units.get(power) else ()
        case PhaseKind.RETREATS:
            return _retreats(outlook)
        case PhaseKind.ADJUSTMENTS:
            return _adjustments(outlook, chance)


def _retreats(outlook: Outlook) -> tuple[str, ...]:
    """Return retreats to the best places, no place twice."""
    taken: set[str] = set()
    orders = []
    for dislodged in outlook.position.dislodged.get(outlook.power, ()):
        if not dislodged.retreats:
            continue
        unit = dislodged.unit
        places = sorted(
            (Unit(unit.kind, to) for to in dislodged.retreats),
            key=lambda place: (-outlook.worth[place], place),
        )
        free = [place for place in places if place.province not in taken]
        if free:
            taken.add(free[0].province)
            orders.append(write_order(Retreat(unit, (free[0].location,))))
        else:
            orders.append(write_order(Disband(unit)))
    return tuple(sorted(orders))


def _adjustments(outlook: Outlook, chance: Chance) -> tuple[str, ...]:
    position, power = outlook.position, outlook.power
    debt = owed(outlook.variant, position, power)
    if debt.disbands:
        units = sorted(position.units[power], key=lambda unit: (outlook.worth[unit], unit))
        leaving = units[: debt.disbands]
        orders = [write_order(Disband(unit)) for unit in leaving]
    else:
        leaving = []
        orders = [write_order(Build(unit)) for unit in _builds(outlook, debt, chance)]
    staying = [unit for unit in debt.conversions if unit not in leaving]
    return tuple(sorted([*orders, *_conversion(outlook, staying)]))


def _builds(outlook: Outlook, debt: Owed, chance: Chance) -> list[Unit]:
    """Return what to build: the best places, and a fleet to every two armies."""
    units = outlook.position.units.get(outlook.power, ())
    builds: list[Unit] = []
    fleets = sum(unit.kind is UnitKind.FLEET for unit in units)
    armies = len(units) - fleets
    while len(builds) < debt.builds:
        taken = {unit.province for unit in builds}
        choices = [
            node
            for node in outlook.ways.nodes
            if node.province in debt.sites and node.province not in taken
        ]
        wants_fleet = fleets * 2 <= armies
        scores = {
            node: outlook.worth[node] * chance.between(80, 120) // 100
            + (150 if (node.kind is UnitKind.FLEET) == wants_fleet else 0)
            for node in choices
        }
        best = max(choices, key=lambda node: (scores[node], str(node)))
        builds.append(best)
        fleets += best.kind is UnitKind.FLEET
        armies += best.kind is UnitKind.ARMY
    return builds


def _conversion(outlook: Outlook, units: Sequence[Unit]) -> Iterator[str]:
    """Yield the conversion that gains most, if one gains enough."""
    gains = {
        (unit, into): 100 * outlook.worth[into] // max(outlook.worth[unit], 1)
        for unit in units
        for into in conversions_of(outlook.variant, unit)
    }
    if not gains:
        return
    unit, into = max(gains, key=lambda pair: (gains[pair], pair))
    if gains[unit, into] >= _WORTH_CONVERTING:
        several = len(conversions_of(outlook.variant, unit)) > 1
        yield write_order(Convert(unit, into if several else None))
