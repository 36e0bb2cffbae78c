"""Positions and cases of the reader of orders, from text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Variant
from pbem.orders.reading import Reading

LINES = Path(__file__).with_name("lines.txt")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\n")


@dataclass(frozen=True)
class Case:
    """A line, who wrote it where, and what it must become, as `lines.txt` says it."""

    variant: Variant
    position: Position
    power: str
    text: str
    expected: str
    where: str


def cases() -> list[Case]:
    """Return every case of `lines.txt`, in order."""
    return list(read_cases(LINES.read_text(encoding="utf-8"), LINES.name))


def read_cases(text: str, name: str) -> Iterator[Case]:
    """Yield the cases of a text in the form of `lines.txt`."""
    for number, variant, position, power, line in _in_positions(text):
        if " => " in line:
            text, expected = line.rsplit(" => ", 1)
            text = _ESCAPE.sub(_unescaped, text.rstrip())
            yield Case(variant, position, power, text, expected, f"{name}:{number}")


def read_talks(text: str, name: str) -> list[Case]:
    """Return the cases of a text in the form of `answers.txt`."""
    cases: list[Case] = []
    for number, variant, position, power, line in _in_positions(text):
        if line.startswith("    "):
            before = cases.pop()
            told = f"{before.expected}\n{line.strip()}".strip()
            cases.append(replace(before, expected=told))
        elif power and line:
            text = _ESCAPE.sub(_unescaped, line)
            cases.append(Case(variant, position, power, text, "", f"{name}:{number}"))
    return cases


def _in_positions(text: str) -> Iterator[tuple[int, Variant, Position, str, str]]:
    """Yield each line of a text that opens no position, with its number and where it stands."""
    variant = load_variant("standard")
    position = variant.opening()
    power = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("== "):
            _, board, phase = line[3:].split(", ")
            variant = load_variant(board)
            position = Position(Phase.read(phase), {}, {}, {})
            power = ""
        elif line.startswith("-- "):
            power = line[3:]
        elif not power and ": " in line and not line.startswith("#"):
            position = _with(position, *line.split(": "))
        elif not line.startswith("#"):
            yield number, variant, position, power, line


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else "\n"


def _with(position: Position, who: str, what: str) -> Position:
    power, *more = who.split(" ")
    listed = tuple(what.split(", ")) if what != "none" else ()
    if more == ["centers"]:
        centers = {**position.centers, power: listed}
        return Position(position.phase, position.units, centers, position.dislodged)
    if more:
        fled = Dislodgement(Unit.read(" ".join(more[1:])), listed)
        dislodged = {**position.dislodged, power: (*position.dislodged.get(power, ()), fled)}
        return Position(position.phase, position.units, position.centers, dislodged)
    units = {**position.units, power: tuple(map(Unit.read, listed))}
    return Position(position.phase, units, position.centers, position.dislodged)


def told(reading: Reading) -> str:
    """Return a reading as `lines.txt` writes it."""
    orders = " | ".join(f"{o.order} *" if o.note else o.order for o in reading.orders)
    questions = (f"? {' | '.join(question.candidates)}" for question in reading.questions)
    refused = (f"! {refusal.reason.value}" for refusal in reading.refused)
    return " & ".join(filter(None, (orders, *questions, *refused))) or "talk"
