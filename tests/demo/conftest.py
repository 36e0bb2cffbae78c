"""Whole demos, each played once for all tests that look at it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.demo.stage import play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what plays the usual demo of a board and returns its folder; read only.

    Where several workers run tests, the first that needs it plays it for all.
    """
    root = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        root = root.parent

    def play_once(variant: str) -> Path:
        folder = root / f"demo-{variant}"
        with (root / f"{folder.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            play(folder, variant=variant)
        return folder

    return play_once


@pytest.fixture(scope="session")
def whole(played: Callable[[str], Path]) -> Path:
    """Return the folder of the usual demo, played to its end; read only."""
    return played("standard")
