"""`pbem status`: what is due, unsent, set aside."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option
from pbem.game.codec import write_time
from pbem.judge.publishing import read_standings
from pbem.judge.table import Table
from pbem.judge.wary import heartbeat
from pbem.store.journal import Journal


@click.command("status")
@home_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(home: Path | None, as_json: bool) -> None:
    """Say what is due, what waits to be sent, what was set aside."""
    place = home_of(home)
    last, standings = heartbeat(place), read_standings(place.var)
    with Journal.open(place.state) as journal:
        counts = journal.outbox.counts()
        aside = journal.letters.set_aside()
        waiting = journal.letters.pending()
        due = {game.id: write_time(game.due) for game in Table(journal).open_games() if game.due}
    facts = {
        "games": due,
        "letters_waiting": len(waiting),
        "letters_set_aside": len(aside),
        "unsent": counts.get("waiting", 0),
        "failed": counts.get("failed", 0),
        "last_cycle": write_time(last) if last else None,
        "publishing": {name: asdict(told) for name, told in sorted(standings.items())},
    }
    if as_json:
        click.echo(json.dumps(facts))
        return
    for game, time in due.items():
        click.echo(f"{game}: due {time}")
    click.echo(f"letters that wait to be read: {facts['letters_waiting']}")
    click.echo(f"letters set aside: {facts['letters_set_aside']}")
    click.echo(f"letters that wait to be sent: {facts['unsent']}, given up: {facts['failed']}")
    click.echo(f"last cycle: {facts['last_cycle'] or 'none yet'}")
    for name, told in sorted(standings.items()):
        says = f"fails since {told.since[:16]}: {told.error}" if told.failures else "done"
        click.echo(f"publishing ({name}): {says}")
