"""Phase records: what is read, what is refused, and that both ways agree."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from pbem.adjudicator import adjudicate, rulebook
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Dislodgement, Position, Unit
from pbem.errors import RecordError
from pbem.game.record import (
    read_orders,
    read_position,
    read_result,
    write_position,
    write_result,
)
from tests.adjudicator.test_laws import Orders, phases

STANDARD = load_variant("standard")
RETREATS: dict[str, Any] = {
    "phase": "F1902R",
    "units": {"FRANCE": ["A MUN"], "GERMANY": ["A BER"]},
    "dislodged": {"GERMANY": ["A RUH"]},
}


@given(phases())
def test_positions_and_results_read_back(phase: tuple[Position, Orders]) -> None:
    """What was written reads back as the same value, through JSON, and is written the same."""
    position, orders = phase
    written = json.loads(json.dumps(write_position(position)))
    again = read_position(written, STANDARD)
    assert again == position
    assert write_position(again) == written
    result = adjudicate(STANDARD, position, orders, rulebook("2023"))
    text = json.dumps(write_result(result))
    assert read_result(json.loads(text)) == result
    assert json.dumps(write_result(read_result(json.loads(text)))) == text
    retreats = Position(
        Phase.read("F1903R"), result.units, result.centers, result.dislodged, result.standoffs
    )
    assert read_position(write_position(retreats), STANDARD) == retreats


def test_powers_come_in_the_order_of_the_variant_and_units_sorted() -> None:
    """A record in any order gives the same position."""
    raw = {
        "phase": "s1901m",
        "units": {"TURKEY": ["F ANK", "A CON"], "AUSTRIA": ["A VIE", "A BUD"]},
        "centers": {"TURKEY": ["CON", "ANK"]},
        "unknown": "member",
    }
    position = read_position(raw, STANDARD)
    assert write_position(position) == {
        "phase": "S1901M",
        "units": {"AUSTRIA": ["A BUD", "A VIE"], "TURKEY": ["A CON", "F ANK"]},
        "centers": {"TURKEY": ["ANK", "CON"]},
    }


def test_centers_may_be_unknown() -> None:
    """A record without centers gives a result without them."""
    position = read_position({"phase": "F1901M", "units": {"FRANCE": ["A BEL"]}}, STANDARD)
    assert position.centers == {}
    assert "centers" not in write_result(adjudicate(STANDARD, position, {}, rulebook("2023")))


@pytest.mark.parametrize(
    ("more", "ways"),
    [
        ({"retreats": {"GERMANY": {"A RUH": ["KIE", "HOL"]}}}, ("HOL", "KIE")),
        ({"retreats": {}}, ()),
        ({"attackers": {"A RUH": "BUR"}}, ("BEL", "HOL", "KIE")),
        ({"attackers": {"A RUH": "BUR"}, "standoffs": ["BEL", "KIE"]}, ("HOL",)),
        ({"attackers": {"A RUH": "HOL BY CONVOY"}}, ("BEL", "BUR", "HOL", "KIE")),
    ],
)
def test_ways_out(more: dict[str, Any], ways: tuple[str, ...]) -> None:
    """They stand in the record, or follow from the attackers and the standoffs."""
    position = read_position(RETREATS | more, STANDARD)
    attacker, _, convoy = more.get("attackers", {}).get("A RUH", "").partition(" BY ")
    assert position.dislodged["GERMANY"] == (
        Dislodgement(Unit.read("A RUH"), ways, attacker, bool(convoy)),
    )


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({}, "phase is missing"),
        ({"phase": 1901}, "phase: 1901 is not what belongs there"),
        ({"phase": "1901"}, "phase: '1901' is no phase"),
        ({"phase": "S1901M"}, "units is missing"),
        ({"phase": "S1901M", "units": []}, "units: [] is not what belongs there"),
        ({"phase": "S1901M", "units": {"ITALIA": []}}, "units: there is no power 'ITALIA'"),
        ({"phase": "S1901M", "units": {"ITALY": "A ROM"}}, "units of ITALY: expected a list"),
        ({"phase": "S1901M", "units": {"ITALY": [1]}}, "units of ITALY: expected a text, not 1"),
        ({"phase": "S1901M", "units": {"ITALY": ["ROM"]}}, "units of ITALY: 'ROM' is no unit"),
        ({"phase": "S1901M", "units": {"ITALY": ["A RMO"]}}, "there is no province RMO"),
        (
            {"phase": "S1901M", "units": {"ITALY": ["F SPA"]}},
            "the coast is missing: SPA/NC, SPA/SC",
        ),
        ({"phase": "S1901M", "units": {"ITALY": ["A ION"]}}, "units of ITALY: A ION cannot stand"),
        ({"phase": "S1901M", "units": {"ITALY": ["A ROM", "A ROM"]}}, "a unit is listed twice"),
        (
            {"phase": "S1901M", "units": {"ITALY": ["A ROM"], "FRANCE": ["F ROM"]}},
            "units: F ROM and A ROM both stand in ROM",
        ),
        (
            {"phase": "S1901M", "units": {}, "centers": {"ITALY": ["TYR"]}},
            "centers of ITALY: 'TYR' is no supply center",
        ),
        (
            {"phase": "S1901M", "units": {}, "centers": {"ITALY": ["ROM"], "FRANCE": ["ROM"]}},
            "centers: ROM belongs to FRANCE and to ITALY",
        ),
        (RETREATS, "dislodged A RUH: neither retreats nor attackers say where from"),
        (RETREATS | {"attackers": {"A RUH": "XXX"}}, "attackers: A RUH: there is no province"),
        (RETREATS | {"attackers": ["A RUH"]}, "attackers: ['A RUH'] is not what belongs there"),
        (
            RETREATS | {"retreats": {"GERMANY": ["HOL"]}},
            "GERMANY: ['HOL'] is not what belongs there",
        ),
        (
            RETREATS | {"retreats": {"GERMANY": {"A RUH": ["XXX"]}}},
            "retreats of A RUH: there is no place 'XXX'",
        ),
        (RETREATS | {"standoffs": ["XXX"]}, "standoffs: there is no province 'XXX'"),
        ({"phase": "F1902R", "units": {}}, "dislodged is missing"),
    ],
)
def test_wrong_record(raw: dict[str, Any], says: str) -> None:
    """The message says what is wrong, and where."""
    with pytest.raises(RecordError) as caught:
        read_position(raw, STANDARD)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({"orders": []}, None),
        ({"orders": ["A PAR H"]}, "orders: expected lists by power"),
        ({"orders": {"FRANCE": "A PAR H"}}, "orders of FRANCE: expected a list"),
        ({"orders": {"FRANCE": [7]}}, "orders of FRANCE: expected a text, not 7"),
    ],
)
def test_orders(raw: dict[str, Any], says: str | None) -> None:
    """Orders are lists of texts by power; none at all are none."""
    if says is None:
        assert read_orders(raw) == {}
        return
    with pytest.raises(RecordError) as caught:
        read_orders(raw)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({}, "orders is missing"),
        ({"orders": {"FRANCE": [{}]}, "units": {}}, "orders of FRANCE: order is missing"),
        (
            {"orders": {"FRANCE": [{"order": "A PAR H", "result": "fine"}]}, "units": {}},
            "orders of FRANCE: {'order': 'A PAR H'",
        ),
        ({"orders": {}, "units": {"FRANCE": ["PAR"]}}, "units: 'PAR' is no unit"),
        ({"orders": {}, "units": {}, "dislodged": []}, None),
        ({"orders": {}, "units": {}, "dislodged": ["A PAR"]}, "dislodged: expected lists"),
        ({"orders": {"FRANCE": 1}, "units": {}}, "orders of FRANCE: expected a list, not 1"),
        ({"orders": {"FRANCE": [1]}, "units": {}}, "orders of FRANCE: expected an object, not 1"),
        ({"orders": {}, "units": {}, "retreats": [1]}, "retreats: [1] is not what belongs there"),
        ({"orders": {}, "units": {}, "centers": {"FRANCE": "PAR"}}, "centers of FRANCE"),
        (
            {
                "orders": {},
                "units": {},
                "dislodged": {"FRANCE": ["A PAR"]},
                "attackers": {"A PAR": 7},
            },
            "attackers: A PAR: expected a province, not 7",
        ),
        (
            {
                "orders": {"FRANCE": [{"order": "A PAR H", "result": "holds", "cause": [1]}]},
                "units": {},
            },
            "is no result of an order",
        ),
    ],
)
def test_wrong_result(raw: dict[str, Any], says: str | None) -> None:
    """A result is read only if all of it can be."""
    if says is None:
        assert read_result(raw).dislodged == {}
        return
    with pytest.raises(RecordError) as caught:
        read_result(raw)
    assert says in str(caught.value)
