"""What a process says of its memory is its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pbem.bench.memory import now_mb, peak_mb

CHILD = "from pbem.bench.memory import peak_mb; print(peak_mb())"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process its own peak")
def test_what_a_parent_had_does_not_count() -> None:
    """A small program started by one with 300 MB says less than 100."""
    big = bytearray(b"x" * 300 * 2**20)
    assert now_mb() > 300
    done = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=True)
    assert 1 < float(done.stdout) < 100
    assert len(big) == 300 * 2**20


def test_the_most_is_not_less_than_what_there_is() -> None:
    """What was given back counts in the most, not in what there is now."""
    big = bytearray(b"x" * 100 * 2**20)
    with_it = now_mb()
    del big
    assert peak_mb() >= with_it > now_mb() + 90
