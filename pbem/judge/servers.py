"""The mail servers that pbem.toml names: `[imap]` (or several `[[imap]]`) and `[smtp]`.

Without them letters lie in Maildirs of the home.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.judge.config import ConfigReader
from pbem.mail.imap import ImapSettings
from pbem.mail.servers import Secret, Security, Server
from pbem.mail.smtp import SmtpSettings

_LOGIN = frozenset(
    "host port security user password_env password_command keyring token_command "
    "certificates".split()
)
SERVERS: Mapping[str, frozenset[str]] = {
    "imap": _LOGIN | {"folder", "done", "idle"},
    "smtp": _LOGIN | {"sender", "a_minute"},
}
"""What may stand in the tables of servers."""

_PORTS = {
    ("imap", Security.TLS): 993,
    ("imap", Security.STARTTLS): 143,
    ("imap", Security.NONE): 143,
    ("smtp", Security.TLS): 465,
    ("smtp", Security.STARTTLS): 587,
    ("smtp", Security.NONE): 25,
}


def read_imap(
    raw: Mapping[str, Any], findings: list[str], var: Path, max_bytes: int
) -> tuple[ImapSettings, ...]:
    """Return the IMAP mailboxes that are named; none for the home's Maildir.

    Args:
        raw: All of pbem.toml.
        findings: Gets what is wrong, a line each.
        var: Where the home keeps what is private.
        max_bytes: Longest letter that is fetched whole.
    """
    found = []
    for number, table in enumerate(_tables(raw, "imap", findings), 1):
        reader = ConfigReader({"imap": table}, findings)
        server = _server(reader, "imap")
        if server is None:
            continue
        name = f"imap{number}"
        found.append(
            ImapSettings(
                name=name,
                server=server,
                cursor=var / f"{name}.cursor",
                folder=reader.text("imap", "folder", "INBOX"),
                done=reader.text("imap", "done", "pbem-done"),
                idle=reader.flag("imap", "idle", default=True),
                max_bytes=max_bytes,
            )
        )
    return tuple(found)


def read_smtp(raw: Mapping[str, Any], findings: list[str]) -> SmtpSettings | None:
    """Return the SMTP server that is named; None for the home's Maildir.

    Args:
        raw: All of pbem.toml.
        findings: Gets what is wrong, a line each.
    """
    for table in _tables(raw, "smtp", findings):
        reader = ConfigReader({"smtp": table}, findings)
        server = _server(reader, "smtp")
        if server is not None:
            sender = reader.text("smtp", "sender", "")
            most = reader.number("smtp", "a_minute", 0, least=0)
            return SmtpSettings(server, sender, most)
    return None


def _tables(raw: Mapping[str, Any], name: str, findings: list[str]) -> Iterator[Mapping[str, Any]]:
    value = raw.get(name, [])
    tables = value if isinstance(value, list) else [value]
    if name == "smtp" and len(tables) > 1:
        findings.append("[smtp]: one server sends; name one")
    for table in tables:
        if not isinstance(table, Mapping):
            findings.append(f"{name} should be a table, [{name}]")
            continue
        for member in table:
            if member not in SERVERS[name]:
                known = ", ".join(sorted(SERVERS[name]))
                findings.append(f"[{name}] {member} is not known; there are {known}")
        yield table


def _server(reader: ConfigReader, name: str) -> Server | None:
    host = reader.text(name, "host", "")
    usual = Security.TLS if name == "imap" else Security.STARTTLS
    security = Security(reader.word(name, "security", usual.value, tuple(Security)))
    port = reader.number(name, "port", _PORTS[name, security])
    if not host:
        reader.findings.append(f"[{name}] host: the name of the server is needed")
        return None
    secret = Secret(
        command=reader.text(name, "token_command", ""),
        environment=reader.text(name, "password_env", ""),
        program=reader.text(name, "password_command", ""),
        keyring=reader.text(name, "keyring", ""),
    )
    user = reader.text(name, "user", "")
    if name == "imap" and not user:
        reader.findings.append("[imap] user: who logs in is needed")
    if user and secret == Secret():
        reader.findings.append(
            f"[{name}] {user} has no password: name password_env, password_command, keyring or "
            "token_command"
        )
    return Server(host, port, security, user, secret, reader.text(name, "certificates", ""))


def secret_variables(imap: Iterable[ImapSettings], smtp: SmtpSettings | None) -> frozenset[str]:
    """Return the names of the variables that hold passwords, which no other program may see."""
    servers = [settings.server for settings in imap] + ([smtp.server] if smtp else [])
    return frozenset(name for server in servers if (name := server.secret.environment))
