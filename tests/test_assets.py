"""Boards and templates are found in the product and in a home."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.assets import load_variant, map_text, template_dirs, variant_keys, variant_text
from pbem.errors import VariantError


def _home(tmp_path: Path) -> Path:
    board = tmp_path / "maps" / "mine"
    board.mkdir(parents=True)
    text = variant_text("standard").replace('key = "standard"', 'key = "mine"')
    (board / "variant.toml").write_text(text, encoding="utf-8")
    (tmp_path / "templates").mkdir()
    return tmp_path


def test_every_board_of_the_product_can_be_played() -> None:
    """Each has the key of its folder, and nothing is wrong with it."""
    assert "standard" in variant_keys()
    assert [load_variant(key).key for key in variant_keys()] == list(variant_keys())


def test_a_variant_is_one_value() -> None:
    """Tables are made once per board, so asking twice gives the same board."""
    assert load_variant("standard") is load_variant("standard")


@pytest.mark.parametrize("key", ["Standard", "", ".", "../maps/standard", "no-such"])
def test_an_unknown_variant_is_named(key: str) -> None:
    """The message says what there is instead; a key is never a path."""
    with pytest.raises(VariantError, match=r"there are .*standard"):
        variant_text(key)


def test_a_missing_text_of_a_map_is_named() -> None:
    """A board without shapes can be judged and not drawn."""
    with pytest.raises(VariantError, match=r"'standard' has no poem\.txt"):
        map_text("standard", "poem.txt")


def test_a_home_adds_boards(tmp_path: Path) -> None:
    """A home's board is found in that home and nowhere else."""
    home = _home(tmp_path)
    assert variant_keys(home) == tuple(sorted((*variant_keys(), "mine")))
    assert load_variant("mine", home).key == "mine"
    assert load_variant("standard", home) is load_variant("standard")
    with pytest.raises(VariantError, match="no variant 'mine'"):
        load_variant("mine")


def test_a_home_overrides_file_by_file(tmp_path: Path) -> None:
    """What a home does not hold is still the product's."""
    own = tmp_path / "maps" / "standard"
    own.mkdir(parents=True)
    (own / "note.txt").write_text("ours", encoding="utf-8")
    assert map_text("standard", "note.txt", tmp_path) == "ours"
    assert variant_text("standard", tmp_path) == variant_text("standard")


def test_a_homes_templates_come_first(tmp_path: Path) -> None:
    """A template of the home wins over the product's."""
    home = _home(tmp_path)
    assert template_dirs(home) == (home / "templates", *template_dirs())
    assert len(template_dirs()) == 1
