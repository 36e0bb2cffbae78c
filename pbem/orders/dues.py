"""What a power owes in a phase: orders for its units, builds, disbands."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit, UnitKind
from pbem.board.variant import Terrain, Variant


@dataclass(frozen=True, slots=True)
class Owed:
    """What a power owes in the open phase; all empty where it owes nothing.

    Attributes:
        units: Each needs an order: all units in a movement phase, those with
            somewhere to go in a retreat phase.
        builds: How many units may be built or waived.
        disbands: How many units must be disbanded in Winter.
        sites: Provinces where the power may build, sorted; empty without builds.
        conversions: Units that may be converted; never owed, only allowed.
    """

    units: tuple[Unit, ...] = ()
    builds: int = 0
    disbands: int = 0
    sites: tuple[str, ...] = ()
    conversions: tuple[Unit, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether the power is ready without a word."""
        return not (self.units or self.builds or self.disbands)


def owed(variant: Variant, position: Position, power: str) -> Owed:
    """Return what a power owes in the phase that is open.

    A power may build as many units as it has centers too many and vacant sites
    for them; see `build_sites`. Where owners are not known it owes no adjustment,
    and a power that nobody plays owes nothing at all.
    """
    if power in position.neutral:
        return Owed()
    units = position.units.get(power, ())
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return Owed(units=units)
        case PhaseKind.RETREATS:
            fled = position.dislodged.get(power, ())
            return Owed(units=tuple(d.unit for d in fled if d.retreats))
        case PhaseKind.ADJUSTMENTS:
            conversions: tuple[Unit, ...] = ()
            if variant.converts:
                conversions = tuple(unit for unit in units if conversions_of(variant, unit))
            if not position.centers:
                return Owed(conversions=conversions)
            surplus = len(position.centers.get(power, ())) - len(units)
            if surplus <= 0:
                return Owed(disbands=-surplus, conversions=conversions)
            sites = build_sites(variant, position, power)
            builds = min(surplus, len(sites))
            return Owed(builds=builds, sites=sites, conversions=conversions)


def has_choice(variant: Variant, position: Position) -> bool:
    """Return whether some power can choose anything in the phase that is open.

    A retreat phase needs a dislodged unit with somewhere to go; the adjustments
    a power that may build or convert, or must disband some but not all it has.
    """
    for power in {*position.units, *position.dislodged, *position.centers}:
        debt = owed(variant, position, power)
        if debt.units or debt.builds or debt.conversions:
            return True
        if 0 < debt.disbands < len(position.units.get(power, ())):
            return True
    return False


def build_sites(variant: Variant, position: Position, power: str) -> tuple[str, ...]:
    """Return the provinces where a power may build, sorted.

    Vacant supply centers that it owns: its homes, or all of them where the
    variant's option `build_where` says so.
    """
    taken = {unit.province for units in position.units.values() for unit in units}
    homes = variant.power(power).homes
    return tuple(
        center
        for center in sorted(position.centers.get(power, ()))
        if center not in taken and (variant.builds_anywhere or center in homes)
    )


def conversions_of(variant: Variant, unit: Unit) -> tuple[Unit, ...]:
    """Return what a unit can become in Winter, by the variant's option `conversion`.

    Only in a supply center. A fleet becomes an army, a coastal army a fleet; one
    for each coast where there are several.
    """
    province = variant.provinces.get(unit.province)
    if not variant.converts or province is None or not province.center:
        return ()
    if province.terrain is not Terrain.COASTAL:
        return ()
    if unit.kind is UnitKind.FLEET:
        return (Unit(UnitKind.ARMY, province.id),)
    return tuple(Unit(UnitKind.FLEET, location) for location in province.locations)
