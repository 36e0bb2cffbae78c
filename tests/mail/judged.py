"""The mail cases fed to a whole judge: a home with the cases' games, from mailbox to outbox.

Only the public record and the pages are left out; everything a letter meets before
them is the judge's own.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from pbem.game.events import (
    DeadlineSet,
    Event,
    GameStarted,
    PlayerConfirmed,
    PlayerJoined,
    SeatsDrawn,
)
from pbem.judge.clock import SetClock
from pbem.judge.cycle import Judge
from pbem.judge.home import CONFIG, make_home, open_home
from pbem.judge.steps import Step
from pbem.mail.memory import MemoryMailbox, MemorySender
from pbem.mail.message import read_message
from pbem.store.entries import LetterState, RulingEntry
from pbem.store.journal import Journal
from tests.mail.cases import World

T = TypeVar("T")

UNSEEN = (Step.RECORD, Step.FILES, Step.PAGES)
LENGTH = timedelta(days=4)
SUBJECTS = {
    "your letter came too late": "late",
    "no orders in your letter": "no-orders",
    "your letter is for another phase": "wrong-phase",
}


class Watch:
    """Does the steps of a judge, but none of those that a writer of letters never sees.

    Attributes:
        kept: Key of the letter that was kept last.
    """

    kept = ""

    def __call__(self, step: Step, do: Callable[[], T]) -> T:
        """Do a step, or leave it out."""
        if step in UNSEEN:
            return None  # type: ignore[return-value]  # nobody looks at it
        result = do()
        if step is Step.KEEP:
            self.kept = str(result)
        return result


def soon(world: World, arrived: datetime) -> tuple[str, ...]:
    """The games of the cases that are open when a letter arrives, or have just been."""
    near = timedelta(days=10)
    return tuple(game for game in world.raw["games"] if abs(world.deadline(game) - arrived) < near)


@dataclass(frozen=True)
class Taken:
    """What a judge did about a letter.

    Attributes:
        set_aside: Whether somebody is to look at it.
        reason: Why it changed nothing; may be empty.
        to: Who was answered.
        subjects, texts: Of the answers.
        changed: Sheets that changed: orders by game, phase and power.
    """

    set_aside: bool
    reason: str
    to: tuple[str, ...]
    subjects: tuple[str, ...]
    texts: tuple[str, ...]
    changed: dict[tuple[str, str, str], tuple[str, ...]]

    @property
    def rejected(self) -> str:
        """Why it changed nothing, in the words of the cases."""
        told = [word for says, word in SUBJECTS.items() if any(says in s for s in self.subjects)]
        return self.reason or "".join(told)


@dataclass
class JudgedWorld:
    """A judge that plays the cases' games.

    Attributes:
        home: Its folder.
        world: What game.json says.
        author: The address of the letter that will come; a player of several
            addresses is registered with it.
    """

    folder: Path
    world: World
    games: tuple[str, ...]
    author: str = ""

    @classmethod
    def build(cls, folder: Path, world: World, games: tuple[str, ...], author: str) -> JudgedWorld:
        """Make a home in which these games are played."""
        made = cls(folder, world, games, author)
        home = make_home(folder, name="The judge", address=world.raw["judge"])
        config = home.path / CONFIG
        trusted = ", ".join(f'"{server}"' for server in world.raw["trusted_authserv_ids"])
        alike = ", ".join(f'"{" ".join(group)}"' for group in world.raw["same_mailbox_domains"])
        text = config.read_text("utf-8").replace(
            "trusted_servers = []", f"trusted_servers = [{trusted}]\nsame_mailbox = [{alike}]"
        )
        config.write_text(text.replace("accept_unproved = false", "accept_unproved = true"))
        for game in games:
            made._begin(game)
        return made

    def copy(self, folder: Path, *, strict: bool) -> JudgedWorld:
        """Return the same world in another folder, where a proof may be wanted of authors.

        What lay in that folder is gone.
        """
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        if strict:
            config = folder / CONFIG
            text = config.read_text("utf-8").replace("accept_unproved = true", "")
            config.write_text(re.sub(r"trusted_servers = .*", "", text))
        return JudgedWorld(folder, self.world, self.games, self.author)

    def _begin(self, game: str) -> None:
        opened = self.world.deadline(game) - LENGTH
        with self._judge(opened, MemoryMailbox(), MemorySender(), Watch()) as judge:
            answer = judge.host({"do": "new", "game": game, "movement": "4 days"})
            assert answer.done, answer.says
        position = self.world.position(game)
        events: list[Event] = []
        for number, (power, address) in enumerate(self.addresses().items(), 1):
            player = f"p{number}"
            events.append(PlayerJoined(opened, player, address, power.title(), ()))
            events.append(PlayerConfirmed(opened, player))
        seats = {f"p{n}": (power,) for n, power in enumerate(self.addresses(), 1)}
        events += [
            SeatsDrawn(opened, 0, "07" * 32, seats),
            GameStarted(opened, position),
            DeadlineSet(opened, position.phase, self.world.deadline(game)),
        ]
        with Journal.open(open_home(self.folder).state) as journal:
            journal.commit(RulingEntry(opened, game, tuple(events)))

    def addresses(self) -> dict[str, str]:
        """The registered address of each power's player."""
        return {
            power: self.author if self.author in addresses else addresses[0]
            for power, addresses in self.world.raw["addresses"].items()
        }

    @contextmanager
    def _judge(
        self, now: datetime, mailbox: MemoryMailbox, sender: MemorySender, watch: Watch
    ) -> Iterator[Judge]:
        with Judge.open(
            open_home(self.folder),
            clock=SetClock(now),
            mailbox=mailbox,
            sender=sender,
            effect=watch,
            words="test",
        ) as judge:
            yield judge

    def take(self, data: bytes, arrived: datetime) -> Taken:
        """Deliver a letter, let the judge do its work, and tell what became of it."""
        mailbox, sender, watch = MemoryMailbox(), MemorySender(), Watch()
        # The second of a deadline is still in time, and judging begins after it.
        in_time = any(arrived == self.world.deadline(game) for game in self.games)
        now = arrived if in_time else arrived + timedelta(seconds=1)
        with self._judge(now, mailbox, sender, watch) as judge:
            data = self._with_tokens(data, judge)
            mailbox.deliver(data, arrived)
            before = self._sheets(judge)
            judge.poll()
            after = self._sheets(judge)
            letters = [
                read_message(letter.data)
                for letter in sender.sent.values()
                if b"Auto-Submitted: auto-replied" in letter.data
            ]
        with Journal.open(open_home(self.folder).state) as journal:
            entry = journal.letters.find(watch.kept)
        assert entry is not None
        return Taken(
            set_aside=entry.state is LetterState.SET_ASIDE,
            reason=entry.reason,
            to=tuple(sorted({address for letter in letters for address in letter.recipients})),
            subjects=tuple(letter.subject for letter in letters),
            texts=tuple(letter.text for letter in letters),
            changed={key: now for key, now in after.items() if now != before.get(key)},
        )

    def _with_tokens(self, data: bytes, judge: Judge) -> bytes:
        """Put the judge's own private addresses where a letter has those of game.json."""
        for game, tokens in self.world.raw["tokens"].items():
            for power, token in tokens.items():
                player = f"p{list(self.addresses()).index(power) + 1}"
                known = judge.table.game(game)
                ours = judge.secrets.token(game, player, known.epoch) if known else token
                data = re.sub(re.escape(token).encode(), ours.encode(), data, flags=re.IGNORECASE)
        return data

    def _sheets(self, judge: Judge) -> dict[tuple[str, str, str], tuple[str, ...]]:
        found = {}
        for name in self.games:
            game = judge.table.game(name)
            assert game is not None
            phase = str(game.open_position().phase)
            for power in game.played():
                found[name, phase, power] = game.sheet(power).orders
        return {key: orders for key, orders in found.items() if orders}
