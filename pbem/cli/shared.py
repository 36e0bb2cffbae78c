"""What several commands share: the home they mean, and how they speak to it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pbem.errors import ConfigError, HomeBusyError, HomeError, PbemError
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

trust_option = click.option(
    "--trust-clock",
    is_flag=True,
    help="Judge by the clock even where it went back, or on by more than a month.",
)

_PATIENCE = 60.0


def ask_judge(home: Home, words: Mapping[str, Any]) -> Answer:
    """Have the home's judge do something: its daemon where one runs, else at once.

    Raises:
        HomeError: The daemon does not answer; the request is taken back.
    """
    try:
        with Judge.open(home) as judge:
            return judge.host(words)
    except HomeBusyError:
        return _ask_daemon(home, words)


def _ask_daemon(home: Home, words: Mapping[str, Any]) -> Answer:
    clock = SystemClock()
    id = f"{clock.now():%Y%m%dT%H%M%S}-{secrets.token_hex(4)}"
    queue.ask(home.queue, id, words, until=clock.now().timestamp() + _PATIENCE)
    found: list[Mapping[str, Any]] = []

    def heard() -> bool:
        answer = queue.answered(home.queue, id)
        found.extend([answer] if answer is not None else [])
        return bool(found)

    try:
        clock.wait(_PATIENCE, heard)
    finally:
        queue.withdraw(home.queue, id)
    if not found:
        raise HomeError(f"{home.path}: the daemon did not answer within {_PATIENCE:.0f} seconds")
    return Answer(
        done=bool(found[0].get("done")),
        says=str(found[0].get("says", "")),
        wrong=bool(found[0].get("wrong")),
    )


def tell(answer: Answer) -> None:
    """Print the answer to a request.

    Raises:
        ConfigError: It was asked wrongly; the message is the answer.
        PbemError: It could not be done.
    """
    if answer.wrong:
        raise ConfigError(answer.says)
    if not answer.done:
        raise PbemError(answer.says)
    click.echo(answer.says)


__all__ = ["ask_judge", "home_of", "home_option", "tell"]
