"""What the scripted players write is read back as they meant it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.assets import load_variant
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Variant
from pbem.demo.boards import table_of
from pbem.demo.hands import (
    Hand,
    full_place,
    misspell,
    say_each,
    vague_place,
    write_orders,
)
from pbem.orders.grammar import read_orders
from pbem.orders.legality import legal_orders
from pbem.orders.notation import read_order
from tests.words import english

STANDARD = load_variant("standard")
ASIA = load_variant("era-of-empire")
SPACE = load_variant("zorbees")


def units(*texts: str) -> tuple[Unit, ...]:
    """Return units from their normal forms."""
    return tuple(map(Unit.read, texts))


SEA_AND_LAND = Position(
    phase=Phase.read("F1903M"),
    units={
        "ENGLAND": units("A LVP", "A YOR", "F EDI", "F NTH", "F NWG", "F STP/NC"),
        "FRANCE": units("A BUR", "A MAR", "A PAR", "F LYO", "F MAO", "F SPA/SC"),
        "TURKEY": units("A BUL", "A RUM", "A SMY", "F BLA", "F CON", "F EAS"),
        "RUSSIA": units("A LVN", "A MOS", "F BOT", "F SEV"),
        "AUSTRIA": units("A GAL", "A TYR", "F ADR", "F TYS"),
    },
)
RETREATS = Position(
    phase=Phase.read("F1903R"),
    units={},
    dislodged={
        "FRANCE": (
            Dislodgement(Unit.read("A BUR"), ("GAS", "PAR", "RUH")),
            Dislodgement(Unit.read("F MAO"), ("NAF", "POR", "SPA/NC", "SPA/SC")),
        ),
        "RUSSIA": (Dislodgement(Unit.read("F SEV"), ("ARM", "RUM")),),
    },
)
WINTER = Position(
    phase=Phase.read("W1903A"),
    units={"RUSSIA": units("A UKR"), "FRANCE": units("A BUR", "A GAS", "F MAO")},
    centers={"RUSSIA": ("MOS", "SEV", "STP", "WAR"), "FRANCE": ("PAR",)},
)
ASIA_AT_SEA = Position(
    phase=Phase.read("F1871M"),
    units={
        "BRITAIN": units("A DEL", "A BOM", "F ADE", "A KAR", "F AND", "A RAN", "F GOM"),
        "CHINA": units("A PEK", "F SHA", "A SIK", "A MAY", "F SCS"),
        "NETHERLANDS": units("A BOR", "F JVS", "F SUM", "F BAN/EC"),
        "TURKEY": units("A EGY", "F RED", "F CON", "A TAB", "F MED", "A ANG", "A PER"),
    },
)
ASIA_RETREATS = Position(
    phase=Phase.read("F1871R"),
    units={},
    dislodged={"FRANCE": (Dislodgement(Unit.read("F GOS"), ("BAN/EC", "CAM", "SUN")),)},
)
ASIA_WINTER = Position(
    phase=Phase.read("W1871A"),
    units={
        "BRITAIN": units("A BAN", "A BOM", "F ADE"),
        "CHINA": units("A PEK", "A FUS", "F HON"),
        "RUSSIA": units("A OMS", "A TAS", "F OTA"),
    },
    centers={
        "BRITAIN": ("ADE", "BAN", "BOM", "DEL", "KAR", "MAD"),
        "CHINA": ("FUS", "HON", "PEK"),
        "RUSSIA": ("OTA",),
    },
)
IN_SPACE = Position(
    phase=Phase.read("S1902M"),
    units={
        "ZORBEES": units("A SIN", "A ZB", "A ZG2", "A ZM3", "A ZM6"),
        "XANTHEROIDS": units("A XG3", "A XM1", "A YB"),
    },
)
SPACE_RETREATS = Position(
    phase=Phase.read("S1902R"),
    units={},
    dislodged={"KRALLIDS": (Dislodgement(Unit.read("A KG3"), ("KM4", "SIN", "ZG3")),)},
)
SPACE_WINTER = Position(
    phase=Phase.read("W1902A"),
    units={"ZORBEES": units("A ZM5"), "YIBBLINGS": units("A YB", "A YG3", "A YM1")},
    centers={"ZORBEES": ("ZB", "ZG2", "ZM1", "ZM3"), "YIBBLINGS": ("YB",)},
)
BOARDS = {
    STANDARD: (SEA_AND_LAND, RETREATS, WINTER),
    ASIA: (ASIA_AT_SEA, ASIA_RETREATS, ASIA_WINTER),
    SPACE: (IN_SPACE, SPACE_RETREATS, SPACE_WINTER),
}

TRANSLATED = {"PRU"}
"""Whose names lose a letter in some language."""


def sheets(variant: Variant) -> Iterator[tuple[Position, str, list[str]]]:
    """Yield sheets that hold every legal order of some positions, one a unit."""
    for position in BOARDS[variant]:
        for power in position.dislodged or position.units:
            legal = legal_orders(variant, position, power)
            longest = max(map(len, legal.values()))
            for turn in range(longest):
                orders = [orders[turn % len(orders)] for orders in legal.values()]
                yield position, power, one_each(position, orders)


def one_each(position: Position, orders: list[str]) -> list[str]:
    """Drop orders that a sheet cannot hold together: two for one province."""
    by_province = {read_order(order).unit.province: order for order in orders}
    kept = list(by_province.values())
    if position.phase.kind is PhaseKind.ADJUSTMENTS:
        return kept[:3] if kept[0].endswith("B") else kept[:2]
    return kept


@pytest.mark.parametrize(
    ("variant", "hand"),
    [
        pytest.param(variant, seat.person.hand, id=f"{variant.key}-{seat.person.hand}")
        for variant in BOARDS
        for seat in table_of(variant.key).seats
    ],
)
def test_every_hand_is_read_as_it_was_meant(variant: Variant, hand: Hand) -> None:
    """Whatever a player orders, in whichever hand, becomes that order and nothing else."""
    for position, power, orders in sheets(variant):
        text = "\n".join(write_orders(variant, orders, hand, power))
        reading = read_orders(variant, position, power, text)
        assert sorted(read.order for read in reading.orders) == sorted(orders), text
        assert not reading.questions, text
        assert not reading.refused, text


@pytest.mark.parametrize(
    ("variant", "hand", "power", "orders", "lines"),
    [
        (ASIA, Hand.RULES, "TURKEY", ["A TAB - BAG", "F CON H"], ["A Tab–Bag", "F Con Holds"]),
        (ASIA, Hand.RULES, "BRITAIN", ["A KAR S A PER - AFG"], ["A Kar S A Per – Afg"]),
        (
            ASIA,
            Hand.RULES,
            "TURKEY",
            ["A EGY - ADE", "A TAB H", "F RED C A EGY - ADE"],
            ["F RS C A Egy – Ade, A Egy – Ade", "A Tab Holds"],
        ),
        (ASIA, Hand.TERSE, "BRITAIN", ["A BAN CONVERT F BAN/WC"], ["A BAN CONVERT F BAN/WC"]),
        (ASIA, Hand.FULL, "BRITAIN", ["A BOM CONVERT"], ["Convert Army Bombay to fleet"]),
        (ASIA, Hand.ARROWS, "BRITAIN", ["F ADE CONVERT"], ["F Aden becomes an army"]),
        (
            SPACE,
            Hand.NAMED,
            "ZORBEES",
            ["A ZG2 H", "A ZM3 - ZM5", "A ZM6 S A ZM3 - ZM5"],
            [
                "Zorbees: Army ZG2 holds",
                "Army ZM3 to ZM5",
                "Army ZM6 supports Army ZM3 to ZM5",
            ],
        ),
        (SPACE, Hand.SIGNED, "ZORBEES", ["A ZM3 - ZM5"], ["Zorbees", "A Zm3 – Zm5"]),
        (SPACE, Hand.BARE, "ZORBEES", ["A ZM3 - ZM5"], ["zm3-zm5"]),
    ],
)
def test_people_write_as_the_rules_of_their_board_do(
    variant: Variant, hand: Hand, power: str, orders: list[str], lines: list[str]
) -> None:
    """Orders look as in the documents that the boards are from."""
    assert write_orders(variant, orders, hand, power) == tuple(lines)


def test_hands_differ() -> None:
    """No two people at a table write the same order alike."""
    order = ["A MAR S A PAR - BUR"]
    written = {hand: say_each(STANDARD, order, hand)[0] for hand in Hand}
    assert written[Hand.FULL] == "Army Marseilles supports Army Paris to Burgundy"
    assert written[Hand.DASHES] == "A Mar sup A Par – Bur"
    for variant in BOARDS:
        hands = [seat.person.hand for seat in table_of(variant.key).seats]
        assert len(set(hands)) == len(hands)
        assert len({written[hand] for hand in hands}) == len(hands)


@pytest.mark.parametrize("province", STANDARD.provinces)
def test_a_slip_of_the_pen_is_noticed(province: str) -> None:
    """A name that lacks a letter is read with a note or not at all, never as another place.

    Unless it is the name in another language: `Prusia`.
    """
    name = full_place(STANDARD, province)
    wrong = misspell(name)
    if wrong == name:
        assert all(len(word) < 7 for word in name.split())
        return
    for unit in (node for power in SEA_AND_LAND.units.values() for node in power):
        if province not in STANDARD.neighbors(unit):
            continue
        power = next(p for p, found in SEA_AND_LAND.units.items() if unit in found)
        reading = read_orders(STANDARD, SEA_AND_LAND, power, f"{unit} - {wrong}")
        if reading.orders:
            assert [read.order for read in reading.orders] == [f"{unit} - {province}"]
            assert reading.notes or province in TRANSLATED
        else:
            assert reading.questions or reading.refused


def test_a_slip_of_the_pen_is_understood() -> None:
    """A letter left out of the middle of a long name keeps nobody from reading it."""
    assert misspell("Burgundy") == "Burgudy"
    reading = read_orders(STANDARD, SEA_AND_LAND, "FRANCE", "Army Paris to Burgudy")
    assert [read.order for read in reading.orders] == ["A PAR - BUR"]
    assert "Burgundy" in english(reading.notes[0])


@pytest.mark.parametrize(
    ("order", "word"),
    [
        ("F MAO - SPA/SC", "Spa"),
        ("F CON - BUL/EC", "Bul"),
        ("F BLA - BUL/EC", None),
        ("F NWG - NWY", "Nor"),
        ("F NTH - NWY", "Nor"),
        ("A PAR - BUR", None),
        ("A YOR - NWY VIA", None),
    ],
)
def test_what_can_be_left_open(order: str, word: str | None) -> None:
    """Where a unit goes is left open only if the word fits several places it can reach."""
    assert vague_place(STANDARD, read_order(order)) == word


@pytest.mark.parametrize("power", ["FRANCE", "TURKEY", "ENGLAND"])
def test_what_is_left_open_is_asked_about(power: str) -> None:
    """The judge asks rather than guess, with the order that was meant among the choices."""
    for orders in legal_orders(STANDARD, SEA_AND_LAND, power).values():
        for order in orders:
            meant = read_order(order)
            word = vague_place(STANDARD, meant)
            if word is None:
                continue
            reading = read_orders(STANDARD, SEA_AND_LAND, power, f"{meant.unit} - {word}")
            assert not reading.orders
            assert order in reading.questions[0].candidates
