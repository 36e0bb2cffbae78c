from __future__ import annotations

import re
from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest

from pbem.board.phase import Phase
from pbem.drawing.film import Frame, draw_film
from pbem.drawing.theme import THEMES
from tests.drawing.boards import SVG, drawn, judged, titles
from tests.drawing.shapes import BOARDS


def film(key: str, count: int = 3, theme: str = "light") -> str:
    """Return a film of a board's opening, again and again, with orders in the first frame."""
    variant, atlas = drawn(key)
    opening = variant.opening()
    power = next(iter(variant.powers))
    result = judged({power: f"{opening.units[power][0]} H: holds"})
    frames = [
        Frame(
            replace(opening, phase=Phase.read(f"S{1901 + n}M"), closed=tuple(variant.centers[:n])),
            None if n else result,
        )
        for n in range(count)
    ]
    return draw_film(variant, atlas, frames, title="A <game>", description="All of it", theme=theme)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", BOARDS)
def test_every_phase_is_a_frame(key: str, theme: str) -> None:
    """Each is shown in its turn, the first also where nothing moves; the words are all there."""
    root = fromstring(film(key, theme=theme))
    frames = [group for group in root.iter(f"{SVG}g") if group.get("class") == "frame"]
    assert len(frames) == 2 * 3
    assert [frame.get("visibility") for frame in frames] == [None, "hidden", "hidden"] * 2
    assert [frame.get("style") for frame in frames[:3]] == [
        f"animation-delay:{delay}s" for delay in (0, 3, 6)
    ]
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert {f"A <game>: Spring {1901 + n}" for n in range(3)} <= set(words)
    assert sum("holds" in title for title in titles(root)) == 1


@pytest.mark.parametrize("key", BOARDS)
def test_a_film_is_whole(key: str) -> None:
    """Ids are there once, what is referred to is there, and nothing runs."""
    text = film(key)
    root = fromstring(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    assert used <= set(ids)
    assert "<script" not in text


def test_outlines_are_written_once() -> None:
    """A long game adds its units and orders, never the board again."""
    _, atlas = drawn("standard")
    text = film("standard", 12)
    assert all(text.count(area.outline) <= 2 for area in atlas.areas.values())


def test_one_phase_does_not_move() -> None:
    """A film of one frame has no animation."""
    assert "@keyframes" not in film("standard", 1)
    assert "@keyframes" in film("standard", 2)


def test_a_film_has_a_frame() -> None:
    """Of nothing there is none."""
    with pytest.raises(ValueError, match="at least one frame"):
        film("standard", 0)
