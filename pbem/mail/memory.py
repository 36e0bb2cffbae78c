"""A mailbox and a sender that live in memory, for tests and measurements."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbem.mail.mailbox import OutgoingLetter, RawMessage


class MemoryMailbox:
    """Letters in memory, a `Mailbox`."""

    def __init__(self) -> None:
        self._letters: dict[str, RawMessage] = {}
        self._count = 0

    def deliver(self, data: bytes, arrived: datetime) -> str:
        """Put a letter in; returns its key."""
        self._count += 1
        key = f"{self._count:06}"
        self._letters[key] = RawMessage(key, arrived, data)
        return key

    def fetch(self) -> Iterator[RawMessage]:
        """See `Mailbox`."""
        yield from sorted(self._letters.values(), key=lambda raw: (raw.arrived, raw.key))

    def settle(self, key: str) -> None:
        """See `Mailbox`."""
        self._letters.pop(key, None)

    def news(self) -> bool:
        """See `Mailbox`."""
        return bool(self._letters)

    def close(self) -> None:
        """See `Mailbox`; there is nothing to let go of."""


class MemorySender:
    """Letters that were sent, by Message-ID in the order of sending; a `Sender`."""

    repeats = False

    def __init__(self) -> None:
        self.sent: dict[str, OutgoingLetter] = {}

    def send(self, letter: OutgoingLetter) -> None:
        """See `Sender`."""
        self.sent.setdefault(letter.message_id, letter)

    def flush(self) -> None:
        """See `Sender`."""

    def close(self) -> None:
        """See `Sender`; there is nothing to let go of."""
