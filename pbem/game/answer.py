"""What has come of a letter so far, while it is being answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pbem.game.events import Event
from pbem.game.notices import Notice
from pbem.game.speech import Note, Relayed
from pbem.game.state import Game, apply
from pbem.sayings import Saying


@dataclass
class Answer:
    """What a letter has led to; the one value of the core that grows.

    Attributes:
        game: After the events so far.
        done: What was done.
        refused: What could not be done: the words, and what would be right.
        notices: Letters to others that follow from it.
        blocks: Press that reached somebody, and notes that were kept.
    """

    game: Game
    now: datetime
    events: list[Event] = field(default_factory=list)
    done: list[Saying] = field(default_factory=list)
    refused: list[tuple[str, Saying]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    blocks: list[Relayed | Note] = field(default_factory=list)

    def add(self, event: Event) -> None:
        """Take in one more event, and the game after it."""
        self.events.append(event)
        self.game = apply(self.game, event)
