"""What became of a text in which orders were looked for.

A `Reading` takes in each stretch of the text exactly once: as an order that
would be stored, a question, a refusal, or talk. Notes say what was assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.sayings import Saying


class Refused(StrEnum):
    """Why a line that was meant as an order is not stored (words of the interfaces)."""

    ILLEGAL = "illegal"
    NOT_YOUR_UNIT = "not-your-unit"
    NO_SUCH_UNIT = "no-such-unit"
    WRONG_PHASE = "wrong-phase"
    AMBIGUOUS = "ambiguous"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """An order as it was written beside the order as it was read.

    Attributes:
        text: Only the characters that were read as this order.
        order: In normal form.
        note: What was assumed; None where nothing was.
    """

    text: str
    order: str
    note: Saying | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A line that fits several orders; nothing is stored until it is answered.

    Attributes:
        candidates: Two to five orders in normal form.
    """

    text: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that was meant as an order and is not stored.

    Attributes:
        message: What is wrong and what would be right.
    """

    text: str
    reason: Refused
    message: Saying


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one power's text said.

    Attributes:
        orders: In the order of the text; a later order for a unit replaces an
            earlier one, so there is one a unit (builds and waives aside).
        ignored: Lines of talk, as they were written.
        later: Retreats written beside movement orders, `A MUN R BER, KIE`, kept
            for the case that their unit is dislodged.
    """

    orders: tuple[ReadOrder, ...] = ()
    questions: tuple[Question, ...] = ()
    refused: tuple[Refusal, ...] = ()
    ignored: tuple[str, ...] = ()
    later: tuple[ReadOrder, ...] = ()

    @property
    def notes(self) -> tuple[Saying, ...]:
        """What was assumed, in the order of the text."""
        return tuple(order.note for order in self.orders if order.note)
