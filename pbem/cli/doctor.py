"""`pbem doctor`: is this home in good health?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option
from pbem.judge.checkup import look
from pbem.judge.clock import SystemClock


@click.command("doctor")
@home_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(home: Path | None, as_json: bool) -> int:
    """Look at settings, folders, journal, mail and record; exit 1 if something is wrong."""
    findings = list(look(home_of(home), SystemClock().now()))
    if as_json:
        click.echo(json.dumps([{"fine": found.fine, "says": found.says} for found in findings]))
    else:
        for found in findings:
            click.echo(f"{'ok  ' if found.fine else 'look'} {found.says}")
    return 0 if all(found.fine for found in findings) else 1
