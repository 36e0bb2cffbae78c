"""Shafts: the lines along which orders are drawn.

A *shaft* is a tuple of at least two points, straight between them; a convoy's
is a curve in many short pieces. Lengths are map units.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from pbem.drawing.atlas import Point

Shaft = tuple[Point, ...]
_PIECES = 8


def length(shaft: Shaft) -> float:
    """Return the length of a shaft."""
    return sum(distance(a, b) for a, b in pairwise(shaft))


def distance(one: Point, other: Point) -> float:
    """Return how far two points are apart."""
    return hypot(other[0] - one[0], other[1] - one[1])


def direction(start: Point, end: Point) -> Point:
    """Return the unit vector from one point to another; to the right where they are one."""
    far = distance(start, end)
    if far == 0:
        return (1.0, 0.0)
    return ((end[0] - start[0]) / far, (end[1] - start[1]) / far)


def toward(start: Point, end: Point, far: float) -> Point:
    """Return the point that lies `far` from the start on the way to the end."""
    dx, dy = direction(start, end)
    return (start[0] + dx * far, start[1] + dy * far)


def aside(shaft: Shaft, far: float) -> Shaft:
    """Return a shaft moved to its right-hand side, seen in its own direction."""
    dx, dy = direction(shaft[0], shaft[-1])
    return tuple((x - dy * far, y + dx * far) for x, y in shaft)


def trimmed(shaft: Shaft, start: float, end: float) -> Shaft:
    """Return a shaft without its first and last units of length.

    At least a third of it stays, in the middle of what was to be left.
    """
    whole = length(shaft)
    if start + end > whole * 2 / 3:
        scale = whole * 2 / 3 / (start + end)
        start, end = start * scale, end * scale
    return _cut(_cut(shaft, start)[::-1], end)[::-1]


def short_of(shaft: Shaft, middle: Point, half: Point) -> Shaft:
    """Return a shaft that ends where it would enter a box near its end; else the shaft itself.

    The box is given by its middle and half its width and height. A shaft that would
    lose more than half of its length stays whole.
    """
    whole = length(shaft)
    steps = int(min(whole, 48) / 2)
    inside = [
        back
        for back in range(0, 2 * steps, 2)
        if _within(along(shaft, 1 - back / whole)[0], middle, half)
    ]
    if not inside or inside[-1] > whole / 2:
        return shaft
    return trimmed(shaft, 0, inside[-1] + 1)


def _within(point: Point, middle: Point, half: Point) -> bool:
    return abs(point[0] - middle[0]) < half[0] and abs(point[1] - middle[1]) < half[1]


def _cut(shaft: Shaft, far: float) -> Shaft:
    for index, (a, b) in enumerate(pairwise(shaft)):
        piece = distance(a, b)
        if far < piece:
            return (toward(a, b, far), *shaft[index + 1 :])
        far -= piece
    return shaft[-2:]


def along(shaft: Shaft, share: float) -> tuple[Point, Point]:
    """Return the point at a share (0 to 1) of a shaft's length, and the direction there."""
    far = length(shaft) * share
    for a, b in pairwise(shaft):
        piece = distance(a, b)
        if far <= piece:
            return (toward(a, b, far), direction(a, b))
        far -= piece
    return (shaft[-1], direction(shaft[-2], shaft[-1]))


def through(points: Sequence[Point]) -> Shaft:
    """Return a smooth curve through at least two points (Catmull-Rom)."""
    if len(points) == 2:
        return tuple(points)
    padded = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(_PIECES):
            t = step / _PIECES
            curve.append((_spline(p0, p1, p2, p3, 0, t), _spline(p0, p1, p2, p3, 1, t)))
    return (*curve, points[-1])


def _spline(p0: Point, p1: Point, p2: Point, p3: Point, axis: int, t: float) -> float:
    a, b, c, d = p0[axis], p1[axis], p2[axis], p3[axis]
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )


def nearest(shaft: Shaft, point: Point) -> Point:
    """Return the corner of a shaft, its middle included, that is nearest to a point."""
    return min((*shaft[1:-1], along(shaft, 0.5)[0]), key=lambda corner: distance(corner, point))
