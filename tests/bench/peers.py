"""Another engine for tests: the real process, with a stand-in for the package it needs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.bench import beside
from pbem.bench.peer import Peer

_FAKE = Path(__file__).with_name("fake")


@contextmanager
def fake_peer() -> Iterator[Peer]:
    """Run `pbem.bench.beside` on the stand-in."""
    process = subprocess.Popen(
        [sys.executable, beside.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(_FAKE)},
    )
    with process:
        yield Peer(process)
        assert process.stdin is not None
        process.stdin.close()
