"""How long something takes: processor seconds of the thread at hand, or seconds on the wall.

What other programs do on the machine at the same time does not count for the first, so
that figures taken on a busy machine can be compared. Nothing here knows what time it is.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from pbem.judge.clock import elapsed


def seconds(run: Callable[[], object]) -> float:
    """Return the processor seconds that a call takes in this thread."""
    start = time.thread_time()
    run()
    return time.thread_time() - start


def wall_seconds(run: Callable[[], object]) -> float:
    """Return the seconds that a call takes, those in which it waits for the disk included."""
    start = elapsed()
    run()
    return elapsed() - start


def settle_memory() -> None:
    """Keep what is in memory now, such as the input, out of the collector's rounds."""
    gc.collect()
    gc.freeze()
