"""What the judge answers where no player of a game is spoken to.

Help, the list of games, and why a stranger's letter changed nothing: as
notices are for players, these are what such letters are made of.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.game.commands import LetterRef
from pbem.game.notices import Trouble


@dataclass(frozen=True)
class HelpAnswer:
    """The answer to `HELP [topic]`.

    Attributes:
        topic: In lower case; empty for all of it.
        game: Of the player who asked; empty for a stranger.
    """

    letter: LetterRef
    topic: str = ""
    game: str = ""


@dataclass(frozen=True)
class ListedGame:
    """One game of the list.

    Attributes:
        state: In words: `Spring 1901`, `waits for 3 players`, `ended`.
    """

    game: str
    title: str
    variant: str
    state: str


@dataclass(frozen=True)
class ListAnswer:
    """The answer to `LIST`; games sorted by id."""

    letter: LetterRef
    games: tuple[ListedGame, ...]


@dataclass(frozen=True)
class TroubleAnswer:
    """Why a letter of somebody who is no player (or of no game) changed nothing.

    Attributes:
        says: What is wrong and what would be right, as a sentence or two.
        game: As far as one was named; empty for none.
        games: Ids of the games that may be named.
    """

    letter: LetterRef
    trouble: Trouble
    says: str
    game: str = ""
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class HostAlert:
    """Something the host of a game (or the Keeper) should see.

    Attributes:
        game: Empty for the whole judge.
        says: What happened, as a sentence or two.
        key: Of the letter it is about; `pbem mail shunted show` shows it.
    """

    game: str
    says: str
    key: str = ""


Answer = HelpAnswer | ListAnswer | TroubleAnswer | HostAlert
