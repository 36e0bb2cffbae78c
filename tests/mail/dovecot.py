"""Dovecot for tests: a real IMAP server on a free port of the loopback interface."""

from __future__ import annotations

import imaplib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from tests.mail.certificates import make_certificate
from tests.shared import program

USER, PASSWORD = "judge", "correct horse"
_ACCOUNT = "pbemtest"
_PATIENCE = 120.0

_CONFIG = """\
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
ssl = yes
ssl_cert = <{folder}/server.crt
ssl_key = <{folder}/server.key
disable_plaintext_auth = no
default_internal_user = {internal}
default_login_user = {login}
default_internal_group = {group}
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%u
maildir_stat_dirs = yes
{extra}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {tls}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
"""


@dataclass(frozen=True)
class Dovecot:
    """A running server.

    Attributes:
        plain, tls: Ports; the certificate of the second one is `certificate`.
        folder: Where it keeps everything.
    """

    folder: Path
    plain: int
    tls: int

    @property
    def certificate(self) -> Path:
        """The certificate, which vouches for itself."""
        return self.folder / "server.crt"

    @property
    def inbox(self) -> Path:
        """The Maildir behind the account."""
        return self.folder / "mail" / USER

    def deliver(self, data: bytes, arrived: datetime, folder: str = "INBOX") -> None:
        """Put a letter into the account."""
        with self.talk() as client:
            when = imaplib.Time2Internaldate(arrived)
            client.append(folder, "", when, data)

    @contextmanager
    def talk(self) -> Iterator[imaplib.IMAP4]:
        """Give a connection of its own, logged in."""
        with imaplib.IMAP4("127.0.0.1", self.plain) as client:
            client.login(USER, PASSWORD)
            yield client

    def count(self, folder: str) -> int:
        """Return how many letters a folder holds; 0 where there is none."""
        with self.talk() as client:
            answer, data = client.select(folder, readonly=True)
            return int(data[0] or 0) if answer == "OK" else 0

    def forget_numbers(self) -> None:
        """Lose what numbers letters, so that UIDVALIDITY changes.

        Dovecot takes the second at hand for it, so that second has to be over.
        """
        time.sleep(1.1)
        for path in self.inbox.rglob("dovecot*"):
            path.unlink()


@contextmanager
def running(extra: str = "") -> Iterator[Dovecot]:
    """Run a server; skips where Dovecot is not installed, unless everything is required.

    Args:
        extra: Lines of configuration.
    """
    dovecot = program("dovecot", "dovecot-imapd")
    folder = Path(tempfile.mkdtemp(prefix="pbem-dovecot-"))
    try:
        server = _make(folder, extra)
        command = [str(dovecot), "-F", "-c", str(folder / "dovecot.conf")]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
            try:
                _wait(server, process)
                yield server
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(_PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _make(folder: Path, extra: str) -> Dovecot:
    folder.chmod(0o755)
    mail, internal, login, group = _accounts()
    server = Dovecot(folder, free_port(), free_port())
    make_certificate(folder / "server.crt", folder / "server.key")
    (folder / "users").write_text(f"{USER}:{{PLAIN}}{PASSWORD}\n", "utf-8")
    (folder / "mail").mkdir()
    os.chown(folder / "mail", mail.pw_uid, mail.pw_gid)
    (folder / "dovecot.conf").write_text(
        _CONFIG.format(
            folder=folder,
            internal=internal,
            login=login,
            group=group,
            uid=mail.pw_uid,
            gid=mail.pw_gid,
            plain=server.plain,
            tls=server.tls,
            extra=extra,
        ),
        "utf-8",
    )
    return server


def _accounts() -> tuple[pwd.struct_passwd, str, str, str]:
    """Return who owns the mail, and the names of two users and a group of the server's own.

    Root may not own mail, so that an account without any rights is made for it.
    """
    if os.geteuid() != 0:
        me = pwd.getpwuid(os.geteuid())
        import grp

        return me, me.pw_name, me.pw_name, grp.getgrgid(me.pw_gid).gr_name
    with suppress(KeyError):
        return pwd.getpwnam(_ACCOUNT), "dovecot", "dovenull", "dovecot"
    subprocess.run(
        ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", _ACCOUNT],
        check=False,  # another process of the same run may have been quicker
        capture_output=True,
    )
    return pwd.getpwnam(_ACCOUNT), "dovecot", "dovenull", "dovecot"


def free_port() -> int:
    """Return a port of the loopback interface that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(server: Dovecot, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        with suppress(OSError, imaplib.IMAP4.error), server.talk():
            return
        time.sleep(0.05)
    log = server.folder / "log"
    pytest.fail(f"Dovecot did not start: {log.read_text('utf-8') if log.exists() else ''}")
