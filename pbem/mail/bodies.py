"""Which text of a letter is its body: the plain one, and HTML only where that says nothing.

Attachments, attached letters and hidden text are never read. Parts that stand
one after another (some programs cut a body around a picture) are put together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.mail.html import html_to_text
from pbem.mail.mime import Part
from pbem.sayings import Saying, say

MOST_HTML = 1024 * 1024
"""Characters of one HTML part that are read, after embedded data was cut out."""

_STUB = re.compile(r"\bhtml\b", re.IGNORECASE)
_EMBEDDED = re.compile(r"data:[a-z0-9/+.;=-]{0,80},[A-Za-z0-9+/=%\s]*", re.IGNORECASE)
_SECRET = frozenset(
    {
        "multipart/encrypted",
        "application/pgp-encrypted",
        "application/pkcs7-mime",
        "application/x-pkcs7-mime",
    }
)
_TNEF = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


@dataclass(frozen=True)
class NoBody:
    """A letter without any text that can be read.

    Attributes:
        says: Why, and what would be right.
    """

    says: Saying


@dataclass(frozen=True)
class _Found:
    text: str
    plain: bool

    @property
    def blank(self) -> bool:
        return not self.text.strip("\ufeff\u200b\xa0 \t\n")

    @property
    def stub(self) -> bool:
        return len(self.text) < 400 and _STUB.search(self.text) is not None


def body_of(letter: Part) -> str | NoBody:
    """Return the body of a letter as text: quotations are still in it, lines end in LF."""
    found = _text_of(letter)
    if found is None or found.blank:
        return _nothing(letter) or ("" if found else _without_text(letter))
    if _ENCRYPTED in found.text:
        return _ENCRYPTED_SAYS
    return clear_signed(found.text)


_ENCRYPTED_SAYS = NoBody(say("encrypted"))
_TNEF_SAYS = NoBody(say("packed"))
_NO_TEXT_SAYS = NoBody(say("without-text"))


def _nothing(letter: Part) -> NoBody | None:
    words = {part.kind.word for part in letter.walk()}
    if words & _SECRET:
        return _ENCRYPTED_SAYS
    if words & _TNEF:
        return _TNEF_SAYS
    return None


def _without_text(letter: Part) -> str | NoBody:
    return "" if letter.kind.word.startswith("text/") else _NO_TEXT_SAYS


def _text_of(part: Part) -> _Found | None:
    # Recurses no deeper than Limits.max_depth: read_parts gives no deeper tree.
    if part.parts:
        found = [text for text in map(_text_of, part.parts) if text is not None]
        return _chosen(part.kind.word, found)
    if part.is_attachment:
        return None
    match part.kind.word:
        case "text/html" | "application/xhtml+xml":
            return _Found(_html(part), plain=False)
        case "text/plain" | "text/enriched":
            return _Found(_plain(part), plain=True)
        case word if word.startswith("multipart/"):
            return _Found(_plain(part), plain=True)
        case _:
            return None


def _chosen(kind: str, found: list[_Found]) -> _Found | None:
    if not found:
        return None
    if kind != "multipart/alternative":
        said = [text for text in found if not text.blank]
        plain = all(text.plain for text in said)
        return _Found("\n".join(text.text for text in said), plain=plain)
    plain_ones = [text for text in found if text.plain and not text.blank]
    others = [text for text in found if not text.plain and not text.blank]
    if plain_ones and not (others and plain_ones[0].stub):
        return plain_ones[0]
    return others[0] if others else found[0]


def _html(part: Part) -> str:
    text = part.text()
    if "data:" in text:
        text = _EMBEDDED.sub("", text)
    return html_to_text(text[:MOST_HTML])


def _plain(part: Part) -> str:
    text = part.text()
    parameters = part.kind.parameters
    if parameters.get("format", "").lower() == "flowed":
        return unflow(text, delsp=parameters.get("delsp", "").lower() == "yes")
    return text


MOST_LINES = 50_000
"""Lines of a text of `format=flowed` that are read."""

_LOOKS_CUT = ("-", "–", "—", ">", "→", ",", "/", "\u2011")
_WIDE = 60


def unflow(text: str, *, delsp: bool) -> str:
    """Return a text of `format=flowed` (RFC 3676) with its lines as they were meant.

    A line that ends in a blank goes on in the next one of the same quotation
    depth. Players type such blanks too: without DelSp a line goes on only if it
    is so long that a program would have broken it, or ends in the middle of an
    order.
    """
    lines: list[tuple[int, list[str]]] = []
    length = 0
    goes_on = False
    for line in text.split("\n", MOST_LINES)[:MOST_LINES]:
        depth = len(line) - len(line.lstrip(">"))
        said = line[depth:].removeprefix(" ")
        if (
            goes_on
            and lines[-1][0] == depth
            and (delsp or _follows(lines[-1][1][-1], length, said))
        ):
            if delsp:
                lines[-1][1][-1] = lines[-1][1][-1][:-1]
            lines[-1][1].append(said)
            length += len(said)
        else:
            lines.append((depth, [said]))
            length = len(said)
        goes_on = said.endswith(" ") and said.rstrip() != "--"
    return "\n".join(">" * depth + (" " if depth else "") + "".join(said) for depth, said in lines)


def _follows(before: str, length: int, after: str) -> bool:
    word = after[:200].partition(" ")[0]
    return bool(after.strip()) and (
        length + len(word) > _WIDE or before[-200:].rstrip().endswith(_LOOKS_CUT)
    )


def clear_signed(text: str) -> str:
    """Return what a clear-signed text (RFC 9580, 7) says, without its armor; else the text."""
    lines = text.split("\n")
    marks = [line.rstrip() for line in lines]
    if _CLEARSIGNED not in marks:
        return text
    start = marks.index(_CLEARSIGNED)
    end = marks.index(_SIGNATURE, start) if _SIGNATURE in marks[start:] else len(lines)
    while start < end and marks[start]:
        start += 1
    return "\n".join(line.removeprefix("- ") for line in lines[start + 1 : end])
