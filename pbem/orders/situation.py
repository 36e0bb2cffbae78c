"""A position as one power has to deal with it: what its units can do, and why not.

Which orders are legal is said in `pbem.orders.legality`; here is how it is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.board.phase import PhaseKind
from pbem.board.position import Dislodgement, Position, Unit, UnitKind, province_of
from pbem.board.variant import Province, Terrain, Variant
from pbem.orders.dues import Owed, conversions_of, owed
from pbem.orders.notation import write_order
from pbem.orders.order import (
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from pbem.orders.routes import on_route
from pbem.sayings import Saying, say

DISBANDED = "D"
"""Stands for disbanding at the end of a list of retreats."""


class Situation:
    """A position as one power has to deal with it, with what is worked out from it once."""

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        """Look at a position; nothing is worked out that is not asked for."""
        self.variant = variant
        self.position = position
        self.power = power
        self.kind = position.phase.kind
        if power in position.neutral:
            self.own: tuple[Unit, ...] = ()
        elif self.kind is PhaseKind.RETREATS:
            self.own = tuple(d.unit for d in position.dislodged.get(power, ()))
        else:
            self.own = position.units.get(power, ())
        self.closed = frozenset(position.closed)
        self.own_by_province = {unit.province: unit for unit in self.own}
        self._occupants: dict[str, tuple[str, Unit]] | None = None
        self._waters: list[tuple[frozenset[str], frozenset[str]]] | None = None
        self._owed: Owed | None = None

    @property
    def occupants(self) -> Mapping[str, tuple[str, Unit]]:
        """The unit in each province with its power, without the dislodged."""
        if self._occupants is None:
            self._occupants = self.position.occupants()
        return self._occupants

    @property
    def owed(self) -> Owed:
        """What the power owes."""
        if self._owed is None:
            self._owed = owed(self.variant, self.position, self.power)
        return self._owed

    def stands(self, locations: Iterable[str]) -> bool:
        """Return whether a unit of the power that has orders now stands in one of these."""
        return any(province_of(location) in self.own_by_province for location in locations)

    @property
    def convoys(self) -> bool:
        """Whether this board has convoys at all."""
        return self.variant.convoys

    def near(self, unit: Unit) -> tuple[str, ...]:
        """Return the locations a unit can move to without a convoy, sorted.

        None in a closed province.
        """
        near = self.variant.neighbors(unit)
        if not self.closed:
            return near
        return tuple(to for to in near if province_of(to) not in self.closed)

    def _reaches(self, unit: Unit, province: str) -> bool:
        return province not in self.closed and self.variant.reaches(unit, province)

    def why_illegal(self, order: Order) -> Saying | None:
        """Return why an order can never be carried out, with what could; None if it is legal."""
        match self.kind:
            case PhaseKind.MOVEMENT:
                return self._why_movement(order)
            case PhaseKind.RETREATS:
                return self._why_retreat(order)
            case PhaseKind.ADJUSTMENTS:
                return self._why_adjustment(order)

    # Movement.

    def _why_movement(self, order: Order) -> Saying | None:
        match order:
            case Hold(unit):
                return self._why_not_own(unit)
            case Move(unit, to, via):
                return self._why_not_own(unit) or self._why_no_move(unit, to, via)
            case SupportHold(unit, supported):
                return (
                    self._why_not_own(unit)
                    or self._why_nobody(supported)
                    or self._why_no_support(unit, supported.province)
                )
            case SupportMove(unit, supported, to):
                return (
                    self._why_not_own(unit)
                    or self._why_nobody(supported)
                    or self._why_no_support(unit, province_of(to))
                    or self._why_no_supported_move(unit, supported, to)
                )
            case Convoy(unit, army, to):
                return self._why_not_own(unit) or self._why_no_convoy(unit, army, to)
            case Retreat() | Disband() | Build() | Waive() | Convert():
                return say("no-movement-order", order=write_order(order))

    def _why_not_own(self, unit: Unit) -> Saying | None:
        if self.own_by_province.get(unit.province) == unit:
            return None
        if self.power in self.position.neutral:
            return say("neutral-holds", power=self.power)
        yours = tuple(map(str, self.own))
        return say("not-its-unit", power=self.power, unit=str(unit), units=yours)

    def _why_nobody(self, unit: Unit) -> Saying | None:
        found = self.occupants.get(unit.province)
        if found is None:
            return say("nobody-stands-in", place=self.name(unit.province))
        if found[1].kind is not unit.kind or unit.location not in (
            found[1].location,
            unit.province,
        ):
            return say("unit-in-place", place=self.name(unit.province), unit=str(found[1]))
        return None

    def _why_no_move(self, unit: Unit, to: str, via: bool) -> Saying | None:
        if province_of(to) == unit.province:
            return say("there-already", unit=str(unit))
        if province_of(to) in self.closed:
            return self._closed(province_of(to))
        if to in self.near(unit) and not via:
            return None
        if unit.kind is UnitKind.ARMY and to in self.overseas(unit.province):
            return None
        if via and unit.kind is UnitKind.FLEET:
            return say("armies-go-by-convoy", unit=str(unit))
        if via:
            return say("no-chain-of-fleets", unit=str(unit), to=to)
        return say("cannot-go", unit=str(unit), to=to, reach=self.destinations(unit))

    def _closed(self, province: str) -> Saying:
        return say("closed-for-now", place=self.name(province))

    def _why_no_support(self, unit: Unit, province: str) -> Saying | None:
        if province == unit.province:
            return say("supports-own-place", unit=str(unit))
        if province in self.closed:
            return self._closed(province)
        if self._reaches(unit, province):
            return None
        reach = tuple(sorted({province_of(to) for to in self.near(unit)}))
        return say("cannot-support", unit=str(unit), to=province, reach=reach)

    def _why_no_supported_move(self, unit: Unit, supported: Unit, to: str) -> Saying | None:
        standing = self.occupants[supported.province][1]
        if standing == unit:
            return say("supports-itself", unit=str(unit))
        if self._may_go(standing, to, without=unit.province):
            return None
        return say("support-in-vain", unit=str(standing), to=to)

    def _may_go(self, unit: Unit, to: str, without: str) -> bool:
        """Return whether a unit could go to a place, its coast left out perhaps.

        Source: DATC 6.D.31: a fleet that would have to convoy the army cannot
        support it too, hence `without`.
        """
        if province_of(to) == unit.province:
            return False
        if to in self.near(unit):
            return True
        if self._reaches(unit, to):
            return True
        return unit.kind is UnitKind.ARMY and to in self.overseas(unit.province, without)

    def _why_no_convoy(self, fleet: Unit, army: Unit, to: str) -> Saying | None:
        if not self.convoys:
            return say("no-convoys-here")
        if fleet.kind is not UnitKind.FLEET or not self._at_sea(fleet.province):
            return say("fleets-convoy", unit=str(fleet))
        found = self.occupants.get(army.province)
        if found is None:
            return say("nobody-stands-in", place=self.name(army.province))
        if found[1].kind is not UnitKind.ARMY:
            return say("armies-are-convoyed", place=self.name(army.province), unit=str(found[1]))
        if to == army.province:
            return say("convoyed-there-already", unit=str(army))
        if to in self.closed:
            return self._closed(to)
        fleets, coasts = next(group for group in self.waters() if fleet.province in group[0])
        if army.province in coasts and to in coasts:
            touching = {sea: self._near(sea) for sea in fleets}
            if on_route(fleet.province, army.province, to, touching):
                return None
            return say("on-no-route", fleet=str(fleet), start=army.province, to=to)
        return say(
            "joins-other-coasts",
            fleet=str(fleet),
            start=army.province,
            to=to,
            coasts=tuple(sorted(coasts)),
        )

    def destinations(self, unit: Unit) -> tuple[str, ...]:
        """Return every location a unit could move to, by convoy too, sorted."""
        near = self.near(unit)
        if unit.kind is not UnitKind.ARMY:
            return near
        return tuple(sorted({*near, *self.overseas(unit.province)}))

    def overseas(self, province: str, without: str = "") -> frozenset[str]:
        """Return the provinces an army could be convoyed to from a province.

        Args:
            province: Where it stands.
            without: Province of a fleet that is left out.
        """
        reach: set[str] = set()
        for _, coasts in self.waters(without):
            if province in coasts:
                reach |= coasts
        return frozenset(reach - {province})

    def waters(self, without: str = "") -> list[tuple[frozenset[str], frozenset[str]]]:
        """Return the groups of fleets at sea that touch, each with the coasts it joins."""
        if not self.convoys:
            return []
        if self._waters is not None and not (without and self._at_sea(without)):
            return self._waters
        seas = {
            province
            for province, (_, unit) in self.occupants.items()
            if province != without and unit.kind is UnitKind.FLEET and self._at_sea(province)
        }
        groups = []
        while seas:
            found = [seas.pop()]
            coasts: set[str] = set()
            for sea in found:
                near = self._near(sea)
                found += sorted(near & seas)
                seas -= near
                coasts.update(place for place in near - self.closed if not self._at_sea(place))
            groups.append((frozenset(found), frozenset(coasts)))
        if not without:
            self._waters = groups
        return groups

    def _near(self, sea: str) -> set[str]:
        """Return the provinces a sea borders on."""
        return set(map(province_of, self.variant.provinces[sea].fleet.get("", ())))

    def _at_sea(self, province: str) -> bool:
        return self.variant.provinces[province].terrain is Terrain.SEA

    def movements(self, unit: Unit) -> list[Order]:
        """Return every legal movement order of one of the power's units."""
        orders: list[Order] = [Hold(unit)]
        orders += (Move(unit, to) for to in self.destinations(unit))
        reach = {province_of(to) for to in self.near(unit)}
        for _, other in self.occupants.values():
            if other.province == unit.province:
                continue
            if other.province in reach:
                orders.append(SupportHold(unit, other))
            orders += (
                SupportMove(unit, other, to)
                for to in self.destinations(other)
                if province_of(to) in reach and self._may_go(other, to, without=unit.province)
            )
        for fleets, coasts in self.waters():
            if unit.province in fleets:
                armies = [army for start in coasts if (army := self._army_in(start))]
                orders += (
                    Convoy(unit, army, to)
                    for army in armies
                    for to in coasts - {army.province}
                    if self._why_no_convoy(unit, army, to) is None
                )
        return orders

    def _army_in(self, province: str) -> Unit | None:
        found = self.occupants.get(province)
        return found[1] if found and found[1].kind is UnitKind.ARMY else None

    # Retreats.

    def fled(self, unit: Unit) -> Dislodgement | None:
        """Return the dislodgement of one of the power's units."""
        for dislodged in self.position.dislodged.get(self.power, ()):
            if dislodged.unit == unit:
                return dislodged
        return None

    def open_to(self, unit: Unit) -> tuple[str, ...]:
        """Return where one of the power's dislodged units may retreat to."""
        fled = self.fled(unit)
        assert fled is not None
        return fled.retreats

    def _why_retreat(self, order: Order) -> Saying | None:
        match order:
            case Disband(unit):
                return self._why_not_fled(unit)
            case Retreat(unit, to):
                return self._why_not_fled(unit) or self._why_no_retreat(unit, to)
            case _:
                return say("no-retreat-order", order=write_order(order))

    def _why_not_fled(self, unit: Unit) -> Saying | None:
        if self.fled(unit):
            return None
        return say("not-dislodged", unit=str(unit), yours=tuple(map(str, self.own)))

    def _why_no_retreat(self, unit: Unit, to: tuple[str, ...]) -> Saying | None:
        fled = self.fled(unit)
        assert fled is not None
        if not fled.retreats:
            return say("nowhere-to-go", unit=str(unit))
        closed = tuple(
            place
            for place in to
            if place not in fled.retreats and not (place == DISBANDED and place is to[-1])
        )
        if not closed:
            return None
        if DISBANDED in closed:
            return say("disband-stands-last", sign=DISBANDED)
        return say("cannot-retreat", unit=str(unit), to=closed, reach=fled.retreats)

    # Adjustments.

    def _why_adjustment(self, order: Order) -> Saying | None:
        match order:
            case Build(unit):
                return self._why_no_build(unit)
            case Waive():
                return None if self.owed.builds else self._adjusting("waive")
            case Disband(unit):
                why = self._why_not_own(unit)
                return why or (None if self.owed.disbands else self._adjusting("disband"))
            case Convert(unit, into):
                return self._why_not_own(unit) or self._why_no_conversion(unit, into)
            case _:
                return say("no-winter-order", order=write_order(order))

    def _adjusting(self, deed: str) -> Saying:
        return say(
            "nothing-to-adjust",
            power=self.power,
            deed=deed,
            builds=self.owed.builds,
            disbands=self.owed.disbands,
        )

    def _why_no_build(self, unit: Unit) -> Saying | None:
        if not self.owed.builds:
            return self._adjusting("build")
        if unit.province not in self.owed.sites:
            place, sites = self.name(unit.province), tuple(self.owed.sites)
            return say("cannot-build", power=self.power, place=place, sites=sites)
        if self.variant.can_stand(unit):
            return None
        possible = tuple(map(str, self.buildable(unit.province)))
        return say("others-can-stand", unit=str(unit), others=possible)

    def buildable(self, province: str) -> tuple[Unit, ...]:
        """Return the units that can be built in a province, armies first."""
        place: Province = self.variant.provinces[province]
        units = [Unit(UnitKind.ARMY, place.id)]
        if self.variant.unit_kinds:
            units += (Unit(UnitKind.FLEET, location) for location in place.locations)
        return tuple(unit for unit in units if self.variant.can_stand(unit))

    def conversions(self, unit: Unit) -> tuple[Unit, ...]:
        """Return what a unit can become."""
        return conversions_of(self.variant, unit)

    def _why_no_conversion(self, unit: Unit, into: Unit | None) -> Saying | None:
        if not self.variant.converts:
            return say("no-conversions")
        possible = conversions_of(self.variant, unit)
        if not possible:
            return say("cannot-convert", unit=str(unit))
        if into is None and len(possible) == 1:
            return None
        if into in possible:
            return None
        forms = tuple(write_order(Convert(unit, other)) for other in possible)
        return say("can-become", unit=str(unit), units=tuple(map(str, possible)), orders=forms)

    def adjustments(self) -> dict[Unit, tuple[str, ...]]:
        """Return every legal order of Winter but WAIVE, by its unit."""
        orders: dict[Unit, list[Order]] = {}
        for site in self.owed.sites:
            for unit in self.buildable(site):
                orders.setdefault(unit, []).append(Build(unit))
        for unit in self.own:
            if self.owed.disbands:
                orders.setdefault(unit, []).append(Disband(unit))
            into = conversions_of(self.variant, unit)
            several = len(into) > 1
            for other in into:
                orders.setdefault(unit, []).append(Convert(unit, other if several else None))
        return {unit: self.written(found) for unit, found in orders.items()}

    def written(self, orders: Iterable[Order]) -> tuple[str, ...]:
        """Return orders in normal form, sorted."""
        return tuple(sorted(map(write_order, orders)))

    def name(self, province: str) -> str:
        """Return the full name of a province, or what stands for one."""
        found = self.variant.provinces.get(province)
        return found.name if found else province
