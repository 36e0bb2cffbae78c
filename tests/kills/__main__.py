"""Kills judges at random moments, many: `python -m tests.kills --count 2000 --seed 2026`.

The kills are numbered; `--first N` begins with another than the first, so that one
that broke something can be done again. Those at a time differ from run to run, the
others do not. `--power` cuts the power instead, which needs root.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.kills import power
from tests.kills.killing import by_chance, check, workshop

_TELL = 100


def main() -> None:
    """Read the command line, and kill."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--power", action="store_true", help="cut the power instead (root)")
    options = parser.parse_args()
    if options.power:
        with tempfile.TemporaryDirectory(prefix="pbem-power-") as folder:
            power.main(options.seed, options.count, Path(folder))
        return
    began, kills, kinds = time.monotonic(), 0, Counter[str]()
    with workshop() as shop:
        for number in range(options.first, options.first + options.count):
            scene, moments = by_chance(options.seed, number, shop)
            try:
                kills += check(shop, scene, *moments)
            except BaseException:
                sys.stderr.write(f"number {number} of seed {options.seed}: {scene} {moments}\n")
                raise
            kinds.update(type(moment).__name__ for moment in moments)
            if (number + 1) % _TELL == 0 or number + 1 == options.first + options.count:
                told = ", ".join(f"{name} {count}" for name, count in sorted(kinds.items()))
                took = time.monotonic() - began
                sys.stdout.write(f"{number + 1} cycles, {kills} kills ({told}), {took:.0f} s\n")
                sys.stdout.flush()


main()
