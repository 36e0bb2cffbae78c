"""`pbem run`: the daemon."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pbem.cli.shared import home_of, home_option, trust_option
from pbem.judge.clock import SystemClock
from pbem.judge.daemon import run
from pbem.judge.log import line_of_json, line_of_words


@click.command("run")
@home_option
@trust_option
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How it tells what it does.",
)
def command(home: Path | None, trust_clock: bool, log: str) -> None:
    """Judge until stopped (SIGTERM, SIGINT): poll the mailbox, meet the deadlines."""
    clock = SystemClock()

    def say(event: str, facts: Mapping[str, Any], words: str) -> None:
        click.echo(line_of_json(event, facts, clock) if log == "json" else line_of_words(words))

    run(home_of(home), say=say, trust_clock=trust_clock)
