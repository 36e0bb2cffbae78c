"""Units and orders are taken onto the field: whose order is for which unit.

Of an order that is nobody's, its power is told why; of several orders for a unit, the
rulebook says which counts (`pbem.adjudicator.doubles`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from pbem.adjudicator.compiled import NOTHING, Plan, plans_of, refused
from pbem.adjudicator.doubles import choose, why_not
from pbem.adjudicator.field import Field
from pbem.adjudicator.matching import match, why_illegal
from pbem.adjudicator.routes import Seaways
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.tables import Board
from pbem.adjudicator.troops import split, troops_of
from pbem.board.position import Position


def muster(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[str]]
) -> Field:
    """Return the field of a movement phase: units placed, orders read, matched and judged legal."""
    field = Field(board, rulebook, troops_of(board, position.units))
    if position.closed or position.neutral:
        field.closed = frozenset(board.place[province] for province in position.closed)
        field.neutral = frozenset(board.power_number[power] for power in position.neutral)
    unlike = _take_the_field(field, orders)
    seaways = Seaways(board, field.standing)
    if unlike:
        _sort_out(field, unlike, orders, seaways)
    match(field, seaways)
    return field


def _take_the_field(field: Field, orders: Mapping[str, Sequence[str]]) -> set[str]:
    """Read the orders, and place the units of all powers.

    Returns:
        The powers whose orders are not just one for each of their units: these
        units are placed without orders.
    """
    owner, unit_at, plan_at, groups = field.owner, field.unit, field.plan, field.groups
    plans = field.plans = plans_of(field.board.variant, field.rulebook).read(orders)
    ordered = [plan.unit for plan in plans]
    troops, power_number = field.troops.numbers, field.board.power_number
    unlike: set[str] = set()
    behind = 0
    for power, texts in orders.items():
        first, behind = behind, behind + len(texts)
        if sorted(ordered[first:behind]) != troops.get(power):
            unlike.add(power)
            continue
        number = power_number[power]
        for plan in plans[first:behind]:
            place = plan.place
            owner[place] = number
            unit_at[place] = plan.unit
            plan_at[place] = plan
            groups[plan.group].append(plan)
    unlike |= troops.keys() - orders.keys()
    for power in unlike:
        if power in troops:
            _place(field, power_number[power], troops[power])
    return unlike


def _place(field: Field, power: int, numbers: Sequence[int]) -> None:
    """Place the units of a power without their orders."""
    for number in numbers:
        place = field.board.place_of[number]
        field.owner[place] = power
        field.unit[place] = number


def _sort_out(
    field: Field, powers: set[str], orders: Mapping[str, Sequence[str]], seaways: Seaways
) -> None:
    """Give the units of some powers the orders that there are for them, once all units stand."""
    sheets = split(field.plans, orders)
    doubled: dict[int, str] = {}
    for power, texts in orders.items():
        if power in powers:
            given_twice = _give_orders(field, power, sheets[power], texts)
            doubled.update(dict.fromkeys(given_twice, power))
    for place, power in doubled.items():
        _settle_double(field, place, sheets[power], orders[power], seaways)
    if doubled:
        _group_again(field)
    field.plans = list(chain.from_iterable(sheets.values()))
    field.idle = [place for place in field.standing if field.plan[place] is NOTHING]


def _give_orders(field: Field, power: str, sheet: list[Plan], texts: Sequence[str]) -> list[int]:
    """Give each unit of a power the order that there is for it.

    Returns:
        The places whose units have several.
    """
    owner, unit_at, plan_at, groups = field.owner, field.unit, field.plan, field.groups
    number = field.board.power_number.get(power)
    doubled: list[int] = []
    for at, plan in enumerate(sheet):
        place = plan.place
        if unit_at[place] != plan.unit or owner[place] != number:
            plan = sheet[at] = _look_again(field, number, texts[at], plan)
            if plan.unit < 0:
                continue
            place = plan.place
        if plan_at[place] is not NOTHING:
            doubled.append(place)
        plan_at[place] = plan
        groups[plan.group].append(plan)
    return doubled


def _look_again(field: Field, power: int | None, text: str, plan: Plan) -> Plan:
    """Return a mended plan for an order that names its unit wrongly, or why it is nobody's."""
    why = _why_nobodys(field, power, text, plan)
    return refused(text, why) if why else _mended(field, text, plan)


def _why_nobodys(field: Field, power: int | None, text: str, plan: Plan) -> str:
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
    numbers = [number for number, plan in enumerate(sheet) if plan.place == place]
    candidates = [texts[number] for number in numbers]
    whys = [why_illegal(field, sheet[number], place, seaways) for number in numbers]
    chosen = choose(field.rulebook.double_orders, candidates, [not why for why in whys])
    field.plan[place] = NOTHING if chosen < 0 else sheet[numbers[chosen]]
    unit = field.board.texts[field.unit[place]]
    for at, number in enumerate(numbers):
        if at != chosen:
            why = whys[at] or why_not(unit, candidates, chosen, at)
            sheet[number] = refused(texts[number], why)


def _group_again(field: Field) -> None:
    for group in field.groups:
        group.clear()
    for place in field.standing:
        plan = field.plan[place]
        if plan is not NOTHING:
            field.groups[plan.group].append(plan)
