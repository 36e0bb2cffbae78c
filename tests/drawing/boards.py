"""The standard board and its atlas, and phases to draw on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element, fromstring

from pbem.adjudicator.result import Adjudication, OrderResult, Outcome
from pbem.assets import load_variant, map_text
from pbem.board.phase import Phase
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Variant
from pbem.drawing.atlas import Atlas, read_atlas
from pbem.drawing.map import draw_map

SVG = "{http://www.w3.org/2000/svg}"


@lru_cache(maxsize=3)
def drawn(key: str) -> tuple[Variant, Atlas]:
    """Return a board and its atlas."""
    return load_variant(key), read_atlas(map_text(key, "shapes.json"))


def standard() -> tuple[Variant, Atlas]:
    """Return the standard board and its atlas."""
    return drawn("standard")


def position(
    phase: str,
    units: Mapping[str, str],
    dislodged: Mapping[str, Mapping[str, str]] | None = None,
    centers: Mapping[str, tuple[str, ...]] | None = None,
) -> Position:
    """Return a position from lists parted by commas: `{"FRANCE": "A PAR, F BRE"}`."""
    return Position(
        Phase.read(phase),
        {power: _units(listed) for power, listed in units.items()},
        centers or {},
        {
            power: tuple(
                Dislodgement(Unit.read(unit), tuple(retreats.split()))
                for unit, retreats in by_unit.items()
            )
            for power, by_unit in (dislodged or {}).items()
        },
    )


def judged(
    orders: Mapping[str, str],
    *,
    standoffs: tuple[str, ...] = (),
    units: Mapping[str, str] | None = None,
    disbanded: Mapping[str, str] | None = None,
) -> Adjudication:
    """Return a result from orders with their words: `{"FRANCE": "A PAR - BUR: bounces; …"}`.

    `+` after a word says that the unit was dislodged, `?` that nobody ordered it.
    """
    return Adjudication(
        orders={
            power: tuple(_result(line) for line in listed.split(";"))
            for power, listed in orders.items()
        },
        units={power: _units(listed) for power, listed in (units or {}).items()},
        dislodged={},
        standoffs=standoffs,
        centers={},
        disbanded={power: _units(listed) for power, listed in (disbanded or {}).items()},
    )


def drawing(
    board: Position,
    result: Adjudication | None = None,
    *,
    title: str = "A phase",
    description: str = "A test",
    theme: str = "light",
    prefix: str = "map-",
) -> Element:
    """Return a map of the standard board, read back as XML."""
    variant, atlas = standard()
    text = draw_map(
        variant,
        atlas,
        board,
        result,
        title=title,
        description=description,
        theme=theme,
        prefix=prefix,
    )
    return fromstring(text)


def titles(root: Element) -> list[str]:
    """Return the titles of all groups, in the order of drawing."""
    return [
        title.text or "" for group in root.iter(f"{SVG}g") for title in group.findall(f"{SVG}title")
    ]


def titled(root: Element, words: str) -> Element:
    """Return the one group whose title contains some words."""
    (found,) = [
        group
        for group in root.iter(f"{SVG}g")
        for title in group.findall(f"{SVG}title")
        if words in (title.text or "")
    ]
    return found


def _units(listed: str) -> tuple[Unit, ...]:
    return tuple(Unit.read(unit.strip()) for unit in listed.split(",") if unit.strip())


def _result(line: str) -> OrderResult:
    order, _, word = line.strip().partition(": ")
    return OrderResult(
        order, Outcome(word.rstrip("+?")), "", dislodged="+" in word, given="?" not in word
    )
