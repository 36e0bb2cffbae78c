"""What there is to say about the orders of a resolved movement phase.

Resolving asks as little as it can; this looks at what was resolved for what a
player would want to know (`pbem.adjudicator.said`).
"""

from __future__ import annotations

from pbem.adjudicator.equations import NO, YES
from pbem.adjudicator.field import Field
from pbem.adjudicator.movement import Battle
from pbem.adjudicator.said import Finding, Findings, Said

# Plain integers: looking up a member costs more than finding out.
_MOVED, _CARRIED = int(Said.MOVED), int(Said.CARRIED)
_DISLODGED, _MOVED_BEFORE = int(Said.DISLODGED), int(Said.MOVED_BEFORE)
_STANDOFF, _BOUNCED_OFF = int(Said.STANDOFF), int(Said.BOUNCED_OFF)
_NOT_ORDERED, _WENT_ELSEWHERE = int(Said.NOT_ORDERED), int(Said.WENT_ELSEWHERE)
_ILLEGAL, _DRIVEN_OUT = int(Said.ILLEGAL), int(Said.DRIVEN_OUT)
_CUT, _OTHER_COAST = int(Said.CUT), int(Said.OTHER_COAST)
_DISRUPTED, _BROKEN, _BY_LAND = int(Said.DISRUPTED), int(Said.BROKEN), int(Said.BY_LAND)
_UNORDERED = int(Said.UNORDERED)


def find(battle: Battle) -> Findings:
    """Return by place what there is to say about the unit that stood there and its order.

    Nothing where all went as ordered (`Plan.usual`), and for the place -1 that
    orders have which are for no unit.

    Args:
        battle: Resolved and concluded; nothing is open.
    """
    field, taken, found = battle.field, battle.taken, battle.found
    _find_moves(battle)
    _find_supports(battle)
    _find_convoys(battle)
    _find_void(field, found)
    for place, why in field.illegal.items():
        found[place] = _ILLEGAL, why
    for place in battle.driven:
        attacker, before = taken[place], found[place]
        finding = field.plan[place].usual if before is None else before
        found[place] = _DRIVEN_OUT, field.unit[attacker], field.owner[attacker], finding
    return found


def unordered(finding: Finding | None) -> Finding:
    """Return a finding about a unit that held as one about a unit that nobody ordered."""
    return (*finding[:-1], _UNORDERED) if isinstance(finding, tuple) else _UNORDERED


# moves


def _find_moves(battle: Battle) -> None:
    """Find what became of the moves on fronts that were unclear; of others it is known."""
    field, moves, convoys, found = battle.field, battle.moves, battle.convoys, battle.found
    by_sea, fronts = field.by_sea, field.fronts
    for target in battle.unclear:
        for place in fronts[target]:
            if moves[place] == YES:
                found[place] = _find_success(battle, place, target)
            elif by_sea[place] and convoys[place] == NO:
                found[place] = _find_no_convoy(battle, place)
            else:
                found[place] = _find_failure(battle, place, target)


def _find_failure(battle: Battle, place: int, target: int) -> Finding:
    field = battle.field
    attack, hold = battle.attack_and_hold(place, target)
    theirs, rival = _strongest_rival(battle, place, target)
    strength = battle.least[place]
    if theirs >= strength and theirs >= hold:
        return _STANDOFF, field.unit[rival], field.owner[rival], strength, theirs
    if hold and field.owner[place] == field.owner[target]:
        return int(Said.OWN_UNIT), field.unit[target], field.owner[target]
    if hold >= attack and hold >= theirs:
        if place in field.facing and not field.by_sea[place] and hold > battle.least[target]:
            # It met the army that came over the fleet in its target.
            target = field.facing[place]
        kind = int(Said.HEAD_TO_HEAD) if battle.meets(place, target) else _BOUNCED_OFF
        return kind, field.unit[target], field.owner[target], attack, hold
    if theirs >= attack:
        return _STANDOFF, field.unit[rival], field.owner[rival], attack, theirs
    return int(Said.ALL_HOLD)


def _find_success(battle: Battle, place: int, target: int) -> Finding:
    field = battle.field
    sea = field.by_sea[place] != 0
    if field.owner[target] >= 0 and battle.moves[target] != YES:
        attack, hold = battle.attack_and_hold(place, target)
        return _DISLODGED, sea, field.unit[target], attack, hold
    theirs, rival = _strongest_rival(battle, place, target)
    if theirs:
        return _MOVED_BEFORE, sea, field.unit[rival], battle.least[place], theirs
    return _CARRIED if sea else _MOVED


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


def _find_no_convoy(battle: Battle, place: int) -> Finding:
    field, taken = battle.field, battle.taken
    carriers = field.carriers.get(place)
    if not carriers:
        return int(Said.NOT_CARRIED)
    lost = sorted((field.unit[fleet], fleet) for fleet in carriers if fleet in taken)
    paradox = place in battle.broken
    if not lost:
        return int(Said.PARADOX if paradox else Said.NOT_JOINED)
    finding: tuple[int, ...] = (int(Said.CONVOY_LOST), paradox)
    for unit, fleet in lost:
        finding += (unit, field.unit[taken[fleet]], field.owner[taken[fleet]])
    return finding


# supports and convoys


def _find_supports(battle: Battle) -> None:
    field, supports, found = battle.field, battle.supports, battle.found
    for plan in field.reluctant:
        if battle.moves[plan.target] != YES:
            found[plan.place] = int(Said.GIVEN_NOT_AGAINST), field.unit[plan.target]
    for place in battle.attacked:
        if supports[place] != YES:
            found[place] = _find_cut(battle, place)


def _find_cut(battle: Battle, place: int) -> Finding:
    field = battle.field
    cutters = battle.cutters(place)
    cutters.sort(key=field.unit.__getitem__)
    finding: list[int] = [_CUT]
    for cutter in cutters:
        finding += field.unit[cutter], field.owner[cutter], field.by_sea[cutter] != 0
    return tuple(finding)


def _find_convoys(battle: Battle) -> None:
    """Find what became of the fleets that convoy an army where it goes."""
    field, found = battle.field, battle.found
    for army, fleets in field.carriers.items():
        for place in fleets:
            if place in battle.taken:
                found[place] = _DISRUPTED
            elif place in battle.disrupted:
                found[place] = _BROKEN
            elif not field.by_sea[army]:
                found[place] = _BY_LAND, field.unit[army]


def _find_void(field: Field, found: Findings) -> None:
    """Say what the other unit of a support or convoy was ordered to instead."""
    target_at, unit_at = field.target, field.unit
    for plan in field.void:
        other = plan.other
        target = target_at[other]
        if target < 0:
            found[plan.place] = _NOT_ORDERED, unit_at[other]
        elif target == plan.target:
            found[plan.place] = _OTHER_COAST, unit_at[other]
        else:
            found[plan.place] = _WENT_ELSEWHERE, unit_at[other], target
