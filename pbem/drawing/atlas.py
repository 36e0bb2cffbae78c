"""Atlases: where a board's provinces lie on paper, and where signs go in them.

An *atlas* is a JSON file under maps/ (docs/maps/README.md describes it). A
*point* is x to the right and y downwards, in map units; a *spot* is the points
at which one location shows its unit and, beside it, a dislodged one. Outlines
are SVG path data on the atlas's own grid, several lines of it to a map unit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.board.position import province_of
from pbem.board.variant import Variant
from pbem.errors import RecordError, VariantError

SCHEMA = "pbem atlas 1"
ROLES = frozenset({"orbit", "ray", "sector", "star", "swirl"})
_OUTLINE = re.compile(r"[MLHVCSQTZmlhvcsqtz0-9 ,.\-]+")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the signs of one location stand.

    Attributes:
        unit: Middle of the unit.
        dislodged: Middle of a unit that was driven out, about 25 units away.
    """

    unit: Point
    dislodged: Point


@dataclass(frozen=True, slots=True)
class Area:
    """One province on paper.

    Attributes:
        outline: Path data on the grid; even-odd.
        label: Middle of its short name.
        full: Middle of its full name.
        center: Middle of its supply center; None where it has none.
        spots: By coast; the key `""` is the province itself and always there.
        afloat: Whether its name stands in the water beside it.
    """

    outline: str
    label: Point
    full: Point
    center: Point | None
    spots: Mapping[str, Spot]
    afloat: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """Something painted that is no area: an orbit, a star, the edge of a sector.

    Attributes:
        role: What it is to a theme; one of `ROLES`.
        outline: Path data on the grid.
        width: Of a line, in grid lines; None where it is filled.
    """

    role: str
    outline: str
    width: float | None


@dataclass(frozen=True, slots=True)
class Caption:
    """Words beside the areas.

    Attributes:
        words: `Zorbees`.
        at: Their middle.
        turn: Degrees they are turned by, clockwise.
    """

    words: str
    at: Point
    turn: float


@dataclass(frozen=True, slots=True)
class Strait:
    """A border across water, which is shown by a line of its own.

    Attributes:
        between: The two provinces.
        line: From the one to the other.
    """

    between: tuple[str, str]
    line: tuple[Point, Point]


@dataclass(frozen=True, eq=False)
class Atlas:
    """A drawn board; compared by identity.

    Attributes:
        variant: Key of the board it shows.
        title: What it shows.
        credit: Where its lines come from, to be shown with it.
        width: Map units.
        height: Map units.
        grid: Grid lines to a map unit: 2 for outlines in half units.
        areas: By province.
        impassable: Outlines that are no province, by a name of their own.
        islets: One outline of land too small to belong to anyone; may be empty.
        straits: Borders across water.
        sky: Whether it is a star map, with colors of its own.
        backdrop: Painted under the areas.
        overlay: Painted over them.
        captions: Words beside them.
    """

    variant: str
    title: str
    credit: str
    width: int
    height: int
    grid: int
    areas: Mapping[str, Area]
    impassable: Mapping[str, str]
    islets: str
    straits: tuple[Strait, ...] = ()
    sky: bool = False
    backdrop: tuple[Stroke, ...] = ()
    overlay: tuple[Stroke, ...] = ()
    captions: tuple[Caption, ...] = ()

    def spot(self, location: str) -> Spot | None:
        """Return where a location's unit stands; None where this atlas has no such province.

        A coast without a spot of its own has the province's.
        """
        known = self._spots.get(location)
        return known or self._spots.get(province_of(location))

    @cached_property
    def _spots(self) -> dict[str, Spot]:
        return {
            f"{key}/{coast}" if coast else key: spot
            for key, area in self.areas.items()
            for coast, spot in area.spots.items()
        }


def read_atlas(text: str, where: str = "atlas") -> Atlas:
    """Read an atlas; `where` names the text in messages.

    Members it does not know are ignored.

    Raises:
        RecordError: The text is no atlas; the message says what is wrong first.
    """
    try:
        raw = json.loads(text)
    except ValueError as error:
        raise RecordError(f"{where}: not JSON: {error}") from None
    if not isinstance(raw, dict) or raw.get("schema") != SCHEMA:
        raise RecordError(f'{where}: it should begin with "schema": "{SCHEMA}"')
    try:
        return _atlas(raw)
    except KeyError as error:
        raise RecordError(f"{where}: {error} is missing") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"{where}: {error}") from None


def check_atlas(variant: Variant, atlas: Atlas) -> None:
    """Make sure that an atlas shows this board.

    Raises:
        VariantError: A province or a center has no place on it; all are listed.
    """
    findings = []
    for province in variant.provinces.values():
        area = atlas.areas.get(province.id)
        if area is None:
            findings.append(f"the map of {variant.key} has no {province.id}")
            continue
        if province.center and area.center is None:
            findings.append(f"the map of {variant.key} has no supply center in {province.id}")
        findings += [
            f"the map of {variant.key} has no spot for {province.id}/{coast}"
            for coast in province.coasts
            if coast not in area.spots
        ]
    if findings:
        raise VariantError(*findings)


def _atlas(raw: Mapping[str, Any]) -> Atlas:
    return Atlas(
        variant=str(raw["variant"]),
        title=str(raw["title"]),
        credit=str(raw["credit"]),
        width=_size(raw, "width"),
        height=_size(raw, "height"),
        grid=_size(raw, "grid"),
        areas={key: _area(key, value) for key, value in raw["areas"].items()},
        impassable={key: _outline(key, value) for key, value in raw.get("impassable", {}).items()},
        islets=_outline("islets", raw["islets"]) if raw.get("islets") else "",
        straits=tuple(_strait(one) for one in raw.get("straits", ())),
        sky=raw.get("sky") is True,
        backdrop=tuple(_stroke(one) for one in raw.get("backdrop", ())),
        overlay=tuple(_stroke(one) for one in raw.get("overlay", ())),
        captions=tuple(_caption(one) for one in raw.get("captions", ())),
    )


def _area(key: str, raw: Mapping[str, Any]) -> Area:
    spots = {"": _spot(key, raw)}
    spots |= {coast: _spot(f"{key}/{coast}", at) for coast, at in raw.get("coasts", {}).items()}
    return Area(
        outline=_outline(key, raw["shape"]),
        label=_point(f"label of {key}", raw["label"]),
        full=_point(f"full name of {key}", raw.get("full", raw["label"])),
        center=_point(f"center of {key}", raw["center"]) if "center" in raw else None,
        spots=spots,
        afloat=raw.get("afloat") is True,
    )


def _spot(key: str, raw: Mapping[str, Any]) -> Spot:
    return Spot(
        unit=_point(f"unit of {key}", raw["unit"]),
        dislodged=_point(f"dislodged of {key}", raw["dislodged"]),
    )


def _strait(raw: Mapping[str, Any]) -> Strait:
    (one, other), (start, end) = raw["between"], raw["line"]
    what = f"strait between {one} and {other}"
    return Strait((str(one), str(other)), (_point(what, start), _point(what, end)))


def _stroke(raw: Mapping[str, Any]) -> Stroke:
    role = raw["role"]
    if role not in ROLES:
        raise ValueError(f"no role {role!r}; the roles are {', '.join(sorted(ROLES))}")
    width = raw.get("width")
    if width is not None:
        width = float(width)
    return Stroke(role, _outline(role, raw["shape"]), width)


def _caption(raw: Mapping[str, Any]) -> Caption:
    words = str(raw["words"])
    return Caption(words, _point(f"caption {words}", raw["at"]), float(raw.get("turn", 0)))


def _point(what: str, raw: object) -> Point:
    match raw:
        case [int() | float() as x, int() | float() as y]:
            return (float(x), float(y))
        case _:
            raise ValueError(f"{what} is {raw!r}; a point is two numbers, as [12, 34.5]")


def _outline(what: str, raw: object) -> str:
    if not isinstance(raw, str) or not _OUTLINE.fullmatch(raw) or raw[0] != "M":
        raise ValueError(f"the outline of {what} is no SVG path data")
    return raw


def _size(raw: Mapping[str, Any], key: str) -> int:
    value = raw[key]
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{key} is {value!r}; it is a whole number above zero")
    return value
