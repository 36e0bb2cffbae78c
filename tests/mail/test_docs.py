"""What docs/mail.md shows a player of letters, commands and receipts is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.assets import load_variant
from pbem.game.commands import (
    AskStatus,
    ChangeAddress,
    Clear,
    Concede,
    Forget,
    Ready,
    Rename,
    Resign,
    SetZone,
    Undo,
    VoteDraw,
    Wait,
)
from pbem.game.events.observing import Role
from pbem.mail.commands import (
    AbsentFrom,
    AskHistory,
    AskMap,
    AskSummary,
    ConfirmSeat,
    ExtendBy,
    Help,
    JoinGame,
    ListGames,
    NotObeyed,
    ObserveGame,
    SignOff,
    SignOn,
    StopObserving,
    TakeOver,
    read_command,
)
from pbem.mail.language import read_letter
from pbem.mail.message import read_message
from tests.mail.situations import letter, situations

MANUAL = (Path(__file__).parents[2] / "docs" / "mail.md").read_text("utf-8")
STANDARD = load_variant("standard")

MEANINGS: dict[str, object] = {
    "what is missing is meant; do not wait for me": Ready,
    "wait for the deadline": Wait,
    "take all orders of this phase back": Clear,
    "take the last letter back": Undo,
    "vote for a draw": VoteDraw(yes=True),
    "vote against a draw": VoteDraw(yes=False),
    "the public name": Rename,
    "the time zone in which deadlines are told": SetZone,
    "be written to there, once that address has answered": ChangeAddress("ann@example.org"),
    "where the game stands": AskStatus,
    "the board as a picture": AskMap,
    "what became of the orders of the last turn": AskHistory(),
    "what became of the orders of these phases": AskHistory("S1901M", "F1902M"),
    "centers by year, and who plays": AskSummary,
    "help": Help,
    "the games of this judge": ListGames,
    "a seat in the game": JoinGame,
    "letters about a game, without a seat": ObserveGame(Role.OBSERVER),
    "a letter when a power has lost its player": ObserveGame(Role.STANDBY),
    "no more of these letters": StopObserving,
    "yes to what the judge asked back": ConfirmSeat,
    "give the game to a power; asked back first": Concede("TURKEY"),
    "leave the game; asked back first": Resign,
    "take my name from the pages; asked back first": Forget,
    "vote for more time": ExtendBy,
    "days on which no deadline should fall": AbsentFrom,
    "play a power that has no player": TakeOver(("ITALY",)),
    "what follows is for this power": SignOn,
    "nothing below is read": SignOff,
    "not obeyed, and the answer says why": NotObeyed,
    "talk": None,
}


def blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", MANUAL, re.MULTILINE | re.DOTALL)


COMMANDS = [
    re.split(r"\s*=>\s*", line) for block in blocks("commands") for line in block.splitlines()
]


@pytest.mark.parametrize(("line", "meaning"), COMMANDS)
def test_commands(line: str, meaning: str) -> None:
    """A line shown as a command is that command, and talk is talk."""
    found = read_command(line, STANDARD)
    expected = MEANINGS[meaning]
    assert type(found) is expected if isinstance(expected, type) else found == expected


@pytest.mark.parametrize("block", blocks("letter"))
def test_letters(block: str) -> None:
    """A letter shown gives the orders shown, for France in Spring 1901."""
    body, *expected = re.split(r"^=> ", block, flags=re.MULTILINE)
    text = read_message(f"From: ann@example.org\n\n{body}".encode()).text
    said = read_letter(text, STANDARD, STANDARD.opening(), ("FRANCE",))
    assert expected
    assert [order.order for order in said.readings["FRANCE"].orders] == [
        order.strip() for order in expected
    ]


def test_the_receipt() -> None:
    """The receipt shown is one that the judge writes."""
    (shown,) = blocks("receipt")
    assert shown == letter(situations()["receipt-troubled"]).text
