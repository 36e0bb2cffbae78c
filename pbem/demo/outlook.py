"""What places are worth to a power, and how they are threatened.

A supply center is a *prize*. What a prize is worth spreads over the board,
less with each step, so that a unit far from everything still knows where to go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pbem.board.phase import Season
from pbem.board.position import Position, Unit, UnitKind, province_of
from pbem.board.variant import Terrain, Variant
from pbem.demo.chance import Chance

_NEUTRAL = 95
_LOST = 130
_FRIENDLY = 40
_DECIDES = 2
_WEIGHTS: Mapping[Season, tuple[int, ...]] = {
    Season.SPRING: (30, 60, 34, 22, 16, 12, 9),
    Season.FALL: (80, 34, 26, 20, 15, 11, 8),
    Season.WINTER: (10, 60, 40, 26, 18, 13, 9),
}


@dataclass(frozen=True, eq=False)
class Ways:
    """Where units can go on a board, worked out once.

    Attributes:
        nodes: Every unit in every place it can stand.
        near: By unit: the units it can become by a move.
        near_places: The same as numbers, by the place of the unit in `nodes`.
        shores: By sea: the provinces an army can be brought to from it, sorted.
        seas: By province: the seas a convoy from it can begin in, sorted.
        joined: By sea: the seas beside it, sorted.
    """

    nodes: tuple[Unit, ...]
    near: Mapping[Unit, tuple[Unit, ...]]
    near_places: tuple[tuple[int, ...], ...]
    shores: Mapping[str, tuple[str, ...]]
    seas: Mapping[str, tuple[str, ...]]
    joined: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=8)
def ways(variant: Variant) -> Ways:
    """Return where units can go on a board."""
    nodes = [
        unit
        for province in variant.provinces.values()
        for unit in (
            Unit(UnitKind.ARMY, province.id),
            *(Unit(UnitKind.FLEET, location) for location in province.locations),
        )
        if variant.can_stand(unit) and (variant.unit_kinds or unit.kind is UnitKind.ARMY)
    ]
    near = {node: tuple(Unit(node.kind, to) for to in variant.neighbors(node)) for node in nodes}
    open_sea = [
        p.id
        for p in variant.provinces.values()
        if p.terrain is Terrain.SEA and variant.options.get("convoy", True)
    ]
    shores: dict[str, tuple[str, ...]] = {}
    joined: dict[str, tuple[str, ...]] = {}
    for sea in open_sea:
        beside = {province_of(to) for to in variant.neighbors(Unit(UnitKind.FLEET, sea))}
        joined[sea] = tuple(sorted(p for p in beside if p in open_sea))
        shores[sea] = tuple(sorted(beside.difference(open_sea)))
    seas = {
        province: tuple(sea for sea in open_sea if province in shores[sea])
        for province in variant.provinces
    }
    places = {node: place for place, node in enumerate(nodes)}
    near_places = tuple(tuple(places[other] for other in near[node]) for node in nodes)
    return Ways(tuple(nodes), near, near_places, shores, seas, joined)


class Outlook:
    """A position as one power sees it."""

    def __init__(self, variant: Variant, position: Position, power: str, seed: object) -> None:
        """Look at a position.

        Args:
            variant: The board.
            position: Whose phase is open.
            power: That looks.
            seed: Whom a power likes and whom it does not follows from it.
        """
        self.variant = variant
        self.position = position
        self.power = power
        self.seed = seed
        self.ways = ways(variant)
        self.occupants = position.occupants()

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """The owner of each center that has one."""
        return {
            center: power for power, centers in self.position.centers.items() for center in centers
        }

    @cached_property
    def reach(self) -> Mapping[str, Mapping[str, int]]:
        """How many units of each power stand in a province or beside it, by province."""
        counts: dict[str, dict[str, int]] = {}
        for power, units in self.position.units.items():
            for unit in units:
                for province in {unit.province, *map(province_of, self.variant.neighbors(unit))}:
                    by_power = counts.setdefault(province, {})
                    by_power[power] = by_power.get(power, 0) + 1
        return counts

    def strength(self, province: str) -> int:
        """Return how many of its own units the power could bring to bear on a province."""
        return self.reach.get(province, {}).get(self.power, 0)

    def threat(self, province: str) -> int:
        """Return with how many units one other power, the strongest, could come to a province.

        Friends do not count.
        """
        found = self.reach.get(province, {})
        return max(
            (count for power, count in found.items() if power not in (self.power, *self.friends)),
            default=0,
        )

    def enemy_in(self, province: str) -> bool:
        """Return whether a unit of another power stands in a province."""
        return province in self.occupants and self.occupants[province][0] != self.power

    @cached_property
    def friends(self) -> frozenset[str]:
        """The powers that are left alone for now; friendships last two years or so."""
        return frozenset(
            other
            for other in self.variant.powers
            if other != self.power and self._warmth(other) < _FRIENDLY
        )

    def _warmth(self, other: str) -> int:
        """Return how two powers stand with each other, from 0 (friends) to 99."""
        pair = min(self.power, other), max(self.power, other)
        offset = Chance(self.seed, "era", *pair).below(3)
        era = (self.position.phase.year + offset) // 3
        return Chance(self.seed, "friends", era, *pair).below(100)

    def prize(self, center: str) -> int:
        """Return what holding a supply center at the end of the year is worth.

        A center that nobody can win without is worth more than others.
        """
        decides = _DECIDES if center in self.variant.solo_with else 1
        return decides * self._plain_prize(center)

    def _plain_prize(self, center: str) -> int:
        owner = self.owners.get(center)
        if owner is None:
            return _NEUTRAL
        if owner == self.power:
            if self.enemy_in(center):
                return _LOST
            threat = self.threat(center)
            return 20 + 20 * min(threat, 3) if threat else 0
        if owner in self.friends:
            return 8
        open_door = 0 if self.threat(center) else 40
        return 50 + self._warmth(owner) // 2 + open_door

    @cached_property
    def worth(self) -> Mapping[Unit, int]:
        """What it is worth to have a unit in a place, by the unit in its place."""
        prizes = {center: 100 * self.prize(center) for center in self.variant.centers}
        nodes, near = self.ways.nodes, self.ways.near_places
        level = [prizes.get(node.province, 0) for node in nodes]
        total = [0] * len(nodes)
        for step, weight in enumerate(_WEIGHTS[self.position.phase.season]):
            if step:
                level = [
                    (value + sum([level[other] for other in others])) // 5
                    for value, others in zip(level, near, strict=True)
                ]
            total = [so_far + weight * value for so_far, value in zip(total, level, strict=True)]
        return {node: value // 100 for node, value in zip(nodes, total, strict=True)}
