"""`pbem site`: make the pages, and look at them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from pbem.errors import ConfigError, HomeError
from pbem.judge.home import CONFIG, Home, find_home, open_home
from pbem.judge.pages import site_settings
from pbem.site.build import build_site
from pbem.site.settings import SiteSettings

_FOLDER = click.Path(file_okay=False, path_type=Path)
_home = click.option(
    "--home", type=_FOLDER, help="The judge's home; else the current folder, or one above it."
)


@click.group("site")
def command() -> None:
    """Make the pages of the games, and look at them."""


@command.command("build")
@click.option("--full", is_flag=True, help="Make all pages again, not only those that changed.")
@click.option("--games", type=_FOLDER, help="The folder of games; else that of the home.")
@click.option("--out", type=_FOLDER, help="Where the pages go; else site/ of the home.")
@_home
def build(full: bool, games: Path | None, out: Path | None, home: Path | None) -> None:
    """Make the pages that changed.

    Outside a home, games/ and site/ of the current folder are meant.
    """
    found = _home_of(home, games)
    source = games or (found.games if found else Path("games"))
    target = out or (found.site if found else Path("site"))
    report = build_site(
        source, target, _settings(found), full=full, home=found.path if found else None
    )
    click.echo(
        f"{target}: {report.made} pages made, {report.files_written} files written, "
        f"{report.files_removed} removed"
    )


@command.command("serve")
@click.option("--out", type=_FOLDER, help="The folder of the pages; else site/ of the home.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@_home
def serve(out: Path | None, port: int, home: Path | None) -> None:
    """Show the pages in a browser of this machine, until interrupted."""
    found = _home_of(home, out)
    target = out or (found.site if found else Path("site"))
    if not (target / "index.html").is_file():
        raise HomeError(f"{target}: there are no pages yet; `pbem site build` makes them")
    handler = partial(_Quiet, directory=str(target))
    with _listen(port, handler) as server:
        click.echo(f"http://127.0.0.1:{server.server_address[1]}/ shows {target}; ^C ends it")
        server.serve_forever()


def _listen(port: int, handler: Callable[..., SimpleHTTPRequestHandler]) -> ThreadingHTTPServer:
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise ConfigError(f"port {port}: {error.strerror}; name another with --port") from None


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing of each page it sends."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002, its name above
        """Say nothing."""


def _home_of(home: Path | None, named: Path | None) -> Home | None:
    """Return the home that is meant; None where a folder is named, or lies here, without one."""
    if home is not None:
        return open_home(home)
    try:
        return find_home(Path.cwd())
    except HomeError:
        here = Path.cwd().resolve()
        in_home = any((folder / CONFIG).is_file() for folder in (here, *here.parents))
        if in_home or (named is None and not Path("games").is_dir()):
            raise
        return None


def _settings(home: Home | None) -> SiteSettings:
    return SiteSettings() if home is None else site_settings(home)
