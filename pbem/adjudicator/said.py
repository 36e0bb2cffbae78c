"""The kinds of findings: what there is to say about an order of a movement phase.

A finding holds all that a sentence about the order needs, and nothing else, so
that equal findings of equal orders are told once and kept. Units and powers in it
are numbers; where it names a unit, the number of its power follows.
`pbem.adjudicator.findings` makes them, `pbem.adjudicator.reasons` tells them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

Finding = int | tuple[Any, ...]
"""A `Said`, as a plain integer, with what it is said about; the number alone where that is nothing.

What the order itself says is left out.
"""

Findings = list[Finding | None]
"""By place; None where all went as ordered, or where there was no unit."""


class Said(IntEnum):
    """The kinds of findings, with what follows each."""

    ILLEGAL = 0
    """Why."""
    MOVED = 1
    """Nothing: it went by land."""
    DISLODGED = 2
    """Whether by sea, unit there, attack, hold."""
    MOVED_BEFORE = 3
    """Whether by sea, the other mover, strength, its strength."""
    STANDOFF = 4
    """The other mover, its power, strength, its strength."""
    BOUNCED_OFF = 5
    """The unit there, its power, attack, hold."""
    HEAD_TO_HEAD = 6
    """The unit there, its power, attack, defend."""
    OWN_UNIT = 7
    """The unit there, its power."""
    ALL_HOLD = 8
    """Nothing: a paradox in which all units hold."""
    NOT_CARRIED = 9
    """Nothing: no fleet was ordered to carry it."""
    NOT_JOINED = 10
    """Nothing: the fleets lead nowhere."""
    PARADOX = 11
    """Nothing: its convoy would decide about itself."""
    CONVOY_LOST = 12
    """Whether in a paradox; then each fleet, its attacker, the attacker's power."""
    HELD = 13
    """Nothing."""
    GIVEN = 14
    """Nothing."""
    GIVEN_NOT_AGAINST = 15
    """The own unit that it does not help to dislodge."""
    CUT = 16
    """Each attacker, its power, whether by sea."""
    NOT_ORDERED = 17
    """The other unit."""
    OTHER_COAST = 18
    """The other unit."""
    WENT_ELSEWHERE = 19
    """The other unit, the place it was ordered to."""
    AVAILABLE = 20
    """Nothing."""
    BY_LAND = 21
    """The army that did not need the convoy."""
    DISRUPTED = 22
    """Nothing: the fleet was dislodged."""
    BROKEN = 23
    """Nothing: the convoy would decide about itself."""
    UNORDERED = 24
    """Nothing: the unit held without an order."""
    DRIVEN_OUT = 25
    """The attacker, its power; the finding about the order itself."""
    CARRIED = 26
    """Nothing: it moved by convoy."""
