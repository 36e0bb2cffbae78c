"""How people write orders: the same order in the hands of different players.

A *hand* turns orders in normal form into lines as a person would type them. It
may write places in full, in short or wrongly spelt; whatever it writes means
what was ordered, or makes the judge ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pbem.board.position import Unit, UnitKind, province_of
from pbem.board.variant import Variant
from pbem.orders.notation import read_order
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

_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


class Hand(StrEnum):
    """The ways of writing orders that there are in a demo."""

    TERSE = "terse"
    LOWER = "lower"
    FULL = "full"
    ARROWS = "arrows"
    DASHES = "dashes"
    ROWS = "rows"
    NUMBERED = "numbered"


@dataclass(frozen=True)
class Words:
    """The words of one hand.

    Attributes:
        unit: How it names a unit, place and all.
        place: How it names where something goes.
        move, support, convoy, hold, retreat, disband: What stands after the
            unit, blanks included.
        build: What stands before a unit that is built.
        via: What stands after a move by convoy that is asked for.
    """

    unit: Callable[[Variant, Unit], str]
    place: Callable[[Variant, str], str]
    move: str
    support: str
    convoy: str
    hold: str
    retreat: str
    disband: str
    build: str
    via: str


def write_orders(variant: Variant, orders: Sequence[str], hand: Hand) -> tuple[str, ...]:
    """Return orders in normal form as lines in a person's hand, the order kept.

    >>> from pbem.assets import load_variant
    >>> write_orders(load_variant("standard"), ["A MAR S A PAR - BUR"], Hand.FULL)
    ('Army Marseilles supports Army Paris to Burgundy',)
    """
    return lay_out(say_each(variant, orders, hand), hand)


def say_each(variant: Variant, orders: Sequence[str], hand: Hand) -> list[str]:
    """Return orders in normal form in the words of a hand, one by one."""
    return [say(variant, read_order(order), _WORDS[hand]) for order in orders]


def lay_out(lines: Sequence[str], hand: Hand) -> tuple[str, ...]:
    """Return orders in words as a hand puts them on lines."""
    match hand:
        case Hand.NUMBERED:
            return tuple(f"{number}) {line}" for number, line in enumerate(lines, start=1))
        case Hand.ROWS:
            return tuple(", ".join(lines[start : start + 2]) for start in range(0, len(lines), 2))
        case _:
            return tuple(lines)


def words_of(hand: Hand) -> Words:
    """Return the words of a hand."""
    return _WORDS[hand]


def say(variant: Variant, order: Order, words: Words) -> str:
    """Return one order in the words of a hand."""

    def unit(which: Unit) -> str:
        return words.unit(variant, which)

    def place(location: str) -> str:
        return words.place(variant, location)

    match order:
        case Hold(who):
            return f"{unit(who)}{words.hold}"
        case Move(who, to, via):
            return f"{unit(who)}{words.move}{place(to)}{words.via if via else ''}"
        case SupportHold(who, other):
            return f"{unit(who)}{words.support}{unit(other)}"
        case SupportMove(who, other, to):
            return f"{unit(who)}{words.support}{unit(other)}{words.move}{place(to)}"
        case Convoy(who, army, to):
            return f"{unit(who)}{words.convoy}{unit(army)}{words.move}{place(to)}"
        case Retreat(who, to):
            first, *others = (p if p == "D" else place(p) for p in to)
            return f"{unit(who)}{words.retreat}{', '.join([first, *others])}"
        case Disband(who):
            return f"{unit(who)}{words.disband}"
        case Build(who):
            return f"{words.build}{unit(who)}"
        case Waive():
            return "waive"
        case Convert(who, into):
            return f"{unit(who)} convert {into}" if into else f"{unit(who)} convert"


def full_place(variant: Variant, location: str) -> str:
    """Return a place by its full name, its coast in words: `Spain (south coast)`."""
    province, _, coast = location.partition("/")
    name = variant.provinces[province].name
    return f"{name} ({_COASTS.get(coast, coast)})" if coast else name


def _short_place(variant: Variant, location: str) -> str:
    del variant
    return location


def _lower_place(variant: Variant, location: str) -> str:
    del variant
    return location.lower()


def _title_place(variant: Variant, location: str) -> str:
    del variant
    province, _, coast = location.partition("/")
    return f"{province.title()} {coast.lower()}" if coast else province.title()


def _full_unit(variant: Variant, unit: Unit) -> str:
    return f"{unit.kind.title.capitalize()} {full_place(variant, unit.location)}"


def _lettered_full_unit(variant: Variant, unit: Unit) -> str:
    return f"{unit.kind.value} {full_place(variant, unit.location)}"


def _short_unit(variant: Variant, unit: Unit) -> str:
    del variant
    return str(unit)


def _lower_unit(variant: Variant, unit: Unit) -> str:
    del variant
    return str(unit).lower()


def _title_unit(variant: Variant, unit: Unit) -> str:
    return f"{unit.kind.value} {_title_place(variant, unit.location)}"


_WORDS: Mapping[Hand, Words] = {
    Hand.TERSE: Words(
        _short_unit, _short_place, "-", " S ", " C ", " H", " R ", " D", "B ", " VIA"
    ),
    Hand.LOWER: Words(
        _lower_unit, _lower_place, " - ", " s ", " c ", " h", " r ", " d", "build ", " via convoy"
    ),
    Hand.FULL: Words(
        _full_unit,
        full_place,
        " to ",
        " supports ",
        " convoys ",
        " holds",
        " retreats to ",
        " disbands",
        "Build ",
        " via convoy",
    ),
    Hand.ARROWS: Words(
        _lettered_full_unit,
        full_place,
        " → ",
        " supports ",
        " convoys ",
        " holds",
        " retreats to ",
        " disband",
        "build ",
        " by convoy",
    ),
    Hand.DASHES: Words(
        _title_unit,
        _title_place,
        " – ",
        " sup ",
        " conv ",
        " hold",
        " ret ",
        " disband",
        "Build ",
        " via convoy",
    ),
    Hand.ROWS: Words(
        _short_unit, _short_place, " - ", " S ", " C ", " H", " R ", " D", "Build ", " VIA"
    ),
    Hand.NUMBERED: Words(
        _title_unit,
        _title_place,
        " -> ",
        " supports ",
        " convoys ",
        " holds",
        " retreats to ",
        " disbands",
        "build ",
        " via convoy",
    ),
}


def misspell(name: str) -> str:
    """Return a name with one letter missing: `Burgudy`; short names as they are.

    The letter stands past the middle of the longest word, where hands are hasty
    and the beginning still tells the place.
    """
    longest = max(name.split(" "), key=len)
    if len(longest) < 7:
        return name
    middle = len(longest) // 2 + 1
    return name.replace(longest, longest[:middle] + longest[middle + 1 :], 1)


def reachable(variant: Variant, unit: Unit, provinces: Sequence[str]) -> tuple[str, ...]:
    """Return which of several provinces a unit could move to without a convoy."""
    return tuple(province for province in provinces if variant.reaches(unit, province))


def vague_place(variant: Variant, order: Order) -> str | None:
    """Return a short word for where a unit moves that fits several places, if there is one.

    A province without its coast where a fleet can reach several, or a doubtful
    word of the variant's names that fits several places the unit can reach.
    """
    if not isinstance(order, Move) or order.via:
        return None
    province = province_of(order.to)
    if order.unit.kind is UnitKind.FLEET and "/" in order.to:
        coasts = [to for to in variant.neighbors(order.unit) if province_of(to) == province]
        if len(coasts) > 1:
            return province.title()
    for word, (_, may_be) in variant.names.ambiguous.items():
        if province in may_be and len(reachable(variant, order.unit, may_be)) > 1:
            return word.title()
    return None
