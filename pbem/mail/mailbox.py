"""Where letters come from and where they go: a mailbox, a sender, and what passes through.

A *letter* comes in as a `RawMessage` and goes out as an `OutgoingLetter`. What
keeps them (a Maildir, IMAP and SMTP, memory) is behind `Mailbox` and `Sender`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True)
class RawMessage:
    """A letter as it lies in a mailbox.

    Attributes:
        key: Its name in the mailbox, the same each time it is fetched.
        arrived: When the mailbox got it; aware, UTC.
        data: Its bytes. Of a letter beyond the mailbox's limit only as many as
            show that it is beyond (one more than the limit).
    """

    key: str
    arrived: datetime
    data: bytes


@dataclass(frozen=True)
class OutgoingLetter:
    """A letter that is ready to be sent, the same bytes however often it is made.

    Attributes:
        to: One address.
        message_id: With its angle brackets; two letters never share one.
        date: As in its Date field; aware, UTC.
        subject: In one line, not encoded.
        text: The body as its reader sees it.
        data: The whole letter, lines ending in LF.
        returns: Address that it comes back to where it cannot be delivered; may be empty.
    """

    to: str
    message_id: str
    date: datetime
    subject: str
    text: str
    data: bytes
    returns: str = ""


class Mailbox(Protocol):
    """Letters that came in."""

    def fetch(self) -> Iterator[RawMessage]:
        """Yield the letters not yet settled, in order of arrival, then of key.

        Raises:
            MailboxError: The mailbox cannot be read just now.
        """
        ...

    def settle(self, key: str) -> None:
        """Mark a letter as taken, so that it is not fetched again; harmless twice.

        Raises:
            MailboxError: The mailbox cannot be written just now.
        """
        ...

    def news(self) -> bool:
        """Return whether a letter may have come since the last fetch; never waits."""
        ...

    def close(self) -> None:
        """Let go of connections; fetching opens them again."""
        ...


class Sender(Protocol):
    """The way out.

    Attributes:
        repeats: Whether a letter that is sent twice arrives twice.
    """

    repeats: bool

    def send(self, letter: OutgoingLetter) -> None:
        """Send a letter; the same Message-ID twice is one letter.

        Raises:
            ServerDownError: Nothing can be sent just now.
            LetterRefusedError: It will never be taken.
            MailboxError: It cannot be sent just now.
        """
        ...

    def flush(self) -> None:
        """Make safe what was sent; asked for before letters are noted as sent.

        Raises:
            MailboxError: What was sent may not be safe.
        """
        ...

    def close(self) -> None:
        """Let go of connections; sending opens them again."""
        ...
