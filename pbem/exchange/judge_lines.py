"""The lines of old judges' results: orders, retreats, builds, dislodgements, ownership.

Leniencies: any number of blanks, marks in any case and before or after the full stop,
`St.` for `St`, names in capitals, `coast` left out of `(nc)`. What fits no form is left
to whoever reads the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.exchange.foreign import Names

_MARK = re.compile(r"\(\*\s*([^)]*?)\s*\*\)")
_UNIT = re.compile(r"(?:(?P<whose>\S+) +)?(?P<kind>Army|Fleet|Wing) +(?P<rest>.+)", re.IGNORECASE)
_BUILD = re.compile(
    r"(?P<what>Builds?|Removes?|Defaults, removing)(?: the| an?)? (?P<kind>army|fleet) in "
    r"(?P<place>.+)",
    re.IGNORECASE,
)
_WAIVED = re.compile(
    r"Build waived|(?P<count>\d+) (?:unused |unusable )?builds? (?P<how>\w+)", re.IGNORECASE
)
_CAN = re.compile(
    r"The (?P<whose>\S+) (?P<kind>army|fleet) in (?P<place>.+?) (?:can retreat to (?P<to>.+?)\.|"
    r"(?:with no valid retreats )?was destroyed\.?)$",
    re.IGNORECASE,
)
_REFUSED = ("invalid",)


@dataclass
class Line:
    """What a line about a unit says.

    Attributes:
        unit: In normal form; empty for a waive.
        order: In normal form; empty for a unit without one.
        goal: Where a move or retreat leads; empty for all else.
        marks: `bounce`, `no_convoy`…
    """

    unit: str
    order: str = ""
    goal: str = ""
    marks: tuple[str, ...] = ()


@dataclass
class Removal:
    """A line of an adjustment.

    Attributes:
        order: `A PAR B`, `F BRE D`, `WAIVE`; empty where none was given.
        by_default: A unit that was removed without an order.
        unused: Builds that were not used.
    """

    order: str = ""
    by_default: str = ""
    unused: int = 0
    pending: int = 0


@dataclass
class Dislodged:
    """A sentence about a unit that was driven out."""

    power: str
    unit: str
    retreats: tuple[str, ...] = field(default_factory=tuple)


def marks_of(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a line without its marks, and these: `no convoy` as `no_convoy`."""
    marks = [
        mark.strip().lower().replace(" ", "_")
        for found in _MARK.finditer(text)
        for mark in found[1].split(",")
        if mark.strip()
    ]
    return " ".join(_MARK.sub(" ", text).split()).rstrip(". "), tuple(marks)


def read_movement(text: str, names: Names) -> Line | None:
    """Read what stands behind a power's name in a movement; None where it has another form."""
    body, marks = marks_of(text)
    if any(mark in _REFUSED for mark in marks):
        return Line("", body, "", marks)
    found = re.split(r" +(HOLD|SUPPORT|CONVOY|->)(?: +|$)", body, maxsplit=1, flags=re.IGNORECASE)
    idle = re.fullmatch(r"(.+?), *No Orders? Processed", body, re.IGNORECASE)
    if idle:
        unit = _unit(idle[1], names)
        return Line(unit, "", "", marks) if unit else None
    if len(found) != 3:
        return None
    unit, verb, rest = _unit(found[0], names), found[1].upper(), found[2].strip()
    if unit is None:
        return None
    match verb:
        case "HOLD":
            return Line(unit, f"{unit} H", "", marks) if not rest else None
        case "->":
            return _move(unit, rest, marks, names)
        case _:
            return _help(unit, verb[0], rest, marks, names)


def _move(unit: str, rest: str, marks: tuple[str, ...], names: Names) -> Line | None:
    """Read a way: `Norway`, or `North Sea -> Norway` by sea."""
    steps = [step.strip() for step in rest.split("->")]
    goal = names.place(steps[-1], fleet=unit.startswith("F"))
    if goal is None or None in [names.place(step, fleet=True) for step in steps]:
        return None
    via = " VIA" if len(steps) > 1 else ""
    return Line(unit, f"{unit} - {goal}{via}", goal, marks)


def _help(unit: str, verb: str, rest: str, marks: tuple[str, ...], names: Names) -> Line | None:
    """Read a support or a convoy: its army's way by sea does not matter here."""
    who, *steps = (part.strip() for part in rest.split("->"))
    helped = _unit(who, names)
    if helped is None:
        return None
    if not steps:
        return Line(unit, f"{unit} {verb} {helped}", "", marks) if verb == "S" else None
    goal = names.place(steps[-1], fleet=helped.startswith("F"))
    return Line(unit, f"{unit} {verb} {helped} - {goal}", "", marks) if goal else None


def read_retreat(text: str, names: Names) -> Line | None:
    """Read a line of a retreat phase; a unit without an order is disbanded."""
    body, marks = marks_of(text)
    found = re.fullmatch(
        r"(.+?)(?: *-> *(.+)|,? *(?:No Orders? Processed *\(?)?DISBAND(?:ED)?\)?)", body
    )
    if found is None:
        return None
    unit = _unit(found[1], names)
    if unit is None:
        return None
    if not found[2]:
        return Line(unit, f"{unit} D", "", marks)
    goal = names.place(found[2], fleet=unit.startswith("F"))
    return Line(unit, f"{unit} R {goal}", goal, marks) if goal else None


def read_adjustment(text: str, names: Names) -> Removal | None:
    """Read a line of an adjustment phase."""
    body, _ = marks_of(text)
    waived = _WAIVED.fullmatch(body)
    if waived:
        if waived["count"] is None:
            return Removal("WAIVE")
        count = int(waived["count"])
        pending = "pending" in body.lower()
        return Removal(pending=count) if pending else Removal(unused=count)
    found = _BUILD.fullmatch(body)
    if found is None:
        return None
    unit = _unit(f"{found['kind']} {found['place']}", names)
    if unit is None:
        return None
    if found["what"].lower().startswith("build"):
        return Removal(f"{unit} B")
    if found["what"].lower().startswith("default"):
        return Removal(by_default=unit)
    return Removal(f"{unit} D")


def read_dislodged(sentence: str, names: Names) -> Dislodged | None:
    """Read a sentence like `The French Army in Belgium can retreat to Picardy or Ruhr.`."""
    found = _CAN.fullmatch(" ".join(sentence.split()))
    if found is None:
        return None
    power = names.adjectives.get(found["whose"].casefold())
    unit = _unit(f"{found['kind']} {found['place']}", names)
    if power is None or unit is None:
        return None
    ways = re.split(r" or ", found["to"]) if found["to"] else []
    places = [names.place(way.strip(), fleet=unit.startswith("F")) for way in ways]
    if None in places:
        return None
    return Dislodged(power, unit, tuple(sorted(place for place in places if place)))


def read_centers(text: str, names: Names) -> Iterator[str | None]:
    """Yield the centers of a list `Brest, Paris.`; None for each name that is not known."""
    for name in text.strip().rstrip(".").split(","):
        if name.strip():
            yield names.place(name.strip(), fleet=False)


def _unit(text: str, names: Names) -> str | None:
    """Read `Army Paris`, `German Army Kiel`, `Fleet St Petersburg (north coast)`."""
    found = _UNIT.fullmatch(text.strip())
    if found is None:
        return None
    kind = found["kind"][0].upper()
    place = names.place(found["rest"].strip(), fleet=kind == "F")
    return f"{kind} {place}" if place else None
