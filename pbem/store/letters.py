"""The letters that came in, as a journal knows them: which wait, which were set aside, and why."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import JournalError
from pbem.store.database import Database, read_stamp, write_stamp
from pbem.store.entries import LetterEntry, LetterState

DUPLICATE = "duplicate"
"""Why a letter was left that is a copy of another one."""


class LettersIn:
    """The letters of one journal; every method raises `JournalError` where it cannot be used."""

    def __init__(self, file: Database) -> None:
        """Use an open journal."""
        self._file = file

    def keep(self, letters: Iterable[LetterEntry]) -> None:
        """Note letters that were kept in the spool; one that is known stays as it is."""
        rows = [
            (
                letter.key,
                letter.mailbox,
                letter.uid,
                letter.fingerprint,
                write_stamp(letter.arrived),
                letter.state,
                letter.reason,
                letter.game,
            )
            for letter in letters
        ]
        with self._file.transaction():
            self._file.db.executemany(
                "INSERT OR IGNORE INTO letters VALUES (?, ?, ?, '', ?, ?, ?, ?, ?)", rows
            )

    def find(self, key: str) -> LetterEntry | None:
        """Return a letter by its key, if it is known."""
        found = self._letters("WHERE key = ?", key)
        return found[0] if found else None

    def pending(self) -> tuple[LetterEntry, ...]:
        """Return the letters no ruling was made on: in order of arrival, then of uid."""
        return self._letters("WHERE state = 'new' ORDER BY arrived, mailbox, length(uid), uid, key")

    def count(self, state: str) -> int:
        """Return how many letters are `new`, or `set-aside`."""
        row = self._file.row(
            "SELECT count(*) FROM letters WHERE state != 'done' AND state = ?", (state,)
        )
        return int(row[0])

    def set_aside(self) -> tuple[LetterEntry, ...]:
        """Return the letters that were set aside, in order of arrival."""
        return self._letters("WHERE state = 'set-aside' ORDER BY arrived, key")

    def twin(self, letter: LetterEntry) -> LetterEntry | None:
        """Return the letter that this one is a duplicate of, if there is one.

        It has the same fingerprint, was ruled on or arrived before, and is no
        duplicate itself: what was left as a copy of this one cannot stand for it.
        """
        found = self._letters(
            "WHERE fingerprint = ? AND key != ? AND (state != 'new' OR key < ?)"
            f" AND reason != '{DUPLICATE}'"
            " ORDER BY arrived, key LIMIT 1",
            letter.fingerprint,
            letter.key,
            letter.key,
        )
        return found[0] if found and letter.fingerprint else None

    def retry(self, key: str) -> None:
        """Make a letter that was set aside new again.

        Raises:
            JournalError: No letter with this key is set aside.
        """
        with self._file.transaction():
            done = self._file.db.execute(
                "UPDATE letters SET state = 'new', reason = ''"
                " WHERE key = ? AND state = 'set-aside'",
                (key,),
            )
            if done.rowcount != 1:
                raise JournalError(f"{self._file.path}: no letter {key!r} is set aside")

    def kept(self, word: str, game: str = "") -> tuple[LetterEntry, ...]:
        """Return letters (of one game, or all) whose reason begins with a word, by arrival."""
        return self._letters(
            "WHERE reason != '' AND reason >= ? AND reason < ? AND state = 'done'"
            " AND ? IN ('', game) ORDER BY arrived, key",
            f"{word} ",
            f"{word}!",
            game,
        )

    def _letters(self, rest: str, *values: str) -> tuple[LetterEntry, ...]:
        rows = self._file.rows(
            "SELECT key, mailbox, uid, arrived, fingerprint, state, reason, game"
            f" FROM letters {rest}",
            values,
        )
        return tuple(_letter(row) for row in rows)


def _letter(row: tuple[str, ...]) -> LetterEntry:
    key, mailbox, uid, arrived, fingerprint, state, reason, game = row
    return LetterEntry(
        key=key,
        mailbox=mailbox,
        uid=uid,
        arrived=read_stamp(arrived),
        fingerprint=fingerprint,
        state=LetterState(state),
        reason=reason,
        game=game,
    )
