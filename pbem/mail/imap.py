"""An IMAP server (RFC 9051, RFC 3501) as a mailbox.

Letters are known by UIDVALIDITY and UID, never by their flags: nothing is marked as
read. What was taken is moved to another folder, or stays where it is if there is none;
either way the *cursor*, the highest UID that was taken, says what is new. A server
that numbers its letters anew (another UIDVALIDITY) is read from the beginning, which
does no harm: a letter that was taken before is known again by its bytes.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.errors import MailboxError
from pbem.mail.mailbox import RawMessage
from pbem.mail.servers import Security, Server

if TYPE_CHECKING:
    from imapclient import IMAPClient

_CONNECTING = 30.0
_READING = 60.0
"""Seconds without a word from the server."""

_AT_ONCE = 25
_BYTES_AT_ONCE = 4 * 1024 * 1024
"""Letters, and bytes of letters, that are asked for at once."""

_ASKED_AT_ONCE = 1000
"""Letters whose sizes are asked for at once."""


@dataclass(frozen=True)
class ImapSettings:
    """Which letters of which server.

    Attributes:
        name: Of the mailbox, where a judge has several.
        server: Where it is.
        folder: Where letters come in.
        done: Folder that taken letters are moved to, made if missing; empty to leave them.
        idle: Whether to let the server tell of new letters (RFC 2177).
        max_bytes: Longest letter that is fetched whole.
        cursor: File that remembers what was taken; a hint, which may be lost.
    """

    name: str
    server: Server
    cursor: Path
    folder: str = "INBOX"
    done: str = "pbem-done"
    idle: bool = True
    max_bytes: int = 2 * 1024 * 1024


class ImapMailbox:
    """A folder of an IMAP server, a `Mailbox`; connects when it is first asked."""

    def __init__(self, settings: ImapSettings) -> None:
        """Use a server; nothing is asked of it yet."""
        self._settings = settings
        self._client: IMAPClient | None = None
        self._validity = 0
        self._last = 0
        self._settled: list[int] = []
        self._idle = False

    def fetch(self) -> Iterator[RawMessage]:
        """See `Mailbox`; by UID, and the key is `UIDVALIDITY.UID`."""
        with self._talking() as client:
            new = self._sizes(client)
            for uids in self._chunks(new):
                for uid, data in self._bodies(client, uids, new):
                    yield RawMessage(f"{self._validity}.{uid}", new[uid][1], data)
                self._move_settled(client)
                self._remember(uids[-1])
            self._move_settled(client)

    def settle(self, key: str) -> None:
        """See `Mailbox`; the letter is moved with its neighbors."""
        validity, _, uid = key.partition(".")
        if int(validity) == self._validity:
            self._settled.append(int(uid))

    def news(self) -> bool:
        """Return whether the server has told of something since the last fetch.

        Does not wait. A connection that broke is news: fetching finds out.
        """
        if self._client is None or not self._settings.idle:
            return False
        try:
            if not self._client.has_capability("IDLE"):
                return False
            if not self._idle:
                self._client.idle()
                self._idle = True
            told = self._client.idle_check(timeout=0)
        except _errors():
            self._drop()
            return True
        return any(len(words) > 1 and words[1] in (b"EXISTS", b"RECENT") for words in told)

    def check(self) -> None:
        """Log in and open the folder; nothing is read.

        Raises:
            MailboxError: In one line.
        """
        with self._talking():
            pass

    def find(self, message_id: str) -> tuple[datetime, bytes] | None:
        """Return when a letter arrived and its head, and remove it; None where it is not there.

        Args:
            message_id: With its angle brackets; only letters of the judge to itself are
                looked for in this way.

        Raises:
            MailboxError: The mailbox cannot be read just now.
        """
        with self._talking() as client:
            for folder in (self._settings.folder, self._settings.done):
                if not folder or not client.folder_exists(folder):
                    continue
                client.select_folder(folder)
                uids = client.search(["HEADER", "Message-ID", message_id])
                told = client.fetch(uids, ["INTERNALDATE", "BODY.PEEK[HEADER]"]) if uids else {}
                for uid, parts in told.items():
                    client.delete_messages([uid])
                    if client.has_capability("UIDPLUS"):
                        client.uid_expunge([uid])
                    return _aware(parts[b"INTERNALDATE"]), _body(parts) or b""
        return None

    def close(self) -> None:
        """Say goodbye to the server."""
        with suppress(*_errors()):
            self._end_idle()
            if self._client is not None:
                self._client.logout()
        self._drop()

    @contextmanager
    def _talking(self) -> Iterator[IMAPClient]:
        """Give a connection with the folder open; what breaks in between ends it.

        Raises:
            MailboxError: In one line, without anything that is secret.
        """
        host = self._settings.server.host
        try:
            client = self._opened()
            yield client
        except _errors() as error:
            self._drop()
            raise MailboxError(f"IMAP server {host}: {_why(error)}") from None
        except GeneratorExit:
            # Whoever fetches stopped in between; what was not settled stays as it is.
            raise
        except MailboxError:
            self._drop()
            raise

    def _opened(self) -> IMAPClient:
        """Return a connection with the folder open; a broken old one is made anew."""
        if self._client is not None:
            with suppress(*_errors()):
                self._end_idle()
                return self._select(self._client)
            self._drop()
        self._client = self._connected()
        return self._select(self._client)

    def _connected(self) -> IMAPClient:
        from imapclient import IMAPClient, SocketTimeout

        server = self._settings.server
        tls = server.security is Security.TLS
        client = IMAPClient(
            server.host,
            port=server.port,
            ssl=tls,
            ssl_context=server.context() if tls else None,
            timeout=SocketTimeout(_CONNECTING, _READING),
        )
        client.normalise_times = False
        with ExitStack() as stack:
            stack.callback(_shut, client)
            if server.security is Security.STARTTLS:
                client.starttls(server.context())
            self._log_in(client)
            stack.pop_all()
        return client

    def _log_in(self, client: IMAPClient) -> None:
        from imapclient.exceptions import LoginError

        server = self._settings.server
        secret = server.secret.read(server.user)
        try:
            if server.secret.is_token:
                client.oauth2_login(server.user, secret)
            else:
                client.login(server.user, secret)
        except LoginError:
            kind = "token" if server.secret.is_token else "password"
            raise MailboxError(
                f"IMAP server {server.host}: the {kind} of {server.user} is refused"
            ) from None

    def _select(self, client: IMAPClient) -> IMAPClient:
        told = client.select_folder(self._settings.folder)
        validity = int(told.get(b"UIDVALIDITY", 0))
        if validity != self._validity:
            self._validity, self._settled = validity, []
            self._last = self._remembered()
        return client

    def _sizes(self, client: IMAPClient) -> dict[int, tuple[int, datetime]]:
        """Return the sizes and times of arrival of new letters, by UID in order."""
        uids = [uid for uid in client.search(["UID", f"{self._last + 1}:*"]) if uid > self._last]
        found: dict[int, tuple[int, datetime]] = {}
        for first in range(0, len(uids), _ASKED_AT_ONCE):
            asked = sorted(uids)[first : first + _ASKED_AT_ONCE]
            told = client.fetch(asked, ["RFC822.SIZE", "INTERNALDATE"])
            for uid in asked:
                if uid in told and b"INTERNALDATE" in told[uid]:
                    size = int(told[uid].get(b"RFC822.SIZE", 0))
                    found[uid] = size, _aware(told[uid][b"INTERNALDATE"])
        return found

    def _chunks(self, sizes: Mapping[int, tuple[int, datetime]]) -> Iterator[list[int]]:
        """Yield UIDs of letters that are asked for at once."""
        chunk: list[int] = []
        total = 0
        for uid, (size, _) in sizes.items():
            if chunk and (len(chunk) >= _AT_ONCE or total + size > _BYTES_AT_ONCE):
                yield chunk
                chunk, total = [], 0
            chunk.append(uid)
            total += min(size, self._settings.max_bytes)
        if chunk:
            yield chunk

    def _bodies(
        self, client: IMAPClient, uids: Sequence[int], sizes: Mapping[int, tuple[int, datetime]]
    ) -> Iterator[tuple[int, bytes]]:
        """Yield letters; of one beyond the limit a byte more than the limit, and no more.

        The size that a server tells may be wrong, so the limit is kept either way.
        """
        most = self._settings.max_bytes + 1
        large = [uid for uid in uids if sizes[uid][0] >= most]
        whole = {
            **client.fetch([uid for uid in uids if uid not in large], ["BODY.PEEK[]"]),
            **client.fetch(large, [f"BODY.PEEK[]<0.{most}>"]),
        }
        for uid in uids:
            data = _body(whole.get(uid, {}))
            # Without a body it was moved away by somebody else meanwhile.
            if data is not None:
                yield uid, data[:most]

    def _move_settled(self, client: IMAPClient) -> None:
        uids, self._settled = self._settled, []
        if not (uids and self._settings.done):
            return
        if not client.folder_exists(self._settings.done):
            client.create_folder(self._settings.done)
        if client.has_capability("MOVE"):
            client.move(uids, self._settings.done)
            return
        client.copy(uids, self._settings.done)
        client.delete_messages(uids)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(uids)

    def _remembered(self) -> int:
        """Return the highest UID that was taken, as far as the cursor's file says."""
        with suppress(OSError, ValueError):
            validity, last = self._settings.cursor.read_text("ascii").split()
            if int(validity) == self._validity:
                return int(last)
        return 0

    def _remember(self, last: int) -> None:
        self._last = last
        with suppress(OSError):
            handle = os.open(self._settings.cursor, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(f"{self._validity} {last}\n")

    def _end_idle(self) -> None:
        if self._idle and self._client is not None:
            self._idle = False
            self._client.idle_done()

    def _drop(self) -> None:
        """Let go of a connection without another word."""
        client, self._client = self._client, None
        self._idle, self._settled = False, []
        if client is not None:
            _shut(client)


def _shut(client: IMAPClient) -> None:
    with suppress(*_errors()):
        client.shutdown()


def _errors() -> tuple[type[Exception], ...]:
    """Return what a server, or the way to it, can do to us."""
    import imaplib

    from imapclient.exceptions import IMAPClientError, ProtocolError

    odd = (ValueError, AssertionError, IndexError, KeyError)
    return (OSError, imaplib.IMAP4.error, IMAPClientError, ProtocolError, *odd)


def _why(error: Exception) -> str:
    """Return what went wrong, in a few words of one line."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate cannot be trusted: {error.verify_message}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split())[:200] or type(error).__name__


def _aware(time: datetime) -> datetime:
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def _body(told: Mapping[bytes, Any]) -> bytes | None:
    """Return the body in an answer; empty where the server has an empty letter."""
    for name, value in told.items():
        if name.startswith(b"BODY["):
            return bytes(value or b"")
    return None
