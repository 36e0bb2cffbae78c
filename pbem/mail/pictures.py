"""Maps that come with letters: as SVG, and as PNG for programs that show no SVG."""

from __future__ import annotations

from pathlib import Path

from pbem.adjudicator.result import Adjudication
from pbem.assets import load_variant, map_text
from pbem.board.position import Position
from pbem.errors import ConfigError
from pbem.mail.sheets import File

_ATLAS = "shapes.json"
_WIDTH = 1200


def map_files(
    key: str,
    position: Position,
    result: Adjudication | None,
    *,
    name: str,
    title: str,
    home: Path | None,
) -> tuple[File, ...]:
    """Return the board of a phase, with its orders where a result is given; SVG first.

    Nothing comes where the board has no outlines. What draws is imported here, since
    few letters need it.

    Args:
        key: Of the variant.
        position: The board before the orders.
        result: What became of the orders.
        name: Of the files, without what tells their kind.
        title: Shown under the map.
        home: Whose own boards come first.
    """
    from pbem.drawing.atlas import read_atlas
    from pbem.drawing.map import draw_map
    from pbem.drawing.png import draw_png

    variant = load_variant(key, home)
    try:
        atlas = read_atlas(map_text(key, _ATLAS, home), f"maps/{key}/{_ATLAS}")
    except ConfigError:
        return ()
    drawn = draw_map(variant, atlas, position, result, title=title, description=variant.title)
    return (
        File(f"{name}.svg", "image/svg+xml", drawn.encode()),
        File(f"{name}.png", "image/png", draw_png(drawn, width=_WIDTH)),
    )
