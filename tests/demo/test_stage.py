"""A demo is the same each time, however often it is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from pbem.demo.stage import STATE, Outcome, play
from pbem.errors import ConfigError, HomeError
from pbem.judge.steps import Step
from pbem.store.history import head

T = TypeVar("T")
PHASES = 3
SEED = "short"


class Killed(BaseException):
    """Stands for the end of the process: nothing in the judge catches it."""


class Killer:
    """An effect that ends the process again and again, before or after a step.

    The stretches between grow, so that the judge gets on.
    """

    def __init__(self, first: int) -> None:
        self.stretch = first
        self.left = first
        self.killed: list[Step] = []

    def __call__(self, step: Step, do: Callable[[], T]) -> T:
        self.left -= 1
        if self.left:
            return do()
        self.stretch += 2
        self.left = self.stretch
        self.killed.append(step)
        if len(self.killed) % 2:
            do()
        raise Killed(step)


def tree(folder: Path, game: str = "demo") -> dict[str, bytes]:
    """Return all that a demo leaves for others to see: record, pages, letters."""
    places = (f"games/{game}", "games/variants", "site", "var/mail", "var/spool")
    files = (path for place in places for path in (folder / place).rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a demo that was left after a few phases."""
    folder = tmp_path_factory.mktemp("short") / "demo"
    play(folder, seed=SEED, phases=PHASES)
    return folder


def assert_same(folder: Path, other: Path, game: str = "demo") -> None:
    """Compare two demos, byte for byte, and the commits of their records."""
    assert tree(folder, game) == tree(other, game)
    assert head(folder / "games") == head(other / "games")
    assert (folder / STATE).read_bytes() == (other / STATE).read_bytes()


def test_the_same_seed_gives_the_same_demo(short: Path, tmp_path: Path) -> None:
    """Letters, commits and pages are the same byte for byte, wherever it is played."""
    outcome = play(tmp_path / "elsewhere" / "again", seed=SEED, phases=PHASES)
    assert outcome.phases == PHASES
    assert outcome.letters > 30
    assert_same(short, tmp_path / "elsewhere" / "again")


def test_another_seed_gives_another_demo(short: Path, tmp_path: Path) -> None:
    """Seats, letters and orders follow from the seed."""
    play(tmp_path / "demo", seed="other", phases=0)
    assert not set(tree(tmp_path / "demo")) <= set(tree(short))


@pytest.mark.parametrize("first", [4, 9])
def test_a_killed_demo_goes_on_to_the_same_end(short: Path, tmp_path: Path, first: int) -> None:
    """Stopped again and again before or after a step of the judge, it ends as if it never was."""
    killer = Killer(first)
    outcome: Outcome | None = None
    for _ in range(100):
        try:
            outcome = play(tmp_path / "demo", seed=SEED, phases=PHASES, effect=killer)
            break
        except Killed:
            continue
    assert outcome is not None
    assert len(set(killer.killed)) > 3
    assert_same(short, tmp_path / "demo")


def test_a_process_that_was_killed(short: Path, tmp_path: Path) -> None:
    """SIGKILL in the middle, then the same command: the same end."""
    folder = tmp_path / "demo"
    code = (
        "import sys; from pathlib import Path; from pbem.demo.stage import play; "
        f"play(Path(sys.argv[1]), seed={SEED!r})"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(folder)]) as process:
        # It is killed well before it would be past the phases that are compared.
        while not (folder / "games/demo/phases/001-S1901M.json").exists():
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    play(folder, seed=SEED, phases=PHASES)
    assert_same(short, folder)


def test_a_half_made_home_is_made_again(short: Path, tmp_path: Path) -> None:
    """A demo that was killed while its home was made begins anew."""
    folder = tmp_path / "demo"
    folder.mkdir()
    state = json.loads((short / STATE).read_text())
    state |= {"stage": "making", "time": "2026-01-05T09:00:00Z", "letters": []}
    (folder / STATE).write_text(json.dumps(state))
    (folder / ".making" / "var").mkdir(parents=True)
    (folder / "var").mkdir()
    (folder / "pbem.toml").write_text("half")
    play(folder, phases=PHASES)
    assert_same(short, folder)


def test_an_unfinished_demo_keeps_its_seed(short: Path) -> None:
    """Without a seed it goes on with its own; another one is refused."""
    before = tree(short)
    play(short, phases=PHASES)
    assert tree(short) == before
    with pytest.raises(ConfigError, match="with seed short"):
        play(short, seed="long")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.txt", "mine"),
        (STATE, "{"),
        (STATE, '{"schema": "something else"}'),
        (STATE, '{"schema": "pbem demo 1", "stage": "resting"}'),
        (STATE, "[]"),
    ],
)
def test_anything_else_is_left_alone(tmp_path: Path, name: str, text: str) -> None:
    """A folder that holds something that is no demo is refused, and nothing in it changes."""
    (tmp_path / name).write_text(text)
    with pytest.raises(HomeError, match="--dir"):
        play(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == text


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """The name of a file is refused."""
    (tmp_path / "file").write_text("")
    with pytest.raises(HomeError, match="no folder"):
        play(tmp_path / "file")
