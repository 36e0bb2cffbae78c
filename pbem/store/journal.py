"""The journal: what has happened, in order, in one SQLite file that only the Keeper can read.

A *ruling* is what one letter or one deadline led to: its events, the letters it
sends and what becomes of the letter that caused it, kept in one transaction.
Rulings are numbered from 1. The *outbox* holds letters until they are sent. One
process writes; the home's lock sees to that.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Collection, Iterator
from datetime import datetime
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pbem import __version__
from pbem.errors import JournalError, PbemError
from pbem.game.events import Event, read_event, write_event
from pbem.store.database import Database, explained, read_stamp, write_stamp
from pbem.store.entries import (
    SUPERSEDED,
    KeptRuling,
    RulingEntry,
)
from pbem.store.forgetting import Forgetting
from pbem.store.letters import LettersIn
from pbem.store.migrations import APPLICATION_ID, MIGRATIONS, migrate
from pbem.store.outbox import LettersOut
from pbem.store.tallies import Tallies

ENGINE = f"pbem {__version__}"
"""Name and version of what judges now; kept with each ruling."""


class Journal:
    """The private state of a home. Use it as a context, or `close` it.

    Every method raises `JournalError`, with one line that names the file, where
    the file cannot be read or written.

    Attributes:
        path: Of the file.
        letters: Those that came in.
        outbox: Those that go out.
        tallies: What is counted in it.
        forgetting: What it drops.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, engine: str) -> None:
        """Use an open connection; see `open` and `create`."""
        self.path = path
        self._file = Database(path, connection)
        self.letters = LettersIn(self._file)
        self.outbox = LettersOut(self._file)
        self.tallies = Tallies(self._file)
        self.forgetting = Forgetting(self._file)
        self._engine = engine

    @classmethod
    def create(cls, path: Path, engine: str = ENGINE) -> Journal:
        """Make a journal in a folder that exists, or open the one that is there.

        Args:
            path: Of the file.
            engine: Name and version of what judges; kept with each ruling.

        Raises:
            JournalError: It cannot be made, or something else is there.
        """
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise JournalError(f"{path}: cannot be made: {error.strerror}") from None
        return cls._opened(path, engine, new=path.stat().st_size == 0)

    @classmethod
    def open(cls, path: Path, engine: str = ENGINE) -> Journal:
        """Open a journal, bringing an older one to the newest schema.

        Raises:
            JournalError: There is none, it is damaged, it is not a journal of
                pbem, a newer pbem wrote it, or others can read it.
        """
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal; `pbem init` makes one")
        if path.stat().st_mode & 0o077:
            raise JournalError(f"{path}: others can read it; chmod 600 it")
        return cls._opened(path, engine, new=False)

    @classmethod
    def _opened(cls, path: Path, engine: str, *, new: bool) -> Journal:
        with explained(path):
            connection = sqlite3.connect(path, timeout=10, isolation_level=None)
        try:
            with explained(path):
                _check_file(path, connection, new=new)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                migrate(connection)
        except JournalError:
            connection.close()
            raise
        return cls(path, connection, engine)

    def close(self) -> None:
        """Close the file; what was committed stays."""
        with self._file.explained():
            self._file.db.close()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    # Rulings

    def commit(self, entry: RulingEntry) -> int:
        """Keep a ruling, all of it or nothing, and return its number.

        Raises:
            JournalError: The letter that caused it is unknown or was ruled on
                before; an event creates a game that is there; a Message-ID was used.
        """
        with self._file.transaction():
            number = self.last_ruling() + 1
            self._file.db.execute(
                "INSERT INTO rulings VALUES (?, ?, ?, ?, ?)",
                (number, write_stamp(entry.at), entry.game, entry.letter, self._engine),
            )
            if entry.letter:
                self._settle(entry)
            if entry.releases:
                self._file.db.execute(
                    "UPDATE letters SET state = 'done', reason = ? WHERE key = ?",
                    (entry.leaves, entry.releases),
                )
            for refusal in entry.refused:
                self.outbox.refuse(refusal, entry.at)
            if entry.asked:
                self._file.db.execute(
                    "INSERT OR REPLACE INTO meta VALUES (?, ?)",
                    (f"asked {entry.asked}", str(number).encode()),
                )
            for seq, event in enumerate(entry.events):
                self._add_event(number, seq, entry.game, event)
            self._file.db.executemany(
                "INSERT INTO outbox VALUES (NULL, ?, ?, ?, ?, 'waiting', 0, '', '', '')",
                [(number, out.message_id, out.recipient, out.data) for out in entry.letters],
            )
        return number

    def _settle(self, entry: RulingEntry) -> None:
        done = self._file.db.execute(
            "UPDATE letters SET state = ?, reason = ?, game = ? WHERE key = ? AND state = 'new'",
            (entry.state, entry.reason, entry.game, entry.letter),
        )
        if done.rowcount != 1:
            raise JournalError(f"{self.path}: the letter {entry.letter} waits for no ruling")

    def _add_event(self, number: int, seq: int, game: str, event: Event) -> None:
        raw = write_event(event)
        self._file.db.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
            (number, seq, game, raw["event"], json.dumps(raw, separators=(",", ":"))),
        )
        if raw["event"] == "GameCreated":
            self._file.db.execute("INSERT INTO games VALUES (?, ?, NULL)", (game, number))
        elif raw["event"] == "RolledBack":
            self._file.db.execute("UPDATE games SET ended = NULL WHERE game = ?", (game,))
        elif raw["event"] == "GameEnded":
            self._file.db.execute("UPDATE games SET ended = ? WHERE game = ?", (number, game))

    def last_ruling(self) -> int:
        """Return the number of the newest ruling; 0 where there is none."""
        row = self._file.row("SELECT max(number) FROM rulings")
        return row[0] or 0

    def damage(self) -> str:
        """Return what is wrong with the file, in a line; empty where it is sound.

        Reads all of it.
        """
        found = self._file.row("PRAGMA quick_check(1)")[0]
        return "" if found == "ok" else f"{found}; restore var/ from a backup"

    def last_time(self) -> datetime | None:
        """Return the time of the newest ruling; None where there is none."""
        row = self._file.row("SELECT at FROM rulings ORDER BY number DESC LIMIT 1")
        return read_stamp(row[0]) if row else None

    def was_ruled_on(self, asked: str) -> bool:
        """Return whether a ruling was made on a request in the home's queue, by its id."""
        return self._file.row("SELECT 1 FROM meta WHERE key = ?", (f"asked {asked}",)) is not None

    def games(self, *, running: bool = False) -> tuple[str, ...]:
        """Return the ids of all games, sorted; with `running` those that have not ended."""
        rest = " WHERE ended IS NULL" if running else ""
        rows = self._file.rows(f"SELECT game FROM games{rest} ORDER BY game")
        return tuple(row[0] for row in rows)

    def created(self, game: str) -> int:
        """Return the number of the ruling that created a game; 0 where there is no such game."""
        row = self._file.row("SELECT created FROM games WHERE game = ?", (game,))
        return row[0] if row else 0

    def events(
        self, game: str, *, kinds: Collection[str] = (), until: int | None = None
    ) -> list[tuple[int, Event]]:
        """Return the events of a game in order, each with the number of its ruling.

        Args:
            game: Its id; an unknown game has none.
            kinds: Class names of events; empty for all.
            until: The last ruling that is wanted.
        """
        where, values = ["game = ?"], [game]
        if kinds:
            where.append(f"kind IN ({_marks(kinds)})")
            values += kinds
        return self._events(where, values, until)

    def folding_events(self, game: str) -> list[tuple[int, Event]]:
        """Return the events a game must be folded from, in order.

        All but those that the last judged phase has made history: orders, words,
        deadlines and phases before it. Where none was judged, all.
        """
        last = self._file.row(
            "SELECT ruling, seq FROM events WHERE game = ? AND kind = 'PhaseAdjudicated'"
            " ORDER BY ruling DESC, seq DESC LIMIT 1",
            (game,),
        )
        if last is None:
            return self.events(game)
        where = ["game = ?", f"(kind NOT IN ({_marks(SUPERSEDED)}) OR (ruling, seq) >= (?, ?))"]
        return self._events(where, [game, *SUPERSEDED, *last], None)

    def _events(
        self, where: list[str], values: list[Any], until: int | None
    ) -> list[tuple[int, Event]]:
        if until is not None:
            where, values = [*where, "ruling <= ?"], [*values, until]
        rows = self._file.rows(
            f"SELECT ruling, json FROM events WHERE {' AND '.join(where)} ORDER BY ruling, seq",
            values,
        )
        return [(ruling, self._event(ruling, text)) for ruling, text in rows]

    def rulings_after(self, number: int, kinds: Collection[str]) -> Iterator[KeptRuling]:
        """Return the rulings after one that hold an event of some kinds, in order.

        Args:
            number: Of the last ruling that is not wanted.
            kinds: Class names of events; others are left out.
        """
        with self._file.explained():
            rows = self._file.db.execute(
                "SELECT rulings.number, rulings.at, rulings.game, rulings.engine, events.json"
                " FROM events JOIN rulings ON rulings.number = events.ruling"
                f" WHERE events.ruling > ? AND events.kind IN ({_marks(kinds)})"
                " ORDER BY events.ruling, events.seq",
                (number, *kinds),
            )
            for head, group in groupby(rows, key=lambda row: row[:4]):
                events = tuple(self._event(head[0], row[4]) for row in group)
                yield KeptRuling(head[0], read_stamp(head[1]), head[2], head[3], events)

    def _event(self, ruling: int, text: str) -> Event:
        try:
            return read_event(json.loads(text))
        except (PbemError, ValueError, AttributeError) as error:
            raise JournalError(f"{self.path}: ruling {ruling} is damaged: {error}") from None

    # What is kept beside the events

    def keep_seed(self, game: str, fresh: bytes) -> bytes:
        """Return the secret seed of a game, keeping `fresh` (32 bytes) where there is none."""
        with self._file.transaction():
            self._file.db.execute("INSERT OR IGNORE INTO seeds VALUES (?, ?)", (game, fresh))
        return self.seed(game)

    def seed(self, game: str) -> bytes:
        """Return the secret seed of a game.

        Raises:
            JournalError: The game has none.
        """
        row = self._file.row("SELECT seed FROM seeds WHERE game = ?", (game,))
        if row is None:
            raise JournalError(f"{self.path}: the game {game!r} has no seed")
        return bytes(row[0])

    def keep_board(self, text: str) -> str:
        """Keep the text of a board and return its hash, `sha256:…` of the UTF-8."""
        board = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
        with self._file.transaction():
            self._file.db.execute("INSERT OR IGNORE INTO boards VALUES (?, ?)", (board, text))
        return board

    def board(self, board: str) -> str:
        """Return the text of a board by its hash.

        Raises:
            JournalError: It was not kept.
        """
        row = self._file.row("SELECT text FROM boards WHERE hash = ?", (board,))
        if row is None:
            raise JournalError(f"{self.path}: the board {board} was not kept")
        return str(row[0])

    def keep(self, key: str, fresh: bytes) -> bytes:
        """Return what is kept under a key (such as the home key), keeping `fresh` if nothing is."""
        with self._file.transaction():
            self._file.db.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (key, fresh))
            row = self._file.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return bytes(row[0])

    def note(self, key: str, value: bytes) -> None:
        """Keep a value under a key, whatever was there before (such as a mailbox's cursor)."""
        with self._file.transaction():
            self._file.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _check_file(path: Path, connection: sqlite3.Connection, *, new: bool) -> None:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if new and not mark:
        return
    if mark != APPLICATION_ID:
        raise JournalError(f"{path}: this is no journal of pbem")
    if version > len(MIGRATIONS):
        raise JournalError(
            f"{path}: schema {version} is of a newer pbem; this one reads up to {len(MIGRATIONS)}"
        )


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
