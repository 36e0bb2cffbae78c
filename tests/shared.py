"""Data that lies beside the repository, and programs of the system.

Both may be absent on a stranger's machine. A test that wants them says so in one
line and is skipped; everything else runs on a clone alone. With PBEM_REQUIRE_ALL
set, as in CI, a missing program is a failure.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

PARTS = ("conformance", "mail-cases", "orders", "judge-texts")
"""What `make cases` can take from another folder; the marker of a part has `_` for `-`."""

_BESIDE = Path(__file__).resolve().parents[2] / "shared"


def find_shared(*parts: str) -> Path | None:
    """Return a file or folder of the shared data, or None where it is absent.

    With PBEM_CASES set (`make cases`), the parts in `PARTS` come from that folder
    alone, and anything else from it first. Otherwise PBEM_SHARED says where the data
    is, else it is `shared` beside the repository.
    """
    beside = Path(os.environ.get("PBEM_SHARED") or _BESIDE)
    cases = os.environ.get("PBEM_CASES")
    roots = [Path(cases)] if cases else []
    if not (cases and parts[0] in PARTS):
        roots.append(beside)
    return next((path for root in roots if (path := root.joinpath(*parts)).exists()), None)


def shared(*parts: str) -> Path:
    """Return a file or folder of the shared data; skip the test (or module) without it."""
    path = find_shared(*parts)
    if path is None:
        pytest.skip(f"shared data: {'/'.join(parts)} is not there", allow_module_level=True)
    return path


def program(name: str, package: str | None = None) -> Path:
    """Return the path of a program of the system; skip the test (or module) without it.

    Args:
        name: As typed: `chromium`.
        package: The Debian package that has it, where its name differs.
    """
    # Debian keeps servers where only root's PATH looks.
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/lib/dovecot")
    if found is None:
        missing(f"{name} is not installed (Debian package {package or name})")
    return Path(found)


def missing(what: str) -> NoReturn:
    """Skip for something the system lacks, or fail where everything must be there."""
    if os.environ.get("PBEM_REQUIRE_ALL"):
        pytest.fail(what, pytrace=False)
    pytest.skip(what, allow_module_level=True)
