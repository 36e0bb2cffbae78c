"""What may import what, where the import contracts in pyproject.toml cannot say it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.shared import PARTS

ROOT = Path(__file__).resolve().parents[1]
CORE = ("board", "orders", "adjudicator", "game", "errors", "sayings")
IN_SEVERAL_MODULES = {"click", "jinja2"}
CLOCKS = {
    ("datetime", "now"),
    ("datetime", "utcnow"),
    ("datetime", "today"),
    ("date", "today"),
    *(("time", name) for name in ("time", "time_ns", "monotonic", "monotonic_ns", "sleep")),
    *(("time", name) for name in ("gmtime", "localtime", "perf_counter", "perf_counter_ns")),
}


def _modules() -> dict[str, ast.Module]:
    paths = sorted((ROOT / "pbem").rglob("*.py"))
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
        for path in paths
        if "_data" not in path.parts
    }


MODULES = _modules()


def _imports(tree: ast.Module) -> Iterator[str]:
    """Yield every name a module imports, in full: `pbem.store.archive`, `json.dumps`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _packages(tree: ast.Module) -> set[str]:
    return {name.partition(".")[0] for name in _imports(tree)}


def _third_party(tree: ast.Module) -> set[str]:
    return _packages(tree) - set(sys.stdlib_module_names) - {"pbem"}


def test_every_module_is_looked_at() -> None:
    """The contracts are about all of the product."""
    assert {"pbem.errors", "pbem.board.variant", "pbem.cli.main"} <= set(MODULES)


@pytest.mark.parametrize("module", [name for name in MODULES if name.split(".")[1] in CORE])
def test_the_core_stands_alone(module: str) -> None:
    """Board, orders, adjudicator, game, errors and sayings need nothing but Python."""
    assert not _third_party(MODULES[module])


def test_a_third_party_package_is_wrapped_once() -> None:
    """Each is imported by one module, so that it can be replaced; click and jinja2 excepted."""
    users: dict[str, list[str]] = defaultdict(list)
    for module, tree in MODULES.items():
        for package in _third_party(tree) - IN_SEVERAL_MODULES:
            users[package].append(module)
    assert {package: found for package, found in users.items() if len(found) > 1} == {}


def test_what_is_imported_is_declared() -> None:
    """Every third-party package is a dependency of the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = project["optional-dependencies"]["parquet"]
    declared = {line.partition(">=")[0] for line in (*project["dependencies"], *extra)}
    names = packages_distributions()
    imported = {name for tree in MODULES.values() for name in _third_party(tree)}
    needed = {re.sub("[-_.]+", "-", names[name][0]).lower() for name in imported}
    assert needed <= declared


@pytest.mark.parametrize("package", ["site", "exchange", "drawing"])
def test_public_sides_read_the_archive_alone(package: str) -> None:
    """Pages, archives and pictures never come near the private side of the store."""
    imported = {
        name
        for module, tree in MODULES.items()
        if module.split(".")[1] == package
        for name in _imports(tree)
    }
    public = ("pbem.store.archive.", "pbem.store.history.", "pbem.store.unpacking.")
    private = {
        name
        for name in imported
        if name.startswith("pbem.store") and not f"{name}.".startswith(public)
    }
    assert private == set()


@pytest.mark.parametrize("module", [name for name in MODULES if name != "pbem.judge.clock"])
def test_one_module_reads_the_clock(module: str) -> None:
    """Time comes in as `now`; only judge/clock.py asks the machine for it."""
    tree = MODULES[module]
    read = {
        (owner.attr if isinstance(owner, ast.Attribute) else owner.id, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(owner := node.value, ast.Attribute | ast.Name)
    }
    named = {tuple(name.rsplit(".", 1)) for name in _imports(tree) if "." in name}
    assert (read | named) & CLOCKS == set()


@pytest.mark.parametrize("module", MODULES)
def test_modules_stay_small(module: str) -> None:
    """A module tells one story, in under 500 lines."""
    path = ROOT / Path(*module.split(".")).with_suffix(".py")
    assert len(path.read_text("utf-8").splitlines()) < 500


def test_one_broad_catch() -> None:
    """Only the judge catches what it does not know, once, to set a letter aside."""
    found = [
        module
        for module, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler)
        and (
            node.type is None
            or (isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException"))
        )
    ]
    assert len(found) <= 1
    assert all(module.startswith("pbem.judge.") for module in found)


def test_git_begins_before_the_rules_are_loaded() -> None:
    """What starts to read a history loads little: the rest is loaded while git reads."""
    program = "import sys, pbem.exchange.verify; print('pbem.adjudicator' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "False\n", done.stderr


@pytest.mark.parametrize("part", PARTS)
def test_data_driven_tests_say_so(part: str) -> None:
    """A test module that reads a part of the shared data carries its mark, for `make cases`."""
    reads = re.compile(rf"""shared\(\s*["']{part}["']""")
    own = Path(__file__).with_name("test_make.py")  # asks for parts that are not there
    unmarked = [
        path.relative_to(ROOT)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if path != own
        and reads.search(text := path.read_text("utf-8"))
        and f"pytest.mark.{part.replace('-', '_')}" not in text
    ]
    assert unmarked == []
