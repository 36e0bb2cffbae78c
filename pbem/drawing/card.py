"""Cards: a map with a game's name beside it, for previews of links and for mail."""

from __future__ import annotations

from textwrap import wrap

from pbem.adjudicator.result import Adjudication
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.drawing import svg
from pbem.drawing.atlas import Atlas
from pbem.drawing.base import Base, make_base
from pbem.drawing.map import draw_board
from pbem.drawing.png import MOST_BYTES, draw_png

WIDTH = 1200
HEIGHT = 630
_PREFIX = "card-"
_MARGIN = 36
_WIDEST = 720
_BAR = 15
_LETTER = 0.61
_NAME = 40
_NAME_LINES = 3
_SERIF = "font-family=\"Georgia,'DejaVu Serif',serif\""
_SANS = "font-family=\"Verdana,'DejaVu Sans',sans-serif\""


def draw_card(
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None = None,
    *,
    game: str,
    theme: str = "light",
    named: bool = True,
) -> str:
    """Return a card as SVG, 1200 units wide and 630 high, the same bytes for the same values.

    Args:
        variant: The board.
        atlas: Its outlines and spots.
        position: The board before the orders.
        result: The orders with what became of them; None for the position alone.
        game: What the game is called; cut short where it is long. Where it is empty
            the card has the name of the board alone.
        theme: One of those of maps.
        named: Whether provinces have their names.

    Raises:
        VariantError: The atlas does not show this board.
        ConfigError: There is no such theme.
    """
    base = make_base(variant, atlas, theme)
    paint = base.palette.paint
    wide = min(_WIDEST, round(HEIGHT * atlas.width / atlas.height))
    tall = min(HEIGHT, round(wide * atlas.height / atlas.width))
    board = draw_board(base, variant, atlas, position, result, _PREFIX, named=named)
    title = f"{game}, {position.phase.title}" if game else position.phase.title
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pbem-map" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img">'
        f"<title>{svg.text(title)}</title>"
        f'<rect {paint["halo"]} width="{WIDTH}" height="{HEIGHT}" stroke-width="0"/>'
        f'<svg y="{(HEIGHT - tall) // 2}" width="{wide}" height="{tall}" '
        f'viewBox="0 0 {atlas.width} {atlas.height}">{board}</svg>'
        f'<path {paint["line"]} d="M{wide} 0V{HEIGHT}M0 {(HEIGHT - tall) // 2}h{wide}'
        f'm0 {tall}h-{wide}" stroke-width="2"/>'
        f"{_panel(base, variant, position, game or variant.title, wide + _MARGIN)}</svg>\n"
    )


def draw_card_png(
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None = None,
    *,
    game: str,
    theme: str = "light",
) -> bytes:
    """Return a card as a PNG of 1200 by 630 pixels and 60 KB at most.

    A crowded map gives up the names of provinces, which are small there anyway, and a
    very crowded one its orders.
    """
    for named, orders in ((True, result), (False, result), (False, None)):
        card = draw_card(variant, atlas, position, orders, game=game, theme=theme, named=named)
        drawn = draw_png(card)
        if len(drawn) <= MOST_BYTES:
            break
    return drawn


def _panel(base: Base, variant: Variant, position: Position, name: str, left: int) -> str:
    paint = base.palette.paint
    room = WIDTH - _MARGIN - left
    lines = _lines(name, round(room / (_NAME * _LETTER)))
    y = 84
    parts = []
    for line in lines:
        parts.append(
            f'<text x="{left}" y="{y}" {_SERIF} font-size="{_NAME}" font-weight="bold">'
            f"{svg.text(line)}</text>"
        )
        y += _NAME + 8
    parts.append(
        f'<text x="{left}" y="{y}" {_SANS} font-size="30">{svg.text(position.phase.title)}</text>'
    )
    if name != variant.title:
        parts.append(
            f'<text x="{left}" y="{y + 34}" {_SANS} font-size="19">{svg.text(variant.title)}</text>'
        )
    parts.append(_standings(base, variant, position, left, room))
    return f"<g {paint['name-land']}>{''.join(parts)}</g>"


def _lines(name: str, most: int) -> list[str]:
    """Return a name in few lines of so many letters, with an ellipsis where more is left."""
    lines = wrap(name, most, break_long_words=True) or [""]
    if len(lines) > _NAME_LINES:
        lines = [*lines[: _NAME_LINES - 1], lines[_NAME_LINES - 1][: most - 1].rstrip() + "…"]
    return lines


def _standings(base: Base, variant: Variant, position: Position, left: int, room: int) -> str:
    """Return each power's centers (or units, where owners are not known) as a bar."""
    paint = base.palette.paint
    held = position.centers or position.units
    most = max([len(held.get(power, ())) for power in variant.powers] or [1]) or 1
    step = min(44, 300 // max(1, len(variant.powers)))
    top = HEIGHT - _MARGIN - step * len(variant.powers)
    rows = []
    for row, (key, power) in enumerate(variant.powers.items()):
        count = len(held.get(key, ()))
        y = top + step * row
        long = (room - 50) * count / most
        rows.append(
            f'<text x="{left}" y="{y + 16}" {_SANS} font-size="17">{svg.text(power.name)}</text>'
            f'<g {paint["line"]}><rect {paint[f"land-{key}"]} x="{left}" y="{y + 21}" '
            f'width="{long:g}" height="{_BAR}" stroke-width="1.2"/></g>'
            f'<text x="{left + long + 8:g}" y="{y + 35}" {_SANS} font-size="17" '
            f'font-weight="bold">{count}</text>'
        )
    return "".join(rows)
