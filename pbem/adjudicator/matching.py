"""Which orders of a movement phase belong together, and which no unit here can carry out."""

from __future__ import annotations

from pbem.adjudicator.compiled import (
    BY_LAND,
    CONVOY,
    ILLEGAL,
    MOVE,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
    Plan,
)
from pbem.adjudicator.field import Field
from pbem.adjudicator.routes import Seaways


def match(field: Field, seaways: Seaways) -> None:
    """Find out which orders are legal among these units, and which belong together."""
    groups, illegal = field.groups, field.illegal
    for plan in groups[ILLEGAL]:
        illegal[plan.place] = plan.why
    if field.closed or field.neutral:
        _keep_out(field)
    _admit_moves(field, seaways)
    if groups[CONVOY]:
        _match_convoys(field, seaways)
        _choose_the_sea(field)
    _match_supports_of_holds(field)
    _match_supports_of_moves(field, seaways)


def why_illegal(field: Field, plan: Plan, place: int, seaways: Seaways) -> str:
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


def _keep_out(field: Field) -> None:
    """Refuse the orders of units that nobody plays, and those into closed provinces."""
    for group in field.groups:
        for plan in group:
            target = -1 if plan.place in field.illegal else plan.target
            why = _why_kept_out(field, plan.place, target)
            if why:
                field.illegal[plan.place] = why
        group[:] = [plan for plan in group if plan.place not in field.illegal]


def _why_kept_out(field: Field, place: int, target: int) -> str:
    if field.owner[place] in field.neutral:
        name = field.board.name_of_power(field.owner[place])
        return f"nobody plays {name}, so its units hold"
    if target in field.closed:
        return f"{field.board.names[target]} is closed for now"
    return ""


def _admit_moves(field: Field, seaways: Seaways) -> None:
    fronts, target_at = field.fronts, field.target
    for plan in field.groups[MOVE]:
        if plan.by_sea and not _admit_by_sea(field, plan.place, plan, seaways):
            continue
        place, target = plan.place, plan.target
        target_at[place] = target
        if target in fronts:
            fronts[target].append(place)
        else:
            fronts[target] = [place]


def _admit_by_sea(field: Field, place: int, plan: Plan, seaways: Seaways) -> bool:
    """Return whether a move that means to go by convoy can be made at all."""
    if seaways.join(place, plan.target):
        field.by_sea[place] = plan.by_sea
        field.sailors.append(place)
        return True
    why = _why_no_way(field, place, plan.target, plan.by_sea, seaways)
    if why:
        field.illegal[place] = why
    return not why


def _why_no_way(field: Field, place: int, target: int, sea: int, seaways: Seaways) -> str:
    """Return why a unit can go to a place neither by land nor by sea; empty if it can."""
    if sea == BY_LAND or (sea == VIA and field.rulebook.convoy_falls_back_to_land):
        return ""
    if seaways.join(place, target):
        return ""
    return f"no fleet at sea could carry it to {field.board.names[target]}"


def _match_convoys(field: Field, seaways: Seaways) -> None:
    unit_at, target_at, carriers = field.unit, field.target, field.carriers
    for plan in field.groups[CONVOY]:
        place, army, target = plan.place, plan.other, plan.target
        if unit_at[army] != plan.expects or not seaways.use(place, army, target):
            why = _why_no_convoy(field, plan, place, seaways)
            if why:
                field.illegal[place] = why
                continue
        if target_at[army] == target:
            carriers.setdefault(army, []).append(place)
        else:
            field.void.append(plan)


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
            if intent == "own-fleet-or-via":
                sea = any(owner[fleet] == owner[army] for fleet in carriers)
            else:
                back = field.target[field.target[army]] == army
                sea = intent == "opposite-move" and back
            if sea:
                field.by_sea[army] = VIA
                field.sailors.append(army)


def _match_supports_of_holds(field: Field) -> None:
    unit_at, target_at, aim, strength = field.unit, field.target, field.aim, field.strength
    for plan in field.groups[SUPPORT_HOLD]:
        other = plan.other
        if unit_at[other] != plan.expects:
            why = _why_not_there(field, plan)
            if why:
                field.illegal[plan.place] = why
                continue
        if target_at[other] < 0 and not (other in field.illegal and _tried_to_move(field, other)):
            aim[plan.place] = other
            strength[other] += 1
        else:
            field.void.append(plan)


def _tried_to_move(field: Field, place: int) -> bool:
    """Return whether an illegal move still keeps a unit from being supported (DATC 4.E.1)."""
    return not field.rulebook.illegal_move_holds and field.plan[place].op == MOVE


def _match_supports_of_moves(field: Field, seaways: Seaways) -> None:
    unit_at, target_at, owner = field.unit, field.target, field.owner
    aim, strength = field.aim, field.strength
    for plan in field.groups[SUPPORT_MOVE]:
        place, other, target = plan.place, plan.other, plan.target
        if unit_at[other] != plan.expects:
            why = _why_not_there(field, plan) or _why_it_cannot_go(field, plan, place, seaways)
            if why:
                field.illegal[place] = why
                continue
        if target_at[other] == target and (
            not plan.coast_counts or _names_the_coast(field, place, plan)
        ):
            aim[place] = target
            strength[other] += 1
            power = owner[place]
            if power != owner[other]:
                field.helped.add(other)
            if power == owner[target]:
                field.reluctant.append(plan)
        else:
            field.void.append(plan)


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
