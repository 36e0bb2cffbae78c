"""An SMTP server (RFC 5321) as the way out; one connection while letters follow each other."""

from __future__ import annotations

import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass

from pbem.errors import LetterRefusedError, MailboxError, ServerDownError
from pbem.game.visibility import mask
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.servers import Security, Server

_PATIENCE = 30.0
_REFUSED_FOR_GOOD = 500


@dataclass(frozen=True)
class SmtpSettings:
    """Which server takes letters.

    Attributes:
        server: Where it is.
        sender: Address in the envelope, where bounces go; empty for one of its own
            for each letter.
        a_minute: Letters a minute, as the provider allows; 0 for any number.
    """

    server: Server
    sender: str
    a_minute: int = 0


class SmtpSender:
    """A `Sender` that hands letters to an SMTP server."""

    repeats = True

    def __init__(self, settings: SmtpSettings) -> None:
        """Use a server; nothing is asked of it yet."""
        self._settings = settings
        self._connection: smtplib.SMTP | None = None

    def send(self, letter: OutgoingLetter) -> None:
        """See `Sender`; one letter has one recipient.

        Raises:
            ServerDownError: The server cannot be spoken to; other letters need not be tried.
            LetterRefusedError: It will never take this letter for this address.
            MailboxError: It does not take this letter just now.
        """
        data = letter.data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        for fresh in (self._connection is None, True):
            try:
                sender = self._settings.sender or letter.returns
                self._connected().sendmail(sender, [letter.to], data)
                return
            except smtplib.SMTPServerDisconnected as error:
                # An old connection may have been idle for too long; a new one is tried once.
                self._drop()
                if fresh:
                    raise self._down(error) from None
            except smtplib.SMTPRecipientsRefused as error:
                code, says = next(iter(error.recipients.values()))
                raise self._refused(code, says) from None
            except smtplib.SMTPResponseException as error:
                raise self._refused(error.smtp_code, error.smtp_error) from None
            except (OSError, smtplib.SMTPException) as error:
                self._drop()
                raise self._down(error) from None

    def flush(self) -> None:
        """See `Sender`; what the server has taken is safe."""

    def check(self) -> None:
        """Log in; nothing is sent.

        Raises:
            ServerDownError: In one line.
        """
        try:
            self._connected().noop()
        except (OSError, smtplib.SMTPException) as error:
            self._drop()
            raise self._down(error) from None

    def close(self) -> None:
        """Say goodbye to the server."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(OSError, smtplib.SMTPException):
                connection.quit()

    def _connected(self) -> smtplib.SMTP:
        if self._connection is not None:
            return self._connection
        server = self._settings.server
        if server.security is Security.TLS:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=_PATIENCE, context=server.context()
            )
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=_PATIENCE)
        if server.security is Security.STARTTLS:
            connection.starttls(context=server.context())
        if server.user:
            self._log_in(connection)
        self._connection = connection
        return connection

    def _log_in(self, connection: smtplib.SMTP) -> None:
        server = self._settings.server
        secret = server.secret.read(server.user)
        try:
            if server.secret.is_token:
                said = f"user={server.user}\1auth=Bearer {secret}\1\1"
                connection.ehlo_or_helo_if_needed()
                connection.auth("XOAUTH2", lambda challenge=None: said if challenge is None else "")
            else:
                connection.login(server.user, secret)
        except smtplib.SMTPAuthenticationError:
            kind = "token" if server.secret.is_token else "password"
            raise ServerDownError(
                f"SMTP server {server.host}: the {kind} of {server.user} is refused"
            ) from None

    def _refused(self, code: int, says: bytes | str) -> MailboxError:
        """Return the error for an answer of the server about one letter."""
        words = says.decode("utf-8", "replace") if isinstance(says, bytes) else says
        said = mask(" ".join(words.split())[:150])
        text = f"SMTP server {self._settings.server.host}: {code} {said}"
        with suppress(OSError, smtplib.SMTPException):
            if self._connection is not None:
                self._connection.rset()
        return LetterRefusedError(text) if code >= _REFUSED_FOR_GOOD else MailboxError(text)

    def _down(self, error: Exception) -> ServerDownError:
        host = self._settings.server.host
        if isinstance(error, ssl.SSLCertVerificationError):
            why = f"its certificate cannot be trusted: {error.verify_message}"
        elif isinstance(error, TimeoutError):
            why = "no answer in time"
        else:
            why = (error.strerror if isinstance(error, OSError) else None) or "it hung up"
        return ServerDownError(f"SMTP server {host}: {why}")

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
