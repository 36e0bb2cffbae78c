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
    destinations,
    named_note,
    ordered,
    others,
    targets,
    with_article,
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

MOST_CANDIDATES = 5
"""A question offers no more; what fits more is refused as ambiguous."""

_MOST_TRIED = 60


@dataclass(frozen=True, slots=True)
class Settled:
    """An order that would be stored, and what was assumed, a sentence each."""

    order: Order
    notes: tuple[str, ...] = ()


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
    """Return why an order belongs to another phase; empty where it does not.

    Raises:
        DeclinedError: It looks like a conversion, but is rather a slip.
    """
    if isinstance(said, (SaidDisbanding, *_OWN_PHASE[situation.kind])):
        return ""
    if isinstance(said, SaidConvert) and said.place:
        raise DeclinedError(
            Refused.UNREADABLE, "a unit stands where a place should; write A PAR - BUR"
        )
    phase = situation.position.phase
    return f"this is {phase.turn} ({situation.kind.title}): {_EXPECTED[situation.kind]}"


_LACKS = {
    PhaseKind.MOVEMENT: "hold (H), or where it goes",
    PhaseKind.RETREATS: "where it retreats to (R), or that it is disbanded (D)",
    PhaseKind.ADJUSTMENTS: "that it is disbanded (D)",
}


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
            raise DeclinedError(Refused.UNREADABLE, "which unit is disbanded is missing")


def _moves(situation: Situation, said: SaidMove) -> Iterator[_Meaning]:
    if said.others:
        raise DeclinedError(Refused.UNREADABLE, "a unit goes to one place; name only that")
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
            reach = ", ".join(situation.destinations(unit))
            raise DeclinedError(
                Refused.ILLEGAL,
                f"{unit} goes one step, or by convoy over seas, and {provinces[0]} is no sea; "
                f"it can go to {reach}",
            )
        afloat = {sea for fleets, _ in situation.waters() for sea in fleets}
        if unit.kind is UnitKind.ARMY and not afloat.intersection(seas):
            raise DeclinedError(
                Refused.ILLEGAL, f"no fleet in {situation.name(seas[0])} could convoy {unit}"
            )


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
    note = "the fleet is missing, so it is read as the army's own order"
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
        raise DeclinedError(Refused.UNREADABLE, "the fleet that convoys is missing")


def _retreat_places(said: SaidMove) -> tuple[Place | None, ...]:
    if said.via or said.seas or len(said.path) > 1:
        raise DeclinedError(Refused.ILLEGAL, "a retreat goes one step and never by convoy")
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
            if to == (DISBANDED,):
                yield Disband(unit), notes + told
            else:
                yield Retreat(unit, tuple(dict.fromkeys(to))), notes + told


def _disbands(situation: Situation, said: SaidDisband) -> Iterator[_Meaning]:
    for unit, notes in ordered(situation, said.unit):
        sign = (f"the dash before {unit} read as: disband it",) if said.sign else ()
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
                about += ("units are not told apart in this game and are written A",)
        elif named.kind is None and len(possible) == 1:
            about += (f"no unit letter: only {with_article(possible[0])} can be built there",)
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
            raise DeclinedError(Refused.ILLEGAL, f"{unit} is {with_article(unit)} already")
        coast = said.coast
        if said.place is not None:
            same = [x for x in said.place.match.locations if province_of(x) == unit.province]
            if not same:
                raise DeclinedError(Refused.ILLEGAL, f"{unit} does not move when it is converted")
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
    place, lacks = named.place.text.upper(), _LACKS[situation.kind]
    raise DeclinedError(
        Refused.UNREADABLE, f"it does not say what the unit in {place} does: {lacks}"
    )
