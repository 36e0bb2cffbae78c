"""Secrets: derived, never stored; signatures that anyone can check."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest

from pbem.errors import JournalError
from pbem.signing import is_signed
from pbem.store import sealed
from pbem.store.sealed import Signer

SEED = bytes(range(32))


def test_derivations_are_those_of_the_documentation() -> None:
    """HMAC-SHA256 over the words that docs/formats.md names."""

    def mac(words: bytes) -> str:
        return hmac.new(SEED, words, hashlib.sha256).hexdigest()

    assert sealed.draw_key(SEED, 0) == mac(b"draw 0")
    assert sealed.nonce(SEED, "S1901M", "FRANCE", 2) == mac(b"nonce S1901M FRANCE 2")


def test_a_token_is_sixteen_letters_and_read_in_any_case() -> None:
    """It belongs to one game, one player and one epoch."""
    token = sealed.token(SEED, "gx7", "p3", 4)
    assert len(token) == 16
    assert token == token.lower()
    assert sealed.is_token(token.upper(), SEED, "gx7", "p3", 4)
    for other in (("gx8", "p3", 4), ("gx7", "p4", 4), ("gx7", "p3", 5)):
        assert not sealed.is_token(token, SEED, *other)
    assert not sealed.is_token("ünvëndïg", SEED, "gx7", "p3", 4)


def test_fresh_secrets_differ_and_told_ones_do_not() -> None:
    """A demo's seed comes from words; a game's from nothing anybody knows."""
    assert sealed.fresh_secret() != sealed.fresh_secret()
    assert sealed.secret_from("1901") == sealed.secret_from("1901") != sealed.secret_from("1902")
    assert len(sealed.fresh_secret()) == len(sealed.secret_from("")) == 32


def test_a_signature_holds_for_its_message_and_key_alone(tmp_path: Path) -> None:
    """Blanks and line ends that mail put in do no harm; anything else does."""
    signer = Signer.create(tmp_path / "key", SEED)
    signature = signer.sign(b"message")
    assert is_signed(signer.public_key, b"message", signature)
    assert is_signed(signer.public_key, b"message", f"{signature[:40]}\n  {signature[40:]}")
    assert not is_signed(signer.public_key, b"Message", signature)
    assert not is_signed(Signer(b"x" * 32).public_key, b"message", signature)
    assert not is_signed("no key", b"message", signature)
    assert not is_signed(signer.public_key, b"message", "é*")
    assert not is_signed(signer.public_key, b"message", "")


def test_the_signing_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    """A second fresh key does not replace it; others must not be able to read it."""
    path = tmp_path / "key"
    first = Signer.create(path, SEED)
    assert Signer.create(path, b"x" * 32).public_key == first.public_key
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    with pytest.raises(JournalError, match="others can read it"):
        Signer.open(path)


@pytest.mark.parametrize("text", ["", "00", "z" * 64, "é" * 64])
def test_what_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    """The message names the file and what would be right."""
    path = tmp_path / "key"
    with pytest.raises(JournalError, match="no signing key"):
        Signer.open(path)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(JournalError, match="a signing key is 64 hexadecimal digits"):
        Signer.open(path)
