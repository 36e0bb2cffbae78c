"""Makes letters and checks them, many: `python -m tests.fuzz --count 100000 --seed 1`.

The letters are numbered; `--first N` begins with another than the first. With
`--guided`, atheris (requirements/fuzz.txt) looks for letters that reach more
of the code; what follows `--` goes to it: `-- -max_total_time=600`. Without, the
letters come by chance from the seed, and the slowest of them is told, so that
time can be seen to stay in line with length.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

_TELL = 10_000


def by_chance(first: int, count: int, seed: int) -> None:
    """Check so many letters made from a seed, from a number on."""
    from tests.fuzz.checks import check
    from tests.fuzz.letters import make_letter

    slowest, began = (0.0, 0, b""), time.monotonic()
    for number in range(first, count):
        made = make_letter(random.Random(f"{seed} {number}").randrange)
        start = time.process_time()
        try:
            check(made)
        except Exception:
            sys.stderr.write(f"letter {number} of seed {seed}: {made.data!r}\n")
            raise
        took = time.process_time() - start
        slowest = max(slowest, (took, number, made.data))
        if (number + 1) % _TELL == 0:
            sys.stdout.write(
                f"{number + 1} letters, {time.monotonic() - began:.0f} s, slowest "
                f"{slowest[0] * 1000:.0f} ms ({len(slowest[2])} bytes, number {slowest[1]})\n"
            )
            sys.stdout.flush()


def guided(arguments: list[str]) -> None:
    """Let atheris choose."""
    import atheris

    with atheris.instrument_imports(include=["pbem"]):
        from tests.fuzz.checks import check
        from tests.fuzz.letters import make_letter

    def one(data: bytes) -> None:
        provider = atheris.FuzzedDataProvider(data)
        check(make_letter(lambda most: provider.ConsumeIntInRange(0, most - 1)))

    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", action="store_true")
    parser.add_argument("more", nargs="*")
    options = parser.parse_args()
    if options.guided:
        guided(options.more)
    else:
        by_chance(options.first, options.count, options.seed)


main()
