"""Charts: what they are given is what they show, and no text can break them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from pbem.assets import load_variant, map_text
from pbem.drawing.atlas import read_atlas
from pbem.drawing.chart import (
    Branch,
    Owner,
    Series,
    bars,
    center_lines,
    opening_tree,
    ownership_strip,
)
from pbem.drawing.multiples import Little, small_multiples

STANDARD = load_variant("standard")
ATLAS = read_atlas(map_text("standard", "shapes.json"), "shapes.json")
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)


def words(drawn: str) -> list[str]:
    """Return the texts of a chart, which must be XML."""
    return [str(node.text) for node in ET.fromstring(drawn).iter("text")]


def test_every_power_has_a_line_until_it_is_out() -> None:
    """A line has a corner a year, ends at zero, and its end is named with its count."""
    series = [
        Series("France", "F", "#639fae", (3, 5, 6, 8)),
        Series("Austria", "A", "#c52b38", (3, 1, 0, 0)),
        Series("Italy", "I", "#8cb35f", (0, 0, 0, 0)),
    ]
    drawn = center_lines(series, ["Start", "1901", "1902", "1903"], 18)
    lines = re.findall(r'd="(M[^"]+)" stroke="(#\w+)"', drawn)
    assert [(line.count("L"), color) for line, color in lines] == [(3, "#639fae"), (2, "#c52b38")]
    assert "France 8" in words(drawn)
    assert not [text for text in words(drawn) if text.startswith(("Austria", "Italy"))]
    assert 'class="goal"' in drawn


def test_strips_join_years_of_one_owner() -> None:
    """Years in the same hands are one block; years in nobody's are empty."""
    france, nobody = Owner("F", "#639fae"), Owner("", "")
    drawn = ownership_strip([("Belgium", [nobody, france, france, nobody])], list("abcd"))
    assert drawn.count("<rect") == 1
    assert {"Belgium", "F"} <= set(words(drawn))


def test_openings_are_as_long_as_they_are_common() -> None:
    """Bars have the shares of their games; what followed stands beside."""
    drawn = opening_tree([Branch("x", 3, 1.5, (Branch("y", 3, 1.5),)), Branch("z", 1, 0)])
    widths = [float(width) for width in re.findall(r'"bar"[^>]*width="([\d.]+)"', drawn)]
    assert widths[0] == 3 * widths[2]
    assert [text for text in words(drawn) if "×" in text] == ["3 × x", "3 × y", "1 × z"]


@given(TEXT, TEXT, st.integers(0, 50))
def test_any_text_can_be_drawn(name: str, label: str, count: int) -> None:
    """Whatever a board calls its powers, charts are XML."""
    ET.fromstring(center_lines([Series(name, name[:1], "#ffffff", (count, 3))], [label, "b"], None))
    ET.fromstring(ownership_strip([(name, [Owner(name[:1], "#000000")])], [label]))
    ET.fromstring(opening_tree([Branch(name, count, 0.5)]))
    ET.fromstring(bars([(label, count), (name, 0)]))


def test_small_maps_show_who_owned_what() -> None:
    """There is a map a year, with a link, and the land of each center in its owner's color."""
    centers = STANDARD.opening().centers
    littles = [Little("Start", "", centers), Little("1901", "../F1901M/index.html", {})]
    drawn = small_multiples(STANDARD, ATLAS, littles)
    root = ET.fromstring(drawn)
    links = [node.get("href") for node in root.iter("a")]
    assert links == ["../F1901M/index.html"]
    owned = re.findall(r'class="land-FRANCE"[^>]*>((?:<use[^>]*>)+)', drawn)
    assert len(owned) == 1
    assert owned[0].count("<use") == len(centers["FRANCE"])
