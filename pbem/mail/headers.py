"""The head of a letter: its fields, the words and addresses in them.

Nothing here raises, whatever the bytes: a field that makes no sense reads as
empty. Everything takes time linear in its input.

Leniencies: bare LF ends a line; a colon may have blanks before it; bytes that
are not ASCII are UTF-8 if they can be, else Windows-1252; an encoded word in
an unknown charset reads as UTF-8 or Windows-1252 too; control characters,
also those hidden in encoded words, read as blanks.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from pbem.mail.charsets import decode_bytes

MOST_FIELDS = 1000
LONGEST_FIELD = 64 * 1024
MOST_HEAD = 512 * 1024
_FIELD = re.compile(rb"[!-9;-~]{1,200}[ \t]*:")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([BbQq])\?([^?\n]*)\?=")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[^\s@<>()\[\],;:\\\"]+")
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,900}>")


@dataclass(frozen=True)
class Headers:
    """The fields of a letter or a part, top to bottom.

    Attributes:
        fields: Names in lower case, values unfolded but not decoded.
    """

    fields: tuple[tuple[str, str], ...]

    def first(self, name: str) -> str:
        """Return the topmost field of a name (lower case); empty where there is none."""
        return next((value for key, value in self.fields if key == name), "")

    def all(self, name: str) -> tuple[str, ...]:
        """Return all fields of a name, top to bottom."""
        return tuple(value for key, value in self.fields if key == name)

    def __contains__(self, name: str) -> bool:
        """Return whether there is such a field."""
        return any(key == name for key, _ in self.fields)


def read_headers(data: bytes) -> tuple[Headers, bytes]:
    """Return the fields at the head of a letter or part, and what stands below them.

    `data` has lines ending in LF. The head ends at a blank line, or at the
    first line that is neither a field nor the continuation of one. Fields
    after the 1,000th are dropped, what a field says beyond 64 kB, and what
    stands in a head beyond 512 kB.
    """
    fields: list[tuple[str, list[bytes]]] = []
    position = size = 0
    while position < len(data):
        if position > MOST_HEAD:
            blank = data.find(b"\n\n", position)
            position = len(data) if blank < 0 else blank + 2
            break
        end = data.find(b"\n", position)
        end = len(data) if end < 0 else end
        line = data[position:end].rstrip(b"\r")
        if not line.strip():
            position = end + 1
            break
        if line[:1] in b" \t" and fields:
            if size < LONGEST_FIELD:
                fields[-1][1].append(line)
                size += len(line)
        elif _FIELD.match(line):
            size = LONGEST_FIELD
            if len(fields) < MOST_FIELDS:
                name, _, value = line.partition(b":")
                fields.append((name.strip().decode("ascii").lower(), [value]))
                size = len(value)
        elif not (position == 0 and line.startswith(b"From ")):
            break
        position = end + 1
    kept = tuple((name, _unfold(lines)) for name, lines in fields)
    return Headers(kept), data[position:]


def _unfold(lines: list[bytes]) -> str:
    return one_line(decode_bytes(b"".join(lines)[:LONGEST_FIELD], ""))


def one_line(text: str) -> str:
    r"""Return a text in one line: control characters and line ends become blanks.

    >>> one_line("orders\r\nBcc: somebody")
    'orders Bcc: somebody'
    """
    return _CONTROLS.sub(" ", text).strip()


def decode_words(value: str) -> str:
    """Return a field with its encoded words (RFC 2047) read, in one line.

    Blanks between two encoded words are dropped, and two words of one charset
    are put together before their bytes are read, as some programs cut a letter
    in two.
    """
    out: list[str] = []
    pending: list[bytes] = []
    charset = ""
    position = 0

    def flush() -> None:
        if pending:
            out.append(decode_bytes(b"".join(pending), charset))
            pending.clear()

    for word in _WORD.finditer(value):
        between = value[position : word.start()]
        if between.strip() or not pending:
            flush()
            out.append(between)
        if word[1].lower() != charset:
            flush()
        charset = word[1].partition("*")[0].lower()
        pending.append(_word_bytes(word[2], word[3]))
        position = word.end()
    flush()
    out.append(value[position:])
    return one_line("".join(out))


def _word_bytes(encoding: str, text: str) -> bytes:
    raw = text.encode("utf-8", "replace")
    if encoding in "Qq":
        return binascii.a2b_qp(raw.replace(b"_", b" "))
    return decode_base64(raw)


def decode_base64(data: bytes) -> bytes:
    """Return what base64 text holds; characters that do not belong in it are dropped."""
    kept = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    kept = kept[: len(kept) - 1] if len(kept) % 4 == 1 else kept
    return base64.b64decode(kept + b"=" * (-len(kept) % 4))


@dataclass(frozen=True)
class Address:
    """An address with the name beside it.

    Attributes:
        address: `ann@example.org`, as written.
        name: Decoded; empty where there is none. Proves nothing.
    """

    address: str
    name: str


def read_addresses(value: str) -> tuple[Address, ...]:
    """Return the addresses of a field such as From, To or Cc, as RFC 5322 has them.

    Comments and the names of groups are dropped; a name in quotes is never an
    address. A piece that holds no address is passed over.
    """
    return tuple(
        Address(found, decode_words(name)) for piece in _pieces(value) for name, found in [piece]
    )


def _pieces(value: str) -> Iterator[tuple[str, str]]:
    name: list[str] = []
    plain: list[str] = []
    angle: list[str] | None = None
    found = ""
    quoted = False
    comment = 0
    characters = iter(value + ",")
    for character in characters:
        if character == "\\" and (quoted or comment):
            following = next(characters, "")
            if quoted:
                name.append(following)
        elif quoted:
            if character == '"':
                quoted = False
            else:
                name.append(character)
        elif character == "(":
            comment += 1
        elif comment:
            comment -= character == ")"
        elif angle is not None:
            if character == ">":
                found, angle = "".join(angle).strip(), None
            else:
                angle.append(character)
        elif character == '"':
            quoted = True
        elif character == "<":
            angle = []
        elif character == ":":
            name, plain = [], []
        elif character in ",;":
            yield from _address(name, found or "".join(plain).strip(), bool(found))
            name, plain, found = [], [], ""
        else:
            name.append(character)
            plain.append(character)


def _address(name: list[str], text: str, named: bool) -> Iterator[tuple[str, str]]:
    text = text.rpartition(":")[2] if named else text
    if is_address(text):
        yield ("".join(name).strip() if named else "", text)


def is_address(text: str) -> bool:
    """Return whether a text is one plain address and nothing else."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None and text.isprintable()


def read_message_ids(value: str) -> tuple[str, ...]:
    """Return the Message-IDs of a field, with their angle brackets."""
    return tuple(_MESSAGE_ID.findall(value))


@dataclass(frozen=True)
class Parameterized:
    """A field such as Content-Type: a word and its parameters.

    Attributes:
        word: In lower case: `text/plain`.
        parameters: Names in lower case.
    """

    word: str
    parameters: Mapping[str, str]


def read_parameters(value: str) -> Parameterized:
    """Read a field with parameters (RFC 2045, with the extensions of RFC 2231).

    Of a name that stands twice the first counts; an extension that makes no
    sense is passed over.
    """
    head, *pieces = _split(value)
    plain: dict[str, str] = {}
    extended: dict[str, list[tuple[int, bool, str]]] = {}
    for piece in pieces:
        name, sign, text = piece.partition("=")
        name = name.strip().lower()
        text = _unquote(text.strip())
        if not sign or not name:
            continue
        base, star, rest = name.partition("*")
        if star:
            number = rest.rstrip("*")
            index = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0
            extended.setdefault(base, []).append((index, name.endswith("*"), text))
        else:
            plain.setdefault(name, text)
    for base, sections in extended.items():
        plain[base] = _joined(sorted(sections, key=lambda section: section[0]))
    return Parameterized(head.strip().lower(), plain)


def _split(value: str) -> list[str]:
    pieces: list[str] = []
    current: list[str] = []
    quoted = escaped = False
    for character in value:
        if character == ";" and not quoted:
            pieces.append("".join(current))
            current = []
            continue
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = character == "\\" and not escaped
        current.append(character)
    return [*pieces, "".join(current)]


def _unquote(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == '"':
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text.strip('"')


def _joined(sections: list[tuple[int, bool, str]]) -> str:
    charset = ""
    data: list[bytes] = []
    for place, (_, encoded, text) in enumerate(sections):
        if encoded and place == 0 and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        raw = text.encode("utf-8", "replace")
        data.append(unquote_to_bytes(raw) if encoded else raw)
    return one_line(decode_bytes(b"".join(data), charset))
