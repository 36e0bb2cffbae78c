"""A star map: districts as hexagons around one in the middle, in a sky with stars.

The facts are rows of districts from the top, each row half a cell beside the one above.
Signs have fixed places in a cell, off the six ways to its neighbors: the name below, the
center above, a unit that was driven out up and to the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import Any

from cartography.outlines import GRID, Corner, line_data, ring_data, snapped
from cartography.placing import Placed, Point
from cartography.writing import Drawn, Stroke

_LABEL: Point = (0, 33)
_CENTER: Point = (0, -33)
_SECOND: Point = (-22.5, -13)
_STARS = 260


@dataclass(frozen=True)
class Field:
    """Where the districts lie.

    Attributes:
        cell: From the middle of a district to the middle of the next.
        middles: Of all districts.
        width: Of the whole sky.
        height: Of the whole sky.
    """

    cell: float
    middles: Mapping[str, Point]
    width: int
    height: int

    def corners(self, key: str) -> tuple[Corner, ...]:
        """Return the six corners of a district, on the grid, the uppermost first."""
        x, y = self.middles[key]
        radius = self.cell / sqrt(3)
        turns = (k * pi / 3 - pi / 2 for k in range(6))
        # Shared corners are worked out three times; a hair's breadth must not part them.
        points = ((x + radius * cos(t) + 1e-6, y + radius * sin(t) + 1e-6) for t in turns)
        return tuple(snapped(points))

    @property
    def core(self) -> Point:
        """The middle of the sky."""
        return (self.width / 2, self.height / 2)


def draw_stars(facts: Mapping[str, Any], centers: Iterable[str]) -> Drawn:
    """Return the star map that facts describe; `centers` are districts with a supply center."""
    field = _field(facts)
    with_center = frozenset(centers)
    placed = {
        key: Placed(
            unit=at,
            dislodged=_beside(at, _SECOND),
            label=_beside(at, _LABEL),
            center=_beside(at, _CENTER) if key in with_center else None,
            coasts={},
        )
        for key, at in sorted((key, _middle(at)) for key, at in field.middles.items())
    }
    return Drawn(
        width=field.width,
        height=field.height,
        shapes={key: ring_data(field.corners(key)) for key in field.middles},
        placed=placed,
        sky=True,
        backdrop=(
            Stroke("orbit", "".join(_orbits(field)), 1),
            Stroke("star", "".join(_stars(field, facts["sectors"]))),
        ),
        overlay=(
            Stroke("sector", "".join(_sector_lines(field, facts["middle"])), 5),
            Stroke("swirl", "".join(_swirl(field)), 2),
            Stroke("ray", "".join(_rays(one.center) for one in placed.values() if one.center)),
        ),
        captions=tuple(_captions(field, facts["sectors"])),
    )


def _field(facts: Mapping[str, Any]) -> Field:
    rows = [row.split() for row in facts["rows"]]
    cell, margin = float(facts["cell"]), float(facts["margin"])
    longest = max(len(row) for row in rows)
    width = longest * cell + 2 * margin
    high = cell * sqrt(3) / 2
    height = (len(rows) - 1) * high + 2 * cell / sqrt(3) + 2 * margin
    middles = {
        key: (
            width / 2 + (column - (len(row) - 1) / 2) * cell,
            margin + cell / sqrt(3) + index * high,
        )
        for index, row in enumerate(rows)
        for column, key in enumerate(row)
    }
    return Field(cell, middles, round(width), round(height))


def _beside(at: Point, off: Point) -> Point:
    return (at[0] + off[0], at[1] + off[1])


def _middle(at: Point) -> Point:
    """Return a point on half units, so that the signs of a district are drawn sharply."""
    return (round(at[0] * 2) / 2, round(at[1] * 2) / 2)


def _sector_lines(field: Field, middle: str) -> Iterator[str]:
    """Yield the edges between districts of different sectors, and those around the middle."""
    sides: dict[frozenset[Corner], list[tuple[str, Corner, Corner]]] = {}
    for key in field.middles:
        corners = field.corners(key)
        for a, b in pairwise((*corners, corners[0])):
            sides.setdefault(frozenset((a, b)), []).append((key, a, b))
    edges = [
        (owners[0][1], owners[0][2])
        for owners in sides.values()
        if len({key if key == middle else key[0] for key, _, _ in owners}) > 1
    ]
    for chain in _chains(edges):
        yield line_data(chain)


def _chains(edges: Iterable[tuple[Corner, Corner]]) -> Iterator[list[Corner]]:
    """Yield edges joined end to end, so that lines turn without a seam."""
    left = [list(edge) for edge in sorted(edges)]
    while left:
        chain = left.pop(0)
        grown = True
        while grown:
            grown = False
            for edge in left:
                for start, end in (edge, edge[::-1]):
                    if chain[-1] == start and chain[0] != chain[-1]:
                        chain.append(end)
                    elif chain[0] == start and chain[0] != chain[-1]:
                        chain.insert(0, end)
                    else:
                        continue
                    left.remove(edge)
                    grown = True
                    break
                if grown:
                    break
        yield chain


def _orbits(field: Field) -> Iterator[str]:
    for ring in range(3, 8):
        yield _circle(field.core, field.cell * (ring + 0.25))


def _swirl(field: Field) -> Iterator[str]:
    """Yield three arms that fall into the middle, between its six neighbors."""
    for arm in range(3):
        points = []
        for step in range(15):
            share = step / 14
            turn = arm * 2 * pi / 3 + share * 2.6
            radius = field.cell * (0.44 - 0.2 * share)
            points.append(_beside(field.core, (radius * cos(turn), radius * sin(turn))))
        yield line_data(snapped(points))


def _rays(at: Point) -> str:
    """Return a star of four points behind a center."""
    points = []
    for k in range(16):
        radius = (13.0, 5.0, 8.5, 5.0)[k % 4]
        turn = k * pi / 8 - pi / 2
        points.append(_beside(at, (radius * cos(turn), radius * sin(turn))))
    return ring_data(snapped(points))


def _stars(field: Field, sectors: Mapping[str, str]) -> Iterator[str]:
    """Yield little stars outside the districts, thinly and evenly strewn.

    Places follow from two irrational steps, so that the sky is the same at every making.
    """
    reach = field.cell * 0.66
    for n in range(1, _STARS * 3):
        x = (n * 0.754877666) % 1 * field.width
        y = (n * 0.569840291) % 1 * field.height
        near = min(hypot(x - a, y - b) for a, b in field.middles.values())
        beside = any(hypot(x - a, y - b) < 68 for _, (a, b), _ in _captions(field, sectors))
        if near < reach or beside or not (6 < x < field.width - 6 and 6 < y < field.height - 6):
            continue
        size = (1.0, 1.4, 1.0, 2.0, 1.2, 3.4)[n % 6]
        waist = size * 0.28
        yield ring_data(
            snapped(
                (x + a * size, y + b * size)
                for a, b in ((0, -1), (1, 0), (0, 1), (-1, 0))
            )
            if size < 2
            else snapped(
                (x + a, y + b)
                for a, b in (
                    (0, -size), (waist, -waist), (size, 0), (waist, waist),
                    (0, size), (-waist, waist), (-size, 0), (-waist, -waist),
                )
            )
        )  # fmt: skip


def _captions(field: Field, sectors: Mapping[str, str]) -> Iterator[tuple[str, Point, float]]:
    """Yield each sector's name along its side of the sky, never upside down."""
    cx, cy = field.core
    far = max(hypot(x - cx, y - cy) for x, y in field.middles.values())
    for letter, name in sorted(sectors.items()):
        rim = [
            at
            for key, at in field.middles.items()
            if key[0] == letter and hypot(at[0] - cx, at[1] - cy) > far * 0.8
        ]
        x, y = (sum(at[axis] for at in rim) / len(rim) for axis in (0, 1))
        side = round(degrees(atan2(y - cy, x - cx)) / 60 - 0.5) * 60 + 30
        out = field.cell * 0.577 + 17
        at = (x + out * cos(side * pi / 180), y + out * sin(side * pi / 180))
        turn = (side + 90) % 360
        yield name, at, turn - 180 if 90 < turn < 270 else turn


def _circle(at: Point, radius: float) -> str:
    """Return a circle as path data, of four curves."""
    x, y, r = (round(value * GRID) for value in (*at, radius))
    k = round(radius * GRID * 0.5523)
    return (
        f"M{x + r} {y}C{x + r} {y + k} {x + k} {y + r} {x} {y + r}"
        f"S{x - r} {y + k} {x - r} {y}S{x - k} {y - r} {x} {y - r}S{x + r} {y - k} {x + r} {y}z"
    )
