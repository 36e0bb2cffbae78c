"""The command `pbem`: what it costs, what it lists, and what it says of errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbem import __version__
from pbem.cli.main import COMMANDS, Lazy, LazyGroup, cli
from pbem.errors import ConfigError, HomeError, RecordError, VariantError


def _fails(error: BaseException) -> click.Command:
    @click.command("fail")
    def fail() -> None:
        raise error

    return fail


def _run(error: BaseException) -> tuple[int, str]:
    root = type(cli)(name="pbem", commands={"fail": _fails(error)})
    result = CliRunner().invoke(root, ["fail"])
    assert result.stdout == ""
    return result.exit_code, result.stderr


def test_the_version_needs_no_command() -> None:
    """`pbem --version` imports none of the product's packages but errors."""
    code = (
        "import sys; from pbem.cli.main import cli\n"
        "cli(['--version'], standalone_mode=False)\n"
        "print(*sorted(name for name in sys.modules if name.startswith('pbem.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.stdout.splitlines() == [
        f"pbem {__version__}",
        "pbem.cli pbem.cli.main pbem.errors",
    ]


def test_help_is_quick() -> None:
    """The list of commands is shown without importing them."""
    code = (
        "import sys; from pbem.cli.main import cli\n"
        "cli(['--help'], standalone_mode=False)\n"
        "print(*sorted(name for name in sys.modules if name.startswith('pbem.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "pbem.cli pbem.cli.main pbem.errors"
    assert COMMANDS["variant"].summary in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there(name: str) -> None:
    """Each entry of the table leads to a command that explains itself."""
    result = CliRunner().invoke(cli, [name, "--help"])
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: pbem {name}")


def test_help_lists_the_commands_in_order() -> None:
    """What a Keeper needs first comes first."""
    assert cli.list_commands(click.Context(cli)) == list(COMMANDS)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (RecordError("games/a: no"), 1, "pbem: games/a: no\n"),
        (VariantError("one", "two"), 1, "pbem: one\npbem: two\n"),
        (ConfigError("pbem.toml: no"), 2, "pbem: pbem.toml: no\n"),
        (HomeError("/x is no home"), 2, "pbem: /x is no home\n"),
        (PermissionError(13, "Permission denied", "x"), 1, "pbem: x: Permission denied\n"),
        (RecordError("a\x1b[31m"), 1, "pbem: a\\x1b[31m\n"),
        (MemoryError(), 1, "pbem: there is not enough memory for this\n"),
        (RecursionError(), 1, "pbem: something in it is nested far too deeply to be read\n"),
        (KeyboardInterrupt(), 130, "\n"),
    ],
)
def test_errors_are_one_line(error: BaseException, code: int, line: str) -> None:
    """A user reads what, where and what would be right, and never a traceback."""
    assert _run(error) == (code, line)


def test_a_fault_of_ours_is_not_hidden() -> None:
    """What no rule foresees keeps its traceback, for the report."""
    root = type(cli)(name="pbem", commands={"fail": _fails(ZeroDivisionError())})
    assert isinstance(CliRunner().invoke(root, ["fail"]).exception, ZeroDivisionError)


@pytest.mark.parametrize("arguments", [["nope"], ["--nope"], ["variant", "show"]])
def test_wrong_use_is_one_line(arguments: list[str]) -> None:
    """Exit code 2, and where to read on."""
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "--help)" in result.stderr


def test_groups_are_lazy_to_any_depth() -> None:
    """A group inside a group imports its commands when they are used."""
    lazy = {"check": Lazy("pbem.cli.variant:command", "Boards.")}
    inner = LazyGroup("inner", lazy=lazy)
    outer = LazyGroup("outer", commands={"inner": inner})
    result = CliRunner().invoke(outer, ["inner", "check", "list"])
    assert result.exit_code == 0
    assert "standard" in result.stdout


def test_a_reader_that_stops_early_is_no_error() -> None:
    """`pbem variant show standard | head -1` is quiet."""
    command = f"{sys.executable} -m pbem variant show standard | true"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.stderr == b""
