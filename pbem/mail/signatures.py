"""DKIM signatures (RFC 6376), checked by the judge itself.

For a mailbox whose own server writes no Authentication-Results. A signature counts
only if it covers the whole body, the author, the subject and the Message-ID: with
less, an old letter could be sent again as a new one, or lines be added below it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dkim import DKIM

_AT_MOST = 5
"""Signatures that are looked at; each costs a question to the name service."""

_PATIENCE = 5.0
"""Seconds that one answer of the name service may take."""

_COVERED = frozenset({"from", "subject", "message-id"})
_ALGORITHM = "rsa-sha256"
_TAG = re.compile(r"(?:^|;)\s*([a-z]+)\s*=\s*([^;]*)")

Lookup = Callable[[str], str]
"""Returns the TXT record of a name (`s1._domainkey.example.org`); empty for none."""


def ask_name_service(name: str) -> str:
    """Return the TXT record of a name; empty where there is none, or no answer."""
    import dns.exception
    import dns.resolver

    try:
        found = dns.resolver.resolve(name, "TXT", lifetime=_PATIENCE)
    except dns.exception.DNSException:
        return ""
    return b"".join(next(iter(found)).strings).decode("ascii", "replace")


def signers(raw: bytes, lookup: Lookup = ask_name_service) -> tuple[str, ...]:
    """Return the domains that have signed a letter so that it can be believed, each once.

    Args:
        raw: The letter as it came.
        lookup: Where keys are asked for.
    """
    return tuple(dict.fromkeys(_signers(raw, lookup)))


def _signers(raw: bytes, lookup: Lookup) -> Iterator[str]:
    import dkim

    try:
        letter = dkim.DKIM(raw, minkey=1024)
    except dkim.DKIMException:
        return
    fields = [value for name, value in letter.headers if name.lower() == b"dkim-signature"]
    for number, field in enumerate(fields[:_AT_MOST]):
        tags = _tags(field.decode("ascii", "replace"))
        if _counts(tags) and _verifies(letter, number, lookup):
            yield tags["d"].lower()


def _tags(field: str) -> dict[str, str]:
    return {name: re.sub(r"\s+", "", value) for name, value in _TAG.findall(field)}


def _counts(tags: dict[str, str]) -> bool:
    """Return whether a signature, if it is right, covers enough."""
    covered = set(tags.get("h", "").lower().split(":"))
    return tags.get("a") == _ALGORITHM and "l" not in tags and covered >= _COVERED and "d" in tags


def _verifies(letter: DKIM, number: int, lookup: Lookup) -> bool:
    import dkim

    def text(name: bytes, timeout: float = _PATIENCE) -> bytes:  # noqa: ARG001  # dkimpy gives it
        return lookup(name.decode("ascii").rstrip(".")).encode("ascii")

    try:
        return bool(letter.verify(number, dnsfunc=text))
    except (dkim.DKIMException, ValueError):
        return False
