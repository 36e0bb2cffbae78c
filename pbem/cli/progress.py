"""How far long work has come: shown on a terminal, silent in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on a terminal's standard error; nothing anywhere else.

    Yields:
        What the work tells after each part: how many are done, and of how many.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr, show_pos=True) as bar:

        def watch(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield watch
