"""The package `diplomacy` from PyPI, the engine that ours is measured against.

It is no dependency of pbem: the bench installs it into an environment of its own
in the user's cache folder, once, and talks with it over pipes (`pbem.bench.beside`).
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pbem.bench import beside
from pbem.bench.engine import Outcome
from pbem.bench.phases import Record
from pbem.bench.programs import installed
from pbem.errors import PbemError

PACKAGE, VERSION = "diplomacy", "1.1.2"
NAME = f"{PACKAGE} {VERSION}"


class NoPeerError(PbemError):
    """The package cannot be had here; the message says why."""


class Peer:
    """The package, in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Talk to a process that runs `pbem.bench.beside`."""
        self._process = process

    def load(self, records: Sequence[Record]) -> None:
        """Give it the phases that later requests are about."""
        kept = [
            {
                name: record[name]
                for name in ("phase", "units", "centers", "orders")
                if name in record
            }
            for record in records
        ]
        self._ask({"load": kept})

    def seconds(self, first: int, behind: int) -> float:
        """Return the processor seconds it takes to judge phases first to behind - 1."""
        return float(self._ask({"time": [first, behind]})["seconds"])

    def outcome(self, number: int) -> Outcome:
        """Return what became of a phase."""
        told = self._ask({"outcome": number})
        return _present(told["units"]), _present(told["dislodged"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            raise NoPeerError(f"no peer: the process of {NAME} stopped") from None
        return answer


def _present(units: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power: own for power, own in sorted(units.items()) if own}


@contextmanager
def open_peer() -> Iterator[Peer]:
    """Install the package where that was not done yet, and run it.

    Raises:
        NoPeerError: It cannot be installed or does not run.
    """
    try:
        python = installed(PACKAGE, VERSION) / "python"
    except PbemError as error:
        raise NoPeerError(f"no peer: {NAME} could not be installed: {error}") from None
    command = [str(python), "-I", beside.__file__]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            yield Peer(process)
        finally:
            process.kill()
