"""Mail servers: where they are, how the way there is kept private, and who logs in.

A password or a token is fetched when it is needed and kept nowhere: it comes from
the environment, from a command of the Keeper's, or from the keyring.
"""

from __future__ import annotations

import importlib
import os
import shlex
import ssl
import subprocess
from dataclasses import dataclass, field
from enum import StrEnum

from pbem.errors import MailboxError

_PATIENCE = 30
"""Seconds that a command may take to tell a password."""


class Security(StrEnum):
    """How the connection is kept private."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


@dataclass(frozen=True)
class Secret:
    """Where a password or a token comes from: the first of these that is named.

    Attributes:
        command: Of a program that writes a token for XOAUTH2 to its standard output.
        environment: Name of a variable.
        program: Command that writes the password to its standard output.
        keyring: Name of the service under which the keyring has it.
    """

    command: str = ""
    environment: str = ""
    program: str = ""
    keyring: str = ""

    @property
    def is_token(self) -> bool:
        """Whether it is a token, which is shown as XOAUTH2 wants it."""
        return bool(self.command)

    def read(self, user: str) -> str:
        """Return the password or the token.

        Raises:
            MailboxError: It cannot be had; the message never shows what was had.
        """
        if self.command or self.program:
            return _told(self.command or self.program)
        if self.environment:
            if self.environment not in os.environ:
                raise MailboxError(f"no password: set {self.environment} in the environment")
            return os.environ[self.environment]
        if self.keyring:
            return _from_keyring(self.keyring, user)
        raise MailboxError("no password: name password_env, password_command or keyring")


def _told(command: str) -> str:
    try:
        done = subprocess.run(
            shlex.split(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=_PATIENCE,
            check=True,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = type(error).__name__
        raise MailboxError(f"no password: the command {command!r} failed ({why})") from None
    return done.stdout.removesuffix("\n")


def _from_keyring(service: str, user: str) -> str:
    # A Keeper who wants it installs it; most judges run where there is none.
    try:
        keyring = importlib.import_module("keyring")
    except ImportError:
        raise MailboxError("no password: install the Python package keyring to use it") from None
    found = keyring.get_password(service, user)
    if found is None:
        raise MailboxError(f"no password: the keyring has none for {user} at {service}")
    return str(found)


@dataclass(frozen=True)
class Server:
    """A mail server.

    Attributes:
        host: Its name.
        port: For the kind of connection at hand.
        security: How the connection is kept private.
        user: Who logs in; empty where nobody has to.
        secret: Where the password comes from.
        certificates: File of certificates that are trusted instead of the system's.
    """

    host: str
    port: int
    security: Security = Security.TLS
    user: str = ""
    secret: Secret = field(default_factory=Secret)
    certificates: str = ""

    def context(self) -> ssl.SSLContext:
        """Return what checks the server's certificate.

        Raises:
            MailboxError: The file of certificates cannot be read.
        """
        try:
            return ssl.create_default_context(cafile=self.certificates or None)
        except OSError as error:
            raise MailboxError(f"{self.certificates}: {error.strerror}") from None
