"""The daemon: cycles until it is told to stop, and no cycle is left half done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from types import FrameType
from typing import Any

from pbem.errors import MailboxError
from pbem.judge.clock import Clock, SystemClock
from pbem.judge.cycle import Cycle, Judge
from pbem.judge.home import Home

_LONGEST_PAUSE = timedelta(minutes=30)


Say = Callable[[str, Mapping[str, Any], str], None]
"""Told of what happens: the event's name, its facts, and all of it in a line of words."""


class _Stop:
    """Whether a signal has asked to stop."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.asked = True


def run(
    home: Home,
    *,
    say: Say,
    clock: Clock | None = None,
    trust_clock: bool = False,
) -> None:
    """Poll until SIGTERM or SIGINT; the cycle at hand is finished first.

    A mailbox that cannot be read is tried again after growing pauses. While the clock
    cannot be believed nothing is done, unless it is trusted.

    Raises:
        HomeError: Another judge works on this home.
        JournalError: The private state cannot be used.
    """
    clock = clock or SystemClock()
    with _stopping() as stop, Judge.open(home, clock=clock, beside=True) as judge:
        words = f"judging in {home.path}; letters to {home.settings.address}"
        say("started", {"home": str(home.path)}, words)
        pause, doubted = home.settings.poll, ""
        while not stop.asked:
            if not trust_clock and (doubt := judge.doubts()):
                if not doubted:
                    say("clock", {"doubt": doubt}, f"nothing is judged: {doubt}")
                doubted = doubt
                clock.wait(home.settings.poll.total_seconds(), lambda: stop.asked)
                continue
            doubted = ""
            try:
                cycle = judge.poll()
                pause = home.settings.poll
                if cycle != Cycle():
                    say("cycle", asdict(cycle), describe(cycle))
                elif judge.tidy():
                    say("tidied", {}, "packed the repository of the record")
            except MailboxError as error:
                said = str(error)
                say("mailbox", {"error": said}, f"the mailbox cannot be read: {said}")
                pause = min(pause * 2, _LONGEST_PAUSE)
            clock.wait(
                _seconds(judge, clock, pause),
                lambda: stop.asked or judge.news(),
            )
        say("stopped", {}, "stopped")


def _seconds(judge: Judge, clock: Clock, pause: timedelta) -> float:
    """Return how long to wait: a pause, or less where something falls due before."""
    due = judge.next_time()
    left = pause.total_seconds()
    if due is not None:
        left = min(left, (due - clock.now()).total_seconds() + 1)
    return max(left, 1.0)


def describe(cycle: Cycle) -> str:
    """Return what a cycle did, in a line."""
    parts = [f"{cycle.letters} letters read"]
    if cycle.set_aside:
        parts.append(f"{cycle.set_aside} set aside")
    if cycle.judged:
        parts.append(f"judged {', '.join(cycle.judged)}")
    parts.append(f"{cycle.sent} sent")
    if cycle.unsent:
        parts.append(f"not sent: {cycle.unsent}")
    parts += [f"not done yet: {trouble}" for trouble in cycle.troubles]
    return ", ".join(parts)


@contextmanager
def _stopping() -> Iterator[_Stop]:
    stop = _Stop()
    signals = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.signal(number, stop) for number in signals}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
