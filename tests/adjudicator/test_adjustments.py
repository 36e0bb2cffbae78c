"""Adjustments beyond the published cases: waives, conversions, boards with rules of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.adjudicator import adjudicate, read_rulebook, rulebook
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant

STANDARD = load_variant("standard")
WINTERS = [
    entry.splitlines()
    for entry in (Path(__file__).parent / "winters.txt").read_text("utf-8").split("\n\n")
    if not entry.startswith("#")
]


def winter(units: str, centers: str, power: str = "RUSSIA") -> Position:
    """Return a Winter in which one power has units and centers."""
    own = tuple(Unit.read(text) for text in units.split(", ") if text)
    return Position(Phase.read("W1901A"), {power: own}, {power: tuple(centers.split())})


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A MOS B", "built A MOS"),
        ("F STP/NC B", "built F STP/NC"),
        ("A STP/NC B", "built A STP"),
        ("WAIVE", "one build waived"),
        ("F STP B", "the coast is missing: STP/NC or STP/SC"),
        ("F MOS B", "F MOS cannot stand there"),
        ("A UKR B", "UKR is no supply center"),
        ("A XXX B", "there is no province XXX"),
        ("A SEV B", "SEV is not vacant"),
        ("A WAR B", "WAR does not belong to Russia"),
        ("A RUM B", "RUM is no home center of Russia"),
        ("A SEV D", "Russia has nothing to disband"),
        ("A SEV CONVERT", "units are not converted in this game"),
        ("A SEV H", "this is no order of an adjustment phase"),
        ("A SEV Z", "'A SEV Z' cannot be read as an order"),
    ],
)
def test_order_of_a_power_that_builds(order: str, reason: str) -> None:
    """What is built, and why not."""
    position = winter("A SEV", "MOS RUM SEV STP")
    result = adjudicate(STANDARD, position, {"RUSSIA": [order]}, rulebook("2023"))
    assert result.orders["RUSSIA"][0].reason == reason


@pytest.mark.parametrize("entry", WINTERS, ids=lambda entry: entry[0])
def test_winter(entry: list[str]) -> None:
    """Orders that are too few, too many or two for one center, as winters.txt says."""
    _, head, *said, after = entry
    (option, choice), (_, units), (_, centers) = (one.split(" ", 1) for one in head.split("; "))
    position = winter(units.replace("none", ""), centers.replace("none", ""))
    position = replace(position, centers={**position.centers, "TURKEY": ("SMY",)})
    orders = [one.partition(":")[0] for one in said if not one.startswith("(")]
    result = adjudicate(STANDARD, position, {"RUSSIA": orders}, read_rulebook({option: choice}))
    assert [
        f"{one.order if one.given else f'({one.order})'}: {one.reason}"
        for one in result.orders["RUSSIA"]
    ] == said
    assert ", ".join(map(str, result.units.get("RUSSIA", ()))) == after.replace("none", "")


def test_a_power_that_is_not_on_the_board_has_nothing() -> None:
    """Its orders are answered under its name, once, and do nothing."""
    orders = {"NOBODY": ["A MOS B", "WAIVE"]}
    result = adjudicate(STANDARD, winter("A SEV", "SEV"), orders, rulebook("2023"))
    assert {power: [one.reason for one in told] for power, told in result.orders.items()} == {
        "NOBODY": ["NOBODY has nothing to build", "NOBODY has no build left to waive"]
    }


def test_a_power_that_nobody_plays_keeps_its_units() -> None:
    """However few centers it has, and whatever is ordered for it."""
    position = replace(winter("A SEV, A MOS", "SEV"), neutral=("RUSSIA",))
    result = adjudicate(STANDARD, position, {"RUSSIA": ["A SEV D"]}, rulebook("2023"))
    assert [(one.outcome.value, one.reason) for one in result.orders["RUSSIA"]] == [
        ("illegal", "nobody plays Russia, so it never adjusts")
    ]
    assert sorted(result.units["RUSSIA"], key=str) == sorted(position.units["RUSSIA"], key=str)


def test_waives_use_up_builds() -> None:
    """Orders are taken from the top, builds and waives alike."""
    position = winter("A SEV", "MOS SEV STP")
    orders = ["WAIVE", "A MOS B", "WAIVE", "A STP B"]
    result = adjudicate(STANDARD, position, {"RUSSIA": orders}, rulebook("2023"))
    assert [one.reason for one in result.orders["RUSSIA"]] == [
        "one build waived",
        "built A MOS",
        "Russia has no build left to waive",
        "Russia has only 2 to build",
    ]
    assert result.units["RUSSIA"] == (Unit.read("A MOS"), Unit.read("A SEV"))


def test_no_builds_where_owners_are_unknown() -> None:
    """Without centers nothing is built and nothing lost."""
    position = Position(Phase.read("W1901A"), {"RUSSIA": (Unit.read("A SEV"),)})
    result = adjudicate(STANDARD, position, {"RUSSIA": ["A MOS B"]}, rulebook("2023"))
    assert result.units == position.units
    assert result.orders["RUSSIA"][0].reason == "Russia has nothing to build"


def test_a_power_without_centers_loses_all() -> None:
    """Its units go by the rule of civil disorder, each listed as not ordered."""
    position = replace(winter("A SEV, F RUM", ""), centers={"TURKEY": ("RUM", "SEV")})
    result = adjudicate(STANDARD, position, {}, rulebook("2023"))
    assert "RUSSIA" not in result.units
    assert [(one.order, one.given) for one in result.orders["RUSSIA"]] == [
        ("F RUM D", False),
        ("A SEV D", False),
    ]


@pytest.fixture
def own_rules() -> Variant:
    """The standard board where any owned center builds, and units on centers convert."""
    return replace(STANDARD, options={"build_where": "any-owned-center", "conversion": True})


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A RUM B", "built A RUM"),
        ("A SEV CONVERT", "became F SEV"),
        ("A SEV CONVERT F SEV", "became F SEV"),
        ("A SEV CONVERT A SEV", "A SEV cannot become A SEV"),
        ("A SEV CONVERT F RUM", "A SEV cannot become F RUM"),
        ("A STP CONVERT", "the coast is missing: STP/NC or STP/SC"),
        ("A STP CONVERT F STP/NC", "became F STP/NC"),
        ("A WAR CONVERT", "F WAR cannot stand there"),
        ("A UKR CONVERT", "UKR is no supply center"),
        ("A MOS CONVERT", "Russia has no A MOS"),
        ("F BLA CONVERT", "BLA is no supply center"),
    ],
)
def test_rules_of_a_variant(own_rules: Variant, order: str, reason: str) -> None:
    """A variant may let powers build anywhere, and units change their kind where they stand."""
    position = winter("A SEV, A STP, A UKR, A WAR, F BLA", "MOS RUM SEV STP WAR BUL")
    result = adjudicate(own_rules, position, {"RUSSIA": [order]}, rulebook("2023"))
    assert result.orders["RUSSIA"][0].reason == reason


@pytest.mark.parametrize("surplus", ["first", "last"])
def test_a_disband_comes_before_a_conversion(own_rules: Variant, surplus: str) -> None:
    """A unit that goes is not converted, those kept are: once, whichever disbands count."""
    position = winter("A SEV, A STP", "SEV")
    orders = ["A SEV CONVERT", "A SEV D", "A STP CONVERT F STP/SC", "A STP CONVERT F STP/NC"]
    rules = read_rulebook({"surplus_disbands": surplus})
    result = adjudicate(own_rules, position, {"RUSSIA": orders}, rules)
    assert [one.reason for one in result.orders["RUSSIA"]] == [
        "A SEV is disbanded",
        "disbanded",
        "became F STP/SC",
        "A STP is already converted",
    ]
    assert result.units["RUSSIA"] == (Unit.read("F STP/SC"),)


def test_a_unit_that_cannot_come_home_is_the_farthest() -> None:
    """By land and sea from owned centers; a fleet by sea alone from home centers."""
    alone = replace(STANDARD.provinces["NAP"], army=(), fleet={"": ()})
    cut_off = replace(STANDARD, provinces={**STANDARD.provinces, "NAP": alone})
    position = winter("A NAP, F NAF", "MOS")
    result = adjudicate(cut_off, position, {}, rulebook("2023"))
    assert [one.order for one in result.orders["RUSSIA"]] == ["A NAP D"]

    inland = replace(STANDARD.powers["RUSSIA"], homes=("MOS", "WAR"))
    landlocked = replace(STANDARD, powers={**STANDARD.powers, "RUSSIA": inland})
    position = winter("A POR, F BLA", "MOS")
    result = adjudicate(landlocked, position, {}, rulebook("2000"))
    assert [one.order for one in result.orders["RUSSIA"]] == ["F BLA D"]
