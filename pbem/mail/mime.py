"""A letter as a tree of parts (RFC 2045 and 2046), read within limits and without raising.

Leniencies: a missing closing boundary closes where its parent does; a
multipart without a boundary, or whose boundary never comes, is plain text; an
unknown or broken Content-Type is `text/plain`.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass, field

from pbem.mail.charsets import decode_bytes
from pbem.mail.headers import Headers, Parameterized, decode_base64, read_headers, read_parameters


@dataclass(frozen=True)
class Limits:
    """What a letter may be at most.

    Attributes:
        max_bytes: Size of the whole letter.
        max_depth: Multiparts in multiparts.
        max_parts: Parts of all depths.
        max_lines: Lines of new text that say something.
    """

    max_bytes: int = 2 * 1024 * 1024
    max_depth: int = 20
    max_parts: int = 200
    max_lines: int = 500


@dataclass
class Part:
    """A part of a letter; the letter itself is one.

    Attributes:
        kind: Content-Type with its parameters.
        depth: 0 for the letter itself.
        body: Not decoded; empty for a multipart that has parts.
        parts: Of a multipart, in order.
    """

    headers: Headers
    kind: Parameterized
    depth: int
    body: bytes
    parts: list[Part] = field(default_factory=list)

    @property
    def disposition(self) -> Parameterized:
        """Content-Disposition; its word is empty where there is none."""
        return read_parameters(self.headers.first("content-disposition"))

    @property
    def is_attachment(self) -> bool:
        """Whether it is a file that came along, and so is never read."""
        if self.disposition.word == "attachment":
            return True
        named = "filename" in self.disposition.parameters or "name" in self.kind.parameters
        return self.depth > 0 and named

    def payload(self) -> bytes:
        """Return the body without its transfer encoding."""
        match self.headers.first("content-transfer-encoding").strip().lower():
            case "base64":
                return decode_base64(self.body)
            case "quoted-printable":
                return _quoted_printable(self.body)
            case _:
                return self.body

    def text(self) -> str:
        """Return the payload as text, lines ending in LF, without NUL characters."""
        text = decode_bytes(self.payload(), self.kind.parameters.get("charset", ""))
        return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")

    def walk(self) -> list[Part]:
        """Return this part and all below it, in the order of the letter."""
        found: list[Part] = []
        waiting = [self]
        while waiting:
            part = waiting.pop()
            found.append(part)
            waiting.extend(reversed(part.parts))
        return found


def _quoted_printable(data: bytes) -> bytes:
    try:
        return binascii.a2b_qp(data)
    except binascii.Error:
        return data


@dataclass(frozen=True)
class TooComplex:
    """A letter with more parts, or deeper ones, than the limits allow.

    Attributes:
        headers: Of the letter.
    """

    headers: Headers


def read_parts(data: bytes, limits: Limits) -> Part | TooComplex:
    """Read a letter into its parts; attached letters are not opened."""
    whole = _part(data.replace(b"\r\n", b"\n"), 0, "text/plain")
    waiting = [whole]
    count = 1
    while waiting:
        part = waiting.pop()
        if not part.kind.word.startswith("multipart/"):
            continue
        default = "message/rfc822" if part.kind.word == "multipart/digest" else "text/plain"
        pieces = _split(part.body, part.kind.parameters.get("boundary", ""), limits.max_parts + 1)
        if pieces is None:
            continue
        count += len(pieces)
        if count > limits.max_parts or part.depth >= limits.max_depth:
            return TooComplex(whole.headers)
        part.parts = [_part(piece, part.depth + 1, default) for piece in pieces]
        part.body = b""
        waiting.extend(part.parts)
    return whole


def _part(data: bytes, depth: int, default: str) -> Part:
    headers, body = read_headers(data)
    kind = read_parameters(headers.first("content-type"))
    if "/" not in kind.word:
        kind = Parameterized(default, kind.parameters)
    return Part(headers, kind, depth, body)


def _split(body: bytes, boundary: str, most: int) -> list[bytes] | None:
    """Return the pieces between boundaries, at most `most`; None where there is none."""
    if not boundary:
        return None
    mark = b"--" + boundary.encode("utf-8", "replace").rstrip()
    pieces: list[bytes] = []
    start = -1
    position = 0
    while (at := body.find(mark, position)) >= 0:
        end = body.find(b"\n", at)
        end = len(body) if end < 0 else end
        rest = body[at + len(mark) : end].strip()
        position = end + 1
        if (at and body[at - 1 : at] != b"\n") or rest not in (b"", b"--"):
            continue
        if start >= 0:
            pieces.append(body[start : max(at - 1, start)])
        start = position
        if rest == b"--" or len(pieces) >= most:
            return pieces
    if start < 0:
        return None
    pieces.append(body[start:])
    return pieces
