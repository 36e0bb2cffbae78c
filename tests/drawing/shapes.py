"""The shipped shapes as geometry, to be measured."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from pbem.assets import load_variant, map_text
from pbem.board.position import province_of
from pbem.board.variant import Terrain, Variant

BOARDS = ("era-of-empire", "standard", "zorbees")
TOUCH = 3.0
"""Map units of line that two areas share where they touch."""
_NUMBER = re.compile(r"-?\d+")

Pair = frozenset[str]


@dataclass(frozen=True, eq=False)
class Shapes:
    """A board's atlas as geometry, in map units.

    Attributes:
        raw: The atlas as it stands in its file.
        areas: Each province with the water it owns.
        land: Each province of land without it.
        water: Open and owned water, by area.
    """

    variant: Variant
    raw: Mapping[str, Any]
    areas: Mapping[str, BaseGeometry]
    land: Mapping[str, BaseGeometry]
    water: Mapping[str, BaseGeometry]

    def borders(self) -> Mapping[Pair, BaseGeometry]:
        """Return the line that each two areas share, where it is long enough."""
        shared = {}
        for one, other in combinations(sorted(self.areas), 2):
            a, b = self.areas[one], self.areas[other]
            if a.intersects(b):
                line = shapely.intersection(a, b)
                if line.length > TOUCH:
                    shared[frozenset((one, other))] = line
        return shared


@lru_cache(maxsize=3)
def shapes(key: str) -> Shapes:
    """Return the shapes of a board."""
    variant = load_variant(key)
    raw = json.loads(map_text(key, "shapes.json"))
    seas = {p.id for p in variant.provinces.values() if p.terrain is Terrain.SEA}
    drawn = {name: polygon(area["shape"], raw["grid"]) for name, area in raw["areas"].items()}
    owned = {
        name: polygon(area["water"], raw["grid"])
        for name, area in raw["areas"].items()
        if "water" in area
    }
    return Shapes(
        variant=variant,
        raw=raw,
        areas={k: shapely.union(one, owned[k]) if k in owned else one for k, one in drawn.items()},
        land={key: one for key, one in drawn.items() if key not in seas},
        water={**{key: drawn[key] for key in sorted(seas)}, **owned},
    )


def polygon(outline: str, grid: int) -> BaseGeometry:
    """Return an outline of `M`, `l` and `z` alone as a shape, by the even-odd rule."""
    whole = shapely.Polygon()
    for ring in rings(outline):
        part = shapely.Polygon([(x / grid, y / grid) for x, y in ring])
        assert part.is_valid, f"a ring crosses itself near {ring[0]}"
        whole = shapely.symmetric_difference(whole, part)
    return whole


def rings(outline: str) -> list[list[tuple[int, int]]]:
    """Return the corners of an outline of `M`, `l` and `z` alone, on the grid."""
    found = []
    for ring in outline.split("M")[1:]:
        head, _, tail = ring.rstrip("z").partition("l")
        x, y = (int(number) for number in _NUMBER.findall(head))
        steps = [int(number) for number in _NUMBER.findall(tail)]
        corners = [(x, y)]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            corners.append((x, y))
        found.append(corners)
    return found


def army_borders(variant: Variant) -> set[Pair]:
    """Return the pairs of provinces between which an army can walk."""
    return {frozenset((p.id, other)) for p in variant.provinces.values() for other in p.army}


def fleet_borders(variant: Variant, coast: str | None = None) -> set[Pair]:
    """Return the pairs between which a fleet can sail, coasts put together."""
    return {
        frozenset((p.id, province_of(other)))
        for p in variant.provinces.values()
        for name, others in p.fleet.items()
        if coast is None or name == coast
        for other in others
    }
