"""What a player's letter says: orders for each power in hand, requests, press.

The new text is taken line by line. Press blocks are held out, commands count
where a whole line fits, headings name a power or a phase; all other lines go to
the reader of orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.game.commands import Affirm, AskStatus, Clear, Ready, Request, Undo, Wait
from pbem.game.host_acts import Announce, Write
from pbem.game.notices import Trouble
from pbem.game.speech import HOST, Block
from pbem.mail.commands import (
    Ask,
    ConfirmSeat,
    NotObeyed,
    ObserveGame,
    SignOff,
    SignOn,
    Spoken,
    StopObserving,
    WhatIf,
    read_command,
)
from pbem.mail.headings import Heading, When, read_heading
from pbem.mail.host_commands import HostLine, is_open_announcement, read_host_line
from pbem.mail.press import Press, block_of, fault_of, read_block
from pbem.orders.grammar import is_order_like, read_orders, without_initial
from pbem.orders.notation import read_order, unit_of
from pbem.orders.reading import Question, Reading, ReadOrder, Refused
from pbem.sayings import Saying, say

_NOT_HOST = say("host-only")
_DATED = (Ready, Wait, Clear, Undo)
_NUMBER = re.compile(r"\s*\(?(\d{1,2})([.)]?)\s*")
_NOTHING = Reading()


@dataclass(frozen=True)
class Said:
    """All that a letter says.

    Attributes:
        readings: By power in hand, in the order of the hand; a power that the
            letter says nothing of is absent.
        requests: In the order of the letter.
        asks: Questions for the judge itself, in the order of the letter.
        press: Blocks that are no orders.
        blocks: Those of them that the game is to be told, with the power that speaks.
        refused: Lines that could not be obeyed, with what would be right.
        wrong_phase: Whether it has the heading of a phase that is over.
        held: A block of press without its end that holds orders or commands:
            nothing of the letter was obeyed.
        held_at: Number of the first line in it, from 0, that is an order or a command.
        host: What it asks as the host's, where its writer is the host.
        later: Phases to come that the letter has lines for, as records have them, with
            how they read in letters.
    """

    readings: Mapping[str, Reading]
    requests: tuple[Request, ...] = ()
    asks: tuple[Ask, ...] = ()
    press: tuple[Press, ...] = ()
    blocks: tuple[Block, ...] = ()
    refused: tuple[tuple[str, Saying], ...] = ()
    wrong_phase: bool = False
    held: Press | None = None
    held_at: int = 0
    later: tuple[tuple[str, Saying], ...] = ()
    host: tuple[HostLine, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether the letter says anything to the judge."""
        return self.trouble is not Trouble.NO_ORDERS

    @property
    def trouble(self) -> Trouble | None:
        """Why the letter changes nothing and asks nothing; None where it does."""
        read = any(
            reading.orders or reading.questions or reading.refused
            for reading in self.readings.values()
        )
        if read or self.requests or self.asks or self.held or self.later:
            return None
        if self.host or self.press:
            return None
        if self.wrong_phase:
            return Trouble.WRONG_PHASE
        return None if self.refused else Trouble.NO_ORDERS


def read_letter(
    text: str,
    variant: Variant,
    position: Position,
    powers: tuple[str, ...],
    *,
    asked: Sequence[Question] = (),
    old: bool = False,
    was_kept: bool = False,
    hosting: bool = False,
) -> Said:
    """Read the new text of a player's letter, for the phase that is open.

    Args:
        text: Lines without quotation and signature.
        variant: The board.
        position: Its phase is the open one.
        powers: In the player's hand; none for a host who plays none.
        asked: The questions of the newest receipt in its order, for answers by number.
        old: Whether the letter answers an older receipt, whose numbers mean nothing now.
        was_kept: Whether the letter was read before and kept for this phase: then
            only what stands below its heading is taken.
        hosting: Whether the writer is the host of the game.
    """
    reader = _Letter(variant, position, powers, asked, old, hosting)
    reader.undated = was_kept
    reader.read(without_initial(text.split("\n"))[0])
    said = reader.said()
    if not was_kept:
        return said
    return Said(said.readings, tuple(r for r in said.requests if isinstance(r, _DATED)))


@dataclass
class _Letter:
    """A letter while it is being read; the one value here that grows."""

    variant: Variant
    position: Position
    powers: tuple[str, ...]
    asked: Sequence[Question]
    old: bool = False
    hosting: bool = False
    host: list[HostLine] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    press: list[Press] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    refused: list[tuple[str, Saying]] = field(default_factory=list)
    power: str = ""
    undated: bool = False
    wrong_phase: bool = False
    later: dict[str, Saying] = field(default_factory=dict)
    held: Press | None = None
    held_at: int = 0

    def read(self, lines: Sequence[str]) -> None:
        position = 0
        while position < len(lines):
            block = read_block(lines, position, self.variant)
            if block is not None:
                self._press(block[0], lines)
                position = block[1]
                continue
            line = lines[position]
            position += 1
            if not line.strip():
                continue
            if self.hosting and is_open_announcement(line):
                self.refused.append((line.strip(), say("announcement-open")))
                return
            if self._by_host(line):
                continue
            spoken = read_command(line, self.variant)
            if isinstance(spoken, SignOff):
                return
            if spoken is not None:
                self._command(line.strip(), spoken)
            elif not self._heading(line) and not self._answer(line):
                self._order(line)

    def said(self) -> Said:
        if self.held is not None:
            return Said(
                {}, press=(), refused=tuple(self.refused), held=self.held, held_at=self.held_at
            )
        return Said(
            _readings(self.variant, self.position, self.powers, self.lines),
            tuple(self.requests),
            tuple(self.asks),
            tuple(self.press),
            tuple(self.blocks),
            tuple(self.refused),
            self.wrong_phase,
            later=tuple(self.later.items()),
            host=tuple(self.host),
        )

    def _by_host(self, line: str) -> bool:
        """Take a line that only a host can ask; from anybody else it is refused."""
        asked = read_host_line(line, self.variant, self.position.phase)
        if asked is None or (not self.hosting and line.strip().lower().rstrip(".!") == "end"):
            return False
        match asked:
            case HostLine() if not self.hosting:
                self.refused.append((line.strip(), _NOT_HOST))
            case HostLine():
                self.host.append(asked)
            case NotObeyed(says) if self.hosting:
                self.refused.append((line.strip(), says))
            case NotObeyed():
                return False
        return True

    def _command(self, line: str, spoken: Spoken) -> None:
        match spoken:
            case NotObeyed(says):
                self.refused.append((line, says))
            case SignOn(letter):
                self._sign_on(line, letter)
            case SignOff():
                return
            case ConfirmSeat():
                self.requests.append(Affirm())
            case ObserveGame() | StopObserving():
                self.refused.append((line, say("players-do-not-watch")))
            case _ if self.undated and isinstance(spoken, _DATED):
                return
            case _ if isinstance(spoken, get_args(Request)):
                self.requests.append(spoken)
            case _:
                self.asks.append(spoken)  # type: ignore[arg-type]  # nothing else is left

    def _sign_on(self, line: str, letter: str) -> None:
        found = [
            power for power in self.powers if self.variant.power(power).letter.lower() == letter
        ]
        if found:
            self.power = found[0]
        else:
            self.refused.append((line, say("not-your-power")))

    def _heading(self, line: str) -> bool:
        heading = read_heading(line, self.variant, self.position.phase)
        if heading is None:
            return False
        if heading.power in self.powers or (heading.phase and not heading.power):
            self.power = heading.power or self.power
        elif not heading.phase:
            return False
        if heading.phase:
            self._dated(line.strip(), heading.phase, heading)
        return True

    def _dated(self, line: str, phase: Saying, heading: Heading) -> None:
        match heading.when:
            case When.OPEN:
                self.undated = False
            case When.PAST:
                self.undated = self.wrong_phase = True
                now = self.position.phase.spoken
                self.refused.append((line, say("phase-over", phase=phase, open=now)))
            case When.LATER:
                self.undated = True
                self.later.setdefault(heading.code, phase)

    def _answer(self, line: str) -> bool:
        number = _NUMBER.fullmatch(line) if len(line) < 20 else None
        if number is None or (number[2] and not self.asked):
            return False
        choices = [choice for question in self.asked for choice in question.candidates]
        place = int(number[1])
        if self.old and choices:
            self.refused.append((line.strip(), say("older-receipt")))
        elif 1 <= place <= len(choices):
            self._order(choices[place - 1])
        else:
            self.refused.append((line.strip(), say("no-such-number")))
        return True

    def _order(self, line: str) -> None:
        if not self.powers and is_order_like(self.variant, line):
            self.refused.append((line.strip(), say("no-power")))
        elif not self.undated:
            self.lines.append((self.power, line))

    def _press(self, block: Press, lines: Sequence[str]) -> None:
        if block.kind == "plan":
            self.asks.append(WhatIf(block.text, block.closed))
            return
        if not block.closed and self._holds_more(block.text):
            self.held = block
            inside = range(block.line, len(lines))
            self.held_at = next((at for at in inside if self._holds_more(lines[at])), block.line)
            self.refused.append((block.opening, say("press-open")))
            return
        fault = fault_of(block, self.variant)
        if fault:
            self.refused.append((block.opening, fault))
            return
        if self.hosting and block.kind == "announcement":
            self.host.append(HostLine(block.opening, Announce(block.text)))
            return
        self.press.append(block)
        if block.kind == "announcement":
            self.refused.append((block.opening, _NOT_HOST))
        elif self.powers:
            self.blocks.append(block_of(block, self.power or self.powers[0]))
        elif self.hosting:
            self.host.append(HostLine(block.opening, Write(block_of(block, HOST))))

    def _holds_more(self, text: str) -> bool:
        lines = text.split("\n")
        if any(read_command(line, self.variant) is not None for line in lines):
            return True
        phase = self.position.phase
        if self.hosting and any(read_host_line(line, self.variant, phase) for line in lines):
            return True
        readings = (read_orders(self.variant, self.position, power, text) for power in self.powers)
        return any(reading.orders or reading.questions for reading in readings)


def read_sheets(
    text: str, variant: Variant, position: Position, powers: tuple[str, ...]
) -> Mapping[str, Reading]:
    """Read orders for several powers and nothing else: by power, as `read_letter` does.

    The place of its unit tells whose an order is; powers and phases that stand on a line
    of their own say nothing more. Commands and press are taken as lines like any other.
    """
    lines = [
        ("", line)
        for line in text.split("\n")
        if line.strip() and read_heading(line, variant, position.phase) is None
    ]
    return _readings(variant, position, powers, lines)


def end_press(text: str, at: int | None) -> str:
    """Return a letter in which an open block of press ends before a line, or at the end."""
    lines = text.split("\n")
    lines.insert(len(lines) if at is None else at, "ENDPRESS")
    return "\n".join(lines)


def _readings(
    variant: Variant,
    position: Position,
    powers: tuple[str, ...],
    lines: Sequence[tuple[str, str]],
) -> dict[str, Reading]:
    """Read the lines of all blocks; what stands under no power's name is for any in hand."""
    if len(powers) == 1:
        text = "\n".join(line for _, line in lines)
        readings = {powers[0]: read_orders(variant, position, powers[0], text)}
    else:
        shared = "\n".join(line for power, line in lines if not power)
        anybody = _sorted_out(
            {power: read_orders(variant, position, power, shared) for power in powers}
        )
        readings = {}
        for power in powers:
            own = "\n".join(line for owner, line in lines if owner == power)
            readings[power] = _after(anybody[power], read_orders(variant, position, power, own))
    return {power: reading for power, reading in readings.items() if reading != _NOTHING}


def _after(first: Reading, second: Reading) -> Reading:
    """Return two readings as one; a later order for a unit takes the place of an earlier one."""
    replaced = {_unit(order) for order in second.orders} - {None}
    return Reading(
        (*(order for order in first.orders if _unit(order) not in replaced), *second.orders),
        first.questions + second.questions,
        first.refused + second.refused,
        first.ignored + second.ignored,
        first.later + second.later,
    )


def _unit(order: ReadOrder) -> str | None:
    unit = unit_of(read_order(order.order))
    return None if unit is None else unit.province


_ELSEWHERE = frozenset({Refused.NOT_YOUR_UNIT, Refused.NO_SUCH_UNIT})


def _sorted_out(readings: Mapping[str, Reading]) -> dict[str, Reading]:
    """Return readings of one text for several powers, each stretch with one of them.

    What is an order for one power is no other's mistake; a mistake is its
    whose unit it names; what nobody can take stays with the first.
    """
    taken: dict[str, str] = {}
    for power, reading in readings.items():
        for text in (*_texts(reading.orders), *_texts(reading.questions)):
            taken.setdefault(text, power)
    for elsewhere in (False, True):
        for power, reading in readings.items():
            for refusal in reading.refused:
                if (refusal.reason in _ELSEWHERE) is elsewhere:
                    taken.setdefault(refusal.text, power)
    for power, reading in readings.items():
        for text in reading.ignored:
            taken.setdefault(text, power)
    return {
        power: Reading(
            reading.orders,
            reading.questions,
            tuple(refusal for refusal in reading.refused if taken[refusal.text] == power),
            tuple(text for text in reading.ignored if taken[text] == power),
            reading.later,
        )
        for power, reading in readings.items()
    }


def _texts(pieces: Iterable[ReadOrder | Question]) -> Iterable[str]:
    return (piece.text for piece in pieces)


def read_asks(text: str, variants: Iterable[Variant]) -> tuple[Ask | AskStatus, ...]:
    """Return what a stranger's letter asks; empty where it has any order or other command.

    Args:
        text: Lines without quotation and signature.
        variants: The boards on which a line would be an order; the first one's
            powers can be named after JOIN.
    """
    boards = tuple(variants)
    found: list[Ask | AskStatus] = []
    for line in without_initial(text.split("\n"))[0]:
        spoken = read_command(line, boards[0] if boards else None)
        match spoken:
            case SignOff():
                break
            case None:
                if any(is_order_like(board, line) for board in boards):
                    return ()
            case _ if isinstance(spoken, (*get_args(Ask), AskStatus)):
                found.append(spoken)  # type: ignore[arg-type]  # the guard says so
            case _:
                return ()
    return tuple(found)
