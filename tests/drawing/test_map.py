from __future__ import annotations

import gzip
import re
from dataclasses import replace
from math import dist
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.drawing.map import draw_map, map_style
from pbem.drawing.theme import THEMES
from pbem.errors import ConfigError
from tests.drawing.boards import SVG, drawing, drawn, judged, position, standard, titled, titles
from tests.drawing.shapes import BOARDS

TREVES = position(
    "S1902M",
    {
        "FRANCE": "A PAR, A MAR, F BRE",
        "GERMANY": "A MUN, A RUH",
        "ENGLAND": "A YOR, F NTH, F LON",
        "ITALY": "A VEN",
        "AUSTRIA": "A TRI",
    },
)


def roles_of_land(root: Element) -> dict[str | None, str | None]:
    """Return the class of each province of land, by its outline."""
    return {
        path.get("d"): outer.get("class")
        for outer in root.iter(f"{SVG}g")
        for group in outer.findall(f"{SVG}g")
        for path in group.findall(f"{SVG}path")
    }


def test_every_province_is_drawn_and_named() -> None:
    """Each has its outline once and its short name once."""
    variant, atlas = standard()
    root = drawing(position("S1901M", {}))
    outlines = [path.get("d") for path in root.iter(f"{SVG}path")]
    for area in atlas.areas.values():
        assert outlines.count(area.outline) == 1
    names = [text.text for text in root.iter(f"{SVG}text")]
    assert set(variant.provinces) <= set(names)


@pytest.mark.parametrize("theme", THEMES)
def test_every_unit_stands_at_its_spot(theme: str) -> None:
    """All 22 units of the opening are drawn where the atlas has them, as what they are."""
    variant, atlas = standard()
    root = drawing(variant.opening(), theme=theme)
    signs = sorted(
        (use.get("href"), float(use.get("x") or 0), float(use.get("y") or 0))
        for use in root.iter(f"{SVG}use")
        if use.get("x")
    )
    expected = sorted(
        (f"#map-{unit.kind.value}", *spot.unit)
        for power in variant.powers.values()
        for unit in power.units
        if (spot := atlas.spot(unit.location))
    )
    assert len(signs) == 22
    assert signs == expected


def test_land_has_its_owners_color() -> None:
    """Centers have their owner's color, and so has land that lies between them only."""
    variant, atlas = standard()
    role = roles_of_land(drawing(variant.opening()))
    assert role[atlas.areas["PAR"].outline] == "land-FRANCE"
    assert role[atlas.areas["GAS"].outline] == "sphere-FRANCE"
    assert role[atlas.areas["BUR"].outline] == "land"
    assert role[atlas.areas["BEL"].outline] == "land"


def test_a_stranger_in_the_land_makes_it_nobodys() -> None:
    """Land between a power's centers loses its color while another's unit stands in it."""
    variant, atlas = standard()
    opening = variant.opening()
    invaded = position("S1902M", {"ITALY": "A GAS"}, centers=dict(opening.centers))
    assert roles_of_land(drawing(invaded))[atlas.areas["GAS"].outline] == "land"


def test_every_order_is_a_group_with_its_words() -> None:
    """The title says whose order it is, what it says and what became of it."""
    result = judged(
        {
            "FRANCE": "A PAR - BUR: succeeds; A MAR S A PAR - BUR: given; F BRE H: holds",
            "GERMANY": "A MUN - BUR: bounces; A RUH S A MUN - BUR: cut",
            "ENGLAND": "A YOR - NWY: succeeds; F NTH C A YOR - NWY: available;F LON - BUR: illegal",
            "ITALY": "A VEN - TRI: bounces+",
            "AUSTRIA": "A TRI H: holds?",
        },
        standoffs=("TYR",),
    )
    shown = titles(drawing(TREVES, result))
    for words in (
        "France: army Paris to Burgundy: succeeds",
        "France: army Marseilles supports army Paris to Burgundy: given",
        "France: fleet Brest holds: holds",
        "Germany: army Munich to Burgundy: bounces",
        "Germany: army Ruhr supports army Munich to Burgundy: cut",
        "England: army Yorkshire to Norway: succeeds",
        "England: fleet North Sea convoys army Yorkshire to Norway: available",
        "England: fleet London to Burgundy: illegal",
        "Italy: army Venice to Trieste: bounces, dislodged",
        "Standoff in Tyrolia",
    ):
        assert words in shown
    assert not any("Trieste holds" in title for title in shown), "nobody ordered it"


def test_a_failed_move_is_told_from_one_that_succeeds_without_color() -> None:
    """Its shaft is dashed and bears a cross."""
    result = judged({"FRANCE": "A PAR - BUR: succeeds", "GERMANY": "A MUN - BUR: bounces"})
    root = drawing(TREVES, result)
    whole, broken = titled(root, "Paris to Burgundy"), titled(root, "Munich to Burgundy")
    assert not any(path.get("stroke-dasharray") for path in whole)
    assert any(path.get("stroke-dasharray") for path in broken)
    assert not any(path.get("class") == "alarm" for path in whole)
    assert any(path.get("class") == "alarm" for path in broken)


def test_supports_of_one_move_end_at_different_places() -> None:
    """Strength can be counted: no dot covers another."""
    board = position("S1902M", {"FRANCE": "A PAR, A MAR, A PIC, A GAS"})
    result = judged(
        {
            "FRANCE": "A PAR - BUR: succeeds; A MAR S A PAR - BUR: given;"
            "A PIC S A PAR - BUR: given; A GAS S A PAR - BUR: given"
        }
    )
    root = drawing(board, result)
    dots = {
        (circle.get("cx"), circle.get("cy"))
        for name in ("Marseilles", "Picardy", "Gascony")
        for circle in titled(root, f"army {name} supports").iter(f"{SVG}circle")
    }
    assert len(dots) == 3


def test_a_convoy_goes_through_its_fleets() -> None:
    """The army's shaft has a corner at each fleet of the shortest way."""
    _, atlas = standard()
    board = position("S1902M", {"ENGLAND": "A LON, F ENG, F MAO, F NTH"})
    result = judged(
        {
            "ENGLAND": "A LON - SPA: succeeds; F ENG C A LON - SPA: available;"
            "F MAO C A LON - SPA: available; F NTH C A LON - SPA: void"
        }
    )
    shaft = titled(drawing(board, result), "England: army London to Spain")[1].get("d") or ""
    for fleet, passes in (("ENG", True), ("MAO", True), ("NTH", False)):
        x, y = atlas.areas[fleet].spots[""].unit
        assert (f"{x:.1f},{y:.1f}" in shaft) is passes, fleet


def test_retreats_start_beside_the_unit_that_came() -> None:
    """A dislodged unit stands apart, and its arrow begins there."""
    _, atlas = standard()
    board = position("S1902R", {"FRANCE": "A MUN"}, {"GERMANY": {"A MUN": "BOH SIL"}})
    root = drawing(
        board, judged({"GERMANY": "A MUN R BOH, SIL: succeeds"}, units={"GERMANY": "A SIL"})
    )
    spot = atlas.areas["MUN"].spots[""]
    stands = {use.get("x"): use.get("y") for use in root.iter(f"{SVG}use") if use.get("x")}
    assert {float(x or 0) for x in stands} == {spot.unit[0], spot.dislodged[0]}
    assert "Germany: army Munich, dislodged" in titles(root)
    d = titled(root, "retreats to Bohemia or Silesia")[1].get("d") or ""
    end = [float(number) for number in d.split()[-1].split(",")]
    goal = atlas.areas["SIL"].spots[""].unit
    assert abs(end[0] - goal[0]) < 16
    assert abs(end[1] - goal[1]) < 16


def test_a_winter_is_drawn_and_listed() -> None:
    """Builds appear on the board; builds, disbands and waives stand under their powers."""
    board = position("W1901A", {"FRANCE": "A SPA", "GERMANY": "A RUH"})
    result = judged(
        {"FRANCE": "A PAR B: succeeds; F BRE B: succeeds; WAIVE: succeeds"},
        disbanded={"GERMANY": "A RUH"},
    )
    root = drawing(board, result)
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "+ A PAR, + F BRE" in words
    assert "1 waived" in words
    assert "\u2212 A RUH" in words
    assert "Germany: army Ruhr is disbanded" in titles(root)
    assert titled(root, "builds army Paris").find(f".//{SVG}use") is not None


def test_what_changes_its_kind_is_marked_and_listed() -> None:
    """A conversion has a badge on the unit and a line under its power."""
    board = position("W1901A", {"FRANCE": "A BRE, F MAR"})
    result = judged({"FRANCE": "A BRE CONVERT F BRE: succeeds; F MAR CONVERT: succeeds"})
    root = drawing(board, result)
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "A BRE \u2192 F BRE, F MAR \u2192 A MAR" in words
    assert titled(root, "army Brest converts").find(".//*[@class='good-disc']") is not None


def test_a_build_that_is_not_used_is_a_ring_of_its_own() -> None:
    """As many rings as waives stand under the power's name, each with its words."""
    board = position("W1901A", {"FRANCE": "A SPA"})
    result = judged({"FRANCE": "WAIVE: succeeds; WAIVE: succeeds"})
    root = drawing(board, result)
    assert titles(root).count("France: waives a build: succeeds") == 2
    assert "2 waived" in [text.text for text in root.iter(f"{SVG}text")]


def test_closed_provinces_are_hatched_and_neutral_units_marked() -> None:
    """Both are told by a shape: a hatch over the land, a badge on the unit and by the name."""
    board = replace(
        position("S1914M", {"ITALY": "A ROM, F NAP", "AUSTRIA": "A TRI"}),
        closed=("NAP", "ROM"),
        neutral=("ITALY",),
    )
    root = drawing(board)
    for words in ("Naples: closed", "Rome: closed", "Italy: army Rome, neutral", "Italy: neutral"):
        assert titles(root).count(words) == 1
    assert root.find(".//*[@id='map-closed']") is not None
    assert len(root.findall(".//*[@class='still-disc']")) == 3
    assert drawing(replace(board, closed=())).find(".//*[@id='map-closed']") is None


def test_an_arrow_goes_around_a_unit_in_its_way() -> None:
    """No shaft crosses a unit that it has nothing to do with."""
    _, atlas = standard()
    board = position("S1902M", {"ENGLAND": "F NWG, F NTH, F HEL", "FRANCE": "A YOR"})
    result = judged({"ENGLAND": "F NWG - BEL: succeeds; F NTH H: holds"})
    d = titled(drawing(board, result), "Norwegian Sea to Belgium")[1].get("d") or ""
    shaft = [tuple(map(float, point.split(","))) for point in d.strip("M").split()]
    fleet = atlas.areas["NTH"].spots[""].unit
    assert len(shaft) > 2
    assert all(dist(fleet, point) > 14 for point in shaft)


def test_what_is_not_on_the_board_is_left_out() -> None:
    """Orders of no form, of no power and of no province are skipped; the rest is drawn."""
    result = judged(
        {
            "FRANCE": "A XYZ - BUR: illegal; please hold: illegal; A PAR - BUR: succeeds",
            "ATLANTIS": "A BRE H: holds",
        }
    )
    shown = titles(drawing(TREVES, result))
    assert "France: army Paris to Burgundy: succeeds" in shown
    assert not any("XYZ" in title or "please" in title for title in shown)
    assert not any("fleet Brest holds" in title for title in shown)


@settings(max_examples=40, deadline=None)
@given(st.text())
def test_any_words_are_read_back(words: str) -> None:
    """Markup in a title is text, and only what XML cannot hold is replaced."""
    root = drawing(position("S1901M", {}), title=words, description=f"<b>{words}")
    read = root.findtext(f"{SVG}desc") or ""
    assert len(root) == len(drawing(position("S1901M", {})))
    assert read.startswith("<b>")
    lost = {one for one in words if one not in read} - {"\r"}
    assert not any(one.isprintable() for one in lost)


def test_markup_in_a_title_is_text() -> None:
    """A game's name cannot bring a script into the picture."""
    hostile = "</title><script>alert(1)</script>&\"'\x00\ud800"
    root = drawing(position("S1901M", {}), title=hostile, description=hostile)
    assert root.find(f".//{SVG}script") is None
    shown = "</title><script>alert(1)</script>&\"'\ufffd\ufffd"
    assert root.findtext(f"{SVG}title") == root.findtext(f"{SVG}desc") == shown


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_values_give_the_same_bytes(theme: str) -> None:
    """In every theme, and in whatever order powers come in."""
    variant, atlas = standard()
    opening = variant.opening()
    shuffled = type(opening)(
        opening.phase,
        dict(reversed(opening.units.items())),
        dict(reversed(opening.centers.items())),
    )
    one, two = (
        draw_map(variant, atlas, board, title="x", description="y", theme=theme)
        for board in (opening, shuffled)
    )
    assert one == two


def test_maps_in_one_page_do_not_clash() -> None:
    """Every id has the map's prefix, and everything that is referred to is there."""
    variant, _ = standard()
    for theme in THEMES:
        root = drawing(variant.opening(), theme=theme, prefix="a1-")
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert all(name and name.startswith("a1-") for name in ids)
        assert len(ids) == len(set(ids))
        used = {use.get("href") for use in root.iter(f"{SVG}use")}
        used |= {
            (element.get("fill") or "")[4:-1]
            for element in root.iter()
            if (element.get("fill") or "").startswith("url(")
        }
        assert used <= {f"#{name}" for name in ids}


def test_it_says_what_it_shows() -> None:
    """A map is an image with a title and a description."""
    root = drawing(position("S1901M", {}), title="Spring 1901", description="The opening")
    assert root.get("role") == "img"
    labels = (root.get("aria-labelledby") or "").split()
    by_id = {element.get("id"): element.text for element in root.iter()}
    assert [by_id[label] for label in labels] == ["Spring 1901", "The opening"]


def test_auto_follows_the_reader() -> None:
    """Light colors are written out, dark ones come with a style sheet of the map's own."""
    variant, atlas = standard()
    light, auto = (
        draw_map(variant, atlas, variant.opening(), title="x", description="y", theme=theme)
        for theme in ("light", "auto")
    )
    style = auto[auto.index("<style>") : auto.index("</style>") + len("</style>")]
    assert auto.replace(style, "") == light
    assert style.startswith("<style>@media(prefers-color-scheme:dark){.pbem-map .sea{fill:#")


def test_no_such_theme() -> None:
    """The message lists those there are."""
    with pytest.raises(ConfigError, match="no theme 'neon'; the themes are light, dark, print"):
        drawing(position("S1901M", {}), theme="neon")


def test_a_map_is_light_enough() -> None:
    """The base of the standard board and its opening orders keep to their weights, packed."""
    variant, atlas = standard()
    orders = {
        power.id: ";".join(f"{unit} H: holds" for unit in power.units)
        for power in variant.powers.values()
    }
    pictures = [
        draw_map(variant, atlas, board, result, title="x", description="y", theme="auto")
        for board, result in (
            (position("S1901M", {}), None),
            (variant.opening(), None),
            (variant.opening(), judged(orders)),
        )
    ]
    empty, units, full = (len(gzip.compress(picture.encode(), 9)) for picture in pictures)
    assert empty <= 32 * 1024
    assert full - units <= 5 * 1024
    assert fromstring(pictures[2]) is not None


def test_signs_can_be_read_on_a_phone() -> None:
    """On a narrow screen names have 9 pixels and units 14 at least, on every board."""
    for key in BOARDS:
        variant, atlas = drawn(key)
        rules = map_style(variant, atlas)
        assert f"<style>{rules}</style>" in draw_map(
            variant, atlas, variant.opening(), title="x", description="y", theme="auto"
        )
        phone = rules[rules.index("@media screen and (max-width:40em)") :]
        wide = int(re.search(r"min-width:(\d+)px", phone)[1])  # type: ignore[index]
        names = float(re.search(r"-names\{font-size:([\d.]+)px", phone)[1])  # type: ignore[index]
        units = float(re.search(r"scale\(([\d.]+)\)", phone)[1])  # type: ignore[index]
        assert names * wide / atlas.width >= 9
        assert 21 * units * wide / atlas.width >= 14


def test_layers_wait_for_a_style_sheet() -> None:
    """Full names and hatches are in the file, hidden; every order says whose it is."""
    variant, _ = standard()
    root = drawing(variant.opening(), judged({"FRANCE": "A PAR H: holds"}))
    layers = {
        name: element.get("display")
        for element in root.iter(f"{SVG}g")
        for name in (element.get("class") or "").split()
    }
    assert {name: layers[name] for name in ("orders", "units", "names", "short")} == dict.fromkeys(
        ("orders", "units", "names", "short")
    )
    assert layers["full"] == layers["hatches"] == "none"
    words = {text.text for text in root.iter(f"{SVG}text")}
    assert {"Gulf of", "Bothnia", "Paris"} <= words
    orders = [group for group in root.iter(f"{SVG}g") if group.get("class") == "order-FRANCE"]
    assert len(orders) == 1
    hatched = drawing(variant.opening(), theme="hatched")
    (layer,) = [group for group in hatched.iter(f"{SVG}g") if group.get("class") == "hatches"]
    assert layer.get("display") is None
    assert len(layer) == len(variant.powers)
