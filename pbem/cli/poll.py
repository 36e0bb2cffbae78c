"""`pbem poll`: one cycle of the judge, for cron."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option, trust_option
from pbem.errors import HomeError
from pbem.judge.cycle import Cycle, Judge
from pbem.judge.daemon import describe
from pbem.judge.log import line_of_words


@click.command("poll")
@home_option
@trust_option
def command(home: Path | None, trust_clock: bool) -> int:
    """Do one whole cycle: read letters, judge what is due, send, publish."""
    with Judge.open(home_of(home)) as judge:
        if not trust_clock and (doubt := judge.doubts()):
            raise HomeError(f"{judge.home.path}: nothing is judged: {doubt}")
        cycle = judge.poll()
        if cycle == Cycle():
            judge.tidy()
    click.echo(line_of_words(describe(cycle)))
    return 1 if cycle.troubles else 0
