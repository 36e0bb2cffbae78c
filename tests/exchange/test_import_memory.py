"""What an import keeps of each game that it has taken in: next to nothing."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from click.testing import CliRunner

from pbem.bench.games import play_game, write_game
from pbem.cli.importing import command
from pbem.exchange.text_game import of_record, write_text_game
from pbem.store.archive import read_game

FEW, MANY = 20, 70
MOST = 6_000
"""Bytes for a game. Its record has some 20,000, and as values in memory much more."""


def shelf(room: Path, first: int, count: int) -> Path:
    """Make a folder of so many games, each in a file of its own."""
    folder = room / f"from-{first}"
    folder.mkdir()
    for seed in range(first, first + count):
        write_game(room / "games", "lots", play_game(seed, 2))
        text = write_text_game(of_record(read_game(room / "games" / "lots")))
        (folder / f"{seed:04}.txt").write_text(text, encoding="utf-8")
    return folder


def most_of(folder: Path) -> int:
    """Return the most bytes that were held at once while a folder was imported."""
    tracemalloc.start()
    try:
        done = CliRunner().invoke(command, [str(folder), "--into", str(folder / "out")])
        assert f"{len(list(folder.glob('*.txt')))} taken in" in done.output
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    """Many games take hardly more than a few; what is held is a batch of them.

    Python's own table of names grows by leaps, which may fall into one of the runs.
    """
    counts = (FEW, FEW, MANY, MANY)
    folders = [shelf(tmp_path, 1000 * number, count) for number, count in enumerate(counts)]
    _, few, *many = map(most_of, folders)
    assert min(many) - few < MOST * (MANY - FEW)
