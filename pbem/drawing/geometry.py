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
_REACH = 48.0
_LEAST = 30.0


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

    The box is given by its middle and half its width and height. Only the last piece of
    a shaft is looked at, and one of which little would be left stays whole.
    """
    (x, y), (dx, dy) = shaft[-1], direction(shaft[-2], shaft[-1])
    # Along the last piece backwards, the ways at which it crosses the sides of the box.
    near, far = 0.0, min(distance(shaft[-2], shaft[-1]), _REACH)
    for at, way, mid, reach in ((x, dx, middle[0], half[0]), (y, dy, middle[1], half[1])):
        if abs(way) < 1e-9:
            if abs(at - mid) >= reach:
                return shaft
            continue
        one, other = (at - mid - reach) / way, (at - mid + reach) / way
        near, far = max(near, min(one, other)), min(far, max(one, other))
    if near >= far or length(shaft) - far < _LEAST:
        return shaft
    return trimmed(shaft, 0, far + 1)


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
