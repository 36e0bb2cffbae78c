"""Adjustments: builds, disbands and conversions of Winter.

A power with more centers than units may build the difference, one with fewer
must disband it; what it does not say is chosen by the rule of civil disorder
(rulebook; DATC 6.I, 6.J, issues 4.B.7, 4.C.4, 4.D.4 to 4.D.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.adjudicator.result import Adjudication, OrderResult, Outcome
from pbem.adjudicator.retreats import sorted_units
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.tables import Board, distances
from pbem.board.position import Position, Unit, UnitKind, province_of
from pbem.board.variant import Terrain, Variant
from pbem.errors import UnreadableError
from pbem.orders.notation import read_order
from pbem.orders.order import Build, Convert, Disband, Order, Waive

_FAR = 10_000


@dataclass
class _Sheet:
    """One power's adjustments while they are judged.

    Attributes:
        power: Its id in records.
        name: As people say it.
        units: What it has on the board before the adjustments.
        allowed: Builds (above zero) or disbands (below) it has.
        taken: Provinces it may not build in, because of a unit or a build.
        built: Units built.
        gone: Units disbanded.
        converted: What units become, by province.
        results: By the place of the order in its sheet.
    """

    power: str
    name: str
    units: tuple[Unit, ...]
    centers: tuple[str, ...]
    allowed: int
    taken: set[str]
    built: list[Unit] = field(default_factory=list)
    gone: list[Unit] = field(default_factory=list)
    waived: int = 0
    converted: dict[str, Unit] = field(default_factory=dict)
    results: dict[int, tuple[Outcome, str]] = field(default_factory=dict)


def judge_adjustments(
    board: Board, position: Position, orders: Mapping[str, Sequence[str]], rulebook: Rulebook
) -> Adjudication:
    """Judge the adjustments of Winter; see `pbem.adjudicator.adjudicate`.

    Where the owners of supply centers are not known, nothing is built or disbanded,
    and nothing ever by a power that nobody plays.
    """
    occupied = {unit.province for units in position.units.values() for unit in units}
    results: dict[str, tuple[OrderResult, ...]] = {}
    units: dict[str, list[Unit]] = {}
    disbanded: dict[str, list[Unit]] = {}
    for power in [*board.powers, *(power for power in orders if power not in board.power_number)]:
        own = position.units.get(power, ())
        centers = position.centers.get(power, ())
        neutral = power in position.neutral
        allowed = len(centers) - len(own) if position.centers and not neutral else 0
        texts = orders.get(power, ())
        if not texts and allowed >= 0:
            units[power] = [*own]
            continue
        known = board.variant.powers.get(power)
        name = known.name if known else power
        sheet = _Sheet(power, name, own, centers, allowed, set(occupied))
        if neutral:
            why = f"nobody plays {name}, so it never adjusts"
            listed = [OrderResult(text, Outcome.ILLEGAL, why) for text in texts]
        else:
            listed = _judge_sheet(board.variant, rulebook, sheet, texts)
        if listed:
            results[power] = tuple(listed)
        units[power] = [
            *(sheet.converted.get(unit.province, unit) for unit in own if unit not in sheet.gone),
            *sheet.built,
        ]
        disbanded[power] = sheet.gone
    return Adjudication(
        orders=results,
        units=sorted_units(board, units),
        dislodged={},
        standoffs=(),
        centers=position.centers,
        disbanded=sorted_units(board, disbanded),
    )


def _judge_sheet(
    variant: Variant, rulebook: Rulebook, sheet: _Sheet, texts: Sequence[str]
) -> list[OrderResult]:
    """Judge one power's orders and add the disbands that nobody ordered."""
    orders = [_read(text) for text in texts]
    for number, why in _left_out(variant, rulebook, sheet, orders).items():
        sheet.results[number] = Outcome.ILLEGAL, why
    surplus = rulebook.surplus_builds if sheet.allowed > 0 else rulebook.surplus_disbands
    numbered = [pair for pair in enumerate(orders) if pair[0] not in sheet.results]
    if surplus == "last":
        numbered.reverse()
    for number, order in numbered:
        if isinstance(order, str):
            sheet.results[number] = Outcome.ILLEGAL, order
        elif not isinstance(order, Convert):
            sheet.results[number] = _judge(variant, rulebook, sheet, order)
    lost = _lose_by_rule(variant, rulebook, sheet)
    for number, order in enumerate(orders):
        if isinstance(order, Convert):
            sheet.results[number] = _convert(variant, sheet, order)
    given = [OrderResult(text, *sheet.results[number]) for number, text in enumerate(texts)]
    reason = "no order, so the rule of civil disorder chose it"
    return given + [
        OrderResult(f"{unit} D", Outcome.SUCCEEDS, reason, given=False) for unit in lost
    ]


def _left_out(
    variant: Variant, rulebook: Rulebook, sheet: _Sheet, orders: Sequence[Order | str]
) -> dict[int, str]:
    """Return the orders that the rulebook leaves out before any is judged, with why.

    Illegal orders do not make two of one, nor too many (DATC 4.D.4 to 4.D.6).
    """
    if sheet.allowed <= 0:
        return _disbands_left_out(rulebook, sheet, orders)
    builds: dict[str, list[int]] = {}
    for number, order in enumerate(orders):
        if isinstance(order, Build):
            unit = _as_built(variant, rulebook, order.unit)
            if not _why_not_built(variant, sheet, unit):
                builds.setdefault(unit.province, []).append(number)
    out: dict[int, str] = {}
    for province, numbers in builds.items():
        if len(numbers) > 1:
            out |= _doubles_left_out(rulebook, province, numbers)
    left = [number for numbers in builds.values() for number in numbers if number not in out]
    waives = [number for number, order in enumerate(orders) if isinstance(order, Waive)]
    if rulebook.surplus_builds == "none" and len(left) + len(waives) > sheet.allowed:
        out |= dict.fromkeys([*left, *waives], "more builds than allowed, so none counts")
    return out


def _doubles_left_out(rulebook: Rulebook, province: str, numbers: Sequence[int]) -> dict[int, str]:
    match rulebook.double_builds:
        case "first":
            return dict.fromkeys(numbers[1:], f"{province} already has a build")
        case "last":
            return dict.fromkeys(numbers[:-1], f"{province} has a later build")
        case "none":
            return dict.fromkeys(numbers, f"{province} has several builds, so none counts")


def _disbands_left_out(
    rulebook: Rulebook, sheet: _Sheet, orders: Sequence[Order | str]
) -> dict[int, str]:
    named = {
        number: unit
        for number, order in enumerate(orders)
        if isinstance(order, Disband) and (unit := _unit_named(sheet, order.unit))
    }
    if rulebook.surplus_disbands != "none" or len(set(named.values())) <= -sheet.allowed:
        return {}
    return dict.fromkeys(named, "more disbands than needed, so none counts")


def _read(text: str) -> Order | str:
    try:
        return read_order(text)
    except UnreadableError:
        return f"{text!r} cannot be read as an order"


def _judge(
    variant: Variant, rulebook: Rulebook, sheet: _Sheet, order: Order
) -> tuple[Outcome, str]:
    match order:
        case Build(unit):
            return _build(variant, rulebook, sheet, unit)
        case Disband(unit):
            return _disband(sheet, unit)
        case Waive():
            if len(sheet.built) + sheet.waived >= sheet.allowed:
                return Outcome.ILLEGAL, f"{sheet.name} has no build left to waive"
            sheet.waived += 1
            return Outcome.SUCCEEDS, "one build waived"
        case _:
            return Outcome.ILLEGAL, "this is no order of an adjustment phase"


def _build(variant: Variant, rulebook: Rulebook, sheet: _Sheet, unit: Unit) -> tuple[Outcome, str]:
    unit = _as_built(variant, rulebook, unit)
    why = _why_not_built(variant, sheet, unit)
    if why:
        return Outcome.ILLEGAL, why
    sheet.built.append(unit)
    sheet.taken.add(unit.province)
    return Outcome.SUCCEEDS, f"built {unit}"


def _as_built(variant: Variant, rulebook: Rulebook, unit: Unit) -> Unit:
    """Return the unit an order is taken for where the rulebook mends it."""
    province = variant.provinces.get(unit.province)
    if province is None:
        return unit
    if unit.kind is UnitKind.ARMY:
        return Unit(unit.kind, province.id) if rulebook.army_coast == "ignored" else unit
    if province.terrain is Terrain.INLAND and rulebook.fleet_inland == "army":
        return Unit(UnitKind.ARMY, province.id)
    if unit.location == province.id and province.coasts and rulebook.build_coast == "default":
        return Unit(unit.kind, province.locations[0])
    return unit


def _why_not_built(variant: Variant, sheet: _Sheet, unit: Unit) -> str:
    """Return why a unit cannot be built; empty if it can."""
    province = variant.provinces.get(unit.province)
    if sheet.allowed <= 0:
        return f"{sheet.name} has nothing to build"
    if len(sheet.built) + sheet.waived >= sheet.allowed:
        return f"{sheet.name} has only {sheet.allowed} to build"
    if province is None:
        return f"there is no province {unit.province}"
    if not province.center:
        return f"{province.id} is no supply center"
    if province.id not in sheet.centers:
        return f"{province.id} does not belong to {sheet.name}"
    if province.home != sheet.power and not variant.builds_anywhere:
        return f"{province.id} is no home center of {sheet.name}"
    if province.id in sheet.taken:
        return f"{province.id} is not vacant"
    if unit.kind is UnitKind.FLEET and province.coasts and unit.location == province.id:
        return f"the coast is missing: {' or '.join(province.locations)}"
    if not variant.can_stand(unit):
        return f"{unit} cannot stand there"
    return ""


def _disband(sheet: _Sheet, named: Unit) -> tuple[Outcome, str]:
    unit = _unit_named(sheet, named)
    if unit is None:
        return Outcome.ILLEGAL, f"{sheet.name} has no {named}"
    if sheet.allowed >= 0:
        return Outcome.ILLEGAL, f"{sheet.name} has nothing to disband"
    if unit in sheet.gone:
        return Outcome.ILLEGAL, f"{unit} is already disbanded"
    if len(sheet.gone) >= -sheet.allowed:
        return Outcome.ILLEGAL, f"{sheet.name} has only {-sheet.allowed} to disband"
    sheet.gone.append(unit)
    return Outcome.SUCCEEDS, "disbanded"


def _unit_named(sheet: _Sheet, named: Unit) -> Unit | None:
    """Return a power's own unit by its kind and province; a wrong coast does not matter."""
    for unit in sheet.units:
        if unit.province == named.province and unit.kind is named.kind:
            return unit
    return None


def _lose_by_rule(variant: Variant, rulebook: Rulebook, sheet: _Sheet) -> list[Unit]:
    """Disband what a power had to and did not; return those units, first lost first."""
    missing = -sheet.allowed - len(sheet.gone)
    if missing <= 0:
        return []
    left = tuple(unit for unit in sheet.units if unit not in sheet.gone)
    lost = disorder(variant, rulebook, sheet.power, left, sheet.centers)[:missing]
    sheet.gone.extend(lost)
    return lost


def disorder(
    variant: Variant,
    rulebook: Rulebook,
    power: str,
    units: Sequence[Unit],
    centers: Sequence[str],
) -> list[Unit]:
    """Return units in the order in which a power in civil disorder loses them.

    The farthest goes first; of equals, fleets before armies, then by the full
    name of the province. The rulebook says what the distance is measured from.

    Source: rulebook 2023 and DATC 3.2, 6.J; before, home centers (DATC 2.x).
    """

    def rank(unit: Unit) -> tuple[int, bool, str]:
        far = _distance(variant, rulebook, power, unit, centers)
        return -far, unit.kind is UnitKind.ARMY, variant.provinces[unit.province].name.casefold()

    return sorted(units, key=rank)


def _distance(
    variant: Variant, rulebook: Rulebook, power: str, unit: Unit, centers: Sequence[str]
) -> int:
    if rulebook.auto_disband == "owned-centers":
        return _steps(variant, unit, centers)
    if rulebook.auto_disband == "capital":
        return _steps(variant, unit, (variant.power(power).capital,))
    homes = variant.power(power).homes
    if unit.kind is UnitKind.FLEET:
        return _steps_by_fleet(variant, unit, homes)
    return _steps(variant, unit, homes)


def _steps(variant: Variant, unit: Unit, goals: Sequence[str]) -> int:
    """Return the steps to the nearest goal over any border."""
    steps = distances(variant, unit.province)
    return min((steps.get(goal, _FAR) for goal in goals), default=_FAR)


def _steps_by_fleet(variant: Variant, unit: Unit, goals: Sequence[str]) -> int:
    """Return the moves a fleet needs to the nearest goal, from the coast it stands on."""
    steps = 0
    seen: set[str] = set()
    edge = {unit.location}
    while edge:
        if any(province_of(location) in goals for location in edge):
            return steps
        seen |= edge
        steps += 1
        edge = {
            near
            for location in edge
            for near in variant.neighbors(Unit(UnitKind.FLEET, location))
            if near not in seen
        }
    return _FAR


def _convert(variant: Variant, sheet: _Sheet, order: Convert) -> tuple[Outcome, str]:
    """Let a unit on a supply center change its kind, where the variant has that rule."""
    if not variant.converts:
        return Outcome.ILLEGAL, "units are not converted in this game"
    unit = _unit_named(sheet, order.unit)
    if unit is None:
        return Outcome.ILLEGAL, f"{sheet.name} has no {order.unit}"
    province = variant.provinces[unit.province]
    if unit in sheet.gone:
        return Outcome.ILLEGAL, f"{unit} is disbanded"
    if province.id in sheet.converted:
        return Outcome.ILLEGAL, f"{unit} is already converted"
    if not province.center:
        return Outcome.ILLEGAL, f"{province.id} is no supply center"
    kind = UnitKind.FLEET if unit.kind is UnitKind.ARMY else UnitKind.ARMY
    into = order.into or Unit(kind, province.id)
    if into.kind is unit.kind or into.province != province.id:
        return Outcome.ILLEGAL, f"{unit} cannot become {into}"
    if kind is UnitKind.FLEET and province.coasts and into.location == province.id:
        return Outcome.ILLEGAL, f"the coast is missing: {' or '.join(province.locations)}"
    if not variant.can_stand(into):
        return Outcome.ILLEGAL, f"{into} cannot stand there"
    sheet.converted[province.id] = into
    return Outcome.SUCCEEDS, f"became {into}"
