"""The steps of the judge that change the world, by name.

Every effect passes through one function that knows the step's name, so that a
test can stop the judge before or after any of them and start it again. All
steps after `journal` can be repeated without harm.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeVar

T = TypeVar("T")


class Step(StrEnum):
    """What the judge is about to do to the world, in the order of a letter's way."""

    ANSWER = "answer"
    KEEP = "keep"
    RECEIVE = "receive"
    SETTLE = "settle"
    JOURNAL = "journal"
    RECORD = "record"
    FILES = "files"
    SEND = "send"
    SENT = "sent"
    PAGES = "pages"
    PUSH = "push"
    DROP = "drop"


class Effect(Protocol):
    """A function through which every effect passes."""

    def __call__(self, step: Step, do: Callable[[], T]) -> T:
        """Do it and return what it returns."""
        ...


def effect(step: Step, do: Callable[[], T]) -> T:
    """Do a step; the plain one, that never stops."""
    del step
    return do()
