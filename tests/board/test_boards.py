"""The product's boards by themselves."""

from __future__ import annotations

import pytest

from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant, variant_keys, variant_text
from pbem.board.checks import counts_of
from pbem.board.phase import Phase
from pbem.board.position import UnitKind
from pbem.board.text import check_text
from pbem.board.variant import Terrain

KEYS = variant_keys()
BOARDS = {key: load_variant(key) for key in KEYS}
COUNTS = {
    "standard": {"provinces": 75, "inland": 14, "coastal": 42, "sea": 19, "centers": 34},
    "era-of-empire": {"provinces": 119, "inland": 32, "coastal": 60, "sea": 27, "centers": 44},
    "zorbees": {"provinces": 61, "open": 61, "centers": 25},
}
BORDERS = {
    "standard": {"army_borders": 111, "fleet_borders": 141},
    "era-of-empire": {"army_borders": 171, "fleet_borders": 211},
    "zorbees": {"army_borders": 156, "fleet_borders": 156},
}


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_wrong_with_a_board(key: str) -> None:
    """Not even a member that nobody knows; and it says how many of everything there are."""
    assert check_text(variant_text(key)) == []
    variant = BOARDS[key]
    assert {"provinces", "centers", "army_borders"} <= variant.counts.keys()
    assert rulebook(variant.rulebook).name == variant.rulebook


@pytest.mark.parametrize("key", sorted(COUNTS))
def test_counts(key: str) -> None:
    """Provinces, centers and borders are as many as the board is known to have."""
    found = counts_of(BOARDS[key])
    expected = COUNTS[key] | BORDERS[key]
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("key", KEYS)
def test_every_center_can_be_entered(key: str) -> None:
    """A supply center is land, and some unit can come to it without a convoy."""
    variant = BOARDS[key]
    for center in map(variant.provinces.__getitem__, variant.centers):
        assert center.terrain is not Terrain.SEA
        assert center.army or any(center.fleet.values())


@pytest.mark.parametrize("key", KEYS)
def test_every_arrangement_opens(key: str) -> None:
    """All units stand on the board from the start, whoever plays them."""
    variant = BOARDS[key]
    for arrangement in variant.arrangements.values():
        opening = variant.opening(arrangement)
        assert opening.neutral == arrangement.neutral
        assert opening.closed == arrangement.closed
        assert sum(map(len, opening.units.values())) == sum(
            len(power.units) for power in variant.powers.values()
        )


def test_the_game_for_two_starts_in_1914_with_italy_closed() -> None:
    """Until the coin after Fall 1914 (document 002); its units and centers are there."""
    standard = BOARDS["standard"]
    arrangement = standard.arrangements["p2-ww1"]
    opening = standard.opening(arrangement)
    assert opening.phase == Phase.read("S1914M")
    assert opening.closed == ("APU", "NAP", "PIE", "ROM", "TUS", "VEN")
    assert opening.neutral == ("ITALY",)
    assert opening.centers["ITALY"] == ("NAP", "ROM", "VEN")
    assert arrangement.coin is not None
    assert (str(arrangement.coin.after), arrangement.coin.power) == ("F1914M", "ITALY")


def test_the_zorbees_have_no_kinds_of_units() -> None:
    """Fleets go where armies go, and every unit at the start is an army."""
    variant = BOARDS["zorbees"]
    assert not variant.unit_kinds
    assert not variant.convoys
    assert all(p.fleet == {"": p.army} for p in variant.provinces.values())
    units = [unit for power in variant.powers.values() for unit in power.units]
    assert {unit.kind for unit in units} == {UnitKind.ARMY}


def test_the_zorbees_stand_alike() -> None:
    """Each power's districts border on their own kind in the same way: nobody has a better start.

    Turned by a sixth, the board is the same board.
    """
    variant = BOARDS["zorbees"]
    ring = "ZYXQVK"
    turned = dict(zip(ring, ring[1:] + ring[:1], strict=True))
    for province in variant.provinces.values():
        if province.id == "SIN":
            continue
        image = variant.provinces[turned[province.id[0]] + province.id[1:]]
        expected = [x if x == "SIN" else turned[x[0]] + x[1:] for x in province.army]
        assert sorted(expected) == sorted(image.army), province.id


def test_nothing_crosses_the_himalayas() -> None:
    """Nepal and Tibet lie beside each other without a border; straits are borders of armies."""
    variant = BOARDS["era-of-empire"]
    assert "TIB" not in variant.provinces["NEP"].army
    assert all(other in variant.provinces[one].army for one, other in variant.straits)
