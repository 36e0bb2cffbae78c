"""The strip under a map: what it shows, whose color is which, what was built."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.adjudicator.result import Adjudication, Outcome
from pbem.board.phase import PhaseKind
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.drawing import svg
from pbem.drawing.atlas import Atlas
from pbem.drawing.base import Base, fill_of
from pbem.drawing.words import read
from pbem.orders.order import Build

_MARGIN = 18
_HEAD = 44
_ROW = 34
_LINE = 19
_COLUMNS = 7
_TITLE_MOST = 78
_PAIR = 2


@dataclass(frozen=True)
class Legend:
    """The strip, drawn below the map.

    Attributes:
        svg: At its final place.
        height: Map units.
    """

    svg: str
    height: int


def draw_legend(
    base: Base,
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None,
    title: str,
    prefix: str,
) -> Legend:
    """Return the strip: the title, every power with its centers and units, the credit.

    In Winter each power's builds, disbands and waives follow.
    """
    paint = base.palette.paint
    columns = min(_COLUMNS, len(variant.powers)) or 1
    width = (atlas.width - 2 * _MARGIN) / columns
    cells = []
    height = _HEAD
    powers = list(variant.powers.values())
    for first in range(0, len(powers), columns):
        deepest = 0
        for column, power in enumerate(powers[first : first + columns]):
            x, y = _MARGIN + column * width, atlas.height + height
            lines = _changes(position, result, power.id)
            deepest = max(deepest, len(lines))
            swatch = fill_of(base, f"land-{power.id}", prefix)
            name = f"{power.name} ({power.letter})" if base.palette.lettered else power.name
            cells.append(
                f'<g {paint["line"]}><rect {swatch} x="{x:g}" y="{y}" width="22" '
                f'height="17" rx="3"/></g>'
                f'<text x="{x + 29:g}" y="{y + 14}">{svg.text(name)} '
                f'<tspan font-weight="bold">{_count(position, power.id)}</tspan></text>'
            )
            cells += [
                f'<text x="{x + 29:g}" y="{y + 14 + _LINE * (row + 1)}" font-size="14">'
                f"{svg.text(line)}</text>"
                for row, line in enumerate(lines)
            ]
        height += _ROW + _LINE * deepest
    shown = title if len(title) <= _TITLE_MOST else title[: _TITLE_MOST - 1].rstrip() + "…"
    top = atlas.height
    drawn = (
        f'<rect {paint["halo"]} stroke-width="0" y="{top}" '
        f'width="{atlas.width}" height="{height}"/>'
        f'<path {paint["line"]} d="M0 {top}h{atlas.width}" stroke-width="1.5"/>'
        f'<g {paint["label"]} font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="16">'
        f'<text x="{_MARGIN}" y="{top + 31}" font-family="Georgia,\'DejaVu Serif\',serif" '
        f'font-size="25" font-weight="bold">{svg.text(shown)}</text>'
        f'<text x="{atlas.width - _MARGIN}" y="{top + 29}" font-size="11" text-anchor="end">'
        f"{svg.text(atlas.credit)}</text>{''.join(cells)}</g>"
    )
    return Legend(drawn, height)


def _count(position: Position, power: str) -> int:
    if position.centers:
        return len(position.centers.get(power, ()))
    return len(position.units.get(power, ()))


def _changes(position: Position, result: Adjudication | None, power: str) -> list[str]:
    """Return a Winter's builds, disbands and waives in lines that fit under a power's name."""
    if result is None or position.phase.kind is not PhaseKind.ADJUSTMENTS:
        return []
    built = [
        order.unit
        for one in result.orders.get(power, ())
        if one.outcome is Outcome.SUCCEEDS and isinstance(order := read(one.order), Build)
    ]
    waived = sum(one.order == "WAIVE" for one in result.orders.get(power, ()))
    words = [f"+ {unit}" for unit in built]
    words += [f"\u2212 {unit}" for unit in result.disbanded.get(power, ())]
    words += [f"{waived} waived"] if waived else []
    return [", ".join(words[first : first + _PAIR]) for first in range(0, len(words), _PAIR)]
