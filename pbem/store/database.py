"""The one SQLite file of a journal: transactions, times as it has them, errors in a line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pbem.errors import JournalError


@dataclass(frozen=True)
class Database:
    """An open journal.

    Attributes:
        path: Of the file.
        db: The connection, in autocommit mode.
    """

    path: Path
    db: sqlite3.Connection

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all that is written within, or nothing of it.

        Raises:
            JournalError: The file cannot be used.
        """
        with self.explained():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.db.execute("COMMIT")
            finally:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")

    def rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return all that a query finds.

        Raises:
            JournalError: The file cannot be used.
        """
        with self.explained():
            return self.db.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[object] = ()) -> Any:
        """Return the first that a query finds; None where there is none.

        Raises:
            JournalError: The file cannot be used.
        """
        with self.explained():
            return self.db.execute(query, values).fetchone()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn what SQLite raises into a `JournalError` that names the file."""
        with explained(self.path):
            yield


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a `JournalError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(f"{path}: the journal cannot be used: {error}") from None


def write_stamp(time: datetime) -> str:
    """Return an aware time as a journal has it: in UTC, so that texts sort as times do."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def read_stamp(text: str) -> datetime:
    """Return the time that `write_stamp` wrote."""
    return datetime.fromisoformat(text)
