"""The bench of pages: games that can be built, and figures of their form."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pbem.bench.games import commit, play_game, write_game
from pbem.bench.site import measure_site
from pbem.cli.bench import command
from pbem.store.archive import read_game
from pbem.store.history import head


def test_games_are_played_by_lot(tmp_path: Path) -> None:
    """A seed is a game, and its record is read like any other."""
    assert play_game(3, 7) == play_game(3, 7)
    assert play_game(3, 7) != play_game(4, 7)
    write_game(tmp_path, "g7", play_game(3, 7))
    record = read_game(tmp_path / "g7")
    assert (record.settings.game, len(record.standing)) == ("g7", 7)
    assert record.ending is not None
    write_game(tmp_path, "g8", play_game(3, 2, ends=False))
    assert read_game(tmp_path / "g8").ending is None
    commit(tmp_path)
    assert head(tmp_path)


def test_figures() -> None:
    """A new phase writes few files, whatever else there is."""
    said: list[str] = []
    figures = measure_site(2, 2, 20, said.append, peers=False)
    assert figures.files_written <= 15
    assert figures.bytes > 1_000_000
    assert (figures.hugo, figures.pelican) == (None, None)
    assert said


def test_the_command_tells_figures() -> None:
    """`--json` has the members that programs rely on."""
    args = ["site", "--json", "--games", "1", "--phases", "2", "--home", "20", "--no-peers"]
    done = CliRunner().invoke(command, args)
    assert done.exit_code == 0
    told = json.loads(done.output)
    wanted = {"games", "phases", "full_s", "incremental_s", "first_s", "files_written", "bytes"}
    assert wanted | {"hugo", "pelican"} <= set(told)
