"""A change of the board in words: `A PAR FRANCE`, `unit F STP/NC nobody`, `center Paris France`.

Forgiven are `unit` or `center` before it, the power before or behind the place, and
full names of places and of kinds of units. A place without a unit letter is a center.
"""

from __future__ import annotations

import re

from pbem.board.variant import Variant
from pbem.game.editing import CENTER, UNIT
from pbem.mail.commands import read_power

_NOBODY = ("nobody", "none", "no one", "nothing", "remove", "removed", "gone")
_KINDS = {"a": "A", "army": "A", "f": "F", "fleet": "F"}
_WHAT = {"unit": UNIT, "center": CENTER, "centre": CENTER, "sc": CENTER}


def read_change(text: str, variant: Variant) -> tuple[str, str, str] | None:
    """Return what is changed (`unit` or `center`), the place, and whose it is then.

    Args:
        text: In small letters, without the reason.
        variant: The board.

    Returns:
        The place is a unit in normal form or a province; the power is empty for
        nobody. None where the words are no change of this board.
    """
    head, _, behind = text.partition(" ")
    what, rest = (_WHAT[head], behind) if head in _WHAT else ("", text)
    words = re.sub(r"\b(?:to|of|is|for|in)\b", " ", rest).split()
    for at in range(1, len(words)):
        for whose, place in ((words[at:], words[:at]), (words[:at], words[at:])):
            power = _power(" ".join(whose), variant)
            found = None if power is None else _place(place, variant)
            if found is not None and power is not None and what in ("", found[0]):
                return (*found, power)
    return None


def _power(text: str, variant: Variant) -> str | None:
    return "" if text in _NOBODY else read_power(text, variant)


def _place(words: list[str], variant: Variant) -> tuple[str, str] | None:
    kind = _KINDS.get(words[0]) if len(words) > 1 else None
    if kind is None:
        province = _province(" ".join(words), variant)
        return (CENTER, province) if province in variant.centers else None
    name, _, coast = " ".join(words[1:]).partition("/")
    province = _province(name, variant)
    if province is None:
        return None
    return UNIT, f"{kind} {province}{'/' if coast else ''}{coast.upper()}"


def _province(name: str, variant: Variant) -> str | None:
    """Return the id of a province by its id or its full name, in any case."""
    for province in variant.provinces.values():
        if name in (province.id.lower(), province.name.lower()):
            return province.id
    return None
