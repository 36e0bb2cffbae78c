"""`pbem verify`: whether a record is whole, and says what the rules say."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pbem.cli.progress import progress
from pbem.errors import UnreadableError
from pbem.exchange.verify import GameCheck, Verification, laid_open, verify


@click.command(name="verify")
@click.argument(
    "paths", metavar="[PATH]...", nargs=-1, type=click.Path(exists=True, path_type=Path)
)
@click.option(
    "--home",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The judge's home whose games/ are checked where no PATH is given.",
)
@click.option(
    "--receipt",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A receipt as a mail program saves it; checked against the games/ of PATH.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(paths: tuple[Path, ...], home: Path | None, receipt: Path | None, as_json: bool) -> int:
    """Check homes, games/ folders, clones of them or single games; the home's own without PATH.

    A PATH may be a .zip of any of these, or a git bundle. Every phase is judged again;
    hashes, draws and commitments are repeated. Exit code 1 where anything is wrong.
    """
    if receipt is not None:
        return _check_receipt(receipt, paths[0] if paths else _home_games(home), as_json)
    with progress("Checking") as watch:
        each = [verify(path, watch) for path in paths or (_home_games(home),)]
    done = Verification(
        tuple(check for one in each for check in one.games),
        tuple(note for one in each for note in one.notes),
    )
    if as_json:
        click.echo(json.dumps(done.to_json(), ensure_ascii=False))
    else:
        for check in done.games:
            click.echo("\n".join(_lines(check)))
        if not done.games:
            click.echo("no games yet")
        for note in done.notes:
            click.echo(note)
    return 0 if done.ok else 1


def _check_receipt(letter: Path, games: Path, as_json: bool) -> int:
    from pbem.exchange.letters import check_letter

    with laid_open(games) as folder:
        try:
            checks = check_letter(letter.read_bytes(), folder)
        except UnreadableError as error:
            raise UnreadableError(f"{letter}: {error}") from None
    if as_json:
        told = {"receipts": [check.to_json() for check in checks]}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        for check in checks:
            click.echo(
                f"{check.game}, {check.receipt}: {'genuine' if check.ok else 'NOT as it was'}"
            )
            for sentence in (*check.wrong, *check.fine):
                click.echo(f"  {sentence}")
    return 0 if all(check.ok for check in checks) else 1


def _home_games(home: Path | None) -> Path:
    from pbem.judge.home import find_home

    return find_home(home or Path.cwd()).games


def _lines(check: GameCheck) -> list[str]:
    phases = f"{check.phases} phase" if check.phases == 1 else f"{check.phases} phases"
    if check.ok:
        return [f"{check.game}: fine, {phases}"]
    count = len(check.findings)
    findings = "1 finding" if count == 1 else f"{count} findings"
    return [f"{check.game}: {findings}, {phases}", *(f"  {found}" for found in check.findings)]
