"""Press in letters: what a player says to others, held apart from orders.

    press to austria, turkey [grey]      broadcast [grey]      note
    …                                    …                     …
    endpress                             endpress              endnote

`PRESS TO ALL BUT italy` leaves some out; `FAKE russia` in the place of GREY signs with
another power's name.

A block without its end goes to the end of the letter. What looks like the
beginning of a block but names nobody, and has no end either, is talk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbem.board.variant import Variant
from pbem.game.speech import ALL, HOST, OBSERVERS, Addressees, Block, Note, Speech, Tone
from pbem.mail.commands import read_power, read_powers
from pbem.orders.tokens import plain
from pbem.sayings import Saying, say

MOST_PRESS = 20_000
"""Characters of one block of press."""

_LONGEST = 200
_PRESS = re.compile(r"press(?: to)?:? (.+?)(?: (grey|gray|white|fake .{1,40}?))?:?")
_BROADCAST = re.compile(r"broadcast(?: (grey|gray|white|fake .{1,40}?))?:?")
_BUT = re.compile(r"(?:all|everyone|everybody) (?:but|except|save) (.+)")
_ENDS = {
    "press": frozenset({"endpress", "end press", "endbroadcast", "end broadcast"}),
    "note": frozenset({"endnote", "end note"}),
    "plan": frozenset({"end", "end what if", "endwhatif"}),
    "announcement": frozenset({"endannounce", "end announce"}),
}
_OPENINGS = {
    "note": "note",
    "diary": "note",
    "what if": "plan",
    "announce": "announcement",
}
_OTHERS = {
    "all": ALL,
    "everyone": ALL,
    "everybody": ALL,
    "host": HOST,
    "gm": HOST,
    "master": HOST,
    "observers": OBSERVERS,
}


@dataclass(frozen=True)
class Press:
    """A block of press, or another that is no order.

    Attributes:
        opening: Its first line, as written.
        kind: `press`, `note`, `plan` or `announcement`.
        to: Powers, `ALL`, `HOST`, `OBSERVERS`; empty where nobody was understood.
        text: Without quotation and signature; blank lines at both ends dropped.
        closed: Whether its end was written.
        line: Number of its first line, from 1.
        but: Powers that `ALL` leaves out.
        public: Whether it is a broadcast; `to` is `ALL` then.
        tone: How it is to be signed; None where that was not understood.
        posing: The power whose name it is to bear, if it is fake.
    """

    opening: str
    kind: str
    to: tuple[str, ...]
    text: str
    closed: bool
    line: int
    but: tuple[str, ...] = ()
    public: bool = False
    tone: Tone | None = Tone.WHITE
    posing: str = ""


def read_block(lines: Sequence[str], position: int, variant: Variant) -> tuple[Press, int] | None:
    """Return the block that begins at a line and the position behind it; None if none does."""
    opened = _opening(lines[position], variant)
    if opened is None:
        return None
    end = _end(lines, position + 1, opened.kind)
    if opened.kind == "press" and not opened.to and end is None:
        return None
    if opened.kind not in ("press", "plan") and end is None:
        return None
    stop = len(lines) if end is None else end
    text = "\n".join(lines[position + 1 : stop]).strip("\n")
    block = replace(opened, text=text, closed=end is not None, line=position + 1)
    return block, stop + (end is not None)


def fault_of(press: Press, variant: Variant) -> Saying | None:
    """Return why a block cannot be told to a game, and what would be right; None where it can."""
    if len(press.text) > MOST_PRESS:
        return say("press-too-long", most=MOST_PRESS)
    if press.kind == "press" and not press.to:
        return say("press-for-whom", powers=tuple(variant.powers))
    return say("press-signed-how") if press.tone is None else None


def block_of(press: Press, power: str) -> Block:
    """Return a block as the game is told it.

    Args:
        press: Of kind `press`, with somebody it is for, or `note`.
        power: Who speaks, of those in the writer's hand.
    """
    if press.kind == "note":
        return Note(power, press.text, press.opening)
    tone = press.tone or Tone.WHITE
    if press.posing == power:
        tone = Tone.WHITE
    addressees = Addressees() if press.public else Addressees(press.to, press.but)
    posing = press.posing if tone is Tone.FAKE else ""
    return Speech(power, addressees, press.text, tone, posing, press.opening)


def _opening(line: str, variant: Variant) -> Press | None:
    """Return the block a line opens, still without its text."""
    if len(line) > _LONGEST:
        return None
    text = " ".join(plain(line)[0].split())
    opening = line.strip()
    kind = _OPENINGS.get(text.rstrip(":"))
    if kind is not None:
        return Press(opening, kind, (), "", closed=False, line=0)
    broadcast = _BROADCAST.fullmatch(text)
    if broadcast is not None:
        tone, posing = _tone(broadcast[1] or "", variant)
        block = Press(opening, "press", (ALL,), "", closed=False, line=0, public=True)
        return replace(block, tone=tone, posing=posing)
    found = _PRESS.fullmatch(text)
    if found is None:
        return None
    to, but = _readers(found[1], variant)
    tone, posing = _tone(found[2] or "", variant)
    return Press(opening, "press", to, "", False, 0, but, tone=tone, posing=posing)


def _tone(text: str, variant: Variant) -> tuple[Tone | None, str]:
    """Return how press is to be signed, and with whose name if it is fake."""
    match text[:4]:
        case "grey" | "gray":
            return Tone.GREY, ""
        case "fake":
            power = read_power(text.removeprefix("fake "), variant)
            return (Tone.FAKE, power) if power else (None, "")
        case _:
            return Tone.WHITE, ""


def _readers(text: str, variant: Variant) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return whom press is for, and whom ALL leaves out; nobody where a word is no name."""
    left_out = _BUT.fullmatch(text)
    if left_out is not None:
        but = read_powers(left_out[1], variant)
        return ((ALL,), but) if but else ((), ())
    named: list[str] = []
    rest: list[str] = []
    for piece in re.split(r",|\band\b", text):
        other = _OTHERS.get(piece.strip().removeprefix("the "))
        if other is None:
            rest.append(piece)
        else:
            named.append(other)
    powers = read_powers(", ".join(rest), variant)
    return ((), ()) if powers is None else (tuple(dict.fromkeys((*powers, *named))), ())


def _end(lines: Sequence[str], position: int, kind: str) -> int | None:
    for place in range(position, len(lines)):
        line = lines[place]
        if len(line) < _LONGEST and " ".join(plain(line)[0].split()) in _ENDS[kind]:
            return place
    return None
