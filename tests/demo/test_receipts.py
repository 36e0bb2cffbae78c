"""A player finds the sheet and the choices in a receipt."""

from __future__ import annotations

from pbem.demo.receipts import choices_of, sheet_of

RECEIPT = """\
As read from your letter:

A PAR - BUR             from "A Paris → Burgundy"

What did you mean? Answer with the number, or send the order itself. Until
then nothing of this line is stored:

  "F MAO - Spa"
     1  F MAO - SPA/NC
     2  F MAO - SPA/SC

What would run now for France:

A MAR H                 no order yet
A PAR - BUR
F MAO H                 no order yet

France is not ready: a question is open.

A LON - YOR
"""


def test_the_sheet_is_found() -> None:
    """Only the orders that would run count, without the remarks beside them."""
    assert sheet_of(RECEIPT) == {"A MAR H", "A PAR - BUR", "F MAO H"}


def test_choices_are_found() -> None:
    """Each order that is offered has its number."""
    assert choices_of(RECEIPT) == {"F MAO - SPA/NC": 1, "F MAO - SPA/SC": 2}


def test_other_letters_have_none() -> None:
    """A letter that is no receipt has no sheet."""
    assert sheet_of("Hello") == frozenset()
    assert choices_of("Hello") == {}
