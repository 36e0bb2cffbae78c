"""The rules documents: their examples on their boards, by the rulebooks named after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator.tables import distances
from pbem.assets import load_variant
from pbem.board.position import Position, Unit
from pbem.orders.legality import legal_orders
from tests.datc.cases import Case, read_file
from tests.datc.judging import Judge

FOLDER = Path(__file__).parent / "documents"
STANDARD = load_variant("standard")
JUDGES = {
    "forum": Judge(STANDARD, "forum"),
    "era-of-empire": Judge(load_variant("era-of-empire"), "era-of-empire"),
    "zorbees": Judge(load_variant("zorbees"), "zorbees"),
}
CASES = [(key, case) for key in JUDGES for case in read_file(FOLDER / f"{key}.txt")]


@pytest.mark.parametrize(
    ("key", "case"), [pytest.param(key, case, id=case.key) for key, case in CASES]
)
def test_example(key: str, case: Case) -> None:
    """What the document says becomes of the orders, or what is decided where it is silent."""
    JUDGES[key].check(case)


def test_every_example_is_there_once() -> None:
    """Numbers are not used twice, so that a failure names one example."""
    keys = [case.key for _, case in CASES]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("key", ["era-of-empire", "zorbees"])
def test_a_board_names_its_own_rulebook(key: str) -> None:
    """The examples are judged as a game on the board would be."""
    assert load_variant(key).rulebook == key


@pytest.mark.parametrize(
    ("unit", "goes", "not_to"),
    [
        ("F YOR", {"EDI", "LON", "NTH"}, {"LVP", "WAL"}),
        ("A YOR", {"EDI", "LVP", "LON", "WAL"}, {"NTH"}),
    ],
)
def test_yorkshire(unit: str, goes: set[str], not_to: set[str]) -> None:
    """A fleet goes along the coast, an army over land (document 002)."""
    neighbors = set(STANDARD.neighbors(Unit.read(unit)))
    assert neighbors == goes
    assert not neighbors & not_to


@pytest.mark.parametrize(
    ("fleets", "reach"),
    [
        ({"TURKEY": ("F AEG",)}, {"BUL", "CON", "GRE"}),
        (
            {"TURKEY": ("F AEG",), "AUSTRIA": ("F ION",)},
            {"ALB", "APU", "BUL", "CON", "GRE", "NAP", "TUN"},
        ),
    ],
)
def test_where_convoys_lead(fleets: dict[str, tuple[str, ...]], reach: set[str]) -> None:
    """From Smyrna with one fleet, and with another power's beyond it (document 002)."""
    units = {power: tuple(map(Unit.read, own)) for power, own in fleets.items()}
    army = Unit.read("A SMY")
    units["TURKEY"] = (army, *units["TURKEY"])
    position = Position(STANDARD.start, units)
    overland = set(STANDARD.neighbors(army))
    moves = {order for order in legal_orders(STANDARD, position, "TURKEY")[army] if " - " in order}
    goes = {order.removeprefix("A SMY - ") for order in moves if " S " not in order}
    assert goes - overland == reach - overland
    assert {"BUL", "GRE"} <= goes


def test_distances_from_the_capital() -> None:
    """Steps over any border, whatever the unit: a fleet comes to Paris too (document 002)."""
    assert distances(STANDARD, "PAR")["WES"] == 3
    assert distances(STANDARD, "VIE")["ADR"] == 2
