"""What is told to those who want a seat, have one and wait, observe or stand by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.game.commands import LetterRef
from pbem.game.events.observing import Role
from pbem.game.reader import Reader
from pbem.game.settings import Settings
from pbem.game.speech import Note, Relayed
from pbem.sayings import Saying


@dataclass(frozen=True)
class JoinNotice:
    """Somebody asked for a seat and is asked to answer once.

    Attributes:
        letter: The letter that asked.
    """

    reader: Reader
    letter: LetterRef
    settings: Settings
    preferences: tuple[str, ...]


@dataclass(frozen=True)
class AddressNotice:
    """A player wants to be written to at this address, which is asked to answer once.

    Attributes:
        name: Public name of the player.
        done: Whether it has answered, so that it is the player's now.
    """

    reader: Reader
    name: str
    done: bool = False


@dataclass(frozen=True)
class SeatNotice:
    """The address has answered and the player counts.

    Attributes:
        taken, seats: How many seats are taken, and how many there are.
        done: What the letter did.
        refused: Lines that could not be obeyed, with what would be right.
        preferences: Powers the player would like, the dearest first.
        left: Whether the player has just left.
        asked: Whether the player has asked where the game stands, and reads its rules again.
    """

    reader: Reader
    letter: LetterRef
    settings: Settings
    taken: int
    seats: int
    done: tuple[Saying, ...] = ()
    refused: tuple[tuple[str, Saying], ...] = ()
    preferences: tuple[str, ...] = ()
    left: bool = False
    asked: bool = False


@dataclass(frozen=True)
class InviteNotice:
    """The host asks somebody to play, who is asked to answer once."""

    reader: Reader
    settings: Settings


@dataclass(frozen=True)
class CreatedNotice:
    """A host has created a game: its rules, and how to go on.

    Attributes:
        letter: That asked for it; None where it was the command line.
    """

    reader: Reader
    letter: LetterRef | None
    settings: Settings


@dataclass(frozen=True)
class ForgetNotice:
    """Somebody wants to be forgotten, or has been.

    Attributes:
        name: The public name until now.
        pseudonym: The public name from then on.
        done: Whether it was confirmed.
        over: Whether the game is over.
    """

    reader: Reader
    letter: LetterRef
    name: str
    pseudonym: str
    done: bool
    over: bool


class Wish(StrEnum):
    """How it stands with somebody who observes or stands by.

    It is asked back (`come`), it counts (`stand`), going is asked back (`go`), it is over
    (`gone`).
    """

    COME = "come"
    STAND = "stand"
    GO = "go"
    GONE = "gone"


@dataclass(frozen=True)
class ObserverNotice:
    """The answer to somebody who wants to observe or to stand by, or no longer.

    Attributes:
        refused: Whether the letter had orders or commands that only players have.
        forgotten: Whether the address is to be forgotten.
        blocks: Press that reached somebody.
        unsaid: Press that reached nobody, with what would be right.
    """

    reader: Reader
    letter: LetterRef
    settings: Settings
    roles: tuple[Role, ...]
    wish: Wish
    refused: bool = False
    forgotten: bool = False
    blocks: tuple[Relayed | Note, ...] = ()
    unsaid: tuple[tuple[str, Saying], ...] = ()
