"""Findings in words: the outcome, a sentence and the cause for each order of a movement phase.

The sentences name units as orders do (`F NTH`), strengths as `2 against 1` with the
order's own unit first, and are the same in letters, pages and JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pbem.adjudicator.result import Cause, OrderResult, Outcome
from pbem.adjudicator.said import Finding, Said
from pbem.adjudicator.tables import Board

Words = tuple[Outcome, str, tuple[Cause, ...]]


def tell(board: Board, text: str, target: int, finding: Finding) -> OrderResult:
    """Return the result of an order of which this was found.

    Args:
        board: The tables.
        text: The order as it came in.
        target: The place that the order is about: `Plan.target`.
        finding: What was found.
    """
    said, *about = (finding,) if isinstance(finding, int) else finding
    if said in _PLAIN:
        outcome, reason = _PLAIN[said]
        return OrderResult(text, outcome, reason, given=said != Said.UNORDERED)
    if said == Said.DRIVEN_OUT:
        attacker, power, rest = about
        return _driven_out(board, tell(board, text, target, rest), attacker, power)
    return OrderResult(text, *_IN_WORDS[said](board, target, *about))


_PLAIN: Mapping[int, tuple[Outcome, str]] = {
    Said.ALL_HOLD: (Outcome.BOUNCES, "a convoy paradox: all units in it hold"),
    Said.NOT_CARRIED: (Outcome.NO_CONVOY, "no convoy: no fleet was ordered to carry it"),
    Said.NOT_JOINED: (
        Outcome.NO_CONVOY,
        "no convoy: the fleets ordered to carry it do not reach that far",
    ),
    Said.PARADOX: (
        Outcome.NO_CONVOY,
        "no convoy: it would decide about itself (convoy paradox)",
    ),
    Said.HELD: (Outcome.HOLDS, "held"),
    Said.UNORDERED: (Outcome.HOLDS, "no order, so it held"),
    Said.GIVEN: (Outcome.GIVEN, "support given"),
    Said.AVAILABLE: (Outcome.AVAILABLE, "convoy available"),
    Said.DISRUPTED: (Outcome.DISRUPTED, "convoy disrupted"),
    Said.BROKEN: (
        Outcome.DISRUPTED,
        "convoy broken: it would decide about itself (convoy paradox)",
    ),
}


def _driven_out(board: Board, result: OrderResult, attacker: int, power: int) -> OrderResult:
    return replace(
        result,
        reason=f"{result.reason}; dislodged by {board.texts[attacker]}",
        cause=(*result.cause, _cause(board, attacker, power, "dislodged")),
        dislodged=True,
    )


def _illegal(_board: Board, _target: int, why: str) -> Words:
    return Outcome.ILLEGAL, why, ()


def _moved(board: Board, target: int) -> Words:
    return Outcome.SUCCEEDS, f"moved to {board.names[target]}", ()


def _carried(board: Board, target: int) -> Words:
    return Outcome.SUCCEEDS, f"moved to {board.names[target]} by convoy", ()


def _went_in(
    link: str, board: Board, target: int, by_sea: bool, unit: int, mine: int, theirs: int
) -> Words:
    _, moved, _ = (_carried if by_sea else _moved)(board, target)
    reason = f"{moved} {link} {board.texts[unit]}, {mine} against {theirs}"
    return Outcome.SUCCEEDS, reason, ()


def _bounced(
    how: str, rule: str, board: Board, _target: int, unit: int, power: int, mine: int, theirs: int
) -> Words:
    reason = f"{how.format(board.texts[unit])}, {mine} against {theirs}"
    return Outcome.BOUNCES, reason, (_cause(board, unit, power, rule),)


def _own_unit(board: Board, _target: int, unit: int, power: int) -> Words:
    reason = f"{board.texts[unit]} stayed, and no unit dislodges one of its own power"
    return Outcome.BOUNCES, reason, (_cause(board, unit, power, "own-unit"),)


def _threes(about: Sequence[int]) -> list[Sequence[int]]:
    return [about[at : at + 3] for at in range(0, len(about), 3)]


def _convoy_lost(board: Board, _target: int, paradox: bool, *about: int) -> Words:
    lost = _threes(about)
    told = ", ".join(
        f"{board.texts[fleet]} dislodged by {board.texts[attacker]}" for fleet, attacker, _ in lost
    )
    cause = tuple(_cause(board, attacker, power, "convoy-disrupted") for _, attacker, power in lost)
    return Outcome.NO_CONVOY, f"no convoy: {told}{' (convoy paradox)' if paradox else ''}", cause


def _cut(board: Board, _target: int, *about: int) -> Words:
    cutters = _threes(about)
    told = " and ".join(
        board.texts[unit] + (" by convoy" if by_sea else "") for unit, _, by_sea in cutters
    )
    cause = tuple(_cause(board, unit, power, "cut") for unit, power, _ in cutters)
    return Outcome.CUT, f"support cut by {told}", cause


def _not_against(board: Board, _target: int, unit: int) -> Words:
    reason = f"support given, but it does not help to dislodge {board.texts[unit]}"
    return Outcome.GIVEN, reason, ()


def _by_land(board: Board, _target: int, army: int) -> Words:
    return Outcome.AVAILABLE, f"convoy available; {board.texts[army]} did not use it", ()


def _not_ordered(board: Board, target: int, unit: int) -> Words:
    told = f"void: {board.texts[unit]} was not ordered to move to {board.names[target]}"
    return Outcome.VOID, told, ()


def _other_coast(board: Board, target: int, unit: int) -> Words:
    told = f"void: {board.texts[unit]} was ordered to another coast of {board.names[target]}"
    return Outcome.VOID, told, ()


def _went_elsewhere(board: Board, _target: int, unit: int, place: int) -> Words:
    return Outcome.VOID, f"void: {board.texts[unit]} was ordered to {board.names[place]}", ()


_IN_WORDS: Mapping[int, Callable[..., Words]] = {
    Said.ILLEGAL: _illegal,
    Said.MOVED: _moved,
    Said.CARRIED: _carried,
    Said.DISLODGED: partial(_went_in, "and dislodged"),
    Said.MOVED_BEFORE: partial(_went_in, "before"),
    Said.STANDOFF: partial(_bounced, "bounced with {}", "standoff"),
    Said.BOUNCED_OFF: partial(_bounced, "bounced off {}", "standoff"),
    Said.HEAD_TO_HEAD: partial(_bounced, "met {} head to head", "head-to-head"),
    Said.OWN_UNIT: _own_unit,
    Said.CONVOY_LOST: _convoy_lost,
    Said.CUT: _cut,
    Said.GIVEN_NOT_AGAINST: _not_against,
    Said.BY_LAND: _by_land,
    Said.NOT_ORDERED: _not_ordered,
    Said.OTHER_COAST: _other_coast,
    Said.WENT_ELSEWHERE: _went_elsewhere,
}


def _cause(board: Board, unit: int, power: int, rule: str) -> Cause:
    return Cause(board.texts[unit], board.powers[power], rule)
