"""Outlines as text: SVG path data in whole numbers on the atlas's grid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Corner = tuple[int, int]
GRID = 2


def snapped(points: Iterable[tuple[float, float]]) -> list[Corner]:
    """Return points in map units as corners on the grid, none twice in a row."""
    corners: list[Corner] = []
    for x, y in points:
        corner = (round(x * GRID), round(y * GRID))
        if not corners or corners[-1] != corner:
            corners.append(corner)
    return corners


def ring_data(corners: Sequence[Corner]) -> str:
    """Return a closed line as path data, as short as it goes.

    >>> ring_data([(0, 0), (4, 0), (4, -3)])
    'M0 0l4 0 0-3z'
    """
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners = corners[:-1]
    return line_data(corners) + "z"


def line_data(corners: Sequence[Corner]) -> str:
    """Return an open line as path data, as short as it goes."""
    data = f"M{corners[0][0]} {corners[0][1]}l"
    first = True
    for (ax, ay), (bx, by) in pairwise(corners):
        for step in (bx - ax, by - ay):
            data += str(step) if first or step < 0 else f" {step}"
            first = False
    return data
