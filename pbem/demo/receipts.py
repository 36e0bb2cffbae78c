"""What a player looks for in a receipt: the orders that would run, and what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_SHEET = "What would run now for "
_CHOICE = re.compile(r" +(\d{1,2})  (\S.*)")
_GAP = re.compile(r" {2,}")


def sheet_of(text: str) -> frozenset[str]:
    """Return the orders that would run now, in normal form, of all powers in the letter."""
    return frozenset(_GAP.split(line.strip())[0] for line in _sheet_lines(text))


def choices_of(text: str) -> Mapping[str, int]:
    """Return the numbers of the orders that the judge offers, by their normal form."""
    found = (_CHOICE.fullmatch(line) for line in text.split("\n"))
    return {choice[2]: int(choice[1]) for choice in found if choice}


def _sheet_lines(text: str) -> Iterator[str]:
    inside = begun = False
    for line in text.split("\n"):
        if line.startswith(_SHEET):
            inside, begun = True, False
        elif inside and line.strip():
            begun = True
            yield line
        elif begun:
            inside = False
