"""Programs that ours is measured beside: where they are kept, how they are installed and run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pbem.errors import PbemError

_PATIENCE = 3600
"""Seconds that an installation or a run may take."""


def environment(package: str, version: str) -> Path:
    """Return the folder of a package's own environment: in XDG_CACHE_HOME, else in ~/.cache."""
    base = os.environ.get("XDG_CACHE_HOME")
    python = f"py{sys.version_info.major}.{sys.version_info.minor}"
    return Path(base or Path.home() / ".cache") / "pbem" / f"{package}-{version}-{python}"


def installed(package: str, version: str) -> Path:
    """Return the folder with the programs of a package's environment, made if need be.

    Raises:
        PbemError: It cannot be installed here; the message says why.
    """
    folder = environment(package, version)
    mark = folder / "complete"
    if not mark.exists():
        run(sys.executable, "-m", "venv", "--clear", str(folder))
        quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
        run(str(folder / "bin" / "python"), "-m", "pip", "install", *quiet, f"{package}=={version}")
        mark.touch()
    return folder / "bin"


def run(*command: str) -> str:
    """Run a program to its end and return what it printed.

    Raises:
        PbemError: It cannot be started, takes an hour, or fails; the message is its own.
    """
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PbemError(str(error)) from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no word why").splitlines()
        why = next((line for line in said if line.startswith("ERROR")), said[-1])
        raise PbemError(why.removeprefix("ERROR: "))
    return done.stdout
