"""What stands on the board: units, dislodged units, owners of supply centers.

Provinces and locations are written as in records, in upper case: `MAO`,
`SPA/NC`. A *location* is where a unit can stand: a province, or one coast of a
province that has several.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from pbem.board.phase import Phase
from pbem.errors import UnreadableError


class UnitKind(StrEnum):
    """What a unit is, by its letter."""

    ARMY = "A"
    FLEET = "F"

    @property
    def title(self) -> str:  # type: ignore[override]  # a word, never str.title()
        """The word for it: `army`."""
        return self.name.lower()


_NONE: Mapping[str, Any] = MappingProxyType({})

_KINDS = {kind.value: kind for kind in UnitKind}
_ARMY = UnitKind.ARMY
"""Looking up a member costs more than the rest of writing a unit."""


def province_of(location: str) -> str:
    """Return the province of a location.

    >>> province_of("SPA/NC"), province_of("MAO")
    ('SPA', 'MAO')
    """
    return location.partition("/")[0]


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """An army or a fleet where it stands: `A PAR`, `F SPA/NC`.

    Attributes:
        kind: Units of a variant without unit kinds are armies.
        location: With its coast where a fleet stands in a province that has
            several. In a support or convoy the coast may be missing.
    """

    kind: UnitKind
    location: str

    @classmethod
    def read(cls, text: str) -> Unit:
        """Read the normal form, `F SPA/NC`.

        Raises:
            UnreadableError: The text has another form.
        """
        letter, _, location = text.partition(" ")
        if letter not in ("A", "F") or not location or " " in location:
            raise UnreadableError(f"{text!r} is no unit; write one like A PAR or F SPA/NC")
        return cls(_KINDS[letter], location)

    def __str__(self) -> str:
        """Return the normal form."""
        return f"A {self.location}" if self.kind is _ARMY else f"F {self.location}"

    @property
    def province(self) -> str:
        """The province it stands in."""
        return province_of(self.location)


@dataclass(frozen=True, slots=True)
class Dislodgement:
    """A unit that was driven out and waits for its retreat.

    Attributes:
        unit: Where it stood.
        retreats: Locations it may go to, sorted; empty where it is destroyed.
        attacker: Province the attack came from; empty where it is not known.
        by_convoy: Whether the attacker came by convoy (then `attacker` is open
            to the retreat).
    """

    unit: Unit
    retreats: tuple[str, ...]
    attacker: str = ""
    by_convoy: bool = False


@dataclass(frozen=True, init=False)
class Position:
    """The board before the orders of a phase.

    Attributes:
        phase: The phase that is open.
        units: By power, without the dislodged; sorted by `str`.
        centers: Supply centers by owner, sorted; centers that nobody owns are
            absent. Empty as a whole where the owners are not known.
        dislodged: By power; in retreat phases only.
        standoffs: Empty provinces closed to retreats, sorted.
        closed: Provinces that nothing enters, and whose units nobody attacks or
            supports; sorted.
        neutral: Powers that nobody plays: dislodged units of theirs are destroyed,
            and they never adjust.
    """

    phase: Phase
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, tuple[str, ...]]
    dislodged: Mapping[str, tuple[Dislodgement, ...]]
    standoffs: tuple[str, ...]
    closed: tuple[str, ...]
    neutral: tuple[str, ...]

    def __init__(
        self,
        phase: Phase,
        units: Mapping[str, tuple[Unit, ...]],
        centers: Mapping[str, tuple[str, ...]] = _NONE,
        dislodged: Mapping[str, tuple[Dislodgement, ...]] = _NONE,
        standoffs: tuple[str, ...] = (),
        closed: tuple[str, ...] = (),
        neutral: tuple[str, ...] = (),
    ) -> None:
        """Note everything in its own dictionary: as frozen classes do it takes twice as long."""
        members = self.__dict__
        members["phase"] = phase
        members["units"] = units
        members["centers"] = centers
        members["dislodged"] = dislodged
        members["standoffs"] = standoffs
        members["closed"] = closed
        members["neutral"] = neutral

    def occupants(self) -> dict[str, tuple[str, Unit]]:
        """Return the unit in each province with its power, without the dislodged."""
        return {
            unit.province: (power, unit) for power, units in self.units.items() for unit in units
        }

    def owner(self, center: str) -> str | None:
        """Return the power that owns a supply center, if any."""
        for power, centers in self.centers.items():
            if center in centers:
                return power
        return None
