"""docs/formats.md says what a board can say; its own example is read by the tests of records."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.board.checks import counts_of
from pbem.board.text import check_text, read_variant
from tests.board.test_checks import SOUND

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Boards")[2]
EXAMPLE = re.search(r"```toml variants/\S+\n(.*?)```", SECTION, re.DOTALL)


def test_the_example_is_a_good_board() -> None:
    """Nothing is wrong with it, and it can be played by two."""
    assert EXAMPLE
    assert check_text(EXAMPLE[1]) == []
    assert len(read_variant(EXAMPLE[1]).arrangements["p2"].seats) == 2


def _members(raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of members that are not ids, coasts or words of the board's own."""
    for name, value in raw.items():
        yield name
        if name in ("powers", "provinces", "arrangements"):
            for table in value.values():
                yield from _members(table)
        elif name in ("start", "options", "coin"):
            yield from value
        elif name == "impassable":
            yield from value[0]


@pytest.mark.parametrize("name", sorted(set(_members(tomllib.loads(SOUND))) - {"schema"}))
def test_every_member_is_explained(name: str) -> None:
    """What the board of the tests says is in the tables of the page."""
    assert re.search(rf"`(names\.)?{name}(\.<\w+>)?\b", SECTION)


def test_every_count_is_explained() -> None:
    """The page lists what can be counted."""
    assert all(f"`{name}`" in SECTION for name in counts_of(read_variant(SOUND)))
