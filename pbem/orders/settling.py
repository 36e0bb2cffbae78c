"""From what a player said to what is stored: the board decides, or the player is asked.

Each thing that was said has a few possible meanings: a doubtful name, a coast
left out, a letter left out where a unit is built. All are tried; those that are
legal count. One: it is stored, with a note of what was assumed. Several: a
question, or `ambiguous` where they are more than five. None: a refusal, with what
would be legal. The unit that is ordered is never supplied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pbem.board.phase import PhaseKind
from pbem.board.position import Unit, UnitKind, province_of
from pbem.board.variant import Terrain
from pbem.orders.legality import DISBANDED, Situation
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
from pbem.orders.reading import Refused
from pbem.orders.speech import (
    Named,
    Place,
    Said,
    SaidBuild,
    SaidConvert,
    SaidConvoy,
    SaidDisband,
    SaidDisbanding,
    SaidHold,
    SaidMove,
    SaidRetreat,
    SaidSupport,
    SaidUnit,
    SaidWaive,
)

MOST_CANDIDATES = 5
"""A question offers no more; what fits more is refused as ambiguous."""

_MOST_TRIED = 60

_Notes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """An order that would be stored, and what was assumed, a sentence each."""

    order: Order
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """Orders that are all possible, in normal form, two to five, sorted."""

    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """Nothing is stored, and why."""

    reason: Refused
    message: str


Outcome = Settled | Asked | Declined


class _DeclinedError(Exception):
    """Ends the search for meanings."""

    def __init__(self, reason: Refused, message: str) -> None:
        super().__init__(message)
        self.declined = Declined(reason, message)


_Meaning = tuple[Order, _Notes]


def settle(situation: Situation, said: Said) -> Outcome:
    """Return what becomes of what was said, in a situation."""
    try:
        wrong = _wrong_phase(situation, said)
        if wrong:
            return Declined(Refused.WRONG_PHASE, wrong)
        return _choose(situation, _meanings(situation, said))
    except _DeclinedError as error:
        return error.declined


def _choose(situation: Situation, meanings: Iterable[_Meaning]) -> Outcome:
    legal: dict[str, _Meaning] = {}
    why = ""
    for number, meaning in enumerate(meanings):
        if number >= _MOST_TRIED:
            return Declined(Refused.AMBIGUOUS, "too many places fit; write their names in full")
        reason = situation.why_illegal(meaning[0])
        if reason is None:
            legal.setdefault(write_order(meaning[0]), meaning)
        elif not why:
            why = reason
    if len(legal) == 1:
        return Settled(*next(iter(legal.values())))
    if not legal:
        return Declined(Refused.ILLEGAL, why or "nothing on this board fits")
    if len(legal) > MOST_CANDIDATES:
        return Declined(Refused.AMBIGUOUS, f"it fits {len(legal)} orders; write the names in full")
    return Asked(tuple(sorted(legal)))


# Phases.

_MOVES = (SaidHold, SaidMove, SaidSupport, SaidConvoy)
_OWN_PHASE = {
    PhaseKind.MOVEMENT: (*_MOVES, SaidUnit),
    PhaseKind.RETREATS: (SaidMove, SaidRetreat, SaidDisband, SaidUnit),
    PhaseKind.ADJUSTMENTS: (SaidBuild, SaidDisband, SaidWaive, SaidConvert, SaidUnit),
}
_EXPECTED = {
    PhaseKind.MOVEMENT: "units hold, move, support and convoy",
    PhaseKind.RETREATS: "dislodged units retreat (A MUN R BOH) or are disbanded (A MUN D)",
    PhaseKind.ADJUSTMENTS: "units are built (A PAR B), waived (WAIVE) and disbanded (A PAR D)",
}


def _wrong_phase(situation: Situation, said: Said) -> str:
    """Return why an order belongs to another phase; empty where it does not."""
    if isinstance(said, (SaidDisbanding, *_OWN_PHASE[situation.kind])):
        return ""
    phase = situation.position.phase
    return f"{phase.title} is a phase of {situation.kind.title}: {_EXPECTED[situation.kind]}"


# Meanings, one kind of order after the other.


def _meanings(situation: Situation, said: Said) -> Iterator[_Meaning]:
    match said:
        case SaidHold(named):
            for holding, notes in _ordered(situation, named):
                yield Hold(holding), notes
        case SaidMove():
            if situation.kind is PhaseKind.RETREATS:
                yield from _retreats(situation, said.unit, _retreat_places(said))
            else:
                yield from _moves(situation, said)
        case SaidSupport():
            yield from _supports(situation, said)
        case SaidConvoy(unit, army, path):
            if unit is None:
                yield from _convoyed(situation, army, path)
            else:
                yield from _convoys(situation, unit, army, path)
        case SaidRetreat(named, to):
            yield from _retreats(situation, named, to)
        case SaidDisband():
            yield from _disbands(situation, said)
        case SaidBuild(named):
            yield from _builds(situation, named)
        case SaidWaive():
            yield Waive(), ()
        case SaidConvert():
            yield from _conversions(situation, said)
        case SaidUnit(named):
            yield from _bare(situation, named)
        case SaidDisbanding():
            raise _DeclinedError(Refused.UNREADABLE, "which unit is disbanded is missing")


def _moves(situation: Situation, said: SaidMove) -> Iterator[_Meaning]:
    if said.others:
        raise _DeclinedError(Refused.UNREADABLE, "a unit goes to one place; name only that")
    for unit, notes in _ordered(situation, said.unit):
        _seas_only(situation, unit, (*said.path[:-1], *said.seas))
        for to, more in _destinations(situation, unit, said.path[-1]):
            yield Move(unit, to, said.via), notes + more


def _seas_only(situation: Situation, unit: Unit, places: Iterable[Place]) -> None:
    """Decline a way that is none for a convoy: each step must be a sea with a fleet."""
    for place in places:
        provinces = [province_of(location) for location in place.match.locations]
        seas = [p for p in provinces if situation.variant.provinces[p].terrain is Terrain.SEA]
        if not seas:
            reach = ", ".join(situation.destinations(unit))
            raise _DeclinedError(
                Refused.ILLEGAL,
                f"{unit} goes one step, or by convoy over seas, and {provinces[0]} is no sea; "
                f"it can go to {reach}",
            )
        afloat = {sea for fleets, _ in situation.waters() for sea in fleets}
        if unit.kind is UnitKind.ARMY and not afloat.intersection(seas):
            raise _DeclinedError(
                Refused.ILLEGAL, f"no fleet in {situation.name(seas[0])} could convoy {unit}"
            )


def _supports(situation: Situation, said: SaidSupport) -> Iterator[_Meaning]:
    for unit, notes in _ordered(situation, said.unit):
        for supported, about in _others(situation, said.supported):
            if said.to is None:
                yield SupportHold(unit, supported), notes + about
                continue
            for to, more in _targets(situation, supported, said.to):
                yield SupportMove(unit, supported, to), notes + about + more


def _convoys(
    situation: Situation, fleet: Named, army: Named, path: tuple[Place, ...]
) -> Iterator[_Meaning]:
    for unit, notes in _ordered(situation, fleet):
        for other, about in _others(situation, army):
            _seas_only(situation, other, path[:-1])
            for to, more in _targets(situation, other, path[-1]):
                yield Convoy(unit, other, province_of(to)), notes + about + more


def _convoyed(situation: Situation, army: Named, path: tuple[Place, ...]) -> Iterator[_Meaning]:
    """Yield what `convoy A YOR - NWY` may mean: the army by convoy, or a fleet's order."""
    note = "the fleet is missing, so it is read as the army's own order"
    found = False
    for other, about in _others(situation, army):
        for to, more in _targets(situation, other, path[-1]):
            notes = about + more
            if situation.own_by_province.get(other.province) == other:
                found = True
                yield Move(other, province_of(to), via=True), (*notes, note)
            fleets = [
                order
                for unit in situation.own
                if unit.kind is UnitKind.FLEET
                and not situation.why_illegal(order := Convoy(unit, other, province_of(to)))
            ]
            if len(fleets) > 1 or found:
                found = True
                yield from ((order, notes) for order in fleets)
    if not found:
        raise _DeclinedError(Refused.UNREADABLE, "the fleet that convoys is missing")


def _retreat_places(said: SaidMove) -> tuple[Place | None, ...]:
    if said.via or said.seas or len(said.path) > 1:
        raise _DeclinedError(Refused.ILLEGAL, "a retreat goes one step and never by convoy")
    return (*said.path, *said.others)


def _retreats(
    situation: Situation, named: Named, places: tuple[Place | None, ...]
) -> Iterator[_Meaning]:
    for unit, notes in _ordered(situation, named):
        open_to = situation.open_to(unit)
        lists: list[tuple[tuple[str, ...], _Notes]] = [((), ())]
        for place in places:
            ways = (
                [(DISBANDED, ())]
                if place is None
                else list(_destinations(situation, unit, place, open_to))
            )
            lists = [((*to, way), told + more) for to, told in lists for way, more in ways]
            lists = lists[:_MOST_TRIED]
        for to, told in lists:
            if to == (DISBANDED,):
                yield Disband(unit), notes + told
            else:
                yield Retreat(unit, tuple(dict.fromkeys(to))), notes + told


def _disbands(situation: Situation, said: SaidDisband) -> Iterator[_Meaning]:
    for unit, notes in _ordered(situation, said.unit):
        sign = (f"the dash before {unit} read as: disband it",) if said.sign else ()
        yield Disband(unit), notes + sign


def _builds(situation: Situation, named: Named) -> Iterator[_Meaning]:
    for location in named.place.match.locations:
        province = situation.variant.provinces[province_of(location)]
        coast = named.place.coast or location.partition("/")[2]
        about = _named_note(situation, named.place, location)
        possible = situation.buildable(province.id)
        units = [u for u in possible if named.kind in (None, u.kind)]
        if not situation.variant.unit_kinds:
            units = list(possible)
            if named.kind is None or named.kind is UnitKind.FLEET:
                about += ("units are not told apart in this game and are written A",)
        elif named.kind is None and len(possible) == 1:
            about += (f"no unit letter: only {_with_article(possible[0])} can be built there",)
        if coast and province.coasts:
            on_coast = [u for u in units if u.location == f"{province.id}/{coast}"]
            armies = [u for u in units if u.kind is UnitKind.ARMY and named.kind is not None]
            if armies:
                about += (_coast_dropped(armies[0]),)
            units = on_coast or armies or units
        if not units:
            units = [Unit(named.kind or UnitKind.ARMY, location)]
        for unit in units:
            yield Build(unit), about


def _conversions(situation: Situation, said: SaidConvert) -> Iterator[_Meaning]:
    for unit, notes in _ordered(situation, said.unit):
        if said.kind is unit.kind:
            raise _DeclinedError(Refused.ILLEGAL, f"{unit} is {_with_article(unit)} already")
        coast = said.coast
        if said.place is not None:
            same = [x for x in said.place.match.locations if province_of(x) == unit.province]
            if not same:
                raise _DeclinedError(Refused.ILLEGAL, f"{unit} does not move when it is converted")
            coast = said.place.coast or same[0].partition("/")[2]
        into = situation.conversions(unit)
        if len(into) < 2:
            yield Convert(unit), notes
            continue
        named = [other for other in into if other.location.partition("/")[2] == coast]
        for other in named or into:
            yield Convert(unit, other), notes


def _bare(situation: Situation, named: Named) -> Iterator[_Meaning]:
    """Yield what a unit without an order means: a build, where nothing else is possible."""
    if situation.kind is PhaseKind.ADJUSTMENTS and situation.owed.builds:
        for order, notes in _builds(situation, named):
            yield order, (*notes, "no order word: read as a build")
        return
    what = {
        PhaseKind.MOVEMENT: "holds (H) or where it goes",
        PhaseKind.RETREATS: "retreats to (R) or that it is disbanded (D)",
        PhaseKind.ADJUSTMENTS: "is disbanded (D)",
    }[situation.kind]
    raise _DeclinedError(
        Refused.UNREADABLE, f"what the unit in {named.place.text!r} does is missing: {what}"
    )


# Units.


def _ordered(situation: Situation, named: Named) -> Iterator[tuple[Unit, _Notes]]:
    """Yield the own units that may be meant, with what is assumed.

    Raises:
        _DeclinedError: None is.
    """
    provinces = dict.fromkeys(map(province_of, named.place.match.locations))
    units = [situation.own_by_province[p] for p in provinces if p in situation.own_by_province]
    if named.power and named.power != situation.power:
        raise _DeclinedError(
            Refused.NOT_YOUR_UNIT, f"that is an order for {_power(situation, named.power)}"
        )
    if not units:
        raise _not_yours(situation, list(provinces))
    alike = [unit for unit in units if named.kind in (None, unit.kind)]
    for unit in alike or units:
        yield unit, _unit_notes(situation, named, unit, own=True)


def _not_yours(situation: Situation, provinces: list[str]) -> _DeclinedError:
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
        return _DeclinedError(
            Refused.WRONG_PHASE,
            f"{unit} was not dislodged; only these have orders now: {yours}",
        )
    return _DeclinedError(
        Refused.NO_SUCH_UNIT,
        f"no unit stands in {situation.name(provinces[0])}; your units: {yours}",
    )


def _foreign(situation: Situation, province: str, power: str, yours: str) -> _DeclinedError:
    return _DeclinedError(
        Refused.NOT_YOUR_UNIT,
        f"the unit in {situation.name(province)} belongs to {_power(situation, power)}; "
        f"your units: {yours}",
    )


def _others(situation: Situation, named: Named) -> Iterator[tuple[Unit, _Notes]]:
    """Yield the units of any power that may be meant in a support or convoy.

    Raises:
        _DeclinedError: Nobody stands there.
    """
    provinces = dict.fromkeys(map(province_of, named.place.match.locations))
    found = [situation.occupants[p] for p in provinces if p in situation.occupants]
    if not found:
        raise _DeclinedError(
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


def _unit_notes(situation: Situation, named: Named, unit: Unit, own: bool) -> _Notes:
    notes = _named_note(situation, named.place, unit.province)
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


def _named_note(situation: Situation, place: Place, location: str) -> _Notes:
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


def _destinations(
    situation: Situation, unit: Unit, place: Place, open_to: tuple[str, ...] | None = None
) -> Iterator[tuple[str, _Notes]]:
    """Yield the locations that a named place may be for a unit that goes there.

    A fleet needs a coast where a province has several: the one that was named,
    else those it can reach. An army needs none.
    """
    near = situation.variant.neighbors(unit) if open_to is None else open_to
    for location in _means_first(place):
        province = situation.variant.provinces[province_of(location)]
        coast = place.coast or location.partition("/")[2]
        notes = _named_note(situation, place, location)
        if unit.kind is UnitKind.ARMY or not province.coasts:
            if coast:
                notes += (_coast_dropped(Unit(unit.kind, province.id)),)
            yield province.id, notes
        elif coast in province.coasts:
            yield f"{province.id}/{coast}", notes
        else:
            if coast:
                notes += (f"{province.name} has no coast {coast}",)
            reached = [x for x in province.locations if x in near]
            yield from ((x, notes) for x in reached or province.locations)


def _targets(situation: Situation, unit: Unit, place: Place) -> Iterator[tuple[str, _Notes]]:
    """Yield the locations a named place may be in a support or convoy, coast as it was named."""
    for location in _means_first(place):
        province = situation.variant.provinces[province_of(location)]
        coast = place.coast or location.partition("/")[2]
        notes = _named_note(situation, place, location)
        if coast and (unit.kind is UnitKind.ARMY or coast not in province.coasts):
            yield province.id, (*notes, _coast_dropped(Unit(unit.kind, province.id)))
        else:
            yield f"{province.id}/{coast}" if coast else province.id, notes


def _coast_dropped(unit: Unit) -> str:
    if unit.kind is UnitKind.ARMY:
        return "an army stands on no coast; the coast is left out"
    return f"{unit.location} has one coast only; its name is left out"


def _with_article(unit: Unit) -> str:
    return "an army" if unit.kind is UnitKind.ARMY else "a fleet"


def _power(situation: Situation, power: str) -> str:
    return situation.variant.power(power).name
