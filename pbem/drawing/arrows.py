"""Orders drawn over the board they were given on, with what became of them.

Every order is one group whose title says it in words. Supports are drawn before
moves, so that arrows lie on top; a support ends on the shaft of the move it
strengthens, each at a place of its own, so that strength can be counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.adjudicator.result import Adjudication, OrderResult, Outcome
from pbem.board.position import Position, Unit, province_of
from pbem.board.variant import Variant
from pbem.drawing import signs, svg
from pbem.drawing.atlas import Atlas, Point
from pbem.drawing.geometry import Shaft, along, distance, length, nearest, toward
from pbem.drawing.shafts import EDGE, lay_shafts
from pbem.drawing.words import read, result_words, unit_words
from pbem.orders.notation import unit_of
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

_STOPPED = frozenset({Outcome.BOUNCES, Outcome.NO_CONVOY})
_MEETING = 0.45
_APART = 10.0
_RANK: Mapping[type[Order], int] = {
    SupportHold: 0,
    SupportMove: 0,
    Convoy: 1,
    Hold: 1,
    Move: 2,
    Retreat: 2,
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """One order that can be drawn.

    Attributes:
        power: Whose it is.
        order: What was ordered.
        result: What became of it.
    """

    power: str
    order: Order
    result: OrderResult


@dataclass(frozen=True)
class Layers:
    """What belongs to the orders of a phase, from the ground upwards.

    Attributes:
        under: Lies below the units.
        over: Lies above them.
    """

    under: str
    over: str


@dataclass(frozen=True)
class _Scene:
    """What the signs of one phase need to know of each other.

    Attributes:
        paint: Attributes by role.
        shafts: The visible shaft of each move and retreat, by the unit's
            province; with the province it leads to.
        gone: Units driven out before the orders.
        met: How many supports were drawn, by the province of the unit they help.
    """

    atlas: Atlas
    paint: Mapping[str, str]
    gone: frozenset[Unit]
    shafts: Mapping[str, tuple[Shaft, str]]
    prefix: str
    met: Counter[str] = field(default_factory=Counter)

    def at(self, unit: Unit) -> Point:
        """Return where a unit stands before the orders, driven out or not."""
        spot = self.atlas.spot(unit.location)
        if spot is None:
            return (0.0, 0.0)
        return spot.dislodged if unit in self.gone else spot.unit


def draw_orders(
    variant: Variant,
    atlas: Atlas,
    paint: Mapping[str, str],
    position: Position,
    result: Adjudication,
    prefix: str,
) -> Layers:
    """Return the signs of all orders of a phase, and of what followed without an order.

    Orders that are not in normal form, and orders of powers or for provinces
    that the board has not, are left out.
    """
    drawn = sorted(_drawable(atlas, variant, result), key=lambda one: _RANK.get(type(one.order), 3))
    moves = [(one.order, one.result.outcome) for one in drawn]
    shafts = lay_shafts(variant, atlas, position, result, moves)
    gone = frozenset(one.unit for units in position.dislodged.values() for one in units)
    scene = _Scene(atlas, paint, gone, shafts, prefix)
    bursts = [
        signs.burst(scene.at(unit), paint)
        for one in drawn
        if one.result.dislodged and (unit := unit_of(one.order))
    ]
    under: list[str] = []
    over: list[str] = []
    for one in drawn:
        sign = _sign(scene, one)
        if sign:
            title = result_words(variant, one.power, one.result)
            layer = over if _lies_over(one) else under
            layer.append(_titled(title, sign, paint[f"order-{one.power}"]))
    over += _unordered_disbands(variant, scene, drawn, result)
    closed = {*position.standoffs, *result.standoffs}
    over += _standoffs(variant, atlas, paint, position, sorted(closed))
    return Layers("".join(bursts + under), "".join(over))


def _titled(title: str, sign: str, attributes: str = "") -> str:
    opening = f"<g {attributes}>" if attributes else "<g>"
    return f"{opening}<title>{svg.text(title)}</title>{sign}</g>"


def _drawable(atlas: Atlas, variant: Variant, result: Adjudication) -> Iterable[Drawn]:
    for power, orders in result.orders.items():
        if power not in variant.powers:
            continue
        for one in orders:
            order = read(one.order)
            unit = unit_of(order) if order else None
            if order and unit and atlas.spot(unit.location):
                yield Drawn(power, order, one)


def _lies_over(one: Drawn) -> bool:
    above = isinstance(one.order, Build | Disband | Convert)
    return above or one.result.outcome is Outcome.ILLEGAL


def _sign(scene: _Scene, one: Drawn) -> str:
    case = scene.paint[f"case-{one.power}"]
    outcome = one.result.outcome
    unit = unit_of(one.order)
    if unit is not None and outcome is Outcome.ILLEGAL:
        return signs.badge(scene.at(unit), "!", "alarm-disc", scene.paint)
    match one.order:
        case Waive():
            return ""
        case Build(unit):
            return _build(scene, one.power, unit)
        case Hold(unit):
            return signs.footing(scene.at(unit), case) if one.result.given else ""
        case Move(unit) | Retreat(unit):
            return _move(scene, unit, outcome, case, rail=isinstance(one.order, Retreat))
        case SupportHold(unit, supported):
            return _support_hold(scene, unit, supported, outcome, case)
        case SupportMove(unit, supported, to):
            return _support_move(scene, unit, supported, to, outcome, case)
        case Convoy(unit, army):
            return _convoy(scene, unit, army, outcome, case)
        case Disband(unit):
            return signs.cross(scene.at(unit), (1, 0), scene.paint, 9)
        case Convert(unit):
            return signs.badge(scene.at(unit), "s", "good-disc", scene.paint)


def _move(scene: _Scene, unit: Unit, outcome: Outcome, case: str, *, rail: bool) -> str:
    laid = scene.shafts.get(unit.province)
    if laid is None:
        return ""
    shaft = laid[0]
    if outcome not in _STOPPED:
        return signs.rail(shaft, case) if rail else signs.arrow(shaft, case)
    arrow = signs.rail(shaft, case) if rail else signs.arrow(shaft, case, dash="7 4")
    # Just behind the head, or close to the start of what never set out.
    late = min(0.76, max(0.35, 1 - 22 / length(shaft)))
    at, way = along(shaft, 0.3 if outcome is Outcome.NO_CONVOY else late)
    return arrow + signs.cross(at, way, scene.paint)


def _support_move(
    scene: _Scene, unit: Unit, supported: Unit, to: str, outcome: Outcome, case: str
) -> str:
    start = scene.at(unit)
    laid = scene.shafts.get(supported.province)
    if laid is None or laid[1] != province_of(to):
        goal = scene.atlas.spot(to)
        helped = scene.at(supported)
        end = toward(helped, goal.unit, distance(helped, goal.unit) / 2) if goal else helped
    else:
        count = scene.met[supported.province]
        scene.met[supported.province] += 1
        end, _ = along(laid[0], _meeting(length(laid[0]), count))
    return _support(scene, start, end, outcome, case)


def _meeting(far: float, count: int) -> float:
    """Return the share of a shaft at which the next support ends, clear of those before it."""
    step = max(0.13, _APART / far) * ((count + 1) // 2)
    return min(0.86, max(0.06, _MEETING + (step if count % 2 else -step)))


def _support(scene: _Scene, start: Point, end: Point, outcome: Outcome, case: str) -> str:
    far = distance(start, end)
    shaft = (toward(start, end, min(EDGE, far / 3)), toward(start, end, max(far - 4, far / 2)))
    match outcome:
        case Outcome.CUT:
            at, way = along(shaft, 0.4)
            stopped = signs.bar(at, way, scene.paint)
            return signs.line(shaft, case, 2.2, "6 4") + signs.hollow(end, case) + stopped
        case Outcome.VOID:
            return signs.line(shaft, case, 2, "2 5") + signs.hollow(end, case)
        case _:
            return signs.line(shaft, case, 2.2, "6 4") + signs.dot(end, case)


def _support_hold(scene: _Scene, unit: Unit, supported: Unit, outcome: Outcome, case: str) -> str:
    start, center = scene.at(unit), scene.at(supported)
    radius = EDGE + 3 + 3.6 * scene.met[supported.province]
    scene.met[supported.province] += 1
    far = distance(start, center)
    shaft = (
        toward(start, center, min(EDGE, far / 3)),
        toward(start, center, max(far - radius, far / 2)),
    )
    dash = {Outcome.CUT: "6 4", Outcome.VOID: "2 5"}.get(outcome, "")
    sign = signs.line(shaft, case, 2.2, dash or "6 4") + signs.ring(center, radius, case, dash)
    if outcome is Outcome.CUT:
        at, way = along(shaft, 0.4)
        sign += signs.bar(at, way, scene.paint)
    return sign


def _convoy(scene: _Scene, unit: Unit, army: Unit, outcome: Outcome, case: str) -> str:
    at = scene.at(unit)
    sign = signs.wave(at, case, "3 3" if outcome is Outcome.VOID else "")
    laid = scene.shafts.get(army.province)
    if laid and outcome is not Outcome.VOID:
        end = nearest(laid[0], at)
        if distance(at, end) > EDGE + 4:
            sign += signs.line((toward(at, end, EDGE), end), case, 2, "3 4")
    if outcome is Outcome.DISRUPTED:
        sign += signs.bar((at[0], at[1] + 15), (1, 0.5), scene.paint, 5.5)
    return sign


def _build(scene: _Scene, power: str, unit: Unit) -> str:
    at = scene.at(unit)
    body = scene.paint[f"body-{power}"]
    return (
        signs.ring(at, EDGE + 4, scene.paint[f"case-{power}"], "5 3.5")
        + f"<g {body}>{signs.unit(unit, at, scene.prefix)}</g>"
        + signs.badge(at, "+", "good-disc", scene.paint)
    )


def _standoffs(
    variant: Variant,
    atlas: Atlas,
    paint: Mapping[str, str],
    position: Position,
    closed: Sequence[str],
) -> list[str]:
    left = {unit.location for units in position.units.values() for unit in units}
    return [
        _titled(f"Standoff in {variant.provinces[key].name}", signs.standoff(at, paint))
        for key in closed
        if key in variant.provinces and (spot := atlas.spot(key))
        for at in [spot.dislodged if key in left else spot.unit]
    ]


def _unordered_disbands(
    variant: Variant, scene: _Scene, drawn: list[Drawn], result: Adjudication
) -> list[str]:
    shown = {unit_of(one.order) for one in drawn if isinstance(one.order, Disband)}
    return [
        _titled(
            f"{variant.powers[power].name}: {unit_words(variant, unit)} is disbanded",
            signs.cross(scene.at(unit), (1, 0), scene.paint, 9),
        )
        for power, units in result.disbanded.items()
        if power in variant.powers
        for unit in units
        if unit not in shown and scene.atlas.spot(unit.location)
    ]
