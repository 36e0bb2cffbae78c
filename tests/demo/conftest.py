"""A whole demo, played once for all tests that look at it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from pbem.demo.stage import play


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the usual demo, played to its end; read only.

    Where several workers run tests, the first that needs it plays it for all.
    """
    root = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        root = root.parent
    with (root / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        play(root / "demo")
    return root / "demo"
