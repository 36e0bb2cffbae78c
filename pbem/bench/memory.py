"""How much memory this process has, and the most it ever had."""

from __future__ import annotations

import resource
from pathlib import Path


def peak_mb() -> float:
    """Return the most memory that this process has had, in MiB.

    Where the kernel tells it (`proc(5)`), it is this program's own; `getrusage` counts what
    its parent had when it was started as well.
    """
    own = _told("VmHWM")
    return (own or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024


def now_mb() -> float:
    """Return the memory that this process has now, in MiB; the most it had where unknown."""
    own = _told("VmRSS")
    return own / 1024 if own else peak_mb()


def _told(name: str) -> int:
    status = Path("/proc/self/status")
    lines = status.read_text("ascii").splitlines() if status.is_file() else []
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)
