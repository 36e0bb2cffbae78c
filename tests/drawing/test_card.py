from __future__ import annotations

import struct
from io import BytesIO
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image

from pbem.drawing.card import draw_card, draw_card_png
from pbem.drawing.png import MOST_BYTES, draw_png
from pbem.orders.notation import write_order
from pbem.orders.order import SupportHold
from tests.drawing.boards import SVG, drawn, judged, position
from tests.drawing.shapes import BOARDS


def crowd(key: str) -> tuple[object, object]:
    """Return a position in which every power has many units, all of them supporting another."""
    variant, _ = drawn(key)
    places = [p for p in variant.provinces.values() if p.army]
    powers = list(variant.powers)
    units = {
        power: ", ".join(f"A {p.id}" for p in places[number :: 2 * len(powers)])
        for number, power in enumerate(powers)
    }
    board = position("F1906M", units)
    orders = {
        power: ";".join(
            f"{write_order(SupportHold(unit, board.units[power][0]))}: given"
            for unit in board.units[power][1:]
        )
        or f"{board.units[power][0]} H: holds"
        for power in powers
    }
    return board, judged(orders)


@pytest.mark.parametrize("key", BOARDS)
def test_a_card_is_small_enough_for_a_letter(key: str) -> None:
    """1200 by 630 pixels in 60 KB, however crowded the board is."""
    variant, atlas = drawn(key)
    board, result = crowd(key)
    drawing = draw_card_png(variant, atlas, board, result, game="The long winter of the north")
    assert len(drawing) <= MOST_BYTES == 60_000
    assert drawing[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", drawing[16:24]) == (1200, 630)


def test_powers_keep_their_colors_in_few() -> None:
    """However few colors a picture has, the land of each power has exactly its own."""
    variant, atlas = drawn("standard")
    opening = variant.opening()
    picture = Image.open(BytesIO(draw_card_png(variant, atlas, opening, game="A game")))
    colors = {color for _, color in picture.convert("RGB").getcolors(256) or []}
    card = fromstring(draw_card(variant, atlas, opening, game="A game"))
    for power in variant.powers:
        (fill, *_) = [
            one.get("fill") or "" for one in card.iter() if one.get("class") == f"land-{power}"
        ]
        assert tuple(bytes.fromhex(fill[1:])) in colors, power


def test_letters_are_drawn_without_fonts_of_the_machine() -> None:
    """The shipped fonts are enough: words change the picture."""
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">{}</svg>'
    words = [
        f'<text y="30" font-size="20" font-family="{font}">{letters}</text>'
        for font in ("Verdana,'DejaVu Sans',sans-serif", "Georgia,'DejaVu Serif',serif", "x")
        for letters in ("Łódź – é", "ABC")
    ]
    empty = draw_png(blank.format(""))
    assert all(draw_png(blank.format(one)) != empty for one in words)


def test_a_card_says_which_game_and_phase() -> None:
    """The game, the phase and the board stand in it; a name too long is cut."""
    variant, atlas = drawn("zorbees")
    name = "A name of a game that goes on " * 8
    card = fromstring(draw_card(variant, atlas, variant.opening(), game=name))
    words = [text.text or "" for text in card.iter(f"{SVG}text")]
    assert {"Spring 1901", "The Zorbees"} <= set(words)
    assert any(line.startswith("A name of a") for line in words)
    assert any(line.endswith("…") for line in words)


def test_the_same_values_give_the_same_picture() -> None:
    """Byte for byte."""
    variant, atlas = drawn("standard")
    one, two = (draw_card_png(variant, atlas, variant.opening(), game="x") for _ in range(2))
    assert one == two


def test_markup_in_a_name_is_text() -> None:
    """A game's name cannot bring an element into the card."""
    variant, atlas = drawn("standard")
    card = fromstring(draw_card(variant, atlas, variant.opening(), game="<image href='x'/>&"))
    assert card.find(f".//{SVG}image") is None
