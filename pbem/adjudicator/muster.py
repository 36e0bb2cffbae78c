"""Units and orders are taken onto the field: whose order is for which unit.

Of an order that is nobody's, its power is told why; of several orders for a unit, the
rulebook says which counts (`pbem.adjudicator.doubles`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from pbem.adjudicator.compiled import NOTHING, Plan, plans_of
from pbem.adjudicator.doubles import choose, why_not
from pbem.adjudicator.field import Field
from pbem.adjudicator.matching import match, why_illegal
from pbem.adjudicator.routes import Seaways
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.tables import Board
from pbem.board.position import Position


def muster(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[str]]
) -> Field:
    """Return the field of a movement phase: units placed, orders read, matched and judged legal."""
    field = Field(board, rulebook)
    if position.closed or position.neutral:
        field.closed = frozenset(board.place[province] for province in position.closed)
        field.neutral = frozenset(board.power_number[power] for power in position.neutral)
    _place_units(field, position)
    doubled = _take_orders(field, orders)
    seaways = Seaways(board, field.troops.values())
    if doubled:
        for place, power in doubled.items():
            _settle_double(field, place, field.sheets[power], orders[power], seaways)
        _group_again(field)
    _find_idle(field)
    match(field, seaways)
    return field


def _place_units(field: Field, position: Position) -> None:
    board, owner, unit_at = field.board, field.owner, field.unit
    number_by_id, place_of = board.number_by_id, board.place_of
    for power, units in position.units.items():
        power_number = board.power_number[power]
        places = field.troops[power_number] = []
        for unit in units:
            try:
                number = number_by_id[id(unit)]
            except KeyError:
                number = board.number_of(unit)
            place = place_of[number]
            owner[place] = power_number
            unit_at[place] = number
            places.append(place)


def _take_orders(field: Field, orders: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """Give each unit an order that its own power has for it.

    Returns:
        The places whose units have several, each with its power.
    """
    board, owner, unit_at = field.board, field.owner, field.unit
    plan_at, groups = field.plan, field.groups
    plans = plans_of(board.variant, field.rulebook)
    known = plans.known
    doubled: dict[int, str] = {}
    for power, texts in orders.items():
        power_number = board.power_number.get(power, -2)
        sheet = field.sheets[power] = []
        for text in texts:
            try:
                plan = known[text]
            except KeyError:
                plan = plans.add(text)
            place = plan.place
            if unit_at[place] != plan.unit or owner[place] != power_number:
                plan = _look_again(field, power_number, text, plan)
                place = plan.place
                if place < 0:
                    sheet.append(plan)
                    continue
            if plan_at[place] is not NOTHING:
                doubled[place] = power
            sheet.append(plan)
            plan_at[place] = plan
            groups[plan.group].append(place)
    return doubled


def _look_again(field: Field, power: int, text: str, plan: Plan) -> Plan:
    """Return a mended plan for an order that names its unit wrongly, or why it is nobody's."""
    plans = plans_of(field.board.variant, field.rulebook)
    why = _why_nobodys(field, power, text, plan)
    return plans.refused(text, why) if why else _mended(field, text, plan)


def _why_nobodys(field: Field, power: int, text: str, plan: Plan) -> str:
    """Return why an order is for no unit of its power; empty if it is for one."""
    board, place = field.board, plan.place
    if place < 0:
        return plan.why or "there is no such province"
    number = field.unit[place]
    if number < 0:
        return f"no unit stands in {board.names[place]}"
    if field.owner[place] != power:
        return f"{board.texts[number]} is a unit of {board.name_of_power(field.owner[place])}"
    if text.startswith("F") != board.is_fleet[number]:
        return f"there is no {_named(text)}; the unit there is {board.texts[number]}"
    return ""


def _mended(field: Field, text: str, plan: Plan) -> Plan:
    """Return the plan for the unit as it really stands, its coast put right (DATC 4.B.5)."""
    board, number = field.board, field.unit[plan.place]
    if number == plan.unit:
        return plan
    plans = plans_of(board.variant, field.rulebook)
    if field.rulebook.unit_coast == "illegal":
        why = f"the unit there is {board.texts[number]}"
        return plans.told_as(text, replace(plan, unit=number, why=why))
    return plans.told_as(text, plans.plan(board.texts[number] + text[len(_named(text)) :]))


def _named(text: str) -> str:
    """Return the unit as an order names it."""
    return " ".join(text.split(" ")[:2])


def _settle_double(
    field: Field, place: int, sheet: list[Plan], texts: Sequence[str], seaways: Seaways
) -> None:
    """Let one of several orders for a unit count, or none, as the rulebook says."""
    plans = plans_of(field.board.variant, field.rulebook)
    numbers = [number for number, plan in enumerate(sheet) if plan.place == place]
    candidates = [texts[number] for number in numbers]
    whys = [why_illegal(field, sheet[number], place, seaways) for number in numbers]
    chosen = choose(field.rulebook.double_orders, candidates, [not why for why in whys])
    field.plan[place] = NOTHING if chosen < 0 else sheet[numbers[chosen]]
    unit = field.board.texts[field.unit[place]]
    for at, number in enumerate(numbers):
        if at != chosen:
            why = whys[at] or why_not(unit, candidates, chosen, at)
            sheet[number] = plans.refused(texts[number], why)


def _group_again(field: Field) -> None:
    for group in field.groups:
        group.clear()
    for places in field.troops.values():
        for place in places:
            plan = field.plan[place]
            if plan is not NOTHING:
                field.groups[plan.group].append(place)


def _find_idle(field: Field) -> None:
    if sum(map(len, field.groups)) < sum(map(len, field.troops.values())):
        standing = chain.from_iterable(field.troops.values())
        field.idle = [place for place in standing if field.plan[place] is NOTHING]
