"""Maildir folders: letters in as files under `new/`, letters out the same way.

The time of arrival is the seconds at the head of a file's name, else the file's
own time. A letter that was taken lies in `cur/`.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pbem.errors import MailboxError
from pbem.mail.mailbox import OutgoingLetter, RawMessage

_SECONDS = re.compile(r"(\d{9,11})\.")
_FOLDERS = ("tmp", "new", "cur")
_SEEN = ":2,S"


def make_maildir(folder: Path) -> None:
    """Make a Maildir's three folders, readable by the owner alone; what is there stays.

    Raises:
        MailboxError: The folder cannot be made.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        for made in (folder, *(folder / name for name in _FOLDERS)):
            made.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise MailboxError(f"{folder}: cannot be made a Maildir: {error.strerror}") from None


class Maildir:
    """A Maildir that letters come into, a `Mailbox`.

    Attributes:
        folder: The one that holds `new/`.
        max_bytes: Longest letter that is read whole.
    """

    def __init__(self, folder: Path, max_bytes: int = 2 * 1024 * 1024) -> None:
        self.folder = folder
        self.max_bytes = max_bytes
        self._found: frozenset[str] = frozenset()

    def fetch(self) -> Iterator[RawMessage]:
        """See `Mailbox`; the key is the file's name. An empty file is left: somebody writes it."""
        waiting = sorted(self._waiting())
        self._found = frozenset(key for _, key in waiting)
        for arrived, key in waiting:
            try:
                with (self.folder / "new" / key).open("rb") as file:
                    data = file.read(self.max_bytes + 1)
            except OSError:
                # Gone, or not to be read: it stays where it is, and the next is fetched.
                continue
            if data:
                yield RawMessage(key, arrived, data)

    def settle(self, key: str) -> None:
        """See `Mailbox`; the file goes to `cur/`."""
        taken = key if ":2," in key else key + _SEEN
        try:
            (self.folder / "new" / key).rename(self.folder / "cur" / taken)
        except FileNotFoundError:
            return
        except OSError as error:
            raise MailboxError(f"{self.folder}/new/{key}: {error.strerror}") from None

    def news(self) -> bool:
        """See `Mailbox`."""
        with suppress(MailboxError):
            return any(key not in self._found for _, key in self._waiting())
        return False

    def close(self) -> None:
        """See `Mailbox`; there is nothing to let go of."""

    def _waiting(self) -> Iterator[tuple[datetime, str]]:
        try:
            entries = list(os.scandir(self.folder / "new"))
        except OSError as error:
            raise MailboxError(f"{self.folder}/new: {error.strerror}") from None
        for entry in entries:
            if entry.name.startswith("."):
                continue
            with suppress(FileNotFoundError):
                if entry.is_file(follow_symlinks=False):
                    yield _arrival(entry), entry.name


def _arrival(entry: os.DirEntry[str]) -> datetime:
    head = _SECONDS.match(entry.name)
    if head is not None:
        with suppress(ValueError, OverflowError, OSError):
            return datetime.fromtimestamp(int(head[1]), UTC)
    return datetime.fromtimestamp(int(entry.stat().st_mtime), UTC)


class MaildirSender:
    """A Maildir that letters are sent into, a `Sender`.

    A letter's file name comes from its Message-ID, so that a letter sent again
    after a crash is the same file and not a second one.
    """

    repeats = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._looked = 0
        self._names: frozenset[str] = frozenset()

    def send(self, letter: OutgoingLetter) -> None:
        """See `Sender`; the letter is on disk when this returns, its name with `flush`."""
        name = file_name(letter)
        try:
            if name in self._fetched():
                return
            _write(self.folder / "tmp" / name, letter.data)
            (self.folder / "tmp" / name).rename(self.folder / "new" / name)
        except OSError as error:
            raise MailboxError(
                f"{self.folder}: the letter cannot be written: {error.strerror}"
            ) from None

    def _fetched(self) -> frozenset[str]:
        """Return the names, without flags, of the letters that somebody has fetched."""
        cur = self.folder / "cur"
        changed = cur.stat().st_mtime_ns
        if changed != self._looked:
            self._names = frozenset(entry.partition(":")[0] for entry in os.listdir(cur))
            self._looked = changed
        return self._names

    def flush(self) -> None:
        """See `Sender`."""
        try:
            _flush_folder(self.folder / "new")
        except OSError as error:
            raise MailboxError(f"{self.folder}: cannot be made safe: {error.strerror}") from None

    def close(self) -> None:
        """See `Sender`; there is nothing to let go of."""


def file_name(letter: OutgoingLetter) -> str:
    """Return the name a letter has in a Maildir: `1767690000.3f…c2.pbem`."""
    digest = hashlib.sha256(letter.message_id.encode()).hexdigest()[:32]
    return f"{int(letter.date.timestamp())}.{digest}.pbem"


def _write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
