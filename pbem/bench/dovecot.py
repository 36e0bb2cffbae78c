"""A Dovecot for the bench: a real IMAP server with one mailbox, on a port of the loopback."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.errors import PbemError
from pbem.judge.clock import SystemClock

_TRIES = 100
_PIECE = 0.1

_CONFIG = """\
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
ssl = no
disable_plaintext_auth = no
default_internal_user = {internal}
default_login_user = {login}
default_internal_group = {group}
first_valid_uid = 1
mail_location = maildir:{folder}/mail
passdb {{
  driver = static
  args = password=bench
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
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
class Server:
    """A running server."""

    folder: Path
    port: int
    uid: int
    gid: int

    def settings(self) -> str:
        """Return the table of pbem.toml that names it; the password is the port's number."""
        return (
            f'\n[imap]\nhost = "127.0.0.1"\nport = {self.port}\nsecurity = "none"\n'
            'user = "judge"\npassword_command = "echo bench"\n'
        )

    def deliver(self, number: int, data: bytes) -> None:
        """Put a letter into the mailbox."""
        path = self.folder / "mail" / "new" / f"1767603600.{number:06}.bench"
        path.write_bytes(data)
        os.chown(path, self.uid, self.gid)


@contextmanager
def running() -> Iterator[Server | None]:
    """Run a server; None where Dovecot is not installed.

    Raises:
        PbemError: It does not start.
    """
    program = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin")
    if program is None:
        yield None
        return
    with TemporaryDirectory(prefix="pbem-dovecot-") as name:
        server = _make(Path(name))
        command = [program, "-F", "-c", f"{name}/dovecot.conf"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
            try:
                _wait(server, process)
                yield server
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait()


def _make(folder: Path) -> Server:
    folder.chmod(0o755)
    root = os.geteuid() == 0
    me = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.geteuid())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    for sub in ("mail", "mail/new", "mail/cur", "mail/tmp"):
        (folder / sub).mkdir(mode=0o700)
        os.chown(folder / sub, me.pw_uid, me.pw_gid)
    text = _CONFIG.format(
        folder=folder,
        internal="dovecot" if root else me.pw_name,
        login="dovenull" if root else me.pw_name,
        group="dovecot" if root else me.pw_name,
        uid=me.pw_uid,
        gid=me.pw_gid,
        port=port,
    )
    (folder / "dovecot.conf").write_text(text, "utf-8")
    return Server(folder, port, me.pw_uid, me.pw_gid)


def _wait(server: Server, process: subprocess.Popen[bytes]) -> None:
    for _ in range(_TRIES):
        if process.poll() is not None:
            break
        with suppress(OSError), socket.create_connection(("127.0.0.1", server.port), 1):
            return
        SystemClock().wait(_PIECE, lambda: False)
    raise PbemError("Dovecot did not start")
