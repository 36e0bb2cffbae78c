"""A power's plan for a movement phase: who goes where, who helps, who is brought over sea.

Units take the places that are worth most to them, one after the other; a unit
that would gain little helps one that needs it. Nothing looks further ahead than
that, which is how many people play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.board.position import Unit, UnitKind, province_of
from pbem.demo.chance import Chance
from pbem.demo.outlook import Outlook
from pbem.orders.notation import write_order
from pbem.orders.order import Convoy, Hold, Move, Order, SupportHold, SupportMove

_LONGEST_CONVOY = 3


@dataclass(frozen=True, slots=True)
class _Aim:
    """A place for a unit, and the fleets that would bring it there."""

    score: int
    unit: Unit
    to: str
    fleets: tuple[Unit, ...] = ()

    @property
    def province(self) -> str:
        """Where it ends."""
        return province_of(self.to)

    @property
    def stays(self) -> bool:
        """Whether the unit remains where it is."""
        return self.to == self.unit.location


class Plan:
    """The plan of one power, as it grows."""

    def __init__(self, outlook: Outlook, chance: Chance) -> None:
        """Make a plan from what is worth what; `chance` decides between likes."""
        self.outlook = outlook
        self.chance = chance
        self.units = outlook.position.units.get(outlook.power, ())
        self.aims: dict[Unit, _Aim] = {}
        self.orders: dict[Unit, Order] = {}
        self._share_out()
        self._untangle()
        self._help_attacks()
        self._help_at_home()

    def written(self) -> tuple[str, ...]:
        """Return the orders in normal form, one for each unit, sorted."""
        for unit in self.units:
            self.orders.setdefault(unit, self._own_order(unit))
        return tuple(sorted(write_order(order) for order in self.orders.values()))

    def _own_order(self, unit: Unit) -> Order:
        aim = self.aims[unit]
        return Hold(unit) if aim.stays else Move(unit, aim.to)

    # Who goes where.

    def _aims_of(self, unit: Unit) -> Iterator[_Aim]:
        worth = self.outlook.worth
        for node in (unit, *self.outlook.ways.near[unit]):
            score = worth[node] * self.chance.between(88, 112) // 100
            if node != unit:
                score = score * self._odds(node.province) // 100
            yield _Aim(score, unit, node.location)
        if unit.kind is UnitKind.ARMY:
            yield from self._passages(unit)

    def _odds(self, province: str) -> int:
        """Return how likely it is to get into a province, in percent, all units helping."""
        more = self.outlook.strength(province) - self.outlook.threat(province)
        if self.outlook.enemy_in(province):
            more -= 1
        if more > 0:
            return 100
        return 75 if more == 0 else 45

    def _passages(self, army: Unit) -> Iterator[_Aim]:
        """Yield where the power's own fleets could bring an army."""
        outlook = self.outlook
        fleets = {unit.province: unit for unit in self.units if unit.kind is UnitKind.FLEET}
        land = {army.province, *map(province_of, outlook.variant.neighbors(army))}
        chains: list[tuple[str, ...]] = [
            (sea,) for sea in outlook.ways.seas.get(army.province, ()) if sea in fleets
        ]
        seen: set[str] = set()
        while chains:
            chain = chains.pop(0)
            for shore in outlook.ways.shores[chain[-1]]:
                there = Unit(UnitKind.ARMY, shore)
                if shore in land or shore in seen or there not in outlook.worth:
                    continue
                seen.add(shore)
                score = outlook.worth[there] * self.chance.between(105, 135) // 100
                odds = 35 if outlook.enemy_in(shore) else 85 if outlook.threat(shore) else 100
                score = score * odds // 100
                yield _Aim(score, army, shore, tuple(fleets[sea] for sea in chain))
            if len(chain) < _LONGEST_CONVOY:
                chains += [
                    (*chain, sea)
                    for sea in outlook.ways.joined[chain[-1]]
                    if sea in fleets and sea not in chain
                ]

    def _share_out(self) -> None:
        """Give every unit a place, the greatest gain first; no place twice."""
        stay = {unit: self.outlook.worth[unit] for unit in self.units}
        wanted = sorted(
            (aim for unit in self.units for aim in self._aims_of(unit)),
            key=lambda aim: (stay[aim.unit] - aim.score, str(aim.unit), aim.to, len(aim.fleets)),
        )
        taken: set[str] = set()
        busy: set[Unit] = set()
        for aim in wanted:
            free = aim.unit not in self.aims and aim.unit not in busy
            ferries_free = not any(fleet in self.aims or fleet in busy for fleet in aim.fleets)
            if not free or aim.province in taken or not ferries_free:
                continue
            self.aims[aim.unit] = aim
            taken.add(aim.province)
            for fleet in aim.fleets:
                busy.add(fleet)
                self.aims[fleet] = _Aim(0, fleet, fleet.location)
                taken.add(fleet.province)
                self.orders[fleet] = Convoy(fleet, aim.unit, aim.to)
        for unit in self.units:
            self.aims.setdefault(unit, _Aim(0, unit, unit.location))

    def _untangle(self) -> None:
        """Let units stay whose way is blocked by one of their own."""
        changed = True
        while changed:
            changed = False
            ends = {aim.province: unit for unit, aim in self.aims.items() if aim.stays}
            starts = {unit.province: aim for unit, aim in self.aims.items() if not aim.stays}
            for unit, aim in list(self.aims.items()):
                if aim.stays:
                    continue
                meets = starts.get(aim.province)
                swaps = meets is not None and meets.province == unit.province
                if ends.get(aim.province, unit) != unit or (swaps and not aim.fleets):
                    self._stay(unit)
                    changed = True
                    break

    def _stay(self, unit: Unit) -> None:
        for fleet in self.aims[unit].fleets:
            self.orders.pop(fleet, None)
        for helper, order in list(self.orders.items()):
            if isinstance(order, SupportMove) and order.supported == unit:
                del self.orders[helper]
        self.aims[unit] = _Aim(0, unit, unit.location)

    # Who helps.

    def _idle(self) -> list[Unit]:
        return [unit for unit in self.units if unit not in self.orders]

    def _help_attacks(self) -> None:
        """Turn units with little to gain into supports of attacks that need them."""
        attacks = sorted(
            (aim for aim in self.aims.values() if not aim.stays),
            key=lambda aim: (-aim.score, str(aim.unit)),
        )
        for aim in attacks:
            if aim.unit in self.orders or self.aims[aim.unit] != aim:
                continue
            need = self._need(aim)
            helpers = sorted(
                (
                    unit
                    for unit in self._idle()
                    if unit not in (aim.unit, *aim.fleets)
                    and unit.province != aim.province
                    and self.outlook.variant.reaches(unit, aim.province)
                    and (self.aims[unit].stays or self.aims[unit].score < aim.score)
                    and not self._supported(unit)
                ),
                key=lambda unit: (
                    not self.aims[unit].stays,
                    self.aims[unit].score - self.outlook.worth[unit],
                    str(unit),
                ),
            )
            for unit in helpers[:need]:
                self.aims[unit] = _Aim(0, unit, unit.location)
                self.orders[unit] = SupportMove(unit, aim.unit, aim.province)
            self._untangle()

    def _need(self, aim: _Aim) -> int:
        """Return how many supports an attack should have."""
        threat = self.outlook.threat(aim.province)
        if self.outlook.enemy_in(aim.province):
            return min(max(threat, 1), 3)
        return min(threat, 2)

    def _supported(self, unit: Unit) -> bool:
        return any(
            isinstance(order, SupportMove) and order.supported == unit
            for order in self.orders.values()
        )

    def _help_at_home(self) -> None:
        """Let units that stay support a neighbor that is in danger."""
        for unit in self._idle():
            if not self.aims[unit].stays:
                continue
            near = [
                other
                for other in self.units
                if other != unit
                and self.aims[other].stays
                and self.outlook.variant.reaches(unit, other.province)
                and self.outlook.threat(other.province)
            ]
            if near:
                best = max(near, key=lambda other: (self.outlook.worth[other], str(other)))
                self.orders[unit] = SupportHold(unit, best)
