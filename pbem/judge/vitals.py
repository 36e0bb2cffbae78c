"""Figures for whoever looks after the judge: `pbem status`, and a text file for Prometheus."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.judge.home import Home
from pbem.judge.publishing import read_standings
from pbem.store.files import write_hint
from pbem.store.journal import Journal

_MONTH = timedelta(days=30)

_HELP = {
    "pbem_cycle_timestamp_seconds": "When the last cycle ended.",
    "pbem_due_timestamp_seconds": "When something falls due next; absent for never.",
    "pbem_rulings": "Number of the newest ruling.",
    "pbem_games_running": "Games that have not ended.",
    "pbem_letters_unread": "Letters that wait to be read.",
    "pbem_letters_set_aside": "Letters that somebody should look at.",
    "pbem_letters_unsent": "Letters that wait to be sent.",
    "pbem_addresses_refused": "Addresses that letters came back from in 30 days.",
    "pbem_troubles": "What could not be done in the last cycle.",
    "pbem_disk_free_bytes": "Room for the home.",
    "pbem_publish_failures": "How often publishing has failed since it last worked.",
}


@dataclass(frozen=True)
class Vitals:
    """How a judge is.

    Attributes:
        values: By name of the figure; those of `pbem_publish_failures` by target.
        failures: Of publishing, by target.
    """

    values: Mapping[str, float]
    failures: Mapping[str, int]


def vitals(
    home: Home, journal: Journal, now: datetime, due: datetime | None, troubles: int
) -> Vitals:
    """Return the figures of a home; costs the same in a home of any age."""
    values: dict[str, float] = {
        "pbem_cycle_timestamp_seconds": now.timestamp(),
        "pbem_rulings": journal.last_ruling(),
        "pbem_games_running": len(journal.games(running=True)),
        "pbem_letters_unread": journal.letters.count("new"),
        "pbem_letters_set_aside": journal.letters.count("set-aside"),
        "pbem_letters_unsent": journal.outbox.waiting(),
        "pbem_addresses_refused": journal.outbox.refused_addresses(now - _MONTH),
        "pbem_troubles": troubles,
        "pbem_disk_free_bytes": shutil.disk_usage(home.path).free,
    }
    if due is not None:
        values["pbem_due_timestamp_seconds"] = due.timestamp()
    failures = {name: told.failures for name, told in sorted(read_standings(home.var).items())}
    return Vitals(values, failures)


def write_metrics(home: Home, figures: Vitals) -> None:
    """Write the figures to the file that the settings name, in the text format of Prometheus.

    Raises:
        OSError: It cannot be written.
    """
    if home.settings.metrics is None:
        return
    lines: list[str] = []
    for name, says in _HELP.items():
        values = (
            [f'{name}{{target="{target}"}} {count}' for target, count in figures.failures.items()]
            if name == "pbem_publish_failures"
            else [f"{name} {figures.values[name]:.16g}"]
            if name in figures.values
            else []
        )
        if values:
            lines += [f"# HELP {name} {says}", f"# TYPE {name} gauge", *values]
    write_hint(home.settings.metrics, "\n".join(lines) + "\n", mode=0o644)
