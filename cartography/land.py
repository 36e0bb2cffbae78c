"""A board of land and sea, from the coast and lines that were set by hand.

Coast, borders and lines at sea are cut into faces; a face belongs to the area whose seed
lies in it. Hand-set lines run on a little beyond where they end: what juts out is dropped
when faces are made. Map units throughout, except where degrees are named.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from cartography.coast import Coast, project_coast
from cartography.outlines import GRID
from cartography.projection import Points, Projection, read_projection

_SMOOTHED = 0.35
_HOLE = 30.0
_TINY = 1.5


@dataclass(frozen=True)
class Faces:
    """What the paper is cut into.

    Attributes:
        land: The land of each area.
        sea: The open water of each area of water.
        owned: Water that belongs to an area of land.
        impassable: Land that nobody can enter, by a name of its own.
        islets: Land that is nobody's.
    """

    land: Mapping[str, BaseGeometry]
    sea: Mapping[str, BaseGeometry]
    owned: Mapping[str, BaseGeometry]
    impassable: Mapping[str, BaseGeometry]
    islets: BaseGeometry


def cut(facts: Mapping[str, Any], waters: frozenset[str]) -> tuple[Projection, Faces]:
    """Return a board's faces, on the atlas's grid; `waters` are its areas of open water."""
    projection = read_projection(facts)
    drawing = facts["drawing"]
    coast = project_coast(projection, drawing["simplify"])
    rings = {
        owner: shapely.union_all([_ring(projection, one["ring"]) for one in group])
        for owner, group in _by_owner(facts["owned_water"]).items()
    }
    forced = [_ring(projection, ring) for ring in facts["forced_water"]]
    land = _land(coast.land, drawing, shapely.union_all([*rings.values()]), forced)
    lines = [shapely.boundary(land), shapely.boundary(_frame(projection))]
    lines += [
        shapely.intersection(line, land)
        for line in (*_borrowed(facts, coast, land), *_hand_lines(facts, projection, "land_lines"))
    ]
    lines += [
        shapely.difference(line, land) for line in _hand_lines(facts, projection, "sea_lines")
    ]
    lines += [shapely.difference(shapely.boundary(ring), land) for ring in rings.values()]
    network = shapely.union_all(shapely.intersection(lines, _frame(projection)), grid_size=1 / GRID)
    pieces = [one for one in shapely.get_parts(shapely.polygonize([network])) if one.area > 0]
    return projection, _assign(facts, projection, pieces, land, rings, waters)


def _frame(projection: Projection) -> BaseGeometry:
    return shapely.box(0, 0, projection.width, projection.height)


def _ring(projection: Projection, degrees: list[list[float]]) -> BaseGeometry:
    return shapely.Polygon(projection.project(degrees))


def _by_owner(raw: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for one in raw:
        groups.setdefault(one["owner"], []).append(one)
    return groups


def _land(
    land: BaseGeometry,
    drawing: Mapping[str, float],
    owned: BaseGeometry,
    forced: list[BaseGeometry],
) -> BaseGeometry:
    """Return the land with narrow inlets closed, and without what is too small to see."""
    inlet = drawing["inlet"]
    closed = land.buffer(inlet).buffer(-inlet)
    closed = shapely.difference(closed, shapely.difference(owned, land))
    closed = shapely.difference(closed, shapely.union_all(forced))
    kept = []
    for part in shapely.get_parts(closed):
        if part.geom_type == "Polygon" and part.area >= drawing["island"]:
            holes = [ring for ring in part.interiors if shapely.Polygon(ring).area >= _HOLE]
            kept.append(shapely.Polygon(part.exterior, holes))
    return shapely.union_all(kept).simplify(_SMOOTHED)


def _hand_lines(
    facts: Mapping[str, Any], projection: Projection, member: str
) -> Iterator[BaseGeometry]:
    for name, degrees in facts[member].items():
        points = projection.project(degrees)
        wiggled = _wiggled(points, facts["drawing"]["wiggle"], name)
        yield shapely.LineString(_rounded(_rounded(wiggled))).simplify(_SMOOTHED)


def _wiggled(points: Points, strength: float, name: str) -> Points:
    """Return a line with each of its pieces bent a little, the same way at every making."""
    bent = [points[0]]
    for number, (a, b) in enumerate(pairwise(points)):
        chance = zlib.crc32(f"{name} {number}".encode()) / 2**32 - 0.5
        dx, dy = b - a
        bent += [(a + b) / 2 + np.array([-dy, dx]) * chance * strength, b]
    return np.array(bent)


def _rounded(points: Points) -> Points:
    """Return a line with its corners cut, its ends kept (Chaikin)."""
    inner = []
    for a, b in pairwise(points):
        inner += [a * 0.75 + b * 0.25, a * 0.25 + b * 0.75]
    return np.array([points[0], *inner[1:-1], points[-1]])


def _borrowed(facts: Mapping[str, Any], coast: Coast, land: BaseGeometry) -> Iterator[BaseGeometry]:
    """Yield borders of countries; an end that meets nothing is run on to the coast."""
    pairs = [frozenset(pair) for pair in facts.get("borrowed", ())]
    merged = shapely.line_merge(
        shapely.union_all(
            [shapely.LineString(line) for pair in pairs for line in coast.shared[pair]]
        )
    )
    reach = facts["drawing"]["loose_end"]
    shore = shapely.boundary(land)
    parts = list(shapely.get_parts(merged))
    yield from parts
    for part in parts:
        points = shapely.get_coordinates(part)
        for end, before in ((points[0], points[1]), (points[-1], points[-2])):
            spot = shapely.Point(end)
            others = [one for one in parts if one is not part]
            if any(shapely.distance(spot, one) < 0.1 for one in others):
                continue
            yield _run_on(end, before, shore, reach)


def _run_on(end: Points, before: Points, shore: BaseGeometry, reach: float) -> BaseGeometry:
    """Return a line from a loose end to the nearest coast, or else straight ahead."""
    spot = shapely.Point(end)
    if shapely.distance(spot, shore) <= reach:
        to = shapely.get_coordinates(shapely.shortest_line(spot, shore))[1]
        ahead = to + (to - end) * 0.5
    else:
        way = (end - before) / max(float(np.linalg.norm(end - before)), 1e-9)
        ahead = end + way * reach
    return shapely.LineString([end, ahead])


def _assign(
    facts: Mapping[str, Any],
    projection: Projection,
    pieces: list[BaseGeometry],
    land: BaseGeometry,
    rings: Mapping[str, BaseGeometry],
    waters: frozenset[str],
) -> Faces:
    """Give every face to the area whose seed it holds, and the others to a neighbor."""
    shapely.prepare(land)
    dry = [bool(land.contains(one.representative_point())) for one in pieces]
    owners: list[str | None] = [None] * len(pieces)
    seeds = {**facts["seeds"], **{f"!{key}": at for key, at in facts["impassable"].items()}}
    for key, degrees in seeds.items():
        for point in projection.project(degrees):
            for index, piece in enumerate(pieces):
                if dry[index] != (key in waters) and piece.contains(shapely.Point(point)):
                    owners[index] = key
    for index, piece in enumerate(pieces):
        if not dry[index]:
            inner = piece.representative_point()
            for owner, ring in rings.items():
                if ring.contains(inner):
                    owners[index] = f"~{owner}"
    _spread(pieces, dry, owners)
    _adopt_islets(pieces, dry, owners, facts["drawing"]["islet_reach"], waters)
    return _faces(pieces, dry, owners, waters)


def _spread(pieces: list[BaseGeometry], dry: list[bool], owners: list[str | None]) -> None:
    """Give faces without a seed to the neighbor with which they share the longest line."""
    changed = True
    while changed:
        changed = False
        for index, piece in enumerate(pieces):
            if owners[index]:
                continue
            shared: dict[str, float] = {}
            for other, neighbor in enumerate(pieces):
                owner = owners[other]
                if owner and dry[other] == dry[index] and piece.intersects(neighbor):
                    line = shapely.intersection(piece, neighbor).length
                    if line > 0:
                        shared[owner] = shared.get(owner, 0) + line
            if shared:
                owners[index] = max(sorted(shared), key=lambda key: shared[key])
                changed = True


def _adopt_islets(
    pieces: list[BaseGeometry],
    dry: list[bool],
    owners: list[str | None],
    reach: float,
    waters: frozenset[str],
) -> None:
    """Give an island without a seed to the nearest province, if one is near."""
    mainland = [
        (owner, piece)
        for owner, piece, on_land in zip(owners, pieces, dry, strict=True)
        if owner and on_land and owner not in waters
    ]
    for index, piece in enumerate(pieces):
        if dry[index] and not owners[index]:
            near = min(((piece.distance(other), owner) for owner, other in mainland), default=None)
            if near and near[0] <= reach:
                owners[index] = near[1]


def _faces(
    pieces: list[BaseGeometry],
    dry: list[bool],
    owners: list[str | None],
    waters: frozenset[str],
) -> Faces:
    groups: dict[str, list[BaseGeometry]] = {}
    islets = []
    for piece, on_land, owner in zip(pieces, dry, owners, strict=True):
        if owner:
            groups.setdefault(owner, []).append(piece)
        elif on_land and piece.area >= _TINY:
            islets.append(piece)
    whole = {
        key: shapely.union_all(
            [part for part in shapely.get_parts(shapely.union_all(group)) if part.area >= _TINY]
        )
        for key, group in sorted(groups.items())
    }
    return Faces(
        land={k: one for k, one in whole.items() if k[0] not in "!~" and k not in waters},
        sea={k: one for k, one in whole.items() if k in waters},
        owned={k[1:]: one for k, one in whole.items() if k[0] == "~"},
        impassable={k[1:]: one for k, one in whole.items() if k[0] == "!"},
        islets=shapely.union_all(islets),
    )
