"""What maps weigh, and how long they take to draw.

A *base* is the map of a board with nobody on it; an *overlay* is what the orders of a full
turn add: those of 34 units, or of one on each supply center where there are fewer. Weights
are those of gzip.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from zlib import crc32

from pbem.adjudicator.judging import adjudicate
from pbem.adjudicator.result import Adjudication
from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant, map_text
from pbem.bench.stopwatch import seconds
from pbem.board.position import Position, Unit, UnitKind
from pbem.board.variant import Variant
from pbem.drawing.arrows import draw_orders
from pbem.drawing.atlas import read_atlas
from pbem.drawing.base import make_base
from pbem.drawing.card import draw_card_png
from pbem.drawing.map import draw_map
from pbem.orders.legality import legal_orders

_THEME = "auto"
_TURNS = 20
_UNITS = 34


@dataclass(frozen=True)
class MapFigures:
    """The figures of one board.

    Attributes:
        variant: Its key.
        base_gz: Bytes of the base.
        overlay_gz: Bytes that a turn of orders adds, the mean of several.
        draw_ms: To draw the orders of a turn once the base is loaded, the best of several.
        png_ms: To draw a card as PNG.
        png_bytes: What it weighs.
    """

    variant: str
    base_gz: int
    overlay_gz: int
    draw_ms: float
    png_ms: float
    png_bytes: int


def measure_map(key: str, rounds: int = 5) -> MapFigures:
    """Return the figures of a board.

    Raises:
        VariantError: There is no such board, or no map of it.
    """
    variant = load_variant(key)
    atlas = read_atlas(map_text(key, "shapes.json"))
    turns = list(_turns(variant))
    position = turns[0][0]

    def drawn(board: Position, result: Adjudication | None) -> int:
        text = draw_map(variant, atlas, board, result, title=key, description=key, theme=_THEME)
        return len(gzip.compress(text.encode(), 9, mtime=0))

    paint = make_base(variant, atlas, _THEME).palette.paint

    def draw_turns() -> None:
        for board, result in turns:
            draw_orders(variant, atlas, paint, board, result, "m-")

    bare = drawn(position, None)
    png = draw_card_png(variant, atlas, *turns[0], game=key)
    return MapFigures(
        variant=key,
        base_gz=drawn(replace(position, units={}, centers={}), None),
        overlay_gz=sum(drawn(*turn) - bare for turn in turns) // len(turns),
        draw_ms=_best(draw_turns, rounds) * 1000 / len(turns),
        png_ms=_best(lambda: draw_card_png(variant, atlas, *turns[0], game=key), 1) * 1000,
        png_bytes=len(png),
    )


def _best(run: Callable[[], object], rounds: int) -> float:
    run()
    return min(seconds(run) for _ in range(rounds))


def _turns(variant: Variant) -> Iterator[tuple[Position, Adjudication]]:
    """Yield judged turns of the same position, the same at every measuring."""
    powers = list(variant.powers)
    units: dict[str, list[Unit]] = {power: [] for power in powers}
    for number, center in enumerate(variant.centers[:_UNITS]):
        kinds = [kind for kind in UnitKind if variant.can_stand(Unit(kind, center))]
        kind = kinds[number % len(kinds)] if variant.unit_kinds else UnitKind.ARMY
        units[powers[number % len(powers)]].append(Unit(kind, center))
    position = replace(
        variant.opening(),
        units={power: tuple(sorted(own, key=str)) for power, own in units.items()},
        centers={power: tuple(sorted(one.province for one in own)) for power, own in units.items()},
    )
    rules = rulebook(variant.rulebook)
    choices = {power: legal_orders(variant, position, power) for power in powers}
    for turn in range(_TURNS):
        orders = {
            power: tuple(
                possible[crc32(f"{turn} {unit}".encode()) % len(possible)]
                for unit, possible in choices[power].items()
            )
            for power in powers
        }
        yield position, adjudicate(variant, position, orders, rules)
