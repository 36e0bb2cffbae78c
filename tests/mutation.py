"""Mutation testing of the rules: `python -m tests.mutation [--sample N] [--seed TEXT]`.

The program mutmut makes small wrong changes, *mutants*, to the adjudicator and the
orders, one at a time, and runs the quick tests of both. A mutant that no test notices
*survives*; either a fact is missing from the tests or the change means nothing.

All of it takes many hours; a sample of each package, drawn by a seed, takes less. The
program is installed into an environment of its own in the user's cache folder, and
works on a copy of what git knows of the checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MUTMUT = "mutmut==3.8.1"
PACKAGES = ("adjudicator", "orders")
TESTS = [
    "tests/datc",
    *(
        f"tests/adjudicator/test_{name}.py"
        for name in ("adjustments", "documents", "reasons", "retreats", "rulebook")
    ),
    "tests/game/test_record.py",
    "tests/orders",
]
"""The quick ones; laws and oracle try thousands of phases for each mutant."""

SURVIVED, UNTESTED = 0, 33
"""Exit codes that mutmut notes; all others mean that a mutant was noticed."""


def main() -> None:
    """Make mutants, try a sample of each package, and tell which survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many of each package")
    parser.add_argument("--seed", default="one", help="draws the sample")
    parser.add_argument("--children", type=int, default=1, help="processes at the same time")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pbem-mutation-") as folder:
        work = Path(folder)
        _copy(work)
        run = [str(_environment() / "mutmut"), "run", "--max-children", str(asked.children)]
        # One mutant is asked for, and all are made.
        _mutmut(work, *run, "pbem.adjudicator.doubles.x_choose__mutmut_1")
        drawn = [name for package in PACKAGES for name in _sample(work, package, asked)]
        _mutmut(work, *run, *drawn)
        _tell(work, drawn)


def _copy(work: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        target = work / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    lines = [
        "[mutmut]",
        "source_paths=pbem",
        *_listed("only_mutate", [f"pbem/{package}/*.py" for package in PACKAGES]),
        *_listed("also_copy", ["pbem", "maps", "templates", "docs"]),
        *_listed("pytest_add_cli_args_test_selection", TESTS),
        *_listed("pytest_add_cli_args", ["-q", "-p", "no:cacheprovider"]),
        "timeout_constant=20",
        # Workers that come from a process in which tests ran would find its caches full.
        "process_isolation=forkserver",
        "use_git_change_detection=false",
    ]
    (work / "setup.cfg").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _listed(name: str, values: list[str]) -> list[str]:
    return [f"{name}=", *(f"    {value}" for value in values)]


def _environment() -> Path:
    """Return the folder of programs of an environment with mutmut, made if need be."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "pbem" / MUTMUT.replace("==", "-")
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        pins = [f"-r{ROOT / 'requirements' / name}.txt" for name in ("run", "test")]
        subprocess.run([*pip, "--require-hashes", *pins], check=True)
        subprocess.run([*pip, MUTMUT], check=True)
        (folder / "complete").touch()
    return folder / "bin"


def _mutmut(work: Path, *command: str) -> None:
    # What lies beside the checkout is not beside the copy, so its tests are skipped.
    environment = {**os.environ, "PBEM_SHARED": str(work / "nowhere")}
    subprocess.run(command, cwd=work, env=environment, stdin=subprocess.DEVNULL, check=True)


def _results(work: Path, package: str) -> dict[str, int | None]:
    """Return the exit codes of the tests by mutant; None where they were not run."""
    results: dict[str, int | None] = {}
    for path in sorted((work / "mutants" / "pbem" / package).glob("*.meta")):
        results |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return results


def _sample(work: Path, package: str, asked: argparse.Namespace) -> list[str]:
    names = sorted(_results(work, package))
    return random.Random(asked.seed).sample(names, min(asked.sample, len(names)))


def _tell(work: Path, drawn: list[str]) -> None:
    for package in PACKAGES:
        results = _results(work, package)
        codes = {name: results[name] for name in drawn if name in results}
        counts = Counter(code in (SURVIVED, UNTESTED) for code in codes.values())
        print(f"{package}: {counts[False]} of {len(codes)} noticed, {len(results)} in all")  # noqa: T201
        for name, code in codes.items():
            if code in (SURVIVED, UNTESTED):
                print(f"  {name}")  # noqa: T201


if __name__ == "__main__":
    main()
