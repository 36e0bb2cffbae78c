"""Convoys over a sea so full of fleets that nobody looks at all the routes."""

from __future__ import annotations

from pbem.adjudicator import adjudicate, rulebook
from pbem.board.position import Position, Unit
from pbem.board.variant import Names, Power, Province, Terrain, Variant
from tests.adjudicator.boards import FIRST

SIZE = 6
SEAS = {f"S{row}{column}": (row, column) for row in range(SIZE) for column in range(SIZE)}
COASTS = {"WEST": ("S00",), "EAST": ("S55",), "FAR": ("LAKE",)}


def wide_sea() -> Variant:
    """Return a square of seas between two coasts, and a third coast at a lake."""
    fleet = {
        sea: {
            other
            for other, (row, column) in SEAS.items()
            if abs(row - place[0]) + abs(column - place[1]) == 1
        }
        for sea, place in SEAS.items()
    }
    fleet |= {"LAKE": set()}
    for coast, seas in COASTS.items():
        fleet[coast] = set(seas)
        for sea in seas:
            fleet[sea].add(coast)
    provinces = {
        place: Province(
            id=place,
            name=place.title(),
            terrain=Terrain.COASTAL if place in COASTS else Terrain.SEA,
            center=False,
            home=None,
            coasts=(),
            army=(),
            fleet={"": tuple(sorted(near))},
        )
        for place, near in fleet.items()
    }
    powers = {"ARC": Power("ARC", "Arc", "Arc", "A", (), "#808080", "WEST", (), ())}
    return Variant("wide", "A wide sea", provinces, powers, FIRST, {}, Names(), "2023")


def test_every_fleet_counts_where_the_sea_is_full_of_them() -> None:
    """It is on a route then, unless the fleets around it do not lead there at all."""
    fleets = [f"F {sea}" for sea in (*SEAS, "LAKE")]
    units = tuple(Unit.read(text) for text in ("A WEST", *fleets))
    for goal, reason in [
        ("EAST", "void: A WEST was not ordered to move to EAST"),
        ("FAR", "F S23 is on no route from WEST to FAR"),
    ]:
        orders = {"ARC": [f"F S23 C A WEST - {goal}"]}
        result = adjudicate(wide_sea(), Position(FIRST, {"ARC": units}), orders, rulebook("2023"))
        assert result.orders["ARC"][0].reason == reason
