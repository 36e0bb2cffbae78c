"""Press in letters: what a player says to others, held apart from orders.

    press to austria, turkey [grey]      broadcast             note
    …                                    …                     …
    endpress                             endpress              endnote

A block without its end goes to the end of the letter. What looks like the
beginning of a block but names nobody, and has no end either, is talk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.board.variant import Variant
from pbem.mail.commands import read_powers
from pbem.orders.tokens import plain

_LONGEST = 200
_PRESS = re.compile(r"press(?: to)?:? (.+?)(?: (grey|gray|white))?:?")
_ENDS = {
    "press": frozenset({"endpress", "end press", "endbroadcast", "end broadcast"}),
    "note": frozenset({"endnote", "end note"}),
    "plan": frozenset({"end", "end what if", "endwhatif"}),
    "announcement": frozenset({"endannounce", "end announce"}),
}
_OPENINGS = {
    "broadcast": "press",
    "note": "note",
    "diary": "note",
    "what if": "plan",
    "announce": "announcement",
}
ALL = "ALL"
_OTHERS = {
    "all": ALL,
    "everyone": ALL,
    "everybody": ALL,
    "host": "HOST",
    "gm": "HOST",
    "master": "HOST",
    "observers": "OBSERVERS",
}


@dataclass(frozen=True)
class Press:
    """A block of press, or another that is no order.

    Attributes:
        opening: Its first line, as written.
        kind: `press`, `note`, `plan` or `announcement`.
        to: Powers, `ALL`, `HOST`, `OBSERVERS`; empty where nobody was understood.
        text: Without quotation and signature; blank lines at both ends dropped.
        grey: Whether the sender is not named.
        closed: Whether its end was written.
        line: Number of its first line, from 1.
    """

    opening: str
    kind: str
    to: tuple[str, ...]
    text: str
    grey: bool
    closed: bool
    line: int


def read_block(lines: Sequence[str], position: int, variant: Variant) -> tuple[Press, int] | None:
    """Return the block that begins at a line and the position behind it; None if none does."""
    opened = _opening(lines[position], variant)
    if opened is None:
        return None
    kind, to, grey = opened
    end = _end(lines, position + 1, kind)
    if kind == "press" and not to and end is None:
        return None
    if kind not in ("press", "plan") and end is None:
        return None
    stop = len(lines) if end is None else end
    text = "\n".join(lines[position + 1 : stop]).strip("\n")
    block = Press(lines[position].strip(), kind, to, text, grey, end is not None, position + 1)
    return block, stop + (end is not None)


def _opening(line: str, variant: Variant) -> tuple[str, tuple[str, ...], bool] | None:
    if len(line) > _LONGEST:
        return None
    text = " ".join(plain(line)[0].split())
    kind = _OPENINGS.get(text.rstrip(":"))
    if kind is not None:
        return kind, (ALL,) if kind == "press" else (), False
    found = _PRESS.fullmatch(text)
    if found is None:
        return None
    return "press", _readers(found[1], variant), found[2] in ("grey", "gray")


def _readers(text: str, variant: Variant) -> tuple[str, ...]:
    named: list[str] = []
    rest: list[str] = []
    for piece in re.split(r",|\band\b", text):
        other = _OTHERS.get(piece.strip())
        if other is None:
            rest.append(piece)
        else:
            named.append(other)
    powers = read_powers(", ".join(rest), variant)
    return () if powers is None else (*powers, *named)


def _end(lines: Sequence[str], position: int, kind: str) -> int | None:
    for place in range(position, len(lines)):
        line = lines[place]
        if len(line) < _LONGEST and " ".join(plain(line)[0].split()) in _ENDS[kind]:
            return place
    return None
