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
from pbem.board.variant import Terrain, Variant
from pbem.orders.notation import read_order, write_order
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
    RULES = "rules"
    """As the rules of Era of Empire have it: `A Tab–Bag`, `F RS C A Egy – Ade, A Egy – Ade`."""
    NAMED = "named"
    """As the rules of the Zorbees have it: `Zorbees: Army ZM3 to ZM5`."""
    SIGNED = "signed"
    """The power's name above short orders: `Zorbees`, `A Zm3 – Zm5`."""
    BARE = "bare"
    """Without a word for the unit, where there is but one kind: `zm3-zm5`."""


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
        convert: A conversion, with `{unit}`, `{letter}` or `{article}` and `{kind}`
            for what it becomes, and `{coast}` for where it then stands, which is
            empty where nothing need be said.
        coast: That coast, with `{coast}` for `WC`, `{words}` for `west coast`
            and `{place}` for the place.
        helped: What stands instead of `move` in a support or a convoy; empty
            for the same.
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
    convert: str
    coast: str
    helped: str = ""


def write_orders(
    variant: Variant, orders: Sequence[str], hand: Hand, power: str = ""
) -> tuple[str, ...]:
    """Return orders in normal form as lines in a person's hand.

    The order of the orders is kept but where a hand writes an army beside the
    fleet that convoys it.

    Args:
        variant: The board.
        orders: In normal form.
        hand: Whose.
        power: Id of the power they are of; some hands write its name.

    >>> from pbem.assets import load_variant
    >>> write_orders(load_variant("standard"), ["A MAR S A PAR - BUR"], Hand.FULL)
    ('Army Marseilles supports Army Paris to Burgundy',)
    """
    said = dict(zip(orders, say_each(variant, orders, hand), strict=True))
    return lay_out(said, hand, variant.powers[power].name if power else "")


def say_each(variant: Variant, orders: Sequence[str], hand: Hand) -> list[str]:
    """Return orders in normal form in the words of a hand, one by one."""
    return [say(variant, read_order(order), _WORDS[hand]) for order in orders]


def lay_out(said: Mapping[str, str], hand: Hand, name: str = "") -> tuple[str, ...]:
    """Return orders as a hand puts them on lines.

    Args:
        said: The orders in the words of the hand, by their normal form.
        hand: Whose.
        name: Of the power; empty where the hand has no need of it.
    """
    lines = tuple(said.values())
    match hand:
        case Hand.NUMBERED:
            return tuple(f"{number}) {line}" for number, line in enumerate(lines, start=1))
        case Hand.ROWS:
            return tuple(", ".join(lines[start : start + 2]) for start in range(0, len(lines), 2))
        case Hand.NAMED if name and lines:
            return (f"{name}: {lines[0]}", *lines[1:])
        case Hand.SIGNED if name and lines:
            return (name, *lines)
        case Hand.RULES:
            return _armies_with_fleets(said)
        case _:
            return lines


def _armies_with_fleets(said: Mapping[str, str]) -> tuple[str, ...]:
    """Return orders with each army that is convoyed on the line of the first of its fleets."""
    rest = dict(said)
    lines = []
    for order in sorted(said, key=lambda order: not isinstance(read_order(order), Convoy)):
        line = rest.pop(order, None)
        meant = read_order(order)
        if line and isinstance(meant, Convoy):
            army = rest.pop(write_order(Move(meant.army, meant.to)), None)
            helped = words_of(Hand.RULES)
            line += f", {army.replace(helped.move, helped.helped)}" if army else ""
        if line:
            lines.append(line)
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

    helped = words.helped or words.move
    match order:
        case Hold(who):
            return f"{unit(who)}{words.hold}"
        case Move(who, to, via):
            return f"{unit(who)}{words.move}{place(to)}{words.via if via else ''}"
        case SupportHold(who, other):
            return f"{unit(who)}{words.support}{unit(other)}"
        case SupportMove(who, other, to):
            return f"{unit(who)}{words.support}{unit(other)}{helped}{place(to)}"
        case Convoy(who, army, to):
            return f"{unit(who)}{words.convoy}{unit(army)}{helped}{place(to)}"
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
            return _conversion(variant, who, into, words)


def _conversion(variant: Variant, unit: Unit, into: Unit | None, words: Words) -> str:
    """Return a conversion in the words of a hand."""
    kind = UnitKind.ARMY if unit.kind is UnitKind.FLEET else UnitKind.FLEET
    coast = into.location.partition("/")[2] if into else ""
    where = words.coast.format(coast=coast, words=_COASTS.get(coast, ""), place=unit.province)
    return words.convert.format(
        unit=words.unit(variant, unit),
        letter=kind.value,
        kind=kind.title,
        article="an" if kind is UnitKind.ARMY else "a",
        coast=where if coast else "",
    )


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


def _rules_place(variant: Variant, location: str) -> str:
    """Return `Egy`, or `RS` for a sea whose initials are among its names."""
    province = variant.provinces[province_of(location)]
    initials = "".join(word[0] for word in province.name.split())
    if province.terrain is Terrain.SEA and initials.lower() in province.aliases:
        return initials
    return _title_place(variant, location)


def _rules_unit(variant: Variant, unit: Unit) -> str:
    return f"{unit.kind.value} {_rules_place(variant, unit.location)}"


def _named_unit(variant: Variant, unit: Unit) -> str:
    del variant
    return f"{unit.kind.title.capitalize()} {unit.location}"


def _bare_unit(variant: Variant, unit: Unit) -> str:
    return _lower_place(variant, unit.location)


_WORDS: Mapping[Hand, Words] = {
    Hand.TERSE: Words(
        unit=_short_unit,
        place=_short_place,
        move="-",
        support=" S ",
        convoy=" C ",
        hold=" H",
        retreat=" R ",
        disband=" D",
        build="B ",
        via=" VIA",
        convert="{unit} CONVERT{coast}",
        coast=" F {place}/{coast}",
    ),
    Hand.LOWER: Words(
        unit=_lower_unit,
        place=_lower_place,
        move=" - ",
        support=" s ",
        convoy=" c ",
        hold=" h",
        retreat=" r ",
        disband=" d",
        build="build ",
        via=" via convoy",
        convert="convert {unit} to {kind}{coast}",
        coast=" {coast}",
    ),
    Hand.FULL: Words(
        unit=_full_unit,
        place=full_place,
        move=" to ",
        support=" supports ",
        convoy=" convoys ",
        hold=" holds",
        retreat=" retreats to ",
        disband=" disbands",
        build="Build ",
        via=" via convoy",
        convert="Convert {unit} to {kind}{coast}",
        coast=" ({words})",
    ),
    Hand.ARROWS: Words(
        unit=_lettered_full_unit,
        place=full_place,
        move=" → ",
        support=" supports ",
        convoy=" convoys ",
        hold=" holds",
        retreat=" retreats to ",
        disband=" disband",
        build="build ",
        via=" by convoy",
        convert="{unit} becomes {article} {kind}{coast}",
        coast=" ({words})",
    ),
    Hand.DASHES: Words(
        unit=_title_unit,
        place=_title_place,
        move=" – ",
        support=" sup ",
        convoy=" conv ",
        hold=" hold",
        retreat=" ret ",
        disband=" disband",
        build="Build ",
        via=" via convoy",
        convert="{unit} convert{coast}",
        coast=" F {place}/{coast}",
    ),
    Hand.ROWS: Words(
        unit=_short_unit,
        place=_short_place,
        move=" - ",
        support=" S ",
        convoy=" C ",
        hold=" H",
        retreat=" R ",
        disband=" D",
        build="Build ",
        via=" VIA",
        convert="Convert {unit}{coast}",
        coast=" to F {place}/{coast}",
    ),
    Hand.NUMBERED: Words(
        unit=_title_unit,
        place=_title_place,
        move=" -> ",
        support=" supports ",
        convoy=" convoys ",
        hold=" holds",
        retreat=" retreats to ",
        disband=" disbands",
        build="build ",
        via=" via convoy",
        convert="{unit} -> {letter}{coast}",
        coast=" ({words})",
    ),
    Hand.RULES: Words(
        unit=_rules_unit,
        place=_rules_place,
        move="–",
        support=" S ",
        convoy=" C ",
        hold=" Holds",
        retreat=" R ",
        disband=" disbands",
        build="Build ",
        via=" via convoy",
        convert="{unit} CONVERT{coast}",
        coast=" F {place}/{coast}",
        helped=" – ",
    ),
    Hand.NAMED: Words(
        unit=_named_unit,
        place=_short_place,
        move=" to ",
        support=" supports ",
        convoy=" convoys ",
        hold=" holds",
        retreat=" retreats to ",
        disband=" disbands",
        build="Build ",
        via=" via convoy",
        convert="Convert {unit} to {kind}{coast}",
        coast=" ({words})",
    ),
    Hand.SIGNED: Words(
        unit=_title_unit,
        place=_title_place,
        move=" – ",
        support=" sup ",
        convoy=" conv ",
        hold=" hold",
        retreat=" ret ",
        disband=" disband",
        build="Build ",
        via=" via convoy",
        convert="{unit} convert{coast}",
        coast=" F {place}/{coast}",
    ),
    Hand.BARE: Words(
        unit=_bare_unit,
        place=_lower_place,
        move="-",
        support=" s ",
        convoy=" c ",
        hold=" h",
        retreat=" r ",
        disband=" d",
        build="build ",
        via=" via",
        convert="{unit} convert{coast}",
        coast=" {coast}",
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
