"""A board as flat tables of small integers, made once for each variant.

Comparing names is what makes an adjudicator slow, so provinces, powers and
units are numbered here and names come back only when results are written.

A *place* is a province by its number, in the order of the variant. A *unit
number* stands for a kind of unit at a location (`F SPA/NC`); the numbers follow
the normal form, so that sorted numbers are sorted units.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pbem.board.position import Unit, UnitKind, province_of
from pbem.board.variant import Terrain, Variant


class Board:
    """The tables of one variant.

    Attributes:
        variant: Where they come from.
        names: Province ids by place.
        place: Places by province id.
        powers: Power ids, in the order of the variant.
        power_number: Number by power id.
        units: `Unit` by unit number.
        texts: Normal form by unit number: `"F SPA/NC"`.
        unit_number: Unit number by normal form.
        armies: Unit number of an army by location.
        fleets: Unit number of a fleet by location.
        is_fleet: By unit number.
        place_of: Place by unit number.
        reach: By unit number, the places it can move to without a convoy, and
            the unit numbers it can become there (several where coasts differ).
        ways: By unit number, the locations it can move to without a convoy and their
            places, sorted.
        is_sea: By place.
        all_seas: The places that are sea.
        sea_bit: By place, the bit that stands for it in a set of seas; 0 for land.
        touches: By place, the seas a fleet could go to from it, as a set; none on a
            board without convoys.
        around: The same by the bit of a sea.
        center_names: The supply centers, by their ids.
        center_of: By unit number, the supply center where such a unit stands; empty for none.
        stays: By unit number, that number: what a unit is that stays as it is.
        number_by_id: Unit number by the identity of the board's own `Unit`s, which
            live as long as the board.
    """

    def __init__(self, variant: Variant) -> None:
        """Number everything on the board of a variant."""
        self.variant = variant
        provinces = list(variant.provinces.values())
        self.names = [province.id for province in provinces]
        self.place = {name: number for number, name in enumerate(self.names)}
        self.powers = list(variant.powers)
        self.power_number = {power: number for number, power in enumerate(self.powers)}
        self.is_sea = [province.terrain is Terrain.SEA for province in provinces]
        self.center_names = frozenset(variant.centers)
        self._number_units()
        self.reach = [self._reach(unit) for unit in self.units]
        self.ways = [
            sorted((self.units[there].location, place) for place in reach for there in reach[place])
            for reach in self.reach
        ]
        self._number_seas()

    def _number_units(self) -> None:
        self.units: list[Unit] = sorted(_standable(self.variant))
        self.stays = list(range(len(self.units)))
        self.number_by_id = {id(unit): number for number, unit in enumerate(self.units)}
        self.texts = [str(unit) for unit in self.units]
        self.unit_number = {text: number for number, text in enumerate(self.texts)}
        self.armies: dict[str, int] = {}
        self.fleets: dict[str, int] = {}
        for number, unit in enumerate(self.units):
            numbers = self.armies if unit.kind is UnitKind.ARMY else self.fleets
            numbers[unit.location] = number
        self.is_fleet = [unit.kind is UnitKind.FLEET for unit in self.units]
        self.place_of = [self.place[unit.province] for unit in self.units]
        self.center_of = [
            unit.province if unit.province in self.center_names else "" for unit in self.units
        ]

    def _reach(self, unit: Unit) -> dict[int, tuple[int, ...]]:
        numbers = self.armies if unit.kind is UnitKind.ARMY else self.fleets
        reach: dict[int, tuple[int, ...]] = {}
        for location in self.variant.neighbors(unit):
            place = self.place[province_of(location)]
            if location in numbers:
                reach[place] = (*reach.get(place, ()), numbers[location])
        return reach

    def _number_seas(self) -> None:
        seas = [place for place, sea in enumerate(self.is_sea) if sea]
        self.all_seas = frozenset(seas)
        self.sea_bit = [0] * len(self.names)
        for number, place in enumerate(seas):
            self.sea_bit[place] = 1 << number
        convoys = self.variant.convoys
        self.touches = [self._touched(place) if convoys else 0 for place in self.place.values()]
        self.around = {self.sea_bit[place]: self.touches[place] for place in seas}

    def _touched(self, place: int) -> int:
        found = 0
        for locations in self.variant.provinces[self.names[place]].fleet.values():
            for location in locations:
                found |= self.sea_bit[self.place[province_of(location)]]
        return found

    def place_named(self, name: str) -> int:
        """Return the place of a province by its id, or -1 where there is none."""
        return self.place.get(name, -1)

    def number_of(self, unit: Unit) -> int:
        """Return the number of a unit, or -1 where no such unit can stand."""
        number = self.number_by_id.get(id(unit))
        if number is not None:
            return number
        numbers = self.armies if unit.kind is UnitKind.ARMY else self.fleets
        return numbers.get(unit.location, -1)

    def name_of_power(self, power: int) -> str:
        """Return the name of a power as people say it, by its number."""
        return self.variant.powers[self.powers[power]].name

    def unit_at(self, text: str) -> Unit:
        """Return the one `Unit` of this board for a normal form.

        Raises:
            KeyError: No such unit can stand here.
        """
        return self.units[self.unit_number[text]]


@lru_cache(maxsize=32)
def board_of(variant: Variant) -> Board:
    """Return the tables of a variant, made when first asked for."""
    return Board(variant)


def _standable(variant: Variant) -> Iterable[Unit]:
    for province in variant.provinces.values():
        if province.terrain is not Terrain.SEA:
            yield Unit(UnitKind.ARMY, province.id)
        if province.terrain is not Terrain.INLAND:
            for location in province.locations:
                yield Unit(UnitKind.FLEET, location)


@lru_cache(maxsize=4096)
def distances(variant: Variant, start: str) -> dict[str, int]:
    """Return how many steps each province is from `start`, over any border.

    Provinces that cannot be reached are absent.
    """
    steps = {start: 0}
    queue = [start]
    for province in queue:
        for neighbor in _neighbors(variant, province):
            if neighbor not in steps:
                steps[neighbor] = steps[province] + 1
                queue.append(neighbor)
    return steps


def _neighbors(variant: Variant, province: str) -> list[str]:
    here = variant.provinces[province]
    by_fleet = (province_of(place) for places in here.fleet.values() for place in places)
    return sorted({*here.army, *by_fleet})
