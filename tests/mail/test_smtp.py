"""Letters to a real SMTP server: one recipient each, and what its answers mean."""

from __future__ import annotations

import asyncio
import gc
import ssl
import warnings
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.errors import LetterRefusedError, MailboxError, ServerDownError
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.servers import Secret, Security, Server
from pbem.mail.smtp import SmtpSender, SmtpSettings
from tests.mail.certificates import make_certificate
from tests.mail.dovecot import free_port

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
PASSWORD = "correct horse"


class Keeping:
    """Keeps what comes; refuses some addresses for good, and some for now."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.kept: list[Envelope] = []

    async def handle_RCPT(  # noqa: N802  # the name is the server's
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Answer for one recipient."""
        del server, session, options
        if address.startswith("nobody"):
            return "550 5.1.1 <nobody@example.org> is not here"
        if address.startswith("full"):
            return "452 4.2.2 mailbox full"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a letter, or not."""
        del server, session
        if b"spam" in envelope.content:
            return "554 5.7.1 no spam here"
        self.kept.append(envelope)
        return "250 OK"


def letter(to: str = "ann@example.org", text: str = "Hello") -> OutgoingLetter:
    """A letter of one line."""
    data = f"To: {to}\nMessage-ID: <1@example.org>\n\n{text}\n.\nend\n".encode()
    return OutgoingLetter(to, "<1@example.org>", NOON, "", text, data)


def check(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
) -> AuthResult:
    """Say whether a password is right."""
    del server, session, envelope, mechanism
    assert isinstance(data, LoginPassword)
    right = (data.login, data.password) == (b"judge", PASSWORD.encode())
    return AuthResult(success=right, handled=right)


@pytest.fixture
def keeping() -> Keeping:
    """What the server keeps."""
    return Keeping()


@pytest.fixture
def settings(
    keeping: Keeping, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SmtpSettings]:
    """A server that wants STARTTLS and a password."""
    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORD)
    certificate, key = tmp_path / "server.crt", tmp_path / "server.key"
    make_certificate(certificate, key)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    controller = Controller(
        keeping,
        hostname="127.0.0.1",
        port=free_port(),
        tls_context=context,
        require_starttls=True,
        authenticator=check,
        auth_required=True,
    )
    controller.start()
    server = Server(
        "127.0.0.1",
        controller.port,
        Security.STARTTLS,
        "judge",
        Secret(environment="PBEM_TEST_PASSWORD"),
        str(certificate),
    )
    try:
        yield SmtpSettings(server, "judge@example.org")
    finally:
        with warnings.catch_warnings():
            # The server leaves it to the collector to close what a client dropped.
            warnings.simplefilter("ignore")
            controller.stop()
            gc.collect()


def test_a_letter_goes_out_as_it_is(keeping: Keeping, settings: SmtpSettings) -> None:
    """To its one recipient, with the judge in the envelope; lines of a dot survive."""
    sender = SmtpSender(settings)
    sender.send(letter())
    sender.send(letter("bob@example.org"))
    sender.close()
    assert [(e.mail_from, e.rcpt_tos) for e in keeping.kept] == [
        ("judge@example.org", ["ann@example.org"]),
        ("judge@example.org", ["bob@example.org"]),
    ]
    content = keeping.kept[0].content
    assert isinstance(content, bytes)
    assert content == letter().data.replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    ("to", "text", "error", "says"),
    [
        ("nobody@example.org", "x", LetterRefusedError, "550 5.1.1"),
        ("full@example.org", "x", MailboxError, "452 4.2.2 mailbox full"),
        ("ann@example.org", "spam", LetterRefusedError, "554 5.7.1 no spam here"),
    ],
)
def test_what_the_server_answers(
    keeping: Keeping,
    settings: SmtpSettings,
    to: str,
    text: str,
    error: type[MailboxError],
    says: str,
) -> None:
    """For good, or for now; the next letter goes over the same connection; no address is told."""
    sender = SmtpSender(settings)
    with pytest.raises(error) as caught:
        sender.send(letter(to, text))
    assert type(caught.value) is error
    assert says in str(caught.value)
    assert "@" not in str(caught.value)
    sender.send(letter())
    sender.close()
    assert len(keeping.kept) == 1


def test_a_connection_that_was_closed_is_opened_again(
    keeping: Keeping, settings: SmtpSettings
) -> None:
    """As servers do after a while without a letter."""
    sender = SmtpSender(settings)
    sender.send(letter())
    assert sender._connection is not None
    assert sender._connection.sock is not None
    sender._connection.sock.close()
    sender.send(letter("bob@example.org"))
    sender.close()
    assert len(keeping.kept) == 2


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"port": 1}, "Connection refused"),
        ({"secret": Secret(program="echo wrong")}, "the password of judge is refused"),
        ({"certificates": ""}, "its certificate cannot be trusted"),
    ],
)
def test_a_server_that_cannot_be_spoken_to(
    settings: SmtpSettings, change: dict[str, object], says: str
) -> None:
    """Nobody there, a wrong password, a certificate nobody knows: nothing can be sent now."""
    sender = SmtpSender(replace(settings, server=replace(settings.server, **change)))
    with pytest.raises(ServerDownError) as caught:
        sender.send(letter())
    assert says in str(caught.value)
    assert PASSWORD not in str(caught.value)


def test_a_server_that_hangs_up() -> None:
    """It says hello and goodbye in one breath."""

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def main() -> str:
        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        sender = SmtpSender(
            SmtpSettings(Server("127.0.0.1", port, Security.NONE), "judge@example.org")
        )
        try:
            await asyncio.to_thread(sender.send, letter())
        except ServerDownError as error:
            return str(error)
        finally:
            server.close()
        return ""

    assert asyncio.run(main()) == "SMTP server 127.0.0.1: it hung up"
