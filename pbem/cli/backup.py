"""`pbem backup`: a copy of a whole home in one file."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.shared import home_of, home_option
from pbem.judge.backup import back_up


@click.command("backup")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@home_option
def command(file: Path, home: Path | None) -> None:
    """Write a copy of the home to FILE (a .tar.gz), even while a judge is at work.

    It holds all that is private: keep it as you keep the home.
    """
    count = back_up(home_of(home), file)
    click.echo(f"{file}: {count} files; `pbem restore {file} DIR` makes a home of it")
