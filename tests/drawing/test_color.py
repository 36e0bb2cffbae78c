from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations

import pytest
from coloraide import Color

from pbem.drawing.color import channels, contrast, mix
from pbem.drawing.map import draw_map
from pbem.drawing.theme import THEMES, palette
from tests.drawing.boards import drawn
from tests.drawing.shapes import BOARDS


def test_black_on_white_is_the_greatest_contrast() -> None:
    """As WCAG 2.2 has it."""
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21


def test_a_share_of_nothing_is_the_ground() -> None:
    """And all of a color is the color."""
    assert mix("#c21e2e", "#ffffff", 0) == "#ffffff"
    assert mix("#c21e2e", "#ffffff", 1) == "#c21e2e"


def test_what_is_no_color_is_refused() -> None:
    """Names and short forms are none here."""
    with pytest.raises(ValueError, match="'red' is no color"):
        channels("red")


@lru_cache(maxsize=32)
def roles(key: str, theme: str) -> dict[str, dict[str, str]]:
    """Return the colors of each role of a board in a theme, by attribute."""
    variant, atlas = drawn(key)
    paint = palette(variant, theme, sky=atlas.sky).paint
    return {role: dict(re.findall(r'(fill|stroke)="(#.{6})"', one)) for role, one in paint.items()}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", BOARDS)
def test_names_can_be_read(key: str, theme: str) -> None:
    """On its halo and on its ground a name has a contrast of 4.5 at least, whoever owns it."""
    colors = roles(key, theme)
    grounds = {role: role for role in colors if role.split("-")[0] in ("land", "sphere")}
    grounds |= {"afloat": "sea"} | ({} if key == "zorbees" else {"sea": "sea"})
    for name, ground in grounds.items():
        words = colors[f"name-{name}"]["fill"]
        assert contrast(words, colors[f"halo-{name}"]["fill"]) >= 4.5, name
        assert contrast(words, colors[ground]["fill"]) >= 4.5, name


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", BOARDS)
def test_orders_stand_out_from_their_case(key: str, theme: str) -> None:
    """Whatever a power's color, its arrows and units have an outline that differs."""
    colors = roles(key, theme)
    for power in drawn(key)[0].powers:
        order, case = colors[f"order-{power}"]["stroke"], colors[f"case-{power}"]["stroke"]
        assert contrast(order, case) >= 3, power


_EYES = [
    (None, "", 12.0),
    *(("protan", method, 12.0) for method in ("brettel", "vienot", "machado")),
    *(("deutan", method, 12.0) for method in ("brettel", "vienot", "machado")),
    *(("tritan", method, 8.0) for method in ("brettel", "machado")),
]


@pytest.mark.parametrize("part", ["land", "body"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("key", BOARDS)
def test_every_eye_tells_powers_apart(key: str, theme: str, part: str) -> None:
    """By CIEDE2000: 12 or more without red or green, 8 or more without blue, by any model."""
    colors = roles(key, theme)
    fills = {power: colors[f"{part}-{power}"]["fill"] for power in drawn(key)[0].powers}
    for blindness, method, least in _EYES:
        seen = {
            power: Color(fill).filter(blindness, method=method) if blindness else Color(fill)
            for power, fill in fills.items()
        }
        near = {
            (one, other): round(seen[one].delta_e(seen[other], method="2000"), 1)
            for one, other in combinations(seen, 2)
        }
        assert min(near.values()) >= least, (blindness, method, min(near, key=lambda k: near[k]))


@pytest.mark.parametrize("key", BOARDS)
def test_every_power_has_a_hatch_of_its_own(key: str) -> None:
    """The lines differ from power to power, so that they tell without color."""
    variant, atlas = drawn(key)
    text = draw_map(variant, atlas, variant.opening(), title="x", description="y")
    hatches = {
        power: re.search(rf'id="map-land-{power}".*? d="(.*?)"', text) for power in variant.powers
    }
    assert all(hatches.values())
    assert len({found[1] for found in hatches.values() if found}) == len(variant.powers)
