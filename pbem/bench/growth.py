"""How the cost of a phase grows with the board.

A large board is made of copies of the standard one in a row: `PAR` is `PAR` in
the first, `PAR2` in the second. The Barents Sea of each leads to the North
Atlantic of the next, and the western Mediterranean to the eastern, so that the
whole is one board with one sea; each power has the units of all its copies.
Every copy has a generated phase of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from pbem.assets import load_variant
from pbem.bench.engine import Engine
from pbem.bench.phases import Record, generated
from pbem.bench.stopwatch import settle_memory
from pbem.board.variant import Province, Variant

COPIES = (1, 4, 16)
"""Boards of 75, 300 and 1,200 provinces."""

_BRIDGES = (("BAR", "NAO"), ("EAS", "MAO"))
"""A sea of each copy and the sea of the next that it leads to."""

_PHASES = 48


@dataclass(frozen=True)
class Growth:
    """What a phase costs on a board of some size.

    Attributes:
        provinces: Of the board.
        units: On it, on average.
        phase_us: Processor time of a phase, in microseconds.
        unit_us: The same for each unit.
    """

    provinces: int
    units: int
    phase_us: float
    unit_us: float


def measure_growth(rounds: int, copies: Sequence[int] = COPIES) -> list[Growth]:
    """Return the cost on each board; medians over rounds, the boards taking turns."""
    boards = [(Engine(joined(count)), phases_of(count)) for count in copies]
    for engine, phases in boards:
        engine.seconds(phases)
    settle_memory()
    spent: list[list[float]] = [[] for _ in boards]
    for _ in range(rounds):
        for own, (engine, phases) in zip(spent, boards, strict=True):
            own.append(engine.seconds(phases))
    return [
        _growth(engine, phases, median(own))
        for own, (engine, phases) in zip(spent, boards, strict=True)
    ]


def _growth(engine: Engine, phases: Sequence[Record], seconds: float) -> Growth:
    units = sum(len(own) for phase in phases for own in phase["units"].values())
    return Growth(
        provinces=len(engine.variant.provinces),
        units=round(units / len(phases)),
        phase_us=seconds / len(phases) * 1e6,
        unit_us=seconds / units * 1e6,
    )


def joined(count: int) -> Variant:
    """Return a board of so many copies of the standard board."""
    standard = load_variant("standard")
    provinces: dict[str, Province] = {}
    for number in range(count):
        for province in standard.provinces.values():
            copy = _copy(province, number)
            provinces[copy.id] = copy
    for number in range(1, count):
        for west, east in _BRIDGES:
            _bridge(provinces, _in_copy(west, number - 1), _in_copy(east, number))
    return replace(standard, key=f"standard-{count}", provinces=provinces)


def _copy(province: Province, number: int) -> Province:
    def near(locations: Sequence[str]) -> tuple[str, ...]:
        return tuple(sorted(_in_copy(location, number) for location in locations))

    return replace(
        province,
        id=_in_copy(province.id, number),
        army=near(province.army),
        fleet={coast: near(locations) for coast, locations in province.fleet.items()},
    )


def _bridge(provinces: dict[str, Province], first: str, second: str) -> None:
    for here, there in ((first, second), (second, first)):
        sea = provinces[here]
        provinces[here] = replace(sea, fleet={"": tuple(sorted((*sea.fleet[""], there)))})


def _in_copy(location: str, number: int) -> str:
    """Return a location of the standard board as it is called in a copy, `STP2/NC`."""
    if number == 0:
        return location
    province, slash, coast = location.partition("/")
    return f"{province}{number + 1}{slash}{coast}"


def phases_of(count: int, phases: int = _PHASES) -> list[Record]:
    """Return phases of a board of so many copies, each copy with a generated phase of its own.

    The smaller the board, the more phases, so that each of them judges as much.
    """
    drawn = generated()
    total = phases * max(COPIES) // count
    return [
        _side_by_side([drawn[(number * count + copy) % len(drawn)] for copy in range(count)])
        for number in range(min(total, len(drawn)))
    ]


def _side_by_side(parts: Sequence[Record]) -> Record:
    return {
        "phase": parts[0]["phase"],
        "units": _together([part["units"] for part in parts]),
        "orders": _together([part["orders"] for part in parts]),
    }


def _together(parts: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {}
    for number, part in enumerate(parts):
        for power, texts in part.items():
            lists.setdefault(power, []).extend(
                " ".join(_renamed(text.split(" "), number)) for text in texts
            )
    return lists


def _renamed(words: Sequence[str], number: int) -> Iterator[str]:
    """Yield the words of a unit or an order with its places as a copy calls them."""
    for word in words:
        place = len(word) > 1 and word != "VIA"
        yield _in_copy(word, number) if place else word
