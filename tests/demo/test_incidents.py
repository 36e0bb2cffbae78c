"""What goes wrong in a demo, and that it is meant to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.demo.chance import Chance
from pbem.demo.hands import Hand
from pbem.demo.incidents import (
    Incident,
    first_thoughts,
    incident_of,
    votes_for_draw,
    written_in_haste,
)
from pbem.demo.people import PEOPLE
from pbem.orders.grammar import read_orders
from pbem.orders.legality import why_illegal
from pbem.orders.notation import read_order

STANDARD = load_variant("standard")
OPENING = STANDARD.opening()
ORDERS = ("A MAR H", "A PAR - BUR", "F BRE - MAO")


def test_every_incident_happens_to_somebody() -> None:
    """Each kind of incident stands in the script, within the years that are always played."""
    phases = [Phase.read(f"{season}{year}M") for year in range(1901, 1909) for season in "SF"]
    seen = {
        incident_of(STANDARD, phase, player) for phase in phases for player in range(len(PEOPLE))
    }
    assert seen == {None, *Incident}


def test_a_change_of_mind() -> None:
    """The first letter lets one unit hold that will move after all."""
    first = first_thoughts(STANDARD, OPENING, "FRANCE", ORDERS, Incident.CHANGES_MIND)
    assert first == ("A MAR H", "A PAR H", "F BRE - MAO")


def test_an_impossible_order() -> None:
    """One order of the first letter can never be carried out; the others stay."""
    first = first_thoughts(STANDARD, OPENING, "FRANCE", ORDERS, Incident.IMPOSSIBLE)
    assert first[:2] == ORDERS[:2]
    assert why_illegal(STANDARD, OPENING, "FRANCE", read_order(first[2]))


def test_holds_in_silence() -> None:
    """Units that hold are left out."""
    first = first_thoughts(STANDARD, OPENING, "FRANCE", ORDERS, Incident.SILENT_HOLDS)
    assert first == ORDERS[1:]


@pytest.mark.parametrize("incident", [None, Incident.AWAY, Incident.TWICE, Incident.ASKS])
def test_other_incidents_leave_orders_alone(incident: Incident | None) -> None:
    """What happens to letters does not change what is ordered."""
    assert first_thoughts(STANDARD, OPENING, "FRANCE", ORDERS, incident) == ORDERS


def test_slips_of_the_pen() -> None:
    """A hasty hand leaves a letter out at times, in one order of a letter at most."""
    written = {
        written_in_haste(STANDARD, ORDERS, "FRANCE", Hand.ARROWS, 2, Chance("haste", number))
        for number in range(20)
    }
    assert len(written) > 1
    right = "A Paris → Burgundy"
    assert any(right not in lines for lines in written)
    for lines in written:
        reading = read_orders(STANDARD, OPENING, "FRANCE", "\n".join(lines))
        assert {read.order for read in reading.orders} <= set(ORDERS)
        assert len(reading.orders) >= len(ORDERS) - 1


@pytest.mark.parametrize(
    ("phase", "centers", "votes"),
    [
        ("F1908M", 3, False),
        ("S1909M", 3, True),
        ("S1909M", 14, False),
        ("F1911M", 14, False),
        ("S1912M", 14, True),
    ],
)
def test_votes_for_a_draw(phase: str, centers: int, votes: bool) -> None:
    """After eight years all share but who may yet win alone, and after eleven all do."""
    position = replace(
        OPENING, phase=Phase.read(phase), centers={"FRANCE": STANDARD.centers[:centers]}
    )
    assert votes_for_draw(STANDARD, position, ("FRANCE",), patience=8) is votes
