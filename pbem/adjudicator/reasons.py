"""Findings in words: the outcome, a sentence and the cause for each order of a movement phase.

The sentences name units as orders do (`F NTH`), strengths as `2 against 1` with the
order's own unit first, and are the same in letters, pages and JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

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
    if said != Said.DRIVEN_OUT:
        outcome, reason, cause = _put(board, Said(said), target, about)
        return OrderResult(text, outcome, reason, cause, given=said != Said.UNORDERED)
    attacker, power, rest = about
    result = tell(board, text, target, rest)
    return replace(
        result,
        reason=f"{result.reason}; dislodged by {board.texts[attacker]}",
        cause=(*result.cause, _cause(board, attacker, power, "dislodged")),
        dislodged=True,
    )


def _put(board: Board, said: Said, target: int, about: Sequence[Any]) -> Words:
    """Put a finding into words."""
    if said in _PLAIN:
        return *_PLAIN[said], ()
    match said:
        case Said.ILLEGAL:
            return Outcome.ILLEGAL, about[0], ()
        case Said.MOVED | Said.CARRIED:
            return Outcome.SUCCEEDS, _moved(board, target, said is Said.CARRIED), ()
        case Said.DISLODGED | Said.MOVED_BEFORE:
            return Outcome.SUCCEEDS, _put_success(board, said, target, *about), ()
        case Said.OWN_UNIT:
            unit, power = about
            reason = f"{board.texts[unit]} stayed, and no unit dislodges one of its own power"
            return Outcome.BOUNCES, reason, (_cause(board, unit, power, "own-unit"),)
        case Said.STANDOFF | Said.BOUNCED_OFF | Said.HEAD_TO_HEAD:
            return _put_bounce(board, said, *about)
        case Said.CONVOY_LOST:
            return _put_convoy_lost(board, about)
        case Said.CUT:
            return _put_cut(board, about)
        case Said.GIVEN_NOT_AGAINST:
            reason = f"support given, but it does not help to dislodge {board.texts[about[0]]}"
            return Outcome.GIVEN, reason, ()
        case Said.BY_LAND:
            reason = f"convoy available; {board.texts[about[0]]} did not use it"
            return Outcome.AVAILABLE, reason, ()
        case _:
            return Outcome.VOID, _put_mismatch(board, said, target, about), ()


_PLAIN = {
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


def _put_bounce(board: Board, said: Said, unit: int, power: int, mine: int, theirs: int) -> Words:
    told, rule = {
        Said.STANDOFF: (f"bounced with {board.texts[unit]}", "standoff"),
        Said.BOUNCED_OFF: (f"bounced off {board.texts[unit]}", "standoff"),
        Said.HEAD_TO_HEAD: (f"met {board.texts[unit]} head to head", "head-to-head"),
    }[said]
    reason = f"{told}, {mine} against {theirs}"
    return Outcome.BOUNCES, reason, (_cause(board, unit, power, rule),)


def _moved(board: Board, place: int, by_sea: bool) -> str:
    return f"moved to {board.names[place]}{' by convoy' if by_sea else ''}"


def _put_success(
    board: Board, said: Said, place: int, by_sea: bool, unit: int, mine: int, theirs: int
) -> str:
    link = " and dislodged" if said is Said.DISLODGED else " before"
    return f"{_moved(board, place, by_sea)}{link} {board.texts[unit]}, {mine} against {theirs}"


def _threes(about: Sequence[int]) -> list[Sequence[int]]:
    return [about[at : at + 3] for at in range(0, len(about), 3)]


def _put_convoy_lost(board: Board, about: Sequence[int]) -> Words:
    paradox, *rest = about
    lost = _threes(rest)
    told = ", ".join(
        f"{board.texts[fleet]} dislodged by {board.texts[attacker]}" for fleet, attacker, _ in lost
    )
    cause = tuple(_cause(board, attacker, power, "convoy-disrupted") for _, attacker, power in lost)
    return Outcome.NO_CONVOY, f"no convoy: {told}{' (convoy paradox)' if paradox else ''}", cause


def _put_cut(board: Board, about: Sequence[int]) -> Words:
    cutters = _threes(about)
    told = " and ".join(
        board.texts[unit] + (" by convoy" if by_sea else "") for unit, _, by_sea in cutters
    )
    cause = tuple(_cause(board, unit, power, "cut") for unit, power, _ in cutters)
    return Outcome.CUT, f"support cut by {told}", cause


def _put_mismatch(board: Board, said: Said, target: int, about: Sequence[int]) -> str:
    name, where = board.texts[about[0]], board.names[target]
    match said:
        case Said.NOT_ORDERED:
            return f"void: {name} was not ordered to move to {where}"
        case Said.OTHER_COAST:
            return f"void: {name} was ordered to another coast of {where}"
        case _:
            return f"void: {name} was ordered to {board.names[about[1]]}"


def _cause(board: Board, unit: int, power: int, rule: str) -> Cause:
    return Cause(board.texts[unit], board.powers[power], rule)
