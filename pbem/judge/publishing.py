"""Publishing: after each cycle, what has changed is brought to where the settings say.

It never holds up a game: the daemon lets it run beside its work, and what fails is
tried again after growing pauses, for as long as it takes.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from pbem.errors import PublishError
from pbem.judge import targets
from pbem.judge.config import ConfigReader
from pbem.judge.targets import Place, PublishSettings
from pbem.store.files import write_hint
from pbem.store.history import head

MEMBERS = frozenset("record folder rsync pages branch hook".split())
"""What may stand in `[publish]`."""

_PASSWORD = re.compile(r"//[^/@\s]*:[^/@\s]*@")

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))

Push = Callable[[Place, PublishSettings], None]


def read_publish(reader: ConfigReader, folder: Path, hidden: frozenset[str]) -> PublishSettings:
    """Read `[publish]`; relative folders are the home's.

    Args:
        reader: Of pbem.toml.
        folder: The home.
        hidden: Names of variables that hold passwords.
    """
    name = reader.text("publish", "folder", "")
    for member in ("record", "pages"):
        if _PASSWORD.search(reader.text("publish", member, "")):
            reader.findings.append(
                f"[publish] {member}: a password never stands here, where every process can read "
                "it; use an SSH key, or a credential helper of git"
            )
    return PublishSettings(
        record=reader.text("publish", "record", ""),
        folder=folder / name if name else None,
        rsync=reader.text("publish", "rsync", ""),
        pages=reader.text("publish", "pages", ""),
        branch=reader.text("publish", "branch", "pages"),
        hook=reader.text("publish", "hook", ""),
        hidden=hidden,
    )


@dataclass(frozen=True)
class Standing:
    """How far one target has come.

    Attributes:
        done: What was published last: a commit, or a hash of the pages.
        failures: How often it has failed since.
        since: When it failed first since, as ISO 8601; empty where it did not.
        again: When it is tried again, as ISO 8601; empty for at once.
        error: Why it failed last.
    """

    done: str = ""
    failures: int = 0
    since: str = ""
    again: str = ""
    error: str = ""


def read_standings(var: Path) -> Mapping[str, Standing]:
    """Return how far each target of a home has come, by name."""
    try:
        raw = json.loads((var / "publish.json").read_text("utf-8"))
        return {str(name): Standing(**told) for name, told in raw.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


class Publisher:
    """Publishes one home.

    Attributes:
        troubles: What failed since they were last taken, a line each.
    """

    def __init__(
        self, place: Place, settings: PublishSettings, now: Callable[[], datetime], *, beside: bool
    ) -> None:
        """Publish `beside` what the judge does else, or one after the other."""
        self._place = place
        self._settings = settings
        self._now = now
        self._beside = beside
        self._standings = dict(read_standings(place.var))
        self._running: dict[str, threading.Thread] = {}
        self._ended: dict[str, str] = {}
        self._states: dict[str, str] = {}
        self.troubles: list[str] = []

    def due(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """Return what is to be published now, with what does it."""
        self._take_ended()
        found = []
        for name, push in self._targets().items():
            if name in self._running:
                continue
            standing = self._standings.get(name, Standing())
            state = self._state(name)
            waits = standing.again and datetime.fromisoformat(standing.again) > self._now()
            if state and state != standing.done and not waits:
                found.append((name, partial(self._start, name, push, state)))
        return tuple(found)

    def next_time(self) -> datetime | None:
        """Return when something that failed is tried again; None for never."""
        times = [
            standing.again
            for name in self._targets()
            if name not in self._running and (standing := self._standings.get(name))
            if standing.again
        ]
        return min(map(datetime.fromisoformat, times), default=None)

    def news(self) -> bool:
        """Return whether something that ran beside has ended."""
        return any(not thread.is_alive() for thread in self._running.values())

    def _targets(self) -> Mapping[str, Push]:
        wanted: dict[str, tuple[Any, Push]] = {
            "record": (self._settings.record, targets.push_record),
            "folder": (self._settings.folder, targets.copy_pages),
            "rsync": (self._settings.rsync, targets.sync_pages),
            "pages": (self._settings.pages, targets.push_pages),
            "hook": (self._settings.hook, targets.run_hook),
        }
        return {name: push for name, (named, push) in wanted.items() if named}

    def _state(self, name: str) -> str:
        """Return what there is to publish; empty for nothing yet."""
        record = head(self._place.games) or "" if name in ("record", "hook") else ""
        if name == "record":
            return record
        built = self._place.site / ".built.json"
        with suppress(OSError):
            return f"{record}{hashlib.sha256(built.read_bytes()).hexdigest()}"
        return ""

    def _start(self, name: str, push: Push, state: str) -> None:
        self._states[name] = state
        if not self._beside:
            self._do(name, push)
            self._end(name)
            return
        thread = threading.Thread(target=self._do, args=(name, push), name=name, daemon=True)
        self._running[name] = thread
        thread.start()

    def _do(self, name: str, push: Push) -> None:
        try:
            push(self._place, self._settings)
            self._ended[name] = ""
        except PublishError as error:
            self._ended[name] = str(error)
        except OSError as error:
            self._ended[name] = error.strerror or type(error).__name__

    def _take_ended(self) -> None:
        for name, thread in list(self._running.items()):
            if not thread.is_alive():
                del self._running[name]
                self._end(name)

    def _end(self, name: str) -> None:
        error = self._ended.pop(name, "it broke off")
        before = self._standings.get(name, Standing())
        now = self._now()
        if error:
            pause = PAUSES[min(before.failures, len(PAUSES) - 1)]
            self._standings[name] = replace(
                before,
                failures=before.failures + 1,
                since=before.since or now.isoformat(),
                again=(now + pause).isoformat(),
                error=error,
            )
            self.troubles.append(f"publishing ({name}): {error}; tried again in {pause}")
        else:
            self._standings[name] = Standing(done=self._states[name])
        told = {name: asdict(standing) for name, standing in sorted(self._standings.items())}
        write_hint(self._place.var / "publish.json", json.dumps(told, indent=1) + "\n")
