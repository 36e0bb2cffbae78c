"""Which units and places of the board a player may mean, with what is assumed.

A *note* is for the receipt: what was read where something else, or nothing, was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.board.phase import PhaseKind
from pbem.board.position import Unit, UnitKind, province_of
from pbem.board.variant import Province
from pbem.orders.reading import Refused
from pbem.orders.situation import Situation
from pbem.orders.speech import Named, Place
from pbem.sayings import Saying, say

Notes = tuple[Saying, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing is stored, and why."""

    reason: Refused
    message: Saying


class DeclinedError(Exception):
    """Ends the search for meanings.

    Attributes:
        declined: What becomes of the order.
    """

    def __init__(self, reason: Refused, message: Saying) -> None:
        """Decline for a reason."""
        super().__init__(message.name)
        self.declined = Declined(reason, message)


def ordered(situation: Situation, named: Named) -> Iterator[tuple[Unit, Notes]]:
    """Yield the own units that may be meant, with what is assumed.

    Raises:
        DeclinedError: None is.
    """
    provinces = dict.fromkeys(map(province_of, named.place.match.locations))
    units = [situation.own_by_province[p] for p in provinces if p in situation.own_by_province]
    if named.power and named.power != situation.power:
        told = say("order-of-another", power=_power(situation, named.power))
        raise DeclinedError(Refused.NOT_YOUR_UNIT, told)
    if not units:
        raise _not_yours(situation, list(provinces))
    alike = [unit for unit in units if named.kind in (None, unit.kind)]
    for unit in alike or units:
        yield unit, _unit_notes(situation, named, unit, own=True)


def _not_yours(situation: Situation, provinces: list[str]) -> DeclinedError:
    yours = tuple(map(str, situation.own))
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
        told = say("was-not-dislodged", unit=str(unit), yours=yours)
        return DeclinedError(Refused.WRONG_PHASE, told)
    told = say("no-unit-stands-in", place=situation.name(provinces[0]), yours=yours)
    return DeclinedError(Refused.NO_SUCH_UNIT, told)


def _foreign(
    situation: Situation, province: str, power: str, yours: tuple[str, ...]
) -> DeclinedError:
    place, owner = situation.name(province), _power(situation, power)
    told = say("unit-of-another", place=place, power=owner, yours=yours)
    return DeclinedError(Refused.NOT_YOUR_UNIT, told)


def others(situation: Situation, named: Named) -> Iterator[tuple[Unit, Notes]]:
    """Yield the units of any power that may be meant in a support or convoy.

    Raises:
        DeclinedError: Nobody stands there.
    """
    provinces = dict.fromkeys(map(province_of, named.place.match.locations))
    found = [situation.occupants[p] for p in provinces if p in situation.occupants]
    if not found:
        place = situation.name(next(iter(provinces)))
        raise DeclinedError(Refused.NO_SUCH_UNIT, say("nobodys-unit", place=place))
    for wanted in (
        [(p, u) for p, u in found if named.kind in (None, u.kind) and named.power == p],
        [(p, u) for p, u in found if named.kind in (None, u.kind)],
        found,
    ):
        if wanted:
            for power, unit in wanted:
                notes = _unit_notes(situation, named, unit)
                if named.power not in ("", power):
                    owner = _power(situation, power)
                    notes += (say("unit-belongs-to", unit=str(unit), power=owner),)
                yield unit, notes
            return


def _unit_notes(situation: Situation, named: Named, unit: Unit, own: bool = False) -> Notes:
    notes = named_note(situation, named.place, unit.province)
    coast = named.place.coast or coast_in(named.place, unit.province)
    if coast and unit.location != f"{unit.province}/{coast}":
        notes += (say("unit-there", unit=str(unit)),)
    if named.kind is not unit.kind:
        place = situation.name(unit.province)
        if not situation.variant.unit_kinds:
            if named.kind is not None:
                notes += (say("units-are-alike"),)
        elif named.kind is not None:
            notes += (say("unit-in-place", place=place, unit=str(unit)),)
        elif own:
            notes += (say("no-unit-letter", place=place, unit=str(unit)),)
    return notes


def coast_in(place: Place, province: str) -> str:
    """Return the coast that a place's own name held for one of its provinces."""
    locations = (x for x in place.match.locations if province_of(x) == province)
    return next(locations).partition("/")[2]


# Places.


def named_note(situation: Situation, place: Place, location: str) -> Notes:
    """Return the note of a doubtful name; none where it was sure."""
    province = province_of(location)
    if place.match.sure or province == place.match.means:
        return ()
    return (say("read-as", text=place.text, place=situation.name(province), id=province),)


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
                notes += (_no_such_coast(province, coast),)
            reached = [x for x in province.locations if x in near]
            yield from ((x, notes) for x in reached or province.locations)


def targets(situation: Situation, unit: Unit, place: Place) -> Iterator[tuple[str, Notes]]:
    """Yield the locations a named place may be in a support or convoy, coast as it was named."""
    for location in _means_first(place):
        province = situation.variant.provinces[province_of(location)]
        coast = place.coast or location.partition("/")[2]
        notes = named_note(situation, place, location)
        if coast and (unit.kind is UnitKind.ARMY or not province.coasts):
            yield province.id, (*notes, coast_dropped(Unit(unit.kind, province.id)))
        elif coast and coast not in province.coasts:
            yield province.id, (*notes, _no_such_coast(province, coast))
        else:
            yield f"{province.id}/{coast}" if coast else province.id, notes


def _no_such_coast(province: Province, coast: str) -> Saying:
    return say("no-such-coast", place=province.name, coast=coast)


def coast_dropped(unit: Unit) -> Saying:
    """Return the note of a coast that a unit does not need."""
    if unit.kind is UnitKind.ARMY:
        return say("no-coast-for-armies")
    return say("one-coast-only", place=unit.location)


def _power(situation: Situation, power: str) -> str:
    return situation.variant.power(power).name
