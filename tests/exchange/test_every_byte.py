"""Wherever a good record is changed, the change is found."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from tests.exchange.test_versions import RECORDS

GAMES = RECORDS / "schema-1"
OUTSIDE = ("people.toml",)
CHANGES = 40


def files() -> list[str]:
    """Return the files of the games with an end, that something later covers; and the board."""
    paths = [path for game in ("gx7", "late", "said") for path in (GAMES / game).rglob("*")]
    paths += (GAMES / "variants").glob("standard*")
    return sorted(
        path.relative_to(GAMES).as_posix()
        for path in paths
        if path.is_file() and path.name not in OUTSIDE
    )


@pytest.mark.parametrize("seed", range(CHANGES))
def test_any_character_that_is_another_is_found(seed: int, tmp_path: Path) -> None:
    """One character, anywhere in any file, without the help of git; the file is named."""
    chance = random.Random(seed)
    name = chance.choice(files())
    shutil.copytree(GAMES, tmp_path / "games")
    path = tmp_path / "games" / name
    text = path.read_text(encoding="utf-8")
    place = chance.randrange(len(text))
    other = chance.choice([c for c in 'aZ09 "{,\n' if c != text[place]])
    path.write_text(text[:place] + other + text[place + 1 :], encoding="utf-8")
    findings = [
        str(finding) for check in verify(tmp_path / "games").games for finding in check.findings
    ]
    assert any(path.name in finding for finding in findings), (name, place, findings[:3])


@pytest.mark.parametrize("seed", range(CHANGES // 2))
def test_any_line_that_is_gone_or_doubled_is_found(seed: int, tmp_path: Path) -> None:
    """In every file that has several."""
    chance = random.Random(seed)
    name = chance.choice(files())
    shutil.copytree(GAMES, tmp_path / "games")
    path = tmp_path / "games" / name
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    place = chance.randrange(len(lines))
    lines[place : place + 1] = [] if seed % 2 else [lines[place]] * 2
    path.write_text("".join(lines), encoding="utf-8")
    done = verify(tmp_path / "games")
    assert not done.ok, (name, place)
