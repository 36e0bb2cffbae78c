"""How far a game has come, and the sheet of a power in the open phase."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.game.sheet import ReceiptIssued, Written
from pbem.orders.reading import Question


class Stage(StrEnum):
    """How far a game has come."""

    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


@dataclass(frozen=True)
class Sheet:
    """The orders of one power in the open phase.

    Attributes:
        orders: In normal form, sorted.
        written: Words of the orders, as far as known.
        before: The orders before each letter, the newest last; what UNDO goes back to.
        receipts: All of this phase.
        nonce: Of the newest receipt.
        questions: Lines that wait for an answer, numbered through in receipts.
        ahead: Retreats for the retreat phase of this turn, should there be one.
    """

    orders: tuple[str, ...] = ()
    written: tuple[Written, ...] = ()
    before: tuple[tuple[str, ...], ...] = ()
    receipts: tuple[ReceiptIssued, ...] = ()
    nonce: str = ""
    questions: tuple[Question, ...] = ()
    ahead: tuple[Written, ...] = ()
