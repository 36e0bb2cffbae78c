-- A journal of schema 2 with one of everything. Never changed.
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
;
CREATE INDEX letters_by_fingerprint ON letters (fingerprint);
CREATE INDEX letters_by_state ON letters (state, arrived, mailbox, uid) WHERE state != 'done';
CREATE TABLE rulings (
            number INTEGER PRIMARY KEY,
            at TEXT NOT NULL,
            game TEXT NOT NULL,
            letter TEXT NOT NULL,
            engine TEXT NOT NULL
        );
CREATE TABLE events (
            ruling INTEGER NOT NULL REFERENCES rulings (number),
            seq INTEGER NOT NULL,
            game TEXT NOT NULL,
            kind TEXT NOT NULL,
            json TEXT NOT NULL,
            PRIMARY KEY (ruling, seq)
        );
CREATE INDEX events_by_game ON events (game, kind, ruling, seq);
CREATE TABLE games (
            game TEXT PRIMARY KEY,
            created INTEGER NOT NULL,
            ended INTEGER
        ) WITHOUT ROWID
;
CREATE INDEX games_running ON games (game) WHERE ended IS NULL;
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
        );
CREATE INDEX outbox_by_recipient ON outbox (recipient);
CREATE INDEX outbox_waiting ON outbox (id) WHERE state = 'waiting';
CREATE TABLE seeds (game TEXT PRIMARY KEY, seed BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE boards (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX letters_by_reason ON letters (reason, game, arrived) WHERE reason != '';
PRAGMA application_id = 1885496685;
PRAGMA user_version = 2;
INSERT INTO letters VALUES ('20260109T200000.000000Z-00000000000000000000000000000000', 'in', '7', '<1@x.example>', 'f1', '2026-01-09T20:00:00.000000+00:00', 'new', '', '');
INSERT INTO rulings VALUES (1, '2026-01-09T20:00:00.000000+00:00', 'gx7', '', 'pbem 0');
INSERT INTO events VALUES (1, 0, 'gx7', 'PlayerConfirmed', '{"event":"PlayerConfirmed","at":"2026-01-09T20:00:00Z","player":"p1"}');
INSERT INTO games VALUES ('gx7', 1, NULL);
INSERT INTO outbox VALUES (1, 1, '<gx7.1.1@example.org>', 'ann@example.net', x'48656c6c6f', 'waiting', 0, '', '', '');
INSERT INTO seeds VALUES ('gx7', x'0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO boards VALUES ('sha256:00', 'a board');
INSERT INTO meta VALUES ('home key', x'01');
