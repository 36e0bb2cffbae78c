"""The maps of the site: beside and within pages, as films, and as cards for other sites."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.adjudicator.result import Adjudication
from pbem.board.position import Position
from pbem.drawing.base import make_base
from pbem.drawing.film import Frame, draw_film
from pbem.drawing.map import Overlay, draw_map, draw_overlay
from pbem.drawing.map import map_style as style_of_maps
from pbem.errors import VariantError
from pbem.game.publication import PhaseFile
from pbem.site.prose import Html
from pbem.site.source import Board
from pbem.site.views import map_words

_THEME = "auto"
_PREFIX = "map-"


def overlay_of(
    board: Board, position: Position, result: Adjudication | None, title: str
) -> Overlay:
    """Return what a phase puts on its map; the board has shapes."""
    assert board.atlas is not None
    base = make_base(board.variant, board.atlas, _THEME)
    caption = f"{title}: {position.phase.title}"
    return draw_overlay(base, board.variant, board.atlas, position, result, caption, _PREFIX)


def map_svg(
    board: Board,
    position: Position,
    result: Adjudication | None,
    title: str,
    overlay: Overlay | None = None,
) -> str:
    """Return a map as a file of its own.

    Args:
        board: With its shapes.
        position: Before the orders.
        result: None for the position alone.
        title: Of the game or the board.
        overlay: Of the same phase, where it is at hand.

    Raises:
        VariantError: The board has no shapes.
    """
    if board.atlas is None:
        raise VariantError(f"the board {board.variant.key!r} cannot be drawn: it has no shapes")
    return draw_map(
        board.variant,
        board.atlas,
        position,
        result,
        title=f"{title}: {position.phase.title}",
        description=map_words(board.variant, position),
        theme=_THEME,
        prefix=_PREFIX,
        overlay=overlay,
    )


def film_svg(
    board: Board, phases: Sequence[PhaseFile], overlays: Sequence[Overlay], title: str
) -> str:
    """Return a game that is over as an SVG that moves by itself.

    Args:
        board: With its shapes.
        phases: Those that stand, at least one.
        overlays: Of each of them.
        title: Of the game.
    """
    assert board.atlas is not None
    span = f"{phases[0].position.phase.title} to {phases[-1].position.phase.title}"
    return draw_film(
        board.variant,
        board.atlas,
        [
            Frame(file.position, file.result, overlay)
            for file, overlay in zip(phases, overlays, strict=True)
        ],
        title=title,
        description=f"{board.variant.title}, {span}: {len(phases)} phases.",
        theme=_THEME,
        prefix=_PREFIX,
    )


def map_card(board: Board, now: Position, title: str) -> bytes:
    """Return the picture that other sites show beside a link to a finished game, as PNG."""
    # What draws PNGs takes long to import, and most builds draw none.
    from pbem.drawing.card import draw_card
    from pbem.drawing.png import draw_png

    assert board.atlas is not None
    return draw_png(draw_card(board.variant, board.atlas, now, game=title))


def inline(board: Board, drawn: str) -> Html:
    """Return a map of a board as it can stand in a page.

    Its style sheet is left out, since no page may hold one: `map.css` of the board has
    the same rules.
    """
    return Html(drawn.replace(_style_of(board), "", 1))


def map_style(board: Board) -> str:
    """Return the style sheet of the maps that stand in pages: `map.css` of a board.

    Its colors for dark pages are those of map.svg; the rest shows the orders of one
    power alone where a reader asks for that.
    """
    rules = style_of_maps(board.variant, board.atlas) if board.atlas is not None else ""
    shown = "".join(
        f'.stay:has([value="{power}"]:checked) .pbem-map .orders>g:not(.order-{power})'
        "{opacity:.07}\n"
        for power in board.variant.powers
    )
    return f"{rules}\n{shown}"


@lru_cache(maxsize=16)
def _style_of(board: Board) -> str:
    rules = style_of_maps(board.variant, board.atlas) if board.atlas is not None else ""
    return f"<style>{rules}</style>"
