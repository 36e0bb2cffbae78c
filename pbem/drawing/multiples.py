"""Small multiples: one little map a year, side by side, to be set into a page.

The outlines are written once and used by every map; what differs is who owns the
land that has a supply center. Colors of the ground come from the page's style sheet
(classes as in a map), those of powers from their board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.board.variant import Variant
from pbem.drawing.atlas import Atlas
from pbem.drawing.base import make_base
from pbem.drawing.svg import number, text

_WIDTH = 240
_GAP = 14
_WORDS = 26


@dataclass(frozen=True)
class Little:
    """One map.

    Attributes:
        label: Over it: `1904`.
        href: Where it leads; empty for nowhere.
        centers: Supply centers by owner.
    """

    label: str
    href: str
    centers: Mapping[str, Sequence[str]]


def small_multiples(
    variant: Variant, atlas: Atlas, maps: Sequence[Little], *, columns: int = 4, prefix: str = "y-"
) -> str:
    """Return little maps in rows, each with its label and a link.

    Args:
        variant: The board.
        atlas: Its outlines.
        maps: From the first to the last.
        columns: Of maps in a row.
        prefix: Of all ids, unlike that of any other picture in the page.

    Raises:
        VariantError: The atlas does not show this board.
    """
    base = make_base(variant, atlas, "light")
    paint = base.palette.paint
    scale = _WIDTH / atlas.width
    tall = atlas.height * scale
    columns = max(1, min(columns, len(maps)))
    rows = -(-len(maps) // columns)
    width, height = columns * (_WIDTH + _GAP) - _GAP, rows * (tall + _WORDS + _GAP)
    owned = [key for key in base.land if variant.provinces[key].center]
    shapes = "".join(f'<g id="{prefix}{key}">{base.land[key]}</g>' for key in owned)
    rest = "".join(path for key, path in base.land.items() if key not in owned)
    ground = (
        f'<g id="{prefix}ground"><rect {paint["sea"]} width="{atlas.width * atlas.grid:g}" '
        f'height="{atlas.height * atlas.grid:g}"/>'
        f"<g {paint['land']}>{rest}<g {paint['waste']}>{base.waste}</g></g></g>"
    )
    drawn = "".join(
        _little(
            variant,
            one,
            paint,
            prefix,
            (n % columns * (_WIDTH + _GAP), n // columns * (tall + _WORDS + _GAP)),
            scale / atlas.grid,
        )
        for n, one in enumerate(maps)
    )
    return (
        f'<svg class="chart pbem-map little" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="group" '
        f'aria-label="The board at the end of each year">'
        f'<defs><g fill-rule="evenodd">{shapes}{ground}</g></defs>{drawn}</svg>'
    )


def _little(
    variant: Variant,
    one: Little,
    paint: Mapping[str, str],
    prefix: str,
    at: tuple[float, float],
    scale: float,
) -> str:
    owner = {center: power for power, held in one.centers.items() for center in held}
    groups: dict[str, list[str]] = {}
    for province in variant.provinces.values():
        if province.center:
            power = owner.get(province.id, "")
            role = f"land-{power}" if power in variant.powers else "land"
            groups.setdefault(role, []).append(f'<use href="#{prefix}{province.id}"/>')
    land = "".join(f"<g {paint[role]}>{''.join(uses)}</g>" for role, uses in groups.items())
    words = text(one.label)
    drawn = (
        f'<text class="axis" y="17">{words}</text>'
        f'<g transform="translate(0 {_WORDS}) scale({scale:.5g})" {paint["border"]} '
        f'stroke-width="5" stroke-linejoin="round"><use href="#{prefix}ground"/>{land}</g>'
    )
    place = f'transform="translate({number(at[0])} {number(at[1])})"'
    if one.href:
        link = f'<a href="{text(one.href)}"><title>The end of {words}</title>{drawn}</a>'
        return f"<g {place}>{link}</g>"
    return f"<g {place}>{drawn}</g>"
