"""The home's local queue: what a host asks on the command line while a daemon runs.

A request is a file `<id>.ask` that a command leaves and the daemon answers with
`<id>.answer`; both are JSON and are gone when the answer was read. Files are
written beside and renamed, so that nobody reads half of one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.errors import HomeError

_DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Asked:
    """A request in the queue.

    Attributes:
        id: Names its files.
        words: What is asked, as `pbem.judge.hosting` reads it.
        until: Seconds of the clock after which nobody waits for the answer.
    """

    id: str
    words: Mapping[str, Any]
    until: float


def ask(queue: Path, id: str, words: Mapping[str, Any], until: float) -> None:
    """Leave a request that is to be answered until a second of the clock."""
    _write(queue / f"{id}.ask", {"words": words, "until": until})


def asked(queue: Path) -> Iterator[Asked]:
    """Yield the requests that wait, by name; a file that is none is put aside as `.bad`."""
    for path in sorted(queue.glob("*.ask")):
        try:
            raw = _read(path)
            yield Asked(path.stem, dict(raw["words"]), float(raw["until"]))
        except (HomeError, KeyError, TypeError, ValueError):
            path.replace(path.with_suffix(".bad"))


def answer(queue: Path, id: str, words: Mapping[str, Any]) -> None:
    """Answer a request, and take it out of the queue."""
    _write(queue / f"{id}.answer", words)
    (queue / f"{id}.ask").unlink(missing_ok=True)


def answered(queue: Path, id: str) -> Mapping[str, Any] | None:
    """Return the answer to a request and forget both; None while there is none."""
    path = queue / f"{id}.answer"
    if not path.exists():
        return None
    words = _read(path)
    path.unlink()
    return words


def withdraw(queue: Path, id: str) -> None:
    """Take a request back, and forget its answer if there is one."""
    for suffix in ("ask", "answer"):
        (queue / f"{id}.{suffix}").unlink(missing_ok=True)


def sweep(queue: Path, now: float) -> None:
    """Remove answers that nobody has come for in a day, `now` being seconds of the clock."""
    for path in queue.glob("*.answer"):
        if path.stat().st_mtime < now - _DAY:
            path.unlink(missing_ok=True)


def _write(path: Path, words: Mapping[str, Any]) -> None:
    beside = path.with_suffix(path.suffix + ".new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(words, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _read(path: Path) -> Mapping[str, Any]:
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise HomeError(f"{path}: cannot be read: {error}") from None
    if not isinstance(words, dict):
        raise HomeError(f"{path}: should hold one JSON object")
    return words
