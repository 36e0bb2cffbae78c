"""What the scripted players write is read back as they meant it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.assets import load_variant
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Dislodgement, Position, Unit
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

STANDARD = load_variant("standard")


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


def sheets() -> Iterator[tuple[Position, str, list[str]]]:
    """Yield sheets that hold every legal order of some positions, one a unit."""
    for position in (SEA_AND_LAND, RETREATS, WINTER):
        for power in position.dislodged or position.units:
            legal = legal_orders(STANDARD, position, power)
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


@pytest.mark.parametrize("hand", Hand)
def test_every_hand_is_read_as_it_was_meant(hand: Hand) -> None:
    """Whatever a player orders, in whichever hand, becomes that order and nothing else."""
    for position, power, orders in sheets():
        text = "\n".join(write_orders(STANDARD, orders, hand))
        reading = read_orders(STANDARD, position, power, text)
        assert sorted(read.order for read in reading.orders) == sorted(orders), text
        assert not reading.questions, text
        assert not reading.refused, text


def test_hands_differ() -> None:
    """The same order looks different in each hand but two, which differ in their lines."""
    order = ["A MAR S A PAR - BUR"]
    written = {hand: say_each(STANDARD, order, hand)[0] for hand in Hand}
    assert written[Hand.FULL] == "Army Marseilles supports Army Paris to Burgundy"
    assert written[Hand.DASHES] == "A Mar sup A Par – Bur"
    assert len(set(written.values())) == len(Hand)


@pytest.mark.parametrize("province", STANDARD.provinces)
def test_a_slip_of_the_pen_is_noticed(province: str) -> None:
    """A name that lacks a letter is read with a note or not at all, never as another place."""
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
            assert reading.notes
        else:
            assert reading.questions or reading.refused


def test_a_slip_of_the_pen_is_understood() -> None:
    """A letter left out of the middle of a long name keeps nobody from reading it."""
    assert misspell("Burgundy") == "Burgudy"
    reading = read_orders(STANDARD, SEA_AND_LAND, "FRANCE", "Army Paris to Burgudy")
    assert [read.order for read in reading.orders] == ["A PAR - BUR"]
    assert "Burgundy" in reading.notes[0]


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
