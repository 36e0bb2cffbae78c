"""Fronts: those that are decided at sight, and what came of all of them in the end.

A *front* is a place with the movers into it. Most fronts of most phases take no
thought: it is known which supports are given, whether the convoys hold, and whether the
unit that stood there got away. Here they are decided and told of in one go; the rest is
*unclear* and left to `pbem.adjudicator.movement`.
"""

from __future__ import annotations

from pbem.adjudicator.equations import NO, OPEN, YES, Equations
from pbem.adjudicator.said import Said

# Plain integers: looking up a member costs more than finding out.
_BOUNCED_OFF, _OWN_UNIT = int(Said.BOUNCED_OFF), int(Said.OWN_UNIT)
_STANDOFF, _DISLODGED = int(Said.STANDOFF), int(Said.DISLODGED)
_MOVED_BEFORE, _NOT_CARRIED = int(Said.MOVED_BEFORE), int(Said.NOT_CARRIED)
_CARRIED = int(Said.CARRIED)


def decide(battle: Equations) -> None:
    """Decide the fronts on which nothing is open, and note the others.

    A move into an empty province succeeds if it is alone there, and one against a unit
    that stays is a matter of counting. An army that no fleet carries goes nowhere. Where
    units may meet head to head over a gate, nothing is clear.
    """
    field, moves, unclear = battle.field, battle.moves, battle.unclear
    owner, target, by_sea = field.owner, field.target, field.by_sea
    if field.facing:
        unclear.extend(field.fronts)
        return
    leaving = []
    for place, movers in field.fronts.items():
        mover = movers[0]
        if target[place] >= 0:
            leaving.append(place)
        elif len(movers) > 1:
            if owner[place] >= 0 or not _decide_race(battle, place, movers):
                unclear.append(place)
        elif by_sea[mover] and battle.convoys[mover] != YES:
            if mover in field.carriers:
                unclear.append(place)
            else:
                moves[mover] = NO
                battle.found[mover] = _NOT_CARRIED
        elif owner[place] < 0:
            moves[mover] = YES
            battle.taken[place] = mover
            if by_sea[mover]:
                battle.found[mover] = _CARRIED
        else:
            hold = battle.least[place]
            if hold != battle.most[place] or not _decide_attack(battle, place, mover, hold):
                unclear.append(place)
    unclear.extend(_follow(battle, leaving))


def _follow(battle: Equations, leaving: list[int]) -> list[int]:
    """Decide fronts at units that move, as far as it is known whether they got away.

    Returns:
        The fronts that were not decided: circles, and what depends on unclear ones.
    """
    while leaving:
        rest = [place for place in leaving if not _decide_behind(battle, place)]
        if len(rest) == len(leaving):
            return rest
        leaving = rest
    return leaving


def _decide_behind(battle: Equations, place: int) -> bool:
    """Decide the moves into the place of a unit that moves; False where that is open.

    Where that unit meets one of the movers head to head it always is: their two fronts
    wait for each other.
    """
    field, leaves = battle.field, battle.moves[place]
    if leaves == OPEN:
        return False
    movers = field.fronts[place]
    mover = movers[0]
    if len(movers) > 1:
        return leaves == YES and _decide_race(battle, place, movers)
    if field.by_sea[mover] and battle.convoys[mover] != YES:
        return False
    if leaves == NO:
        return _decide_attack(battle, place, mover, 1)
    battle.moves[mover] = YES
    battle.taken[place] = mover
    if field.by_sea[mover]:
        battle.found[mover] = _CARRIED
    return True


def _decide_attack(battle: Equations, place: int, mover: int, hold: int) -> bool:
    """Decide the only move against a unit that stays; False where that is open."""
    field, owner = battle.field, battle.field.owner
    if owner[place] == owner[mover]:
        battle.moves[mover] = NO
        battle.found[mover] = _OWN_UNIT, field.unit[place], owner[place]
        return True
    attack = battle.least[mover]
    if attack != battle.most[mover] or mover in field.helped:
        return False
    if attack > hold:
        battle.moves[mover] = YES
        battle.taken[place] = mover
        battle.driven.append(place)
        sea = field.by_sea[mover] != 0
        battle.found[mover] = _DISLODGED, sea, field.unit[place], attack, hold
    else:
        battle.moves[mover] = NO
        battle.found[mover] = _BOUNCED_OFF, field.unit[place], owner[place], attack, hold
    return True


def _decide_race(battle: Equations, place: int, movers: list[int]) -> bool:
    """Decide the moves into an empty province; False where that is open."""
    field, least = battle.field, battle.least
    ranks = []
    for mover in movers:
        if least[mover] != battle.most[mover]:
            return False
        if field.by_sea[mover] and battle.convoys[mover] != YES:
            return False
        ranks.append((-least[mover], field.unit[mover], mover))
    ranks.sort()
    first, second = ranks[0], ranks[1]
    for mover in movers:
        battle.moves[mover] = NO
        strength, unit, rival = first if mover != first[2] else second
        battle.found[mover] = _STANDOFF, unit, field.owner[rival], least[mover], -strength
    if first[0] == second[0]:
        battle.contested.append(place)
    else:
        strength, _, mover = first
        battle.moves[mover] = YES
        battle.taken[place] = mover
        sea = field.by_sea[mover] != 0
        battle.found[mover] = _MOVED_BEFORE, sea, second[1], -strength, -second[0]
    return True


def conclude(battle: Equations) -> None:
    """Note what came of the unclear fronts, once nothing is open.

    A move whose convoy failed, or whose unit was beaten head to head by the one
    that stood there, takes no part in a standoff.
    """
    moves, owner, fronts = battle.moves, battle.field.owner, battle.field.fronts
    for place in battle.unclear:
        stays = owner[place] >= 0 and moves[place] != YES
        for mover in fronts[place]:
            if moves[mover] == YES:
                battle.taken[place] = mover
                if stays:
                    battle.driven.append(place)
                break
        else:
            if not stays and any(map(battle.prevents, fronts[place])):
                battle.contested.append(place)
