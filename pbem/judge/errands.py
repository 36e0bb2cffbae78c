"""What is to be done about a letter: leave it, tell a game, explain, or answer an address."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.game.commands import Command, LetterRef
from pbem.game.notices import Notice
from pbem.game.state import Game
from pbem.judge.creating import Wanted
from pbem.mail.answers import Answer
from pbem.mail.screening import RobotReason


@dataclass(frozen=True)
class Leave:
    """Nobody is answered: a robot wrote it, or a copy came before.

    Attributes:
        reason: Why, for whoever looks after the judge.
        set_aside: Whether somebody should look at it.
        game: Which it is about, where that is known.
    """

    reason: str
    set_aside: bool = False
    game: Game | None = None


@dataclass(frozen=True)
class Tell:
    """A game is told something, and its notices answer the letter.

    Attributes:
        to: Who wrote: the registered address, or a stranger's.
        extra: Answers to what the letter asks beside.
        releases: Key of the letter that waited until this one confirmed it.
        kept: What is to be remembered of the letter, since it has lines for a later phase.
    """

    game: Game
    command: Command
    to: str
    extra: tuple[Answer, ...] = ()
    releases: str = ""
    kept: str = ""


@dataclass(frozen=True)
class Explain:
    """A player of a game is told why the letter changed nothing.

    Attributes:
        set_aside: Whether the letter waits for somebody to look at it.
    """

    game: Game
    notice: Notice
    reason: str
    set_aside: bool = False


@dataclass(frozen=True)
class Reply:
    """Somebody who is spoken to as no player is answered.

    Attributes:
        answers: Each with the address it goes to.
        reason: Why the letter changed nothing; empty where it was a question.
        set_aside: Whether the letter waits for somebody to look at it.
        sparing: Whether an address gets only so many of these in a day.
    """

    answers: tuple[tuple[str, Answer], ...]
    reason: str = ""
    set_aside: bool = False
    sparing: bool = True


@dataclass(frozen=True)
class Found:
    """A game is created.

    Attributes:
        letter: That asked for it.
        releases: As in `Tell`.
        reason: Always empty; the letter has done what it could.
    """

    wish: Wanted
    letter: LetterRef
    releases: str = ""
    reason: str = ""


@dataclass(frozen=True)
class CameBack:
    """A letter of ours is known to have reached nobody.

    Attributes:
        message_id: Of ours.
        recipient: Who did not get it.
        status: What the server says of it, without addresses: `5.1.1`; may be empty.
    """

    message_id: str
    recipient: str
    status: str

    @property
    def why(self) -> str:
        """What the Keeper is told of the letter."""
        return f"it came back ({self.status})" if self.status else "it came back"


Errand = Leave | Tell | Explain | Reply | Found | CameBack


def about(errand: Errand) -> tuple[Game | None, str]:
    """Return the game a letter is about, if one is known, and why it changes nothing."""
    match errand:
        case Tell(game):
            return game, ""
        case Explain(game, _, reason) | Leave(reason, _, game):
            return game, reason
        case CameBack():
            return None, RobotReason.BOUNCE.value
        case Reply(reason=reason) | Found(reason=reason):
            return None, reason
