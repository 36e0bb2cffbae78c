"""Mutation testing of the rules: `python -m tests.mutation [--sample N] [--package NAME]`.

Small wrong changes, *mutants*, are made to the adjudicator and the orders, one at a
time, and the quick tests of both are run with each. A mutant that no test notices
*survives*; either a fact is missing from the tests or the change means nothing.

All mutants take many hours; a sample of each package, drawn by a seed, takes less. The
program mutmut, in an environment of its own in the user's cache folder, says what to
change (`tests/mutants.py`). A mutant is tried in a process of its own, forked from one
that has everything imported, by giving a function the code of its mutant.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
MUTMUT = "mutmut==3.8.1"
ADJUDICATOR = [
    "tests/adjudicator/test_reasons.py",
    "tests/datc",
    *(
        f"tests/adjudicator/test_{name}.py"
        for name in ("rulebook", "retreats", "adjustments", "sentences", "documents")
    ),
    "tests/game/test_record.py",
]
ORDERS = ["tests/orders/test_lines.py", "tests/orders"]
TESTS = {"adjudicator": [*ADJUDICATOR, "tests/orders"], "orders": [*ORDERS, *ADJUDICATOR]}
"""The quick ones, those first that notice most; laws and oracle try thousands of phases."""

QUIET = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
PATIENCE = 300
"""Seconds after which a mutant counts as noticed: it runs for ever."""


def main() -> None:
    """Make mutants, try a sample of each package, and tell which survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many of each package")
    parser.add_argument("--seed", default="one", help="draws the sample")
    parser.add_argument("--package", choices=[*TESTS], help="only this one")
    asked = parser.parse_args()
    os.chdir(ROOT)
    os.environ["PBEM_SHARED"] = str(ROOT / "nowhere")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        with _silence():
            pytest.main(["--collect-only", *QUIET, *TESTS["orders"]])
        for package, tests in TESTS.items():
            if asked.package in (None, package):
                _try_package(package, tests, asked)


def _try_package(package: str, tests: list[str], asked: argparse.Namespace) -> None:
    same = f"pbem/{package}/__init__.py"
    if _is_noticed({"file": same, "text": Path(same).read_text(encoding="utf-8")}, tests):
        sys.exit(f"{package}: the tests fail as they are; mutants would prove nothing")
    noticed = tried = 0
    for mutant in _mutants(package, asked):
        if "of" in mutant:
            _say(f"{package}: {mutant['of']} mutants in all")
            continue
        tried += 1
        if _is_noticed(mutant, tests):
            noticed += 1
        else:
            _say(f"{mutant['file']}:{mutant['line']} in {mutant['within']}\n{mutant['change']}\n")
    _say(f"{package}: {noticed} of {tried} noticed")


def _mutants(package: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield how many there are in all, then those of the sample (`tests/mutants.py`)."""
    files = sorted(f"pbem/{package}/{path.name}" for path in (ROOT / "pbem" / package).glob("*.py"))
    command = [_environment() / "python", ROOT / "tests" / "mutants.py", ROOT]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "setup.cfg").write_text("[mutmut]\nsource_paths=.\n", encoding="utf-8")
        made = subprocess.run(
            [*command, str(asked.sample), asked.seed, *files],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    yield from map(json.loads, made.stdout.splitlines())


def _environment() -> Path:
    """Return the folder of programs of an environment with mutmut, made if need be."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "pbem" / MUTMUT.replace("==", "-")
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, MUTMUT], check=True)
        (folder / "complete").touch()
    return folder / "bin"


def _is_noticed(mutant: dict[str, Any], tests: list[str]) -> bool:
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
    status = 1
    try:
        signal.alarm(PATIENCE)
        with _silence():
            _become(mutant)
            status = pytest.main([*QUIET, *tests])
    finally:
        os._exit(int(status))


def _become(mutant: dict[str, Any]) -> None:
    """Give the functions of a module the code that they have in a mutant of its text."""
    module = importlib.import_module(mutant["file"].removesuffix(".py").replace("/", "."))
    codes = dict(_codes(compile(mutant["text"], mutant["file"], "exec")))
    for function in _functions(module, module.__name__):
        code = codes[function.__qualname__]
        if code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code
    for name, loaded in list(sys.modules.items()):
        if name.startswith("pbem."):
            for member in vars(loaded).values():
                if hasattr(member, "cache_clear"):
                    member.cache_clear()


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant.co_qualname, constant
            yield from _codes(constant)


def _functions(owner: ModuleType | type, module: str) -> Iterator[FunctionType]:
    """Yield the functions that the text of a module defines, those of its classes too."""
    for member in list(vars(owner).values()):
        for inner in (member, getattr(member, "fget", None), getattr(member, "__func__", None)):
            function = getattr(inner, "__wrapped__", inner)
            if isinstance(function, FunctionType) and function.__module__ == module:
                if function.__code__.co_filename.endswith(f"{module.replace('.', '/')}.py"):
                    yield function
        if isinstance(member, type) and member.__module__ == module:
            yield from _functions(member, module)


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        yield
    sys.stdout.flush()
    os.dup2(kept, 1)
    os.close(kept)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
