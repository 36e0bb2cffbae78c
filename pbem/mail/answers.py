"""What the judge answers where no player of a game is spoken to.

Help, the list of games, and why a stranger's letter changed nothing: as
notices are for players, these are what such letters are made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pbem.board.phase import Phase
from pbem.board.position import Position
from pbem.game.commands import LetterRef
from pbem.game.notices import PhaseReport, Trouble
from pbem.orders.reading import Reading
from pbem.sayings import Saying


@dataclass(frozen=True)
class HelpAnswer:
    """The answer to `HELP [topic]`.

    Attributes:
        topic: In lower case; empty for all of it.
        game: Of the player who asked; empty for a stranger.
        moves: Of a player in a running game: own units, each with where it may go now:
            `A PAR: BUR, GAS, PIC`.
        phase: The phase in which they may.
    """

    letter: LetterRef
    topic: str = ""
    game: str = ""
    moves: tuple[Saying, ...] = ()
    phase: Saying | None = None


@dataclass(frozen=True)
class ListedGame:
    """One game of the list.

    Attributes:
        state: `Spring 1901`, `waits for 3 players`, `ended`.
    """

    game: str
    title: str
    variant: str
    state: Saying


@dataclass(frozen=True)
class ListAnswer:
    """The answer to `LIST`; games sorted by id."""

    letter: LetterRef
    games: tuple[ListedGame, ...]


@dataclass(frozen=True)
class Shown:
    """A game as answers about it show it.

    Attributes:
        variant: Key of its board.
        zone: In which deadlines are told.
        phase: The open one; the one it ended with, or would begin with.
        due: Its deadline; None where there is none.
        state: `Spring 1901`, `waits for 3 players`, `ended`.
    """

    game: str
    title: str
    variant: str
    zone: str
    phase: Phase
    due: datetime | None
    position: Position
    state: Saying


@dataclass(frozen=True)
class StandingAnswer:
    """The answer to `STATUS` for somebody who does not play; a map comes with `MAP`."""

    letter: LetterRef
    shown: Shown
    drawn: bool = False


@dataclass(frozen=True)
class HistoryAnswer:
    """The answer to `HISTORY [from [to]]`.

    Attributes:
        reports: The phases asked for, in order.
        left_out: How many more were asked for than a letter holds.
    """

    letter: LetterRef
    shown: Shown
    reports: tuple[PhaseReport, ...]
    left_out: int = 0


@dataclass(frozen=True)
class SummaryAnswer:
    """The answer to `SUMMARY`: centers by year, and who plays.

    Attributes:
        years: Centers by power after each year; `start` at first.
        seats: Powers by player.
        names: Public names by player.
    """

    letter: LetterRef
    shown: Shown
    years: tuple[tuple[str, Mapping[str, int]], ...]
    seats: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]


@dataclass(frozen=True)
class WhatIfAnswer:
    """The answer to `WHAT IF`: what orders for anybody would lead to; nothing is stored.

    Attributes:
        report: The open phase as these orders would have it.
        readings: What was made of the lines, by power.
        closed: Whether the block's END was written.
    """

    letter: LetterRef
    shown: Shown
    report: PhaseReport
    readings: Mapping[str, Reading]
    closed: bool = True


GameAnswer = StandingAnswer | HistoryAnswer | SummaryAnswer | WhatIfAnswer
"""Answers about one game; strangers get them as players do."""


@dataclass(frozen=True)
class TroubleAnswer:
    """Why a letter of somebody who is no player (or of no game) changed nothing.

    Attributes:
        says: What is wrong and what would be right.
        game: As far as one was named; empty for none.
        games: Ids of the games that may be named.
    """

    letter: LetterRef
    trouble: Trouble
    says: Saying
    game: str = ""
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class CreationAnswer:
    """Why a game that a letter asks for was not created, or not yet.

    Attributes:
        id: Of the game.
        confirm: Whether its author is to answer once, since nothing proves who wrote it.
        wrong: All that is wrong.
    """

    letter: LetterRef
    id: str
    confirm: bool = False
    wrong: tuple[Saying, ...] = ()


@dataclass(frozen=True)
class HostAlert:
    """Something the host of a game (or the Keeper) should see.

    Attributes:
        game: Empty for the whole judge.
        says: What happened.
        key: Of the letter it is about; `pbem mail shunted show` shows it.
    """

    game: str
    says: Saying
    key: str = ""


Answer = HelpAnswer | ListAnswer | GameAnswer | TroubleAnswer | CreationAnswer | HostAlert
