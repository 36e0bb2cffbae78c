"""`pbem init`: make a judge's home."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.judge.cycle import Judge
from pbem.judge.home import CONFIG, make_home


@click.command("init")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", default="pbem", show_default=True, help="What the judge is called.")
@click.option(
    "--address",
    default="judge@localhost",
    show_default=True,
    help="The address players write to.",
)
@click.option("--zone", default="UTC", show_default=True, help="The time zone of new games.")
def command(folder: Path, name: str, address: str, zone: str) -> None:
    """Make a judge's home in DIR, which is missing or empty."""
    home = make_home(folder, name=name, address=address, zone=zone)
    with Judge.open(home) as judge:
        judge.publish()
    click.echo(f"{home.path}: a judge's home; its settings are in {CONFIG}")
    click.echo(f"Letters to {home.settings.address} go into {home.settings.mail.folder / 'in'}")
    click.echo(f"Next: pbem game new ID --home {home.path}; then pbem run --home {home.path}")
