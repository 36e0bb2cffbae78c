"""The letters that wait to be sent, in order, and what became of those that were."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from pbem.store.database import Database, write_stamp
from pbem.store.entries import OutboxLetter


class LettersOut:
    """The outbox of one journal; every method raises `JournalError` where it cannot be used."""

    def __init__(self, file: Database) -> None:
        """Use an open journal."""
        self._file = file

    def unsent(self, now: datetime, limit: int = 100) -> tuple[OutboxLetter, ...]:
        """Return letters that wait to be sent and whose next try is due, in order."""
        rows = self._file.rows(
            "SELECT id, ruling, message_id, recipient, data, attempts, error FROM outbox"
            " WHERE state = 'waiting' AND next_try <= ? ORDER BY id LIMIT ?",
            (write_stamp(now), limit),
        )
        return tuple(OutboxLetter(*row) for row in rows)

    def counts(self) -> Mapping[str, int]:
        """Return how many letters are `waiting`, `sent` and `failed`; absent for none."""
        rows = self._file.rows("SELECT state, count(*) FROM outbox GROUP BY state")
        return dict(rows)

    def mark_sent(self, ids: Collection[int], at: datetime) -> None:
        """Note that letters were sent; their text is dropped."""
        with self._file.transaction():
            self._file.db.executemany(
                "UPDATE outbox SET state = 'sent', sent_at = ?, data = x'', error = ''"
                " WHERE id = ? AND state = 'waiting'",
                [(write_stamp(at), number) for number in ids],
            )

    def mark_failed(self, number: int, error: str, next_try: datetime | None) -> None:
        """Note that a letter could not be sent.

        Args:
            number: Its id in the outbox.
            error: Why, in a line.
            next_try: When to try again; None to give up.
        """
        when, state = (write_stamp(next_try), "waiting") if next_try else ("", "failed")
        with self._file.transaction():
            self._file.db.execute(
                "UPDATE outbox SET attempts = attempts + 1, error = ?, next_try = ?, state = ?"
                " WHERE id = ? AND state = 'waiting'",
                (error, when, state, number),
            )
