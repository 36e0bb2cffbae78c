"""`pbem export`: games in the forms of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from pbem.errors import ConfigError, HomeError, PbemError
from pbem.exchange.saved_game_writing import write_saved_game
from pbem.exchange.tables import centers_csv, orders_csv
from pbem.exchange.text_game import of_record, write_text_game
from pbem.game.publication import GameRecord, PressLine
from pbem.game.texts import read_press_line
from pbem.judge.home import find_home, open_home
from pbem.store.archive import load_board, read_archive, read_text

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FORMS = ("text", "json", "orders", "centers")


@click.command("export")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default="text",
    help="text: one file to be read; json: of the package diplomacy; orders, centers: CSV.",
)
@click.option("--home", type=_FOLDER, help="The judge's home; else the current folder, or above.")
@click.option("--games", type=_FOLDER, help="A folder of games, instead of that of a home.")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; else standard output.",
)
def command(
    ids: tuple[str, ...], form: str, home: Path | None, games: Path | None, out: Path | None
) -> None:
    """Write games, all of them without ID, for other programs.

    Only text and json hold whole games, and can be imported again.
    """
    folder = _games(home, games)
    archive = read_archive(folder)
    missing = [id for id in ids if id not in archive]
    if missing:
        raise ConfigError(f"{folder}: there is no game {missing[0]!r}")
    parts = _written(folder, archive.__getitem__, ids or tuple(archive), form)
    if out is None:
        for part in parts:
            click.echo(part, nl=False)
        return
    with out.open("w", encoding="utf-8", newline="") as file:
        file.writelines(parts)


def _written(
    folder: Path, read: Callable[[str], GameRecord], ids: tuple[str, ...], form: str
) -> Iterator[str]:
    """Yield the games one by one, so that no more than one is held."""
    if form == "text" and len(ids) > 1:
        raise ConfigError("a text holds one game: name it, ID")
    for place, id in enumerate(ids):
        record = read(id)
        match form:
            case "orders":
                yield orders_csv([record], head=place == 0)
            case "centers":
                yield centers_csv([record], head=place == 0)
            case "text":
                yield write_text_game(of_record(record, _press(folder, id)))
            case _:
                try:
                    yield write_saved_game(
                        record, load_board(folder, record.settings), _press(folder, id)
                    )
                except PbemError as error:
                    if len(ids) == 1:
                        raise
                    click.echo(f"pbem: left out: {error}", err=True)


def _press(folder: Path, id: str) -> list[PressLine]:
    path = folder / id / "press.jsonl"
    return [read_press_line(line) for line in read_text(path).splitlines()] if path.exists() else []


def _games(home: Path | None, games: Path | None) -> Path:
    """Return the folder of games that is meant: named, of a home, or `games` here."""
    if games is not None:
        return games
    try:
        return (open_home(home) if home is not None else find_home(Path.cwd())).games
    except HomeError:
        if home is not None or not Path("games").is_dir():
            raise
        return Path("games")
