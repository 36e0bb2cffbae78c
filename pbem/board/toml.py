"""TOML that anybody may have written."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_MOST_SIGNS = 1_000_000
_MOST_PARTS = 300
_TEXT = re.compile(r'(?<=[=\[,]) ?"(?:[^"\\]|\\.)*"')
"""A text that is a value, which may have any dots; a quoted name of a part stays."""


def read_toml(text: str) -> dict[str, Any]:
    """Return a TOML document.

    Raises:
        ValueError: It is none, or one that would take for ever to read: names of thousands
            of parts (`a.a.a.a…`) do.
    """
    if len(text) > _MOST_SIGNS:
        raise ValueError(f"more than {_MOST_SIGNS} characters")
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MOST_PARTS and _TEXT.sub("", line).count(".") > _MOST_PARTS:
            raise ValueError(f"line {number}: more than {_MOST_PARTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
