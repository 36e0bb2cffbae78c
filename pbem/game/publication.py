"""The public record of a game as values: what stands in game.toml, phases/, events.jsonl.

Each value has its text in `pbem.game.texts`, twins `write_…` and `read_…`. A
page, an archive and a check are made from these and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.game.settings import Settings
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written

SCHEMA = 1
"""Of all files under games/ that are written now."""


@dataclass(frozen=True)
class PublicEvent:
    """One line of events.jsonl.

    Attributes:
        at: Aware, UTC.
        event: `joined`, `started`, `seats`, `deadline`, `paused`, `resumed`,
            `adjudicated`, `ended`, …
        facts: The other members, as in the file.
    """

    at: datetime
    event: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def number(self) -> int | None:
        """The number of the phase file it tells of; None where it names none."""
        return self.whole("number")

    def whole(self, name: str) -> int | None:
        """Return a member that is a whole number; None where it is something else or missing."""
        found = self.facts.get(name)
        return found if type(found) is int else None


@dataclass(frozen=True)
class PhaseFile:
    """One file of phases/.

    Attributes:
        number: From 1, without gaps.
        prev: SHA-256 of the file before, 64 hexadecimal digits; empty for the first.
        after: Number of the file it continues; 0 for the first.
        engine: Name and version of what judged it.
        rules: Rulebook and options it was judged by.
        position: Before the orders.
        orders: By power, in normal form, as they ran.
        result: What became of them.
        removed: Units that left the board because the rules left no choice.
        following: The phase that comes next (that would come, at the end).
        due, adjudicated: When the orders were due, and when they were judged.
        receipts, opened, written, late: See `PhaseAdjudicated`.
        events: SHA-256 of events.jsonl as it stood before this phase was judged.
        press: SHA-256 of press.jsonl as it stood then; empty where nothing had been said.
        schema: Of the file; one of schema 0 says nothing of press.
    """

    number: int
    prev: str
    after: int
    engine: str
    game: str
    variant: str
    rules: Mapping[str, Any]
    position: Position
    orders: Mapping[str, tuple[str, ...]]
    result: Adjudication
    removed: Mapping[str, tuple[Unit, ...]]
    following: Phase
    due: datetime
    adjudicated: datetime
    receipts: Mapping[str, tuple[ReceiptIssued, ...]]
    opened: Mapping[str, SheetOpened]
    written: Mapping[str, tuple[Written, ...]]
    late: tuple[str, ...]
    events: str = ""
    press: str = ""
    schema: int = SCHEMA

    @property
    def name(self) -> str:
        """Its file name: `002-F1901M.json`."""
        return f"{self.number:03}-{self.position.phase}.json"


@dataclass(frozen=True)
class Ending:
    """result.json: how a game ended.

    Attributes:
        how: See `GameEnded`.
        winners: Powers that share the result.
        shares: Of one, by power, as text: `1`, `1/3`.
        centers: Owners at the end.
        because: In words, where a host ended it.
        events: SHA-256 of events.jsonl with its last line.
        press, words: SHA-256 of press.jsonl and words.json; empty where there is none.
        schema: Of the file; one of schema 0 says nothing of press and words.
    """

    at: datetime
    how: str
    winners: tuple[str, ...]
    shares: Mapping[str, str]
    centers: Mapping[str, tuple[str, ...]]
    because: str = ""
    events: str = ""
    press: str = ""
    words: str = ""
    schema: int = SCHEMA


PRESS_KINDS = ("public", "private", "note")
"""What a line of press.jsonl may be."""


@dataclass(frozen=True)
class PressLine:
    """One line of press.jsonl: what somebody said or noted down.

    Attributes:
        at: Aware, UTC.
        kind: `public` (shown at once), `private` or `note` (shown at the end, where
            the game's rules say so).
        sender: The name it bears: a power, `HOST`, `OBSERVERS`; empty where it is unsigned.
        to: Powers, `ALL`, `HOST`, `OBSERVERS`; empty for the public, and of notes.
        but: Powers that `ALL` leaves out.
        phase: That was open.
        text: As it was relayed, addresses and tokens masked.
    """

    at: datetime
    kind: str
    sender: str
    to: tuple[str, ...]
    phase: Phase
    text: str
    but: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameRecord:
    """All of games/<id>/.

    Attributes:
        people: Public names by player: `{"p1": "Ann"}`.
        seats: Powers by player; empty before the start.
        opening: The first position; None before the start.
        events: As they happened.
        phases: All files, by number.
        ending: None while the game runs.
        new_host: Public name of the host who has taken over; empty where none has.
    """

    settings: Settings
    people: Mapping[str, str]
    seats: Mapping[str, tuple[str, ...]]
    opening: Position | None
    events: tuple[PublicEvent, ...]
    phases: tuple[PhaseFile, ...]
    ending: Ending | None
    new_host: str = ""

    @property
    def taken(self) -> int:
        """How many players have joined and not left again before the beginning."""
        told = [event.event for event in self.events]
        return told.count("joined") - told.count("withdrew")

    @property
    def host(self) -> str:
        """The public name of the host."""
        return self.new_host or self.settings.host

    @cached_property
    def standing(self) -> tuple[PhaseFile, ...]:
        """The phases that count, first to last: `after` followed back from what is open."""
        by_number = {file.number: file for file in self.phases}
        line: list[PhaseFile] = []
        number = self.phases[-1].number if self.phases else 0
        taken_back = self.taken_back
        if taken_back is not None:
            after = taken_back.whole("after")
            number = number if after is None else after
        while number in by_number and len(line) < len(self.phases):
            line.append(by_number[number])
            number = by_number[number].after
        return tuple(reversed(line))

    @cached_property
    def taken_back(self) -> PublicEvent | None:
        """The rollback that opened the phase at hand; None where the one before it was judged."""
        turning = (e for e in reversed(self.events) if e.event in ("adjudicated", "rolled-back"))
        last = next(turning, None)
        return last if last is not None and last.event == "rolled-back" else None

    @cached_property
    def coins(self) -> Mapping[int, str]:
        """Powers that were given away by coin, by the number of the phase file before."""
        return coins_of(self.events)

    def player_of(self, power: str) -> str:
        """Return the public name of who plays a power; empty where nobody does."""
        for player, powers in self.seats.items():
            if power in powers:
                return self.people.get(player, player)
        return ""


def as_played(settings: Settings, events: Iterable[PublicEvent]) -> Settings:
    """Return the settings of a game with the arrangement it began with, if events name one."""
    named = [str(e.facts.get("arrangement", "")) for e in events if e.event == "arrangement"]
    return replace(settings, arrangement=named[-1]) if named else settings


def coins_of(events: Iterable[PublicEvent]) -> dict[int, str]:
    """Return the powers that were given away by coin, by the number of the phase file before."""
    coins: dict[int, str] = {}
    last = 0
    for event in events:
        if event.event == "adjudicated":
            last = event.number or 0
        elif event.event == "coin":
            coins[last] = str(event.facts.get("power", ""))
    return coins
