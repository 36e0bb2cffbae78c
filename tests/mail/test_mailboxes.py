"""Mailboxes and senders: order, settling, and the same letter twice."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.errors import MailboxError
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.maildir import Maildir, MaildirSender, make_maildir
from pbem.mail.memory import MemoryMailbox, MemorySender

THEN = datetime(2026, 1, 6, 9, 20, tzinfo=UTC)


def letter(number: int, data: bytes = b"x") -> OutgoingLetter:
    """A letter to be sent."""
    return OutgoingLetter("ann@example.org", f"<{number}@example.org>", THEN, "s", "x", data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty Maildir."""
    make_maildir(tmp_path / "mail")
    return tmp_path / "mail"


def test_order_of_arrival(folder: Path) -> None:
    """Letters come in order of arrival, from the file's name, else its time; then by name."""
    for name in ("1767691200.b.host", "1767691200.a.host", "1767691199.z.host", "odd"):
        (folder / "new" / name).write_bytes(b"x")
    os.utime(folder / "new" / "odd", (1767691100, 1767691100))
    fetched = list(Maildir(folder).fetch())
    assert [raw.key for raw in fetched] == [
        "odd",
        "1767691199.z.host",
        "1767691200.a.host",
        "1767691200.b.host",
    ]
    assert fetched[-1].arrived == datetime(2026, 1, 6, 9, 20, tzinfo=UTC)


def test_settling(folder: Path) -> None:
    """A settled letter is not fetched again, and settling twice is harmless."""
    (folder / "new" / "1767691200.a.host").write_bytes(b"x")
    mailbox = Maildir(folder)
    mailbox.settle("1767691200.a.host")
    mailbox.settle("1767691200.a.host")
    assert list(mailbox.fetch()) == []
    assert [path.name for path in (folder / "cur").iterdir()] == ["1767691200.a.host:2,S"]


def test_large_letters_are_cut(folder: Path) -> None:
    """A letter beyond the limit is read only as far as shows that it is."""
    (folder / "new" / "1.a").write_bytes(b"x" * 100)
    (raw,) = Maildir(folder, max_bytes=10).fetch()
    assert len(raw.data) == 11


def test_an_empty_file_waits_until_it_is_written(folder: Path) -> None:
    """Somebody who copies a letter into `new/` makes an empty file first: that is no letter yet."""
    mailbox = Maildir(folder)
    file = folder / "new" / "1767691200.a.host"
    file.write_bytes(b"")
    assert list(mailbox.fetch()) == []
    file.write_bytes(b"x")
    assert [raw.data for raw in mailbox.fetch()] == [b"x"]


def test_no_maildir(tmp_path: Path) -> None:
    """A folder that is no Maildir is an error in one line."""
    with pytest.raises(MailboxError):
        list(Maildir(tmp_path).fetch())


def test_sent_twice_is_one_file(folder: Path) -> None:
    """A letter that is sent again after a crash is the same file, also once it was read."""
    sender = MaildirSender(folder)
    sender.send(letter(1, b"first"))
    sender.send(letter(1, b"first"))
    sender.send(letter(2))
    names = sorted(path.name for path in (folder / "new").iterdir())
    assert len(names) == 2
    (folder / "new" / names[0]).rename(folder / "cur" / f"{names[0]}:2,S")
    sender.send(letter(1))
    sender.send(letter(2))
    assert sorted(path.name for path in (folder / "new").iterdir()) == names[1:]
    assert list((folder / "tmp").iterdir()) == []


def test_memory() -> None:
    """The mailbox in memory keeps the same promises."""
    mailbox, sender = MemoryMailbox(), MemorySender()
    second = mailbox.deliver(b"2", THEN)
    first = mailbox.deliver(b"1", THEN.replace(hour=8))
    assert [raw.key for raw in mailbox.fetch()] == [first, second]
    mailbox.settle(first)
    mailbox.settle(first)
    assert [raw.key for raw in mailbox.fetch()] == [second]
    sender.send(letter(1))
    sender.send(letter(1))
    assert list(sender.sent) == ["<1@example.org>"]
