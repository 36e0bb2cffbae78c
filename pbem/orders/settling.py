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
from pbem.orders.meaning import (
    Declined,
    DeclinedError,
    Notes,
    coast_dropped,
    coast_in,
    destinations,
    named_note,
    ordered,
    others,
    targets,
)
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
from pbem.orders.situation import DISBANDED, Situation
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
from pbem.sayings import Saying, say

MOST_CANDIDATES = 5
"""A question offers no more; what fits more is refused as ambiguous."""

_MOST_TRIED = 60


@dataclass(frozen=True, slots=True)
class Settled:
    """An order that would be stored, and what was assumed."""

    order: Order
    notes: Notes = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """Orders that are all possible, in normal form, two to five, sorted."""

    candidates: tuple[str, ...]


Outcome = Settled | Asked | Declined


_Meaning = tuple[Order, Notes]


def settle(situation: Situation, said: Said) -> Outcome:
    """Return what becomes of what was said, in a situation."""
    try:
        wrong = _wrong_phase(situation, said)
        if wrong:
            return Declined(Refused.WRONG_PHASE, wrong)
        return _choose(situation, _meanings(situation, said))
    except DeclinedError as error:
        return error.declined


def _choose(situation: Situation, meanings: Iterable[_Meaning]) -> Outcome:
    legal: dict[str, _Meaning] = {}
    why: Saying | None = None
    for number, meaning in enumerate(meanings):
        if number >= _MOST_TRIED:
            return Declined(Refused.AMBIGUOUS, say("too-many-places"))
        reason = situation.why_illegal(meaning[0])
        if reason is None:
            legal.setdefault(write_order(meaning[0]), meaning)
        elif not why:
            why = reason
    if len(legal) == 1:
        return Settled(*next(iter(legal.values())))
    if not legal:
        return Declined(Refused.ILLEGAL, why or say("nothing-fits"))
    if len(legal) > MOST_CANDIDATES:
        return Declined(Refused.AMBIGUOUS, say("fits-many", number=len(legal)))
    return Asked(tuple(sorted(legal)))


# Phases.

_MOVES = (SaidHold, SaidMove, SaidSupport, SaidConvoy)
_OWN_PHASE = {
    PhaseKind.MOVEMENT: (*_MOVES, SaidUnit),
    PhaseKind.RETREATS: (SaidMove, SaidRetreat, SaidDisband, SaidUnit),
    PhaseKind.ADJUSTMENTS: (SaidBuild, SaidDisband, SaidWaive, SaidConvert, SaidUnit),
}


def _wrong_phase(situation: Situation, said: Said) -> Saying | None:
    """Return why an order belongs to another phase; None where it does not.

    Raises:
        DeclinedError: It looks like a conversion, but is rather a slip.
    """
    if isinstance(said, (SaidDisbanding, *_OWN_PHASE[situation.kind])):
        return None
    if isinstance(said, SaidConvert) and said.place:
        raise DeclinedError(Refused.UNREADABLE, say("unit-for-place"))
    kind = situation.kind.name.lower()
    return say("orders-of-this-phase", turn=situation.position.phase.spoken_turn, kind=kind)


# Meanings, one kind of order after the other.


def _meanings(situation: Situation, said: Said) -> Iterator[_Meaning]:
    match said:
        case SaidHold(named):
            for holding, notes in ordered(situation, named):
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
            raise DeclinedError(Refused.UNREADABLE, say("disbands-what"))


def _moves(situation: Situation, said: SaidMove) -> Iterator[_Meaning]:
    if said.others:
        raise DeclinedError(Refused.UNREADABLE, say("one-place"))
    for unit, notes in ordered(situation, said.unit):
        _seas_only(situation, unit, (*said.path[:-1], *said.seas))
        for to, more in destinations(situation, unit, said.path[-1]):
            yield Move(unit, to, said.via), notes + more


def _seas_only(situation: Situation, unit: Unit, places: Iterable[Place]) -> None:
    """Decline a way that is none for a convoy: each step must be a sea with a fleet."""
    for place in places:
        provinces = [province_of(location) for location in place.match.locations]
        seas = [p for p in provinces if situation.variant.provinces[p].terrain is Terrain.SEA]
        if not seas:
            reach = situation.destinations(unit)
            told = say("one-step", unit=str(unit), place=provinces[0], reach=reach)
            raise DeclinedError(Refused.ILLEGAL, told)
        afloat = {sea for fleets, _ in situation.waters() for sea in fleets}
        if unit.kind is UnitKind.ARMY and not afloat.intersection(seas):
            told = say("no-fleet-there", sea=situation.name(seas[0]), unit=str(unit))
            raise DeclinedError(Refused.ILLEGAL, told)


def _supports(situation: Situation, said: SaidSupport) -> Iterator[_Meaning]:
    for unit, notes in ordered(situation, said.unit):
        for supported, about in others(situation, said.supported):
            if said.to is None:
                yield SupportHold(unit, supported), notes + about
                continue
            for to, more in targets(situation, supported, said.to):
                yield SupportMove(unit, supported, to), notes + about + more


def _convoys(
    situation: Situation, fleet: Named, army: Named, path: tuple[Place, ...]
) -> Iterator[_Meaning]:
    for unit, notes in ordered(situation, fleet):
        for other, about in others(situation, army):
            _seas_only(situation, other, path[:-1])
            for to, more in targets(situation, other, path[-1]):
                yield Convoy(unit, other, province_of(to)), notes + about + more


def _convoyed(situation: Situation, army: Named, path: tuple[Place, ...]) -> Iterator[_Meaning]:
    """Yield what `convoy A YOR - NWY` may mean: the army by convoy, or a fleet's order."""
    note = say("convoy-of-the-army")
    found = False
    for other, about in others(situation, army):
        for to, more in targets(situation, other, path[-1]):
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
        raise DeclinedError(Refused.UNREADABLE, say("fleet-missing"))


def _retreat_places(said: SaidMove) -> tuple[Place | None, ...]:
    if said.via:
        raise DeclinedError(Refused.ILLEGAL, say("retreat-one-step"))
    return (*said.path, *said.others)


def _retreats(
    situation: Situation, named: Named, places: tuple[Place | None, ...]
) -> Iterator[_Meaning]:
    for unit, notes in ordered(situation, named):
        open_to = situation.open_to(unit)
        lists: list[tuple[tuple[str, ...], Notes]] = [((), ())]
        for place in places:
            ways = (
                [(DISBANDED, ())]
                if place is None
                else list(destinations(situation, unit, place, open_to))
            )
            lists = [((*to, way), told + more) for to, told in lists for way, more in ways]
            lists = lists[:_MOST_TRIED]
        for to, told in lists:
            yield Retreat(unit, tuple(dict.fromkeys(to))), notes + told


def _disbands(situation: Situation, said: SaidDisband) -> Iterator[_Meaning]:
    for unit, notes in ordered(situation, said.unit):
        sign = (say("dash-disbands", unit=str(unit)),) if said.sign else ()
        yield Disband(unit), notes + sign


def _builds(situation: Situation, named: Named) -> Iterator[_Meaning]:
    for location in named.place.match.locations:
        province = situation.variant.provinces[province_of(location)]
        coast = named.place.coast or location.partition("/")[2]
        about = named_note(situation, named.place, location)
        possible = situation.buildable(province.id)
        units = [u for u in possible if named.kind in (None, u.kind)]
        if not situation.variant.unit_kinds:
            units = list(possible)
            if named.kind is None or named.kind is UnitKind.FLEET:
                about += (say("units-are-alike"),)
        elif named.kind is None and len(possible) == 1:
            about += (say("only-kind-there", kind=_kind(possible[0])),)
        if coast and province.coasts:
            on_coast = [u for u in units if u.location == f"{province.id}/{coast}"]
            armies = [u for u in units if u.kind is UnitKind.ARMY and named.kind is not None]
            if armies:
                about += (coast_dropped(armies[0]),)
            units = on_coast or armies or units
        if not units:
            units = [Unit(named.kind or UnitKind.ARMY, location)]
        for unit in units:
            yield Build(unit), about


def _conversions(situation: Situation, said: SaidConvert) -> Iterator[_Meaning]:
    for unit, notes in ordered(situation, said.unit):
        if said.kind is unit.kind:
            told = say("kind-already", unit=str(unit), kind=_kind(unit))
            raise DeclinedError(Refused.ILLEGAL, told)
        coast = said.coast
        if said.place is not None:
            if unit.province not in map(province_of, said.place.match.locations):
                raise DeclinedError(Refused.ILLEGAL, say("converts-in-place", unit=str(unit)))
            coast = said.place.coast or coast_in(said.place, unit.province)
        into = situation.conversions(unit)
        if len(into) < 2:
            yield Convert(unit), notes
            continue
        named = [other for other in into if other.location.partition("/")[2] == coast]
        for other in named or into:
            yield Convert(unit, other), notes


def _kind(unit: Unit) -> str:
    return unit.kind.name.lower()


def _bare(situation: Situation, named: Named) -> Iterator[_Meaning]:
    """Yield what a unit without an order means: a build, where nothing else is possible."""
    if situation.kind is PhaseKind.ADJUSTMENTS and situation.owed.builds:
        for order, notes in _builds(situation, named):
            yield order, (*notes, say("read-as-build"))
        return
    place, kind = named.place.text.upper(), situation.kind.name.lower()
    raise DeclinedError(Refused.UNREADABLE, say("no-order-word", place=place, kind=kind))
