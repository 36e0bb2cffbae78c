"""What several commands share: the home they mean, and how they speak to it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pbem.errors import HomeError, PbemError
from pbem.judge import queue
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
    id = f"{time.time_ns():020}-{secrets.token_hex(4)}"
    queue.ask(home.queue, id, words)
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        found = queue.answered(home.queue, id)
        if found is not None:
            return Answer(done=bool(found.get("done")), says=str(found.get("says", "")))
        time.sleep(0.2)
    raise HomeError(f"{home.path}: the daemon did not answer within {_PATIENCE:.0f} seconds")


def tell(answer: Answer) -> None:
    """Print the answer to a request.

    Raises:
        PbemError: It could not be done; the message is the answer.
    """
    if not answer.done:
        raise PbemError(answer.says)
    click.echo(answer.says)


__all__ = ["ask_judge", "home_of", "home_option", "tell"]
