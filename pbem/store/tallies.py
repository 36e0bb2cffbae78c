"""Counts over a journal: how often somebody was answered, how often letters went wrong.

An *answer* is the first letter of a ruling on a letter; what others hear of that
letter follows it, and says nothing of how much they wrote. The counts look back
over the newest letters of an address only, so that they cost the same in a journal
of any age.
"""

from __future__ import annotations

from datetime import datetime

from pbem.store.database import Database, write_stamp

_NEWEST = 200


class Tallies:
    """Counts over one journal; every method raises `JournalError` where it cannot be read."""

    def __init__(self, file: Database) -> None:
        """Count over an open journal."""
        self._file = file

    def letters_with(self, reason: str, game: str, since: datetime) -> int:
        """Return how many letters that arrived since a time were ruled on for a reason."""
        return self._count(
            "SELECT count(*) FROM letters WHERE reason != '' AND reason = ? AND game = ?"
            " AND arrived >= ? AND state != 'new'",
            (reason, game, write_stamp(since)),
        )

    def last_answer(self, recipient: str, game: str) -> int:
        """Return the number of the last ruling that answered a letter of an address; 0 for none."""
        return self._count(
            f"SELECT coalesce(max(number), 0) FROM {_ANSWERS} AND game = ?",
            (recipient, _NEWEST, game),
        )

    def letters_since(self, recipient: str, since: datetime, game: str = "") -> int:
        """Return how many answers an address got since a time: of one game, and of none.

        Only the 200 newest letters to it are looked at.
        """
        return self._count(
            f"SELECT count(*) FROM {_ANSWERS} AND game IN ('', ?) AND at >= ?",
            (recipient, _NEWEST, game, write_stamp(since)),
        )

    def _count(self, query: str, values: tuple[str | int, ...]) -> int:
        return int(self._file.row(query, values)[0])


_ANSWERS = (
    "(SELECT id, ruling FROM outbox WHERE recipient = ? ORDER BY id DESC LIMIT ?) AS sent"
    " JOIN rulings ON number = ruling WHERE letter != ''"
    " AND ruling IS NOT (SELECT ruling FROM outbox WHERE id < sent.id ORDER BY id DESC LIMIT 1)"
)
"""The answers among the newest letters to an address, with the rulings they came of."""
