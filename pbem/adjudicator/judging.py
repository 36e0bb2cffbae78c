"""One phase judged: position and orders in, what became of them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.adjustments import judge_adjustments
from pbem.adjudicator.compiled import Plan
from pbem.adjudicator.findings import find, unordered
from pbem.adjudicator.fronts import conclude
from pbem.adjudicator.gates import find_gates
from pbem.adjudicator.movement import Battle
from pbem.adjudicator.muster import muster
from pbem.adjudicator.outcome import centers_after, dislodgements, is_fall, units_after
from pbem.adjudicator.paradox import untangle
from pbem.adjudicator.reasons import tell
from pbem.adjudicator.result import Adjudication, OrderResult
from pbem.adjudicator.retreats import judge_retreats
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.said import Finding
from pbem.adjudicator.tables import Board, board_of
from pbem.adjudicator.troops import split
from pbem.board.phase import PhaseKind
from pbem.board.position import Dislodgement, Position
from pbem.board.variant import Variant


def adjudicate(
    variant: Variant,
    position: Position,
    orders: Mapping[str, Sequence[str]],
    rulebook: Rulebook,
) -> Adjudication:
    """Judge a phase of any kind.

    Args:
        variant: The board.
        position: A position of that board, before the orders.
        orders: By power, in normal form. An order that cannot be read, is for
            another power's unit or can never be carried out is illegal, and its
            unit holds. Units and powers may be missing.
        rulebook: The rules.

    Returns:
        A result for each order that came in and each unit without one. The same
        input gives the same result, whatever the order of powers and units.
    """
    return _JUDGES[position.phase.kind](board_of(variant), position, orders, rulebook)


def _judge_movement(
    board: Board, position: Position, orders: Mapping[str, Sequence[str]], rulebook: Rulebook
) -> Adjudication:
    field = muster(board, rulebook, position, orders)
    if rulebook.convoy_attack_from == "last-fleet":
        find_gates(field)
    battle = Battle(field)
    battle.open_all()
    untangle(battle)
    conclude(battle)
    units = units_after(battle)
    dislodged = dislodgements(battle)
    centers = position.centers
    if is_fall(position) and not (dislodged and any(map(_may_retreat, dislodged.values()))):
        centers = centers_after(board, position, units)
    return Adjudication(
        orders=_results(battle, find(battle), orders),
        units=units,
        dislodged=dislodged,
        standoffs=tuple(sorted([board.names[place] for place in battle.contested])),
        centers=centers,
        disbanded={},
    )


_JUDGES = {
    PhaseKind.MOVEMENT: _judge_movement,
    PhaseKind.RETREATS: judge_retreats,
    PhaseKind.ADJUSTMENTS: judge_adjustments,
}


def _may_retreat(dislodged: Sequence[Dislodgement]) -> bool:
    return any(one.retreats for one in dislodged)


def _results(
    battle: Battle, found: Sequence[Finding | None], orders: Mapping[str, Sequence[str]]
) -> dict[str, tuple[OrderResult, ...]]:
    """Return the results by power: its orders as they came in, then its units without one."""
    board = battle.field.board
    told = [
        plan.done
        if (finding := found[plan.place]) is None
        else plan.told.get(finding) or _tell_first(board, plan, finding)
        for plan in battle.field.plans
    ]
    results = split(tuple(told), orders)
    if battle.field.idle:
        for power, idle in _without_order(battle, found).items():
            results[power] = (*results.get(power, ()), *idle)
    return results


def _tell_first(board: Board, plan: Plan, finding: Finding) -> OrderResult:
    """Tell what was not told of this order before, and keep it."""
    result = plan.told[finding] = tell(board, plan.text, plan.target, finding)
    return result


def _without_order(battle: Battle, found: Sequence[Finding | None]) -> dict[str, list[OrderResult]]:
    """Return the results of the units that nobody ordered: they hold."""
    field, board = battle.field, battle.field.board
    results: dict[str, list[OrderResult]] = {}
    for place in sorted(field.idle, key=lambda place: field.unit[place]):
        text = f"{board.texts[field.unit[place]]} H"
        result = tell(board, text, place, unordered(found[place]))
        results.setdefault(board.powers[field.owner[place]], []).append(result)
    return results
