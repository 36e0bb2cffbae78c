"""The base of a map: ground, borders and names, made once for a board and a theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle

from pbem.board.position import Position
from pbem.board.variant import Terrain, Variant
from pbem.drawing import svg
from pbem.drawing.atlas import Atlas, Point, Stroke, check_atlas
from pbem.drawing.theme import Palette, palette

_LAND_FONT = (
    'class="land-names" font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="12.5" '
    'font-weight="bold"'
)
_SEA_FONT = (
    'class="sea-names" font-family="Georgia,\'DejaVu Serif\',serif" font-size="13.5" '
    'font-style="italic" font-weight="bold" letter-spacing="1"'
)
_FULL_FONT = 'font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="9.5" font-weight="bold"'
_CAPTION_FONT = "font-family=\"Verdana,'DejaVu Sans',sans-serif\""
_LONG = 11
NAME_LINE = 10.5
"""Between the lines of a full name."""

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
        grid: Grid lines of its outlines to a map unit.
        sea: Water and the lines in it.
        land: The path of each land province, without its color.
        waste: Land that nobody can enter.
        centers: The mark of each supply center, without its color.
        names: The short name of each province, without color or halo.
        full: Its full name likewise, on up to three short lines.
        straits: Lines across water between provinces that touch.
        backdrop: What lies under the land of a star map.
        overlay: What lies over it.
        captions: Words beside the areas.
    """

    palette: Palette
    grid: int
    sea: str
    land: Mapping[str, str]
    waste: str
    centers: str
    names: Mapping[str, str]
    full: Mapping[str, str]
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
        grid=atlas.grid,
        sea="".join(svg.path(atlas.areas[key].outline) for key in seas),
        land={key: svg.path(atlas.areas[key].outline) for key in land},
        waste="".join(svg.path(outline) for outline in waste),
        centers="".join(
            svg.circle(area.center, 5)
            for key in variant.centers
            if (area := atlas.areas[key]).center is not None
        ),
        names={key: svg.label(_below(area.label, 4.6), key) for key, area in atlas.areas.items()},
        full={p.id: _full_name(atlas.areas[p.id].full, p.name) for p in variant.provinces.values()},
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


def _below(at: Point, far: float) -> Point:
    return (at[0], at[1] + far)


def name_lines(name: str) -> list[str]:
    """Return a full name in lines of about a word each."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + len(word) < _LONG:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _full_name(at: Point, name: str) -> str:
    lines = name_lines(name)
    top = 3.4 - (len(lines) - 1) * NAME_LINE / 2
    rows = enumerate(lines)
    return "".join(svg.label(_below(at, top + row * NAME_LINE), line) for row, line in rows)


@dataclass(frozen=True)
class Realms:
    """Who owns what, as roles of a theme.

    Attributes:
        land: Provinces of land by role: `land`, `land-FRANCE`, `sphere-FRANCE`.
        seas: Provinces of open water.
    """

    land: Mapping[str, tuple[str, ...]]
    seas: tuple[str, ...]


def draw_ground(
    base: Base, variant: Variant, atlas: Atlas, realms: Realms, position: Position, prefix: str
) -> str:
    """Return everything that lies under orders and units, in its owners' colors."""
    paint = base.palette.paint
    land = "".join(
        f'<g {fill_of(base, role, prefix)}><g id="{prefix}in-{role}">'
        f"{''.join([base.land[key] for key in keys])}</g></g>"
        for role, keys in realms.land.items()
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
        f"{_hatched(base, realms, prefix)}"
        f"{base.overlay}{_closed(atlas, variant, position, prefix)}</g>"
        f"{_over(base)}"
        f'<g {paint["center"]} stroke-width="1.6">{base.centers}</g>'
    )


def _hatched(base: Base, realms: Realms, prefix: str) -> str:
    """Return the hatches over owned land, which a style sheet may switch on."""
    uses = "".join(
        f'<use href="#{prefix}in-{role}" fill="url(#{prefix}{role})"/>'
        for role in realms.land
        if role.startswith("land-")
    )
    hidden = "" if base.palette.hatched else ' display="none"'
    return f'<g class="hatches"{hidden}>{uses}</g>' if uses else ""


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


def draw_names(base: Base, atlas: Atlas, realms: Realms, prefix: str) -> str:
    """Return the names of all provinces, which lie over arrows and under units.

    Short names are shown; full ones are there for a style sheet to show instead.
    """
    short = _layer(base, atlas, realms, base.names, f"{prefix}n-", _LAND_FONT, _SEA_FONT)
    full = _layer(base, atlas, realms, base.full, f"{prefix}f-", _FULL_FONT, _FULL_FONT)
    return (
        f'<g class="names" text-anchor="middle" aria-hidden="true">'
        f'<g class="short">{short}</g><g class="full" display="none">{full}</g></g>'
    )


def _layer(
    base: Base,
    atlas: Atlas,
    realms: Realms,
    names: Mapping[str, str],
    prefix: str,
    on_land: str,
    at_sea: str,
) -> str:
    """Return names with a halo behind each, in colors that read on their ground."""
    paint = base.palette.paint
    groups: list[tuple[str, str, str]] = []
    for role, keys in realms.land.items():
        shown = "".join([names[key] for key in keys if not atlas.areas[key].afloat])
        groups.append((role, on_land, shown))
    afloat = [key for keys in realms.land.values() for key in keys if atlas.areas[key].afloat]
    groups.append(("afloat", on_land, "".join([names[key] for key in sorted(afloat)])))
    groups.append(("sea", at_sea, "".join([names[key] for key in realms.seas])))
    halos, words = [], []
    for role, font, shown in groups:
        if shown:
            halos.append(f'<g {paint[f"halo-{role}"]}><use href="#{prefix}{role}"/></g>')
            words.append(
                f'<g {paint[f"name-{role}"]}><g id="{prefix}{role}" {font}>{shown}</g></g>'
            )
    return (
        f'<g stroke-width="3.6" stroke-linejoin="round" stroke-opacity=".85">{"".join(halos)}</g>'
        + "".join(words)
    )


def fill_of(base: Base, role: str, prefix: str) -> str:
    """Return the attributes that fill land of a role, with a hatch where colors do not tell."""
    if base.palette.lettered and role.startswith("land-"):
        return f'fill="url(#{prefix}{role})"'
    return base.palette.paint[role]


def find_realms(variant: Variant, position: Position) -> Realms:
    """Return who owns what.

    A center has its owner's color. Other land is paler, and has the color of a
    power only where all owned centers beside it are that power's and nobody
    else's unit stands in it.
    """
    owners = {
        center: power
        for power, centers in position.centers.items()
        if power in variant.powers
        for center in centers
    }
    standing = {unit.province: power for power, units in position.units.items() for unit in units}
    realms: dict[str, list[str]] = {"land": []}
    seas = tuple(p.id for p in variant.provinces.values() if p.terrain is Terrain.SEA)
    for province in variant.provinces.values():
        if province.id in seas:
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
    return Realms({role: tuple(keys) for role, keys in realms.items() if keys}, seas)


def hatches(base: Base, variant: Variant, position: Position, prefix: str) -> str:
    """Return the definitions of the hatches that a map needs.

    Waste and powers always have one, closed provinces where there are some.
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
    return waste + "".join(
        f'<pattern id="{prefix}land-{power}" width="16" height="16" '
        f'patternUnits="userSpaceOnUse"><path {paint[f"hatch-{power}"]} d="{hatch}" '
        f'stroke-width="1.6" fill="none"/></pattern>'
        for power, hatch in zip(variant.powers, cycle(_HATCHES), strict=False)
    )
