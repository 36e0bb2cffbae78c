"""What goes wrong: letters that break the judge or are too many, and a world that fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.errors import JournalError, PbemError
from pbem.game.commands import LetterRef
from pbem.game.notices import Trouble
from pbem.game.state import Game
from pbem.game.troubles import trouble_notice
from pbem.judge.errands import Errand, Explain, Leave, Reply
from pbem.judge.home import Home
from pbem.judge.limits import LETTERS_AN_HOUR
from pbem.mail.addresses import OwnAddresses
from pbem.mail.answers import Answer, HostAlert, TroubleAnswer
from pbem.mail.authentication import Finding, find_proof
from pbem.mail.message import read_message
from pbem.mail.screening import Robot, screen
from pbem.sayings import say
from pbem.store.entries import LetterEntry


@contextmanager
def told(troubles: list[str]) -> Iterator[None]:
    """Note what a part of the world could not do just now, a line each, and go on.

    The private state is no such part: without it nothing goes on.

    Raises:
        JournalError: It cannot be used.
    """
    try:
        yield
    except JournalError:
        raise
    except PbemError as error:
        troubles += str(error).splitlines()
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        troubles.append(f"{where}{error.strerror or error}")


def too_many(game: Game, player: str, letter: LetterRef, *, told: bool) -> Errand:
    """Return what is done about a letter of a player who writes without end.

    Args:
        game: Which game it is for.
        player: Who wrote it.
        letter: Which it is.
        told: Whether the player was told before.
    """
    if told:
        return Leave(Trouble.TOO_MANY.value, set_aside=True, game=game)
    says = say("too-many-letters", most=LETTERS_AN_HOUR)
    notice = trouble_notice(game, game.participant(player), letter, Trouble.TOO_MANY, says)
    return Explain(game, notice, Trouble.TOO_MANY.value, set_aside=True)


def broken(entry: LetterEntry, raw: bytes, error: Exception, home: Home) -> Errand:
    """Return what is done about a letter that broke the judge.

    The sender is answered where that is safe; what is told holds nothing of the
    letter.
    """
    reason = f"broken: {type(error).__name__}"
    message = screen(read_message(raw), OwnAddresses(home.settings.address))
    if isinstance(message, Robot):
        return Leave(reason, set_aside=True)
    answers: list[tuple[str, Answer]] = []
    author = message.authors[0].address if len(message.authors) == 1 else ""
    trusted = frozenset(server.lower() for server in home.settings.mail.trusted)
    if author and find_proof(message.headers, author, trusted) is not Finding.FAIL:
        letter = LetterRef(entry.key, message.message_id, message.subject, entry.arrived)
        answers.append((author, TroubleAnswer(letter, Trouble.BROKEN, say("judge-broke"))))
    if home.settings.keeper:
        says = say("letter-broke-judge", fault=type(error).__name__)
        answers.append((home.settings.keeper, HostAlert("", says, entry.key)))
    return Reply(tuple(answers), reason, set_aside=True)
