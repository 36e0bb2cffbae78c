"""What docs/hosts.md shows a host is read as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.cli.hosting import COMMANDS
from pbem.cli.publish import command as publish
from pbem.game.commands import AskStatus, EndGame
from pbem.game.host_acts import CancelGame, Eject, EndInDraw
from pbem.mail.commands import NotObeyed, read_command
from pbem.mail.host_commands import BackTo, ChangeBoard, HostLine, read_host_line
from tests.words import english

MANUAL = (Path(__file__).parents[2] / "docs" / "hosts.md").read_text("utf-8")
STANDARD = load_variant("standard")
OPEN = Phase.read("F1902M")
ASKED_BACK = (EndGame, EndInDraw, CancelGame, Eject, BackTo, ChangeBoard)


def examples() -> list[tuple[str, str]]:
    """Lines of the page, each with what it says of them."""
    blocks = re.findall(r"```host\n(.*?)```", MANUAL, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line]
    return [(line.partition("=>")[0].strip(), line.partition("=>")[2].strip()) for line in lines]


@pytest.mark.parametrize(("line", "means"), examples())
def test_a_line_is_read_as_the_page_says(line: str, means: str) -> None:
    """As what, whether it is asked back, and what would be right."""
    if line == "STATUS":
        assert read_command(line, STANDARD) == AskStatus()
        return
    read = read_host_line(line, STANDARD, OPEN)
    if means.startswith("!"):
        assert isinstance(read, NotObeyed)
        assert means[1:].strip() in english(read.says)
        return
    assert isinstance(read, HostLine)
    assert type(read.ask).__name__ == means.lstrip("+ ")
    assert means.startswith("+") == isinstance(read.ask, ASKED_BACK)
    again = read_host_line(read.words, STANDARD, OPEN)
    assert again == read


def test_the_page_names_all_commands_of_the_command_line() -> None:
    """And no other."""
    shown = set(re.findall(r"^    pbem game ([a-z-]+) gx7", MANUAL, re.MULTILINE))
    assert shown == {command.name for command in (*COMMANDS, publish)}


@pytest.mark.parametrize(
    "line",
    [
        "The deadline is near",
        "Deadline?",
        "please pause here for a moment",
        "Process of elimination says Turkey",
        "host a party",
        "The end.",
        "end of story",
        "eject him from the alliance",
        "I resume my march",
        "edit your orders",
        "start moving to Burgundy",
        "cancel that, please",
        "dummy move to Burgundy",
        "rollback your fleet",
        "appoint a leader",
        "deadline 20 minutes ago, sorry because I was away",
    ],
)
def test_talk_is_no_command(line: str) -> None:
    """A line counts only if all of it fits."""
    assert not isinstance(read_host_line(line, STANDARD, OPEN), HostLine)
