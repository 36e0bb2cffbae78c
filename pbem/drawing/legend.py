"""The strip under a map: what it shows, whose color is which, what was built."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.adjudicator.result import Adjudication, Outcome
from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit, UnitKind
from pbem.board.variant import Power, Variant
from pbem.drawing import signs, svg
from pbem.drawing.atlas import Atlas, Point
from pbem.drawing.base import Base, fill_of
from pbem.drawing.words import read
from pbem.orders.order import Build, Convert

_MARGIN = 18
_HEAD = 44
_ROW = 34
_LINE = 19
_COLUMNS = 7
_TITLE_MOST = 78
_PAIR = 2
_RING = 15


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
            at = (x + 11, y + 8)
            mark = signs.letter(power.letter, at, paint, halo=True) if base.palette.lettered else ""
            cells.append(
                f'<g {paint["line"]}><rect {swatch} x="{x:g}" y="{y}" width="22" '
                f'height="17" rx="3"/></g>{mark}'
                f'<text x="{x + 29:g}" y="{y + 14}">{svg.text(power.name)} '
                f'<tspan font-weight="bold">{_count(position, power.id)}</tspan></text>'
            )
            if power.id in position.neutral:
                sign = signs.badge((x + 22, y + 19.5), "=", "still-disc", paint)
                cells.append(f"<g><title>{svg.text(power.name)}: neutral</title>{sign}</g>")
            for row, (rings, line) in enumerate(lines):
                at = (x + 29, y + 14 + _LINE * (row + 1))
                cells.append(_line(base, power, at, rings, line))
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


def _line(base: Base, power: Power, at: Point, rings: int, line: str) -> str:
    x, y = at
    waived = "".join(
        f"<g><title>{svg.text(power.name)}: waives a build: succeeds</title>"
        f"{signs.waived((x + 6 + _RING * place, y - 5), base.palette.paint)}</g>"
        for place in range(rings)
    )
    words = svg.text(line)
    return f'{waived}<text x="{x + _RING * rings:g}" y="{y}" font-size="14">{words}</text>'


def _changes(position: Position, result: Adjudication | None, power: str) -> list[tuple[int, str]]:
    """Return what a power did in Winter, in lines that fit under its name.

    Each line goes with the number of rings before it: one for each build that was not used.
    """
    if result is None or position.phase.kind is not PhaseKind.ADJUSTMENTS:
        return []
    built = [
        order.unit
        for one in result.orders.get(power, ())
        if one.outcome is Outcome.SUCCEEDS and isinstance(order := read(one.order), Build)
    ]
    words = [f"+ {unit}" for unit in built]
    words += [f"\u2212 {unit}" for unit in result.disbanded.get(power, ())]
    words += [
        f"{order.unit} \u2192 {order.into or _other_kind(order.unit)}"
        for one in result.orders.get(power, ())
        if one.outcome is Outcome.SUCCEEDS and isinstance(order := read(one.order), Convert)
    ]
    lines = [(0, ", ".join(words[first : first + _PAIR])) for first in range(0, len(words), _PAIR)]
    waived = _waived(result, power)
    return [*lines, (waived, f"{waived} waived")] if waived else lines


def _waived(result: Adjudication | None, power: str) -> int:
    orders = result.orders.get(power, ()) if result else ()
    return sum(one.order == "WAIVE" and one.outcome is Outcome.SUCCEEDS for one in orders)


def _other_kind(unit: Unit) -> Unit:
    return Unit(UnitKind.FLEET if unit.kind is UnitKind.ARMY else UnitKind.ARMY, unit.location)
