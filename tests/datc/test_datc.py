"""The published cases: every one of them, judged as the texts in this folder say."""

from __future__ import annotations

import pytest

from pbem.adjudicator.rulebook import OPTIONS, Rulebook
from pbem.assets import load_variant
from pbem.board.phase import Phase, PhaseKind
from tests.datc.cases import Case, read_cases
from tests.datc.judging import Judge

CASES = read_cases()
JUDGE = Judge(load_variant("standard"))
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
    JUDGE.check(case)


@pytest.mark.parametrize("case", [case for case in CASES if case.rules], ids=lambda case: case.key)
def test_default_rulebook_makes_the_choices_named(case: Case) -> None:
    """What a case says about the default rulebook is true of it."""
    for _, option, value in case.rules:
        assert str(getattr(Rulebook(), option)).lower() == value


NOT_PUBLISHED = {("double_orders", "none"), ("double_orders", "first"), ("double_orders", "last")}
NOT_PUBLISHED |= {("auto_disband", "capital")}


def test_every_value_of_every_option_is_judged() -> None:
    """Some case is judged by each; but for doubles, and a measure of the documents' own games."""
    judged = {(option, value) for case in CASES for _, option, value in case.rules}
    judged |= {(step.option, step.value) for case in CASES for step in case.steps if step.option}
    values = {(name, str(one).lower()) for name, all_ in OPTIONS.items() for one in all_}
    assert values - judged == NOT_PUBLISHED


def test_phase_kinds_are_covered() -> None:
    """There are cases of all three kinds of phases."""
    assert {Phase.read(step.phase).kind for case in CASES for step in case.steps} == set(PhaseKind)
