"""A letter that was read: who it says it is from, what it is about, its new text.

`read_message` takes any bytes. A letter whose text cannot be used still has an
author and a subject, so that it can be answered; `Unusable` says why.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

from pbem.assets import load_variant, variant_keys
from pbem.game.notices import Trouble
from pbem.mail.bodies import NoBody, body_of
from pbem.mail.headers import (
    Address,
    Headers,
    decode_words,
    read_addresses,
    read_headers,
    read_message_ids,
)
from pbem.mail.mime import Limits, Part, TooComplex, read_parts
from pbem.mail.quoting import new_text
from pbem.sayings import Saying, say

_HEAD = 256 * 1024
_RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
_TRACE = frozenset(
    {
        "return-path",
        "delivered-to",
        "x-original-to",
        "envelope-to",
        "received",
        "received-spf",
        "authentication-results",
        "arc-seal",
        "arc-message-signature",
        "arc-authentication-results",
    }
)
_SIGNON = re.compile(r"(?im)^([ \t]*signon[ \t]+\S+)[ \t]+\S.*$")
_JOIN = re.compile(r"(?im)^([ \t]*join(?:[ \t]+\S+)+?)[ \t]+(\S+)[ \t]*$")
BLOT = "***"


@dataclass(frozen=True)
class NewText:
    """What the writer wrote, quotations and signature left out.

    Attributes:
        text: Lines ending in LF; may be empty. Passwords of old habit are blotted out.
    """

    text: str


@dataclass(frozen=True)
class Unusable:
    """A letter whose text cannot be used.

    Attributes:
        trouble: `UNREADABLE`, `TOO_COMPLEX` or `TOO_LARGE`.
        says: Why, and what would be right.
    """

    trouble: Trouble
    says: Saying


Body = NewText | Unusable


@dataclass(frozen=True)
class Kinds:
    """What the parts of a letter are, as far as telling a robot needs it.

    Attributes:
        whole: Content-Type of the letter: `multipart/report`.
        report: Its report-type; empty where it has none.
        calendar: Whether a calendar part that answers or asks stands among its texts.
    """

    whole: str
    report: str
    calendar: bool


@dataclass(frozen=True)
class Message:
    """A letter as its head and its text say.

    Attributes:
        authors: All addresses of all From fields.
        subject: Decoded, one line.
        recipients: Addresses of Delivered-To, To and Cc, in this order.
        message_id: With its angle brackets; empty where it has none.
        references: Message-IDs of In-Reply-To and References, the newest first.
        headers: All fields.
        kinds: Of its parts.
        body: The new text, or why it cannot be used.
        signers: Domains whose signature the judge itself has checked.
    """

    authors: tuple[Address, ...]
    subject: str
    recipients: tuple[str, ...]
    message_id: str
    references: tuple[str, ...]
    headers: Headers
    kinds: Kinds
    body: Body
    signers: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The new text; empty where it cannot be used."""
        return self.body.text if isinstance(self.body, NewText) else ""


_DEFAULT = Limits()


def read_message(raw: bytes, limits: Limits = _DEFAULT) -> Message:
    """Read a letter; never raises.

    Args:
        raw: As it lies in the mailbox; of a letter beyond the limit the head will do.
        limits: Of size, depth, parts and lines.
    """
    if len(raw) > limits.max_bytes:
        headers, _ = read_headers(raw[:_HEAD].replace(b"\r\n", b"\n"))
        return _message(headers, Kinds("", "", calendar=False), _too_large(limits))
    letter = read_parts(raw, limits)
    match letter:
        case TooComplex(headers):
            kinds = Kinds("multipart/mixed", "", calendar=False)
            return _message(headers, kinds, _TOO_COMPLEX)
        case Part():
            return _message(letter.headers, _kinds(letter), _body(letter, limits))


def _too_large(limits: Limits) -> Unusable:
    return Unusable(Trouble.TOO_LARGE, say("too-large", most=limits.max_bytes // 1024))


_TOO_COMPLEX = Unusable(Trouble.TOO_COMPLEX, say("too-many-parts"))


def _too_many_lines(limits: Limits) -> Unusable:
    return Unusable(Trouble.TOO_COMPLEX, say("too-many-lines", most=limits.max_lines))


def _body(letter: Part, limits: Limits) -> Body:
    body = body_of(letter)
    if isinstance(body, NoBody):
        return Unusable(Trouble.UNREADABLE, body.says)
    text = new_text(body, limits.max_lines)
    if sum(1 for line in text.split("\n") if line.strip()) > limits.max_lines:
        return _too_many_lines(limits)
    return NewText(blot_passwords(text))


def blot_passwords(text: str) -> str:
    """Return a text without the passwords that old judges wanted after SIGNON and JOIN.

    After JOIN, the last word is one if it is no power and all between are
    powers or a game.

    >>> blot_passwords("SIGNON Fgx7 secret")
    'SIGNON Fgx7 ***'
    """
    if "join" in text.lower():
        text = _JOIN.sub(_blotted, text)
    return _SIGNON.sub(rf"\1 {BLOT}", text)


def _blotted(found: re.Match[str]) -> str:
    _, *between = found[1].split()
    powers = _power_words()
    names = all(word.strip(",?").lower() in powers or word[0] == "?" for word in between)
    return (
        f"{found[1]} {BLOT}" if names and found[2].strip(",.").lower() not in powers else found[0]
    )


@lru_cache(maxsize=1)
def _power_words() -> frozenset[str]:
    """Return all names of powers on all boards at hand, in lower case."""
    powers = [power for key in variant_keys() for power in load_variant(key).powers.values()]
    return frozenset(
        name.lower()
        for power in powers
        for name in (power.id, power.name, power.adjective, *power.aliases)
    )


def _kinds(letter: Part) -> Kinds:
    calendar = any(
        part.kind.word == "text/calendar"
        and part.disposition.word != "attachment"
        and part.kind.parameters.get("method")
        for part in letter.walk()
    )
    report = letter.kind.parameters.get("report-type", "").lower()
    return Kinds(letter.kind.word, report, calendar)


def _message(headers: Headers, kinds: Kinds, body: Body) -> Message:
    ids = read_message_ids(headers.first("message-id"))
    answered = read_message_ids(headers.first("in-reply-to"))
    thread = tuple(reversed(read_message_ids(headers.first("references"))))
    return Message(
        authors=tuple(
            address for value in headers.all("from") for address in read_addresses(value)
        ),
        subject=decode_words(headers.first("subject")),
        recipients=tuple(
            dict.fromkeys(
                address.address
                for name in _RECIPIENTS
                for value in headers.all(name)
                for address in read_addresses(value)
            )
        ),
        message_id=ids[0] if ids else "",
        references=tuple(dict.fromkeys((*answered, *thread))),
        headers=headers,
        kinds=kinds,
        body=body,
    )


def fingerprint(raw: bytes) -> str:
    """Return what two copies of one letter share: 64 hexadecimal digits.

    The fields that mail servers add on the way (Received, Delivered-To,
    Authentication-Results, …) do not count, nor do line ends. A letter with a
    Message-ID is told from others by it and by what it says; one without by
    all of its other fields too.
    """
    headers, body = read_headers(raw.replace(b"\r\n", b"\n"))
    own = [(name, value) for name, value in headers.fields if name not in _TRACE]
    if headers.first("message-id"):
        told = {"message-id", "from", "subject", "content-type", "content-transfer-encoding"}
        own = [(name, value) for name, value in own if name in told]
    digest = hashlib.sha256()
    for name, value in sorted(own):
        digest.update(f"{name}:{' '.join(value.split())}\n".encode("utf-8", "replace"))
    digest.update(b"\n" + body.rstrip(b"\n"))
    return digest.hexdigest()
