"""`pbem bench mail`: the whole way is walked, and each figure is there."""

from __future__ import annotations

import json
import shutil

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
