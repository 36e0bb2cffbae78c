"""Letters that come back: what a mail system says of a letter of ours that it did not deliver.

The dialects in which they say so are known by flufl.bounce. Which letter it was, the
envelope says (each letter has an address of its own for bounces, see
`pbem.mail.addresses`), or else the Message-ID in what is quoted.
"""

from __future__ import annotations

import email
import re
from dataclasses import dataclass

from flufl.bounce import all_failures

_ID = re.compile(
    rb"<([a-z0-9][a-z0-9-]{0,30}\.\d{1,11}\.\d{1,5})@([A-Za-z0-9.-]{1,255})>", re.IGNORECASE
)
_STATUS = re.compile(rb"\b([245]\.\d{1,3}\.\d{1,3})\b")
_MOST_IDS = 20


@dataclass(frozen=True)
class Failures:
    """Addresses that a letter could not be delivered to, in lower case.

    Attributes:
        later: The mail system goes on trying.
        never: It has given up.
        status: As in RFC 3463, `5.1.1`; empty where none is told.
    """

    later: frozenset[str]
    never: frozenset[str]
    status: str


def failures(raw: bytes) -> Failures:
    """Return what a letter that came back says; both sets are empty in an unknown dialect."""
    later, never = all_failures(email.message_from_bytes(raw))
    found = _STATUS.search(raw)
    return Failures(_lower(later), _lower(never), found[1].decode() if found else "")


def quoted_ids(raw: bytes, domain: str) -> tuple[str, ...]:
    """Return Message-IDs of our form and domain that a letter holds, in order; 20 at most."""
    found = dict.fromkeys(
        f"<{match[1].decode()}@{domain}>".lower()
        for match in _ID.finditer(raw)
        if match[2].decode().lower() == domain
    )
    return tuple(found)[:_MOST_IDS]


def _lower(addresses: frozenset[bytes]) -> frozenset[str]:
    return frozenset(address.decode("utf-8", "replace").strip().lower() for address in addresses)
