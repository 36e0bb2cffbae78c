"""Lines that say for whom and for when: `FRANCE`, `Spring 1901`, `PHASE F1903M`.

A heading stands alone on its line. Around it are forgiven: `orders for`, a
colon, commas, brackets, `movement`, `retreats`, `builds`; a year may be written
with two digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from pbem.board.phase import Phase, PhaseKind, Season
from pbem.board.variant import Variant
from pbem.mail.commands import read_power
from pbem.orders.tokens import plain
from pbem.sayings import Saying, say

_LONGEST = 80
_SEASONS = {
    "spring": Season.SPRING,
    "fall": Season.FALL,
    "autumn": Season.FALL,
    "winter": Season.WINTER,
}
_KINDS = {
    "movement": PhaseKind.MOVEMENT,
    "moves": PhaseKind.MOVEMENT,
    "retreat": PhaseKind.RETREATS,
    "retreats": PhaseKind.RETREATS,
    "adjustment": PhaseKind.ADJUSTMENTS,
    "adjustments": PhaseKind.ADJUSTMENTS,
    "builds": PhaseKind.ADJUSTMENTS,
}
_CODE = re.compile(r"\b([sf])(\d{4})([mr])\b|\bw(\d{4})a\b")
_WORDS = re.compile(r"\b(spring|fall|autumn|winter)\s*(?:of\s+)?(\d{4}|'?\d{2})\b")
_KIND = re.compile(rf"\b({'|'.join(_KINDS)})\b")
_FILLER = re.compile(r"\b(?:orders?|for|phase|turn|the|my|of)\b|[\s,:;.()\[\]*_#=-]+")


class When(Enum):
    """How the phase of a heading lies to the one that is open."""

    OPEN = "open"
    LATER = "later"
    PAST = "past"


@dataclass(frozen=True)
class Heading:
    """What a heading names.

    Attributes:
        power: Its id; empty where it names none.
        phase: As letters name it, `Spring 1901`; None where it names none.
        code: As records have it: `S1901M`; empty where it names none.
        when: How that phase lies to the open one.
    """

    power: str
    phase: Saying | None
    when: When
    code: str = ""


def read_heading(line: str, variant: Variant, open_phase: Phase) -> Heading | None:
    """Return what a line is a heading of; None where it is none."""
    if len(line) > _LONGEST:
        return None
    text = plain(line)[0]
    season, year, kind, rest = _phase(text, open_phase.year)
    rest = " ".join(_FILLER.sub(" ", rest).split())
    power = read_power(rest, variant) if rest else None
    if rest and power is None:
        return None
    if season is None:
        return Heading(power, None, When.OPEN) if power else None
    if kind is PhaseKind.ADJUSTMENTS:
        season = Season.WINTER
    of = (kind or PhaseKind.MOVEMENT).name.lower()
    spoken = say("phase", season=season.name.lower(), year=year, kind=of)
    named = PhaseKind.ADJUSTMENTS if season is Season.WINTER else kind or PhaseKind.MOVEMENT
    code = str(Phase(year, season, named))
    return Heading(power or "", spoken, _when(season, year, kind, open_phase), code)


def _phase(text: str, now: int) -> tuple[Season | None, int, PhaseKind | None, str]:
    code = _CODE.search(text)
    if code is not None:
        rest = text[: code.start()] + text[code.end() :]
        if code[4]:
            return Season.WINTER, int(code[4]), PhaseKind.ADJUSTMENTS, rest
        return Season(code[1].upper()), int(code[2]), PhaseKind(code[3].upper()), rest
    words = _WORDS.search(text)
    if words is None:
        return None, 0, None, text
    year = words[2].lstrip("'")
    number = int(year) if len(year) == 4 else now - now % 100 + int(year)
    rest = text[: words.start()] + text[words.end() :]
    kind = _KIND.search(rest)
    if kind is not None:
        rest = rest[: kind.start()] + rest[kind.end() :]
    return _SEASONS[words[1]], number, _KINDS[kind[1]] if kind else None, rest


_TURNS = {Season.SPRING: 0, Season.FALL: 1, Season.WINTER: 2}
_STEPS = (PhaseKind.MOVEMENT, PhaseKind.RETREATS)


def _when(season: Season, year: int, kind: PhaseKind | None, now: Phase) -> When:
    named = [year, _TURNS[season]]
    current = [now.year, _TURNS[now.season]]
    if named == current and kind in _STEPS and now.kind in _STEPS:
        named.append(_STEPS.index(kind))
        current.append(_STEPS.index(now.kind))
    if named == current:
        return When.OPEN
    return When.LATER if named > current else When.PAST
