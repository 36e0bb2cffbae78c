"""The post between the players of a demo and its judge: two Maildir folders."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from email import message_from_bytes
from email.header import decode_header, make_header
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path

from pbem.demo.envelopes import Received
from pbem.demo.players import Delivery


class Post:
    """Carries letters into the judge's mailbox and finds those that came out.

    Attributes:
        letters: How many letters were delivered to the judge, ever.
        answers: How many letters of the judge were collected.
    """

    def __init__(self, folder: Path) -> None:
        """Use a home's mail folder, in which `in` and `out` are Maildirs."""
        self._in = folder / "in"
        self._out = folder / "out"
        self._delivered = {
            path.name.partition(":")[0]
            for sub in ("new", "cur")
            for path in (self._in / sub).iterdir()
        }
        self._collected: set[str] = set()

    @property
    def letters(self) -> int:
        """How many letters were delivered to the judge, ever."""
        return len(self._delivered)

    @property
    def answers(self) -> int:
        """How many letters of the judge were collected."""
        return len(self._collected)

    def has(self, delivery: Delivery) -> bool:
        """Return whether a letter was delivered already."""
        return delivery.name in self._delivered

    def deliver(self, delivery: Delivery) -> None:
        """Put a letter into the judge's mailbox, whole or not at all; harmless twice."""
        if self.has(delivery):
            return
        beside = self._in / "tmp" / delivery.name
        beside.write_bytes(delivery.data)
        beside.rename(self._in / "new" / delivery.name)
        self._delivered.add(delivery.name)

    def collect(self) -> Iterator[Received]:
        """Yield the judge's letters that were not collected yet, by date, then by name."""
        paths = [path for path in (self._out / "new").iterdir() if path.name not in self._collected]
        self._collected.update(path.name for path in paths)
        letters = [_read(path) for path in paths]
        yield from sorted(letters, key=lambda letter: (letter.date, letter.name))


def _read(path: Path) -> Received:
    """Read a letter of the judge: its first part of plain text."""
    letter = message_from_bytes(path.read_bytes())
    part = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    sender = parseaddr(letter["From"])[1]
    return Received(
        name=path.name,
        to=parseaddr(letter["To"])[1],
        sender=sender,
        reply_to=parseaddr(letter["Reply-To"] or "")[1] or sender,
        subject=_unfolded(letter["Subject"]),
        message_id=_unfolded(letter["Message-ID"]),
        answers=_unfolded(letter["In-Reply-To"] or ""),
        date=parsedate_to_datetime(letter["Date"]).astimezone(UTC),
        text=content.decode(),
    )


def _unfolded(value: str) -> str:
    return " ".join(str(make_header(decode_header(value))).split())
