"""Secrets of a judge: seeds and what is derived from them, private addresses, signatures.

Everything here is derived from two secrets of 32 bytes and one signing key. A
game's *seed* gives the keys of its draws and the nonces of its receipts; the
*home key* gives the private reply addresses. Nothing derived needs to be stored.

    key of draw n       HMAC-SHA256(seed, "draw <n>")
    lots for ids        HMAC-SHA256(seed, "lots")
    nonce of a receipt  HMAC-SHA256(seed, "nonce <phase> <power> <receipt>")
    token               first 16 base32 letters, in lower case, of
                        HMAC-SHA256(home key, "token <game> <who> <epoch>")

Texts are UTF-8; keys and nonces are written as 64 hexadecimal digits.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from pathlib import Path

from pbem.board.phase import Phase
from pbem.errors import JournalError
from pbem.signing import SigningKey
from pbem.store.files import write_file

TOKEN_LENGTH = 16
_PRIVATE_KEY = re.compile(r"[0-9a-f]{64}\n?")


def fresh_secret() -> bytes:
    """Return 32 bytes that nobody can guess: a new seed, or a new home key."""
    return secrets.token_bytes(32)


def secret_from(words: str) -> bytes:
    """Return the 32 bytes that words stand for, for a game that anyone may repeat."""
    return hashlib.sha256(f"pbem seed\n{words}\n".encode()).digest()


def draw_key(seed: bytes, number: int) -> str:
    """Return the key of a game's draw, counted from 0."""
    return _derived(seed, f"draw {number}").hex()


def lots(seed: bytes) -> str:
    """Return what the ids of an anonymous game's players are drawn from; never shown."""
    return _derived(seed, "lots").hex()


def nonce(seed: bytes, phase: Phase | str, power: str, receipt: int) -> str:
    """Return the nonce of a power's receipt, counted from 1 in each phase."""
    return _derived(seed, f"nonce {phase} {power} {receipt}").hex()


def token(home_key: bytes, game: str, who: str, epoch: int) -> str:
    """Return the token in a private reply address, in lower case.

    Args:
        home_key: Of the judge's home.
        game: Id of the game.
        who: A player, `p3`.
        epoch: Rises with each phase or on request; each has a token of its own.
    """
    code = base64.b32encode(_derived(home_key, f"token {game} {who} {epoch}"))
    return code[:TOKEN_LENGTH].decode().lower()


def is_token(given: str, home_key: bytes, game: str, who: str, epoch: int) -> bool:
    """Return whether `given`, in any case, is that token; takes as long for any answer."""
    wanted = token(home_key, game, who, epoch)
    return hmac.compare_digest(given.lower().encode(), wanted.encode())


class Signer(SigningKey):
    """The key a home signs receipts with, kept in a file; its public half is in game.toml."""

    @classmethod
    def create(cls, path: Path, private: bytes) -> Signer:
        """Keep `private` (32 bytes) in a file unless a key is there, and return what is there.

        Raises:
            JournalError: The file cannot be written, or holds something else.
        """
        if not path.exists():
            try:
                write_file(path, f"{private.hex()}\n".encode(), mode=0o600)
            except OSError as error:
                raise JournalError(f"{path}: cannot be written: {error.strerror}") from None
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Signer:
        """Return the key that a file holds.

        Raises:
            JournalError: There is none, or others can read it.
        """
        try:
            text = path.read_text(encoding="ascii", errors="replace")
            mode = path.stat().st_mode
        except OSError as error:
            raise JournalError(f"{path}: no signing key: {error.strerror}") from None
        if mode & 0o077:
            raise JournalError(f"{path}: others can read it; chmod 600 it")
        if not _PRIVATE_KEY.fullmatch(text):
            raise JournalError(f"{path}: a signing key is 64 hexadecimal digits")
        return cls(bytes.fromhex(text.strip()))


def _derived(secret: bytes, words: str) -> bytes:
    return hmac.digest(secret, words.encode(), "sha256")
