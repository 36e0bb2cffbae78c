from __future__ import annotations

import json
import re
from math import dist
from typing import Any

import pytest

from pbem.assets import map_text
from pbem.drawing.atlas import Point, check_atlas, read_atlas
from pbem.errors import RecordError, VariantError
from tests.drawing.boards import standard

_NUMBER = re.compile(r"-?\d+")


def rings(outline: str) -> list[list[Point]]:
    """Return the corners of an outline of `M`, `l` and `z` alone."""
    found = []
    for ring in outline.split("M")[1:]:
        head, _, tail = ring.rstrip("z").partition("l")
        x, y = (int(number) for number in _NUMBER.findall(head))
        steps = [int(number) for number in _NUMBER.findall(tail)]
        corners: list[Point] = [(x, y)]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            corners.append((x, y))
        found.append(corners)
    return found


def inside(point: Point, outline: str) -> bool:
    """Return whether a point lies in an outline, by the even-odd rule."""
    x, y = point
    crossings = 0
    for ring in rings(outline):
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


def test_the_standard_atlas_shows_its_board() -> None:
    """Every province, center and coast of the board has its place."""
    variant, atlas = standard()
    check_atlas(variant, atlas)
    assert set(atlas.areas) == set(variant.provinces)
    assert {key for key, area in atlas.areas.items() if area.center} == set(variant.centers)


def test_signs_stand_in_their_provinces() -> None:
    """Units and centers lie in the outline; only fleets on a coast of two stand at its edge."""
    _, atlas = standard()
    outside = {
        f"{what} of {key}"
        for key, area in atlas.areas.items()
        for what, point in (
            ("unit", area.spots[""].unit),
            ("center", area.center),
        )
        if point and not inside((point[0] * atlas.grid, point[1] * atlas.grid), area.outline)
    }
    assert outside == set()


def test_labels_and_units_keep_apart() -> None:
    """No label lies under a unit, its own or another's."""
    _, atlas = standard()
    near = [
        (key, other, coast)
        for key, area in atlas.areas.items()
        for other, there in atlas.areas.items()
        for coast, spot in there.spots.items()
        if abs(area.label[0] - spot.unit[0]) < 16 + 10
        and abs(area.label[1] - spot.unit[1]) < 6 + 10
    ]
    assert near == []


def test_labels_and_centers_keep_apart() -> None:
    """No label lies on another label or on a supply center, and no center under a unit."""
    _, atlas = standard()
    areas = list(atlas.areas.items())
    overlaps = [
        (key, other)
        for key, one in areas
        for other, two in areas
        if (
            key < other
            and abs(one.label[0] - two.label[0]) < 32
            and abs(one.label[1] - two.label[1]) < 12
        )
        or (
            two.center
            and abs(one.label[0] - two.center[0]) < 16 + 5
            and abs(one.label[1] - two.center[1]) < 6 + 5
        )
        or (two.center and dist(one.spots[""].unit, two.center) < 12 + 5)
    ]
    assert overlaps == []


def test_units_keep_apart() -> None:
    """Two units in neighboring provinces never touch, nor a unit and one it drove out."""
    _, atlas = standard()
    spots = [(key, coast, s) for key, a in atlas.areas.items() for coast, s in a.spots.items()]
    touching = [
        (key, other)
        for key, _, one in spots
        for other, _, two in spots
        if key < other
        and abs(one.unit[0] - two.unit[0]) < 26
        and abs(one.unit[1] - two.unit[1]) < 24
    ]
    assert touching == []
    for key, _, spot in spots:
        far = (spot.unit[0] - spot.dislodged[0]) ** 2 + (spot.unit[1] - spot.dislodged[1]) ** 2
        assert 21**2 <= far <= 34**2, key


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
