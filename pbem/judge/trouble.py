"""A letter that breaks the judge: set aside, and its sender and the Keeper told."""

from __future__ import annotations

from pbem.game.commands import LetterRef
from pbem.game.notices import Trouble
from pbem.judge.home import Home
from pbem.judge.intake import Errand, Leave, Reply
from pbem.mail.addresses import OwnAddresses
from pbem.mail.answers import Answer, HostAlert, TroubleAnswer
from pbem.mail.message import read_message
from pbem.mail.screening import Robot, screen
from pbem.store.entries import LetterEntry

_SAYS = (
    "Your letter could not be dealt with: it hit a fault of the judge, not of yours. It is kept, "
    "and the Keeper was told. Nothing of it counts; your earlier orders stand. Writing your "
    "orders again in a new, plain letter may help."
)


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
    if len(message.authors) == 1:
        letter = LetterRef(entry.key, message.message_id, message.subject, entry.arrived)
        answers.append((message.authors[0].address, TroubleAnswer(letter, Trouble.BROKEN, _SAYS)))
    if home.settings.keeper:
        says = f"A letter was set aside: it broke the judge ({type(error).__name__})."
        answers.append((home.settings.keeper, HostAlert("", says, entry.key)))
    return Reply(tuple(answers), reason, set_aside=True)
