"""Stories: numbered letters in, expected letters and record out, the clock fixed.

A story is a folder:

    story.toml        `title`; `joins`, false where nobody has a seat at the beginning;
                      `[game]`, the options of a new game (docs/new-game.md)
    01-arland.txt …   what happens, in order
    expected/         the letters the judge writes, numbered as it wrote them, and the
                      lines of events.jsonl and the names of the phases

What happens begins with fields, as a letter does; a text may follow behind an empty line:

    From: ARLAND      a power, `host`, or an address; nobody where only time passes
    Wait: 2 days      before it happens
    To: judge         the public address; else the private one of the newest letter to the writer
    Subject: [gx7]    what stands there else
    Do: pause         what the host asks on the command line instead of a letter, as JSON or a word

All stories are played on a board of twelve provinces for three powers (tests/data/maps/sound),
whose seats are always drawn alike. `PBEM_GOLDEN=1` writes what is expected anew.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem.game.durations import read_duration
from tests.judge.house import MINUTE, House, body

STORIES = Path(__file__).parent / "stories"
SOUND = Path(__file__).parents[1] / "data" / "maps" / "sound"
HOST = "host@host.example"
PEOPLE = ("ann@one.example", "bob@two.example", "cid@three.example")


@dataclass(frozen=True)
class Happening:
    """One numbered file of a story."""

    name: str
    fields: dict[str, str]
    text: str


@dataclass
class Story:
    """A story while it is told.

    Attributes:
        house: Where it happens.
        told: Letters of the judge before it began.
        unanswered: Names of letters whose writer heard nothing.
    """

    folder: Path
    house: House
    told: int = 0
    unanswered: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What it is about."""
        return str(self._plan()["title"])

    def _plan(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / "story.toml").read_text("utf-8"))

    def play(self) -> None:
        """Let all of it happen."""
        self._begin()
        for happening in happenings(self.folder):
            self._happen(happening)

    def letters(self) -> list[EmailMessage]:
        """Return the letters that the judge wrote in it."""
        return self.house.letters()[self.told :]

    def outcome(self) -> dict[str, str]:
        """Return what the judge wrote, by file name."""
        found = {
            f"{number:02}-to-{self.who(str(letter['To']))}.txt": _shown(letter)
            for number, letter in enumerate(self.letters(), 1)
        }
        record = self.house.home.games / "gx7"
        phases = sorted(path.name for path in record.glob("phases/*.json"))
        lines = [*self._events(record), *(f"phase {name}" for name in phases)]
        if (record / "result.json").exists():
            ended = json.loads((record / "result.json").read_text("utf-8"))
            lines.append(f"result {ended['how']}: {', '.join(ended['winners']) or 'nobody'}")
        return found | {"record.txt": "\n".join(lines) + "\n"}

    def _events(self, record: Path) -> Iterator[str]:
        for line in (record / "events.jsonl").read_text("utf-8").splitlines():
            event = json.loads(line)
            # Keys and hashes are checked by `verify`; here they would only be in the way.
            kept = {k: v for k, v in event.items() if k not in ("key", "hash", "file")}
            yield json.dumps(kept, ensure_ascii=False)

    def who(self, address: str) -> str:
        """Return whose address it is: a power in small letters, `host`, else what is before @."""
        if address == HOST:
            return "host"
        for power, other in self.addresses().items():
            if other == address:
                return power.lower()
        return address.partition("@")[0]

    def addresses(self) -> dict[str, str]:
        """Return the players' addresses by power, as far as seats are drawn."""
        with self.house.judge() as judge:
            game = judge.table.game("gx7")
        if game is None:
            return {}
        return {
            power: game.participant(player).address
            for player, powers in game.seats.items()
            for power in powers
        }

    def _begin(self) -> None:
        plan = self._plan()
        options = {"variant": "sound", "host_address": HOST, "host": "Hob", **plan.get("game", {})}
        if plan.get("creates", True):
            self.house.new_game(**options)
        if plan.get("joins", True):
            for person in PEOPLE:
                self.house.post(person, "JOIN")
            self.house.poll()
            for person in PEOPLE:
                self.house.answer(person, "CONFIRM")
            self.house.poll()
        self.told = len(self.house.letters())

    def _happen(self, happening: Happening) -> None:
        fields = happening.fields
        clock = self.house.clock
        wait = read_duration(fields["Wait"]) if "Wait" in fields else MINUTE
        clock.move_to(clock.now() + wait)
        if "Do" in fields:
            words = json.loads(fields["Do"]) if "{" in fields["Do"] else {"do": fields["Do"]}
            with self.house.judge() as judge:
                judge.host({"game": "gx7", **words})
        author = ""
        if "From" in fields:
            author = {**self.addresses(), "host": HOST}.get(fields["From"], fields["From"])
            self._post(author, fields, happening.text)
        heard = len(self.house.letters(author))
        self.house.poll()
        if author and len(self.house.letters(author)) == heard:
            self.unanswered.append(happening.name)

    def _post(self, author: str, fields: dict[str, str], text: str) -> None:
        had = self.house.letters(author)
        private = had[-1]["Reply-To"] if had and fields.get("To") != "judge" else None
        to = private or fields.get("To", "judge").replace("judge", "judge@example.org")
        self.house.post(author, text, to=to, subject=fields.get("Subject", "[gx7]"))


def happenings(folder: Path) -> list[Happening]:
    """Return what happens in a story, in order."""
    found = []
    for path in sorted(folder.glob("[0-9]*.txt")):
        head, _, text = path.read_text("utf-8").partition("\n\n")
        fields = dict(line.split(": ", 1) for line in head.splitlines())
        found.append(Happening(path.name, fields, text))
    return found


def _shown(letter: EmailMessage) -> str:
    files = [f"Attached: {part.get_filename()}" for part in letter.iter_attachments()]
    head = "\n".join([f"Subject: {letter['Subject']}", *files])
    text = re.sub(r"(?m)^(Nonce: |Signed: |Sheet: sha256:)\S+$", r"\1…", body(letter))
    return f"{head}\n\n{text}"


def build(folder: Path, place: Path) -> Story:
    """Return a story that is ready to be played in a folder that is missing."""
    house = House.build(place)
    shutil.copytree(SOUND, house.home.path / "maps" / "sound")
    return Story(folder, house)


def expected(folder: Path) -> dict[str, str]:
    """Return what a story is expected to lead to."""
    return {
        path.name: path.read_text("utf-8") for path in sorted((folder / "expected").glob("*.txt"))
    }


def write(folder: Path, outcome: dict[str, str]) -> None:
    """Write what a story leads to as what is expected of it, where that is asked for."""
    if not os.environ.get("PBEM_GOLDEN"):
        return
    shutil.rmtree(folder / "expected", ignore_errors=True)
    (folder / "expected").mkdir()
    for name, text in outcome.items():
        (folder / "expected" / name).write_text(text, "utf-8")
