"""`pbem bench mail`: the whole way is walked, and each figure is there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

from click.testing import CliRunner

from pbem.cli.main import cli


def test_the_figures_of_a_small_home() -> None:
    """Letters through both kinds of mailbox, a deadline, idling; every letter was answered."""
    words = ["bench", "mail", "--json", "--letters", "20", "--games", "4"]
    result = CliRunner().invoke(cli, [*words, "--deadline", "2", "--over", "3"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert (figures["letters"], figures["games"], figures["deadline_games"]) == (20, 4, 2)
    assert set(figures["letters_per_s"]) == {"maildir", "dovecot"}
    assert figures["letters_per_s"]["maildir"] > 0
    assert set(figures["idle_ms"]) == {"0", "3"}
    installed = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin")
    assert (figures["letters_per_s"]["dovecot"] is not None) == bool(installed)
    steps = {"keep", "receive", "settle", "journal", "send", "sent", "rule"}
    assert steps <= set(figures["steps_ms"])
    assert figures["peak_mb"] > 20


def test_memory_stays_flat() -> None:
    """A judge that has taken 2,000 letters has at most 150 MB."""
    words = ["bench", "mail", "--json", "--games", "10", "--deadline", "1", "--over", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *words, "--letters", "1000"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["peak_mb"] <= 150
