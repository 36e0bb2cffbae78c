"""Chance that is no chance: choices that follow from words alone.

The players of a demo take a choice the same way whenever they come to it again,
on any machine and after any stop. So a choice is never drawn from a stream that
goes on; it is worked out from the words that name it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A source of choices named by words, such as a seed, a phase and a power.

    The same words give the same choices in the same order.
    """

    def __init__(self, *words: object) -> None:
        """Start from words; each is taken as its text."""
        self._key = "\x1f".join(map(str, words)).encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """Return a number from 0 up to `limit`, which is at least 1 and left out."""
        self._count += 1
        digest = hashlib.sha256(self._key + b"\x1e%d" % self._count).digest()
        return int.from_bytes(digest[:8], "big") % limit

    def between(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`, both of them possible."""
        return low + self.below(high - low + 1)

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of several; there is at least one."""
        return choices[self.below(len(choices))]

    def percent(self, chance: int) -> bool:
        """Return True in so many cases of a hundred."""
        return self.below(100) < chance


def digest(*words: object, length: int = 24) -> str:
    """Return hexadecimal digits that follow from words.

    >>> digest("seed", 1) == digest("seed", 1) != digest("seed", 2)
    True
    """
    return hashlib.sha256("\x1f".join(map(str, words)).encode()).hexdigest()[:length]
