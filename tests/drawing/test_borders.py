from __future__ import annotations

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from pbem.board.position import province_of
from tests.drawing.shapes import (
    BOARDS,
    TOUCH,
    Pair,
    Shapes,
    army_borders,
    fleet_borders,
    shapes,
)

_EARTH = ("era-of-empire", "standard")


def straits(board: Shapes) -> set[Pair]:
    """Return the borders that a line across the water shows."""
    return {frozenset(one["between"]) for one in board.raw.get("straits", ())}


def listed(pairs: set[Pair]) -> list[str]:
    """Return pairs so that a failure can be read."""
    return sorted("-".join(sorted(pair)) for pair in pairs)


@pytest.mark.parametrize("key", BOARDS)
def test_areas_overlap_nowhere(key: str) -> None:
    """Every point of a map belongs to one area at most."""
    areas = list(shapes(key).areas.values())
    assert abs(sum(one.area for one in areas) - shapely.union_all(areas).area) < 1


@pytest.mark.parametrize("key", BOARDS)
def test_armies_can_walk_where_land_touches(key: str) -> None:
    """Land touches land exactly where the rules say so, and otherwise a strait is drawn."""
    board = shapes(key)
    touch = {pair for pair in board.borders() if pair <= board.land.keys()}
    wanted = army_borders(board.variant)
    assert listed(wanted - touch - straits(board)) == []
    assert listed(touch - wanted) == []
    assert listed(straits(board) - wanted) == []
    assert listed(straits(board) & touch) == [], "a strait lies between areas that touch"


@pytest.mark.parametrize("key", _EARTH)
def test_fleets_can_sail_where_water_touches(key: str) -> None:
    """Water touches as the rules say; two coasts touch where their border reaches the water."""
    board = shapes(key)
    water = shapely.union_all(list(board.water.values()))
    touch = {
        pair
        for pair, line in board.borders().items()
        if not pair <= board.land.keys() or shapely.distance(line, water) < 0.01
    }
    wanted = fleet_borders(board.variant)
    assert listed(wanted - touch - straits(board)) == []
    assert listed(touch - wanted) == []


@pytest.mark.parametrize("key", _EARTH)
def test_each_coast_touches_its_own_seas(key: str) -> None:
    """The shore falls into stretches; each goes with the nearest coast, and so do its neighbors."""
    board = shapes(key)
    borders = board.borders()
    for province in board.variant.provinces.values():
        if not province.coasts:
            continue
        anchors = board.raw["areas"][province.id]["coasts"]
        stretches = _stretches(board, province.id, sorted(anchors), anchors)
        for coast, shore in stretches.items():
            reached = {
                other
                for pair, line in borders.items()
                if province.id in pair
                for other in pair - {province.id}
                if _lies_on(line, shore, sea=other not in board.land)
            }
            wanted = {province_of(other) for other in province.fleet[coast]}
            assert reached == wanted, f"{province.id}/{coast}"


def _stretches(
    board: Shapes, key: str, coasts: list[str], anchors: dict[str, dict[str, list[float]]]
) -> dict[str, BaseGeometry]:
    """Return the shore of a province, each stretch with the coast whose fleet is nearest."""
    water = shapely.union_all(list(board.water.values()))
    shore = shapely.line_merge(shapely.intersection(board.areas[key].boundary, water))
    found: dict[str, list[BaseGeometry]] = {coast: [] for coast in coasts}
    for part in shapely.get_parts(shore):
        far = {coast: part.distance(shapely.Point(anchors[coast]["unit"])) for coast in coasts}
        found[min(coasts, key=lambda coast: far[coast])].append(part)
    return {coast: shapely.union_all(parts) for coast, parts in found.items()}


def _lies_on(line: BaseGeometry, shore: BaseGeometry, *, sea: bool) -> bool:
    if sea:
        return bool(shapely.intersection(line, shore).length > TOUCH)
    return bool(line.distance(shore) < 0.01)


@pytest.mark.parametrize("key", BOARDS)
def test_the_shapes_are_within_the_picture(key: str) -> None:
    """Nothing is drawn that nobody sees."""
    board = shapes(key)
    frame = shapely.box(0, 0, board.raw["width"], board.raw["height"])
    assert [name for name, one in board.areas.items() if not frame.covers(one)] == []


@pytest.mark.parametrize("key", BOARDS)
def test_every_district_lies_in_one_piece_or_among_islands(key: str) -> None:
    """No area has crumbs: a part is an island of its own, or the whole of it."""
    board = shapes(key)
    crumbs = [
        name
        for name, one in board.areas.items()
        for part in shapely.get_parts(one)
        if part.area < 1
    ]
    assert crumbs == []
