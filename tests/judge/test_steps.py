"""Once and only once: a judge that is killed at any step finishes when it starts again.

One cycle is prepared: letters wait and a deadline has passed. It is run
undisturbed, and then again and again by a process that is killed before or after
one of its effects, or at a moment that chance has chosen. What is there after the
next start must be the same, byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from pbem.judge.steps import Step
from tests.judge.scenes import STEPS
from tests.kills.killing import AtStep, Workshop, by_chance, check, workshop

KILLS = int(os.environ.get("PBEM_KILLS", "60"))
"""How many judges are killed at random."""

SEED = 9


@pytest.fixture(scope="module", name="workshop")
def an_empty_workshop() -> Iterator[Workshop]:
    """Give a place for homes."""
    with workshop() as shop:
        yield shop


@pytest.mark.parametrize(
    ("scene", "letters"),
    [
        ("deadline", 14 + 7 + 2 + 1 + 7 + 1),
        ("beginning", 7 + 7 + 7),
        ("ending", 14 + 7 + 7 + 6 + 7),
    ],
)
def test_a_cycle_takes_its_steps(workshop: Workshop, scene: str, letters: int) -> None:
    """A step that no cycle takes would be a step that no test stops at."""
    whole = workshop.undisturbed(scene)
    assert set(whole.steps) == STEPS[scene]
    assert len(whole.seen.letters) == letters
    assert set().union(*STEPS.values()) == set(Step)


def _stops() -> Iterator[tuple[str, Step, str, bool]]:
    """Yield every step of the richest scene twice, the first and the last, and others once."""
    for step in sorted(STEPS["deadline"]):
        for which in ("first", "last"):
            for after in (False, True):
                yield "deadline", step, which, after
    for scene in ("beginning", "ending"):
        for step in (Step.ANSWER, Step.JOURNAL):
            for after in (False, True):
                yield scene, step, "last", after


@pytest.mark.parametrize(
    ("scene", "step", "which", "after"),
    list(_stops()),
    ids=lambda value: ("before", "after")[value] if isinstance(value, bool) else str(value),
)
def test_a_stop_changes_nothing(
    workshop: Workshop, scene: str, step: Step, which: str, after: bool
) -> None:
    """The record, its commits, the letters and the pages are those of an undisturbed run."""
    taken = workshop.undisturbed(scene).steps
    places = [number for number, name in enumerate(taken) if name is step]
    at = {"first": places[0], "last": places[-1]}[which]
    assert check(workshop, scene, AtStep(at, after)) == 1


@pytest.mark.parametrize("number", range(KILLS))
def test_a_kill_at_random_changes_nothing(workshop: Workshop, number: int) -> None:
    """Wherever it comes, git's part included, and if it comes again in the midst of mending."""
    scene, moments = by_chance(SEED, number, workshop)
    assert check(workshop, scene, *moments) <= len(moments)
