"""Scenes for judges that are stopped: a home in which one cycle has much to do.

What can be seen of a home afterwards, `Seen`, must be the same however often the
cycle was stopped and begun again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pbem.game.events import Event
from pbem.judge import queue
from pbem.judge.home import open_home
from pbem.judge.steps import Step
from pbem.mail.mailbox import OutgoingLetter
from pbem.mail.maildir import MaildirSender
from pbem.store.history import head
from pbem.store.journal import Journal
from pbem.store.spool import Spool
from tests.judge.house import DAY, HOUR, PLAYERS, House


def publishes(house: House) -> None:
    """Have the pages copied to a folder."""
    config = house.home.path / "pbem.toml"
    config.write_text(config.read_text("utf-8") + '\n[publish]\nfolder = "public"\n', "utf-8")
    house.home = open_home(house.home.path)


def deadline(house: House) -> None:
    """Orders, a late letter, a stranger's and a robot's wait; a deadline has passed."""
    publishes(house)
    players = house.start()
    due = house.clock.now() + 3 * DAY
    house.answer(players["FRANCE"], "A PAR - BUR\nA MAR S A PAR - BUR", arrived=due - HOUR)
    house.answer(players["GERMANY"], "A MUN - BUR\nF KIE - DEN", arrived=due - HOUR)
    house.post("stranger@example.com", "HELP", arrived=due - HOUR)
    house.post("mailer-daemon@example.com", "undeliverable", arrived=due - HOUR)
    house.answer(players["ITALY"], "A VEN - TYR", arrived=due + HOUR)
    house.clock.move_to(due + 2 * HOUR)


def beginning(house: House) -> None:
    """The last confirmation waits, which draws the seats; a host asks for another game."""
    publishes(house)
    house.new_game()
    for player in PLAYERS:
        house.post(player, "JOIN")
    house.poll()
    for player in PLAYERS:
        house.answer(player, "CONFIRM")
    queue.ask(house.home.queue, "1", {"do": "new", "game": "gx8"}, until=1e12)


def ending(house: House) -> None:
    """The last vote for a draw waits; a host has asked to have something announced."""
    publishes(house)
    players = house.start()
    for address in players.values():
        house.answer(address, "DRAW")
    said = {"do": "announce", "game": "gx7", "text": "Well played, all of you."}
    queue.ask(house.home.queue, "1", said, until=1e12)


SCENES: dict[str, Callable[[House], None]] = {
    "deadline": deadline,
    "beginning": beginning,
    "ending": ending,
}
STEPS = {
    "deadline": set(Step) - {Step.ANSWER},
    "beginning": set(Step),
    "ending": set(Step),
}


class Post:
    """A sender to whom a letter that is sent twice is two letters; both are noted."""

    repeats = True

    def __init__(self, folder: Path) -> None:
        """Keep letters in a Maildir, and note each in a file beside it."""
        self._inner = MaildirSender(folder / "var" / "mail" / "out")
        self._notes = folder / "var" / "mail" / "notes"

    def send(self, letter: OutgoingLetter) -> None:
        """See `Sender`."""
        self._inner.send(letter)
        with self._notes.open("a", encoding="ascii") as notes:
            notes.write(f"{letter.message_id} {hashlib.sha256(letter.data).hexdigest()}\n")

    def flush(self) -> None:
        """See `Sender`."""
        self._inner.flush()

    def close(self) -> None:
        """See `Sender`."""


@dataclass(frozen=True)
class Seen:
    """All that can be seen of a home afterwards.

    Attributes:
        commit: The newest of the record.
        files: Of the record and the pages.
        letters: That were sent, by Message-ID.
        events: Of all games.
        aside: How many letters were set aside.
        kept: Keys of the letters in the spool, and what the mailbox still holds.
        answers: To what hosts asked.
        notes: Every sending, in order; not compared, since a letter on its way may repeat.
    """

    commit: str | None
    files: dict[str, bytes]
    letters: dict[str, bytes]
    events: tuple[tuple[int, Event], ...]
    aside: int
    kept: tuple[str, ...]
    answers: dict[str, str]
    notes: list[str] = field(default_factory=list, compare=False)


def see(house: House) -> Seen:
    """Look at everything."""
    home = house.home
    with Journal.open(home.state) as journal:
        events = tuple(event for game in journal.games() for event in journal.events(game))
        aside = len(journal.letters.set_aside())
    notes = home.var / "mail" / "notes"
    return Seen(
        commit=head(home.games),
        files={
            str(path.relative_to(home.path)): path.read_bytes()
            for root in (home.games, home.site, home.path / "public")
            for path in root.rglob("*")
            if path.is_file() and ".git" not in path.parts
        },
        letters={str(x["Message-ID"]): bytes(x) for x in house.letters()},
        events=events,
        aside=aside,
        kept=(
            *Spool(home.spool).kept(),
            *sorted(path.name for path in (home.settings.mail.folder / "in" / "new").iterdir()),
        ),
        answers={path.name: path.read_text("utf-8") for path in home.queue.iterdir()},
        notes=notes.read_text("ascii").splitlines() if notes.exists() else [],
    )
