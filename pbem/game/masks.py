"""Texts that the public may read: without addresses and tokens."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")
_TOKEN = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]*[2-7])[A-Za-z2-7]{16}(?![A-Za-z0-9])")


def mask(text: str) -> str:
    """Return a text without addresses and tokens.

    >>> mask("a par-bur (judge+gx7.abcdefghijklm234@example.org)")
    'a par-bur ([address])'
    """
    return _TOKEN.sub("[token]", _ADDRESS.sub("[address]", text))


def mask_tokens(text: str) -> str:
    """Return a text without tokens, which would let a reader speak for its writer."""
    return _TOKEN.sub("[token]", text)
