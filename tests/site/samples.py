"""Archives for the tests of the site: games played by lot, kept as a judge keeps them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path

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

    The running game has players with hostile names.
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
