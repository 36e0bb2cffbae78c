"""A variant: the provinces of a board, its powers, its calendar and its end.

A `Variant` is read from text (`pbem.board.text`) and never changed. Its
provinces keep the order of the text, which is the order in which names are
listed to a player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from pbem.board.phase import Phase, PhaseKind, Season
from pbem.board.position import Position, Unit, UnitKind, province_of
from pbem.errors import VariantError


class Terrain(StrEnum):
    """Who can stand in a province.

    An `open` province takes both kinds of unit and belongs to a board that
    makes no difference between them.
    """

    INLAND = "inland"
    COASTAL = "coastal"
    SEA = "sea"
    OPEN = "open"


@dataclass(frozen=True)
class Province:
    """One province of a board.

    Attributes:
        id: As in records: `STP`.
        name: Full name: `St. Petersburg`. Sorts units in civil disorder.
        terrain: Who can stand there.
        center: Whether it is a supply center.
        home: The power whose home center it is, if any.
        coasts: `("NC", "SC")` where it has several; else empty.
        army: Provinces an army can go to, sorted.
        fleet: Locations a fleet can go to, by the coast it stands on; the key
            is `""` where the province has not several coasts.
        aliases: Other names, in lower case, read without a note.
        misspellings: Other names, in lower case, read with a note.
        common_words: Its ids and aliases that are everyday words as well.
    """

    id: str
    name: str
    terrain: Terrain
    center: bool
    home: str | None
    coasts: tuple[str, ...]
    army: tuple[str, ...]
    fleet: Mapping[str, tuple[str, ...]]
    aliases: tuple[str, ...] = ()
    misspellings: tuple[str, ...] = ()
    common_words: tuple[str, ...] = ()

    @property
    def locations(self) -> tuple[str, ...]:
        """Where a fleet can stand here: `("STP/NC", "STP/SC")`, or `("PAR",)`."""
        return tuple(f"{self.id}/{coast}" for coast in self.coasts) or (self.id,)


@dataclass(frozen=True)
class Power:
    """One power of a variant.

    Attributes:
        id: As in records: `FRANCE`.
        name: As people say it: `France`.
        adjective: `French`.
        letter: One letter, unlike any other power's.
        aliases: Other names.
        color: Fill for land and units, `#rrggbb`.
        capital: The province automatic disbands may be measured from.
        homes: Home centers, sorted.
        units: Starting units.
    """

    id: str
    name: str
    adjective: str
    letter: str
    aliases: tuple[str, ...]
    color: str
    capital: str
    homes: tuple[str, ...]
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Arrangement:
    """How the powers are shared among a number of players.

    Attributes:
        key: `p7`.
        seats: Powers of each player.
        neutral: Powers that nobody plays.
        solo_centers: Centers that win alone.
        solo_by: `power` or `player` (the sum of the seat's powers).
    """

    key: str
    seats: tuple[tuple[str, ...], ...]
    neutral: tuple[str, ...]
    solo_centers: int
    solo_by: str


@dataclass(frozen=True)
class Names:
    """Names that are not simply a province's own.

    Attributes:
        coast_aliases: Location by another name in lower case: `spa(nc)`.
        coast_words: Coast by a word in lower case: `north coast`.
        ambiguous: Words in lower case that fit several provinces: the one they
            mean unless the board says otherwise (or none), then all they may mean.
    """

    coast_aliases: Mapping[str, str] = field(default_factory=dict)
    coast_words: Mapping[str, str] = field(default_factory=dict)
    ambiguous: Mapping[str, tuple[str | None, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Variant:
    """A board with its powers and rules of its own; compared by identity.

    Attributes:
        key: `standard`.
        title: `Standard Diplomacy`.
        provinces: By id, in the order of the text.
        powers: By id, in the order of the text.
        start: The first phase.
        arrangements: By key.
        names: Coasts and doubtful words.
        rulebook: The rulebook of its games unless they say otherwise.
        unit_kinds: Whether armies and fleets differ.
        options: Rules of its own, by name (see docs/formats.md).
    """

    key: str
    title: str
    provinces: Mapping[str, Province]
    powers: Mapping[str, Power]
    start: Phase
    arrangements: Mapping[str, Arrangement]
    names: Names
    rulebook: str
    unit_kinds: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def centers(self) -> tuple[str, ...]:
        """All supply centers, in the order of the text."""
        return tuple(p.id for p in self.provinces.values() if p.center)

    @cached_property
    def locations(self) -> frozenset[str]:
        """Every place where some unit can stand."""
        return frozenset(self.provinces) | {
            location for p in self.provinces.values() for location in p.locations
        }

    def power(self, power: str) -> Power:
        """Return a power by its id in records.

        Raises:
            VariantError: This variant has no such power.
        """
        try:
            return self.powers[power]
        except KeyError:
            raise VariantError(
                f"{self.key} has no power {power!r}; its powers are {', '.join(self.powers)}"
            ) from None

    def neighbors(self, unit: Unit) -> tuple[str, ...]:
        """Return the locations a unit can move to without a convoy, sorted.

        Empty where no such unit can stand.
        """
        province = self.provinces.get(unit.province)
        if province is None:
            return ()
        if unit.kind is UnitKind.ARMY:
            return province.army if unit.location == province.id else ()
        coast = unit.location.partition("/")[2]
        return province.fleet.get(coast, ())

    def can_stand(self, unit: Unit) -> bool:
        """Return whether a unit can be where it says it is."""
        province = self.provinces.get(unit.province)
        if province is None:
            return False
        if unit.kind is UnitKind.ARMY:
            return province.terrain is not Terrain.SEA and unit.location == province.id
        return province.terrain is not Terrain.INLAND and unit.location in province.locations

    def reaches(self, unit: Unit, province: str) -> bool:
        """Return whether a unit could move to some location of a province, convoys aside."""
        return any(province_of(location) == province for location in self.neighbors(unit))

    def opening(self) -> Position:
        """Return the position of the first phase with every power at its start."""
        return Position(
            phase=self.start,
            units={p.id: tuple(sorted(p.units, key=str)) for p in self.powers.values()},
            centers={p.id: tuple(sorted(p.homes)) for p in self.powers.values()},
        )


def first_phase(year: int, season: str) -> Phase:
    """Return the movement phase of a season named in words (`spring`)."""
    return Phase(year, Season[season.upper()], PhaseKind.MOVEMENT)
