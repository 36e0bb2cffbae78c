"""Letters cut and joined from others: nothing breaks, no robot is answered, no quotation obeyed."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.checks import check
from tests.fuzz.letters import make_letter


@settings(max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_letters_that_are_searched_for(data: st.DataObject) -> None:
    """Hypothesis looks for the smallest letter that breaks something."""
    check(make_letter(lambda most: data.draw(st.integers(0, most - 1))))


@settings(max_examples=4000, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_letters_by_chance(seed: int) -> None:
    """Letters of all kinds; `python -m tests.fuzz` makes as many as one likes."""
    check(make_letter(random.Random(seed).randrange))
