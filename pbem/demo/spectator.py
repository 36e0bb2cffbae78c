"""What everybody can see of a game: its public record, read as it grows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pbem.board.phase import Phase
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.game.codec import read_time
from pbem.game.publication import PhaseFile, PublicEvent
from pbem.game.texts import read_events, read_phase_file
from pbem.game.turns import follow
from pbem.store.archive import opening_of, read_text, seats_of


@dataclass(frozen=True)
class Opening:
    """A phase that was opened.

    Attributes:
        number: Of its phase file, once it is judged; from 1.
        position: Before its orders.
        at: When it was opened.
        due: Its deadline; aware, UTC.
    """

    number: int
    position: Position
    at: datetime
    due: datetime

    @property
    def phase(self) -> Phase:
        """The phase."""
        return self.position.phase


class Spectator:
    """Somebody who follows one game in a home's games/.

    Attributes:
        openings: The phases opened so far, in their order.
        seats: Powers by player; empty before they are drawn.
        ended: When the game ended; None while it runs.
        judged: How many phases were judged.
        last: The turn of the phase that was judged last: `Fall 1910`.
        how: How it ended; empty while it runs.
        winners: Powers that won or shared.
    """

    def __init__(self, games: Path, game: str, variant: Variant) -> None:
        """Follow a game, which may not have been created yet."""
        self.folder = games / game
        self.variant = variant
        self.openings: list[Opening] = []
        self.seats: Mapping[str, tuple[str, ...]] = {}
        self.ended: datetime | None = None
        self.judged = 0
        self.last = ""
        self.how = ""
        self.winners: tuple[str, ...] = ()
        self._read = 0
        self._next: Position | None = None

    def look(self) -> None:
        """Read what is new.

        Raises:
            RecordError: The record holds something else than a game.
        """
        path = self.folder / "events.jsonl"
        if not path.is_file():
            return
        events = read_events(read_text(path))
        for event in events[self._read :]:
            self._take(event)
        self._read = len(events)

    def opened_at(self, moment: datetime) -> Opening | None:
        """Return the phase that was opened last at a moment, itself included."""
        return next((o for o in reversed(self.openings) if o.at <= moment), None)

    def over_at(self, moment: datetime) -> bool:
        """Return whether the game was over at a moment, itself included."""
        return self.ended is not None and self.ended <= moment

    def _take(self, event: PublicEvent) -> None:
        match event.event:
            case "seats":
                self.seats = seats_of((event,), "events.jsonl")
            case "started":
                self._next = opening_of((event,), self.variant, "events.jsonl")
            case "adjudicated":
                file = self._file(int(event.facts["number"]), str(event.facts["phase"]))
                self.judged, self.last = file.number, file.position.phase.turn
                self._next = follow(self.variant, file.position, file.result).position
            case "deadline":
                assert self._next is not None
                due = read_time(event.facts["due"])
                number = len(self.openings) + 1
                self.openings.append(Opening(number, self._next, event.at, due))
            case "ended":
                self.ended = event.at
                self.how = str(event.facts["how"])
                self.winners = tuple(event.facts["winners"])
            case _:
                pass

    def _file(self, number: int, phase: str) -> PhaseFile:
        path = self.folder / "phases" / f"{number:03}-{phase}.json"
        return read_phase_file(read_text(path), self.variant, path.name)
