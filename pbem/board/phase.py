"""Phases: the steps of a game year, and their names.

A year has two turns, Spring and Fall. Each has a movement phase and, where a
unit is dislodged and can go somewhere, a retreat phase; the year ends with the
adjustments of Winter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from pbem.errors import UnreadableError
from pbem.sayings import Saying, say


class Season(StrEnum):
    """The season of a phase, by its letter in records."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"

    @property
    def title(self) -> str:  # type: ignore[override]  # a word, never str.title()
        """The word for it in letters and pages: `Spring`."""
        return self.name.capitalize()


class PhaseKind(StrEnum):
    """What is ordered in a phase, by its letter in records."""

    MOVEMENT = "M"
    RETREATS = "R"
    ADJUSTMENTS = "A"

    @property
    def title(self) -> str:  # type: ignore[override]  # a word, never str.title()
        """The word for it in letters and pages: `movement`."""
        return self.name.lower()


_CODE = re.compile(r"([SF])(\d{3,5})([MR])|W(\d{3,5})A")
_TURN_ORDER = {"SM": 0, "SR": 1, "FM": 2, "FR": 3, "WA": 4}


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a game, `S1901M` in records.

    Attributes:
        year: The game year, as the variant counts.
        season: Winter has adjustments only; Spring and Fall have no adjustments.
        kind: What is ordered.
    """

    year: int
    season: Season
    kind: PhaseKind

    @classmethod
    def read(cls, text: str) -> Phase:
        """Read a phase code, in any case: `S1901M`, `F1901R`, `W1901A`.

        Raises:
            UnreadableError: The text is no phase code.
        """
        found = _CODE.fullmatch(text.strip().upper())
        if found is None:
            raise UnreadableError(f"{text!r} is no phase; write one like S1901M, F1901R or W1901A")
        if found[4]:
            return cls(int(found[4]), Season.WINTER, PhaseKind.ADJUSTMENTS)
        return cls(int(found[2]), Season(found[1]), PhaseKind(found[3]))

    def __str__(self) -> str:
        """Return the code: `F1901R`."""
        # The members are texts; to ask for their value takes longer than all the rest.
        return "".join((self.season, str(self.year), self.kind))

    @property
    def turn(self) -> str:
        """The season and the year: `Spring 1901`."""
        return f"{self.season.title} {self.year}"

    @property
    def title(self) -> str:
        """The phase in words: `Spring 1901`, `Fall 1901 retreats`, `Winter 1901`."""
        if self.kind is PhaseKind.RETREATS:
            return f"{self.turn} retreats"
        return self.turn

    @property
    def spoken_turn(self) -> Saying:
        """The season and the year, for a voice to say."""
        return say("turn", season=self.season.name.lower(), year=self.year)

    @property
    def spoken(self) -> Saying:
        """The phase, for a voice to say."""
        kind = self.kind.name.lower()
        return say("phase", season=self.season.name.lower(), year=self.year, kind=kind)

    @property
    def sort_key(self) -> tuple[int, int]:
        """A key that sorts phases by when they are played."""
        return (self.year, _TURN_ORDER[self.season.value + self.kind.value])

    def __lt__(self, other: Phase) -> bool:
        """Return whether this phase is played before `other`."""
        return self.sort_key < other.sort_key
