"""What stays open when nothing more can be concluded: circles of moves, and paradoxes.

Open questions that wait for each other in a circle, and for no open question
outside it, are a *core*. A core without convoys is a circular movement, which
succeeds (DATC 6.C.1). A core with convoys is a paradox, and the rulebook says what
becomes of it (4.A.2). Cores are independent of each other and are taken one by one
(6.F.27).

There is no third kind, whose convoys hold in exactly one way that agrees with itself.
Only fleets in seas convoy, where no army can stand, and none of them moves.
An army attacks one unit, whose support counts on one front, that of a fleet which carries
one army: so the convoys of a core follow from each other in a single circle. Each hangs
on the one before alone, either as it does or the other way round, since it would not be
open if it were the same for both. All the way round, every way agrees with itself or none.
"""

from __future__ import annotations

from pbem.adjudicator.equations import NO, OPEN, YES
from pbem.adjudicator.movement import Battle

Question = tuple[str, int]
"""`("move", place)`, `("support", place)` or `("convoy", place)`."""


def untangle(battle: Battle) -> None:
    """Answer every question that is still open."""
    while movers := _open_movers(battle):
        core = _core(battle, movers[0])
        armies = sorted(place for kind, place in core if kind == "convoy")
        moves = sorted(place for kind, place in core if kind == "move")
        if armies:
            _break(battle, moves, armies)
        else:
            for place in moves:
                battle.answer_move(place, YES)
            battle.settle()


def _open_movers(battle: Battle) -> list[int]:
    """Return the movers of which it is open whether they succeed, sorted.

    While a support or a convoy is open, a move is open that it waits for.
    """
    return sorted(place for place in battle.unclear_movers() if battle.moves[place] == OPEN)


def _core(battle: Battle, mover: int) -> set[Question]:
    """Return a smallest set of open questions that waits for nothing outside it.

    It is one of those that a move waits for, directly or not.
    """
    waited = sorted(_closure(battle, ("move", mover)))
    return min((_closure(battle, question) for question in waited), key=len)


def _closure(battle: Battle, question: Question) -> set[Question]:
    """Return all open questions that a question waits for, itself included."""
    found = {question}
    edge = [question]
    while edge:
        for waited in _waits_for(battle, edge.pop()):
            if waited not in found:
                found.add(waited)
                edge.append(waited)
    return found


def _waits_for(battle: Battle, question: Question) -> list[Question]:
    """Return the open questions that could change the answer to a question."""
    kind, place = question
    if kind == "move":
        return _waits_for_move(battle, place)
    field = battle.field
    if kind == "support":
        return _waits_for_support(battle, place)
    return [
        ("move", attacker)
        for fleet in field.carriers[place]
        for attacker in field.fronts.get(fleet, ())
        if battle.moves[attacker] == OPEN
    ]


def _waits_for_support(battle: Battle, place: int) -> list[Question]:
    field = battle.field
    waits: list[Question] = []
    for attacker in field.fronts[place]:
        if field.owner[attacker] != field.owner[place]:
            if not battle.is_from_aim(attacker, place):
                if battle.convoys.get(attacker) == OPEN:
                    waits.append(("convoy", attacker))
            elif battle.moves[attacker] == OPEN:
                waits.append(("move", attacker))
    return waits


def _waits_for_move(battle: Battle, mover: int) -> list[Question]:
    field = battle.field
    target = field.target[mover]
    units = [*field.fronts[target], target]
    if mover in field.facing and not field.by_sea[mover]:
        units.append(field.facing[mover])
    waits: list[Question] = [
        ("support", backer)
        for unit in units
        for backer in field.backers(unit)
        if battle.supports[backer] == OPEN
    ]
    waits += [("convoy", unit) for unit in units if battle.convoys.get(unit) == OPEN]
    if field.target[target] >= 0 and battle.moves[target] == OPEN:
        if not battle.meets(mover, target):
            waits.append(("move", target))
    waits += [
        ("move", field.facing[rival])
        for rival in field.fronts[target]
        if rival != mover and rival in field.facing and battle.moves[field.facing[rival]] == OPEN
    ]
    return waits


def _break(battle: Battle, moves: list[int], armies: list[int]) -> None:
    """Settle a paradox: its convoys fail, and by the all-hold rule its moves too."""
    field = battle.field
    battle.disrupted.update(
        fleet
        for army in armies
        for fleet in field.carriers[army]
        if any(attacker in moves for attacker in field.fronts.get(fleet, ()))
    )
    for army in armies:
        battle.broken.add(army)
        battle.answer_convoy(army, NO)
    if field.rulebook.convoy_paradox == "all-hold":
        for place in moves:
            battle.answer_move(place, NO)
    battle.settle()
