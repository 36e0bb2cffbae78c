"""DKIM signatures that the judge checks itself: what counts, and what does not."""

from __future__ import annotations

import base64
from functools import lru_cache

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from pbem.mail.signatures import signers

LETTER = b"""From: Ann <ann@example.org>\r
To: judge@example.com\r
Subject: [gx7]\r
Message-ID: <1@example.org>\r
Date: Mon, 05 Jan 2026 09:00:00 +0000\r
\r
A PAR - BUR\r
"""
FIELDS = [b"from", b"to", b"subject", b"message-id", b"date"]


@lru_cache(maxsize=2)
def key(bits: int = 2048) -> rsa.RSAPrivateKey:
    """A key that is made once for all tests."""
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def record(name: str) -> str:
    """What the name service says: the key of example.org under the selector `s1`."""
    if name != "s1._domainkey.example.org":
        return ""
    public = key().public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


def signed(
    letter: bytes = LETTER,
    *,
    fields: list[bytes] = FIELDS,
    domain: bytes = b"example.org",
    **more: bool,
) -> bytes:
    """Return a letter with a signature of its domain above it."""
    pem = key().private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    field: bytes = dkim.sign(letter, b"s1", domain, pem, include_headers=fields, **more)
    return field + letter


def test_a_signature_that_is_right_names_its_domain() -> None:
    """As letters of large providers carry it."""
    assert signers(signed(), record) == ("example.org",)


def test_what_mail_servers_add_above_changes_nothing() -> None:
    """Received and the like stand above what was signed."""
    assert signers(b"Received: from a by b\r\n" + signed(), record) == ("example.org",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"A PAR - BUR", b"A PAR - GAS"),
        (b"[gx7]", b"[fx1]"),
        (b"<1@example.org>", b"<2@example.org>"),
        (b"ann@", b"bob@"),
        (b"A PAR - BUR\r\n", b"A PAR - BUR\r\nA MAR - SPA\r\n"),
        (b"From: Ann", b"From: Bob <bob@example.org>\r\nFrom: Ann"),
    ],
)
def test_a_changed_letter_is_signed_by_nobody(old: bytes, new: bytes) -> None:
    """Its text, subject, Message-ID, author, a line more, a second author."""
    head, _, letter = signed().partition(b"From: ")
    assert signers(head + (b"From: " + letter).replace(old, new, 1), record) == ()


@pytest.mark.parametrize("missing", [b"subject", b"message-id"])
def test_a_signature_that_covers_too_little_does_not_count(missing: bytes) -> None:
    """Else an old letter could be sent again as a new one, or to another game."""
    assert signers(signed(fields=[f for f in FIELDS if f != missing]), record) == ()


def test_a_signature_of_a_part_of_the_body_does_not_count() -> None:
    """Lines could be added below the part that it covers."""
    assert signers(signed(length=True), record) == ()


def test_without_a_key_nobody_has_signed() -> None:
    """The name service knows nothing, says nonsense, or names another key."""
    letter = signed()
    assert signers(letter, lambda _: "") == ()
    assert signers(letter, lambda _: "v=DKIM1; p=!!") == ()
    assert signers(letter, lambda _: "\N{SNOWMAN}") == ()
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key()
    public = base64.b64encode(other.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    assert signers(letter, lambda _: f"v=DKIM1; p={public.decode()}") == ()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"no letter",
        b"DKIM-Signature: \r\n\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=; s=; h=from:subject:message-id; b=\r\n\r\nx",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s1; bh=!; b=!; "
        b"h=from:subject:message-id\r\nFrom: a@example.org\r\n\r\nx",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=\xff; s=\xff; bh=AA==; b=AA==; c=x/y/z; t=9; x=1; "
        b"h=from:subject:message-id\r\nFrom: a@example.org\r\n\r\nx",
    ],
)
def test_nonsense_is_signed_by_nobody(raw: bytes) -> None:
    """Whatever stands there, nothing breaks."""
    assert signers(raw, record) == ()


def test_few_signatures_are_looked_at() -> None:
    """A letter with hundreds of them costs five questions."""
    asked: list[str] = []

    def lookup(name: str) -> str:
        asked.append(name)
        return ""

    field = signed().partition(b"From: ")[0]
    assert signers(field * 300 + LETTER, lookup) == ()
    assert len(asked) == 5
