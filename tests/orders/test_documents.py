"""Orders as the rules documents write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.orders.grammar import read_orders
from tests.orders.boards import Case, read_cases, told
from tests.words import english

LINES = Path(__file__).with_name("documents.txt")
CASES = list(read_cases(LINES.read_text(encoding="utf-8"), LINES.name))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.where)
def test_line(case: Case) -> None:
    """Each becomes what stands beside it, on the board of its document."""
    reading = read_orders(case.variant, case.position, case.power, case.text)
    assert told(reading) == case.expected, case.text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Support Army in Picardy's move to Belgium", "the unit that gives the support is missing"),
        ("Army in Burgundy support move to Belgium", "the unit that is supported is missing"),
    ],
)
def test_a_vague_order_is_told_what_is_missing(text: str, why: str) -> None:
    """The reason is the one that the forum's rules give for dismissing it."""
    case = next(case for case in CASES if case.text == text)
    (refusal,) = read_orders(case.variant, case.position, case.power, text).refused
    assert english(refusal.message) == why
