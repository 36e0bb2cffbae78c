"""The schema of the journal, and how an older one becomes the newest.

Each entry of `MIGRATIONS` takes the schema one version further; entries that
were released are never changed, so that a home of any age can be opened. The
version stands in SQLite's `user_version`, the mark of a pbem journal in its
`application_id`.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x7062656D  # "pbem"

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE letters (
            key TEXT PRIMARY KEY,
            mailbox TEXT NOT NULL,
            uid TEXT NOT NULL,
            message_id TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            arrived TEXT NOT NULL,
            state TEXT NOT NULL,
            reason TEXT NOT NULL,
            game TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX letters_by_fingerprint ON letters (fingerprint)",
        "CREATE INDEX letters_by_state ON letters (state, arrived, mailbox, uid)"
        " WHERE state != 'done'",
        """
        CREATE TABLE rulings (
            number INTEGER PRIMARY KEY,
            at TEXT NOT NULL,
            game TEXT NOT NULL,
            letter TEXT NOT NULL,
            engine TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE events (
            ruling INTEGER NOT NULL REFERENCES rulings (number),
            seq INTEGER NOT NULL,
            game TEXT NOT NULL,
            kind TEXT NOT NULL,
            json TEXT NOT NULL,
            PRIMARY KEY (ruling, seq)
        )
        """,
        "CREATE INDEX events_by_game ON events (game, kind, ruling, seq)",
        """
        CREATE TABLE games (
            game TEXT PRIMARY KEY,
            created INTEGER NOT NULL,
            ended INTEGER
        ) WITHOUT ROWID
        """,
        "CREATE INDEX games_running ON games (game) WHERE ended IS NULL",
        """
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY,
            ruling INTEGER NOT NULL REFERENCES rulings (number),
            message_id TEXT NOT NULL UNIQUE,
            recipient TEXT NOT NULL,
            data BLOB NOT NULL,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            next_try TEXT NOT NULL,
            sent_at TEXT NOT NULL,
            error TEXT NOT NULL
        )
        """,
        "CREATE INDEX outbox_by_recipient ON outbox (recipient)",
        "CREATE INDEX outbox_waiting ON outbox (id) WHERE state = 'waiting'",
        "CREATE TABLE seeds (game TEXT PRIMARY KEY, seed BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE boards (hash TEXT PRIMARY KEY, text TEXT NOT NULL)",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    ),
    ("CREATE INDEX letters_by_reason ON letters (reason, game, arrived) WHERE reason != ''",),
    (
        "CREATE INDEX events_forgotten ON events (game)"
        " WHERE kind IN ('PlayerForgotten', 'ObserverForgotten')",
    ),
    (
        """
        CREATE TABLE refusals (
            message_id TEXT PRIMARY KEY,
            recipient TEXT NOT NULL,
            game TEXT NOT NULL,
            at TEXT NOT NULL,
            why TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX refusals_by_recipient ON refusals (recipient, game, at)",
    ),
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a journal to the newest schema, a version at a time, each in a transaction.

    Args:
        connection: In autocommit mode; the file is empty or a journal no newer
            than this pbem.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
