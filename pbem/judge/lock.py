"""One judge at a time works on a home."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.errors import HomeBusyError

_PRIVATE = 0o600


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a home's lock; the system lets go of it when the process ends, however it ends.

    Raises:
        HomeBusyError: Another process holds it; says which.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(handle, 32).decode("ascii", "replace").strip() or "unknown"
            raise HomeBusyError(
                f"{path.parent.parent}: another judge works on this home (process {holder}); "
                "stop it first"
            ) from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
    finally:
        os.close(handle)
