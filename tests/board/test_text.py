"""Variants as text."""

from __future__ import annotations

import json

import pytest

from pbem.assets import load_variant, variant_text
from pbem.board.position import Unit
from pbem.board.text import read_variant
from pbem.errors import VariantError
from tests.shared import shared

STANDARD = load_variant("standard")


def test_the_standard_board_has_what_its_counts_say() -> None:
    """Provinces, centers and borders are as many as the known board has."""
    provinces = STANDARD.provinces.values()
    army = {frozenset((p.id, other)) for p in provinces for other in p.army}
    fleet = {
        frozenset((f"{p.id}/{coast}" if coast else p.id, other))
        for p in provinces
        for coast, others in p.fleet.items()
        for other in others
    }
    assert len(STANDARD.provinces) == 75
    assert len(STANDARD.centers) == 34
    assert len(army) == 111
    assert len(fleet) == 141
    assert [len(p.units) for p in STANDARD.powers.values()] == [3, 3, 3, 3, 3, 4, 3]


def test_the_standard_board_is_the_one_of_the_second_source() -> None:
    """Every border, center and home agrees with facts that were gathered apart from it."""
    facts = json.loads(shared("variants", "standard.json").read_text())
    record = {power["id"]: power["record"] for power in facts["powers"]}
    for raw in facts["provinces"]:
        province = STANDARD.provinces[raw["id"].upper()]
        assert province.name == raw["name"]
        assert list(province.army) == sorted(other.upper() for other in raw["army"])
        fleet = {
            coast.upper().strip("*"): sorted(place.upper() for place in places)
            for coast, places in raw["fleet"].items()
            if places
        }
        assert {coast: list(places) for coast, places in province.fleet.items()} == fleet
        assert province.center == raw["centre"]
        assert province.home == record.get(raw["home"])
    assert len(facts["provinces"]) == len(STANDARD.provinces)


@pytest.mark.parametrize(
    ("unit", "neighbors"),
    [
        ("F SPA/NC", ("GAS", "MAO", "POR")),
        ("A SPA", ("GAS", "MAR", "POR")),
        ("F SPA", ()),
        ("F PAR", ()),
        ("A MAO", ()),
        ("A XYZ", ()),
    ],
)
def test_neighbors(unit: str, neighbors: tuple[str, ...]) -> None:
    """A unit goes where its kind can, and from nowhere if it cannot stand there."""
    assert STANDARD.neighbors(Unit.read(unit)) == neighbors


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('schema = "pbem variant 1"', "", "its first line should be schema"),
        ('army = ["ANK", "SEV", "SMY", "SYR"]', "army = []", "ANK - ARM: army border in one"),
        ('army = ["GRE", "SER", "TRI"]', 'army = ["ADR"]', "army border to ADR, which is sea"),
        ('"A VIE"]', '"F VIE"]', "starting unit F VIE cannot stand there"),
        ("solo_centers = 24", "solo_centers = 240", "240 centers cannot win"),
        ('capital = "VIE"', 'capital = "XXX"', "capital XXX does not exist"),
        ("[start]", "[[start]", "not TOML"),
        ('name = "Adriatic Sea"', "", "provinces.ADR: name is missing"),
    ],
)
def test_a_wrong_board_is_told_what_is_wrong(old: str, new: str, says: str) -> None:
    """One thing changed in a good board is found and named."""
    text = variant_text("standard")
    assert old in text
    with pytest.raises(VariantError) as error:
        read_variant(text.replace(old, new, 1))
    assert says in str(error.value)


def test_an_unknown_variant_is_told_what_there_is() -> None:
    """The message lists the boards at hand."""
    with pytest.raises(VariantError, match="there is no variant 'atlantis'; there are .*standard"):
        load_variant("atlantis")
