"""`pbem mail shunted`: letters that were set aside, for the Keeper to look at."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option
from pbem.errors import JournalError
from pbem.game.codec import write_time
from pbem.mail.message import NewText, read_message
from pbem.mail.wording import for_terminal
from pbem.store.journal import Journal
from pbem.store.spool import Spool
from pbem.voice import voice


@click.group("mail")
def command() -> None:
    """Look after letters that were set aside."""


@command.group("shunted")
def shunted() -> None:
    """List, show and retry letters that were set aside."""


@shunted.command("list")
@home_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def list_letters(home: Path | None, as_json: bool) -> None:
    """List the letters that were set aside, in order of arrival."""
    place = home_of(home)
    spool = Spool(place.spool)
    with Journal.open(place.state) as journal:
        entries = journal.letters.set_aside()
    rows = [
        {
            "key": entry.key,
            "arrived": write_time(entry.arrived),
            "game": entry.game,
            "reason": entry.reason,
            "from": ", ".join(
                author.address for author in read_message(spool.read(entry.key)).authors
            ),
        }
        for entry in entries
    ]
    if as_json:
        click.echo(json.dumps({"letters": rows}))
        return
    for row in rows:
        told = "  ".join(for_terminal(text) for text in row.values() if text)
        click.echo(told)
    if not rows:
        click.echo("no letter is set aside")


@shunted.command("show")
@home_option
@click.argument("key")
@click.option("--raw", is_flag=True, help="The letter as it came, byte for byte.")
def show(home: Path | None, key: str, raw: bool) -> None:
    """Show a letter that was set aside, and what was read of it."""
    place = home_of(home)
    with Journal.open(place.state) as journal:
        entry = journal.letters.find(key)
    if entry is None:
        raise JournalError(f"{place.path}: there is no letter {key!r}; pbem mail shunted list")
    data = Spool(place.spool).read(key)
    if raw:
        sys.stdout.buffer.write(data)
        return
    message = read_message(data)
    body = message.body
    said = body.text if isinstance(body, NewText) else voice(place.path).say(body.says)
    click.echo(f"arrived  {write_time(entry.arrived)}")
    click.echo(f"state    {entry.state.value}  {for_terminal(entry.reason)}")
    click.echo(f"from     {', '.join(for_terminal(a.address) for a in message.authors)}")
    click.echo(f"subject  {for_terminal(message.subject)}")
    click.echo("")
    for line in said.split("\n"):
        click.echo(for_terminal(line))


@shunted.command("retry")
@home_option
@click.argument("key")
def retry(home: Path | None, key: str) -> None:
    """Have a letter read again at the next poll."""
    with Journal.open(home_of(home).state) as journal:
        journal.letters.retry(key)
    click.echo(f"{key} will be read again at the next poll")
