"""What holds for all tests: the profile of hypothesis, and `make cases`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.shared import PARTS

# The same examples every time, unless new ones are asked for; and no wall-clock
# limits, which lie where tests share their cores.
_EXPLORE = bool(os.environ.get("PBEM_EXPLORE"))
settings.register_profile("pbem", deadline=None, derandomize=not _EXPLORE, print_blob=True)
settings.load_profile("pbem")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With PBEM_CASES, keep only tests of the parts that the folder has."""
    folder = os.environ.get("PBEM_CASES")
    if not folder:
        return
    only = os.environ.get("PBEM_ONLY")
    wanted = {
        part.replace("-", "_")
        for part in PARTS
        if (Path(folder) / part).exists() and only in (None, "", part)
    }
    kept = [item for item in items if any(mark.name in wanted for mark in item.iter_markers())]
    dropped = [item for item in items if item not in set(kept)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
    items[:] = kept


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """With PBEM_CASES, a run in which no case was judged is an error."""
    if os.environ.get("PBEM_CASES") and exitstatus == pytest.ExitCode.OK:
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None and not reporter.stats.get("passed"):
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
