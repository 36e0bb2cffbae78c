"""One judge at a time works on a home."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.errors import HomeBusyError
from pbem.judge.clock import SystemClock

_PRIVATE = 0o600


_PIECE = 0.1
_PIECES = 50
"""Seconds of one wait for what a judge that died has left running, and most waits."""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a home's lock; the system lets go of it when the process ends, however it ends.

    Raises:
        HomeBusyError: Another process holds it; says which.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE)
    try:
        _take(handle, path)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
    finally:
        os.close(handle)


def _take(handle: int, path: Path) -> None:
    for _ in range(_PIECES):
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        holder = os.pread(handle, 32, 0).decode("ascii", "replace").strip()
        if not holder.isdecimal() or _lives(int(holder)):
            break
        # A judge that was killed while it started git: its child lets go in a moment.
        SystemClock().wait(_PIECE, lambda: False)
    raise HomeBusyError(
        f"{path.parent.parent}: another judge works on this home (process "
        f"{holder or 'unknown'}); stop it first"
    )


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
