"""`pbem run`: the daemon."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option, trust_option
from pbem.judge.daemon import run


@click.command("run")
@home_option
@trust_option
def command(home: Path | None, trust_clock: bool) -> None:
    """Judge until stopped (SIGTERM, SIGINT): poll the mailbox, meet the deadlines."""
    run(home_of(home), say=click.echo, trust_clock=trust_clock)
