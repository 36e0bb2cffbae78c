"""The shipped shapes are what their facts give."""

from __future__ import annotations

import json

from cartography.boards import outline
from cartography.land import cut
from cartography.stars import draw_stars
from cartography.writing import write_atlas
from pbem.assets import load_variant, map_text
from pbem.board.variant import Terrain


def test_the_star_map_is_made_from_its_facts() -> None:
    """Byte for byte."""
    facts = json.loads(map_text("zorbees", "places.json"))
    drawn = draw_stars(facts, load_variant("zorbees").centers)
    assert write_atlas(facts, drawn) == map_text("zorbees", "shapes.json")


def test_the_outlines_of_the_standard_board_are_made_from_their_facts() -> None:
    """Land, water and borders follow from the coast and the lines that were set by hand."""
    facts = json.loads(map_text("standard", "places.json"))
    shipped = json.loads(map_text("standard", "shapes.json"))
    provinces = load_variant("standard").provinces.values()
    projection, faces = cut(facts, frozenset(p.id for p in provinces if p.terrain is Terrain.SEA))
    assert (projection.width, projection.height) == (shipped["width"], shipped["height"])
    for key, face in {**faces.land, **faces.sea}.items():
        assert outline(face) == shipped["areas"][key]["shape"], key
    assert {key: outline(face) for key, face in faces.impassable.items()} == shipped["impassable"]
