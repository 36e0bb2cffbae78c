"""The base of a map: ground, borders and names, made once for a board and a theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle

from pbem.board.position import Position
from pbem.board.variant import Terrain, Variant
from pbem.drawing import svg
from pbem.drawing.atlas import Atlas, Stroke, check_atlas
from pbem.drawing.theme import Palette, palette

_LAND_FONT = 'font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="12.5" font-weight="bold"'
_SEA_FONT = (
    'font-family="Georgia,\'DejaVu Serif\',serif" font-size="13.5" font-style="italic" '
    'font-weight="bold" letter-spacing="1"'
)
_CAPTION_FONT = "font-family=\"Verdana,'DejaVu Sans',sans-serif\""
_HATCHES = (
    "M-4 12L12-4M4 20L20 4",
    "M0 4H16M0 12H16",
    "M4 0V16M12 0V16",
    "M-4 4L12 20M4-4L20 12",
    "M2 4h4M4 2v4M10 12h4M12 10v4",
    "M0 8H16M8 0V16",
    "M0 6L4 2L8 6L12 2L16 6M0 14L4 10L8 14L12 10L16 14",
)


@dataclass(frozen=True, eq=False)
class Base:
    """What every map of a board in one theme has in common.

    Attributes:
        palette: Its colors.
        sea: Water and the lines in it.
        land: The path of each land province, without its color.
        waste: Land that nobody can enter.
        centers: The mark of each supply center, without its color.
        labels: Short names, without color or halo: on land and at sea.
        straits: Lines across water between provinces that touch.
        backdrop: What lies under the land of a star map.
        overlay: What lies over it.
        captions: Words beside the areas.
    """

    palette: Palette
    sea: str
    land: Mapping[str, str]
    waste: str
    centers: str
    labels: tuple[str, str]
    straits: str
    backdrop: str
    overlay: str
    captions: str


@lru_cache(maxsize=32)
def make_base(variant: Variant, atlas: Atlas, theme: str) -> Base:
    """Return the base of a board's map, kept for the next one.

    Raises:
        VariantError: The atlas does not show this board.
        ConfigError: There is no such theme.
    """
    check_atlas(variant, atlas)
    colors = palette(variant, theme, sky=atlas.sky)
    land = [p.id for p in variant.provinces.values() if p.terrain is not Terrain.SEA]
    seas = [p.id for p in variant.provinces.values() if p.terrain is Terrain.SEA]
    waste = [*atlas.impassable.values(), *([atlas.islets] if atlas.islets else [])]
    return Base(
        palette=colors,
        sea="".join(svg.path(atlas.areas[key].outline) for key in seas),
        land={key: svg.path(atlas.areas[key].outline) for key in land},
        waste="".join(svg.path(outline) for outline in waste),
        centers="".join(
            svg.circle(area.center, 5)
            for key in variant.centers
            if (area := atlas.areas[key]).center is not None
        ),
        labels=(_labels(atlas, land), _labels(atlas, seas)),
        straits="".join(svg.link(*strait.line) for strait in atlas.straits),
        backdrop=_strokes(atlas.backdrop, colors),
        overlay=_strokes(atlas.overlay, colors),
        captions="".join(svg.label(one.at, one.words, one.turn) for one in atlas.captions),
    )


def _strokes(strokes: tuple[Stroke, ...], colors: Palette) -> str:
    return "".join(
        f"<g {colors.paint[one.role]} {_pen(one.width)}>{svg.path(one.outline)}</g>"
        for one in strokes
    )


def _pen(width: float | None) -> str:
    if width is None:
        return 'stroke="none"'
    return f'fill="none" stroke-width="{width:g}" stroke-linecap="round"'


def _labels(atlas: Atlas, keys: list[str]) -> str:
    spots = [(key, atlas.areas[key].label) for key in keys]
    return "".join(svg.label((x, y + 4.6), key) for key, (x, y) in spots)


def draw_ground(base: Base, variant: Variant, atlas: Atlas, position: Position, prefix: str) -> str:
    """Return everything that lies under orders and units, in its owners' colors.

    A center has its owner's color. Other land is paler, and has the color of a
    power only where all owned centers beside it are that power's and nobody
    else's unit stands in it.
    """
    paint = base.palette.paint
    land = "".join(
        f"<g {fill_of(base, role, prefix)}>{''.join([base.land[key] for key in keys])}</g>"
        for role, keys in _realms(variant, position).items()
    )
    coast = f'<use href="#{prefix}land" fill="none" stroke-linejoin="round"/>'
    return (
        f'<rect {paint["sea"]} width="{atlas.width}" height="{atlas.height}"/>'
        f'<g transform="scale({1 / atlas.grid:g})" fill-rule="evenodd">'
        f'<g {paint["seam"]} fill="none" stroke-width="2">{base.sea}</g>{base.backdrop}'
        f'<g {paint["shoal"]} stroke-width="20">{coast}</g>'
        f'<g {paint["shore"]} stroke-width="9">{coast}</g>'
        f'<g {paint["border"]} stroke-width="1.8" stroke-linejoin="round">'
        f'<g id="{prefix}land">{land}<g fill="url(#{prefix}waste)">{base.waste}</g></g></g>'
        f"{base.overlay}{_closed(atlas, variant, position, prefix)}</g>"
        f"{_over(base)}"
        f'<g {paint["center"]} stroke-width="1.6">{base.centers}</g>'
    )


def _closed(atlas: Atlas, variant: Variant, position: Position, prefix: str) -> str:
    """Return the hatch over provinces that nothing enters."""
    shut = "".join(
        f"<g><title>{svg.text(variant.provinces[key].name)}: closed</title>"
        f"{svg.path(atlas.areas[key].outline)}</g>"
        for key in position.closed
        if key in variant.provinces
    )
    return f'<g fill="url(#{prefix}closed)" stroke="none">{shut}</g>' if shut else ""


def _over(base: Base) -> str:
    paint = base.palette.paint
    straits = captions = ""
    if base.straits:
        dots = 'stroke-width="3" stroke-linecap="round" stroke-dasharray="0 5"'
        straits = f"<g {paint['strait']} {dots}>{base.straits}</g>"
    if base.captions:
        words = 'text-anchor="middle" font-size="15" letter-spacing="5"'
        captions = f"<g {paint['caption']} {_CAPTION_FONT} {words}>{base.captions}</g>"
    return straits + captions


def draw_names(base: Base, prefix: str) -> str:
    """Return the short names of all provinces, which lie over arrows and under units."""
    paint = base.palette.paint
    return (
        f'<g class="names" text-anchor="middle" aria-hidden="true">'
        f'<g {paint["halo"]} stroke-width="3.6" stroke-linejoin="round" stroke-opacity=".85">'
        f'<use href="#{prefix}names"/><use href="#{prefix}seas"/></g>'
        f'<g {paint["label"]}><g id="{prefix}names" {_LAND_FONT}>{base.labels[0]}</g></g>'
        f'<g {paint["label-sea"]}><g id="{prefix}seas" {_SEA_FONT}>{base.labels[1]}</g></g></g>'
    )


def fill_of(base: Base, role: str, prefix: str) -> str:
    """Return the attributes that fill land of a role, with a hatch where colors do not tell."""
    if base.palette.lettered and role.startswith("land-"):
        return f'fill="url(#{prefix}{role})"'
    return base.palette.paint[role]


def _realms(variant: Variant, position: Position) -> dict[str, list[str]]:
    owners = {
        center: power
        for power, centers in position.centers.items()
        if power in variant.powers
        for center in centers
    }
    standing = {unit.province: power for power, units in position.units.items() for unit in units}
    realms: dict[str, list[str]] = {"land": []}
    for province in variant.provinces.values():
        if province.terrain is Terrain.SEA:
            continue
        owner = owners.get(province.id)
        role = "land"
        if owner:
            role = f"land-{owner}"
        elif not province.center:
            around = {owners[key] for key in province.army if key in owners}
            if len(around) == 1 and standing.get(province.id, *around) in around:
                role = f"sphere-{around.pop()}"
        realms.setdefault(role, []).append(province.id)
    return realms


def hatches(base: Base, variant: Variant, position: Position, prefix: str) -> str:
    """Return the definitions of the hatches that a map needs.

    Waste always has one, closed provinces where there are some, powers where colors do not tell.
    """
    paint = base.palette.paint
    waste = (
        f'<pattern id="{prefix}waste" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect {paint["waste"]} width="10" height="10"/>'
        f'<path {paint["waste-line"]} d="M-2 2L2-2M-1 11L11-1M8 12L12 8" stroke-width="1.6"/>'
        "</pattern>"
    )
    if position.closed:
        waste += (
            f'<pattern id="{prefix}closed" width="14" height="14" patternUnits="userSpaceOnUse">'
            f'<path {paint["border"]} d="M-2 2L2-2M-1 15L15-1M12 16L16 12" stroke-width="2.2" '
            f'fill="none"/></pattern>'
        )
    if not base.palette.lettered:
        return waste
    return waste + "".join(
        f'<pattern id="{prefix}land-{power}" width="16" height="16" '
        f'patternUnits="userSpaceOnUse"><path d="{hatch}" stroke="#000" stroke-width="1.5" '
        f'stroke-opacity=".55" fill="none"/></pattern>'
        for power, hatch in zip(variant.powers, cycle(_HATCHES), strict=False)
    )
