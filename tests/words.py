"""What sayings say in English, for tests that look at the words of letters."""

from __future__ import annotations

from pbem.sayings import Says
from pbem.voice import voice


def english(says: Says | None) -> str:
    """Return a saying in the product's words; a text as it is, and nothing as nothing."""
    return voice().say(says) if says is not None else ""
