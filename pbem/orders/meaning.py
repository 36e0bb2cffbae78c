"""Which units and places of the board a player may mean, with what is assumed.

A *note* is a sentence for the receipt: what was read where something else, or
nothing, was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.board.phase import PhaseKind
from pbem.board.position import Unit, UnitKind, province_of
from pbem.orders.reading import Refused
from pbem.orders.situation import Situation
from pbem.orders.speech import Named, Place

Notes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing is stored, and why."""

    reason: Refused
    message: str


class DeclinedError(Exception):
    """Ends the search for meanings.

    Attributes:
        declined: What becomes of the order.
    """

    def __init__(self, reason: Refused, message: str) -> None:
        """Decline for a reason."""
        super().__init__(message)
        self.declined = Declined(reason, message)


def ordered(situation: Situation, named: Named) -> Iterator[tuple[Unit, Notes]]:
    """Yield the own units that may be meant, with what is assumed.

    Raises:
        DeclinedError: None is.
    """
    provinces = dict.fromkeys(map(province_of, named.place.match.locations))
    units = [situation.own_by_province[p] for p in provinces if p in situation.own_by_province]
    if named.power and named.power != situation.power:
        raise DeclinedError(
            Refused.NOT_YOUR_UNIT, f"that is an order for {_power(situation, named.power)}"
        )
    if not units:
        raise _not_yours(situation, list(provinces))
    alike = [unit for unit in units if named.kind in (None, unit.kind)]
    for unit in alike or units:
        yield unit, _unit_notes(situation, named, unit, own=True)


def _not_yours(situation: Situation, provinces: list[str]) -> DeclinedError:
    yours = ", ".join(map(str, situation.own)) or "none"
    for province in provinces:
        if situation.kind is PhaseKind.RETREATS:
            for power, fled in situation.position.dislodged.items():
                if any(d.unit.province == province for d in fled):
                    return _foreign(situation, province, power, yours)
        found = situation.occupants.get(province)
        if found is None:
            continue
        power, unit = found
        if power != situation.power:
            return _foreign(situation, province, power, yours)
        return DeclinedError(
            Refused.WRONG_PHASE,
            f"{unit} was not dislodged; only these have orders now: {yours}",
        )
    return DeclinedError(
        Refused.NO_SUCH_UNIT,
        f"no unit stands in {situation.name(provinces[0])}; your units: {yours}",
    )


def _foreign(situation: Situation, province: str, power: str, yours: str) -> DeclinedError:
    return DeclinedError(
        Refused.NOT_YOUR_UNIT,
        f"the unit in {situation.name(province)} belongs to {_power(situation, power)}; "
        f"your units: {yours}",
    )


def others(situation: Situation, named: Named) -> Iterator[tuple[Unit, Notes]]:
    """Yield the units of any power that may be meant in a support or convoy.

    Raises:
        DeclinedError: Nobody stands there.
    """
    provinces = dict.fromkeys(map(province_of, named.place.match.locations))
    found = [situation.occupants[p] for p in provinces if p in situation.occupants]
    if not found:
        raise DeclinedError(
            Refused.NO_SUCH_UNIT, f"no unit stands in {situation.name(next(iter(provinces)))}"
        )
    for wanted in (
        [(p, u) for p, u in found if named.kind in (None, u.kind) and named.power in ("", p)],
        [(p, u) for p, u in found if named.kind in (None, u.kind)],
        found,
    ):
        if wanted:
            for power, unit in wanted:
                notes = _unit_notes(situation, named, unit, own=False)
                if named.power not in ("", power):
                    notes += (f"{unit} belongs to {_power(situation, power)}",)
                yield unit, notes
            return


def _unit_notes(situation: Situation, named: Named, unit: Unit, own: bool) -> Notes:
    notes = named_note(situation, named.place, unit.province)
    coast = named.place.coast or _coast_in(named.place, unit.province)
    if coast and unit.location != f"{unit.province}/{coast}":
        notes += (f"the unit there is {unit}",)
    if named.kind is not unit.kind:
        if not situation.variant.unit_kinds:
            if named.kind is not None:
                notes += ("units are not told apart in this game and are written A",)
        elif named.kind is not None:
            notes += (f"the unit in {situation.name(unit.province)} is {unit}",)
        elif own:
            notes += (f"no unit letter: the unit in {situation.name(unit.province)} is {unit}",)
    return notes


def _coast_in(place: Place, province: str) -> str:
    """Return the coast that a place's own name held for a province."""
    for location in place.match.locations:
        if province_of(location) == province:
            return location.partition("/")[2]
    return ""


# Places.


def named_note(situation: Situation, place: Place, location: str) -> Notes:
    """Return the note of a doubtful name; none where it was sure."""
    province = province_of(location)
    if place.match.sure or province == place.match.means:
        return ()
    return (f"{place.text!r} read as {situation.name(province)} ({province})",)


def _means_first(place: Place) -> Iterator[str]:
    means = place.match.means
    if means is not None:
        yield means
    yield from (location for location in place.match.locations if location != means)


def destinations(
    situation: Situation, unit: Unit, place: Place, open_to: tuple[str, ...] | None = None
) -> Iterator[tuple[str, Notes]]:
    """Yield the locations that a named place may be for a unit that goes there.

    A fleet needs a coast where a province has several: the one that was named,
    else those it can reach. An army needs none.
    """
    near = situation.near(unit) if open_to is None else open_to
    for location in _means_first(place):
        province = situation.variant.provinces[province_of(location)]
        coast = place.coast or location.partition("/")[2]
        notes = named_note(situation, place, location)
        if unit.kind is UnitKind.ARMY or not province.coasts:
            if coast:
                notes += (coast_dropped(Unit(unit.kind, province.id)),)
            yield province.id, notes
        elif coast in province.coasts:
            yield f"{province.id}/{coast}", notes
        else:
            if coast:
                notes += (f"{province.name} has no coast {coast}",)
            reached = [x for x in province.locations if x in near]
            yield from ((x, notes) for x in reached or province.locations)


def targets(situation: Situation, unit: Unit, place: Place) -> Iterator[tuple[str, Notes]]:
    """Yield the locations a named place may be in a support or convoy, coast as it was named."""
    for location in _means_first(place):
        province = situation.variant.provinces[province_of(location)]
        coast = place.coast or location.partition("/")[2]
        notes = named_note(situation, place, location)
        if coast and (unit.kind is UnitKind.ARMY or coast not in province.coasts):
            yield province.id, (*notes, coast_dropped(Unit(unit.kind, province.id)))
        else:
            yield f"{province.id}/{coast}" if coast else province.id, notes


def coast_dropped(unit: Unit) -> str:
    """Return the note of a coast that a unit does not need."""
    if unit.kind is UnitKind.ARMY:
        return "an army stands on no coast; the coast is left out"
    return f"{unit.location} has one coast only; its name is left out"


def with_article(unit: Unit) -> str:
    """Return the words for the kind of a unit: `an army`."""
    return "an army" if unit.kind is UnitKind.ARMY else "a fleet"


def _power(situation: Situation, power: str) -> str:
    return situation.variant.power(power).name
