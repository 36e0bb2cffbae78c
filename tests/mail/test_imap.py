"""Letters from a real IMAP server: each once, in order, and none lost."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.errors import MailboxError
from pbem.mail.imap import ImapMailbox, ImapSettings
from pbem.mail.mailbox import RawMessage
from pbem.mail.servers import Secret, Security, Server
from tests.mail.dovecot import PASSWORD, USER, Dovecot, running

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    """One server for all of these tests."""
    os.environ["PBEM_TEST_PASSWORD"] = PASSWORD
    with running() as server:
        yield server


@pytest.fixture
def settings(server: Dovecot, tmp_path: Path) -> ImapSettings:
    """The account, empty, over TLS."""
    with server.talk() as client:
        for folder in ("INBOX", "pbem-done"):
            answer, count = client.select(folder)
            if answer == "OK" and count != [b"0"]:
                client.store("1:*", "+FLAGS", "\\Deleted")
                client.expunge()
    address = Server(
        "127.0.0.1",
        server.tls,
        Security.TLS,
        USER,
        Secret(environment="PBEM_TEST_PASSWORD"),
        str(server.certificate),
    )
    return ImapSettings("imap", address, tmp_path / "cursor")


@contextmanager
def opened(settings: ImapSettings) -> Iterator[ImapMailbox]:
    """A mailbox, closed at the end."""
    mailbox = ImapMailbox(settings)
    try:
        yield mailbox
    finally:
        mailbox.close()


def take(mailbox: ImapMailbox) -> list[RawMessage]:
    """Fetch and settle all that is new."""
    found = []
    for raw in mailbox.fetch():
        found.append(raw)
        mailbox.settle(raw.key)
    return found


def texts(found: list[RawMessage]) -> list[bytes]:
    """The last line of each letter."""
    return [raw.data.split(b"\r\n")[-1] for raw in found]


def letter(text: str) -> bytes:
    """A letter of one line."""
    return f"From: ann@example.org\r\nSubject: [gx7]\r\n\r\n{text}".encode()


def test_letters_come_once_with_their_time(server: Dovecot, settings: ImapSettings) -> None:
    """Bytes as they were, the server's time of arrival as UTC; moved away once settled."""
    server.deliver(letter("one"), NOON)
    server.deliver(letter("two"), NOON + MINUTE)
    with opened(settings) as mailbox:
        found = take(mailbox)
        assert texts(found) == [b"one", b"two"]
        assert [raw.arrived for raw in found] == [NOON, NOON + MINUTE]
        assert found[0].data == letter("one")
        assert take(mailbox) == []
        server.deliver(letter("three"), NOON)
        assert texts(take(mailbox)) == [b"three"]
    assert (server.count("INBOX"), server.count("pbem-done")) == (0, 3)


def test_nothing_is_marked_as_read(server: Dovecot, settings: ImapSettings) -> None:
    """Neither in the inbox nor in the folder of taken letters."""
    server.deliver(letter("one"), NOON)
    with opened(settings) as mailbox:
        take(mailbox)
    with server.talk() as client:
        client.select("pbem-done", readonly=True)
        _, unseen = client.search(None, "UNSEEN")
    assert unseen == [b"1"]


def test_what_was_not_settled_comes_again(server: Dovecot, settings: ImapSettings) -> None:
    """A judge that stopped in between finds it, under the same key."""
    server.deliver(letter("one"), NOON)
    server.deliver(letter("two"), NOON)
    with opened(settings) as mailbox:
        first = next(iter(mailbox.fetch()))
    with opened(settings) as mailbox:
        again = take(mailbox)
    assert again[0] == first
    assert texts(again) == [b"one", b"two"]


def test_letters_may_stay_where_they_are(server: Dovecot, settings: ImapSettings) -> None:
    """Without a folder for them the cursor says what was taken, over a restart as well."""
    server.deliver(letter("one"), NOON)
    staying = replace(settings, done="")
    with opened(staying) as mailbox:
        assert texts(take(mailbox)) == [b"one"]
    server.deliver(letter("two"), NOON)
    with opened(staying) as mailbox:
        assert texts(take(mailbox)) == [b"two"]
        assert take(mailbox) == []
    assert server.count("INBOX") == 2


def test_a_large_letter_is_fetched_as_far_as_the_limit(
    server: Dovecot, settings: ImapSettings
) -> None:
    """One byte more than the limit shows that it is beyond."""
    server.deliver(letter("x" * 5000), NOON)
    server.deliver(letter("small"), NOON)
    with opened(replace(settings, max_bytes=1000)) as mailbox:
        found = take(mailbox)
    assert [len(raw.data) for raw in found] == [1001, len(letter("small"))]


def test_many_letters_come_in_order(server: Dovecot, settings: ImapSettings) -> None:
    """More than are asked for at once."""
    with server.talk() as client:
        for number in range(60):
            client.append("INBOX", "", None, letter(str(number)))
    with opened(settings) as mailbox:
        assert texts(take(mailbox)) == [str(number).encode() for number in range(60)]


def test_new_numbers_are_read_from_the_beginning(server: Dovecot, settings: ImapSettings) -> None:
    """Under other keys, so that the judge sees that it has these letters."""
    server.deliver(letter("one"), NOON)
    staying = replace(settings, done="")
    with opened(staying) as mailbox:
        before = take(mailbox)
    server.forget_numbers()
    with opened(staying) as mailbox:
        after = take(mailbox)
    assert [raw.data for raw in after] == [raw.data for raw in before]
    assert after[0].key.split(".")[0] != before[0].key.split(".")[0]


def test_the_server_tells_of_news(server: Dovecot, settings: ImapSettings) -> None:
    """Without being asked again; and there is none before a letter comes."""
    with opened(settings) as mailbox:
        take(mailbox)
        assert not mailbox.news()
        server.deliver(letter("one"), NOON)
        assert any(mailbox.news() or threading.Event().wait(0.05) for _ in range(2400))
        assert texts(take(mailbox)) == [b"one"]


def test_a_broken_connection_is_made_anew(server: Dovecot, settings: ImapSettings) -> None:
    """The next look finds what is there."""
    with opened(settings) as mailbox:
        take(mailbox)
        assert mailbox._client is not None
        mailbox._client.socket().shutdown(socket.SHUT_RDWR)
        server.deliver(letter("one"), NOON)
        assert texts(take(mailbox)) == [b"one"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"secret": Secret(program="echo wrong")}, "the password of judge is refused"),
        ({"secret": Secret(environment="PBEM_NOT_THERE")}, "set PBEM_NOT_THERE"),
        ({"secret": Secret(program="false")}, "the command 'false' failed"),
        ({"secret": Secret(program="no-such-program")}, "the command 'no-such-program' failed"),
        ({"certificates": ""}, "its certificate cannot be trusted"),
        ({"port": 1}, "Connection refused"),
        ({"certificates": "/nowhere.pem"}, "/nowhere.pem: No such file"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    settings: ImapSettings, change: dict[str, object], says: str
) -> None:
    """Wrong password, no password, an unknown certificate, nobody there; never the password."""
    broken = replace(settings, server=replace(settings.server, **change))
    with opened(broken) as mailbox, pytest.raises(MailboxError) as caught:
        take(mailbox)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert PASSWORD not in str(caught.value)


def test_starttls_and_no_security(server: Dovecot, settings: ImapSettings) -> None:
    """Both ways lead to the same letters."""
    for security in (Security.STARTTLS, Security.NONE):
        server.deliver(letter(security.value), NOON)
        way = replace(settings.server, port=server.plain, security=security)
        with opened(replace(settings, server=way)) as mailbox:
            assert texts(take(mailbox)) == [security.value.encode()]


FETCHED = b'* 1 FETCH (UID 5 RFC822.SIZE 9 INTERNALDATE "05-Jan-2026 12:00:00 +0000")\r\n'
ANSWERS = {
    "SELECT": b"* 1 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\nTAG OK [READ-WRITE] x\r\n",
    "CAPABILITY": b"* CAPABILITY IMAP4rev1\r\nTAG OK x\r\n",
    "SEARCH": b"* SEARCH 5\r\nTAG OK x\r\n",
    "SIZE": FETCHED + b"TAG OK x\r\n",
}
"""What a server with one letter of 9 bytes, number 5, answers; `TAG OK x` to all else."""


@contextmanager
def scripted(*, heard: list[bytes] | None = None, **other: bytes | None) -> Iterator[int]:
    """A server that answers so, hangs up where an answer is None, and where it is cut short."""
    answers = {**ANSWERS, **other}
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with listening.accept()[0] as talking, talking.makefile("rb") as lines:
                talking.sendall(b"* OK hello\r\n")
                for line in lines:
                    (heard if heard is not None else []).append(line)
                    tag, word, *rest = line.decode().split()
                    word = rest[0] if word == "UID" else word
                    if word == "FETCH":
                        word = "BODY" if "BODY" in line.decode() else "SIZE"
                    answer = answers.get(word, b"TAG OK x\r\n")
                    talking.sendall((answer or b"").replace(b"TAG", tag.encode()))
                    if answer is None or b"TAG" not in answer:
                        return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield int(listening.getsockname()[1])
        thread.join(5)


@pytest.mark.parametrize(
    "answers",
    [
        {"BODY": b"* 1 FETCH (UID 5 BODY[] {9}\r\nabc"},
        {"BODY": None},
        {"SIZE": None},
        {"SIZE": b"* BYE shutting down\r\n"},
        {"SEARCH": b"TAG NO not now\r\n"},
        {"SEARCH": b"TAG BAD what\r\n"},
        {"SEARCH": b"nonsense\r\n"},
        {"SELECT": b"TAG NO no such folder\r\n"},
        {"LOGIN": None},
        {"CAPABILITY": None},
    ],
)
def test_a_server_that_stops_loses_no_letter(
    settings: ImapSettings, answers: dict[str, bytes | None]
) -> None:
    """In the middle of a literal, before an answer, with BYE, with NO, with nonsense."""
    with scripted(**answers) as port:
        way = replace(settings.server, port=port, security=Security.NONE)
        with opened(replace(settings, server=way)) as mailbox, pytest.raises(MailboxError) as said:
            take(mailbox)
    assert "IMAP server 127.0.0.1: " in str(said.value)
    assert not settings.cursor.exists()


def test_an_empty_letter_is_a_letter(settings: ImapSettings) -> None:
    """An empty literal, which some servers give for broken letters."""
    with scripted(BODY=b"* 1 FETCH (UID 5 BODY[] {0}\r\n)\r\nTAG OK x\r\n") as port:
        way = replace(settings.server, port=port, security=Security.NONE)
        with opened(replace(settings, server=way, done="")) as mailbox:
            assert [(raw.key, raw.data) for raw in mailbox.fetch()] == [("7.5", b"")]


def test_a_letter_that_vanished_is_passed_over(settings: ImapSettings) -> None:
    """Somebody moved it away between two answers."""
    with scripted() as port:
        way = replace(settings.server, port=port, security=Security.NONE)
        with opened(replace(settings, server=way, done="")) as mailbox:
            assert list(mailbox.fetch()) == []


def test_without_move_letters_are_copied_and_deleted(settings: ImapSettings) -> None:
    """COPY, \\Deleted, and UID EXPUNGE where the server has it, so that no other letter goes."""
    body = b"* 1 FETCH (UID 5 BODY[] {3}\r\nabc)\r\nTAG OK x\r\n"
    for capability, expunged in ((b"IMAP4rev1", False), (b"IMAP4rev1 UIDPLUS", True)):
        said: list[bytes] = []
        known = b"* CAPABILITY " + capability + b"\r\nTAG OK x\r\n"
        with scripted(BODY=body, CAPABILITY=known, heard=said) as port:
            way = replace(settings.server, port=port, security=Security.NONE)
            with opened(replace(settings, server=way)) as mailbox:
                assert len(take(mailbox)) == 1
        commands = [line.split(b" ", 1)[1].strip() for line in said]
        copied = (b'UID COPY 5 "pbem-done"', b"UID COPY 5 pbem-done")
        assert any(command in commands for command in copied)
        assert any(c.startswith(b"UID STORE 5 +FLAGS") for c in commands)
        assert (b"UID EXPUNGE 5" in commands) is expunged
        assert not any(c == b"EXPUNGE" for c in commands)
        settings.cursor.unlink()
