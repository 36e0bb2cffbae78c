"""`pbem bench soak`: memory does not follow the letters."""

from __future__ import annotations

import json
import subprocess
import sys

COMMAND = [sys.executable, "-m", "pbem", "bench", "soak", "--json"]


def test_memory_stays_flat() -> None:
    """A judge that has taken 2,000 letters and judged 100 phases has little more than halfway."""
    done = subprocess.run(
        [*COMMAND, "--letters", "2000", "--games", "10"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["letters"], figures["judged"]) == (2000, 100)
    assert len(figures["memory_mb"]) == 10
    assert figures["memory_mb"][-1] - figures["memory_mb"][4] <= 10
    assert figures["peak_mb"] <= 150
