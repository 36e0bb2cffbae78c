"""The field of a movement phase: who stands where and does what, before anything is resolved.

Everything is by place. An order that this unit can never carry out here leaves
it holding; what is left over are the legal orders and how they fit together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.adjudicator.compiled import (
    BY_LAND,
    CONVOY,
    HOLD,
    MOVE,
    NOTHING,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    Plan,
    plans_of,
)
from pbem.adjudicator.doubles import choose, why_not
from pbem.adjudicator.routes import Seaways
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.tables import Board
from pbem.board.position import Position

Sheet = list[int]
"""The places whose units carry out a power's orders, in the order in which those came in.

A negative number says that no unit does: -1 for the first reason in `Field.refused`,
-2 for the second.
"""


class Field:
    """Units and their orders, by place.

    Attributes:
        owner: Number of the power whose unit stands there; -1 for an empty place.
        unit: Unit number; -1 for an empty place.
        op: What the unit does; `HOLD` where nothing (legal) is ordered.
        plan: Its order, legal or not; `NOTHING` where there is none.
        target: Where it moves to, or what it supports or convoys to; -1.
        by_sea: Whether it moves by convoy; see `compiled`.
        standing: Places with units, as the position lists them.
        by_op: Places whose units do a thing, by what it is; those that hold aside.
        movers: Places whose units move.
        fronts: The movers into each place that somebody moves to.
        backers: By place of the supported unit, the places that support what it does.
        carriers: By place of an army, the fleets that convoy it where it goes.
        aim: By place of a supporter whose support matches, where it helps;
            absent where the supported unit does something else.
        gates: By place of an army, where its convoy ends; see `gates`.
        facing: By place, the unit that one meets head to head over a gate.
        illegal: Why the order of a place is illegal.
        sheets: By power, who carries out its orders.
        refused: Why orders are carried out by nobody, in no special order.
        closed: Places that nothing enters.
        neutral: Numbers of the powers that nobody plays.
    """

    __slots__ = (
        "aim",
        "backers",
        "board",
        "by_op",
        "by_sea",
        "carriers",
        "closed",
        "facing",
        "fronts",
        "gates",
        "illegal",
        "movers",
        "neutral",
        "op",
        "owner",
        "plan",
        "refused",
        "rulebook",
        "sheets",
        "standing",
        "target",
        "unit",
    )

    def __init__(self, board: Board, rulebook: Rulebook) -> None:
        """Start with an empty board."""
        size = len(board.names)
        self.board = board
        self.rulebook = rulebook
        self.owner = [-1] * size
        self.unit = [-1] * size
        self.op = [HOLD] * size
        self.target = [-1] * size
        self.by_sea = [BY_LAND] * size
        self.plan = [NOTHING] * size
        self.standing: list[int] = []
        self.by_op: tuple[list[int], ...] = ([], [], [], [], [])
        self.movers: list[int] = []
        self.fronts: dict[int, list[int]] = {}
        self.backers: dict[int, list[int]] = {}
        self.carriers: dict[int, list[int]] = {}
        self.aim: dict[int, int] = {}
        self.gates: dict[int, int] = {}
        self.facing: dict[int, int] = {}
        self.illegal: dict[int, str] = {}
        self.sheets: dict[str, Sheet] = {}
        self.refused: list[str] = []
        self.closed: frozenset[int] = frozenset()
        self.neutral: frozenset[int] = frozenset()


def muster(
    board: Board, rulebook: Rulebook, position: Position, orders: Mapping[str, Sequence[str]]
) -> Field:
    """Return the field of a movement phase: units placed, orders read, matched and judged legal."""
    field = Field(board, rulebook)
    _place_units(field, position)
    doubled = _take_orders(field, orders)
    seaways = Seaways(board, field.standing)
    if position.closed or position.neutral:
        field.closed = frozenset(board.place[province] for province in position.closed)
        field.neutral = frozenset(board.power_number[power] for power in position.neutral)
    for place, power in doubled.items():
        _settle_double(field, orders[power], field.sheets[power], place, seaways)
    if field.closed or field.neutral:
        _keep_out(field)
    if doubled or field.closed or field.neutral:
        _sort_by_op(field)
    _match_orders(field, seaways)
    return field


def _place_units(field: Field, position: Position) -> None:
    board, owner, unit_at, standing = field.board, field.owner, field.unit, field.standing
    number_by_id, place_of = board.number_by_id, board.place_of
    for power, units in position.units.items():
        power_number = board.power_number[power]
        for unit in units:
            number = number_by_id.get(id(unit), -1)
            if number < 0:
                number = board.number_of(unit)
            place = place_of[number]
            owner[place] = power_number
            unit_at[place] = number
            standing.append(place)


def _take_orders(field: Field, orders: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """Give each unit the first order that its own power has for it.

    Returns:
        The places whose units have several, each with its power.
    """
    owner, unit_at, plan_at, by_op = field.owner, field.unit, field.plan, field.by_op
    op_at, target_at, by_sea = field.op, field.target, field.by_sea
    plans = plans_of(field.board.variant, field.rulebook)
    doubled: dict[int, str] = {}
    for power, texts in orders.items():
        power_number = field.board.power_number.get(power, -2)
        sheet: Sheet = []
        for text in texts:
            plan = plans[text]
            place = plan.place
            if unit_at[place] != plan.unit or owner[place] != power_number:
                refusal = _why_nobodys(field, power_number, text, plan)
                if refusal:
                    sheet.append(_refused(field, refusal))
                    continue
                plan = _mended(field, text, plan)
            sheet.append(place)
            if plan_at[place] is not NOTHING:
                doubled[place] = power
                continue
            plan_at[place] = plan
            if plan.why:
                field.illegal[place] = plan.why
            else:
                op = op_at[place] = plan.op
                target_at[place] = plan.target
                by_sea[place] = plan.by_sea
                by_op[op].append(place)
        field.sheets[power] = sheet
    return doubled


def _refused(field: Field, why: str) -> int:
    """Note why nobody carries out an order; return what stands for it in its sheet."""
    field.refused.append(why)
    return -len(field.refused)


def _why_nobodys(field: Field, power: int, text: str, plan: Plan) -> str:
    """Return why an order is for no unit of its power; empty if it is for one."""
    board, place = field.board, plan.place
    if place < 0:
        return plan.why or "there is no such province"
    number = field.unit[place]
    if number < 0:
        return f"no unit stands in {board.names[place]}"
    if field.owner[place] != power:
        return f"{board.texts[number]} is a unit of {_name(board, field.owner[place])}"
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
    return plans.told_as(text, plans[board.texts[number] + text[len(_named(text)) :]])


def _named(text: str) -> str:
    """Return the unit as an order names it."""
    return " ".join(text.split(" ")[:2])


def _settle_double(
    field: Field, orders: Sequence[str], sheet: Sheet, place: int, seaways: Seaways
) -> None:
    """Let one of several orders for a unit count, or none, as the rulebook says."""
    numbers = [number for number, at in enumerate(sheet) if at == place]
    texts = [orders[number] for number in numbers]
    plans = plans_of(field.board.variant, field.rulebook)
    candidates = [_mended(field, text, plans[text]) for text in texts]
    whys = [_why_illegal(field, plan, place, seaways) for plan in candidates]
    chosen = choose(field.rulebook.double_orders, texts, [not why for why in whys])
    unit = field.board.texts[field.unit[place]]
    for at, number in enumerate(numbers):
        if at != chosen:
            sheet[number] = _refused(field, whys[at] or why_not(unit, texts, chosen, at))
    field.illegal.pop(place, None)
    _hold(field, place)
    if chosen < 0:
        field.plan[place] = NOTHING
        return
    plan = field.plan[place] = candidates[chosen]
    if whys[chosen]:
        field.illegal[place] = whys[chosen]
    else:
        field.op[place], field.target[place], field.by_sea[place] = (
            plan.op,
            plan.target,
            plan.by_sea,
        )


def _why_illegal(field: Field, plan: Plan, place: int, seaways: Seaways) -> str:
    """Return why a unit can never carry out a plan among these units; empty if it can."""
    why = plan.why or _why_kept_out(field, place, plan.target)
    if why:
        return why
    if plan.op == MOVE:
        return _why_no_way(field, place, plan.target, plan.by_sea, seaways)
    if plan.op == CONVOY:
        return _why_no_convoy(field, plan, place, seaways)
    if plan.op == SUPPORT_HOLD:
        return _why_not_there(field, plan)
    if plan.op == SUPPORT_MOVE:
        return _why_not_there(field, plan) or _why_it_cannot_go(field, plan, place, seaways)
    return ""


def _name(board: Board, power: int) -> str:
    return board.variant.powers[board.powers[power]].name


def _keep_out(field: Field) -> None:
    """Refuse the orders of units that nobody plays, and those into closed provinces."""
    for place in field.standing:
        why = _why_kept_out(field, place, field.target[place])
        if why and field.plan[place] is not NOTHING:
            _refuse(field, place, why)


def _why_kept_out(field: Field, place: int, target: int) -> str:
    if field.owner[place] in field.neutral:
        return f"nobody plays {_name(field.board, field.owner[place])}, so its units hold"
    if target in field.closed:
        return f"{field.board.names[target]} is closed for now"
    return ""


def _sort_by_op(field: Field) -> None:
    """Find out again who does what."""
    field.by_op = ([], [], [], [], [])
    for place in field.standing:
        field.by_op[field.op[place]].append(place)


def _match_orders(field: Field, seaways: Seaways) -> None:
    """Find out which orders are legal among these units, and which belong together."""
    by_op = field.by_op
    _admit_moves(field, by_op[MOVE], seaways)
    if by_op[CONVOY]:
        for place in by_op[CONVOY]:
            _match_convoy(field, place, seaways)
        _choose_the_sea(field)
    _match_supports_of_holds(field, by_op[SUPPORT_HOLD])
    _match_supports_of_moves(field, by_op[SUPPORT_MOVE], seaways)


def _admit_moves(field: Field, movers: list[int], seaways: Seaways) -> None:
    fronts, target_at, by_sea = field.fronts, field.target, field.by_sea
    for place in movers:
        target = target_at[place]
        if by_sea[place] and not seaways.join(place, target):
            why = _why_no_way(field, place, target, by_sea[place], seaways)
            if why:
                _refuse(field, place, why)
                continue
            by_sea[place] = BY_LAND
        field.movers.append(place)
        if target in fronts:
            fronts[target].append(place)
        else:
            fronts[target] = [place]


def _why_no_way(field: Field, place: int, target: int, sea: int, seaways: Seaways) -> str:
    """Return why a unit can go to a place neither by land nor by sea; empty if it can."""
    if sea == BY_LAND or (sea == VIA and field.rulebook.convoy_falls_back_to_land):
        return ""
    if seaways.join(place, target):
        return ""
    return f"no fleet at sea could carry it to {field.board.names[target]}"


def _refuse(field: Field, place: int, why: str) -> None:
    field.illegal[place] = why
    _hold(field, place)


def _hold(field: Field, place: int) -> None:
    field.op[place] = HOLD
    field.target[place] = -1
    field.by_sea[place] = BY_LAND


def _match_convoy(field: Field, place: int, seaways: Seaways) -> None:
    plan = field.plan[place]
    why = _why_no_convoy(field, plan, place, seaways)
    if why:
        _refuse(field, place, why)
    elif field.op[plan.other] == MOVE and field.target[plan.other] == plan.target:
        field.carriers.setdefault(plan.other, []).append(place)


def _why_no_convoy(field: Field, plan: Plan, place: int, seaways: Seaways) -> str:
    why = _why_not_there(field, plan)
    if not why and not seaways.use(place, plan.other, plan.target):
        board = field.board
        route = f"from {board.names[plan.other]} to {board.names[plan.target]}"
        why = f"{board.texts[plan.unit]} is on no route {route}"
    return why


def _why_not_there(field: Field, plan: Plan) -> str:
    """Return why the unit that an order names is not there; empty if it is."""
    board, number = field.board, field.unit[plan.other]
    if number < 0:
        return f"no unit stands in {board.names[plan.other]}"
    if board.is_fleet[number] != plan.other_fleet or (
        number != plan.other_unit and field.rulebook.unit_coast == "illegal"
    ):
        return f"the unit in {board.names[plan.other]} is {board.texts[number]}"
    return ""


def _choose_the_sea(field: Field) -> None:
    """Send the armies by sea that could go by land but mean to be convoyed (DATC 4.A.3)."""
    owner, intent = field.owner, field.rulebook.convoy_intent
    for army, carriers in field.carriers.items():
        if field.by_sea[army] == BY_LAND:
            target = field.target[army]
            if intent == "own-fleet-or-via":
                sea = any(owner[fleet] == owner[army] for fleet in carriers)
            elif intent == "opposite-move":
                sea = field.op[target] == MOVE and field.target[target] == army
            else:
                sea = False
            if sea:
                field.by_sea[army] = VIA


def _match_supports_of_holds(field: Field, places: Sequence[int]) -> None:
    op, unit_at, plans = field.op, field.unit, field.plan
    for place in places:
        plan = plans[place]
        other = plan.other
        # A unit that can stand nowhere has the number of an empty place, -1.
        if unit_at[other] != plan.other_unit or plan.other_unit < 0:
            why = _why_not_there(field, plan)
            if why:
                _refuse(field, place, why)
                continue
        if op[other] != MOVE and not (other in field.illegal and _tried_to_move(field, other)):
            _back(field, place, other, other)


def _tried_to_move(field: Field, place: int) -> bool:
    """Return whether an illegal move still keeps a unit from being supported (DATC 4.E.1)."""
    return not field.rulebook.illegal_move_holds and field.plan[place].op == MOVE


def _match_supports_of_moves(field: Field, places: Sequence[int], seaways: Seaways) -> None:
    op, unit_at, target_at, plans = field.op, field.unit, field.target, field.plan
    reach = field.board.reach
    for place in places:
        plan = plans[place]
        other, target = plan.other, plan.target
        number = unit_at[other]
        if (
            number < 0
            or number != plan.other_unit
            or plan.landing != -1
            or target not in reach[number]
        ):
            why = _why_not_there(field, plan) or _why_it_cannot_go(field, plan, place, seaways)
            if why:
                _refuse(field, place, why)
                continue
        if target_at[other] == target and op[other] == MOVE:
            if not plan.other_fleet or _names_the_coast(field, place, plan):
                _back(field, place, other, target)


def _why_it_cannot_go(field: Field, plan: Plan, place: int, seaways: Seaways) -> str:
    """Return why the supported unit could never move there without the supporter's help at sea."""
    board, number = field.board, field.unit[plan.other]
    landings = board.reach[number].get(plan.target)
    if landings is None:
        if plan.other_fleet or not board.touches[plan.target] or board.is_sea[plan.target]:
            return f"{board.texts[number]} cannot reach {board.names[plan.target]}"
        if not seaways.join_without(place, plan.other, plan.target):
            return f"no other fleet could carry {board.texts[number]} to {board.names[plan.target]}"
    elif plan.landing != -1 and plan.landing not in landings:
        if field.rulebook.support_coast != "ignored":
            return f"{board.texts[number]} cannot reach that coast of {board.names[plan.target]}"
    return ""


def _names_the_coast(field: Field, place: int, plan: Plan) -> bool:
    """Return whether the coast of a support fits the coast of the move (DATC 4.B.4)."""
    rule = field.rulebook.support_coast
    mover = field.plan[plan.other]
    if rule == "ignored" or plan.landing == mover.landing:
        return True
    if plan.landing != -1:
        return False
    if rule == "own-or-only":
        landings = field.board.reach[mover.unit][mover.target]
        return len(landings) == 1 or field.owner[place] == field.owner[plan.other]
    return rule == "optional" or "/" not in field.board.units[mover.landing].location


def _back(field: Field, place: int, helped: int, aim: int) -> None:
    """Note that the unit in a place supports the one that it names."""
    field.aim[place] = aim
    if helped in field.backers:
        field.backers[helped].append(place)
    else:
        field.backers[helped] = [place]
