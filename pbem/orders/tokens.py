"""A line of a letter as tokens: words and signs, each with its place in the line.

What mail programs do to a text is undone here. Dashes and arrows of any make are
one sign, `-`; full-width letters, accents and blanks of all widths count as their
plain forms; what cannot be seen is dropped, as are quotation marks, full stops,
pictures and faces (`:-)`). A symbol that is none of these stays, so that no order is read
across it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from pbem.orders.words import SIGN


class Token(NamedTuple):
    """A word or a sign.

    Attributes:
        word: In lower case, without a possessive `'s`; `-` for every dash and arrow.
        start: Where it begins in the line as it was written.
        end: Where it ends there.
        is_word: Whether it has letters or digits.
        opened: `(` where a bracket stands right before it, `/` where a slash does.
        closed: Whether a closing bracket follows it.
        stopped: Whether a full stop or an exclamation mark follows it.
        tight: Of a sign, whether no blank stands around it.
    """

    word: str
    start: int
    end: int
    is_word: bool = False
    opened: str = ""
    closed: bool = False
    stopped: bool = False
    tight: bool = False


_TOKEN = re.compile(
    r"(?P<face>(?<=\s)[:;=]['-]?[()dpo](?=\s|$))|(?P<word>[^\W_]+(?:'[^\W_]+)*)|(?P<sign>[-=~]*>+|-+)|(?P<other>[^\s])|(?P<blank>\s+)"
)
_DASHES = "‐‑‒–—―−⁃﹘﹣－➖⸺⸻"
_ARROWS = "→⇒⟶⟹➔➙➛➜➝➞➡➤⇨↦⇢⇾►▶▸»›❯➢➣➥⭢"
_QUOTES = '"“”„«`*_'
_APOSTROPHES = "’‘ʼ´′"
_UNSEEN = ("Cf", "Cc", "Mn", "Me", "Cn", "Co", "Cs", "Sk")
_OPENING = "([{"
_CLOSING = ")]}"
_SAME = {"&": "and", "|": ";"}
_BULLETS = "•·‣◦▪●○∙■□◆▹⁌"


@lru_cache(maxsize=4096)
def _fold(char: str) -> str:
    """Return the plain form of one character, in lower case; empty where it cannot be seen."""
    if char in _DASHES:
        return SIGN
    if char in _ARROWS:
        return ">"
    if char in _APOSTROPHES:
        return "'"
    category = unicodedata.category(char)
    if char.isspace() or category == "Zs":
        return " "
    if category in _UNSEEN or (category == "So" and "ARROW" not in unicodedata.name(char, "")):
        return char if char in _BULLETS else ""
    plain = unicodedata.normalize("NFKD", char)
    return "".join(c for c in plain if not unicodedata.combining(c)).lower()


def plain(line: str) -> tuple[str, list[int] | None]:
    """Return the plain form of a line, and where each of its characters came from.

    The second is None where nothing has moved.
    """
    if line.isascii():
        low = line.lower()
        if low.isprintable():
            return low, None
    folded: list[str] = []
    places: list[int] = []
    for place, char in enumerate(line):
        found = _fold(char)
        if found:
            folded.append(found)
            places.extend([place] * len(found))
    return "".join(folded), places


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a plain text; their places are those of this text.

    Brackets, a slash without blanks, full stops and exclamation marks become
    marks on the words beside them; a slash between blanks is a token.
    """
    tokens: list[Token] = []
    opened = ""
    for found in _TOKEN.finditer(text):
        group = found.lastgroup
        start, end = found.span()
        if group in ("blank", "face"):
            continue
        if group == "word":
            word = found[0].removesuffix("'s")
            tokens.append(Token(word, start, end, True, opened))
            opened = ""
        elif group == "sign":
            around = text[start - 1 : start] + text[end : end + 1]
            tight = len(around) == 2 and not around.isspace() and " " not in around
            if tokens and tokens[-1].word == SIGN:
                tokens[-1] = tokens[-1]._replace(end=end, tight=False)
            else:
                tokens.append(Token(SIGN, start, end, tight=tight))
        else:
            opened = _punctuate(tokens, text, start, opened)
    return tokens


def _punctuate(tokens: list[Token], text: str, at: int, opened: str) -> str:
    """Take in one character of punctuation; return what opens the next word."""
    char = text[at]
    if char in _OPENING:
        return "("
    if char in _CLOSING:
        if tokens:
            tokens[-1] = tokens[-1]._replace(closed=True)
        return ""
    if char in ".!…":
        follows = text[at + 1 : at + 2]
        if tokens and (char != "." or not follows or not follows.isalnum()):
            tokens[-1] = tokens[-1]._replace(stopped=True)
        return opened
    if char == "/":
        if text[at - 1 : at].isspace() and text[at + 1 : at + 2].isspace():
            tokens.append(Token("/", at, at + 1))
            return ""
        return "/"
    if char in _QUOTES:
        return opened
    tokens.append(Token(_SAME.get(char, char), at, at + 1))
    return ""
