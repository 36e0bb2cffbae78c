"""The commands of `pbem game` that say what a host could write in a letter as well."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli.shared import ask_judge, home_of, home_option, tell
from pbem.errors import ConfigError
from pbem.game.hosting import standings
from pbem.judge.table import Table
from pbem.store.journal import Journal

_because = click.option("--because", default="", help="Why; told to everybody.")
_reason = click.option("--because", required=True, help="Why; told to everybody.")
_yes = click.option("--yes", is_flag=True, help="Do not ask back.")


def _ask(home: Path | None, id: str, do: str, **words: str) -> None:
    tell(ask_judge(home_of(home), {"do": do, "game": id, **words}))


def _sure(yes: bool, says: str) -> None:
    """Ask back on a terminal about what cannot be taken back."""
    if not yes and sys.stdin.isatty():
        click.confirm(f"{says} Do you mean it?", abort=True)


@click.command("status")
@click.argument("id")
@home_option
def status(id: str, home: Path | None) -> None:
    """Show who has ordered and who is ready, never what."""
    with Journal.open(home_of(home).state) as journal:
        game = Table(journal).game(id)
    if game is None:
        raise ConfigError(f"there is no game {id!r} in this home; `pbem game list` lists them")
    for one in standings(game):
        who = one.player or "nobody"
        says = one.readiness.value if one.player else "vacant"
        click.echo(f"{one.power:12} {says:9} {one.orders:3} orders  {who}")
    if not game.running:
        click.echo(f"{id}: no phase is open")


@click.command("process")
@click.argument("id")
@click.argument("phase")
@home_option
def process(id: str, phase: str, home: Path | None) -> None:
    """Judge the open PHASE of a game now."""
    _ask(home, id, "process", phase=phase)


@click.command("deadline")
@click.argument("id")
@click.argument("phase")
@click.argument("due")
@home_option
@_because
def deadline(id: str, phase: str, due: str, home: Path | None, because: str) -> None:
    """Move the deadline of the open PHASE to DUE: 2026-01-09T20:00Z, or "+2 days"."""
    _ask(home, id, "deadline", phase=phase, due=due, because=because)


@click.command("remind")
@click.argument("id")
@home_option
def remind(id: str, home: Path | None) -> None:
    """Remind those who owe something now."""
    _ask(home, id, "remind")


@click.command("pause")
@click.argument("id")
@home_option
@_because
def pause(id: str, home: Path | None, because: str) -> None:
    """Stop the clock of a game."""
    _ask(home, id, "pause", because=because)


@click.command("resume")
@click.argument("id")
@home_option
def resume(id: str, home: Path | None) -> None:
    """Let the clock of a game go on, with a new deadline."""
    _ask(home, id, "resume")


@click.command("preview")
@click.argument("id")
@home_option
def preview(id: str, home: Path | None) -> None:
    """Show what would happen now; the game's page says that it was asked."""
    _ask(home, id, "preview")


@click.command("announce")
@click.argument("id")
@click.argument("text", default="-")
@home_option
def announce(id: str, text: str, home: Path | None) -> None:
    """Tell everybody TEXT, or what standard input says, by letter and on the page."""
    said = sys.stdin.read() if text == "-" else text
    if not said.strip():
        raise ConfigError("there is nothing to announce; write the text as an argument")
    _ask(home, id, "announce", text=said)


@click.command("eject")
@click.argument("id")
@click.argument("power")
@home_option
@_because
@_yes
def eject(id: str, power: str, home: Path | None, because: str, yes: bool) -> None:
    """Take POWER from its player, or from the host who runs it."""
    _sure(yes, f"{power} loses its player.")
    _ask(home, id, "eject", power=power, because=because)


@click.command("appoint")
@click.argument("id")
@click.argument("power")
@click.argument("address")
@home_option
def appoint(id: str, power: str, address: str, home: Path | None) -> None:
    """Ask somebody at ADDRESS to play POWER, which has no player."""
    _ask(home, id, "appoint", power=power, address=address)


@click.command("dummy")
@click.argument("id")
@click.argument("power")
@home_option
def dummy(id: str, power: str, home: Path | None) -> None:
    """Let the host give the orders of POWER by letter."""
    _ask(home, id, "dummy", power=power)


@click.command("host")
@click.argument("id")
@click.argument("address")
@home_option
def host(id: str, address: str, home: Path | None) -> None:
    """Ask somebody at ADDRESS to be the host of a game."""
    _ask(home, id, "host", address=address)


@click.command("rollback")
@click.argument("id")
@click.argument("phase")
@home_option
@_reason
@_yes
def rollback(id: str, phase: str, home: Path | None, because: str, yes: bool) -> None:
    """Open PHASE for orders again; what was judged since is overruled and kept."""
    _sure(yes, f"{phase} is opened again.")
    _ask(home, id, "rollback", phase=phase, because=because)


@click.command("edit")
@click.argument("id")
@click.argument("what")
@home_option
@_reason
@_yes
def edit(id: str, what: str, home: Path | None, because: str, yes: bool) -> None:
    """Change the board: "A PAR FRANCE", "F BRE nobody", "center BEL FRANCE"."""
    _sure(yes, f"The board is changed: {what}.")
    _ask(home, id, "edit", what=what, because=because)


@click.command("end")
@click.argument("id")
@home_option
@_because
@_yes
def end(id: str, home: Path | None, because: str, yes: bool) -> None:
    """End a game without a winner."""
    _sure(yes, "The game ends without a winner.")
    _ask(home, id, "end", because=because)


@click.command("end-draw")
@click.argument("id")
@click.argument("powers", nargs=-1)
@home_option
@_because
@_yes
def end_draw(id: str, powers: tuple[str, ...], home: Path | None, because: str, yes: bool) -> None:
    """End a game in a draw among POWERS, or all who own a center."""
    _sure(yes, f"The game ends in a draw: {', '.join(powers) or 'all who own a center'}.")
    _ask(home, id, "end", what=f"draw {', '.join(powers)}", because=because)


@click.command("cancel")
@click.argument("id")
@home_option
@_because
@_yes
def cancel(id: str, home: Path | None, because: str, yes: bool) -> None:
    """Call a game off, before its start or later."""
    _sure(yes, "The game is called off.")
    _ask(home, id, "cancel", because=because)


COMMANDS = (
    status,
    process,
    deadline,
    remind,
    pause,
    resume,
    preview,
    announce,
    eject,
    appoint,
    dummy,
    host,
    rollback,
    edit,
    end,
    end_draw,
    cancel,
)
