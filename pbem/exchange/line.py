"""The line of play, followed through events.jsonl: which position is open, and since when.

A phase continues the one before it; a rollback opens an earlier one again, a coin
and an edit change the open position. Each phase file must begin where the line is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.board.phase import Phase
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.errors import RecordError, UnreadableError
from pbem.exchange.findings import Finding, compare
from pbem.exchange.gamefiles import GameFiles
from pbem.game.editing import CENTER, UNIT, edited
from pbem.game.publication import PhaseFile, PublicEvent
from pbem.game.record import write_position
from pbem.game.turns import Follow, opened

_EVENTS = "events.jsonl"


@dataclass
class Line:
    """The line of play of one game, while it is followed.

    Attributes:
        files: Of the game.
        variant: Its board.
        opening: The first position.
        follows: What follows each phase by the rules, by number of its file.
        position: What is open; None where that cannot be told.
        after: Number of the file that play goes on from.
        since: When what is open was opened.
        opened_at: When the phase of each file was opened, by number.
        receipts_from: How many receipts each power had got before, by number of the file.
    """

    files: GameFiles
    variant: Variant
    opening: Position
    follows: Mapping[int, Follow]
    position: Position | None = None
    after: int = 0
    since: datetime | None = None
    opened_at: dict[int, datetime | None] = field(default_factory=dict)
    receipts_from: dict[int, Mapping[str, int]] = field(default_factory=dict)
    _issued: dict[str, int] = field(default_factory=dict)
    _by_number: dict[int, tuple[str, PhaseFile]] = field(default_factory=dict)

    def check(self) -> Iterator[Finding]:
        """Follow the line to its end; return where files or events leave it."""
        self._by_number = {file.number: (name, file) for name, file in self.files.phases.items()}
        for number, event in self.files.events:
            where = f"line {number}"
            match event.event:
                case "started":
                    self.position, self.since = self.opening, event.at
                case "adjudicated":
                    yield from self._judged(event)
                case "coin" if self.position is not None:
                    self.position = opened(self.position, str(event.facts.get("power", "")))
                case "left" if self.position is not None:
                    self._left(event, self.position)
                case "edited":
                    yield from self._edited(event, where)
                case "rolled-back":
                    yield from self._rolled_back(event, where)
                case _:
                    pass

    def _judged(self, event: PublicEvent) -> Iterator[Finding]:
        name, file = self._by_number.get(event.number or 0, ("", None))
        if file is None:
            self.position, self.since = None, event.at
            return
        path = f"{self.files.game}/{name}"
        if self.position is not None and self.position is not file.position:
            stands, right = write_position(file.position), write_position(self.position)
            yield from compare(path, "", stands, right, "what came before has")
        if file.after != self.after and file.after < file.number:
            says = f"phase {file.number} cannot come after phase {file.after}"
            yield Finding(path, "after", f"{says}; play went on from {self.after}")
        self.opened_at[file.number] = self.since
        phase = str(file.position.phase)
        before = {power: self._issued.get(f"{phase} {power}", 0) for power in file.receipts}
        self.receipts_from[file.number] = before
        for power, receipts in file.receipts.items():
            self._issued[f"{phase} {power}"] = max([0, *(receipt.number for receipt in receipts)])
        follow = self.follows.get(file.number)
        self.position = follow.position if follow else None
        self.after, self.since = file.number, event.at

    def _left(self, event: PublicEvent, position: Position) -> None:
        for power, number in _counts(event.facts.get("receipts")).items():
            self._issued[f"{position.phase} {power}"] = number

    def _edited(self, event: PublicEvent, where: str) -> Iterator[Finding]:
        if self.position is None:
            return
        facts = event.facts
        yield from self._is_open(event, where, "phase")
        what = UNIT if UNIT in facts else CENTER
        place, power = str(facts.get(what, "")), str(facts.get("power", ""))
        try:
            self.position = edited(self.variant, self.position, what, place, power)
        except RecordError as error:
            yield self._finding(where, str(error))

    def _rolled_back(self, event: PublicEvent, where: str) -> Iterator[Finding]:
        number = event.number
        if number is None or number not in self._standing():
            self.position = None
            says = f"phase file {event.facts.get('number')} is not on the line of play"
            yield self._finding(where, says)
            return
        _, file = self._by_number[number]
        if self.position is not None:
            yield from self._is_open(event, where, "left")
        for member, right in (("phase", str(file.position.phase)), ("after", file.after)):
            stands = event.facts.get(member)
            yield from compare(
                f"{self.files.game}/{_EVENTS}", f"{where}.{member}", stands, right, "the file has"
            )
        issued = _counts(event.facts.get("issued"))
        for name, count in self._issued.items():
            is_later = not _before(name, file)
            if is_later and issued.get(name, 0) < count:
                yield self._finding(
                    where, f"{name} had {count} receipts, not {issued.get(name, 0)}"
                )
        self._issued |= issued
        self.position, self.after, self.since = file.position, file.after, event.at

    def _standing(self) -> set[int]:
        """Return the numbers of the files that lead to what is open."""
        numbers: set[int] = set()
        number = self.after
        while number in self._by_number and number not in numbers:
            numbers.add(number)
            number = self._by_number[number][1].after
        return numbers

    def _is_open(self, event: PublicEvent, where: str, member: str) -> Iterator[Finding]:
        assert self.position is not None
        stands, is_open = event.facts.get(member), str(self.position.phase)
        if stands != is_open:
            yield self._finding(where, f"{member} is {stands!r}; {is_open} was open")

    def _finding(self, where: str, says: str) -> Finding:
        return Finding(f"{self.files.game}/{_EVENTS}", where, says)


def _before(name: str, file: PhaseFile) -> bool:
    """Return whether a phase and power is of a phase before that of a file."""
    try:
        return Phase.read(name.partition(" ")[0]) < file.position.phase
    except UnreadableError:
        return True


def _counts(raw: Any) -> dict[str, int]:
    """Return numbers by name; what is none is left out."""
    if not isinstance(raw, Mapping):
        return {}
    return {str(name): number for name, number in raw.items() if isinstance(number, int)}
