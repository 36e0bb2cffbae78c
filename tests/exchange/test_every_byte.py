"""Wherever a good record is changed, the change is found."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pbem.exchange import gamefiles
from pbem.exchange.replay import check_game
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


ODD = (None, True, 0, -1, 1.5, "x", [], [1], ["x"], {}, {"a": [1]}, [[]], 10**30)


def members(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the ways to all members and items within a JSON value."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*path, key)
            yield from members(value[key], (*path, key))


def with_another(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """Return a JSON value in which one member is another."""
    changed = deepcopy(value)
    within = changed
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = other
    return changed


Check = Callable[[str, int, tuple[Any, ...], Any], bool]


@pytest.fixture
def finds(monkeypatch: pytest.MonkeyPatch) -> Check:
    """Say whether another member in a line of a file is told of; True where it is no other."""
    texts: dict[str, str] = {}
    read_as_it_is = gamefiles.read_text

    def read_text(path: Path | str) -> str:
        return texts.get(str(path)) or read_as_it_is(path)

    def find(name: str, line: int, path: tuple[Any, ...], other: Any) -> bool:
        lines = lines_of(name)
        value = json.loads(lines[line])
        changed = with_another(value, path, other)
        lines[line] = json.dumps(changed)
        texts.clear()
        texts[str(GAMES / name)] = "".join(f"{line}\n" for line in lines)
        read = gamefiles.read_files(GAMES, name.partition("/")[0])
        return changed == value or bool([*read.findings, *check_game(read)])

    monkeypatch.setattr(gamefiles, "read_text", read_text)
    return find


def lines_of(name: str) -> list[str]:
    """Return the JSON values of a file: one a line, or one."""
    whole = (GAMES / name).read_text(encoding="utf-8")
    return whole.splitlines() if name.endswith("l") else [whole]


@pytest.mark.parametrize("seed", range(CHANGES))
def test_any_member_of_another_type_is_found(seed: int, finds: Check) -> None:
    """Whatever JSON can say in its place, it is told of, and nothing breaks."""
    chance = random.Random(seed)
    for _ in range(20):
        name = chance.choice([name for name in files() if "json" in name])
        lines = lines_of(name)
        line = chance.randrange(len(lines))
        path = chance.choice(list(members(json.loads(lines[line]))))
        assert finds(name, line, path, chance.choice(ODD)), (name, line, path)


@pytest.mark.parametrize("other", ODD, ids=repr)
def test_numbers_and_receipts_of_another_type_are_found(other: Any, finds: Check) -> None:
    """Lines of events are sorted by the number of a phase, and its receipts are counted."""
    events = "gx7/events.jsonl"
    for line, text in enumerate(lines_of(events)):
        if '"number"' in text:
            assert finds(events, line, ("number",), other)
    phase = "gx7/phases/001-S1901M.json"
    assert finds(phase, 0, ("receipts", "FRANCE"), other)
    assert finds(phase, 0, ("rules", "name"), other)


def test_a_rule_of_game_toml_that_is_a_date_is_found(tmp_path: Path) -> None:
    """TOML has types that JSON has not."""
    shutil.copytree(GAMES, tmp_path / "games")
    path = tmp_path / "games" / "gx7" / "game.toml"
    text = path.read_text(encoding="utf-8")
    for other in ("1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "nan"):
        assert 'name = "2023"' in text
        path.write_text(text.replace('name = "2023"', f"name = {other}"), encoding="utf-8")
        assert not verify(tmp_path / "games").ok


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
