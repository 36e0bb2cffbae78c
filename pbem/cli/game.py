"""`pbem game`: what hosts do with games."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from datetime import date, time
from pathlib import Path
from typing import Any

import click

from pbem.cli import hosting
from pbem.cli.main import Lazy, LazyGroup
from pbem.cli.shared import ask_judge, home_of, home_option, tell
from pbem.errors import ConfigError
from pbem.game.codec import write_time
from pbem.game.events.observing import Role
from pbem.game.readiness import readiness
from pbem.game.state import Game
from pbem.judge.creating import NoGameError, template
from pbem.judge.table import Table
from pbem.store.journal import Journal
from pbem.voice import voice


@click.group(
    cls=LazyGroup,
    lazy={"publish": Lazy("pbem.cli.publish:command", "Make an archive of a finished game.")},
)
def command() -> None:
    """Create games and look after them."""


@command.command("new")
@click.argument("what", metavar="[ID|FILE.toml]", default="")
@home_option
@click.option(
    "--template",
    "as_template",
    is_flag=True,
    help="Print a file with every option.",
)
@click.option("--preset", default="", help="Rules that go together: gunboat, weekly, forum…")
@click.option("--like", default="", help="A game of this judge whose rules hold as well.")
@click.option("--title", default="", help="What people call it.")
@click.option("--variant", default="", help="The board; else standard.")
@click.option("--players", default="", help="For how many; else as many as there is room for.")
@click.option("--arrangement", default="", help="How the powers are shared; else one each.")
@click.option("--private", default="", flag_value="yes", help="Only for those who are invited.")
@click.option("--host", default="", help="Public name of the host.")
@click.option("--host-address", default="", help="Where the host reads letters; private.")
@click.option("--movement", default="", help='Length of movement phases: "3 days".')
@click.option("--retreats", default="", help="Length of retreat phases.")
@click.option("--adjustments", default="", help="Length of adjustments.")
@click.option("--grace", default="", help="How long the judge waits for a late power.")
@click.option("--at", default="", help="Local hour that deadlines are moved on to: 20:00.")
@click.option("--zone", default="", help="Time zone of that hour.")
@click.option("--clock", default="", help='Hours of the week: "Tue 20:00, Fri 20:00".')
@click.option("--days", default="", help='Days on which deadlines fall: "mon, tue, wed".')
@click.option("--holidays", default="", help='On which none falls: "GB, DE-BY, 2026-12-24".')
@click.option("--first", default="", help="What the first phase has beyond its length.")
@click.option("--missed", default="", help="If somebody sends nothing: hold, wait or vacant.")
@click.option("--first-waits", default="", flag_value="yes", help="The first phase waits for all.")
@click.option("--extending", default="", help="Votes for more time: none, majority or all.")
@click.option("--early", default="", help="complete, ready-said or never.")
@click.option("--powers", default="", help="random, or preference (lots decide between equals).")
@click.option("--draw", default="", help="dias (all survivors), list or none.")
@click.option("--turn-limit", default="", help="The Fall turn that ends it: F1910M.")
@click.option("--time-limit", default="", help="When it ends: 2026-12-31T20:00Z, or 72 hours.")
@click.option("--press", default="", help="full, public or none.")
@click.option("--grey", default="", help="Unsigned press: none, allowed, fake (or misnamed).")
@click.option("--press-phases", default="", help="Phases with press: all or movement.")
@click.option("--mute-late", default="", flag_value="yes", help="Who is late may not write.")
@click.option("--observers-press", default="", flag_value="yes", help="Observers may speak.")
@click.option("--publish-press", default="", help="Show private press: never, or at the end.")
@click.option("--rules", default="", help="Rulebook or preset, else the board's own.")
def new(what: str, home: Path | None, *, as_template: bool, **words: str) -> None:
    """Create a game; players join it by letter.

    Its rules stand in FILE.toml (--template prints one with every option), or in
    options, which count more. All that is wrong is told at once.
    """
    given = {key: word for key, word in words.items() if word}
    if what.endswith(".toml"):
        given = {**read_words(Path(what)), **given}
    elif what:
        given["game"] = what
    if as_template:
        click.echo(_template(given, home), nl=False)
        return
    if not given.get("game"):
        raise ConfigError("name the new game, ID, or a file of its rules, FILE.toml")
    tell(ask_judge(home_of(home), {"do": "new", **given}))


def read_words(path: Path) -> dict[str, Any]:
    """Read a file of the rules of a new game.

    Raises:
        ConfigError: It is no TOML.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None
    return {key: _plain(value) for key, value in raw.items()}


def _plain(value: Any) -> Any:
    """Return a value of TOML with dates as text, since a request is JSON."""
    match value:
        case list():
            return [_plain(item) for item in value]
        case date() | time():
            return value.isoformat()
        case _:
            return value


def _template(given: Mapping[str, Any], home: Path | None) -> str:
    games = {game.id: game.settings for game in _games(home)} if given.get("like") else {}
    try:
        return template(given, games.get)
    except NoGameError as error:
        raise ConfigError("\n".join(map(voice(home).say, error.wrong))) from None


@command.command("list")
@home_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def list_games(home: Path | None, as_json: bool) -> None:
    """List all games of this home."""
    games = _games(home)
    if as_json:
        click.echo(json.dumps([_facts(game) for game in games]))
        return
    for game in games:
        facts = _facts(game)
        click.echo(f"{game.id:20} {facts['stage']:8} {facts['phase']:8} {facts['due']}".rstrip())


@command.command("show")
@click.argument("id")
@home_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def show(id: str, home: Path | None, as_json: bool) -> None:
    """Show a game: its stage, its deadline, who is ready."""
    found = next((game for game in _games(home) if game.id == id), None)
    if found is None:
        raise ConfigError(f"there is no game {id!r} in this home; `pbem game list` lists them")
    facts = _facts(found)
    if as_json:
        click.echo(json.dumps(facts))
        return
    for name, value in facts.items():
        shown = (
            ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
        )
        click.echo(f"{name}: {shown}")


@command.command("start")
@click.argument("id")
@home_option
@click.option("--arrangement", default="", help="How the powers are shared, if several ways fit.")
def start(id: str, home: Path | None, arrangement: str) -> None:
    """Begin a game with the players it has, be they fewer."""
    tell(ask_judge(home_of(home), {"do": "start", "game": id, "arrangement": arrangement}))


@command.command("invite")
@click.argument("id")
@click.argument("addresses", nargs=-1, required=True)
@home_option
def invite(id: str, addresses: tuple[str, ...], home: Path | None) -> None:
    """Ask people to play: each gets one letter, and joins by answering it."""
    tell(ask_judge(home_of(home), {"do": "invite", "game": id, "addresses": list(addresses)}))


for _command in hosting.COMMANDS:
    command.add_command(_command)


def _games(home: Path | None) -> list[Game]:
    with Journal.open(home_of(home).state) as journal:
        table = Table(journal)
        games = (table.game(id) for id in sorted(table.known()))
        return [game for game in games if game is not None]


def _facts(game: Game) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.settings.title,
        "variant": game.variant.key,
        "stage": game.stage.value,
        "phase": str(game.open_position().phase) if game.running else "",
        "due": write_time(game.due) if game.due else "",
        "players": game.all_names(),
        "seats": {player: " ".join(powers) for player, powers in game.seats.items()},
        "observers": len(game.watching(*Role)),
        "powers": {
            power: readiness(game, power).value for power in (game.played() if game.running else ())
        },
    }
