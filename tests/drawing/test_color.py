from __future__ import annotations

import pytest

from pbem.drawing.color import channels, contrast, mix
from pbem.drawing.theme import THEMES, palette
from tests.drawing.boards import standard


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


@pytest.mark.parametrize("theme", THEMES)
def test_labels_can_be_read(theme: str) -> None:
    """On their halo labels have a contrast of 4.5 at least, on land and at sea."""
    variant, _ = standard()
    paint = palette(variant, theme).paint
    halo = paint["halo"].split('fill="')[1][:7]
    for role in ("label", "label-sea"):
        assert contrast(paint[role].split('fill="')[1][:7], halo) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_orders_stand_out_from_their_case(theme: str) -> None:
    """Whatever a power's color, its arrows and units have an outline that differs."""
    variant, _ = standard()
    paint = palette(variant, theme).paint
    for power in variant.powers:
        order = paint[f"order-{power}"].split('stroke="')[1][:7]
        case = paint[f"case-{power}"].split('stroke="')[1][:7]
        assert contrast(order, case) >= 3, power
