"""What there is to say about each order of a resolved movement phase, as a few integers.

A finding holds all that a sentence about the order needs, and nothing else, so
that equal findings of equal orders are told once and kept
(`pbem.adjudicator.reasons`). Units and powers in it are numbers; where it names
a unit, the number of its power follows.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from pbem.adjudicator.compiled import CONVOY, HOLD, MOVE, SUPPORT_MOVE
from pbem.adjudicator.field import Field
from pbem.adjudicator.movement import NO, YES, Battle

Finding = tuple[Any, ...]
"""A `Said`, as a plain integer, and what it is said about; the members are given there."""


class Said(IntEnum):
    """The kinds of findings, with what follows each."""

    ILLEGAL = 0
    """Why."""
    MOVED = 1
    """Place, whether by sea."""
    DISLODGED = 2
    """Place, whether by sea, unit there, attack, hold."""
    MOVED_BEFORE = 3
    """Place, whether by sea, the other mover, strength, its strength."""
    STANDOFF = 4
    """The other mover, its power, strength, its strength."""
    BOUNCED_OFF = 5
    """The unit there, its power, attack, hold."""
    HEAD_TO_HEAD = 6
    """The unit there, its power, attack, defend."""
    OWN_UNIT = 7
    """The unit there, its power."""
    ALL_HOLD = 8
    """Nothing: a paradox in which all units hold."""
    NOT_CARRIED = 9
    """Nothing: no fleet was ordered to carry it."""
    NOT_JOINED = 10
    """Nothing: the fleets lead nowhere."""
    PARADOX = 11
    """Nothing: its convoy would decide about itself."""
    CONVOY_LOST = 12
    """Whether in a paradox; then each fleet, its attacker, the attacker's power."""
    HELD = 13
    """Nothing."""
    GIVEN = 14
    """Nothing."""
    GIVEN_NOT_AGAINST = 15
    """The own unit that it does not help to dislodge."""
    CUT = 16
    """Each attacker, its power, whether by sea."""
    NOT_ORDERED = 17
    """The other unit, the place it was to move to."""
    OTHER_COAST = 18
    """The other unit, the place it went to."""
    WENT_ELSEWHERE = 19
    """The other unit, the place it was ordered to."""
    AVAILABLE = 20
    """Nothing."""
    BY_LAND = 21
    """The army that did not need the convoy."""
    DISRUPTED = 22
    """Nothing: the fleet was dislodged."""
    BROKEN = 23
    """Nothing: the convoy would decide about itself."""
    UNORDERED = 24
    """Nothing: the unit held without an order."""


# Plain integers: looking up a member costs more than finding out.
_MOVED, _DISLODGED, _MOVED_BEFORE = int(Said.MOVED), int(Said.DISLODGED), int(Said.MOVED_BEFORE)
_STANDOFF, _BOUNCED_OFF = int(Said.STANDOFF), int(Said.BOUNCED_OFF)
_NOT_ORDERED, _WENT_ELSEWHERE = int(Said.NOT_ORDERED), int(Said.WENT_ELSEWHERE)
_HELD = (int(Said.HELD),)
_GIVEN = (int(Said.GIVEN),)
_AVAILABLE = (int(Said.AVAILABLE),)


def find(battle: Battle, taken: dict[int, int], place: int) -> Finding:
    """Return what there is to say about the order of the unit in a place, retreats aside."""
    field = battle.field
    op = field.op[place]
    if op == MOVE:
        return _find_move(battle, taken, place)
    if place in field.illegal:
        return int(Said.ILLEGAL), field.illegal[place]
    if op == HOLD:
        return _HELD
    if op == CONVOY:
        return _find_convoy(battle, taken, place)
    answer = battle.supports.get(place)
    if answer is None:
        return _mismatch(field, place)
    if answer != YES:
        return _find_cut(battle, place)
    aim = field.aim[place]
    if op == SUPPORT_MOVE and field.owner[aim] == field.owner[place] and battle.moves[aim] != YES:
        return int(Said.GIVEN_NOT_AGAINST), field.unit[aim]
    return _GIVEN


# moves


def _find_move(battle: Battle, taken: dict[int, int], place: int) -> Finding:
    field = battle.field
    if battle.moves[place] == YES:
        return _find_success(battle, place)
    if battle.convoys.get(place) == NO:
        return _find_no_convoy(battle, taken, place)
    target = field.target[place]
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
        return (int(Said.NOT_CARRIED),)
    lost = sorted((field.unit[fleet], fleet) for fleet in carriers if fleet in taken)
    paradox = place in battle.broken
    if not lost:
        return (int(Said.PARADOX if paradox else Said.NOT_JOINED),)
    finding: Finding = (int(Said.CONVOY_LOST), paradox)
    for unit, fleet in lost:
        finding += (unit, field.unit[taken[fleet]], field.owner[taken[fleet]])
    return finding


# supports and convoys


def _find_cut(battle: Battle, place: int) -> Finding:
    field = battle.field
    finding: Finding = (int(Said.CUT),)
    for unit, cutter in sorted((field.unit[cutter], cutter) for cutter in battle.cutters(place)):
        finding += (unit, field.owner[cutter], field.by_sea[cutter] != 0)
    return finding


def _find_convoy(battle: Battle, taken: dict[int, int], place: int) -> Finding:
    field = battle.field
    plan = field.plan[place]
    assert plan is not None
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
    assert plan is not None
    other = plan.other
    if field.op[other] != MOVE:
        return _NOT_ORDERED, field.unit[other], plan.target
    if field.target[other] == plan.target:
        return int(Said.OTHER_COAST), field.unit[other], plan.target
    return _WENT_ELSEWHERE, field.unit[other], field.target[other]
