"""Themes: the colors of a map, by the role they play in it.

Every painted thing has a *role*, which is its class in the SVG: `sea`, `label`,
`land-FRANCE`. A theme gives each role its colors; they are written resolved, so
that a map needs no style sheet, and a style sheet can still override them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from pbem.board.variant import Variant
from pbem.drawing.color import contrast, luminance, mix
from pbem.errors import ConfigError

THEMES = ("light", "dark", "print", "hatched", "auto")
_INK = "#1d1913"
_PAPER = "#fffdf6"
_BLACK = "#050403"
_LIGHT_ABOVE = 0.24
_DARK_BELOW = 0.11
_READABLE = 4.5


@dataclass(frozen=True, slots=True)
class Ground:
    """What a theme paints that belongs to no power.

    Attributes:
        sea: Open water.
        shoal: Water along the coast.
        shore: Water at the coast.
        land: Land that nobody owns.
        waste: Land that nobody can enter.
        waste_line: Its hatch.
        tint: What powers' colors are mixed with.
        border: Lines between provinces on land.
        seam: Lines between provinces at sea.
        ink: Labels on land, outlines.
        blue: Labels at sea.
        halo: Behind labels and around units.
        alarm: Crosses and bars.
        burst: Behind a unit that is driven out.
        good: Builds.
        strength: Share of a power's color in the land of its centers.
        sphere: The same, in land between its centers.
    """

    sea: str
    shoal: str
    shore: str
    land: str
    waste: str
    waste_line: str
    tint: str
    border: str
    seam: str
    ink: str
    blue: str
    halo: str
    alarm: str
    burst: str
    good: str
    strength: float
    sphere: float


_LIGHT = Ground(
    sea="#d6e5ec",
    shoal="#c6dbe5",
    shore="#b4cfdc",
    land="#eadfc2",
    waste="#d8cfb9",
    waste_line="#b3a98f",
    tint="#fbf9f3",
    border="#76694f",
    seam="#93b3c3",
    ink="#211c15",
    blue="#28566c",
    halo="#fffdf6",
    alarm="#b3161d",
    burst="#ffd34d",
    good="#1f7a3a",
    strength=0.95,
    sphere=0.36,
)
_DARK = Ground(
    sea="#16242d",
    shoal="#1b2d38",
    shore="#223846",
    land="#3a352b",
    waste="#201e1a",
    waste_line="#38342c",
    tint="#3d3a34",
    border="#15130f",
    seam="#36515f",
    ink="#f3ead6",
    blue="#9cc4d6",
    halo="#14120e",
    alarm="#ff7a70",
    burst="#8a6a10",
    good="#6fd08a",
    strength=0.95,
    sphere=0.38,
)
_PRINT = Ground(
    sea="#ffffff",
    shoal="#efefef",
    shore="#d9d9d9",
    land="#ffffff",
    waste="#e4e4e4",
    waste_line="#8c8c8c",
    tint="#ffffff",
    border="#555555",
    seam="#9a9a9a",
    ink="#000000",
    blue="#000000",
    halo="#ffffff",
    alarm="#000000",
    burst="#ffffff",
    good="#000000",
    strength=0.0,
    sphere=0.0,
)
_NIGHT = replace(
    _LIGHT,
    sea="#1a2044",
    shoal="#262f61",
    shore="#3a4686",
    land="#dadeed",
    border="#6f779b",
    seam="#39427a",
    blue="#cbd3f2",
)
_DARK_NIGHT = replace(
    _DARK,
    sea="#0b0e1d",
    shoal="#131935",
    shore="#1f2850",
    land="#333850",
    border="#12162b",
    seam="#2a3260",
    blue="#a9b4e0",
)
_GROUNDS = {"light": _LIGHT, "auto": _LIGHT, "hatched": _LIGHT, "dark": _DARK, "print": _PRINT}
_SKIES = {"light": _NIGHT, "auto": _NIGHT, "hatched": _NIGHT, "dark": _DARK_NIGHT, "print": _PRINT}


@dataclass(frozen=True, eq=False)
class Palette:
    """A theme worked out for the powers of a variant.

    Attributes:
        name: Of the theme.
        paint: By role: its class and colors as attributes, ready to be written:
            `class="sea" fill="#d6e5ec"`. Roles of a power end in its id:
            `land-` (its centers), `sphere-` (land between them), `order-`,
            `case-` (around its orders) and `body-` (its units).
        style: A style sheet for `auto`; else empty.
        lettered: Whether powers are told apart by letters and hatches, not color.
        hatched: Whether they have hatches beside their colors.
    """

    name: str
    paint: Mapping[str, str]
    style: str
    lettered: bool
    hatched: bool


@lru_cache(maxsize=32)
def palette(variant: Variant, theme: str, *, sky: bool = False) -> Palette:
    """Return the colors of a variant's map in a theme; a star map has a night sky.

    Raises:
        ConfigError: There is no such theme.
    """
    try:
        ground = (_SKIES if sky else _GROUNDS)[theme]
    except KeyError:
        raise ConfigError(f"no theme {theme!r}; the themes are {', '.join(THEMES)}") from None
    lettered = theme == "print"
    roles = _roles(variant, ground, lettered=lettered, sky=sky)
    paint = {
        role: f'class="{role}" ' + " ".join(f'{name}="{color}"' for name, color in colors.items())
        for role, colors in roles.items()
    }
    style = _style(variant, roles, sky=sky) if theme == "auto" else ""
    return Palette(theme, paint, style, lettered, theme == "hatched")


def _roles(
    variant: Variant, ground: Ground, *, lettered: bool, sky: bool
) -> dict[str, dict[str, str]]:
    roles = {
        "sea": {"fill": ground.sea},
        "shoal": {"stroke": ground.shoal},
        "shore": {"stroke": ground.shore},
        "land": {"fill": ground.land},
        "waste": {"fill": ground.waste},
        "waste-line": {"stroke": ground.waste_line},
        "border": {"stroke": ground.border},
        "seam": {"stroke": ground.seam},
        "label": {"fill": ground.ink},
        "halo-sea": {"fill": ground.halo, "stroke": ground.halo},
        "name-sea": {"fill": ground.blue},
        **_named("afloat", ground.sea, ground),
        **_named("land", ground.land, ground),
        "line": {"stroke": ground.ink},
        "halo": {"fill": ground.halo, "stroke": ground.halo},
        "center": {"fill": ground.halo, "stroke": ground.ink},
        "disc": {"fill": ground.halo, "stroke": ground.alarm},
        "alarm": {"stroke": ground.alarm},
        "alarm-disc": {"fill": ground.alarm, "stroke": ground.halo},
        "good-disc": {"fill": ground.good, "stroke": ground.halo},
        "still-disc": {"fill": ground.halo, "stroke": ground.ink},
        "burst": {"fill": ground.burst, "stroke": ground.alarm},
        "strait": {"stroke": ground.border},
    }
    if sky:
        roles |= {
            "caption": {"fill": ground.blue},
            "orbit": {"stroke": ground.seam},
            "ray": {"fill": ground.ink},
            "sector": {"stroke": ground.ink if lettered else ground.sea},
            "star": {"fill": ground.blue},
            "swirl": {"stroke": ground.border},
        }
    between = mix(ground.tint, ground.land, 0.5)
    for power in variant.powers.values():
        color = "#ffffff" if lettered else power.color
        light = luminance(color) > _LIGHT_ABOVE
        order = "#000000" if lettered else power.color
        pale = luminance(order) > _LIGHT_ABOVE
        for role, fill in (
            (f"land-{power.id}", mix(color, ground.tint, ground.strength)),
            (f"sphere-{power.id}", mix(color, between, ground.sphere)),
        ):
            roles[role] = {"fill": fill}
            roles |= _named(role, fill, ground)
        roles[f"hatch-{power.id}"] = _hatch(roles[f"land-{power.id}"]["fill"], lettered=lettered)
        roles[f"order-{power.id}"] = {"fill": order, "stroke": order}
        roles[f"case-{power.id}"] = {"stroke": _INK if pale else _PAPER}
        roles[f"body-{power.id}"] = {"fill": color, "stroke": _INK if light else _PAPER}
    return roles


def _named(role: str, fill: str, ground: Ground) -> dict[str, dict[str, str]]:
    """Return the roles of names on a fill, and of the halo behind them."""
    pair = (ground.ink, ground.halo)
    if contrast(ground.ink, fill) < _READABLE:
        pair = max((_BLACK, _PAPER), (_PAPER, _INK), key=lambda two: contrast(two[0], fill))
    name, halo = pair
    return {f"name-{role}": {"fill": name}, f"halo-{role}": {"fill": halo, "stroke": halo}}


def _hatch(fill: str, *, lettered: bool) -> dict[str, str]:
    """Return the lines of a hatch: darker than the fill, or lighter on a dark one."""
    if lettered:
        return {"stroke": mix(_BLACK, fill, 0.55)}
    dark = luminance(fill) < _DARK_BELOW
    return {"stroke": mix("#ffffff" if dark else _BLACK, fill, 0.32)}


def _style(variant: Variant, light: Mapping[str, Mapping[str, str]], *, sky: bool) -> str:
    ground = (_SKIES if sky else _GROUNDS)["dark"]
    rules = "".join(
        f".pbem-map .{role}{{" + ";".join(f"{name}:{color}" for name, color in colors.items()) + "}"
        for role, colors in _roles(variant, ground, lettered=False, sky=sky).items()
        if colors != light[role]
    )
    return f"@media(prefers-color-scheme:dark){{{rules}}}"
