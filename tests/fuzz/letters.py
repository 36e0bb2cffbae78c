"""Letters put together from pieces of letters, cut and joined anywhere.

All of it is driven by one function that chooses a number, so that Hypothesis, a
coverage-guided fuzzer and plain chance make letters in the same way.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tests.shared import find_shared

Choose = Callable[[int], int]
"""Returns a number from 0 up to, but not including, the one it is given."""

POISON = "F BRE - GAS"
"""An order that stands in quotations and nowhere else."""

ROBOTS = (
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: auto-generated",
    "Precedence: bulk",
    "List-Id: <players.example.org>",
    "X-Autoreply: yes",
    "Return-Path: <>",
)
_HEADS = (
    "Subject: [gx7]",
    "Subject: Re: [GX7] orders",
    "Subject: =?utf-8?q?=5Bgx7=5D_Z=C3=BCge?=",
    "Subject: =?utf-8?b?W2d4N10=?= =?latin1?q?=E9?=",
    "Subject: Automatic reply: [gx7]",
    "To: judge@example.org",
    "To: judge+gx7@example.org, other@example.com",
    "Delivered-To: judge+gx7.k7m2q9x4@example.org",
    "From: player-france@example.org",
    'From: "player-england@example.org" <stranger@example.com>',
    "From: player-france@example.org, player-italy@example.org",
    "Reply-To: victim@example.com",
    "Message-ID: <1@mail.example.org>",
    "In-Reply-To: <gx7.7.1@example.org>",
    "References: <token.gx7.k7m2q9x4@example.org>",
    "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org",
    "Authentication-Results: mx.example.org; dmarc=fail",
    "Authentication-Results: evil.example.com; dmarc=pass",
    "Date: Mon, 5 Jan 2026 25:61:00 +9999",
    "Content-Transfer-Encoding: 8bit",
    "Content-Type: text/plain; charset=utf-16",
    "Content-Type: text/plain; format=flowed; delsp=yes",
    "Content-Type: text/plain; charset*0*=''%; charset=\"",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
)
_LINES = (
    "A PAR - BUR",
    "Army in Marseilles supports the army in Paris's move to Burgundy",
    "F Brest – English Channel; A MAR H",
    "F BRE - Mid-Atlntic Ocean",
    "A PAR - PIC, GAS or hold",
    "F STP(SC) - GoB",
    "A MUN R BOH, SIL, D",
    "Build A Par, F Bre",
    "Hello judge, see you in Munich next week.",
    "PRESS TO GERMANY, ITALY GREY",
    "ENDPRESS",
    "BROADCAST",
    "NOTE",
    "FRANCE, Spring 1901",
    "Fall 1900",
    "READY",
    "WAIT",
    "CLEAR",
    "UNDO",
    "CONFIRM",
    "JOIN France, England",
    "HELP orders",
    "STATUS",
    "DRAW",
    "NAME =?utf-8?q?x?=",
    "ZONE Europe/Lisbon",
    "SIGNON Fgx7 secret",
    "SIGNOFF",
    "1",
    "2.",
    "D.",
    "-- ",
    "=== write above this line ===",
    "-----Original Message-----",
    "From: Judge",
    "Sent: Monday",
    "To: Ann",
    "On Mon, Jan 5, 2026 at 9:14 AM Judge <judge@example.org> wrote:",
    "Am 05.01.2026 um 10:14 schrieb Judge:",
    "Le lun. 5 janv. 2026 à 09:14, Judge a écrit\u00a0:",
    "________________________________",
    "Sent from my phone",
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "-----BEGIN PGP SIGNATURE-----",
    "\u202e\ufeff\u200bA\u00a0PAR\u2192BUR",
    "A" * 300,
    "a - " * 80,
    "(" * 60 + "A PAR" + ")" * 60,
    "",
)
_HTML = (
    "<p>A PAR - BUR</p>",
    "<div>A&nbsp;PAR&nbsp;-&nbsp;BUR<br>F BRE - ENG</div>",
    f"<blockquote>{POISON}</blockquote>",
    f'<span style="display:none">{POISON}</span>',
    "<table><tr><td>A</td><td>PAR - BUR</td></tr></table>",
    "<" * 40,
    "<div>" * 60,
    "&#0;&#x110000;&lt;",
)
_TYPES = (
    "text/plain; charset=utf-8",
    "text/plain; charset=us-ascii",
    "text/plain; format=flowed",
    "text/html; charset=utf-8",
    "multipart/alternative",
    "multipart/mixed",
    "message/rfc822",
    "application/octet-stream; name=orders.txt",
    "text/calendar; method=REPLY",
)


@dataclass(frozen=True)
class Made:
    """A letter that was made.

    Attributes:
        data: Its bytes.
        robot: Whether a robot's field stands in its head for certain.
        plain: Whether it is one part of plain text, so that its quotations are
            what they seem.
    """

    data: bytes
    robot: bool
    plain: bool


def make_letter(choose: Choose) -> Made:
    """Return a letter, well made or not."""
    head, robot = _head(choose)
    kind = choose(6)
    if kind < 3:
        return Made(_joined(head, _text(choose)), robot, plain=True)
    if kind == 3:
        return Made(_joined([*head, *_encoding(choose)], _text(choose)), robot, plain=False)
    if kind == 4:
        return Made(_tree(choose, head), robot, plain=False)
    return _patched(choose)


def _head(choose: Choose) -> tuple[list[str], bool]:
    robot = choose(5) == 0
    head = [
        "From: player-france@example.org",
        "To: judge+gx7@example.org",
        "Subject: [gx7] orders",
        *([ROBOTS[choose(len(ROBOTS))]] if robot else []),
    ]
    return head, robot


def _text(choose: Choose) -> str:
    lines = []
    for _ in range(choose(14)):
        line = _LINES[choose(len(_LINES))]
        match choose(8):
            case 0:
                line = f"{'> ' * (1 + choose(3))}{POISON}"
            case 1:
                line = f"> {line}"
            case 2:
                line = _cut(choose, line) + _cut(choose, _LINES[choose(len(_LINES))])
            case 3:
                line = f"{line} "
            case _:
                pass
        # A quotation may not lose its mark by what is put before it.
        lines.append(line.replace(POISON, "A PAR H") if not line.startswith(">") else line)
    return "\n".join(lines)


def _cut(choose: Choose, text: str) -> str:
    first = choose(len(text) + 1)
    return text[first : first + choose(40)]


def _joined(head: Sequence[str], text: str) -> bytes:
    return ("\n".join(head) + "\n\n" + text).encode("utf-8", "surrogatepass")


def _encoding(choose: Choose) -> list[str]:
    words = ("base64", "quoted-printable", "7bit", "x-none")
    return [
        f"Content-Type: {_TYPES[choose(3)]}",
        f"Content-Transfer-Encoding: {words[choose(len(words))]}",
    ]


def _tree(choose: Choose, head: Sequence[str]) -> bytes:
    """A letter of parts within parts, some of them broken off."""
    text = _text(choose)
    body = _leaf(choose, text)
    for depth in range(choose(4)):
        mark = f"b{depth}"
        kind = ("mixed", "alternative", "related", "report", "signed")[choose(5)]
        more = [_leaf(choose, _text(choose)) for _ in range(choose(3))]
        pieces = [body, *more]
        inside = "".join(f"--{mark}\n{piece}\n" for piece in pieces)
        end = f"--{mark}--\n" if choose(4) else ""
        body = f'Content-Type: multipart/{kind}; boundary="{mark}"\n\n{inside}{end}'
    return ("\n".join(head) + "\n" + body).encode("utf-8", "surrogatepass")


def _leaf(choose: Choose, text: str) -> str:
    kind = _TYPES[choose(len(_TYPES))]
    if kind.startswith("text/html"):
        text = "".join(_HTML[choose(len(_HTML))] for _ in range(choose(6)))
    match choose(4):
        case 0:
            data = base64.encodebytes(text.encode("utf-8", "surrogatepass")).decode()
            return f"Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{data}"
        case 1:
            data = quopri.encodestring(text.encode("utf-8", "surrogatepass")).decode()
            return f"Content-Type: {kind}\nContent-Transfer-Encoding: quoted-printable\n\n{data}"
        case _:
            return f"Content-Type: {kind}\n\n{text}"


def _patched(choose: Choose) -> Made:
    """A letter of pieces of other letters, with bytes changed."""
    pieces = [_piece(choose) for _ in range(1 + choose(4))]
    data = bytearray(b"".join(pieces))
    for _ in range(choose(8)):
        if data:
            data[choose(len(data))] = choose(256)
    return Made(bytes(data), robot=False, plain=False)


def _piece(choose: Choose) -> bytes:
    letters = known_letters()
    if letters and choose(2):
        letter = letters[choose(len(letters))]
        first = choose(len(letter) + 1)
        return letter[first : first + choose(4000)] if choose(2) else letter[:first]
    lines = [_HEADS[choose(len(_HEADS))] for _ in range(choose(8))]
    text = "\n".join([*lines, "", _text(choose).replace(POISON, "A PAR H")])
    return text.encode("utf-8", "surrogatepass")


@lru_cache(maxsize=1)
def known_letters() -> tuple[bytes, ...]:
    """The mail cases, where they are at hand; none of the long ones."""
    folder = find_shared("mail-cases")
    paths = sorted(folder.glob("*.eml")) if folder else []
    letters = (path.read_bytes() for path in paths)
    return tuple(letter for letter in letters if len(letter) < 20_000)
