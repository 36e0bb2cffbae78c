"""A board of land and sea as an atlas: outlines on the grid, signs in their places."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import shapely
from PIL import ImageFont
from shapely.geometry.base import BaseGeometry

from cartography.land import Faces, cut
from cartography.outlines import GRID, ring_data
from cartography.placing import Point, Site, place
from cartography.projection import Projection
from cartography.writing import Drawn
from pbem.board.variant import Terrain, Variant

_FONTS = Path(__file__).resolve().parents[1] / "pbem" / "drawing" / "fonts"
_LAND_SIZE = 12.5
_SEA_SIZE = 13.5
_SPACING = 1.0
_CAPITALS = 0.73
_SPARE = 1.1
_HALO = 1.8
_APART = 1.0


def draw_board(facts: Mapping[str, Any], variant: Variant) -> Drawn:
    """Return the board that facts describe.

    Raises:
        ValueError: A province has no land or water; the seeds or lines are wrong.
    """
    waters = frozenset(p.id for p in variant.provinces.values() if p.terrain is Terrain.SEA)
    projection, faces = cut(facts, waters)
    bare = sorted(set(variant.provinces) - faces.land.keys() - faces.sea.keys())
    if bare:
        raise ValueError(f"no face for {', '.join(bare)}")
    sites = [_site(facts, variant, projection, faces, key) for key in sorted(variant.provinces)]
    whole = {site.key: site.shape for site in sites}
    placed = place(sites, (projection.width, projection.height))
    return Drawn(
        width=projection.width,
        height=projection.height,
        shapes={k: outline(one) for k, one in {**faces.land, **faces.sea}.items()},
        placed=placed,
        waters={key: outline(one) for key, one in faces.owned.items()},
        afloat=frozenset(
            key for key in faces.land if not whole[key].contains(shapely.Point(placed[key].label))
        ),
        impassable={key: outline(one) for key, one in faces.impassable.items()},
        islets=outline(faces.islets),
        straits=tuple(
            (one, other, *_strait(whole[one], whole[other]))
            for one, other in facts.get("straits", ())
            if shapely.intersection(whole[one], whole[other]).length < _APART
        ),
    )


def outline(shape: BaseGeometry) -> str:
    """Return a shape on the grid as path data, its largest part first."""
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    parts.sort(key=lambda part: -part.area)
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    return "".join(
        ring_data([(round(x * GRID), round(y * GRID)) for x, y in ring.coords]) for ring in rings
    )


def _site(
    facts: Mapping[str, Any], variant: Variant, projection: Projection, faces: Faces, key: str
) -> Site:
    def at(degrees: list[float]) -> Point:
        ((x, y),) = projection.project([degrees])
        return (float(x), float(y))

    water = key in faces.sea
    shape = faces.sea[key] if water else faces.land[key]
    if key in faces.owned:
        shape = shapely.union(shape, faces.owned[key])
    center = facts["centers"].get(key) if variant.provinces[key].center else None
    return Site(
        key=key,
        shape=shape,
        words=_words(key, water=water),
        center=at(center) if center else None,
        coasts={name: at(spot) for name, spot in facts["coasts"].get(key, {}).items()},
        water=water,
        pinned={name: (x, y) for name, (x, y) in facts["pinned"].get(key, {}).items()},
    )


def _words(key: str, *, water: bool) -> Point:
    """Return half the width and height of a name in the shipped fonts, and a tenth to spare."""
    if water:
        font = ImageFont.truetype(_FONTS / "DejaVuSerif-BoldItalic.ttf", 100)
        width = font.getlength(key) * _SEA_SIZE / 100 + _SPACING * (len(key) - 1)
        height = _SEA_SIZE * _CAPITALS
    else:
        font = ImageFont.truetype(_FONTS / "DejaVuSans-Bold.ttf", 100)
        width, height = font.getlength(key) * _LAND_SIZE / 100, _LAND_SIZE * _CAPITALS
    return (width * _SPARE / 2 + _HALO, height / 2 + _HALO)


def _strait(one: BaseGeometry, other: BaseGeometry) -> tuple[Point, Point]:
    """Return the shortest line across the water, a little into either land."""
    (ax, ay), (bx, by) = shapely.get_coordinates(shapely.shortest_line(one, other))
    far = max(float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5), 1e-9)
    dx, dy = (bx - ax) / far * 4, (by - ay) / far * 4
    return (float(ax - dx), float(ay - dy)), (float(bx + dx), float(by + dy))
