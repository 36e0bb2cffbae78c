"""Where a command looks for boards: a judge's home first, then the product's own maps."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.judge.home import CONFIG


def _home(_ctx: click.Context, _param: click.Parameter, named: Path | None) -> Path | None:
    """Return the folder whose own maps come first; boards can be used without a home."""
    here = Path.cwd()
    homes = (folder for folder in (here, *here.parents) if (folder / CONFIG).is_file())
    return named or next(homes, None)


maps_option = click.option(
    "--home",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    callback=_home,
    help="A judge's home whose own maps come first; else the current folder's, if it is in one.",
)
"""Gives a command the parameter `home`: a folder, or None where there is no home."""

__all__ = ["maps_option"]
