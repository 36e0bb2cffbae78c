"""Letters as bytes: the fields of their head, and a body any mail program shows as it is.

Nothing that a stranger wrote can become a field of its own: each value is made
one line, and an address that is not plainly one is refused.
"""

from __future__ import annotations

import base64
import hashlib
import quopri
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.errors import UnreadableError
from pbem.mail.headers import is_address, one_line

_WIDTH = 76
_WORD = 45
_LONGEST = 900


@dataclass(frozen=True)
class File:
    """A file that comes with a letter.

    Attributes:
        name: Plain ASCII: `gx7-S1901M.ics`.
        kind: Its media type: `image/png`.
        data: Calendars as text of lines below 900 bytes; anything else may be any bytes.
    """

    name: str
    kind: str
    data: bytes


def write_letter(fields: Sequence[tuple[str, str]], text: str, files: Sequence[File] = ()) -> bytes:
    """Return a plain-text letter, lines ending in LF; fields keep their order.

    Args:
        fields: Of its head.
        text: Its body.
        files: What comes with it.
    """
    head = [_field(name, one_line(value)) for name, value in fields]
    head.append("MIME-Version: 1.0")
    if not files:
        return _part(head, text)
    mark = f"=_{hashlib.sha256(chr(10).join(head).encode()).hexdigest()[:24]}"
    head.append(f'Content-Type: multipart/mixed; boundary="{mark}"')
    parts = (_part([], text), *map(_attached, files))
    body = b"".join(b"--%s\n%s\n" % (mark.encode(), part) for part in parts)
    return _bytes(head, b"%s--%s--\n" % (body, mark.encode()))


def _attached(file: File) -> bytes:
    plain = file.kind == "text/calendar"
    if plain:
        code, body = "7bit" if file.data.isascii() else "8bit", file.data.replace(b"\r\n", b"\n")
    else:
        code, body = "base64", base64.encodebytes(file.data)
    head = [
        f'Content-Type: {file.kind}; {"charset=utf-8; " if plain else ""}name="{file.name}"',
        f'Content-Disposition: attachment; filename="{file.name}"',
        f"Content-Transfer-Encoding: {code}",
    ]
    return _bytes(head, body)


def _bytes(head: Sequence[str], body: bytes) -> bytes:
    return ("\n".join(head) + "\n\n").encode("ascii") + body


def _part(head: list[str], text: str) -> bytes:
    head = [*head, "Content-Type: text/plain; charset=utf-8"]
    body = text.encode("utf-8", "replace")
    if any(len(line) > _LONGEST for line in body.split(b"\n")):
        head.append("Content-Transfer-Encoding: quoted-printable")
        body = quopri.encodestring(body)
    else:
        # Not quoted-printable: a letter in a folder is to be read as it lies there.
        head.append(f"Content-Transfer-Encoding: {'7bit' if text.isascii() else '8bit'}")
    return _bytes(head, body)


def _field(name: str, value: str) -> str:
    if not value.isascii():
        return f"{name}: " + "\n ".join(_encoded(value))
    lines = [f"{name}:"]
    for word in value.split(" "):
        if len(lines[-1]) + 1 + len(word) > _WIDTH and lines[-1].strip() != f"{name}:" and word:
            lines.append("")
        lines[-1] += f" {word}"
    return "\n".join(lines)


def _encoded(value: str) -> list[str]:
    """Return a text as encoded words (RFC 2047), none cut within a character."""
    words: list[str] = []
    piece = b""
    for character in value:
        encoded = character.encode("utf-8", "replace")
        if len(piece) + len(encoded) > _WORD:
            words.append(_word(piece))
            piece = b""
        piece += encoded
    return [*words, _word(piece)]


def _word(piece: bytes) -> str:
    return f"=?utf-8?b?{base64.b64encode(piece).decode('ascii')}?="


def named_address(name: str, address: str) -> str:
    """Return a name and an address as one field has them: `"pbem judge" <judge@example.org>`.

    Raises:
        UnreadableError: The address is not plainly one.
    """
    plain_address(address)
    name = one_line(name).replace("\\", "").replace('"', "'")
    if not name:
        return address
    return f'"{name}" <{address}>' if name.isascii() else f"{' '.join(_encoded(name))} <{address}>"


def plain_address(address: str) -> str:
    """Return an address if it is plainly one.

    Raises:
        UnreadableError: It is not: has blanks, brackets, several at signs, letters beyond ASCII.
    """
    if not is_address(address) or not address.isascii():
        raise UnreadableError(f"{address!r} is no address to write to; one is like ann@example.org")
    return address
