"""One phase judged: position and orders in, what became of them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.adjustments import judge_adjustments
from pbem.adjudicator.compiled import NOTHING
from pbem.adjudicator.field import muster
from pbem.adjudicator.findings import find, unordered
from pbem.adjudicator.gates import find_gates
from pbem.adjudicator.movement import OPEN, Battle
from pbem.adjudicator.outcome import (
    centers_after,
    dislodgements,
    entered,
    is_fall,
    standoffs,
    units_after,
)
from pbem.adjudicator.paradox import untangle
from pbem.adjudicator.reasons import tell
from pbem.adjudicator.result import Adjudication, OrderResult, Outcome
from pbem.adjudicator.retreats import judge_retreats
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.said import Finding
from pbem.adjudicator.tables import Board, board_of
from pbem.board.phase import PhaseKind
from pbem.board.position import Position
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
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _judge_movement(board_of(variant), position, orders, rulebook)
        case PhaseKind.RETREATS:
            return judge_retreats(board_of(variant), position, orders, rulebook)
        case PhaseKind.ADJUSTMENTS:
            return judge_adjustments(board_of(variant), position, orders, rulebook)


def _judge_movement(
    board: Board, position: Position, orders: Mapping[str, Sequence[str]], rulebook: Rulebook
) -> Adjudication:
    field = muster(board, rulebook, position, orders)
    if rulebook.convoy_attack_from == "last-fleet":
        find_gates(field)
    battle = Battle(field)
    battle.open_all()
    if OPEN in [battle.moves[mover] for mover in field.movers]:
        untangle(battle)
    taken = entered(battle)
    units = units_after(battle, taken)
    contested = standoffs(battle, taken)
    dislodged = dislodgements(battle, taken, contested)
    centers = position.centers
    if is_fall(position) and not any(unit.retreats for own in dislodged.values() for unit in own):
        centers = centers_after(board, position, units)
    return Adjudication(
        orders=_results(battle, taken, orders),
        units=units,
        dislodged=dislodged,
        standoffs=tuple(sorted([board.names[place] for place in contested])),
        centers=centers,
        disbanded={},
    )


def _results(
    battle: Battle, taken: dict[int, int], orders: Mapping[str, Sequence[str]]
) -> dict[str, tuple[OrderResult, ...]]:
    """Return the results by power: its orders as they came in, then its units without one."""
    field = battle.field
    plans, found = field.plan, find(battle, taken)
    if not field.refused:
        results = {
            power: tuple([plans[place].told[found[place]] for place in sheet])
            for power, sheet in field.sheets.items()
        }
    else:
        results = {
            power: tuple(
                plans[place].told[found[place]]
                if place >= 0
                else OrderResult(text, Outcome.ILLEGAL, field.refused[-place - 1])
                for text, place in zip(orders[power], sheet, strict=True)
            )
            for power, sheet in field.sheets.items()
        }
    ordered = sum(map(len, results.values())) - len(field.refused)
    if ordered < len(field.standing):
        for power, idle in _without_order(battle, found).items():
            results[power] = (*results.get(power, ()), *idle)
    return results


def _without_order(battle: Battle, found: list[Finding]) -> dict[str, list[OrderResult]]:
    """Return the results of the units that nobody ordered: they hold."""
    field, board = battle.field, battle.field.board
    idle = [place for place in field.standing if field.plan[place] is NOTHING]
    results: dict[str, list[OrderResult]] = {}
    for place in sorted(idle, key=lambda place: field.unit[place]):
        text = f"{board.texts[field.unit[place]]} H"
        result = tell(board, text, unordered(found[place]))
        results.setdefault(board.powers[field.owner[place]], []).append(result)
    return results
