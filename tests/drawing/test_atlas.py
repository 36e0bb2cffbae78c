from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import pytest
import shapely
from PIL import ImageFont
from shapely.geometry.base import BaseGeometry

import pbem.drawing
from pbem.assets import map_text
from pbem.drawing.atlas import Point, check_atlas, read_atlas
from pbem.drawing.base import NAME_LINE, name_lines
from pbem.errors import RecordError, VariantError
from tests.drawing.boards import drawn, standard
from tests.drawing.shapes import BOARDS, shapes

_FONTS = Path(pbem.drawing.__file__).with_name("fonts")
_SPARE = 1.1
"""Fonts of readers differ a little from the one that is shipped."""
_BODY = (14, 12)
_RING = 6.5

Box = tuple[Point, Point]


@lru_cache(maxsize=512)
def words(name: str, water: bool) -> Point:
    """Return half the width and height of a name, in the shipped font and a tenth wider."""
    if water:
        font = ImageFont.truetype(_FONTS / "DejaVuSerif-BoldItalic.ttf", 100)
        return ((font.getlength(name) * 0.135 + len(name) - 1) * _SPARE / 2, 13.5 * 0.73 / 2)
    font = ImageFont.truetype(_FONTS / "DejaVuSans-Bold.ttf", 100)
    return (font.getlength(name) * 0.125 * _SPARE / 2, 12.5 * 0.73 / 2)


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes, as middles and half sizes, cover each other."""
    ((x, y), (w, h)), ((u, v), (a, b)) = one, other
    return abs(x - u) < w + a and abs(y - v) < h + b


def labels(key: str) -> dict[str, Box]:
    """Return the box of each name of a board."""
    board, (_, atlas) = shapes(key), drawn(key)
    return {
        name: (area.label, words(name, name not in board.land))
        for name, area in atlas.areas.items()
    }


def bodies(key: str) -> list[tuple[str, Point]]:
    """Return where units stand, on every coast, with their locations."""
    _, atlas = drawn(key)
    return [
        (f"{name}/{coast}".rstrip("/"), spot.unit)
        for name, area in atlas.areas.items()
        for coast, spot in area.spots.items()
    ]


@pytest.mark.parametrize("key", BOARDS)
def test_every_atlas_shows_its_board(key: str) -> None:
    """Every province, center and coast of the board has its place."""
    variant, atlas = drawn(key)
    check_atlas(variant, atlas)
    assert set(atlas.areas) == set(variant.provinces)
    assert {name for name, area in atlas.areas.items() if area.center} == set(variant.centers)


@pytest.mark.parametrize("key", BOARDS)
def test_signs_stand_in_their_provinces(key: str) -> None:
    """Units and centers lie in their areas; a fleet on one of two coasts at its edge."""
    board, (_, atlas) = shapes(key), drawn(key)
    outside = {
        f"{what} of {name}"
        for name, area in atlas.areas.items()
        for what, point in (("unit", area.spots[""].unit), ("center", area.center))
        if point and not board.areas[name].contains(shapely.Point(point))
    }
    assert outside == set()
    for name, point in bodies(key):
        assert board.areas[name.split("/")[0]].distance(shapely.Point(point)) < 12, name


@pytest.mark.parametrize("key", BOARDS)
def test_names_stand_on_their_own_land_or_in_the_water_beside_it(key: str) -> None:
    """A name lies in its area; that of a small one in open water close by, never abroad."""
    board = shapes(key)
    for name, ((x, y), (w, h)) in labels(key).items():
        box = shapely.box(x - w, y - h, x + w, y + h)
        area = board.areas[name]
        own = shapely.intersection(area, box).area / box.area
        wet = sum(shapely.intersection(one, box).area for one in board.water.values()) / box.area
        assert own + (wet if name in board.land else 0) > 0.8, name
        assert area.distance(shapely.Point(x, y)) < 24, name


def test_names_of_the_standard_board_stand_in_their_areas() -> None:
    """There is room for all of them."""
    board = shapes("standard")
    assert [
        name
        for name, (at, _) in labels("standard").items()
        if not board.areas[name].contains(shapely.Point(at))
    ] == []


@pytest.mark.parametrize("key", BOARDS)
def test_names_cover_nothing(key: str) -> None:
    """No name lies on another name, on a center or under a unit, its own or another's."""
    _, atlas = drawn(key)
    boxes = labels(key)
    centers = [(n, (a.center, (_RING, _RING))) for n, a in atlas.areas.items() if a.center]
    units = [(name, (at, _BODY)) for name, at in bodies(key)]
    hidden = [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])]
    hidden += [
        (name, other)
        for name, box in boxes.items()
        for other, sign in [*centers, *units]
        if overlap(box, sign)
    ]
    assert hidden == []


@pytest.mark.parametrize("key", BOARDS)
def test_units_cover_nothing(key: str) -> None:
    """Units in two provinces never touch, and no unit stands on a center."""
    _, atlas = drawn(key)
    units = bodies(key)
    touching = [
        (one, other)
        for (one, a), (other, b) in combinations(units, 2)
        if overlap((a, (13, 12)), (b, (13, 12))) and one.split("/")[0] != other.split("/")[0]
    ]
    touching += [
        (name, center)
        for name, at in units
        for center, area in atlas.areas.items()
        if area.center and dist(at, area.center) < 12 + 5
    ]
    assert touching == []


@pytest.mark.parametrize("key", BOARDS)
def test_a_unit_that_is_driven_out_is_beside_the_other(key: str) -> None:
    """It stands near enough to be told whose place it lost, and far enough to be seen."""
    _, atlas = drawn(key)
    for name, area in atlas.areas.items():
        for spot in area.spots.values():
            assert 21 <= dist(spot.unit, spot.dislodged) <= 34, name


def test_the_standard_board_has_room_for_every_unit() -> None:
    """A circle of 15 map units fits into every province, on a map of 1,200."""
    board = shapes("standard")
    assert board.raw["width"] == 1200
    tight = {
        name: round(room, 1)
        for name, area in board.areas.items()
        if (room := max(map(_room, shapely.get_parts(area)))) < 15
    }
    assert tight == {}


def _room(part: BaseGeometry) -> float:
    return float(shapely.maximum_inscribed_circle(part, tolerance=0.05).length)


def test_a_location_has_its_spot() -> None:
    """A coast has its own spot, an army there the province's, a stranger none."""
    _, atlas = standard()
    assert atlas.spot("SPA/NC") == atlas.areas["SPA"].spots["NC"]
    assert atlas.spot("SPA") == atlas.areas["SPA"].spots[""]
    assert atlas.spot("PAR/NC") == atlas.areas["PAR"].spots[""]
    assert atlas.spot("XYZ") is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"schema": "pbem atlas 9"}, 'should begin with "schema": "pbem atlas 1"'),
        ({"width": 0}, "width is 0; it is a whole number above zero"),
        ({"areas": {"PAR": {}}}, "'unit' is missing"),
        ({"areas": []}, "has no attribute 'items'"),
        ({"islets": 'M0 0"><script>'}, "the outline of islets is no SVG path data"),
    ],
)
def test_what_is_no_atlas_is_refused(change: dict[str, Any], says: str) -> None:
    """The message names the member that is wrong; path data can hold nothing else."""
    raw = json.loads(map_text("standard", "shapes.json")) | change
    with pytest.raises(RecordError, match=re.escape(says)):
        read_atlas(json.dumps(raw), "maps/x/shapes.json")


def test_what_is_no_json_is_refused() -> None:
    """One line says where the text breaks off."""
    with pytest.raises(RecordError, match="maps/x/shapes.json: not JSON: "):
        read_atlas("{", "maps/x/shapes.json")


def test_a_point_is_two_numbers() -> None:
    """The message quotes what stands there instead."""
    raw = json.loads(map_text("standard", "shapes.json"))
    raw["areas"]["PAR"]["label"] = [1, "2"]
    with pytest.raises(RecordError, match=r"label of PAR is \[1, '2'\]"):
        read_atlas(json.dumps(raw))


def test_an_atlas_of_another_board_is_refused() -> None:
    """All provinces, centers and coasts that have no place are listed."""
    variant, _ = standard()
    raw = json.loads(map_text("standard", "shapes.json"))
    del raw["areas"]["PAR"], raw["areas"]["SPA"]["coasts"]["NC"], raw["areas"]["BRE"]["center"]
    with pytest.raises(VariantError) as caught:
        check_atlas(variant, read_atlas(json.dumps(raw)))
    assert set(caught.value.findings) == {
        "the map of standard has no PAR",
        "the map of standard has no spot for SPA/NC",
        "the map of standard has no supply center in BRE",
    }


@lru_cache(maxsize=512)
def whole(name: str) -> Point:
    """Return half the width and height of a full name, on its lines, a tenth wider."""
    font = ImageFont.truetype(_FONTS / "DejaVuSans-Bold.ttf", 100)
    lines = name_lines(name)
    wide = max(map(font.getlength, lines)) * 0.095 * _SPARE / 2
    return (wide, (len(lines) - 1) * NAME_LINE / 2 + 9.5 * 0.73 / 2)


@pytest.mark.parametrize("key", BOARDS)
def test_full_names_cover_nothing(key: str) -> None:
    """Nor do they when readers ask for full names: no name, no center, no unit."""
    variant, atlas = drawn(key)
    boxes = {p.id: (atlas.areas[p.id].full, whole(p.name)) for p in variant.provinces.values()}
    signs = [(a.center, (_RING, _RING)) for a in atlas.areas.values() if a.center]
    signs += [(at, _BODY) for _, at in bodies(key)]
    hidden = [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])]
    assert hidden == []
    assert [name for name, box in boxes.items() for sign in signs if overlap(box, sign)] == []
