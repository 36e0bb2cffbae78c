"""Letters of old judges, taken out of whatever they were kept in.

Kinds of text, told apart by what they look like:

- a letter as a mail program saves it (`.eml`), with its headers;
- nJudge's reply to HISTORY: blocks with `Date:` and `Subject:` lines;
- DPJudge's file `results`, or a mailbox: blocks that begin with a `From ` line.
"""

from __future__ import annotations

import email
import email.policy
import email.utils
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage

_NJUDGE = re.compile(
    r"^Date: +(?P<date>[^\n(]*?)(?: \((?P<epoch>\d+)\))?\nSubject: (?P<subject>[^\n]*)\n",
    re.MULTILINE,
)
_FROM = re.compile(
    r"^From (?P<sender>\S+) +(?P<date>[^\n]*)\nSubject: (?P<subject>[^\n]*)\n", re.MULTILINE
)
_HEADER = re.compile(r"\A(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\n")
_CUT = re.compile(r"^---- History terminated due to (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Letter:
    """One letter of a judge.

    Attributes:
        at: Aware, UTC; None where nothing says when.
        subject: In one line.
        text: Its body, line ends as LF.
    """

    at: datetime | None
    subject: str
    text: str


@dataclass(frozen=True)
class Bag:
    """What a file holds.

    Attributes:
        letters: In order.
        cut: Why the collection is not complete, as the judge says; empty where it is.
    """

    letters: tuple[Letter, ...]
    cut: str = ""


def open_bag(data: bytes) -> Bag:
    """Return the letters in a file; none where it holds none of a judge."""
    text = _decoded(data)
    if _HEADER.match(text) and not _FROM.match(text):
        return Bag(tuple(_letter(data)))
    for pattern in (_NJUDGE, _FROM):
        heads = list(pattern.finditer(text))
        if heads:
            ends = [*(head.start() for head in heads[1:]), len(text)]
            letters = tuple(
                Letter(_when(head), head["subject"].strip(), text[head.end() : end])
                for head, end in zip(heads, ends, strict=True)
            )
            return Bag(letters, _why_cut(text) if pattern is _NJUDGE else "")
    return Bag(())


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _why_cut(text: str) -> str:
    found = _CUT.findall(text)
    if not found:
        return "the end of the history is missing"
    last = str(found[-1]).strip().rstrip(".")
    return "" if re.fullmatch(r"end of info?r?mation", last) else last


def read_letter(data: bytes) -> EmailMessage | None:
    """Return a letter as a mail program saves it; None for one that no such program made."""
    try:
        letter = email.message_from_bytes(data, policy=email.policy.default)
        letter.get_body()
    except RecursionError:
        return None
    return letter


def _letter(data: bytes) -> Iterator[Letter]:
    message = read_letter(data)
    part = message.get_body(("plain", "html")) if message else None
    if message is None or part is None:
        return
    try:
        text = str(part.get_content())
    except (LookupError, KeyError, ValueError):
        text = _decoded(part.get_payload(decode=True) or b"")  # type: ignore[arg-type]  # bytes here
    subject = " ".join(str(message["Subject"] or "").split())
    when = None
    with suppress(TypeError, ValueError):
        when = email.utils.parsedate_to_datetime(str(message["Date"]))
    if when is not None:
        when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    yield Letter(when, subject, text.replace("\r\n", "\n"))


def _when(head: re.Match[str]) -> datetime | None:
    if "epoch" in head.re.groupindex and head["epoch"]:
        try:
            return datetime.fromtimestamp(int(head["epoch"]), UTC)
        except (ValueError, OverflowError, OSError):
            return None
    date = " ".join((*head["date"].split()[:5], "+0000"))
    try:
        return datetime.strptime(date, "%a %b %d %H:%M:%S %Y %z")
    except ValueError:
        return None
