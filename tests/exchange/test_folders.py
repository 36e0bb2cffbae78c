"""Folders in folders, more of them than Python would go down by recursion."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.exchange.bookshelf import find_files
from pbem.exchange.folders import files_below
from pbem.exchange.packed import SUMS, check_sums
from pbem.exchange.verify import verify
from tests.exchange.test_verify import found, games, good

__all__ = ["games", "good"]

DEEP = 1_200
TOO_DEEP = 2_100
"""So many folders with names of one letter make a longer path than Linux opens."""


@pytest.fixture
def nested(tmp_path: Path) -> Iterator[Path]:
    """A folder to be filled by `nest`; whatever the test filled so is removed after it."""
    folder = tmp_path / "nested"
    folder.mkdir()
    yield folder
    # Python's own way to remove folders goes down by recursion.
    subprocess.run(["rm", "-r", tmp_path], check=True)


def nest(folder: Path, depth: int) -> None:
    """Put folders into one another, and a file into the innermost."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=here)
        there = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there
    os.close(os.open("x", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)


def test_a_file_is_found_however_deep_it_lies(nested: Path) -> None:
    nest(nested, DEEP)
    (nested / "a").write_text("")
    (nested / "d" / "link").symlink_to("/")
    assert [name for name, _ in files_below(nested)] == ["a", f"{'d/' * DEEP}x", "d/link"]
    assert files_below(nested / "none") == []


def test_a_folder_that_cannot_be_opened_is_told(nested: Path) -> None:
    nest(nested, TOO_DEEP)
    told: list[tuple[str, str]] = []
    assert files_below(nested, lambda *one: told.append(one)) == []
    ((name, why),) = told
    assert set(name) == {"d", "/"}
    assert why == "File name too long"


def test_verify_goes_on_beside_them(nested: Path, games: Path) -> None:
    """The game and the boards each name what is too much; the others are good."""
    nest(games / "gx7", TOO_DEEP)
    nest(games / "variants", DEEP)
    (games / "gx7" / "d" / "d" / "x").write_text("x")
    done = verify(games)
    told = found(done)
    assert "the folder cannot be opened: File name too long" in told
    assert "gx7/d/d/x: no file of a record has this name" in told
    assert f"variants/{'d/' * DEEP}x: git: it is in the folder, but not in the newest" in told
    assert [check.game for check in done.games if not check.ok] == ["gx7", "games"]


def test_checksums_and_imports_find_all(nested: Path) -> None:
    nest(nested, DEEP)
    (nested / SUMS).write_text("")
    deep = f"{'d/' * DEEP}x"
    assert [found.file for found in check_sums(nested)] == [deep]
    assert find_files([nested]) == [nested / SUMS, nested / deep]
