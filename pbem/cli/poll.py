"""`pbem poll`: one cycle of the judge, for cron."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option
from pbem.judge.cycle import Judge
from pbem.judge.daemon import describe


@click.command("poll")
@home_option
def command(home: Path | None) -> None:
    """Do one whole cycle: read letters, judge what is due, send, publish."""
    with Judge.open(home_of(home)) as judge:
        click.echo(describe(judge.poll()))
