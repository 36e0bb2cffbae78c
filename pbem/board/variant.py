"""A variant: the provinces of a board, its powers, its calendar and its end.

A `Variant` is read from text (`pbem.board.text`) and never changed. Its
provinces keep the order of the text, which is the order in which names are
listed to a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from pbem.board.phase import Phase
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
class Coin:
    """A coin that gives a power nobody plays to one of two seats.

    It falls once what stands on the board after the turn is settled (movement,
    retreats, owners of centers), before the adjustments. The closed provinces are
    open from then on, and the power is played like any other.

    Attributes:
        after: The movement phase of the turn: `F1914M`.
        power: The power it gives away.
    """

    after: Phase
    power: str


@dataclass(frozen=True)
class Arrangement:
    """How the powers are shared among a number of players.

    Attributes:
        key: `p7`.
        seats: Powers of each player.
        neutral: Powers that nobody plays: their units hold, are destroyed when
            dislodged, and never adjust.
        solo_centers: Centers that win alone.
        solo_by: `power` or `player` (the sum of the seat's powers).
        closed: Provinces that nothing enters, and whose units nobody attacks or
            supports, until the coin has fallen; sorted.
        start: The first phase, where it is not the variant's.
        coin: What opens the closed provinces.
    """

    key: str
    seats: tuple[tuple[str, ...], ...]
    neutral: tuple[str, ...]
    solo_centers: int
    solo_by: str
    closed: tuple[str, ...] = ()
    start: Phase | None = None
    coin: Coin | None = None


@dataclass(frozen=True)
class Impassable:
    """Something on the map that nothing crosses: `Switzerland`.

    Attributes:
        name: As the map has it.
        touches: Provinces around it, which may well border on each other.
        separates: Provinces that it keeps apart: no two of them share a border.
    """

    name: str
    touches: tuple[str, ...] = ()
    separates: tuple[str, ...] = ()


@dataclass(frozen=True)
class Names:
    """Names that are not simply a province's own.

    Attributes:
        coast_aliases: Location by another name in lower case: `spa(nc)`.
        coast_words: Coast by a word in lower case: `north coast`.
        ambiguous: Words in lower case that fit several provinces: the one they
            mean unless the board says otherwise (or none), then all they may mean.
        languages: By language: names of provinces in it, by province.
    """

    coast_aliases: Mapping[str, str] = field(default_factory=dict)
    coast_words: Mapping[str, str] = field(default_factory=dict)
    ambiguous: Mapping[str, tuple[str | None, tuple[str, ...]]] = field(default_factory=dict)
    languages: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
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
        solo_with: Centers that must be among those of whoever wins alone.
        solo_tie: What becomes of a tie at the number that wins: `play-on`, or
            `shared` among those who have the most.
        host_title: What letters call the host: `host`, `Hal`.
        settings: What a new game on this board has unless it says otherwise.
        straits: Pairs of provinces an army crosses between over water; each is a
            border like any other, and this is for the map.
        impassable: What nothing crosses; for the map as well.
        counts: How many provinces, centers and so on the text says there are.
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
    solo_with: tuple[str, ...] = ()
    solo_tie: str = "play-on"
    host_title: str = "host"
    settings: Mapping[str, str] = field(default_factory=dict)
    straits: tuple[tuple[str, str], ...] = ()
    impassable: tuple[Impassable, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return its key alone; all of a board is too much for any message."""
        return f"<variant {self.key}>"

    @cached_property
    def convoys(self) -> bool:
        """Whether fleets at sea can carry armies."""
        return self.unit_kinds and bool(self.options.get("convoy", True))

    @cached_property
    def builds_anywhere(self) -> bool:
        """Whether a power builds in any vacant center it owns, not only at home."""
        return self.options.get("build_where") == "any-owned-center"

    @cached_property
    def converts(self) -> bool:
        """Whether a unit in a supply center may change its kind in Winter."""
        return self.unit_kinds and bool(self.options.get("conversion"))

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

    def named(self, powers: Iterable[str]) -> tuple[str, ...]:
        """Return the names of powers, in the order they come in: `("France", "Italy")`."""
        return tuple(self.powers[power].name for power in powers)

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

    def opening(self, arrangement: Arrangement | None = None) -> Position:
        """Return the position of the first phase with every power at its start.

        Powers that nobody plays in an arrangement stand where they always do.
        """
        return Position(
            phase=(arrangement and arrangement.start) or self.start,
            units={p.id: tuple(sorted(p.units, key=str)) for p in self.powers.values()},
            centers={p.id: tuple(sorted(p.homes)) for p in self.powers.values()},
            closed=arrangement.closed if arrangement else (),
            neutral=arrangement.neutral if arrangement else (),
        )
