"""Archives for the tests of the site: games played by lot, kept as a judge keeps them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.game.publication import GameRecord, PhaseFile
from pbem.game.settings import Words
from pbem.game.texts import write_people, write_phase_file
from pbem.site.build import BuildReport, build_site
from pbem.site.settings import SiteSettings
from pbem.store.archive import read_game
from pbem.store.entries import RulingEntry
from tests.store.sample import BOARD, new_home, play

SETTINGS = SiteSettings(title="Judge & Co.", footer="Kept by <Hanna>.", address="judge@example.org")
HOSTILE = "<script>alert('Ann')</script> \" onload=x \u202e&amp;\x07"

PRESS = (
    b'{"at": "2026-01-12T09:00:00Z", "from": "FRANCE", "to": ["TURKEY"], "phase": "S1901M", '
    b'"text": "# Peace\\n\\n<script>alert(1)</script> [now](javascript:x) *please*"}\n'
    b'{"at": "2026-01-12T10:00:00Z", "from": "", "to": [], "text": "Somebody lies."}\n'
)
_GIT = {
    "PATH": os.environ["PATH"],
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


class Home:
    """A judge's games, grown ruling by ruling, and their site."""

    def __init__(self, folder: Path) -> None:
        """Make an empty record in a folder."""
        self.folder = folder
        self.journal, self.recorder = new_home(folder)
        self.board = self.journal.keep_board(BOARD)
        self.games = folder / "games"
        self.site = folder / "site"

    def play(
        self, game: str, phases: int, *, ends: bool = False, words: Words = Words.PHASE
    ) -> Iterable[RulingEntry]:
        """Return the rulings of a game that is played by lot."""
        return play(game, self.board, phases, ends=ends, words=words)

    def add(self, rulings: Iterable[RulingEntry]) -> None:
        """Journal and record rulings."""
        for ruling in rulings:
            self.journal.commit(ruling)
        self.recorder.catch_up(self.journal)

    def build(self, *, full: bool = False) -> BuildReport:
        """Build the site as the judge does."""
        return build_site(self.games, self.site, SETTINGS, full=full)


def plain_archive(folder: Path) -> Path:
    """Return a plain folder of games: one forming, one running, one over, one rolled back.

    The running game has players with hostile names, and press.
    """
    home = Home(folder / "home")
    home.add(home.play("birch", 9))
    home.add(home.play("cedar", 8, ends=True, words=Words.END))
    home.add(home.play("rowan", 5))
    home.add(islice(home.play("willow", 1), 6))
    games = folder / "games"
    shutil.copytree(home.games, games, ignore=shutil.ignore_patterns(".git"))
    people = {f"p{n}": f"{n}{HOSTILE}" for n in range(1, 8)}
    (games / "birch" / "people.toml").write_text(write_people(people), encoding="utf-8")
    (games / "birch" / "press.jsonl").write_bytes(PRESS)
    for file in rolled_back(read_game(games / "rowan")).phases[-1:]:
        path = games / "rowan" / "phases" / file.name
        path.write_text(write_phase_file(file), encoding="utf-8")
    return games


def rolled_back(record: GameRecord) -> GameRecord:
    """Return a game in which play went back to its first phase and on from there."""
    again: PhaseFile = replace(record.phases[1], number=len(record.phases) + 1, after=1)
    return replace(record, phases=(*record.phases, again))


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


State = dict[str, bytes]
"""The files of a game, by their path in its folder."""


class States(dict[str, list[State]]):
    """Games in many states."""

    def __repr__(self) -> str:
        """Return a word: all of it is too much for any report."""
        return "<states>"


def states() -> States:
    """Return what the records of three games held as they went on, and what may befall them.

    The last states of each are a rollback, names withdrawn, press, and nothing at all.
    """
    with TemporaryDirectory() as folder:
        home = Home(Path(folder))
        found = States()
        names = write_people({"p1": "Withdrawn", "p2": "ann", "p3": "Zo\xeb"}).encode()
        for game, phases in (("birch", 4), ("cedar", 3), ("rowan", 3)):
            rulings = list(home.play(game, phases, ends=game != "birch", words=Words.END))
            for count in (5, 6, 30, 20, 200):
                home.add(rulings[:count])
                rulings = rulings[count:]
                found.setdefault(game, []).append(tree(home.games / game))
            latest = found[game][-1]
            file = rolled_back(read_game(home.games / game)).phases[-1]
            text = write_phase_file(file).encode()
            running = {name: data for name, data in latest.items() if name != "result.json"}
            found[game].append(running | {f"phases/{file.name}": text})
            found[game].append(latest | {"people.toml": names})
            found[game].append(latest | {"press.jsonl": PRESS})
            found[game].append({})
        found["variants"] = [tree(home.games / "variants")]
        return found


class Shelf:
    """A git repository of games that are put into any state."""

    def __init__(self, folder: Path) -> None:
        """Make an empty one."""
        self.games = folder / "games"
        self.games.mkdir(parents=True)
        self._git("init", "--quiet")

    def put(self, **games: State) -> None:
        """Put games into states, in one commit."""
        for game, files in games.items():
            shutil.rmtree(self.games / game, ignore_errors=True)
            for path, data in files.items():
                (self.games / game / path).parent.mkdir(parents=True, exist_ok=True)
                (self.games / game / path).write_bytes(data)
        self._git("add", "--all")
        self._git("commit", "--quiet", "--allow-empty", "--message", "x")

    def _git(self, *args: str) -> None:
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "core.fsync=none"]
        subprocess.run(["git", *who, *args], cwd=self.games, check=True, env=_GIT)
