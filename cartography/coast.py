"""The coast: countries as rings of arcs, and arcs as lines that two countries share.

coast.json.xz holds the part of Natural Earth's 1:50m countries that the boards need:
`arcs` are steps on a grid of degrees, `countries` lists polygons of rings of arc numbers,
`~n` for an arc that runs backwards.
"""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from cartography.projection import Points, Projection

FILE = Path(__file__).with_name("coast.json.xz")
_SEAM = -140.0


@dataclass(frozen=True)
class Coast:
    """Countries on paper.

    Attributes:
        land: All of them as one.
        shared: The lines between two countries, by their names.
    """

    land: BaseGeometry
    shared: dict[frozenset[str], list[Points]]


def project_coast(projection: Projection, simplify: float) -> Coast:
    """Return the coast in map units, each arc simplified by itself.

    Arcs that two countries share stay shared, so that no gap opens between them.
    """
    raw = json.loads(lzma.decompress(FILE.read_bytes()))
    arcs = [_simplified(projection.project(degrees), simplify) for degrees in _degrees(raw)]
    owners: dict[int, set[str]] = {}
    polygons = []
    for name, country in raw["countries"].items():
        for rings in country:
            shell, *holes = [_ring(arcs, ring) for ring in rings]
            if len(shell) >= 4:
                holes = [hole for hole in holes if len(hole) >= 4]
                polygons.append(shapely.make_valid(shapely.Polygon(shell, holes)))
            for number in (number for ring in rings for number in ring):
                owners.setdefault(max(number, ~number), set()).add(name)
    shared: dict[frozenset[str], list[Points]] = {}
    for number, names in owners.items():
        if len(names) == 2:
            shared.setdefault(frozenset(names), []).append(arcs[number])
    return Coast(_clipped(projection, polygons), shared)


def _clipped(projection: Projection, polygons: list[BaseGeometry]) -> BaseGeometry:
    margin = 80
    frame = shapely.box(-margin, -margin, projection.width + margin, projection.height + margin)
    return shapely.union_all([shapely.intersection(one, frame) for one in polygons])


def _degrees(raw: dict[str, Any]) -> list[Points]:
    scale, translate = np.array(raw["scale"]), np.array(raw["translate"])
    lines = []
    for arc in raw["arcs"]:
        degrees = np.cumsum(np.array(arc), axis=0) * scale + translate
        # Beyond the date line the east goes on, so that no ring runs around the world.
        degrees[:, 0] = np.where(degrees[:, 0] < _SEAM, degrees[:, 0] + 360, degrees[:, 0])
        lines.append(degrees)
    return lines


def _simplified(line: Points, tolerance: float) -> Points:
    return np.asarray(shapely.get_coordinates(shapely.LineString(line).simplify(tolerance)))


def _ring(arcs: list[Points], numbers: list[int]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for number in numbers:
        line = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += [(float(x), float(y)) for x, y in line[1 if points else 0 :]]
    return points
