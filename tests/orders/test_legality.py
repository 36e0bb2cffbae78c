"""What can be ordered, what is owed, and why something cannot be."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.adjudicator.result import Outcome
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Variant
from pbem.orders.legality import (
    Owed,
    build_sites,
    conversions_of,
    has_choice,
    legal_orders,
    owed,
    why_illegal,
)
from pbem.orders.notation import read_order
from tests.words import english

STANDARD = load_variant("standard")
RULES = read_rulebook("2023")


def position(phase: str, units: str, centers: str = "", dislodged: str = "") -> Position:
    """Return a position from words: `ENGLAND F LON, A YOR; FRANCE A PAR`."""
    return Position(
        Phase.read(phase),
        {power: tuple(map(Unit.read, sorted(listed))) for power, listed in _lists(units)},
        dict(_lists(centers)),
        {
            power: tuple(
                Dislodgement(Unit.read(unit), tuple(to.split()))
                for unit, _, to in (one.partition(" >") for one in listed)
            )
            for power, listed in _lists(dislodged)
        },
    )


def _lists(text: str) -> list[tuple[str, tuple[str, ...]]]:
    parts = (part.strip().partition(" ") for part in text.split(";") if part.strip())
    return [(power, tuple(filter(None, listed.split(", ")))) for power, _, listed in parts]


FLEETS = "ENGLAND A YOR, F EDI, F ENG, F IRI, F NTH; FRANCE A BRE, F MAO; RUSSIA A STP, F BAL"
AT_SEA = position("S1902M", FLEETS)


@pytest.mark.parametrize(
    ("power", "order", "why"),
    [
        ("ENGLAND", "A YOR H", None),
        ("ENGLAND", "A YOR - NWY", None),
        ("ENGLAND", "A YOR - POR", None),
        ("ENGLAND", "A YOR - NWY VIA", None),
        ("ENGLAND", "A YOR - SWE", "A YOR cannot go to SWE; it can go to BEL, BRE"),
        ("ENGLAND", "F EDI - LON VIA", "F EDI is a fleet; only armies go by convoy"),
        ("RUSSIA", "A STP - FIN VIA", "no chain of fleets at sea joins them"),
        ("ENGLAND", "F NTH S A YOR - NWY", "A YOR cannot go to NWY, so the support"),
        ("ENGLAND", "F ENG S A YOR - BRE", "A YOR cannot go to BRE, so the support"),
        ("ENGLAND", "F IRI S F ENG - MAO", None),
        ("ENGLAND", "F ENG S A BRE", None),
        ("ENGLAND", "F ENG S F BRE", "the unit in Brest is A BRE"),
        ("ENGLAND", "F ENG S F PIC", "nobody stands in Picardy"),
        ("ENGLAND", "A YOR S F EDI - YOR", "cannot support into the province it stands in"),
        ("ENGLAND", "F EDI S A YOR - LVP", "F EDI cannot support into LVP; it can support into"),
        ("ENGLAND", "F NTH C A YOR - NWY", None),
        ("ENGLAND", "F NTH C A YOR - BRE", None),
        ("ENGLAND", "F ENG C A YOR - BEL", "F ENG is on no route from YOR to BEL"),
        ("ENGLAND", "F NTH C A STP - NWY", "F NTH cannot take part in a convoy from STP to NWY"),
        ("ENGLAND", "F EDI C A YOR - NWY", "only a fleet at sea can"),
        ("FRANCE", "F MAO C A YOR - NWY", "F MAO is on no route from YOR to NWY"),
        ("FRANCE", "F MAO C A YOR - POR", None),
        ("FRANCE", "F NTH H", "FRANCE has no F NTH to order; its units are A BRE, F MAO"),
        ("FRANCE", "A BRE B", "A BRE B is no order of a movement phase"),
    ],
)
def test_movement(power: str, order: str, why: str | None) -> None:
    """An order is legal, or the reason says what would be."""
    found = why_illegal(STANDARD, AT_SEA, power, read_order(order))
    assert (found is None) == (why is None)
    assert (why or "") in english(found)


RETREATING = position(
    "F1902R",
    "FRANCE A MUN",
    dislodged="GERMANY A MUN > BOH SIL, F KIE >; ENGLAND F MAO > SPA/NC SPA/SC",
)


@pytest.mark.parametrize(
    ("power", "order", "why"),
    [
        ("GERMANY", "A MUN R BOH", None),
        ("GERMANY", "A MUN R BOH, SIL, D", None),
        ("GERMANY", "A MUN D", None),
        ("GERMANY", "A MUN R D, BOH", "D (disband) stands last"),
        ("GERMANY", "A MUN R TYR", "A MUN cannot retreat to TYR; it can go to BOH, SIL"),
        ("GERMANY", "A MUN H", "no order of a retreat phase"),
        ("FRANCE", "A MUN D", "A MUN is not dislodged; yours that are: none"),
    ],
)
def test_retreats(power: str, order: str, why: str | None) -> None:
    """A dislodged unit goes where it may, or is disbanded."""
    found = why_illegal(STANDARD, RETREATING, power, read_order(order))
    assert (found is None) == (why is None)
    assert (why or "") in english(found)


WINTER = position(
    "W1902A",
    "FRANCE A MAR, F MAO; RUSSIA A MOS, A WAR; ITALY A ROM",
    "FRANCE BRE, MAR, PAR, SPA; RUSSIA STP, SEV, MOS, WAR; ITALY; AUSTRIA VIE",
)


@pytest.mark.parametrize(
    ("power", "order", "why"),
    [
        ("FRANCE", "A PAR B", None),
        ("FRANCE", "WAIVE", None),
        ("FRANCE", "F PAR B", "F PAR cannot stand there; A PAR can"),
        ("FRANCE", "A SPA B", "FRANCE cannot build in Spain; it can build in BRE, PAR"),
        ("FRANCE", "A MAR B", "it can build in BRE, PAR"),
        ("FRANCE", "A MAR D", "FRANCE has nothing to disband; it may build 2"),
        ("FRANCE", "A MAR CONVERT", "units are never converted in this game"),
        ("RUSSIA", "F STP/NC B", None),
        ("RUSSIA", "F STP B", "A STP or F STP/NC or F STP/SC can"),
        ("ITALY", "A ROM D", None),
        ("ITALY", "WAIVE", "ITALY has nothing to waive; it must disband 1"),
        ("ITALY", "A ROM - VEN", "no order of Winter"),
    ],
)
def test_winter(power: str, order: str, why: str | None) -> None:
    """Units are built in vacant owned homes, where they can stand."""
    found = why_illegal(STANDARD, WINTER, power, read_order(order))
    assert (found is None) == (why is None)
    assert (why or "") in english(found)


def test_owed() -> None:
    """Orders for units, for those that can retreat, builds as sites allow, disbands."""
    units = tuple(map(Unit.read, ("A BRE", "F MAO")))
    assert owed(STANDARD, AT_SEA, "FRANCE") == Owed(units=units)
    assert owed(STANDARD, RETREATING, "GERMANY") == Owed(units=(Unit.read("A MUN"),))
    assert owed(STANDARD, RETREATING, "FRANCE").nothing
    assert owed(STANDARD, WINTER, "FRANCE") == Owed(builds=2, sites=("BRE", "PAR"))
    assert owed(STANDARD, WINTER, "RUSSIA") == Owed(builds=2, sites=("SEV", "STP"))
    assert owed(STANDARD, WINTER, "ITALY") == Owed(disbands=1)
    assert owed(STANDARD, WINTER, "AUSTRIA") == Owed(builds=1, sites=("VIE",))
    assert owed(STANDARD, WINTER, "TURKEY").nothing


def test_a_power_builds_no_more_than_it_has_sites() -> None:
    """Centers without a vacant home build nothing."""
    full = position("W1902A", "FRANCE A BRE, A MAR", "FRANCE BRE, MAR, SPA, POR")
    assert owed(STANDARD, full, "FRANCE").nothing


def test_a_power_with_as_many_units_as_centers_owes_nothing() -> None:
    """Its homes are no sites, vacant or not."""
    even = position("W1902A", "FRANCE A SPA, A POR", "FRANCE BRE, MAR")
    assert owed(STANDARD, even, "FRANCE") == Owed()
    assert legal_orders(STANDARD, even, "FRANCE") == {}


def test_choices() -> None:
    """A phase needs somebody with a choice: whoever must disband all has none."""
    assert has_choice(STANDARD, AT_SEA)
    assert has_choice(STANDARD, RETREATING)
    assert has_choice(STANDARD, WINTER)
    none = position("W1902A", "ITALY A ROM; FRANCE A PAR", "FRANCE PAR; TURKEY SER")
    assert not has_choice(STANDARD, none)
    trapped = position("F1902R", "FRANCE A MUN", dislodged="GERMANY A MUN >")
    assert not has_choice(STANDARD, trapped)


def test_one_of_two_is_a_choice() -> None:
    """Whoever must disband one of two units chooses, and whoever may retreat with one of two."""
    assert has_choice(STANDARD, position("W1902A", "ITALY A ROM, A VEN", "ITALY ROM; TURKEY SER"))
    fled = position("F1902R", "FRANCE A MUN", dislodged="GERMANY A MUN >; ITALY A ROM > TUS")
    assert has_choice(STANDARD, fled)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("A YOR - NWY", "Norway is closed for now: nothing enters or is supported there"),
        ("F NTH - NWY", "Norway is closed for now: nothing enters or is supported there"),
        ("F NTH S F NWG - NWY", "nobody stands in Norwegian Sea"),
        ("F NTH S A YOR - NWY", "Norway is closed for now: nothing enters or is supported there"),
        ("F NTH C A YOR - NWY", "Norway is closed for now: nothing enters or is supported there"),
        (
            "F NTH - BAL",
            "F NTH cannot go to BAL; it can go to BEL, DEN, EDI, ENG, HEL, HOL, LON, NWG, SKA, YOR",
        ),
        ("A YOR - BEL", ""),
    ],
)
def test_a_closed_province(order: str, why: str) -> None:
    """Nothing enters it, and it is not among what could be done."""
    where = replace(AT_SEA, closed=("NWY",))
    assert english(why_illegal(STANDARD, where, "ENGLAND", read_order(order))) == why
    listed = legal_orders(STANDARD, where, "ENGLAND").values()
    assert not [one for orders in listed for one in orders if one.endswith("NWY")]


def test_units_that_nobody_plays_hold() -> None:
    """No order for them is legal, and none is owed."""
    where = replace(AT_SEA, neutral=("FRANCE",))
    why = english(why_illegal(STANDARD, where, "FRANCE", read_order("A BRE H")))
    assert why == "nobody plays FRANCE, so its units hold"
    assert owed(STANDARD, where, "FRANCE").nothing


CLOSED = STANDARD.opening(STANDARD.arrangements["p2-ww1"])
ASIA = load_variant("era-of-empire")
SPACE = load_variant("zorbees")
SITUATIONS = (
    *((STANDARD, where) for where in (AT_SEA, RETREATING, WINTER, STANDARD.opening(), CLOSED)),
    (STANDARD, replace(AT_SEA, closed=CLOSED.closed)),
    (STANDARD, replace(WINTER, neutral=("FRANCE",))),
    *((board, board.opening()) for board in (ASIA, SPACE)),
    *((board, replace(board.opening(), phase=WINTER.phase)) for board in (ASIA, SPACE)),
    (
        ASIA,
        position(
            "W1871A",
            "BRITAIN A BAN, A BOM, F ADE, F AND; CHINA A PEK, A CAN, F SHA",
            "BRITAIN ADE, BAN, BOM, DEL, KAR, MAD; CHINA CAN, PEK, SHA",
        ),
    ),
)
_ARMY_WITH_COAST = re.compile(r"\bA \w+(/| (- |R )\w+/)")
CONVERTING = position("W1871A", "BRITAIN A BAN, A DEL, F MAD, F ADE")
CONVERSIONS = [
    ("A BAN", ("F BAN/EC", "F BAN/WC")),
    ("F MAD", ("A MAD",)),
    ("A DEL", ()),
    ("F GOM", ()),
    ("A XYZ", ()),
]


@pytest.mark.parametrize(("unit", "into"), CONVERSIONS)
def test_what_a_unit_can_become(unit: str, into: tuple[str, ...]) -> None:
    """In a coastal supply center the other kind, by coast; nowhere else, nor on other boards."""
    assert tuple(map(str, conversions_of(ASIA, Unit.read(unit)))) == into
    assert conversions_of(STANDARD, Unit.read(unit)) == ()


@pytest.mark.parametrize(
    ("centers", "builds", "disbands", "sites"),
    [
        ("", 0, 0, ()),
        ("BRITAIN BAN", 0, 3, ()),
        ("BRITAIN BAN, MAD, ADE, DEL", 0, 0, ()),
        ("BRITAIN BAN, MAD, ADE, DEL, BOM", 1, 0, ("BOM",)),
        ("BRITAIN BAN, MAD, ADE, DEL, PEK", 1, 0, ("PEK",)),
    ],
)
def test_conversions_are_open_whatever_is_due(
    centers: str, builds: int, disbands: int, sites: tuple[str, ...]
) -> None:
    """Beside builds, disbands or nothing, and where the owners of centers are not known."""
    where = replace(CONVERTING, centers=dict(_lists(centers)))
    due = owed(ASIA, where, "BRITAIN")
    assert (due.builds, due.disbands, due.sites) == (builds, disbands, sites)
    assert sorted(map(str, due.conversions)) == ["A BAN", "F ADE", "F MAD"]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("A BAN CONVERT F BAN/WC", ""),
        ("F MAD CONVERT", ""),
        ("F MAD CONVERT A MAD", ""),
        (
            "A BAN CONVERT",
            "A BAN can become F BAN/EC, F BAN/WC: A BAN CONVERT F BAN/EC or A BAN CONVERT F BAN/WC",
        ),
        ("F MAD CONVERT F MAD", "F MAD can become A MAD: F MAD CONVERT A MAD"),
        ("A DEL CONVERT", "A DEL cannot be converted; a unit in a coastal supply center can"),
        (
            "F GOM CONVERT",
            "BRITAIN has no F GOM to order; its units are A BAN, A DEL, F ADE, F MAD",
        ),
    ],
)
def test_conversion(order: str, why: str) -> None:
    """What a unit becomes must be said where there is a choice, and may be said otherwise."""
    assert english(why_illegal(ASIA, CONVERTING, "BRITAIN", read_order(order))) == why


def _listed(board: Variant, where: Position, power: str) -> dict[str, str]:
    orders = legal_orders(board, where, power)
    return {str(unit): ", ".join(own) for unit, own in orders.items()}


def test_what_the_dislodged_can_do() -> None:
    """They retreat to where it is open, or are disbanded."""
    where = position("F1902R", "FRANCE A MUN, F KIE", dislodged="GERMANY A MUN > BOH TYR, F KIE >")
    assert _listed(STANDARD, where, "GERMANY") == {
        "A MUN": "A MUN D, A MUN R BOH, A MUN R TYR",
        "F KIE": "F KIE D",
    }


def test_what_can_be_ordered_in_winter() -> None:
    """Builds stand under the unit to be built; no WAIVE."""
    many = replace(CONVERTING, centers=dict(_lists("BRITAIN BAN, MAD, ADE, DEL, BOM")))
    assert _listed(ASIA, many, "BRITAIN") == {
        "A BOM": "A BOM B",
        "F BOM": "F BOM B",
        "A BAN": "A BAN CONVERT F BAN/EC, A BAN CONVERT F BAN/WC",
        "F ADE": "F ADE CONVERT",
        "F MAD": "F MAD CONVERT",
    }
    few = replace(CONVERTING, centers=dict(_lists("BRITAIN BAN")))
    assert _listed(ASIA, few, "BRITAIN") == {
        "A BAN": "A BAN CONVERT F BAN/EC, A BAN CONVERT F BAN/WC, A BAN D",
        "A DEL": "A DEL D",
        "F ADE": "F ADE CONVERT, F ADE D",
        "F MAD": "F MAD CONVERT, F MAD D",
    }
    assert _listed(STANDARD, WINTER, "RUSSIA") == {
        "A SEV": "A SEV B",
        "F SEV": "F SEV B",
        "A STP": "A STP B",
        "F STP/NC": "F STP/NC B",
        "F STP/SC": "F STP/SC B",
    }


def test_what_a_fleet_at_sea_can_do() -> None:
    """It convoys armies of any power wherever it is on a route, with other fleets at sea."""
    where = position("S1902M", "ENGLAND F NTH, A YOR, F DEN; GERMANY A BEL, F NWG")
    orders = legal_orders(STANDARD, where, "ENGLAND")[Unit.read("F NTH")]
    for way, to in [("BEL", "CLY DEN EDI HOL LON NWY YOR"), ("YOR", "BEL CLY DEN EDI HOL LON NWY")]:
        convoys = [order for order in orders if order.startswith(f"F NTH C A {way}")]
        assert [order.rpartition(" ")[2] for order in convoys] == to.split()
    assert [order for order in orders if " S " in order] == [
        "F NTH S A BEL",
        "F NTH S A BEL - HOL",
        "F NTH S A YOR",
        "F NTH S A YOR - EDI",
        "F NTH S A YOR - LON",
        "F NTH S F DEN",
        "F NTH S F DEN - HEL",
        "F NTH S F DEN - SKA",
        "F NTH S F NWG",
        "F NTH S F NWG - EDI",
        "F NTH S F NWG - NWY",
    ]


@pytest.mark.parametrize(
    ("where", "power", "order", "why"),
    [
        (AT_SEA, "ENGLAND", "F NTH C A NWY - YOR", "nobody stands in Norway"),
        (AT_SEA, "FRANCE", "A BRE R PAR", "A BRE R PAR is no order of a movement phase"),
        (RETREATING, "GERMANY", "A MUN H", "A MUN H is no order of a retreat phase"),
        (
            RETREATING,
            "GERMANY",
            "A BER D",
            "A BER is not dislodged; yours that are: A MUN, F KIE",
        ),
        (WINTER, "FRANCE", "A MAR H", "A MAR H is no order of Winter"),
        (WINTER, "ITALY", "A VEN D", "ITALY has no A VEN to order; its units are A ROM"),
        (WINTER, "FRANCE", "A XXX B", "FRANCE cannot build in XXX; it can build in BRE, PAR"),
    ],
)
def test_a_reason_in_full(where: Position, power: str, order: str, why: str) -> None:
    """It names the order or the place, and what would be right."""
    assert english(why_illegal(STANDARD, where, power, read_order(order))) == why


def test_a_power_without_centers_has_no_sites() -> None:
    """It is not even listed among the owners."""
    assert build_sites(STANDARD, WINTER, "TURKEY") == ()


Drawn = tuple[Variant, Position, str, str]


@st.composite
def situated_orders(draw: st.DrawFn) -> Drawn:
    """Draw a board, a position, a power, and an order in normal form that is mostly illegal."""
    board, where = draw(st.sampled_from(SITUATIONS))
    power = draw(st.sampled_from(sorted({*where.units, *where.dislodged})))
    standing = [str(unit) for units in where.units.values() for unit in units]
    standing += [str(fled.unit) for listed in where.dislodged.values() for fled in listed]
    locations = st.sampled_from(sorted(board.locations))
    kinds = st.sampled_from("AF" if board.unit_kinds else "A")
    units = st.builds(lambda kind, place: f"{kind} {place}", kinds, locations)
    near = st.one_of(st.sampled_from(standing), units)
    own = [str(u) for u in where.units.get(power, ())] or standing
    unit, other, to = draw(st.sampled_from(own)), draw(near), draw(locations)
    rest = [f"{unit} H", f"{unit} - {to}", f"{unit} - {to} VIA", f"{unit} S {other}"]
    rest += [f"{unit} S {other} - {to}", f"{unit} C {other} - {to}", f"{unit} R {to}"]
    rest += [f"{unit} D", f"{other} B", "WAIVE", f"{unit} CONVERT"]
    return board, where, power, draw(st.sampled_from(rest))


def test_what_one_unit_can_do() -> None:
    """It holds, moves, and supports whoever stands or could go where it could go itself."""
    where = position("S1901M", "FRANCE A BRE, A PAR, A SPA")
    unit = Unit.read("A PAR")
    assert sorted(legal_orders(STANDARD, where, "FRANCE")[unit]) == [
        "A PAR - BRE",
        "A PAR - BUR",
        "A PAR - GAS",
        "A PAR - PIC",
        "A PAR H",
        "A PAR S A BRE",
        "A PAR S A BRE - GAS",
        "A PAR S A BRE - PIC",
        "A PAR S A SPA - GAS",
    ]


@given(situated_orders())
def test_legal_orders_are_those_without_a_reason(case: Drawn) -> None:
    """The list and the question agree, but for VIA, which the list leaves out."""
    board, where, power, order = case
    listed = {o for orders in legal_orders(board, where, power).values() for o in orders}
    why = why_illegal(board, where, power, read_order(order))
    if order != "WAIVE" and not order.endswith("VIA") and "/" not in order:
        assert (why is None) == (order in listed), why


@given(situated_orders())
def test_the_judge_agrees(case: Drawn) -> None:
    """What the reader calls illegal the adjudicator does too, and nothing else.

    A unit that does not exist is another matter: the reader refuses it by another name.
    So is VIA without fleets: the player can mend it, the adjudicator passes over it.
    And no reader writes a coast for an army, which the adjudicator leaves out.
    """
    board, where, power, order = case
    assume(not _ARMY_WITH_COAST.search(order))
    why = why_illegal(board, where, power, read_order(order))
    assume(not english(why).startswith(("nobody stands", "the unit in")))
    assume("by convoy" not in english(why))
    result = adjudicate(board, where, {power: (order,)}, RULES)
    judged = result.orders[power][0]
    assert judged.order == order
    assert (why is None) == (judged.outcome is not Outcome.ILLEGAL), (why, judged)


@pytest.mark.parametrize(("board", "where"), SITUATIONS)
def test_every_legal_order_is_judged_legal(board: Variant, where: Position) -> None:
    """In these positions, one by one."""
    for power in board.powers:
        for orders in legal_orders(board, where, power).values():
            for order in orders:
                result = adjudicate(board, where, {power: (order,)}, RULES)
                assert result.orders[power][0].outcome is not Outcome.ILLEGAL, order


def test_a_sea_that_borders_on_nothing() -> None:
    """A fleet there holds."""
    lake = replace(STANDARD.provinces["BLA"], fleet={})
    board = replace(STANDARD, provinces={**STANDARD.provinces, "BLA": lake})
    assert _listed(board, position("S1901M", "RUSSIA F BLA"), "RUSSIA") == {"F BLA": "F BLA H"}
