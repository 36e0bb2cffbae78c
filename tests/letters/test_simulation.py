"""Games that play themselves: whatever people do, the laws hold after every step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.game.state import Stage
from tests.letters.simulation import simulate

GAMES = int(os.environ.get("PBEM_SIM_GAMES", "10"))


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_laws_hold(seed: int, tmp_path: Path) -> None:
    """No secret where it does not belong, everyone answered, the record beyond doubt."""
    simulation = simulate(seed, tmp_path / "home")
    assert simulation.game().stage is Stage.ENDED
    assert simulation.heard > simulation.steps
