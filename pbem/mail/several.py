"""Several mailboxes as one, for a judge with more than one address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.errors import MailboxError
from pbem.mail.mailbox import Mailbox, RawMessage


class SeveralMailboxes:
    """Mailboxes by name, a `Mailbox`; keys begin with the name: `imap2/7.31`."""

    def __init__(self, mailboxes: Mapping[str, Mailbox]) -> None:
        """Use these, in this order."""
        self._mailboxes = dict(mailboxes)

    def fetch(self) -> Iterator[RawMessage]:
        """See `Mailbox`; one that cannot be read does not keep the others from being read.

        Raises:
            MailboxError: At the end, if any could not be read: nothing may be judged then.
        """
        broken = []
        for name, mailbox in self._mailboxes.items():
            try:
                for raw in mailbox.fetch():
                    yield RawMessage(f"{name}/{raw.key}", raw.arrived, raw.data)
            except MailboxError as error:
                broken.append(str(error))
        if broken:
            raise MailboxError("; ".join(broken))

    def settle(self, key: str) -> None:
        """See `Mailbox`."""
        name, _, inner = key.partition("/")
        self._mailboxes[name].settle(inner)

    def news(self) -> bool:
        """See `Mailbox`."""
        # Each is asked, so that each begins to listen.
        told = {name: mailbox.news() for name, mailbox in self._mailboxes.items()}
        return any(told.values())

    def close(self) -> None:
        """See `Mailbox`."""
        for mailbox in self._mailboxes.values():
            mailbox.close()
