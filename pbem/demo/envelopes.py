"""How people's mail programs send what they write: the same lines as raw letters.

Seven programs, each with its own habits: plain text, flowed text, HTML alone, a
reply above the whole of what it answers, a phone, a reply below, and an office
program. A letter's bytes follow from its values alone; lines end in LF, as in a
Maildir.
"""

from __future__ import annotations

import base64
import html
import quopri
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.header import Header
from email.utils import format_datetime, formataddr

from pbem.demo.chance import digest
from pbem.demo.people import Envelope, Person

_MOST_QUOTED = 60
_PARAGRAPH = 72


@dataclass(frozen=True)
class Received:
    """A letter of the judge, as its reader has it.

    Attributes:
        name: Of its file, by which letters are told apart.
        sender: Address in From.
        reply_to: Where an answer goes.
        answers: Message-ID of the letter it answers; empty for none.
        date: Aware, UTC.
        text: The body.
    """

    name: str
    to: str
    sender: str
    reply_to: str
    subject: str
    message_id: str
    answers: str
    date: datetime
    text: str


@dataclass(frozen=True)
class Letter:
    """A letter that a player sends.

    Attributes:
        to: Address of the judge.
        lines: What the player writes, a line each; long lines are paragraphs.
        answers: The letter it is a reply to; None for one out of the blue.
        sent: Aware, UTC.
        message_id: With its angle brackets.
        extra: Further header fields, for letters that a program wrote.
    """

    to: str
    subject: str
    lines: tuple[str, ...]
    answers: Received | None
    sent: datetime
    message_id: str
    extra: tuple[tuple[str, str], ...] = ()


def pack(person: Person, letter: Letter) -> bytes:
    """Return a letter as the person's program sends it."""
    fields, body = _PROGRAMS[person.envelope](person, letter)
    head = [
        ("From", formataddr((_encoded(person.name), person.address))),
        ("To", letter.to),
        ("Subject", _encoded(letter.subject)),
        ("Date", format_datetime(local_time(person, letter.sent))),
        ("Message-ID", letter.message_id),
    ]
    if letter.answers is not None:
        head.append(("In-Reply-To", letter.answers.message_id))
        head.append(("References", letter.answers.message_id))
    head += [*letter.extra, ("MIME-Version", "1.0"), *fields]
    return "".join(f"{name}: {value}\n" for name, value in head).encode("ascii") + b"\n" + body


def pack_plainly(person: Person, letter: Letter) -> bytes:
    """Return a letter that a program writes in a person's name, without any habits."""
    return pack(_without_habits(person), letter)


def local_time(person: Person, moment: datetime) -> datetime:
    """Return a moment on a person's clock."""
    return moment.astimezone(timezone(timedelta(hours=person.hours)))


def _without_habits(person: Person) -> Person:
    return Person(
        name=person.name,
        address=person.address,
        hours=person.hours,
        hand=person.hand,
        envelope=Envelope.PLAIN,
        greetings=(),
        closings=(),
        signature=(),
        delay=0,
    )


_Fields = tuple[tuple[str, str], ...]


def _encoded(text: str) -> str:
    return text if text.isascii() else Header(text, "utf-8", maxlinelen=990).encode()


def _content(kind: str, charset: str, encoding: str) -> _Fields:
    return (
        ("Content-Type", f'{kind}; charset="{charset}"'),
        ("Content-Transfer-Encoding", encoding),
    )


def _quoted_printable(text: str, charset: str = "utf-8") -> bytes:
    return quopri.encodestring(text.encode(charset, "replace"))


def _introduction(person: Person, received: Received) -> str:
    there = local_time(person, received.date)
    when = f"{there:%a, %b} {there.day}, {there:%Y} at {there:%H:%M}"
    return f"On {when} <{received.sender}> wrote:"


def _original(received: Received) -> list[str]:
    return received.text.rstrip("\n").split("\n")[:_MOST_QUOTED]


def _marked(received: Received) -> list[str]:
    return [f"> {line}".rstrip() for line in _original(received)]


def _signed(person: Person, lines: list[str]) -> list[str]:
    return [*lines, "-- ", *person.signature] if person.signature else lines


def _plain(person: Person, letter: Letter) -> tuple[_Fields, bytes]:
    text = "\n".join(_signed(person, list(letter.lines))) + "\n"
    if text.isascii():
        return _content("text/plain", "us-ascii", "7bit"), text.encode("ascii")
    return _content("text/plain", "utf-8", "8bit"), text.encode()


def _flowed(person: Person, letter: Letter) -> tuple[_Fields, bytes]:
    """Text whose paragraphs are wrapped softly (RFC 3676)."""
    lines: list[str] = []
    for paragraph in letter.lines:
        *soft, last = textwrap.wrap(paragraph, _PARAGRAPH) or [""]
        lines += [f"{line} " for line in soft]
        lines.append(last)
    stuffed = [f" {line}" if line.startswith((" ", ">", "From ")) else line for line in lines]
    text = "\n".join(_signed(person, stuffed)) + "\n"
    kind = ("Content-Type", 'text/plain; charset="utf-8"; format=flowed')
    encoding = ("Content-Transfer-Encoding", "quoted-printable")
    return (kind, encoding), _quoted_printable(text)


def _html(person: Person, letter: Letter) -> tuple[_Fields, bytes]:
    del person
    rows = "\n".join(
        f"<p style=\"margin:0;font-family:'Trebuchet MS'\">{html.escape(line) or '&nbsp;'}</p>"
        for line in letter.lines
    )
    page = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">\n'
        "<style>p { color: #204060 } .orders { font-weight: bold }</style></head>\n"
        f'<body bgcolor="#fffdf5">\n{rows}\n</body></html>\n'
    )
    return _content("text/html", "utf-8", "quoted-printable"), _quoted_printable(page)


def _top_post(person: Person, letter: Letter) -> tuple[_Fields, bytes]:
    """Text and HTML beside each other, above the whole of the letter that is answered."""
    text = [*letter.lines, ""]
    page = f'<div dir="ltr">{"<br>".join(map(html.escape, letter.lines))}</div>'
    if letter.answers is not None:
        introduction = _introduction(person, letter.answers)
        text += [introduction, "", *_marked(letter.answers)]
        original = "<br>\n".join(map(html.escape, _original(letter.answers)))
        page += (
            '<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
            f"{html.escape(introduction)}<br></div>\n"
            '<blockquote class="gmail_quote" style="margin:0 0 0 0.8ex;'
            f'border-left:1px solid #ccc;padding-left:1ex">{original}</blockquote></div>'
        )
    boundary = f"000000000000{digest(letter.message_id, length=16)}"
    parts = [
        ("text/plain", "\n".join(text) + "\n"),
        ("text/html", page + "\n"),
    ]
    body = b"".join(
        f'--{boundary}\nContent-Type: {kind}; charset="UTF-8"\n'
        "Content-Transfer-Encoding: quoted-printable\n\n".encode()
        + _quoted_printable(content)
        + b"\n"
        for kind, content in parts
    )
    fields = (("Content-Type", f'multipart/alternative; boundary="{boundary}"'),)
    return fields, body + f"--{boundary}--\n".encode()


def _phone(person: Person, letter: Letter) -> tuple[_Fields, bytes]:
    lines = [*letter.lines, "", "Sent from my phone"]
    if letter.answers is not None:
        lines += ["", _introduction(person, letter.answers), "", *_marked(letter.answers)]
    data = ("\n".join(lines) + "\n").encode()
    return _content("text/plain", "utf-8", "base64"), base64.encodebytes(data)


def _bottom_post(person: Person, letter: Letter) -> tuple[_Fields, bytes]:
    lines = _signed(person, list(letter.lines))
    if letter.answers is not None:
        quoted = [_introduction(person, letter.answers), *_marked(letter.answers)[:12]]
        lines = [*quoted, "", *lines]
    text = "\n".join(lines) + "\n"
    return _content("text/plain", "utf-8", "8bit"), text.encode()


def _outlook(person: Person, letter: Letter) -> tuple[_Fields, bytes]:
    lines = [*letter.lines, person.name]
    if letter.answers is not None:
        there = local_time(person, letter.answers.date)
        lines += [
            "",
            "-----Original Message-----",
            f"From: <{letter.answers.sender}>",
            f"Sent: {there:%A, %B %d, %Y %H:%M}",
            f"To: {person.name}",
            f"Subject: {letter.answers.subject}",
            "",
            *_original(letter.answers),
        ]
    fields = (*_content("text/plain", "windows-1252", "quoted-printable"), ("X-Priority", "3"))
    return fields, _quoted_printable("\n".join(lines) + "\n", "cp1252")


_PROGRAMS: Mapping[Envelope, Callable[[Person, Letter], tuple[_Fields, bytes]]] = {
    Envelope.PLAIN: _plain,
    Envelope.FLOWED: _flowed,
    Envelope.HTML: _html,
    Envelope.TOP_POST: _top_post,
    Envelope.PHONE: _phone,
    Envelope.BOTTOM_POST: _bottom_post,
    Envelope.OUTLOOK: _outlook,
}
