"""`pbem restore`: a home made from a copy."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.judge.backup import restore


@click.command("restore")
@click.argument(
    "file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(file: Path, folder: Path) -> None:
    """Make a home in DIR, which is missing or empty, from a copy that `pbem backup` wrote.

    What came after the copy was made is not in it: put letters that were taken since back
    into the mailbox (from its done folder) before the judge is started.
    """
    home = restore(file, folder)
    click.echo(f"{home.path}: restored; `pbem doctor` looks at it, `pbem run` goes on")
