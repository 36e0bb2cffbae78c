"""`pbem demo`: a whole game played by letters, and where to look at what came of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from pbem.demo.stage import USUAL_VARIANT, Outcome, Progress, play

_USUAL = Path("pbem-demo")
_USUAL_YEARS = 12


@click.command()
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default=_USUAL,
    show_default=True,
    help="Where it is played; made if missing. An unfinished demo there is continued.",
)
@click.option("--variant", help=f"The board; else that of the demo there, else {USUAL_VARIANT}.")
@click.option("--seed", help="The same seed, the same game; each board has a usual one.")
@click.option("--serve", is_flag=True, help="Show the pages in a browser at the end.")
@click.pass_context
def command(
    ctx: click.Context, folder: Path, variant: str | None, seed: str | None, serve: bool
) -> None:
    """Play a whole game by mail: real letters, deadlines on a simulated clock.

    Scripted players join, order, err and mend; the judge answers, adjudicates,
    keeps the record and makes its pages, as it would for people.
    """
    with _progress() as watch:
        outcome = play(folder, variant=variant, seed=seed, watch=watch)
    for line in _says(outcome, folder):
        click.echo(line)
    if serve:
        from pbem.cli.site import serve as serve_pages

        ctx.invoke(serve_pages, out=outcome.home.site, port=0, home=None)


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None]]:
    """Show how far the game is, on a terminal; say nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(
        length=_USUAL_YEARS * 100,
        label="A game by mail",
        file=sys.stderr,
        show_eta=False,
        show_percent=False,
        item_show_func=lambda progress: _now(progress) if progress else "",
    ) as bar:

        def watch(progress: Progress) -> None:
            share = min(progress.year, _USUAL_YEARS - 1) * 100 + progress.within
            bar.update(max(share - bar.pos, 0), progress)

        yield watch
        bar.update(bar.length - bar.pos if bar.length else 0)


def _now(progress: Progress) -> str:
    return f"{progress.title}, {progress.letters + progress.answers} letters"


def _says(outcome: Outcome, folder: Path) -> Iterator[str]:
    """Yield what the demo says at its end."""
    if not outcome.fresh:
        yield f"{folder}: the demo there has ended; look at {_path(outcome.home.site)}/index.html"
        return
    yield (
        f"{outcome.end} after {outcome.phases} phases. {outcome.letters} letters of players, "
        f"{outcome.answers} of the judge."
    )
    home = outcome.home
    yield f"  pages    {_path(home.site)}/index.html"
    yield f"  record   {_path(home.games)}/"
    yield f"  letters  {_path(home.settings.mail.folder)}/"


def _path(path: Path) -> str:
    """Return a path as one would type it here."""
    short = os.path.relpath(path)
    return str(path) if short.startswith("..") else short
