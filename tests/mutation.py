"""Mutation testing of the rules: `python -m tests.mutation [--package NAME] [--log FILE]`.

Small wrong changes, *mutants*, are made to the adjudicator and the orders, one at a
time, and the quick tests of both are run with each (`tests/trial.py`). A mutant that no
test notices *survives*; either a fact is missing from the tests or the change means nothing.
Those that mean nothing stand in `tests/survivors/PACKAGE.txt`, and why.

The program mutmut, in an environment of its own in the user's cache folder, says what to
change (`tests/mutants.py`): functions and methods, but no tables, types or decorated functions.

`--log FILE` keeps what became of each mutant, a line of JSON each, so that a run which was
broken off goes on. `--longest S` leaves out tests that take more than S seconds: most mutants
are noticed without them. `--survivors` tries those again as well that the log calls survivors,
`--tests FILE...` says with which tests: with those that are new. `--part 1/2` and `--part 2/2`
share the work; `--sample N` draws N of each package, `--files FILE...` names modules.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.bench.programs import installed
from tests.trial import Mutant, Trials, hold

ROOT = Path(__file__).resolve().parents[1]
MUTMUT = "mutmut", "3.8.1"
PACKAGES = ("adjudicator", "orders")
SURVIVORS = ROOT / "tests" / "survivors"
Key = tuple[str, str, str]
"""A file, a function, and the lines that a mutant changes."""

TESTS = [
    "tests/orders",
    *(
        f"tests/adjudicator/test_{name}.py"
        for name in (
            "reasons",
            "phases",
            "rulebook",
            "routes",
            "retreats",
            "adjustments",
            "sentences",
        )
    ),
    "tests/adjudicator/test_documents.py",
    "tests/datc",
    "tests/game/test_record.py",
    "tests/adjudicator/test_laws.py",
    "tests/adjudicator/test_oracle.py",
]
"""Those that need no data from elsewhere; laws and oracle try thousands of phases."""


def main() -> None:
    """Make mutants, try them, and tell which survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=0, help="how many of each package")
    parser.add_argument("--seed", default="one", help="draws the sample")
    parser.add_argument("--package", choices=PACKAGES, help="only this one")
    parser.add_argument("--files", nargs="+", help="only these modules, as pbem/orders/lines.py")
    parser.add_argument("--part", default="1/1", help="which part of the work, as 1/2")
    parser.add_argument("--log", type=Path, help="keeps what became of each mutant")
    parser.add_argument("--longest", type=float, default=math.inf, help="leave out longer tests")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="other tests than these")
    parser.add_argument("--survivors", action="store_true", help="try those of the log as well")
    asked = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PBEM_SHARED"] = str(ROOT / "nowhere")
    with tempfile.TemporaryDirectory() as folder, open(os.dup(1), "w", encoding="utf-8") as out:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        log = Log(asked.log or Path(folder, "log"))

        def say(text: str) -> None:
            print(text, file=out, flush=True)

        def session(trials: Trials) -> None:
            if failing := trials.rehearse():
                say(f"{failing} fails as it is; mutants would prove nothing")
                return
            trials.longest = asked.longest
            for package in [asked.package] if asked.package else PACKAGES:
                _try_package(package, asked, log, trials, say)

        hold(asked.tests, session)


class Explained:
    """The mutants of a package that mean nothing: `tests/survivors/PACKAGE.txt`.

    A line that starts with `#` says why those below it do; then, for each, a line with its
    file and its function, and the lines that differ, as in a patch; `(2)` where that is the
    second change of the function that makes the same of the same lines.
    """

    def __init__(self, package: str) -> None:
        self._keys: set[Key] = set()
        text = (SURVIVORS / f"{package}.txt").read_text(encoding="utf-8")
        for block in text.split("\n\n"):
            lines = [line for line in block.splitlines() if not line.startswith("#")]
            if lines:
                file, within = lines[0].split(" ")
                self._keys.add((file, within, "\n".join(lines[1:])))

    def __contains__(self, mutant: Mutant) -> bool:
        return _key(mutant) in self._keys


class Log:
    """What became of mutants: which test noticed each, "" if none did.

    A mutant is known by its file, its function and the lines that it changes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._known = {_key(one): one["noticed"] for one in map(json.loads, lines)}

    def find(self, mutant: Mutant) -> str | None:
        """Return what noticed it, None when it was not tried."""
        return self._known.get(_key(mutant))

    def keep(self, mutant: Mutant, noticed: str) -> None:
        """Write down what noticed it."""
        self._known[_key(mutant)] = noticed
        told = {key: value for key, value in mutant.items() if key != "text"}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**told, "noticed": noticed}) + "\n")


def _key(mutant: Mutant) -> Key:
    return mutant["file"], mutant["within"], mutant["change"]


def _try_package(
    package: str, asked: argparse.Namespace, log: Log, trials: Trials, say: Callable[[str], None]
) -> None:
    part, parts = map(int, asked.part.split("/"))
    explained = Explained(package)
    counts: Counter[str] = Counter()
    for number, mutant in enumerate(_mutants(package, asked)):
        if "of" in mutant:
            say(f"{package}: {mutant['of']} mutants in all")
            continue
        if number % parts != part % parts:
            continue
        noticed = log.find(mutant)
        if noticed is None or (asked.survivors and not noticed):
            noticed = trials.try_on(mutant)
            log.keep(mutant, noticed)
        expected = mutant in explained
        fate = "noticed" if noticed else "explained" if expected else "left"
        counts[fate] += 1
        told = f"{mutant['file']} {mutant['within']}\n{mutant['change']}\n"
        if fate == "left":
            say(told)
        elif noticed and expected:
            say(f"# Explained, but {noticed} notices it.\n{told}")
    tried = counts.total()
    say(f"{package}: of {tried} tried {counts['noticed']} noticed, {counts['explained']} explained")


def _mutants(package: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield how many there are in all, then those of the sample (`tests/mutants.py`)."""
    every = sorted(f"pbem/{package}/{path.name}" for path in (ROOT / "pbem" / package).glob("*.py"))
    files = [file for file in every if not asked.files or file in asked.files]
    command = [installed(*MUTMUT) / "python", ROOT / "tests" / "mutants.py", ROOT]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "setup.cfg").write_text("[mutmut]\nsource_paths=.\n", encoding="utf-8")
        with subprocess.Popen(
            [*command, str(asked.sample), asked.seed, *files],
            cwd=folder,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as making:
            assert making.stdout is not None
            seen: Counter[Key] = Counter()
            for told in map(json.loads, making.stdout):
                if "of" not in told:
                    key = _key(told)
                    seen[key] += 1
                    if seen[key] > 1:
                        told["change"] += f"\n({seen[key]})"
                yield told
    if making.returncode:
        sys.exit("mutmut failed")


if __name__ == "__main__":
    main()
