"""The letters that wait to be sent, in order, and what became of those that were."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from pbem.store.database import Database, write_stamp
from pbem.store.entries import OutboxLetter, Refusal


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

    def waiting(self) -> int:
        """Return how many letters wait to be sent."""
        return int(self._file.row("SELECT count(*) FROM outbox WHERE state = 'waiting'")[0])

    def find(self, message_id: str) -> tuple[str, str] | None:
        """Return the recipient and the state of a letter by its Message-ID; None if unknown."""
        row = self._file.row(
            "SELECT recipient, state FROM outbox WHERE message_id = ?", (message_id,)
        )
        return (row[0], row[1]) if row else None

    def refuse(self, refusal: Refusal, at: datetime) -> None:
        """Note that a letter will never arrive; part of a transaction that is open."""
        self._file.db.execute(
            "INSERT OR IGNORE INTO refusals SELECT message_id, recipient, game, ?, ? FROM outbox"
            " JOIN rulings ON number = ruling WHERE message_id = ?",
            (write_stamp(at), refusal.why, refusal.message_id),
        )
        self._file.db.execute(
            "UPDATE outbox SET state = 'failed', error = ?, data = x'', attempts = attempts + 1"
            " WHERE message_id = ?",
            (refusal.why, refusal.message_id),
        )

    def refused_since(self, recipient: str, game: str, since: datetime) -> bool:
        """Return whether a letter of a game to an address came to nothing since a time."""
        row = self._file.row(
            "SELECT 1 FROM refusals WHERE recipient = ? AND game = ? AND at >= ?",
            (recipient, game, write_stamp(since)),
        )
        return row is not None

    def refused_addresses(self, since: datetime) -> int:
        """Return how many addresses got no letter since a time, though one was sent."""
        row = self._file.row(
            "SELECT count(DISTINCT recipient) FROM refusals WHERE at >= ?", (write_stamp(since),)
        )
        return int(row[0])

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
