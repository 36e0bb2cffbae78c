"""What there is to say about the orders of a resolved movement phase.

Resolving asks as little as it can; this looks at what was resolved for what a
player would want to know (`pbem.adjudicator.said`).
"""

from __future__ import annotations

from pbem.adjudicator.compiled import CONVOY, SUPPORT_HOLD, SUPPORT_MOVE
from pbem.adjudicator.field import Field
from pbem.adjudicator.movement import NO, YES, Battle
from pbem.adjudicator.said import Finding, Said

# Plain integers: looking up a member costs more than finding out.
_MOVED, _DISLODGED, _MOVED_BEFORE = int(Said.MOVED), int(Said.DISLODGED), int(Said.MOVED_BEFORE)
_STANDOFF, _BOUNCED_OFF = int(Said.STANDOFF), int(Said.BOUNCED_OFF)
_NOT_ORDERED, _WENT_ELSEWHERE = int(Said.NOT_ORDERED), int(Said.WENT_ELSEWHERE)
_ILLEGAL, _DRIVEN_OUT = int(Said.ILLEGAL), int(Said.DRIVEN_OUT)
_HELD = (int(Said.HELD),)
_GIVEN = (int(Said.GIVEN),)
_AVAILABLE = (int(Said.AVAILABLE),)
_NOT_CARRIED = (int(Said.NOT_CARRIED),)


def find(battle: Battle, taken: dict[int, int]) -> list[Finding]:
    """Return by place what there is to say about the unit that stood there and its order.

    Args:
        battle: Resolved; nothing is open.
        taken: The mover that entered each place.
    """
    field = battle.field
    found: list[Finding] = [_HELD] * len(field.owner)
    _find_moves(battle, taken, found)
    _find_supports(battle, found)
    for place in field.groups[CONVOY]:
        found[place] = _find_convoy(battle, taken, place)
    for place, why in field.illegal.items():
        found[place] = _ILLEGAL, why
    moves, owner = battle.moves, field.owner
    for place, attacker in taken.items():
        if owner[place] >= 0 and moves[place] != YES:
            found[place] = _DRIVEN_OUT, field.unit[attacker], owner[attacker], *found[place]
    return found


def unordered(finding: Finding) -> Finding:
    """Return a finding about a unit that held as one about a unit that nobody ordered."""
    return (*finding[:-1], int(Said.UNORDERED))


# moves


def _find_moves(battle: Battle, taken: dict[int, int], found: list[Finding]) -> None:
    field, moves, convoys = battle.field, battle.moves, battle.convoys
    target_at, by_sea, owner, fronts = field.target, field.by_sea, field.owner, field.fronts
    for place in field.movers:
        target = target_at[place]
        if moves[place] == YES:
            if len(fronts[target]) == 1 and (owner[target] < 0 or moves[target] == YES):
                found[place] = _MOVED, target, by_sea[place] != 0
            else:
                found[place] = _find_success(battle, place)
        elif by_sea[place] and convoys[place] == NO:
            found[place] = _find_no_convoy(battle, taken, place)
        else:
            found[place] = _find_failure(battle, place, target)


def _find_failure(battle: Battle, place: int, target: int) -> Finding:
    field = battle.field
    attack, hold = battle.attack_and_hold(place)
    theirs, rival, strength = 0, -1, attack
    if len(field.fronts[target]) > 1:
        theirs, rival = _strongest_rival(battle, place, target)
        strength = battle.strength(place)
    if theirs >= strength and theirs >= hold:
        return _STANDOFF, field.unit[rival], field.owner[rival], strength, theirs
    if hold and field.owner[place] == field.owner[target]:
        return int(Said.OWN_UNIT), field.unit[target], field.owner[target]
    if hold >= attack and hold >= theirs:
        army = field.facing.get(place, -1)
        if army >= 0 and not field.by_sea[place] and hold > battle.strength(target):
            # It met the army that came over the fleet in its target.
            target = army
        kind = int(Said.HEAD_TO_HEAD) if battle.meets(place, target) else _BOUNCED_OFF
        return kind, field.unit[target], field.owner[target], attack, hold
    if theirs >= attack:
        return _STANDOFF, field.unit[rival], field.owner[rival], attack, theirs
    return (int(Said.ALL_HOLD),)


def _find_success(battle: Battle, place: int) -> Finding:
    field = battle.field
    target = field.target[place]
    sea = field.by_sea[place] != 0
    if field.owner[target] >= 0 and battle.moves[target] != YES:
        attack, hold = battle.attack_and_hold(place)
        return _DISLODGED, target, sea, field.unit[target], attack, hold
    if len(field.fronts[target]) > 1:
        theirs, rival = _strongest_rival(battle, place, target)
        if theirs:
            strength = battle.strength(place)
            return _MOVED_BEFORE, target, sea, field.unit[rival], strength, theirs
    return _MOVED, target, sea


def _strongest_rival(battle: Battle, place: int, target: int) -> tuple[int, int]:
    """Return the strength of the strongest other mover to a place, and that mover.

    Of equals, the first by unit number; the strength is 0 where there is none.
    """
    field = battle.field
    theirs, rival = 0, -1
    for mover in field.fronts[target]:
        if mover != place:
            strength = battle.prevents(mover)
            if strength > theirs or (
                strength == theirs and rival >= 0 and field.unit[mover] < field.unit[rival]
            ):
                theirs, rival = strength, mover
    return theirs, rival


def _find_no_convoy(battle: Battle, taken: dict[int, int], place: int) -> Finding:
    field = battle.field
    carriers = field.carriers.get(place)
    if not carriers:
        return _NOT_CARRIED
    lost = sorted((field.unit[fleet], fleet) for fleet in carriers if fleet in taken)
    paradox = place in battle.broken
    if not lost:
        return (int(Said.PARADOX if paradox else Said.NOT_JOINED),)
    finding: Finding = (int(Said.CONVOY_LOST), paradox)
    for unit, fleet in lost:
        finding += (unit, field.unit[taken[fleet]], field.owner[taken[fleet]])
    return finding


# supports and convoys


def _find_supports(battle: Battle, found: list[Finding]) -> None:
    field, supports, moves = battle.field, battle.supports, battle.moves
    owner, aim, target, unit_at = field.owner, field.aim, field.target, field.unit
    for place in field.groups[SUPPORT_HOLD]:
        answer = supports.get(place)
        if answer == YES:
            found[place] = _GIVEN
        else:
            found[place] = _find_cut(battle, place) if answer else _mismatch(field, place)
    for place in field.groups[SUPPORT_MOVE]:
        answer = supports.get(place)
        if answer is None:
            plan = field.plan[place]
            if target[plan.other] < 0:
                found[place] = _NOT_ORDERED, unit_at[plan.other], plan.target
            else:
                found[place] = _mismatch(field, place)
        elif answer != YES:
            found[place] = _find_cut(battle, place)
        elif owner[aim[place]] == owner[place] and moves[aim[place]] != YES:
            found[place] = int(Said.GIVEN_NOT_AGAINST), unit_at[aim[place]]
        else:
            found[place] = _GIVEN


def _find_cut(battle: Battle, place: int) -> Finding:
    field = battle.field
    finding: Finding = (int(Said.CUT),)
    for unit, cutter in sorted((field.unit[cutter], cutter) for cutter in battle.cutters(place)):
        finding += (unit, field.owner[cutter], field.by_sea[cutter] != 0)
    return finding


def _find_convoy(battle: Battle, taken: dict[int, int], place: int) -> Finding:
    field = battle.field
    plan = field.plan[place]
    army = plan.other
    if place not in field.carriers.get(army, ()):
        return _mismatch(field, place)
    if place in taken:
        return (int(Said.DISRUPTED),)
    if place in battle.disrupted:
        return (int(Said.BROKEN),)
    if not field.by_sea[army]:
        return int(Said.BY_LAND), field.unit[army]
    return _AVAILABLE


def _mismatch(field: Field, place: int) -> Finding:
    """Say what the other unit of a support or convoy was ordered to instead."""
    plan = field.plan[place]
    other = plan.other
    if field.target[other] < 0:
        return _NOT_ORDERED, field.unit[other], plan.target
    if field.target[other] == plan.target:
        return int(Said.OTHER_COAST), field.unit[other], plan.target
    return _WENT_ELSEWHERE, field.unit[other], field.target[other]
