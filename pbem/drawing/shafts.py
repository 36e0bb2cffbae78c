"""Where the shafts of moves run: straight, beside an opposing one, or over the sea."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.adjudicator.result import Adjudication, Outcome
from pbem.board.position import Position, Unit, UnitKind, province_of
from pbem.board.variant import Variant
from pbem.drawing.atlas import Atlas, Point
from pbem.drawing.geometry import Shaft, aside, direction, distance, short_of, through, trimmed
from pbem.drawing.signs import UNIT_RADIUS
from pbem.orders.order import Convoy, Move, Order, Retreat

EDGE = UNIT_RADIUS + 2
_BESIDE = 5.5
_CLEAR = UNIT_RADIUS + 5
_CARRIES = frozenset({Outcome.AVAILABLE, Outcome.DISRUPTED})


def lay_shafts(
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication,
    orders: Sequence[tuple[Order, Outcome]],
) -> Mapping[str, tuple[Shaft, str]]:
    """Return the visible shaft of each move and retreat, by the unit's province.

    With each goes the province it leads to. A shaft begins and ends at the edge
    of a unit, short of the mark of a standoff, or close to the middle of an
    empty province, and never under the name of the province it leads to. Illegal orders have none.
    """
    goals = dict(_goals(orders, result))
    occupied = {unit.location for units in position.units.values() for unit in units}
    carriers = _carriers(orders)
    stand = [place.unit for location in sorted(occupied) if (place := atlas.spot(location))]
    laid = {}
    for unit, to, via in goals.values():
        spot, goal = atlas.spot(unit.location), atlas.spot(to)
        if spot is None or goal is None:
            continue
        start = spot.dislodged if via is None else spot.unit
        fleets = carriers.get((unit.province, province_of(to)))
        stops = _stops(variant, fleets, unit, to, via) if fleets and via is not None else []
        middle = [place.unit for stop in stops if (place := atlas.spot(stop))]
        shaft = through([start, *(middle or _detour(start, goal.unit, stand)), goal.unit])
        target = province_of(to)
        facing = goals.get(target)
        if facing and len(shaft) == 2 and province_of(facing[1]) == unit.province:
            shaft = aside(shaft, _BESIDE)
        room = EDGE + 1 if to in occupied else 10.5 if target in result.standoffs else 2.5
        visible = trimmed(shaft, EDGE - 1, room)
        label = atlas.areas[target].label
        laid[unit.province] = (short_of(visible, label, _name_box(target)), target)
    return laid


def _name_box(key: str) -> Point:
    """Return half the width and height of a short name, roughly, and a little more."""
    return (4.9 * len(key) + 3, 8.5)


def _detour(start: Point, end: Point, others: Sequence[Point]) -> list[Point]:
    """Return a corner that leads a straight shaft around a unit it would cross; else nothing."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    for x, y in others:
        if not (left - _CLEAR < x < right + _CLEAR and top - _CLEAR < y < bottom + _CLEAR):
            continue
        dx, dy = direction(start, end)
        far = (x - start[0]) * dx + (y - start[1]) * dy
        off = (x - start[0]) * dy - (y - start[1]) * dx
        if EDGE < far < distance(start, end) - EDGE and abs(off) < _CLEAR:
            turn = off - (_CLEAR + 3) * (1 if off >= 0 else -1)
            return [(start[0] + dx * far + dy * turn, start[1] + dy * far - dx * turn)]
    return []


def _goals(
    orders: Sequence[tuple[Order, Outcome]], result: Adjudication
) -> Iterable[tuple[str, tuple[Unit, str, bool | None]]]:
    """Yield province, unit, goal and whether a convoy was asked for; None for retreats."""
    arrived = {unit for units in result.units.values() for unit in units}
    for order, outcome in orders:
        if outcome is Outcome.ILLEGAL:
            continue
        if isinstance(order, Move):
            yield order.unit.province, (order.unit, order.to, order.via)
        elif isinstance(order, Retreat):
            places = [to for to in order.to if to != "D"]
            taken = [to for to in places if Unit(order.unit.kind, to) in arrived]
            if places:
                yield order.unit.province, (order.unit, (taken or places)[0], None)


def _carriers(
    orders: Sequence[tuple[Order, Outcome]],
) -> dict[tuple[str, str], dict[str, Unit]]:
    """Return the fleets that convoy, by where from and where to, by their province."""
    carriers: dict[tuple[str, str], dict[str, Unit]] = {}
    for order, outcome in orders:
        if isinstance(order, Convoy) and outcome in _CARRIES:
            way = (order.army.province, province_of(order.to))
            carriers.setdefault(way, {})[order.unit.province] = order.unit
    return carriers


def _stops(
    variant: Variant, fleets: Mapping[str, Unit], army: Unit, to: str, via: bool
) -> list[str]:
    """Return the fleets that carry an army, in the order of its way; none where it walks."""
    goal = province_of(to)
    if army.kind is not UnitKind.ARMY or (variant.reaches(army, goal) and not via):
        return []
    return _way(variant, fleets, army.province, goal)


def _way(variant: Variant, fleets: Mapping[str, Unit], start: str, goal: str) -> list[str]:
    """Return the shortest way by fleets, by location; empty where they do not join up."""
    ways = [[key] for key, fleet in fleets.items() if variant.reaches(fleet, start)]
    seen = {way[0] for way in ways}
    for way in ways:
        last = fleets[way[-1]]
        if variant.reaches(last, goal):
            return [fleets[key].location for key in way]
        for key in fleets:
            if key not in seen and variant.reaches(last, key):
                seen.add(key)
                ways.append([*way, key])
    return []
