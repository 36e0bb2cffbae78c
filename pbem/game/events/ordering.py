"""What powers were told to do, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written
from pbem.orders.reading import Question


@dataclass(frozen=True)
class OrdersSubmitted:
    """A letter was read for a power, and this is the whole sheet since; private.

    Attributes:
        receipt: Number of the receipt, from 1 in each phase.
        orders: The sheet, in normal form, sorted.
        written: Of the orders on the sheet, as far as known.
        before: The orders before each letter that changed them, the newest last.
        ahead: Retreats for the retreat phase of this turn, should there be one.
        nonce: 64 hexadecimal digits.
        hash: `sha256:…` of nonce and canonical sheet.
        questions: Lines that wait for an answer, of this letter and of earlier ones.
        letter: Its key in the spool; empty where orders given ahead came into force.
    """

    at: datetime
    power: str
    phase: Phase
    receipt: int
    orders: tuple[str, ...]
    written: tuple[Written, ...]
    nonce: str
    hash: str
    questions: tuple[Question, ...]
    letter: str
    before: tuple[tuple[str, ...], ...] = ()
    ahead: tuple[Written, ...] = ()


@dataclass(frozen=True)
class ReadinessChanged:
    """A power said READY or WAIT; private.

    Attributes:
        word: `ready`, `wait`, or empty where neither holds any more.
    """

    at: datetime
    power: str
    word: str


@dataclass(frozen=True)
class PhaseAdjudicated:
    """A phase is over; holds all that its phase file shows, and what comes next.

    Attributes:
        number: Of the phase file, from 1.
        position: Before the orders.
        due: When the orders were due.
        orders: By power, in normal form.
        result: What became of them.
        removed: Units that left the board because the rules left no choice, by power.
        receipts: Of the phase, by power.
        opened: The sheet that ran, by power; absent for a power that sent none.
        written: The words of the orders that ran, by power.
        late: Powers without any usable order at the end.
        following: The next position (of the phase that would follow where the game is over).
        missed: How many phases each power has missed one after the other, this one
            included; absent for none.
        after: Number of the phase file it continues; None for the one before it.
    """

    at: datetime
    number: int
    position: Position
    due: datetime
    orders: Mapping[str, tuple[str, ...]]
    result: Adjudication
    removed: Mapping[str, tuple[Unit, ...]]
    receipts: Mapping[str, tuple[ReceiptIssued, ...]]
    opened: Mapping[str, SheetOpened]
    written: Mapping[str, tuple[Written, ...]]
    late: tuple[str, ...]
    following: Position
    missed: Mapping[str, int] = field(default_factory=dict)
    after: int | None = None
