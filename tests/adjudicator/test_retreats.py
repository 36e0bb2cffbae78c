"""Retreats beyond the published cases: preferences, coasts, what is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.adjudicator import adjudicate, read_rulebook, rulebook
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Dislodgement, Position, Unit

STANDARD = load_variant("standard")


def position(*dislodged: tuple[str, str, str]) -> Position:
    """Return a Fall retreat phase with units by power, unit and ways out."""
    own: dict[str, tuple[Dislodgement, ...]] = {}
    for power, unit, ways in dislodged:
        one = Dislodgement(Unit.read(unit), tuple(ways.split()), "BUR")
        own[power] = (*own.get(power, ()), one)
    return Position(
        Phase.read("F1902R"),
        {"FRANCE": (Unit.read("A MUN"),)},
        {"GERMANY": ("BER", "MUN")},
        own,
    )


@pytest.mark.parametrize(
    ("order", "word", "reason", "to"),
    [
        ("A RUH R HOL", "succeeds", "retreated to HOL", "A HOL"),
        ("A RUH R MUN, BEL, HOL", "succeeds", "retreated to BEL", "A BEL"),
        ("A RUH R MUN, D, HOL", "succeeds", "disbanded", ""),
        ("A RUH D", "succeeds", "disbanded", ""),
        (
            "A RUH R MUN",
            "illegal",
            "A RUH cannot retreat to MUN; it could go to BEL, HOL; disbanded",
            "",
        ),
        ("A RUH H", "illegal", "this is no order of a retreat phase; disbanded", ""),
        ("A MUN R BOH", "illegal", "A MUN was not dislodged", ""),
        ("F RUH R HOL", "illegal", "F RUH was not dislodged", ""),
        ("WAIVE", "illegal", "there is nothing to waive in a retreat phase", ""),
        ("A RUH R", "illegal", "'A RUH R' cannot be read as an order", ""),
    ],
)
def test_order(order: str, word: str, reason: str, to: str) -> None:
    """The first preference that is open is taken; what cannot be done disbands."""
    phase = position(("GERMANY", "A RUH", "BEL HOL"))
    result = adjudicate(STANDARD, phase, {"GERMANY": [order]}, rulebook("2023"))
    first = result.orders["GERMANY"][0]
    assert (first.outcome.value, first.reason) == (word, reason)
    assert [str(unit) for unit in result.units.get("GERMANY", ())] == ([to] if to else [])
    assert [str(unit) for unit in result.disbanded.get("GERMANY", ())] == ([] if to else ["A RUH"])


def test_a_clash_disbands_all_and_names_the_others() -> None:
    """Units that go to one province are lost together, whatever else they would have liked."""
    phase = position(("GERMANY", "A RUH", "BEL HOL"), ("ENGLAND", "F NTH", "BEL HOL"))
    orders = {"GERMANY": ["A RUH R BEL, HOL"], "ENGLAND": ["F NTH R BEL"]}
    result = adjudicate(STANDARD, phase, orders, rulebook("2023"))
    first = result.orders["GERMANY"][0]
    assert first.reason == "F NTH went to BEL as well, so all of them are disbanded"
    assert [(one.by, one.power, one.rule) for one in first.cause] == [
        ("F NTH", "ENGLAND", "standoff")
    ]
    assert result.units == {"FRANCE": (Unit.read("A MUN"),)}


def test_a_clash_of_three_names_both_others() -> None:
    """Each is told of the two that it met."""
    phase = position(
        ("GERMANY", "A RUH", "BEL"), ("ENGLAND", "F NTH", "BEL"), ("ITALY", "A PIC", "BEL")
    )
    orders = {"GERMANY": ["A RUH R BEL"], "ENGLAND": ["F NTH R BEL"], "ITALY": ["A PIC R BEL"]}
    result = adjudicate(STANDARD, phase, orders, rulebook("2023"))
    said = "A PIC and F NTH went to BEL as well, so all of them are disbanded"
    assert result.orders["GERMANY"][0].reason == said


def test_where_nothing_was_open() -> None:
    """An order for a retreat says so, with all that it asked for."""
    phase = position(("GERMANY", "A RUH", ""))
    result = adjudicate(STANDARD, phase, {"GERMANY": ["A RUH R HOL, KIE"]}, rulebook("2023"))
    assert result.orders["GERMANY"][0].reason == (
        "A RUH cannot retreat to HOL, KIE; nothing was open to it; disbanded"
    )


def test_centers_do_not_change_hands_after_spring() -> None:
    """Whoever stands there."""
    phase = replace(position(("GERMANY", "A RUH", "BEL")), phase=Phase.read("S1902R"))
    result = adjudicate(STANDARD, phase, {}, rulebook("2023"))
    assert result.centers == {"GERMANY": ("BER", "MUN")}


def test_another_coast_is_the_same_province() -> None:
    """Fleets that retreat to two coasts of one province clash."""
    phase = position(("GERMANY", "F LYO", "SPA/SC"), ("ENGLAND", "F GAS", "SPA/NC"))
    orders = {"GERMANY": ["F LYO R SPA"], "ENGLAND": ["F GAS R SPA/NC"]}
    result = adjudicate(STANDARD, phase, orders, rulebook("2023"))
    assert {one.outcome.value for own in result.orders.values() for one in own} == {"bounces"}


def test_units_without_order_are_disbanded_and_listed() -> None:
    """The result says so, and that nobody ordered it; centers change hands after Fall."""
    phase = position(("GERMANY", "A RUH", "BEL"), ("GERMANY", "A BOH", ""))
    result = adjudicate(STANDARD, phase, {}, rulebook("2023"))
    assert {one.outcome.value for one in result.orders["GERMANY"]} == {"succeeds"}
    assert [(one.order, one.reason, one.given) for one in result.orders["GERMANY"]] == [
        ("A BOH D", "nothing was open to it, so it is disbanded", False),
        ("A RUH D", "no order, so it is disbanded", False),
    ]
    assert result.centers == {"FRANCE": ("MUN",), "GERMANY": ("BER",)}


@pytest.mark.parametrize(
    ("rule", "orders", "said", "to"),
    [
        ("none", ["R HOL", "D"], ["A RUH has several orders, so none counts"] * 2, ""),
        ("first", ["R HOL", "D"], ["retreated to HOL", "A RUH already has an order"], "HOL"),
        ("last", ["R HOL", "R BEL"], ["A RUH has a later order", "retreated to BEL"], "BEL"),
        ("none", ["R MUN", "R HOL"], ["A RUH cannot retreat to MUN", "retreated to HOL"], "HOL"),
        ("none", ["R HOL", "R HOL"], ["retreated to HOL", "A RUH already has this order"], "HOL"),
    ],
)
def test_several_orders_for_a_unit(rule: str, orders: list[str], said: list[str], to: str) -> None:
    """An illegal order is passed over, one repeated is one; else the rulebook says which counts."""
    phase = position(("GERMANY", "A RUH", "BEL HOL"))
    sheet = {"GERMANY": [f"A RUH {order}" for order in orders]}
    result = adjudicate(STANDARD, phase, sheet, read_rulebook({"double_orders": rule}))
    given = [one for one in result.orders["GERMANY"] if one.given]
    assert [one.order for one in given] == sheet["GERMANY"]
    for one, words in zip(given, said, strict=True):
        assert one.reason.startswith(words)
        assert one.outcome.value == ("succeeds" if words.startswith("retreated") else "illegal")
    assert [unit.location for unit in result.units.get("GERMANY", ())] == ([to] if to else [])


def test_orders_of_another_power_do_not_count() -> None:
    """They are illegal, whatever they say."""
    phase = position(("GERMANY", "A RUH", "BEL HOL"))
    orders = {"FRANCE": ["A RUH D"], "GERMANY": ["A RUH R HOL"]}
    result = adjudicate(STANDARD, phase, orders, rulebook("2023"))
    assert result.orders["FRANCE"][0].reason == "A RUH is not a unit of this power"
    assert result.units["GERMANY"] == (Unit.read("A HOL"),)


@pytest.mark.parametrize(("may", "to"), [(True, ["A BUR"]), (False, [])])
def test_where_an_attacker_came_from_by_sea(may: bool, to: list[str]) -> None:
    """The rulebook says whether that is open, even to a record that knows of no rulebook."""
    gone = Dislodgement(Unit.read("A RUH"), ("BUR",), "BUR", by_convoy=True)
    phase = replace(position(), dislodged={"GERMANY": (gone,)})
    rules = read_rulebook({"retreat_to_convoy_origin": may})
    result = adjudicate(STANDARD, phase, {"GERMANY": ["A RUH R BUR"]}, rules)
    assert [str(unit) for unit in result.units.get("GERMANY", ())] == to
