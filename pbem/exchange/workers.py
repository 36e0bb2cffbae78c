"""Many games looked at, on all processors: each game for itself, in the order asked for."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

_FEW = 8
_MOST = 8
_SHARES = 32
_OFTEN = 50_000
_Item = TypeVar("_Item")
_Found = TypeVar("_Found")


@contextmanager
def spread(work: Callable[[_Item], _Found], items: Sequence[_Item]) -> Iterator[Iterator[_Found]]:
    """Give what a function finds of each item, in their order; others begin at once.

    A few items are not worth a process.

    Args:
        work: A function of a module, which other processes can find; it neither keeps nor
            changes anything.
        items: What it is given; they and what it finds are sent between processes.
    """
    processors = _processors()
    if processors == 1 or len(items) < _FEW:
        yield map(work, items)
        return
    share = max(1, min(_MOST, len(items) // (processors * _SHARES)))
    with ProcessPoolExecutor(
        processors, multiprocessing.get_context("fork"), initializer=_begin
    ) as pool:
        try:
            yield pool.map(work, items, chunksize=share)
        finally:
            pool.shutdown(cancel_futures=True)


def _processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _begin() -> None:
    """Look for cycles less often: games leave hardly any, and they are looked for in all else."""
    gc.freeze()
    gc.set_threshold(_OFTEN, 20, 100)
