"""`pbem game publish`: a finished game as an archive for anybody."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import click

from pbem.errors import ConfigError, HomeError, PublishError
from pbem.exchange.publish import LICENSES, Archived, Wishes, publish
from pbem.judge.home import find_home, open_home
from pbem.judge.pages import site_settings
from pbem.site.build import build_site
from pbem.site.report import report_page
from pbem.site.settings import SiteSettings

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command("publish")
@click.argument("id")
@click.option("--home", type=_FOLDER, help="The judge's home; else the current folder, or above.")
@click.option("--games", type=_FOLDER, help="A folder of games, instead of that of a home.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="A new folder, or a file ending in .zip; else ID.zip here.",
)
@click.option(
    "--license", default="", help=f"What others may do: {', '.join(LICENSES)}, or a line of yours."
)
@click.option(
    "--redact",
    "hidden",
    multiple=True,
    metavar="WHO",
    help="A player or name to replace by a pseudonym, or all; may be given several times.",
)
@click.option(
    "--rename",
    "chosen",
    multiple=True,
    metavar="WHO=NAME",
    help="A pseudonym of your own choice.",
)
def command(
    id: str,
    home: Path | None,
    games: Path | None,
    out: Path | None,
    license: str,  # noqa: A002, the name of the option
    hidden: tuple[str, ...],
    chosen: tuple[str, ...],
) -> None:
    """Make an archive of a finished game: record, report, maps, pages, checksums.

    Anybody can read it without pbem, and check it with pbem verify. The record stays
    as it is.
    """
    source, settings, own = _source(home, games)
    target = out or Path(f"{id}.zip")
    if target.exists():
        raise ConfigError(f"{target} is there already; name another with --out")
    try:
        made = publish(
            source,
            id,
            Wishes(license, hidden, _chosen(chosen)),
            lambda record, site: _build(record, site, settings, own),
            partial(report_page, home=own),
        )
        _put(made, target)
    except OSError as error:
        # Pages are made in the folder for temporary files, which may be full as well.
        where = f"{error.filename}: " if error.filename else ""
        raise PublishError(f"{target}: not made: {where}{error.strerror or error}") from None
    click.echo(f"{target}: {len(made.files)} files; open report.html or site/index.html")
    if made.mentions:
        click.echo("These lines are covered by hashes and still hold a name that was replaced:")
        for line in made.mentions:
            click.echo(f"  {line}")


def _put(made: Archived, target: Path) -> None:
    """Write an archive as a whole: where that fails, nothing of it is left."""
    draft = target.with_name(f".{target.name}.part")
    _clear(draft)
    try:
        if target.suffix == ".zip":
            draft.write_bytes(made.packed())
        else:
            for path, data in made.files.items():
                (draft / path).parent.mkdir(parents=True, exist_ok=True)
                (draft / path).write_bytes(data)
        draft.replace(target)
    finally:
        _clear(draft)


def _clear(draft: Path) -> None:
    if draft.is_file():
        draft.unlink()
    else:
        shutil.rmtree(draft, ignore_errors=True)


def _build(games: Path, out: Path, settings: SiteSettings, home: Path | None) -> None:
    build_site(games, out, settings, full=True, home=home)


def _source(home: Path | None, games: Path | None) -> tuple[Path, SiteSettings, Path | None]:
    """Return the folder of games, how pages look, and the home whose templates come first."""
    if games is not None and home is None:
        return games, SiteSettings(lean=True), None
    try:
        found = open_home(home) if home is not None else find_home(Path.cwd())
    except HomeError:
        if home is not None or not Path("games").is_dir():
            raise
        return Path("games"), SiteSettings(lean=True), None
    return games or found.games, site_settings(found), found.path


def _chosen(given: tuple[str, ...]) -> dict[str, str]:
    chosen = {}
    for one in given:
        who, sign, name = one.partition("=")
        if not (who.strip() and sign and name.strip()):
            raise ConfigError(f"--rename {one!r}: write it like p1=Sparrow")
        chosen[who.strip()] = name.strip()
    return chosen
