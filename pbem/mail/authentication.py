"""What our own mail server found out about a letter: Authentication-Results (RFC 8601).

Only the topmost field counts, and only if the server that wrote it is one we
trust: anybody can write such a field, but none above that of our own server.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum

from pbem.mail.headers import Headers

_COMMENT = re.compile(r"\([^()]{0,2000}\)")


class Proof(StrEnum):
    """How a letter shows who wrote it."""

    TOKEN = "token"
    DMARC = "dmarc"
    DKIM = "dkim"
    UNPROVED = "unproved"


class Finding(StrEnum):
    """What the trusted server found."""

    NONE = "none"
    PASS_DMARC = "dmarc"
    PASS_DKIM = "dkim"
    FAIL = "fail"


def find_proof(headers: Headers, author: str, trusted: Collection[str]) -> Finding:
    """Return what the topmost Authentication-Results field says of an author.

    A pass counts for the author's own domain (DMARC), or for it or a domain
    above it that has a dot (DKIM, aligned as DMARC's relaxed mode has it).

    Args:
        headers: Of the letter.
        author: The one address in From.
        trusted: Names (authserv-id) of servers whose word counts, in lower case.
    """
    value = _COMMENT.sub(" ", headers.first("authentication-results"))
    server, *results = value.split(";")
    words = server.split()
    if not words or words[0].lower() not in trusted:
        return Finding.NONE
    domain = author.rpartition("@")[2].lower()
    found = Finding.NONE
    for result in results:
        method, outcome, properties = _result(result)
        if method == "dmarc" and outcome == "fail":
            return Finding.FAIL
        if method == "dmarc" and outcome == "pass":
            if properties.get("header.from", domain) == domain:
                found = Finding.PASS_DMARC
        elif method == "dkim" and outcome == "pass" and found is Finding.NONE:
            signer = (
                properties.get("header.d", "") or properties.get("header.i", "").rpartition("@")[2]
            )
            if is_aligned(domain, signer):
                found = Finding.PASS_DKIM
    return found


def _result(text: str) -> tuple[str, str, dict[str, str]]:
    pairs = [word.partition("=") for word in text.lower().split()]
    if not pairs:
        return "", "", {}
    method, _, outcome = pairs[0]
    return method.partition("/")[0], outcome, {name: value for name, _, value in pairs[1:]}


def is_aligned(domain: str, signer: str) -> bool:
    """Return whether a signer speaks for a domain: its own, or one above it that has a dot."""
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))
