"""A judge's house for tests: a home, a clock that is set, letters in and out as files."""

from __future__ import annotations

import email
import email.policy
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.judge.clock import SetClock
from pbem.judge.cycle import Judge
from pbem.judge.home import Home, make_home
from pbem.judge.steps import Effect, effect
from pbem.mail.signatures import Lookup, ask_name_service

if TYPE_CHECKING:
    from collections.abc import Iterator

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PLAYERS = tuple(f"player{number}@example.org" for number in range(1, 8))

Read = tuple[tuple[int, int], str, EmailMessage]
"""A letter that was read: its ruling and number, who it goes to, and all of it."""


@dataclass
class House:
    """A home and its clock; `open` gives the judge.

    Attributes:
        posted: How many letters were put into the mailbox.
        read: Letters of the judge by the names of their files, as far as they were read.
        sorted: The same, oldest first.
    """

    home: Home
    clock: SetClock = field(default_factory=lambda: SetClock(START))
    posted: int = 0
    effect: Effect = effect
    lookup: Lookup = ask_name_service
    read: dict[str, Read] = field(default_factory=dict)
    sorted: list[Read] = field(default_factory=list)

    @classmethod
    def build(cls, folder: Path) -> House:
        """Make a home in a folder that is missing."""
        return cls(make_home(folder, name="The judge", address="judge@example.org"))

    @contextmanager
    def judge(self) -> Iterator[Judge]:
        """Open the judge; its keys can be repeated."""
        with Judge.open(
            self.home, clock=self.clock, effect=self.effect, words="test", lookup=self.lookup
        ) as judge:
            yield judge

    def post(
        self,
        author: str,
        text: str,
        *,
        to: str = "judge@example.org",
        subject: str = "[gx7]",
        arrived: datetime | None = None,
        headers: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Put a plain letter into the mailbox."""
        self.posted += 1
        lines = [
            f"From: {author}",
            f"To: {to}",
            f"Subject: {subject}",
            f"Message-ID: <letter-{self.posted}@mail.example.org>",
            *(f"{name}: {value}" for name, value in headers),
            "",
            text,
        ]
        self.post_raw("\n".join(lines).encode(), arrived)

    def post_raw(self, data: bytes, arrived: datetime | None = None) -> None:
        """Put bytes into the mailbox as a letter."""
        self.posted += 1
        folder = self.home.settings.mail.folder / "in" / "new"
        folder.mkdir(parents=True, exist_ok=True)
        seconds = int((arrived or self.clock.now()).timestamp())
        (folder / f"{seconds}.{self.posted:04}.test").write_bytes(data)

    def poll(self) -> None:
        """Let the judge do one cycle."""
        with self.judge() as judge:
            judge.poll()

    def letters(self, to: str = "") -> list[EmailMessage]:
        """Return the letters the judge has sent, oldest first; to one address where given."""
        folder = self.home.settings.mail.folder / "out" / "new"
        fresh = [path for path in folder.iterdir() if path.name not in self.read]
        for path in fresh:
            letter = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            assert isinstance(letter, EmailMessage)
            self.read[path.name] = (_age(letter), str(letter["To"]), letter)
        if fresh:
            self.sorted = sorted(self.read.values(), key=lambda read: read[0])
        return [letter for _, reader, letter in self.sorted if not to or reader == to]

    def last(self, to: str) -> EmailMessage:
        """Return the newest letter to an address."""
        return self.letters(to)[-1]

    def answer(self, author: str, text: str, **more: object) -> None:
        """Answer the newest letter to an address, to the private address it names."""
        self.post(author, text, to=self.last(author)["Reply-To"], **more)  # type: ignore[arg-type]

    def new_game(self, **words: str) -> None:
        """Create the game gx7."""
        with self.judge() as judge:
            answer = judge.host({"do": "new", "game": "gx7", "title": "Game X7", **words})
        assert answer.done, answer.says

    def start(self, **words: str) -> dict[str, str]:
        """Create gx7, let seven players join; return their addresses by power."""
        self.new_game(**words)
        for player in PLAYERS:
            self.post(player, "JOIN")
        self.poll()
        for player in PLAYERS:
            self.answer(player, "CONFIRM")
        self.poll()
        with self.judge() as judge:
            game = judge.table.game("gx7")
        assert game is not None
        return {
            power: game.players[player].address
            for player, powers in game.seats.items()
            for power in powers
        }


def _age(letter: EmailMessage) -> tuple[int, int]:
    """Return the ruling and number in one of the judge's Message-IDs."""
    _, ruling, number = letter["Message-ID"].strip("<>").partition("@")[0].split(".")
    return int(ruling), int(number)


def body(letter: EmailMessage) -> str:
    """Return the text of a letter."""
    text = letter.get_body(("plain",))
    assert text is not None
    return str(text.get_content())
