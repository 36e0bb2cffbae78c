"""What an order says: from words to a clause (`pbem.orders.speech`).

Two shapes: the unit first (`A PAR - BUR`, `Paris: build army`) or the order word
first (`hold A PAR`, `build army Paris`). `clause` takes one order and leaves the
cursor behind it; what follows is the caller's concern.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.orders.phrases import Cursor, StuckError
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
from pbem.orders.words import (
    ALL,
    AND,
    ARTICLES,
    IN,
    KINDS,
    NUMBERS,
    SIGN,
    STILL,
    TO,
    VERBS,
    Verb,
)
from pbem.sayings import say

_HELPING = frozenset({"is", "be", "will", "shall", "gets", "are"})
_CONVOYED = frozenset({"via", "through", "thru", "convoy", "convoyed", "conv", "using"})
_BY = frozenset({"by", "with"})
_ROUTE = _CONVOYED | _BY | frozenset({"sea", "the", "in", "f", "fleet", "fleets"})
_LISTING = frozenset({",", "and", "/", SIGN})
_ELSE = frozenset({"or", "else", "otherwise"})
_COLON = frozenset({":"})
_KIND_WORDS = frozenset({"army", "fleet"})
_PLURALS = frozenset({"armies", "fleets"})


def clause(cursor: Cursor) -> tuple[Said, bool]:
    """Take one order; return what it says and whether its order word stood first.

    Raises:
        StuckError: No order can be read here.
    """
    if cursor.word() == "+":
        cursor.at += 1
        return _build(cursor), True
    if cursor.word() == "no" and VERBS.get(cursor.word(1)) is Verb.BUILD:
        cursor.at += 1
        return _unbuilt(cursor), False
    verb = _leading(cursor)
    if verb is None:
        return _deed(cursor, cursor.unit()), False
    cursor.at += 1
    cursor.skip(_COLON)
    return _commanded(cursor, verb), verb is not Verb.WAIVE


def _leading(cursor: Cursor) -> Verb | None:
    """Return the order word at hand, unless it is rather a place."""
    verb = VERBS.get(cursor.word())
    if verb is None:
        return None
    named = cursor.name_at(cursor.at)
    if named is None:
        return verb
    if named[1] > cursor.at + 1:
        return None
    after = cursor.word(1)
    return None if after == SIGN or after in TO or after in VERBS else verb


def _commanded(cursor: Cursor, verb: Verb) -> Said:
    match verb:
        case Verb.HOLD:
            unit = cursor.unit()
            _stand(cursor)
            return SaidHold(unit)
        case Verb.MOVE:
            return _move(cursor, cursor.unit())
        case Verb.SUPPORT:
            raise StuckError(say("supporter-missing"))
        case Verb.CONVOY:
            return _convoy(cursor, None)
        case Verb.RETREAT:
            return _retreat(cursor, cursor.unit())
        case Verb.DISBAND:
            if cursor.at >= cursor.count or not cursor.tokens[cursor.at].is_word:
                return SaidDisbanding()
            return SaidDisband(cursor.unit())
        case Verb.BUILD:
            return _build(cursor)
        case Verb.WAIVE:
            return _waived(cursor)
        case Verb.CONVERT:
            return _convert(cursor, cursor.unit())


def _deed(cursor: Cursor, unit: Named) -> Said:
    """Return what a unit does; the unit was taken."""
    cursor.skip(_COLON)
    cursor.skip(_HELPING)
    unit = _kind_behind(cursor, unit)
    word = cursor.word()
    if word == SIGN or word in TO:
        return _move(cursor, unit)
    verb = VERBS.get(word)
    via, seas = (False, ()) if verb else _via(cursor)
    if via:
        return _convoyed(cursor, unit, seas)
    if word in KINDS and unit.kind is None and _ends(cursor, cursor.at + 1):
        return SaidUnit(replace(unit, kind=cursor.kind()))
    if verb is None:
        sure = unit.kind is not None and not unit.place.match.common
        if _plain_place(cursor) or (sure and _place_ends(cursor)):
            return SaidMove(unit, *_path(cursor))
        return SaidUnit(unit)
    if verb is Verb.MOVE:
        return _move(cursor, unit)
    cursor.at += 1
    match verb:
        case Verb.HOLD:
            _stand(cursor)
            return SaidHold(unit)
        case Verb.SUPPORT:
            return _support(cursor, unit, word)
        case Verb.CONVOY:
            if cursor.word() == SIGN or cursor.word() in TO:
                return _convoyed(cursor, unit, ())
            return _convoy(cursor, unit)
        case Verb.RETREAT:
            return _retreat(cursor, unit)
        case Verb.DISBAND:
            return SaidDisband(unit)
        case Verb.BUILD:
            cursor.skip(ARTICLES - {"a"})
            kind = cursor.kind()
            return SaidBuild(unit if unit.kind or not kind else replace(unit, kind=kind))
        case Verb.CONVERT:
            return _convert(cursor, unit)
        case Verb.WAIVE:
            raise StuckError(say("units-do-not-waive"))


def _kind_behind(cursor: Cursor, unit: Named) -> Named:
    """Take `fleet` in `London fleet to the Channel`."""
    word = cursor.word()
    if unit.kind is None and word in _KIND_WORDS and not _is_place_next(cursor):
        if not _ends(cursor, cursor.at + 1):
            return replace(unit, kind=cursor.kind())
    return unit


def _is_place_next(cursor: Cursor) -> bool:
    return cursor.name_at(cursor.at + 1) is not None


def _convoyed(cursor: Cursor, unit: Named, seas: tuple[Place, ...]) -> Said:
    """Return the move of an army whose convoy was named before where it goes."""
    if not _toward(cursor):
        raise StuckError(say("convoy-end-missing"))
    path, _, more, others = _path(cursor)
    return SaidMove(unit, path, True, (*seas, *more), others)


def _stand(cursor: Cursor) -> None:
    """Pass over `position`, `in place` and the like behind `hold`."""
    cursor.skip(STILL)


def _plain_place(cursor: Cursor) -> bool:
    """Return whether a place follows that is surely one, so that no sign is needed."""
    found = cursor.name_at(cursor.at)
    return found is not None and found[0].exact and not found[0].common


def _place_ends(cursor: Cursor) -> bool:
    """Return whether a name follows that ends the order, be it an everyday word as well."""
    found = cursor.name_at(cursor.at)
    if found is None or not found[0].exact or cursor.word() in AND | KINDS.keys():
        return False
    return _ends(cursor, found[1])


def _ends(cursor: Cursor, at: int) -> bool:
    """Return whether no word stands at a token that belongs to the order before it."""
    return at >= cursor.count or not cursor.tokens[at].is_word or cursor.word(at - cursor.at) in AND


def _toward(cursor: Cursor) -> bool:
    """Pass over `-`, `to`, `moves to`, `attack on`; return whether there was any.

    A place that is called like one of these (`March`) is the place behind a sign.
    """
    start = cursor.at
    while True:
        word = cursor.word()
        if word == SIGN or word in TO:
            cursor.at += 1
        elif VERBS.get(word) is Verb.MOVE and not (cursor.at > start and _place_ends(cursor)):
            cursor.at += 1
            cursor.skip(IN)
        else:
            break
    return cursor.at > start


def _move(cursor: Cursor, unit: Named) -> Said:
    if not _toward(cursor):
        if not _plain_place(cursor):
            raise StuckError(say("destination-missing"))
        return SaidMove(unit, *_path(cursor))
    verb = VERBS.get(cursor.word())
    if verb is Verb.HOLD:
        cursor.at += 1
        _stand(cursor)
        return SaidHold(unit)
    if verb is Verb.DISBAND and cursor.name_at(cursor.at) is None:
        cursor.at += 1
        return SaidDisband(unit)
    if cursor.word() in KINDS or cursor.word() == "an":
        return _convert(cursor, unit)
    return SaidMove(unit, *_path(cursor))


def _path(
    cursor: Cursor,
) -> tuple[tuple[Place, ...], bool, tuple[Place, ...], tuple[Place | None, ...]]:
    """Take places joined by signs, how the convoy goes, and further choices."""
    path = [cursor.place()]
    while cursor.word() == SIGN or cursor.word() in TO:
        cursor.at += 1
        path.append(cursor.place())
    via, seas = _via(cursor)
    others = _choices(cursor)
    return tuple(path), via or len(path) > 1, seas, others


def _via(cursor: Cursor) -> tuple[bool, tuple[Place, ...]]:
    """Take `via`, `by convoy`, `via Nth`, `convoyed by F Nth`."""
    word = cursor.word()
    if word in _BY:
        if cursor.word(1) not in ("convoy", "sea", "fleet", "f", "fleets"):
            return False, ()
    elif word not in _CONVOYED:
        return False, ()
    seas: list[Place] = []
    while True:
        word = cursor.word()
        if word in _ROUTE or (seas and word in _LISTING and _sea_follows(cursor)):
            cursor.at += 1
        else:
            found = cursor.name_at(cursor.at)
            if found is None or (found[0].common and seas):
                break
            seas.append(cursor.place())
    return True, tuple(seas)


def _sea_follows(cursor: Cursor) -> bool:
    """Return whether behind the sign at hand stands one more sea of the convoy, and no order."""
    ahead = 2 if cursor.word(1) in ("f", "fleet", "the") else 1
    found = cursor.name_at(cursor.at + ahead)
    if found is None or not all(map(cursor.names.is_sea, found[0].locations)):
        return False
    end = found[1]
    return end >= cursor.count or cursor.tokens[end].word in (*_LISTING, *TO)


def _choices(cursor: Cursor) -> tuple[Place | None, ...]:
    """Take further places for a retreat: `or SIL`, `/SIL`, `or disband`."""
    found: list[Place | None] = []
    while True:
        start = cursor.at
        if cursor.word() == "," and cursor.word(1) in _ELSE:
            cursor.at += 1
        if cursor.word() in _ELSE:
            cursor.skip(_ELSE)
        elif cursor.at >= cursor.count or cursor.tokens[cursor.at].opened != "/":
            break
        cursor.skip(TO)
        if VERBS.get(cursor.word()) is Verb.DISBAND:
            cursor.at += 1
            found.append(None)
        elif cursor.name_at(cursor.at):
            found.append(cursor.place())
        else:
            cursor.at = start
            break
    return tuple(found)


def _support(cursor: Cursor, unit: Named, word: str) -> Said:
    holds = word == "sh"
    kind = VERBS.get(cursor.word())
    if kind in (Verb.HOLD, Verb.MOVE) and not _is_place_here(cursor):
        holds = holds or kind is Verb.HOLD
        cursor.at += 1
    if cursor.word() == SIGN or cursor.word() in TO or cursor.at >= cursor.count:
        raise StuckError(say("supported-missing"))
    cursor.skip(frozenset({"of", "for"}))
    supported = cursor.unit()
    if _holding(cursor):
        return SaidSupport(unit, supported)
    if _toward(cursor) or _plain_place(cursor):
        if holds:
            raise StuckError(say("support-both"))
        path, *_ = _path(cursor)
        return SaidSupport(unit, supported, path[-1])
    if word == "sm" or kind is Verb.MOVE:
        raise StuckError(say("supported-destination-missing"))
    return SaidSupport(unit, supported)


def _is_place_here(cursor: Cursor) -> bool:
    """Return whether the order word at hand is a place: the next word goes on as after one."""
    return cursor.name_at(cursor.at) is not None


def _holding(cursor: Cursor) -> bool:
    """Take `H`, `- H`, `to hold`, `holding` behind a supported unit."""
    ahead = 0
    while cursor.word(ahead) == SIGN or cursor.word(ahead) in TO or cursor.word(ahead) == "in":
        ahead += 1
    if VERBS.get(cursor.word(ahead)) is Verb.HOLD or (ahead and cursor.word(ahead) == "place"):
        cursor.at += ahead + 1
        _stand(cursor)
        return True
    return False


def _convoy(cursor: Cursor, unit: Named | None) -> Said:
    cursor.skip(_COLON)
    army = cursor.unit()
    if not _toward(cursor) and not _plain_place(cursor):
        raise StuckError(say("convoy-end-missing"))
    path, *_ = _path(cursor)
    return SaidConvoy(unit, army, path)


def _retreat(cursor: Cursor, unit: Named) -> Said:
    _toward(cursor)
    if VERBS.get(cursor.word()) is Verb.DISBAND and cursor.name_at(cursor.at) is None:
        cursor.at += 1
        return SaidDisband(unit)
    first = cursor.place()
    return SaidRetreat(unit, (first, *_choices(cursor)))


def retreat_list(cursor: Cursor) -> tuple[Place | None, ...]:
    """Take the places of `(retreat BER, KIE)`; the cursor stands before `retreat`."""
    cursor.at += 1
    _toward(cursor)
    places: list[Place | None] = []
    while True:
        if VERBS.get(cursor.word()) is Verb.DISBAND and cursor.name_at(cursor.at) is None:
            cursor.at += 1
            places.append(None)
        else:
            places.append(cursor.place())
        if cursor.word() not in (",", "or", "/") or cursor.tokens[cursor.at - 1].closed:
            return tuple(places)
        cursor.at += 1


def _build(cursor: Cursor) -> Said:
    cursor.skip(_COLON)
    if cursor.word() in NUMBERS and cursor.word(1) in _PLURALS:
        cursor.at += 1
    if cursor.word() in _PLURALS and cursor.word(1) in (":", ","):
        kind = cursor.kind()
        cursor.at += 1
        return SaidBuild(replace(cursor.unit(), kind=kind))
    if cursor.word(1) in KINDS:
        cursor.skip(ARTICLES - {"a", "an"} | {"new"})
    unit = cursor.unit()
    if unit.kind is None:
        unit = replace(unit, kind=cursor.kind())
    return SaidBuild(unit)


def _unbuilt(cursor: Cursor) -> Said:
    """Take what follows `no`: `build` or `builds`, a place."""
    return _not_used(cursor, None if cursor.word() == "builds" else 1)


def _waived(cursor: Cursor) -> Said:
    """Take what follows `waive`: a count, `build`, a place."""
    count: int | None = 1
    cursor.skip(IN | ARTICLES)
    if cursor.word() in ALL:
        count = None
        cursor.skip(ALL | IN | ARTICLES)
    elif cursor.word() in NUMBERS:
        count = NUMBERS[cursor.word()]
        cursor.at += 1
    cursor.skip(ALL)
    return _not_used(cursor, count)


def _not_used(cursor: Cursor, count: int | None) -> Said:
    """Take the builds that are waived, and the place they were for."""
    if VERBS.get(cursor.word()) is Verb.BUILD:
        cursor.at += 1
    cursor.skip(IN | _COLON)
    cursor.kind()
    if cursor.name_at(cursor.at) and cursor.word() not in VERBS:
        cursor.place()
    return SaidWaive(count)


def _convert(cursor: Cursor, unit: Named) -> Said:
    cursor.skip(TO | frozenset({SIGN, ":"}))
    kind = cursor.kind()
    if kind is None:
        return SaidConvert(unit)
    cursor.skip(IN)
    place = None
    coast, end = cursor.coast_at(cursor.at)
    if coast:
        cursor.at = end
    elif cursor.name_at(cursor.at):
        place = cursor.place()
    return SaidConvert(unit, kind, place, coast)
