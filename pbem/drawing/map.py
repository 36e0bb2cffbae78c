"""Maps: the board of a phase as a standalone SVG, with its orders where they are known."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.adjudicator.result import Adjudication
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant
from pbem.drawing import signs, svg
from pbem.drawing.arrows import Layers, draw_orders
from pbem.drawing.atlas import Atlas
from pbem.drawing.base import Base, draw_ground, draw_names, find_realms, hatches, make_base
from pbem.drawing.legend import Legend, draw_legend
from pbem.drawing.theme import palette
from pbem.drawing.words import unit_words


@dataclass(frozen=True)
class Overlay:
    """What a phase puts on the map of its board.

    Attributes:
        under: Lies below the names.
        over: Lies over them.
        legend: The strip below the map.
    """

    under: str
    over: str
    legend: Legend


_PHONE_SCALE = 0.66
_PHONE = (
    ".pbem-map .land-names,.pbem-map .sea-names{font-size:14px}"
    ".pbem-map .unit{transform:scale(1.15)}"
    ".pbem-map .full{display:none}.pbem-map .short{display:inline}"
)


def draw_map(
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None = None,
    *,
    title: str,
    description: str,
    theme: str = "light",
    prefix: str = "map-",
    overlay: Overlay | None = None,
) -> str:
    """Return a map as SVG, the same bytes for the same values.

    Args:
        variant: The board.
        atlas: Its outlines and spots.
        position: The board before the orders.
        result: The orders with what became of them, drawn over the position;
            None for the position alone.
        title: Shown under the map and read aloud: `Spring 1901`.
        description: Read aloud only.
        theme: `light`, `dark`, `print` (black on white, hatches and letters for
            colors) or `auto` (light, dark where the reader prefers dark).
        prefix: Of all ids; maps in one page need prefixes that differ. Letters,
            digits and `-`, beginning with a letter.
        overlay: What `draw_overlay` returns for the same values, where it is at hand.

    Units of powers and in provinces that the board has not are left out.

    Raises:
        VariantError: The atlas does not show this board.
        ConfigError: There is no such theme.
    """
    base = make_base(variant, atlas, theme)
    if overlay is None:
        overlay = draw_overlay(base, variant, atlas, position, result, title, prefix)
    height = atlas.height + overlay.legend.height
    rules = map_style(variant, atlas, theme)
    style = f"<style>{rules}</style>" if rules else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pbem-map" '
        f'viewBox="0 0 {atlas.width} {height}" width="{atlas.width}" height="{height}" '
        f'role="img" aria-labelledby="{prefix}title {prefix}desc">'
        f'<title id="{prefix}title">{svg.text(title)}</title>'
        f'<desc id="{prefix}desc">{svg.text(description)}</desc>{style}'
        f"<defs>{_definitions(base, variant, atlas, position, prefix)}</defs>"
        f"{_scene(base, variant, atlas, position, overlay.under, overlay.over, prefix)}"
        f"{overlay.legend.svg}</svg>\n"
    )


def draw_overlay(
    base: Base,
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None,
    title: str,
    prefix: str,
) -> Overlay:
    """Return what a phase puts on a map: orders and units, and the strip with its title."""
    under, over = draw_pieces(base, variant, atlas, position, result, prefix)
    return Overlay(under, over, draw_legend(base, variant, atlas, position, result, title, prefix))


def map_style(variant: Variant, atlas: Atlas, theme: str = "auto") -> str:
    """Return the rules that a map brings along; empty where its theme needs none.

    A page that holds the map without its `style` element has the same rules in a style
    sheet of its own. They are for maps of the theme `auto`: dark colors for readers who
    prefer them, and on a phone larger signs and names on a map that is wider than the
    screen.

    Raises:
        ConfigError: There is no such theme.
    """
    dark = palette(variant, theme, sky=atlas.sky).style
    if not dark:
        return ""
    wide = round(atlas.width * _PHONE_SCALE)
    return (
        f"{dark}@media screen and (max-width:40em){{.map>.pbem-map{{min-width:{wide}px}}{_PHONE}}}"
    )


def draw_board(
    base: Base,
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None,
    prefix: str,
    *,
    named: bool = True,
) -> str:
    """Return a board with what stands on it, to be set into a picture of the atlas's size."""
    under, over = draw_pieces(base, variant, atlas, position, result, prefix)
    return (
        f"<defs>{_definitions(base, variant, atlas, position, prefix)}</defs>"
        f"{_scene(base, variant, atlas, position, under, over, prefix, named=named)}"
    )


def _definitions(
    base: Base, variant: Variant, atlas: Atlas, position: Position, prefix: str
) -> str:
    return f"{signs_of(base, atlas, prefix)}{hatches(base, variant, position, prefix)}"


def signs_of(base: Base, atlas: Atlas, prefix: str) -> str:
    """Return the definitions of the units of a map."""
    lettered = base.palette.lettered
    return signs.symbols(prefix, base.palette.paint, lettered=lettered, sky=atlas.sky)


def _scene(
    base: Base,
    variant: Variant,
    atlas: Atlas,
    position: Position,
    under: str,
    over: str,
    prefix: str,
    *,
    named: bool = True,
) -> str:
    realms = find_realms(variant, position)
    names = draw_names(base, atlas, realms, prefix) if named else ""
    ground = draw_ground(base, variant, atlas, realms, position, prefix)
    return f"{ground}{under}{names}{over}"


def draw_pieces(
    base: Base,
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None,
    prefix: str,
) -> tuple[str, str]:
    """Return what goes over a ground that is there already: under its names, and over them."""
    under, over = _orders(base, variant, atlas, position, result, prefix)
    units = _units(base, variant, atlas, position, prefix)
    return under, f'<g class="units">{units}</g>{over}'


def _orders(
    base: Base,
    variant: Variant,
    atlas: Atlas,
    position: Position,
    result: Adjudication | None,
    prefix: str,
) -> tuple[str, str]:
    """Return what lies under the units of a phase, and what lies over them."""
    paint = base.palette.paint
    layers = (
        draw_orders(variant, atlas, paint, position, result, prefix) if result else Layers("", "")
    )
    bursts = "".join(
        signs.burst(spot.dislodged, paint)
        for dislodgements in position.dislodged.values()
        for gone in dislodgements
        if (spot := atlas.spot(gone.unit.location))
    )
    return (
        f'<g class="orders">{bursts}{layers.under}</g>',
        f'<g class="orders">{layers.over}</g>',
    )


def _units(base: Base, variant: Variant, atlas: Atlas, position: Position, prefix: str) -> str:
    groups = []
    for power in variant.powers:
        stands = ", neutral" if power in position.neutral else ""
        shown = [
            _unit(base, variant, power, unit, spot.unit, stands, prefix)
            for unit in position.units.get(power, ())
            if (spot := atlas.spot(unit.location))
        ]
        shown += [
            _unit(base, variant, power, gone.unit, spot.dislodged, ", dislodged", prefix)
            for gone in position.dislodged.get(power, ())
            if (spot := atlas.spot(gone.unit.location))
        ]
        if shown:
            groups.append(f"<g {base.palette.paint[f'body-{power}']}>{''.join(shown)}</g>")
    return "".join(groups)


def _unit(
    base: Base,
    variant: Variant,
    power: str,
    unit: Unit,
    at: tuple[float, float],
    state: str,
    prefix: str,
) -> str:
    owner = variant.powers[power]
    words = svg.text(f"{owner.name}: {unit_words(variant, unit)}{state}")
    paint = base.palette.paint
    mark = signs.letter(owner.letter, at, paint) if base.palette.lettered else ""
    if state.startswith(", neutral"):
        mark += signs.badge(at, "=", "still-disc", paint)
    return f"<g><title>{words}</title>{signs.unit(unit, at, prefix)}{mark}</g>"
