"""What stays open when nothing more can be concluded: circles of moves, and paradoxes.

Open questions that wait for each other in a circle, and for no open question
outside it, are a *core*. A core without convoys is a circular movement, which
succeeds (DATC 6.C.1). With convoys, each is tried both ways: if exactly one way
agrees with itself, that is what happens (6.F.29); otherwise it is a paradox, and
the rulebook says what becomes of it (4.A.2). Cores are independent of each other
and are taken one by one (6.F.27).
"""

from __future__ import annotations

from pbem.adjudicator.equations import NO, OPEN, YES
from pbem.adjudicator.movement import Answers, Battle

_MOST_TRIALS = 256
"""A core that takes more trials than this counts as a paradox.

The largest published one takes 14; the bound is for boards made to be slow.
"""

Question = tuple[str, int]
"""`("move", place)`, `("support", place)` or `("convoy", place)`."""


def untangle(battle: Battle) -> None:
    """Answer every question that is still open."""
    while questions := _open_questions(battle):
        core = _core(battle, questions)
        armies = sorted(place for kind, place in core if kind == "convoy")
        if not armies:
            _go_round(battle, core)
            continue
        before = battle.save()
        solutions = _solutions(battle, core, armies)
        if len(solutions) == 1:
            battle.restore(solutions[0])
        else:
            battle.restore(before)
            _break(battle, core, armies)


def _open_questions(battle: Battle) -> list[Question]:
    movers = sorted(battle.unclear_movers())
    return [
        *(("move", place) for place in movers if battle.moves[place] == OPEN),
        *(("support", place) for place in _open_in(battle.supports)),
        *(("convoy", place) for place in _open_in(battle.convoys)),
    ]


def _open_in(answers: dict[int, int]) -> list[int]:
    return sorted(place for place, answer in answers.items() if answer == OPEN)


def _core(battle: Battle, questions: list[Question]) -> set[Question]:
    """Return a smallest set of open questions that waits for nothing outside it."""
    core = _closure(battle, questions[0])
    settled = False
    while not settled:
        settled = True
        for question in sorted(core):
            smaller = _closure(battle, question)
            if len(smaller) < len(core):
                core, settled = smaller, False
                break
    return core


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
        for fleet in field.carriers.get(place, ())
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


def _go_round(battle: Battle, core: set[Question]) -> None:
    """Let the moves of a core without convoys succeed."""
    for kind, place in sorted(core):
        if kind == "move":
            battle.assume_move(place)
    battle.settle()


def _solutions(battle: Battle, core: set[Question], armies: list[int]) -> list[Answers]:
    """Return ways to answer a core that agree with themselves, two at most."""
    found: list[Answers] = []
    todo: list[tuple[Answers, dict[int, int]]] = [(battle.save(), {})]
    for _ in range(_MOST_TRIALS):
        if not todo or len(found) > 1:
            return found
        saved, assumed = todo.pop()
        battle.restore(saved)
        unknown = [army for army in armies if battle.convoys[army] == OPEN]
        if not unknown:
            _close(battle, core)
            if all(battle.would_hold(army) == guess for army, guess in assumed.items()):
                found.append(battle.save())
            continue
        for guess in (NO, YES):
            battle.restore(saved)
            battle.answer_convoy(unknown[0], guess)
            battle.settle()
            if battle.would_hold(unknown[0]) in (guess, OPEN):
                todo.append((battle.save(), {**assumed, unknown[0]: guess}))
    return []


def _close(battle: Battle, core: set[Question]) -> None:
    """Let the circular movements inside a core succeed, once its convoys are settled."""
    while True:
        rest = [question for question in _open_questions(battle) if question in core]
        if not rest:
            return
        _go_round(battle, _core(battle, rest) & core)


def _break(battle: Battle, core: set[Question], armies: list[int]) -> None:
    """Settle a paradox: its convoys fail, and by the all-hold rule its moves too."""
    battle.disrupted.update(
        fleet
        for army in armies
        for fleet in battle.field.carriers.get(army, ())
        if any(("move", attacker) in core for attacker in battle.field.fronts.get(fleet, ()))
    )
    for army in armies:
        if battle.convoys[army] == OPEN:
            battle.broken.add(army)
            battle.answer_convoy(army, NO)
    if battle.field.rulebook.convoy_paradox == "all-hold":
        for kind, place in sorted(core):
            if kind == "move":
                battle.fail_move(place)
    battle.settle()
