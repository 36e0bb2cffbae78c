"""The command `pbem`: its table of commands, and what becomes of errors.

A command lives in a module of its own that is imported when the command is
used, so that `pbem --version` costs no more than Python and click. A group can
hold its own commands in the same way, to any depth (`LazyGroup`).

Exit codes: 0 fine, 1 a problem was found, 2 used wrongly, 130 interrupted.
Errors are one line on standard error, `pbem: what, where, what would be right`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from pbem import __version__
from pbem.errors import ConfigError, HomeError, PbemError, shown


@dataclass(frozen=True)
class Lazy:
    """A command that is not imported yet.

    Attributes:
        target: Where it is: `"pbem.cli.map:command"`.
        summary: What it does, for the list of commands.
    """

    target: str
    summary: str


_MODULES = {"import": "importing"}
"""Of commands that no module can be called like."""

COMMANDS = {
    name: Lazy(f"pbem.cli.{_MODULES.get(name, name)}:command", summary)
    for name, summary in {
        "init": "Make a judge's home.",
        "doctor": "Find what is wrong with a home's settings and surroundings.",
        "status": "Tell what is due, unsent and set aside.",
        "run": "Be the judge, until stopped.",
        "poll": "Do the judge's work once, for cron.",
        "backup": "Copy a whole home to a file.",
        "restore": "Make a home from a copy.",
        "game": "Create and run games.",
        "mail": "Look after letters that were set aside.",
        "site": "Make the pages of the games, and look at them.",
        "demo": "Play a whole game by mail on this machine.",
        "map": "Draw maps.",
        "orders": "Read orders as people write them.",
        "adjudicate": "Judge positions and orders.",
        "verify": "Judge recorded games again, and compare.",
        "export": "Write games for other programs.",
        "import": "Take in games from elsewhere.",
        "variant": "Show the boards, and check them.",
        "bench": "Measure how quick the judge is.",
    }.items()
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used, and not to list them.

    Attributes:
        lazy: Its commands by name, in the order in which they are listed.
    """

    def __init__(self, *args: Any, lazy: Mapping[str, Lazy] | None = None, **extra: Any) -> None:
        """Make a group of `lazy` commands, beside any that are added to it."""
        super().__init__(*args, **extra)
        self.lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the table."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, importing it, or None."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self.lazy[cmd_name].target.partition(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        rows = [(name, self._summary(ctx, name)) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def _summary(self, ctx: click.Context, name: str) -> str:
        if name in self.lazy:
            return self.lazy[name].summary
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=70) if command else ""


class _Root(LazyGroup):
    """The command `pbem` itself, where errors end."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and leave with an exit code instead of a traceback."""
        run = partial(super().main, args, prog_name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        sys.exit(_exit_code(run))


def _exit_code(run: Callable[[], Any]) -> int:
    """Return the exit code of a run, after a line about what stopped it."""
    try:
        code = run()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "pbem"
        _complain(f"{error.format_message()} (see {command} --help)")
        return 2
    except click.ClickException as error:
        _complain(error.format_message())
        return error.exit_code
    except click.Abort:
        return 130
    except PbemError as error:
        _complain(str(error))
        return 2 if isinstance(error, ConfigError | HomeError) else 1
    except (MemoryError, RecursionError) as error:
        _complain(
            "there is not enough memory for this"
            if isinstance(error, MemoryError)
            else "something in it is nested far too deeply to be read"
        )
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        _complain(f"{where}{error.strerror or error}")
        return 1
    return code if isinstance(code, int) else 0


def _complain(message: str) -> None:
    for line in message.splitlines():
        click.echo(f"pbem: {shown(line)}", err=True)


@click.group(
    "pbem", cls=_Root, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="pbem", message="%(prog)s %(version)s")
def cli() -> None:
    """Judge Diplomacy by e-mail, and keep its games as a static site."""


def main() -> None:
    """Run `pbem` with the arguments of the process."""
    cli(prog_name="pbem")
