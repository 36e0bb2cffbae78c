"""How many games `pbem verify` checks in a second, in a process of its own."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pbem.bench.programs import run
from pbem.bench.rulings import make_record
from pbem.bench.stopwatch import wall_seconds

_ROUNDS = 5


@dataclass(frozen=True)
class VerifyFigures:
    """What it takes to check a record.

    Attributes:
        games, phases: How many, and how many phases in each.
        wall_s: Of the whole command, from its start; the median of some.
        cpu_s: Seconds of processors, git's among them; the least of some.
        games_per_s: By the clock on the wall.
        cpu_ms: A game, of processors.
    """

    games: int
    phases: int
    wall_s: float
    cpu_s: float
    games_per_s: float
    cpu_ms: float


def measure_verify(games: int, phases: int, watch: Callable[[str], None]) -> VerifyFigures:
    """Let `pbem verify` check a record of games that are played for it.

    Raises:
        PbemError: It finds something.
    """
    with tempfile.TemporaryDirectory() as room:
        watch("playing")
        record = make_record(Path(room), games, phases)
        watch("checking")
        walls, processors = zip(*(_once(record) for _ in range(_ROUNDS)), strict=True)
    wall, cpu = median(walls), min(processors)
    return VerifyFigures(games, phases, wall, cpu, games / wall, cpu / games * 1000)


def _once(record: Path) -> tuple[float, float]:
    """Return seconds on the wall and of processors that one check takes."""
    before = os.times()
    wall = wall_seconds(lambda: run(sys.executable, "-m", "pbem", "verify", str(record)))
    after = os.times()
    spent = after.children_user - before.children_user
    return wall, spent + after.children_system - before.children_system
