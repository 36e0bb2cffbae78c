"""The spool: every letter as its mailbox held it, on disk before it is read.

A letter's *key* says when it arrived and what it holds:
`20260109T200000.000000Z-<first 32 digits of SHA-256>`. Keys sort by arrival.
Keeping the same letter twice is harmless. Letters lie in a folder for each
month, readable by the Keeper alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pbem.errors import JournalError
from pbem.store.files import make_folder, write_file

_KEY = re.compile(r"(\d{4})(\d{2})\d{2}T\d{6}\.\d{6}Z-[0-9a-f]{32}")


def spool_key(arrived: datetime, data: bytes) -> str:
    """Return the key of a letter.

    Args:
        arrived: Aware.
        data: The raw letter.
    """
    return f"{arrived.astimezone(UTC):%Y%m%dT%H%M%S.%fZ}-{hashlib.sha256(data).hexdigest()[:32]}"


class Spool:
    """The raw letters of a home.

    Attributes:
        folder: `var/spool`; made when the first letter is kept.
    """

    def __init__(self, folder: Path) -> None:
        """Use a folder; nothing is written yet."""
        self.folder = folder

    def keep(self, arrived: datetime, data: bytes) -> str:
        """Keep a letter and return its key; when this returns it survives a crash.

        Args:
            arrived: Aware; must be the same whenever the letter is fetched again.
            data: The raw letter.

        Raises:
            JournalError: It cannot be written.
        """
        key = spool_key(arrived, data)
        path = self._path(key)
        try:
            if not path.is_file() or path.stat().st_size != len(data):
                make_folder(path.parent)
                write_file(path, data, mode=0o600)
        except OSError as error:
            raise JournalError(f"{path}: the letter cannot be kept: {error.strerror}") from None
        return key

    def read(self, key: str) -> bytes:
        """Return a kept letter.

        Raises:
            JournalError: There is none with this key, or it cannot be read.
        """
        path = self._path(key)
        try:
            return path.read_bytes()
        except OSError as error:
            raise JournalError(f"{path}: the letter cannot be read: {error.strerror}") from None

    def drop(self, key: str) -> None:
        """Delete a kept letter; one that is not there is as good."""
        self._path(key).unlink(missing_ok=True)

    def kept(self) -> Iterator[str]:
        """Return the keys of all kept letters, the earliest arrival first."""
        if self.folder.is_dir():
            for month in sorted(self.folder.iterdir()):
                yield from sorted(path.stem for path in month.glob("*.eml"))

    def _path(self, key: str) -> Path:
        found = _KEY.fullmatch(key)
        if found is None:
            raise JournalError(f"{self.folder}: {key!r} is no key of a letter")
        return self.folder / f"{found[1]}-{found[2]}" / f"{key}.eml"
