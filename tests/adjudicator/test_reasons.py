"""Each kind of result: its word, its sentence, its cause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.adjudicator.findings import find
from pbem.adjudicator.fronts import conclude
from pbem.adjudicator.movement import Battle
from pbem.adjudicator.muster import muster
from pbem.adjudicator.paradox import untangle
from pbem.adjudicator.result import OrderResult, Outcome
from pbem.adjudicator.said import Finding, Said
from pbem.adjudicator.tables import board_of
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit

STANDARD = load_variant("standard")

POWERS = {"E": "ENGLAND", "F": "FRANCE", "G": "GERMANY", "I": "ITALY"}
ENTRIES = [
    entry.splitlines()
    for entry in (Path(__file__).parent / "reasons.txt").read_text("utf-8").split("\n\n")
    if not entry.startswith("#")
]


def phase_of(orders: str) -> tuple[Position, dict[str, list[str]]]:
    """Return a position and the orders in it from a line of reasons.txt; its first power first."""
    units: dict[str, list[Unit]] = {power: [] for power in STANDARD.powers}
    sheets: dict[str, list[str]] = {}
    for text in orders.split("; "):
        letter, _, order = text.removeprefix("-").partition(" ")
        unit = " ".join(order.split(" ")[:2])
        if unit[:2] in ("A ", "F "):
            units[POWERS[letter]].append(Unit.read(unit))
        sheet = sheets.setdefault(POWERS[letter], [])
        if not text.startswith("-"):
            sheet.append(order)
    return Position(Phase.read("S1901M"), {p: tuple(own) for p, own in units.items()}), sheets


def judge(orders: str, rules: object = "2023") -> OrderResult:
    """Return the result of the first of some orders, each with its power's letter."""
    position, sheets = phase_of(orders)
    results = adjudicate(STANDARD, position, sheets, read_rulebook(rules)).orders
    return results[next(iter(sheets))][0]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[0])
def test_reason(entry: list[str]) -> None:
    """Word, sentence and causes are as reasons.txt says."""
    orders, *said = entry
    result = judge(orders)
    causes = [f"{cause.by} {cause.power} {cause.rule}" for cause in result.cause]
    assert [f"{result.outcome.value}: {result.reason}", *causes] == [line.strip() for line in said]
    assert result.dislodged == ("; dislodged by" in said[0])


def test_all_hold() -> None:
    """Where the rulebook lets all units in a paradox hold, the reason says so."""
    orders = "E F WAL - ENG; E F LON S F WAL - ENG; F A BRE - LON; F F ENG C A BRE - LON"
    result = judge(orders, {"name": "2023", "convoy_paradox": "all-hold"})
    assert result.reason == "a convoy paradox: all units in it hold"
    assert judge(orders).outcome is Outcome.SUCCEEDS


def test_an_army_that_goes_by_land_comes_from_where_it_stood() -> None:
    """A fleet that would carry it is no gate of its attack (DATC 4.A.4): no cut from the aim."""
    orders = "G A HOL S A RUH - BEL; G A RUH - BEL; F A BEL - HOL; E F NTH C A BEL - HOL"
    rules = {"name": "2023", "convoy_attack_from": "last-fleet"}
    assert judge(orders, rules).reason == "support given"
    by_sea = orders.replace("A BEL - HOL; E", "A BEL - HOL VIA; E")
    assert judge(by_sea, rules).reason == "support cut by A BEL by convoy"


def test_every_kind_is_said() -> None:
    """There is an entry for each kind of finding; ALL_HOLD and UNORDERED are asked for by name."""
    said: set[Said] = set()
    for entry in ENTRIES:
        position, sheets = phase_of(entry[0])
        battle = Battle(muster(board_of(STANDARD), read_rulebook("2023"), position, sheets))
        battle.open_all()
        untangle(battle)
        conclude(battle)
        found = find(battle)
        for place in battle.field.standing:
            other = found[place]
            finding: Finding = battle.field.plan[place].usual if other is None else other
            while isinstance(finding, tuple):
                said.add(Said(finding[0]))
                finding = finding[3] if finding[0] == Said.DRIVEN_OUT else finding[0]
            said.add(Said(finding))
    assert set(Said) - said == {Said.ALL_HOLD, Said.UNORDERED}


NOBODYS = [
    ("GERMANY", "A PAR - BUR", "A PAR is a unit of France"),
    ("FRANCE", "F PAR H", "there is no F PAR; the unit there is A PAR"),
    ("FRANCE", "A BUR H", "no unit stands in BUR"),
    ("FRANCE", "A XYZ H", "there is no such province"),
    ("NOBODY", "A PAR H", "A PAR is a unit of France"),
    ("FRANCE", "F XYZ C A PAR - BUR", "there is no such province"),
]


@pytest.mark.parametrize(("power", "order", "reason"), NOBODYS)
def test_order_for_no_unit_of_the_power(power: str, order: str, reason: str) -> None:
    """It is illegal, says whose the unit is, and the unit has no order."""
    position = Position(Phase.read("S1901M"), {"FRANCE": (Unit.read("A PAR"),)})
    orders = adjudicate(STANDARD, position, {power: [order]}, read_rulebook("2023")).orders
    assert [(one.reason, one.outcome.value) for one in orders[power] if one.given] == [
        (reason, "illegal")
    ]
    assert [one.order for one in orders["FRANCE"] if not one.given] == ["A PAR H"]


def test_what_is_no_order_is_for_no_unit() -> None:
    """Whichever unit its power has: that one holds without an order."""
    for unit in board_of(STANDARD).texts:
        position = Position(Phase.read("S1901M"), {"ITALY": (Unit.read(unit),)})
        kind, place = unit.split(" ")
        other = f"{'F' if kind == 'A' else 'A'} {place.partition('/')[0]}"
        for order, reason in [
            ("A XYZ H", "there is no such province"),
            ("nonsense", "'nonsense' cannot be read as an order"),
            (f"{unit} D", "this is no order of a movement phase"),
            (f"{other} H", f"there is no {other}; the unit there is {unit}"),
        ]:
            result = adjudicate(STANDARD, position, {"ITALY": [order]}, read_rulebook("2023"))
            assert [(one.order, one.reason, one.given) for one in result.orders["ITALY"]] == [
                (order, reason, True),
                (f"{unit} H", "no order, so it held", False),
            ]
            assert result.units == position.units


def test_a_support_names_the_unit_that_stands_there() -> None:
    """Whichever unit that is; a coast it does not name does not matter."""
    for unit in board_of(STANDARD).texts:
        kind, place = unit.split(" ")
        province = place.partition("/")[0]
        backer = next(
            own
            for own in board_of(STANDARD).units
            if own.province != province and STANDARD.reaches(own, province)
        )
        position = Position(Phase.read("S1901M"), {"ITALY": (Unit.read(unit), backer)})
        for named, reason in [
            (f"{kind} {province}", "support given"),
            (f"{'F' if kind == 'A' else 'A'} {province}", f"the unit in {province} is {unit}"),
        ]:
            order = f"{backer} S {named}"
            result = adjudicate(STANDARD, position, {"ITALY": [order]}, read_rulebook("2023"))
            assert result.orders["ITALY"][0].reason == reason


COASTS = [
    ("A SPA", "A SPA/NC H", "held", "the unit there is A SPA"),
    ("A ALB", "A ALB/NC H", "held", "the unit there is A ALB"),
    ("A SPA", "A SPA/NC - MAR", "moved to MAR", "the unit there is A SPA"),
    ("A SPA", "A GAS S A SPA/SC", "support given", "the unit in SPA is A SPA"),
    ("F SPA/NC", "A GAS S F SPA/NC", "support given", "support given"),
    ("F SPA/NC", "A GAS S F SPA", *["the unit in SPA is F SPA/NC"] * 2),
    ("F SPA/NC", "A GAS S F SPA/SC", *["the unit in SPA is F SPA/NC"] * 2),
    ("F SPA/NC", "F SPA - POR", *["the unit there is F SPA/NC"] * 2),
]


@pytest.mark.parametrize(("unit", "order", "reason", "strict"), COASTS)
def test_where_a_unit_is_named_with_its_coast(
    unit: str, order: str, reason: str, strict: str
) -> None:
    """Coasts must be right for fleets; an army has none, which may be forgiven or not."""
    units = {"FRANCE": (Unit.read(unit), Unit.read("A GAS"))}
    position = Position(Phase.read("S1901M"), units)
    for army_coast, said in (("ignored", reason), ("illegal", strict)):
        rules = read_rulebook({"unit_coast": "illegal", "army_coast": army_coast})
        result = adjudicate(STANDARD, position, {"FRANCE": [order]}, rules)
        assert result.orders["FRANCE"][0].reason == said


def test_an_order_is_answered_as_it_was_written() -> None:
    """Two spellings of one order in two phases that end alike have one reason, each its text."""
    units = {"RUSSIA": (Unit.read("F STP/SC"),), "GERMANY": (Unit.read("F SWE"),)}
    position = Position(Phase.read("S1901M"), units)
    for text in ("F STP/SC - BOT", "F STP - BOT", "F STP/NC - BOT"):
        orders = {"RUSSIA": [text], "GERMANY": ["F SWE - BOT"]}
        (result,) = adjudicate(STANDARD, position, orders, read_rulebook("2023")).orders["RUSSIA"]
        assert result.order == text
        assert result.reason == "bounced with F SWE, 1 against 1"


DOUBLES = [
    ("first", ["A PAR - BUR", "A PAR - PIC"], "A BUR", ["moved to BUR", "already has an order"]),
    ("last", ["A PAR - BUR", "A PAR - PIC"], "A PIC", ["has a later order", "moved to PIC"]),
    ("none", ["A PAR - BUR", "A PAR - PIC"], "A PAR", ["several orders, so none counts"] * 2),
    ("none", ["A PAR - BUR", "A PAR - BUR"], "A BUR", ["moved to BUR", "already has this order"]),
    (
        "last",
        ["A PAR - BUR", "A PAR - PIC", "A PAR - GAS"],
        "A GAS",
        ["has a later order", "has a later order", "moved to GAS"],
    ),
    ("none", ["A PAR - LON", "A PAR - BUR"], "A BUR", ["A PAR cannot reach LON", "moved to BUR"]),
    ("none", ["A PAR S A GAS", "A PAR - BUR"], "A BUR", ["no unit stands in GAS", "moved to BUR"]),
    ("none", ["A PAR - LON", "A PAR - ROM"], "A PAR", ["cannot reach LON", "cannot reach ROM"]),
    ("none", ["A PAR H", "A PAR - BUR VIA"], "A PAR", ["held", "no fleet at sea could carry it"]),
    ("last", ["A PAR - BUR", "A PAR S F BRE - GAS", "A PAR S F BRE - PIC"], "A PAR", ["later"]),
    ("last", ["A PAR - BUR", "A PAR S F BRE - MAR"], "A BUR", ["moved", "cannot reach MAR"]),
]


@pytest.mark.parametrize(("rule", "orders", "after", "said"), DOUBLES)
def test_several_orders_for_a_unit(
    rule: str, orders: list[str], after: str, said: list[str]
) -> None:
    """An illegal order is passed over, one repeated is one; else the rulebook says which counts."""
    units = {"FRANCE": (Unit.read("A PAR"), Unit.read("F BRE"))}
    position = Position(Phase.read("S1901M"), units)
    rules = read_rulebook({"double_orders": rule})
    result = adjudicate(STANDARD, position, {"FRANCE": orders}, rules)
    assert [str(unit) for unit in result.units["FRANCE"]] == [after, "F BRE"]
    given = [one for one in result.orders["FRANCE"] if one.given]
    assert [one.order for one in given] == orders
    for one, words in zip(given, said, strict=False):
        assert words in one.reason
    assert [one.outcome is Outcome.ILLEGAL for one in given].count(True) >= len(orders) - 1


CHOSEN = [
    ({"army_coast": "illegal"}, "F A GAS - SPA/NC", "an army stands on no coast; it goes to SPA"),
    ({"coast_only": "illegal"}, "F F GAS - SPA", "the coast is missing: SPA/NC"),
    ({"support_coast": "ignored"}, "F A MAR S F GAS - SPA/SC; F F GAS - SPA", "support given"),
    ({}, "F A MAR S F GAS - SPA/SC; F F GAS - SPA", "F GAS cannot reach that coast of SPA"),
    ({"coast_unreachable": "ignored"}, "F F GAS - SPA/SC", "moved to SPA"),
    ({"unit_coast": "illegal"}, "F F SPA/NC - GAS; -F F SPA/SC H", "the unit there is F SPA/SC"),
    ({"convoy_falls_back_to_land": True}, "F A PAR - BUR VIA", "moved to BUR"),
    ({}, "F F ENG C A LON - LON; E A LON H", "A LON already stands there"),
    ({}, "F F ENG S F ENG - MAO", "a unit cannot support itself"),
    ({}, "F A TYR - VEN; I F VEN - ADR", "moved to VEN"),
    (
        {},
        "F F MAO C A PIC - LVP; F F ENG C A PIC - LVP; F F IRI C A PIC - LVP; F A PIC - LVP",
        "F MAO is on no route from PIC to LVP",
    ),
    ({}, "I F ION S A ALB - APU; I A ALB H", "no other fleet could carry A ALB to APU"),
    ({}, "I A ALB S A APU - GRE; I A APU H", "no other fleet could carry A APU to GRE"),
    ({}, "I A VEN S F APU/NC; I A APU H", "the unit in APU is A APU"),
    ({}, "F A MAR S F GAS - SPA/EC; F F GAS - SPA/NC", "F GAS cannot reach that coast of SPA"),
    ({}, "E F MAO S F ENG - BRE/NC; E F ENG - BRE", "F ENG cannot reach that coast of BRE"),
    ({}, "I F ION C A ADR - XYZ", "there is no province XYZ"),
    ({"unit_coast": "illegal"}, "E F NTH C A YOR - NWY; E A YOR - NWY", "convoy available"),
    (
        {"support_coast": "own-or-only"},
        "F A GAS S A NAF - SPA; I A NAF - SPA; I F WES C A NAF - SPA",
        "support given",
    ),
    (
        {"convoy_attack_from": "last-fleet"},
        "G F BEL - NTH; E A LON - BEL; E F NTH C A LON - BEL; E A HOL S A LON - BEL",
        "met A LON head to head, 1 against 2; dislodged by A LON",
    ),
    (
        {"convoy_attack_from": "last-fleet"},
        "F A LON - BEL; F F NTH C A LON - BEL; F A PIC S A LON - BEL; G F BEL - NTH; "
        "E F EDI S F BEL - NTH",
        "met F BEL head to head, 2 against 2",
    ),
    (
        {"convoy_falls_back_to_land": True},
        "E A HOL - BEL VIA; E F NTH C A HOL - BEL; F A BEL - HOL; G A RUH - HOL",
        "bounced off A BEL, 1 against 1",
    ),
]


@pytest.mark.parametrize(("options", "orders", "reason"), CHOSEN)
def test_reason_by_choice(options: dict[str, object], orders: str, reason: str) -> None:
    """What a rulebook chooses is what the reason is about."""
    assert judge(orders, {"name": "2023", **options}).reason == reason


CONVOYS_IN_DOUBT = [
    "F A WAL - YOR; G A HOL - YOR; G F NTH C A HOL - YOR; E F NWG - NTH; E F EDI S F NWG - NTH",
    "E F EDI S F NWG - NTH; E F NWG - NTH; G A HOL - YOR; G F NTH C A HOL - YOR; F A WAL - YOR",
    "E F EDI S F NWG - NTH; E F NWG - NTH; E F SKA - NTH; "
    "G A HOL - YOR; G F NTH C A HOL - YOR; F A WAL - YOR",
]


@pytest.mark.parametrize("orders", CONVOYS_IN_DOUBT)
def test_a_convoy_in_doubt_keeps_nobody_out(orders: str) -> None:
    """An army whose fleet is lost leaves the way to others, whichever is asked about first."""
    result = adjudicate(STANDARD, *phase_of(orders), read_rulebook("2023"))
    assert [str(unit) for unit in result.units["FRANCE"]] == ["A YOR"]


def test_a_convoy_in_doubt_may_end_head_to_head() -> None:
    """An army that falls back to land meets the one it attacks, which then keeps nobody out."""
    orders = (
        "E F EDI S F NWG - NTH; E F NWG - NTH; F A PIC - BEL; G A BEL - HOL VIA; "
        "G A RUH S A BEL - HOL; G F NTH C A BEL - HOL; I A HOL - BEL"
    )
    rules = read_rulebook({"convoy_falls_back_to_land": True})
    for others in ("", "; E F SKA - NTH"):
        result = adjudicate(STANDARD, *phase_of(orders + others), rules)
        assert [str(unit) for unit in result.units["FRANCE"]] == ["A BEL"]


def test_a_board_without_convoys() -> None:
    """Where units are never convoyed, the reason says so, and no army hopes for a fleet."""
    units = {"KRALLIDS": (Unit.read("A KG2"), Unit.read("F KB"))}
    position = Position(Phase.read("S1901M"), units)
    orders = {"KRALLIDS": ["A KG2 - ZB", "F KB C A KG2 - ZB"]}
    result = adjudicate(load_variant("zorbees"), position, orders, read_rulebook("2023"))
    assert [one.reason for one in result.orders["KRALLIDS"]] == [
        "A KG2 cannot reach ZB",
        "there are no convoys on this board",
    ]


def test_a_board_with_seas_but_without_convoys() -> None:
    """No fleet carries anybody there, whatever it is ordered."""
    board = replace(STANDARD, options={"convoy": False})
    position, sheets = phase_of("E A YOR - NWY; E F NTH C A YOR - NWY")
    orders = adjudicate(board, position, sheets, read_rulebook("2023")).orders
    assert [one.reason for one in orders["ENGLAND"]] == [
        "A YOR cannot reach NWY",
        "there are no convoys on this board",
    ]


def test_units_from_a_board_with_other_numbers() -> None:
    """Units are what they are called, whichever board they were judged on before."""
    board = replace(STANDARD, provinces=dict(reversed(STANDARD.provinces.items())))
    position, sheets = phase_of("E A YOR - LON; -E F NTH H")
    before = adjudicate(board, position, {}, read_rulebook("2023")).units
    result = adjudicate(STANDARD, replace(position, units=before), sheets, read_rulebook("2023"))
    assert [one.order for one in result.orders["ENGLAND"]] == ["A YOR - LON", "F NTH H"]
    assert list(map(str, result.units["ENGLAND"])) == ["A LON", "F NTH"]


def test_units_are_shown_as_a_dictionary() -> None:
    """Where somebody prints what a phase led to."""
    position, sheets = phase_of("E A YOR - LON; E F NTH - NWY")
    units = adjudicate(STANDARD, position, sheets, read_rulebook("2023")).units
    assert repr(units) == repr({"ENGLAND": (Unit.read("A LON"), Unit.read("F NWY"))})
