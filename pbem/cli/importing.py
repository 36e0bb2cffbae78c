"""`pbem import`: finished games from elsewhere, taken into a record."""

from __future__ import annotations

import json
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import click

from pbem.assets import load_variant, variant_text
from pbem.board.variant import Variant
from pbem.cli.progress import progress
from pbem.errors import ConfigError
from pbem.exchange.bookshelf import Shelf, Taken, find_files, take_in
from pbem.judge.clock import SystemClock
from pbem.judge.home import Home, find_home, open_home
from pbem.judge.lock import held
from pbem.store.shelving import shelve

_FOLDER = click.Path(file_okay=False, path_type=Path)
_SHOWN = 3
_BATCH = 20


@click.command("import")
@click.argument(
    "paths",
    metavar="PATH...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@click.option("--home", type=_FOLDER, help="The judge's home; else the current folder, or above.")
@click.option("--into", type=_FOLDER, help="A plain folder of games, instead of a home.")
@click.option("--dry-run", is_flag=True, help="Say what would be taken in, and take in nothing.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    paths: tuple[Path, ...], home: Path | None, into: Path | None, dry_run: bool, as_json: bool
) -> int:
    """Take in finished games: files, or folders of them.

    Read are records of pbem (folders and archives), its one-file text, saved games of
    the package diplomacy, and results that nJudge and DPJudge mailed. Every phase is
    judged again; what differs, or could not be read, is told. Games that are there
    already are passed over.
    """
    own = None if into is not None else _home(home)
    games = into if into is not None else own.games if own else Path("games")
    at = SystemClock().now()
    with ExitStack() as stack:
        if own is not None and not dry_run:
            stack.enter_context(held(own.var / "lock"))
        games.mkdir(parents=True, exist_ok=True)
        shelf = Shelf(lambda key: _board(key, own), at)
        shelf.learn(games)
        taken = _take(paths, shelf, None if dry_run else games, at)
    if as_json:
        click.echo(json.dumps({"games": [_facts(one) for one in taken]}, ensure_ascii=False))
    else:
        _summary(taken, games, dry_run=dry_run)
    return 1 if any(one.made is None and not _there(one) for one in taken) else 0


def _home(home: Path | None) -> Home:
    return open_home(home) if home is not None else find_home(Path.cwd())


def _board(key: str, home: Home | None) -> tuple[Variant, str]:
    path = home.path if home is not None else None
    return load_variant(key, path), variant_text(key, path)


def _take(paths: tuple[Path, ...], shelf: Shelf, games: Path | None, at: datetime) -> list[Taken]:
    """Take in the games of files; what each is made of is written and let go."""
    files = find_files(paths)
    if not files:
        raise ConfigError("there are no files in these folders")
    found: list[Taken] = []
    batch: dict[str, str] = {}
    ids: list[str] = []
    with progress("Reading") as watch:
        for number, one in enumerate(take_in(files, shelf), start=1):
            if one.made is not None and games is not None:
                batch |= one.made.files
                ids.append(one.game)
            if games is not None and len(ids) >= _BATCH:
                shelve(games, batch, tuple(ids), at)
                batch, ids = {}, []
            found.append(_lighter(one))
            watch(min(number, len(files)), len(files))
    if games is not None and ids:
        shelve(games, batch, tuple(ids), at)
    return found


def _lighter(one: Taken) -> Taken:
    """Return what is told of a game, without its files."""
    if one.made is None:
        return one
    made = type(one.made)(one.made.game, one.made.phases, {}, one.made.notes)
    return Taken(one.source, one.game, made, one.says)


def _there(one: Taken) -> bool:
    return one.says.startswith("there already")


def _facts(one: Taken) -> dict[str, object]:
    return {
        "source": one.source,
        "game": one.game,
        "taken": one.made is not None,
        "phases": one.made.phases if one.made else 0,
        "says": one.says,
        "notes": list(one.made.notes) if one.made else [],
    }


def _summary(taken: list[Taken], games: Path, *, dry_run: bool) -> None:
    for one in taken:
        if one.made is None:
            click.echo(f"{one.source}: {one.says}")
            continue
        click.echo(f"{one.source}: {one.game}, {one.made.phases} phases")
        for note in one.made.notes[:_SHOWN]:
            click.echo(f"  {note}")
        if len(one.made.notes) > _SHOWN:
            click.echo(f"  and {len(one.made.notes) - _SHOWN} notes more; --json tells all")
    new = sum(one.made is not None for one in taken)
    there = sum(_there(one) for one in taken)
    verb = "would be taken in" if dry_run else "taken in"
    click.echo(f"{games}: {new} {verb}, {there} there already, {len(taken) - new - there} not read")
    if new and not dry_run:
        click.echo("`pbem site build` makes their pages")
