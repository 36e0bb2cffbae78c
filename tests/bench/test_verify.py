"""What is measured of checking records: games as a judge commits them, and good ones."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pbem.bench.rulings import make_record
from pbem.cli.bench import command
from pbem.exchange.verify import verify


def test_the_games_are_good(tmp_path: Path) -> None:
    """So that checking them is all the work there is, and nothing has to be told."""
    done = verify(make_record(tmp_path, 2, 6))
    assert [finding for check in done.games for finding in check.findings] == []
    assert [(check.game, check.phases) for check in done.games] == [("g0000", 6), ("g0001", 6)]


def test_the_command_tells_figures() -> None:
    """`--json` has the members that programs rely on."""
    done = CliRunner().invoke(command, ["verify", "--json", "--games", "1", "--phases", "2"])
    assert done.exit_code == 0
    told = json.loads(done.output)
    assert set(told) == {"games", "phases", "wall_s", "cpu_s", "games_per_s", "cpu_ms"}
    assert told["games_per_s"] > 0
