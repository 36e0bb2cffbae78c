from __future__ import annotations

from itertools import pairwise
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from pbem.drawing.geometry import (
    along,
    aside,
    distance,
    length,
    nearest,
    short_of,
    through,
    trimmed,
)

coordinates = st.floats(0, 1500, allow_nan=False).map(lambda value: round(value, 1))
points = st.tuples(coordinates, coordinates)
paths = st.lists(points, min_size=2, max_size=6, unique=True)


def test_a_shaft_is_cut_at_both_ends() -> None:
    """Twelve units go at the start and three at the end."""
    assert trimmed(((0, 0), (100, 0)), 12, 3) == ((12, 0), (97, 0))


def test_a_short_shaft_keeps_a_third() -> None:
    """Neighbors that nearly touch still have an arrow between them."""
    assert isclose(length(trimmed(((0, 0), (24, 0)), 14, 15)), 8)


def test_opposed_shafts_lie_on_either_side() -> None:
    """Each goes to its own right, so that the two of a head-to-head keep apart."""
    there, back = aside(((0, 0), (50, 0)), 5), aside(((50, 0), (0, 0)), 5)
    assert there == ((0, 5), (50, 5))
    assert back == ((50, -5), (0, -5))


def test_a_shaft_ends_before_a_name() -> None:
    """Where the box of a name lies before its end, it stops at the box, else it stays."""
    shaft = ((0.0, 0.0), (100.0, 0.0))
    assert short_of(shaft, (85, 0), (10, 5)) == ((0, 0), (74, 0))
    assert short_of(shaft, (85, 20), (10, 5)) == shaft, "beside it"
    assert short_of(shaft, (30, 0), (10, 5)) == shaft, "far from its end"
    assert short_of(((0.0, 0.0), (40.0, 0.0)), (30, 0), (12, 5)) == ((0, 0), (40, 0)), "too short"


@given(paths, points)
def test_what_is_cut_for_a_name_is_the_end(path: list[tuple[float, float]], at: object) -> None:
    """A shaft keeps its start, and never grows."""
    cut = short_of(tuple(path), at, (18, 8))  # type: ignore[arg-type]
    assert cut[0] == path[0]
    assert length(cut) <= length(tuple(path)) + 1e-6


@given(paths)
def test_a_curve_goes_through_its_points(path: list[tuple[float, float]]) -> None:
    """It begins and ends where it should and touches every stop."""
    curve = through(path)
    assert curve[0] == path[0]
    assert curve[-1] == path[-1]
    assert all(min(distance(stop, corner) for corner in curve) < 0.1 for stop in path)


@given(paths, st.floats(0, 1))
def test_a_share_lies_on_the_shaft(path: list[tuple[float, float]], share: float) -> None:
    """What was cut off after a share is that share of the length."""
    shaft = tuple(path)
    at, way = along(shaft, share)
    assert isclose(way[0] ** 2 + way[1] ** 2, 1)
    reach = min(abs(distance(a, at) + distance(at, b) - distance(a, b)) for a, b in pairwise(shaft))
    assert reach < 0.01


def test_a_link_ends_at_the_nearest_corner() -> None:
    """The middle counts, so that a straight shaft has a place for it too."""
    assert nearest(((0, 0), (100, 0)), (60, 40)) == (50, 0)
