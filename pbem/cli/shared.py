"""What several commands share: the home they mean, and how they speak to it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pbem.errors import HomeError, PbemError
from pbem.judge import queue
from pbem.judge.clock import SystemClock
from pbem.judge.cycle import Judge
from pbem.judge.home import Home, home_of
from pbem.judge.hosting import Answer

home_option = click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="The judge's home; else the current folder, or one above it.",
)

_PATIENCE = 60.0


def ask_judge(home: Home, words: Mapping[str, Any]) -> Answer:
    """Have the home's judge do something: its daemon where one runs, else at once.

    Raises:
        HomeError: The daemon does not answer.
    """
    try:
        with Judge.open(home) as judge:
            return judge.host(words)
    except HomeError as error:
        if "another judge works" not in str(error):
            raise
    id = secrets.token_hex(8)
    queue.ask(home.queue, id, words)
    found: list[Mapping[str, Any]] = []

    def heard() -> bool:
        answer = queue.answered(home.queue, id)
        found.extend([answer] if answer is not None else [])
        return bool(found)

    SystemClock().wait(_PATIENCE, heard)
    if not found:
        raise HomeError(f"{home.path}: the daemon did not answer within {_PATIENCE:.0f} seconds")
    return Answer(done=bool(found[0].get("done")), says=str(found[0].get("says", "")))


def tell(answer: Answer) -> None:
    """Print the answer to a request.

    Raises:
        PbemError: It could not be done; the message is the answer.
    """
    if not answer.done:
        raise PbemError(answer.says)
    click.echo(answer.says)


__all__ = ["ask_judge", "home_of", "home_option", "tell"]
