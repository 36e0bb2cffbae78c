"""What it costs to import the engine, found out in fresh processes."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_TRIES = 7

_PROBE = """
import json, sys, time
sys.path.insert(0, sys.argv[1])

def resident():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * page / 2**20
    except OSError:
        return None

import resource
page = resource.getpagesize()
before, start = resident(), time.process_time()
import pbem.adjudicator
spent, after = time.process_time() - start, resident()
print(json.dumps([spent * 1000, None if after is None else after - before]))
"""


@dataclass(frozen=True)
class ImportCost:
    """What importing `pbem.adjudicator` costs a process that has done nothing yet.

    Attributes:
        milliseconds: Of the processor; the best of several processes, since what else
            the machine does can only add.
        megabytes: Of memory, in MiB; None where the system does not tell.
    """

    milliseconds: float
    megabytes: float | None


def import_cost(tries: int = _TRIES) -> ImportCost:
    """Import the engine in several fresh processes."""
    found = [_probe() for _ in range(tries)]
    memory = [more for _, more in found if more is not None]
    return ImportCost(
        milliseconds=min(spent for spent, _ in found),
        megabytes=median(memory) if memory else None,
    )


def _probe() -> tuple[float, float | None]:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-I", "-c", _PROBE, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    spent, more = json.loads(done.stdout)
    return spent, more
