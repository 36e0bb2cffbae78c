"""The published cases: every one of them, judged as the texts in this folder say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

import pytest

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.adjudicator.result import Adjudication
from pbem.adjudicator.rulebook import OPTIONS, Rulebook
from pbem.assets import load_variant
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Position, Unit
from tests.datc.cases import NONE, Case, Step, read_cases

CASES = read_cases()
STANDARD = load_variant("standard")
POWERS = {power.name: power.id for power in STANDARD.powers.values()}
SECTIONS = {"6.A": 12, "6.B": 19, "6.C": 9, "6.D": 35, "6.E": 15} | {
    "6.F": 30,
    "6.G": 20,
    "6.H": 19,
    "6.I": 7,
    "6.J": 12,
}


def test_all_cases_are_here() -> None:
    """DATC 3.2 has 176 cases, and two of 3.3 are known; each is here once."""
    keys = [case.key for case in CASES]
    assert len(set(keys)) == len(keys)
    counts = {section: sum(key.startswith(f"{section}.") for key in keys) for section in SECTIONS}
    assert counts == SECTIONS


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_case(case: Case) -> None:
    """Outcomes, units, dislodged units with their ways out, standoffs and disbands agree."""
    first = case.steps[0]
    position = _position(first)
    for step in case.steps:
        is_first = step.phase == first.phase
        source = first if is_first else _orders_of(case, step.phase)
        if is_first:
            position = _position(first)
        adjudication = adjudicate(STANDARD, position, _orders(source), _rules(step))
        expected, found = _expected(step), _found(step, source, adjudication)
        assert found == expected, f"{case.where}: {case.key} {step.phase} {step.option}"
        if position.phase.kind is PhaseKind.MOVEMENT:
            position = _retreats(position, adjudication)


def _retreats(position: Position, adjudication: Adjudication) -> Position:
    """Return the position of the retreat phase that follows."""
    return Position(
        Phase(position.phase.year, position.phase.season, PhaseKind.RETREATS),
        adjudication.units,
        dislodged=adjudication.dislodged,
        standoffs=adjudication.standoffs,
    )


@pytest.mark.parametrize("case", [case for case in CASES if case.rules], ids=lambda case: case.key)
def test_default_rulebook_makes_the_choices_named(case: Case) -> None:
    """What a case says about the default rulebook is true of it."""
    for _, option, value in case.rules:
        assert str(getattr(Rulebook(), option)).lower() == value


def test_most_options_are_tested() -> None:
    """Every option of the rulebook but the order of doubles is some case's choice."""
    named = {option for case in CASES for _, option, _ in case.rules}
    assert {field.name for field in fields(Rulebook)} - named == {"name", "double_orders"}


def _position(step: Step) -> Position:
    centers = {POWERS[name]: tuple(own) for name, own in step.lists("centers").items()}
    return Position(Phase.read(step.phase), _units(step.lists("units")), centers)


def _units(lists: Mapping[str, Sequence[str]]) -> dict[str, tuple[Unit, ...]]:
    return {POWERS[name]: tuple(map(Unit.read, own)) for name, own in lists.items()}


def _orders_of(case: Case, phase: str) -> Step:
    return next(step for step in case.steps if step.phase == phase and not step.option)


def _split(text: str) -> tuple[str, str]:
    order, _, outcome = text.rpartition("  ")
    return order.strip(), outcome


def _orders(step: Step) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = {}
    for name, text in step.blocks.get("orders", []):
        orders.setdefault(POWERS[name], []).append(_split(text)[0])
    return orders


def _rules(step: Step) -> Rulebook:
    if not step.option:
        return Rulebook()
    value = next(value for value in OPTIONS[step.option] if str(value).lower() == step.value)
    return read_rulebook({"name": "2023", step.option: value})


def _expected(step: Step) -> dict[str, object]:
    """Return what a step says, block by block; without an option all blocks count."""
    kinds = ["dislodged", "standoffs"] if step.phase.endswith("M") else ["disbanded"]
    wanted = list(step.blocks) if step.option else ["orders", "after", *kinds]
    expected: dict[str, object] = {}
    for block in wanted:
        lines = [(name, text) for name, text in step.blocks.get(block, []) if text != NONE]
        if block in ("after", "disbanded"):
            expected[block] = step.lists(block)
        elif block == "standoffs":
            expected[block] = [place for _, text in lines for place in text.split(", ")]
        elif block == "orders":
            expected[block] = [(name, *_split(text)) for name, text in lines]
        else:
            expected[block] = sorted(lines)
    return expected


def _found(step: Step, source: Step, adjudication: Adjudication) -> dict[str, object]:
    names = {power: name for name, power in POWERS.items()}
    found: dict[str, object] = {
        "after": _texts(names, adjudication.units),
        "disbanded": _texts(names, adjudication.disbanded),
        "standoffs": list(adjudication.standoffs),
        "dislodged": sorted(
            (
                names[power],
                f"{one.unit} from {one.attacker}{' by convoy' if one.by_convoy else ''}, "
                f"to {', '.join(one.retreats) or 'nowhere'}",
            )
            for power, own in adjudication.dislodged.items()
            for one in own
        ),
    }
    results = {power: iter(own) for power, own in adjudication.orders.items()}
    listed = []
    for name, text in source.blocks.get("orders", []):
        result = next(results[POWERS[name]])
        assert result.order == _split(text)[0]
        assert result.reason
        outcome = result.outcome.value + (", dislodged" if result.dislodged else "")
        listed.append((name, result.order, outcome))
    found["orders"] = listed
    assert all(not result.given for rest in results.values() for result in rest)
    return {block: found[block] for block in _expected(step)}


def _texts(names: Mapping[str, str], units: Mapping[str, Sequence[Unit]]) -> dict[str, list[str]]:
    return {names[power]: sorted(map(str, own)) for power, own in units.items()}


def test_phase_kinds_are_covered() -> None:
    """There are cases of all three kinds of phases."""
    assert {Phase.read(step.phase).kind for case in CASES for step in case.steps} == set(PhaseKind)
