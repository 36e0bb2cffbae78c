"""What the judge drops of those who asked to be forgotten, once their game is over."""

from __future__ import annotations

from contextlib import suppress

from pbem.errors import JournalError
from pbem.mail.message import read_message
from pbem.mail.mime import Limits
from pbem.store.journal import Journal
from pbem.store.spool import Spool


def drop_forgotten(journal: Journal, spool: Spool, limits: Limits) -> tuple[str, ...]:
    """Drop addresses that nothing needs any more, and the letters from and to them.

    It can be repeated: what was dropped before a stop is not looked for again.

    Returns:
        Ids of the games that were about somebody.
    """
    due = journal.forgetting.due()
    for one in due:
        addresses = {address.lower() for address in journal.forgetting.addresses(one)}
        for key in journal.forgetting.letters(one.game):
            with suppress(JournalError):
                message = read_message(spool.read(key), limits)
                if any(author.address.lower() in addresses for author in message.authors):
                    spool.drop(key)
        journal.forgetting.erase(one)
    return tuple(sorted({one.game for one in due}))
