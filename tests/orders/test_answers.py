"""What a player is told about each stretch of a text: the order it was read as, and why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.orders.grammar import read_orders
from pbem.orders.reading import Reading
from tests.orders.boards import Case, read_talks
from tests.words import english

ANSWERS = Path(__file__).with_name("answers.txt")


def heard(reading: Reading) -> Iterator[str]:
    """Yield what became of each stretch of a text, as answers.txt writes it."""
    for order in (*reading.orders, *reading.later):
        kept = " if dislodged" if order in reading.later else ""
        note = f": {english(order.note)}" if order.note else ""
        yield f"{order.text!r} is {order.order}{kept}{note}"
    for question in reading.questions:
        yield f"{question.text!r} may be {' | '.join(question.candidates)}"
    for refusal in reading.refused:
        yield f"{refusal.text!r} is {refusal.reason.value}: {english(refusal.message)}"
    for text in reading.ignored:
        yield f"{text!r} is talk"


@pytest.mark.parametrize(
    "case", read_talks(ANSWERS.read_text(encoding="utf-8"), ANSWERS.name), ids=lambda c: c.where
)
def test_answer(case: Case) -> None:
    """Each line of answers.txt is answered by the lines below it."""
    reading = read_orders(case.variant, case.position, case.power, case.text)
    assert "\n".join(heard(reading)) == case.expected, case.text
