"""The conformance data, read in place: published cases and recorded games.

What the data leaves open is said in the README beside it: some sources change
`centers` a phase later where all dislodged units were destroyed, and some do not
list destroyed units under `retreats`.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.adjudicator import adjudicate, read_rulebook, rulebook
from pbem.adjudicator.result import Adjudication
from pbem.assets import load_variant
from pbem.board.position import Unit
from pbem.game.record import (
    read_orders,
    read_position,
    read_result,
    write_position,
    write_result,
)
from tests.shared import find_shared, shared

pytestmark = pytest.mark.conformance

STANDARD = load_variant("standard")
FOLDER = find_shared("conformance", "games")
GAMES = sorted(path.name for path in FOLDER.glob("*.jsonl*")) if FOLDER else ["none"]
UNFILTERED = "retreats_unfiltered_after_convoy"


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games(name: str) -> None:
    """Every recorded phase comes out as it did, under the house rules it was played by."""
    wrong = [
        f"{record['game']} {record['phase']}: {what}"
        for record in _records(shared("conformance", "games") / name)
        for what in _differences(record)
    ]
    assert wrong == []


def _records(path: Path) -> Iterator[dict[str, Any]]:
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _differences(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield what differs between a recorded phase and our judgement of it."""
    tags = record.get("house_rules", [])
    position = read_position(record, STANDARD)
    rules = read_rulebook({"name": "2023", "house_rules": tags})
    adjudication = adjudicate(STANDARD, position, read_orders(record), rules)
    ours, theirs = write_result(adjudication), record["result"]
    assert read_position(write_position(position), STANDARD) == position
    assert read_result(json.loads(json.dumps(ours))) == adjudication
    if ours["units"] != _sorted(theirs["units"]):
        yield f"units {ours['units']}"
    if ours["dislodged"] != _sorted(theirs.get("dislodged", {})):
        yield f"dislodged {ours['dislodged']}"
    late = record["phase"].startswith("F") and ours["dislodged"]
    if record["centers"] and not late and ours["centers"] != theirs["centers"]:
        yield f"centers {ours['centers']}"
    if "retreats" in theirs and UNFILTERED not in tags:
        if _open(ours["retreats"]) != _open(theirs["retreats"]):
            yield f"retreats {ours['retreats']}"
    if record["phase"].endswith("M"):
        yield from _other_words(theirs.get("order_results", {}), adjudication)
    yield from _unexplained(adjudication)


OUR_WORDS = {
    "succeeds": {"succeeds", "given", "holds", "available"},
    "bounce": {"bounces"},
    "prevented": {"bounces"},
    "defended": {"bounces"},
    "head-to-head": {"bounces"},
    "cut": {"cut"},
    "void": {"void"},
    "invalid": {"void", "illegal"},
    "no-path": {"illegal", "no-convoy"},
    "no_convoy": {"no-convoy"},
    "paradox": {"disrupted"},
    "dislodged": {"holds", "cut", "disrupted"},
}
"""What the places where games were played call an outcome, and what we do."""

HABITS = {
    ("void", "given"): "a support against an own unit",
    ("no_convoy", "given"): "a support of an army that no convoy brought there",
    ("succeeds", "void"): "a support to hold, or a convoy, of a unit that went elsewhere",
    ("cut", "void"): "the same, attacked",
}
"""Where they call the same thing by another word."""


def _other_words(theirs: Mapping[str, Sequence[str]], adjudication: Adjudication) -> Iterator[str]:
    """Yield orders that were said to come out otherwise than we say."""
    for results in adjudication.orders.values():
        for result in results:
            words = theirs.get(" ".join(result.order.split(" ")[:2]))
            if words is not None and result.given:
                word = next((word for word in words if word != "fails"), "succeeds")
                ours = result.outcome.value
                if ours not in OUR_WORDS[word] and (word, ours) not in HABITS:
                    yield f"{result.order}: {ours}, not {word}"
                if "dislodged" in words and not result.dislodged:
                    yield f"{result.order}: not dislodged"


def _sorted(units: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {power: sorted(own) for power, own in units.items()}


def _open(retreats: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[tuple[str, str], list[str]]:
    """Return the ways out of the units that have any."""
    return {
        (power, unit): list(ways)
        for power, own in retreats.items()
        for unit, ways in own.items()
        if ways
    }


def _unexplained(adjudication: Adjudication) -> Iterator[str]:
    """Yield orders whose result does not say why."""
    for results in adjudication.orders.values():
        for result in results:
            if not result.reason or (result.dislodged and not result.cause):
                yield f"{result.order} has no reason"


def _case_list() -> list[dict[str, Any]]:
    path = shared("conformance", "datc.json")
    cases: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return cases


def test_published_cases() -> None:
    """Every case of datc.json comes out as it says there: results, units, retreats, standoffs."""
    wrong = [f"{case['id']}: {what}" for case in _case_list() for what in _wrong(case)]
    assert wrong == []


def _wrong(case: Mapping[str, Any]) -> Iterator[str]:
    previous = case.get("previous", {})
    position: dict[str, Any] = {"phase": case["phase"], "units": _by_power(case["units"])}
    if "expected" in previous:
        before = {"phase": previous["phase"], "units": _by_power(previous["units"])}
        yield from _compare(before | {"orders": previous["orders"]}, previous["expected"])
        position["dislodged"] = _by_power(case["dislodged"])
        position["standoffs"] = [place.upper() for place in previous["standoffs"]]
        position["retreats"] = _retreats(case["dislodged"])
    if "centers" in case:
        position["centers"] = {
            power: [center.upper() for center in own] for power, own in case["centers"].items()
        }
    yield from _compare(position | {"orders": case["orders"]}, case["expected"])


def _compare(record: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    position = read_position(record, STANDARD)
    result = write_result(adjudicate(STANDARD, position, read_orders(record), rulebook("2023")))
    given = {power: iter(own) for power, own in result["orders"].items()}
    for order in expected["orders"]:
        ours = next(given[order["power"]])
        words = (ours["order"], ours["result"], ours.get("dislodged", False))
        if words != (order["order"], _word(order), order.get("dislodged", False)):
            yield f"{words}, {order}"
    if result["units"] != _by_power(expected["units_after"]):
        yield f"units {result['units']}"
    if record["phase"].endswith("M"):
        if result["retreats"] != _retreats(expected["dislodged"]):
            yield f"retreats {result['retreats']}"
        if result["standoffs"] != sorted(place.upper() for place in expected["contested"]):
            yield f"standoffs {result['standoffs']}"
        attackers = {
            _unit(unit): unit["attacker_from"].upper() + (" BY CONVOY" if unit["by_convoy"] else "")
            for unit in expected["dislodged"]
        }
        if result["attackers"] != attackers:
            yield f"attackers {result['attackers']}"
    for name in ("disbanded", "auto_disbands"):
        gone = _by_power(expected.get(name, []))
        for power, units in gone.items():
            if not set(units) <= set(result["disbanded"].get(power, ())):
                yield f"disbanded {result['disbanded']}"


def _word(order: Mapping[str, Any]) -> str:
    """Return our word for a result of the data, which has fewer."""
    if order.get("status") == "no_convoy":
        return "no-convoy"
    if order["result"] == "fails":
        # What fails as void can never be done; so does a fleet built without its coast.
        void = order.get("status") == "void" or order["order"].endswith(" B")
        return "illegal" if void else "bounces"
    return str({"invalid": "void"}.get(order["result"], order["result"]))


def _unit(raw: Mapping[str, Any]) -> str:
    return f"{raw['type']} {raw['location'].upper()}"


def _by_power(raw: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    powers = [power for power in STANDARD.powers if any(unit["power"] == power for unit in raw)]
    return {
        power: [
            str(unit)
            for unit in sorted(
                (Unit.read(_unit(unit)) for unit in raw if unit["power"] == power), key=str
            )
        ]
        for power in powers
    }


def _retreats(raw: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, list[str]]]:
    return {
        power: {
            _unit(unit): sorted(place.upper() for place in unit["retreat_options"])
            for unit in raw
            if unit["power"] == power
        }
        for power in dict.fromkeys(unit["power"] for unit in raw)
    }
