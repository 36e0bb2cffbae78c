"""`pbem doctor`: is this home in good health?"""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option
from pbem.judge.checkup import look
from pbem.judge.clock import SystemClock
from pbem.judge.mailcheck import look_at_letters


@click.command("doctor")
@home_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--letters", is_flag=True, help="Send the judge two letters too, and see how they arrive."
)
def command(home: Path | None, as_json: bool, letters: bool) -> int:
    """Look at settings, folders, journal, mail and record; exit 1 if something is wrong."""
    place, clock = home_of(home), SystemClock()
    findings = list(look(place, clock.now()))
    if letters:
        findings += look_at_letters(place, clock, secrets.token_hex(6))
    if as_json:
        click.echo(json.dumps([{"fine": found.fine, "says": found.says} for found in findings]))
    else:
        for found in findings:
            click.echo(f"{'ok  ' if found.fine else 'look'} {found.says}")
    return 0 if all(found.fine for found in findings) else 1
