"""Whole games with players who do anything at any time, and the laws after every step.

A *step* is a few letters and commands, or time that passes, and then one look of the
judge at its mailbox. Each step is made by a judge that has just been started, so that
nothing lives longer than the journal. The same seed is the same game.

    PBEM_SIM_GAMES=200 pytest tests/letters/test_simulation.py
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

from pbem.demo.strategy import choose
from pbem.exchange.verify import verify
from pbem.game.state import Game, Player, Stage, fold
from pbem.orders.legality import legal_orders
from pbem.store.journal import Journal
from tests.judge.house import House, body
from tests.letters.telling import SOUND

HOST = "host@keeper.example"
_MOST_STEPS = 50
_TYPOS = "abcdefghijklmnopqrstuvwxyz -"


@dataclass
class Simulation:
    """A game that plays itself.

    Attributes:
        chance: Decides everything.
        secrets: What only some may read, with their addresses; nobody's is nowhere.
        heard: How many letters of the judge have been looked at.
        seen: Public files that have been looked at, with their size and time.
        steps: How many were made.
    """

    house: House
    chance: random.Random
    secrets: dict[str, frozenset[str]] = field(default_factory=dict)
    heard: int = 0
    seen: dict[Path, tuple[int, int]] = field(default_factory=dict)
    steps: int = 0
    words: int = 0
    newcomers: int = 0

    # The game

    def game(self) -> Game:
        """Return the game as it stands."""
        with self.house.judge() as judge:
            found = judge.table.game("gx7")
        assert found is not None
        return found

    def play(self) -> None:
        """Play to the end, however it comes."""
        self._begin()
        game = self.game()
        while game.stage is not Stage.ENDED and self.steps < _MOST_STEPS:
            self._step(game)
            game = self.game()
        if game.stage is not Stage.ENDED:
            with self.house.judge() as judge:
                judge.host({"do": "end", "game": "gx7", "because": "it went on for long enough"})
        self._look()
        self._check_record()

    def _begin(self) -> None:
        pick = self.chance.choice
        self.house.new_game(
            variant="sound",
            host_address=HOST,
            press=pick(["full", "full", "public", "none"]),
            grey=pick(["none", "allowed"]),
            early=pick(["complete", "ready-said", "never"]),
            missed=pick(["hold", "hold", "vacant", "wait"]),
            grace=pick(["0 minutes", "6 hours"]),
            draw=pick(["dias", "list"]),
            powers=pick(["random", "preference"]),
            turn_limit=pick(["F1201M", "F1202M", "F1203M"]),
        )
        people = [f"player{number}@secret{number}.example" for number in range(1, 4)]
        for person in people:
            self.house.post(person, pick(["JOIN", "join Brenna", "JOIN Corvia, Arland"]))
        self.house.poll()
        for person in people:
            self.house.answer(person, "CONFIRM")
        self.house.poll()
        self._look()

    def _step(self, game: Game) -> None:
        self.steps += 1
        before = len(self.house.letters())
        expecting = [self._act(game) for _ in range(self.chance.randint(1, 4))]
        self.house.poll()
        answered = {str(letter["To"]) for letter in self.house.letters()[before:]}
        for author in filter(None, expecting):
            assert author in answered or self._set_aside(), author
        if self.chance.random() < 0.5:
            hours = self.chance.choice([1, 5, 20, 40, 80])
            self.house.clock.move_to(self.house.clock.now() + timedelta(hours=hours))
            self.house.poll()
        self._look()
        if self.steps % 10 == 0:
            self._check_folding()

    def _set_aside(self) -> bool:
        with Journal.open(self.house.home.state) as journal:
            waiting = journal.letters.set_aside()
        return bool(waiting) and all(letter.reason for letter in waiting)

    # What people do

    def _act(self, game: Game) -> str:
        """Let somebody do something; return who must hear from the judge, if anybody."""
        seats = [(game.players[player], powers) for player, powers in game.seats.items()]
        if game.stage is Stage.PAUSED and self.chance.random() < 0.4:
            self.house.answer(HOST, "RESUME")
            return HOST
        if not seats or not game.running:
            return self._host(game)
        player, powers = self.chance.choice(seats)
        weighted: list[tuple[int, Callable[[Game, Player, tuple[str, ...]], str]]] = [
            (40, self._orders),
            (12, self._ready),
            (6, self._mistakes),
            (8, self._speak),
            (6, self._ask),
            (5, self._vote),
            (3, self._clock),
            (3, self._late),
            (3, self._twice),
            (3, self._unproved),
            (2, self._robot),
            (2, self._stranger),
            (1, self._leave),
            (8, lambda game, _player, _powers: self._host(game)),
        ]
        weights = [weight for weight, _ in weighted]
        act = self.chance.choices([act for _, act in weighted], weights)[0]
        return act(game, player, powers)

    def _say(self, player: Player, text: str) -> str:
        self.house.answer(player.address, text)
        return player.address

    def _orders(self, game: Game, player: Player, powers: tuple[str, ...]) -> str:
        position = game.open_position()
        lines = []
        for power in powers:
            if self.chance.random() < 0.6:
                lines += choose(game.variant, position, power, self.chance.random())
            else:
                legal = legal_orders(game.variant, position, power)
                lines += [self.chance.choice(own) for own in legal.values() if own]
        if self.chance.random() < 0.2:
            self.chance.shuffle(lines)
            lines = lines[: len(lines) // 2]
        return self._say(player, "\n".join(lines) or "READY")

    def _ready(self, _game: Game, player: Player, _powers: tuple[str, ...]) -> str:
        word = self.chance.choice(["READY", "READY", "READY", "WAIT", "CLEAR", "UNDO"])
        return self._say(player, word)

    def _mistakes(self, game: Game, player: Player, powers: tuple[str, ...]) -> str:
        lines = [
            line
            for power in powers
            for line in choose(game.variant, game.open_position(), power, self.chance.random())
        ]
        spoiled = [self._spoiled(line) for line in lines or ["A HIL - MAR"]]
        return self._say(player, "\n".join([*spoiled, "Yours, the player", "1"]))

    def _spoiled(self, line: str) -> str:
        place = self.chance.randrange(len(line))
        change = self.chance.choice(["", self.chance.choice(_TYPOS), line[place] * 2])
        return line[:place] + change + line[place + 1 :]

    def _word(self, readers: frozenset[str]) -> str:
        """Return a word that nobody but these readers may ever see."""
        self.words += 1
        word = f"zq{self.words}canary"
        self.secrets[word] = readers
        return word

    def _speak(self, game: Game, player: Player, _powers: tuple[str, ...]) -> str:
        others = [other for power in game.played() if (other := game.player_of(power))]
        to = self.chance.choice(others)
        powers = game.seats[to.id]
        readers = frozenset({player.address, to.address})
        match self.chance.randrange(4):
            case 0:
                word = self._word(frozenset({player.address}))
                return self._say(player, f"NOTE\nKeep {word} in mind.\nENDNOTE")
            case 1:
                return self._say(player, "BROADCAST\nHello to everybody.\nENDBROADCAST")
            case 2:
                word = self._word(readers)
                return self._say(player, f"PRESS TO {powers[0]} GREY\nPsst, {word}.\nENDPRESS")
            case _:
                word = self._word(readers)
                return self._say(player, f"PRESS TO {powers[0]}\nYours is {word}.\nENDPRESS")

    def _ask(self, game: Game, player: Player, _powers: tuple[str, ...]) -> str:
        phase = game.open_position().phase
        words = ["STATUS", "HELP", "LIST", "SUMMARY", "HISTORY", f"HISTORY {phase}"]
        return self._say(player, self.chance.choice(words))

    def _vote(self, game: Game, player: Player, _powers: tuple[str, ...]) -> str:
        other = self.chance.choice(game.played())
        words = ["DRAW", "NO DRAW", f"DRAW {other}", f"CONCEDE TO {other}", "CONFIRM"]
        return self._say(player, self.chance.choice(words))

    def _clock(self, _game: Game, player: Player, _powers: tuple[str, ...]) -> str:
        day = self.house.clock.now().date()
        first, last = day + timedelta(days=1), day + timedelta(days=self.chance.randint(1, 3))
        words = ["EXTEND 1 day", f"ABSENT FROM {first} TO {last}", "ZONE Asia/Tokyo", "NAME Zoe"]
        return self._say(player, self.chance.choice(words))

    def _late(self, game: Game, player: Player, powers: tuple[str, ...]) -> str:
        """Post a letter that came in while the phase before was open."""
        if game.opened is None:
            return ""
        lines = choose(game.variant, game.open_position(), powers[0], 1)
        self.house.answer(
            player.address,
            "\n".join(lines) or "READY",
            arrived=game.opened - timedelta(minutes=self.chance.randint(1, 60)),
        )
        return player.address

    def _twice(self, game: Game, player: Player, powers: tuple[str, ...]) -> str:
        """Post the same bytes twice; the copy is no letter of its own."""
        lines = choose(game.variant, game.open_position(), powers[0], 2)
        text = "\n".join([*lines, "HELP"])
        to = self.house.last(player.address)["Reply-To"]
        data = (
            f"From: {player.address}\nTo: {to}\nSubject: [gx7]\n"
            f"Message-ID: <twice-{self.steps}-{self.chance.random()}@mail.example>\n\n{text}"
        ).encode()
        self.house.post_raw(data)
        self.house.post_raw(data)
        return player.address

    def _unproved(self, game: Game, player: Player, powers: tuple[str, ...]) -> str:
        """Write without a proof; sometimes the confirming answer follows at once."""
        lines = choose(game.variant, game.open_position(), powers[0], 3)
        self.house.post(player.address, "\n".join(lines) or "READY")
        if self.chance.random() < 0.5:
            self.house.poll()
            self._say(player, "CONFIRM")
        return ""

    def _robot(self, _game: Game, player: Player, _powers: tuple[str, ...]) -> str:
        self.house.answer(
            player.address, "I am on holiday. READY", headers=(("Auto-Submitted", "auto-replied"),)
        )
        return ""

    def _stranger(self, game: Game, _player: Player, _powers: tuple[str, ...]) -> str:
        """Somebody from outside asks, tries to order, or takes a vacant power over."""
        self.newcomers += 1
        address = f"newcomer{self.newcomers}@outside{self.newcomers}.example"
        if not game.vacant:
            self.house.post(address, self.chance.choice(["HELP", "A HIL - MAR", "OBSERVE", "LIST"]))
            return address
        self.house.post(address, f"TAKEOVER {game.vacant[0]}")
        self.house.poll()
        self.house.answer(address, "CONFIRM")
        return address

    def _leave(self, game: Game, player: Player, _powers: tuple[str, ...]) -> str:
        if len(game.seats) < 3:
            return ""
        self._say(player, "RESIGN")
        self.house.poll()
        return self._say(player, "CONFIRM")

    def _host(self, game: Game) -> str:
        if not game.running:
            return ""
        phase = game.open_position().phase
        words = [
            "STATUS",
            "REMIND",
            "DEADLINE +1 day BECAUSE of the weather",
            f"PROCESS {phase}",
            "PROCESS S1100M",
            "PAUSE" if game.stage is Stage.RUNNING else "RESUME",
            "ANNOUNCE\nAll is well.\nENDANNOUNCE",
            *self._rolling_back(game),
        ]
        letters = self.house.letters(HOST)
        if not letters:
            return ""
        text = self.chance.choice(words)
        self.house.answer(HOST, text)
        if text.startswith("ROLLBACK"):
            self.house.poll()
            self.house.answer(HOST, "CONFIRM")
        return HOST

    def _rolling_back(self, game: Game) -> list[str]:
        """Return rollbacks to a phase that was judged, if one was."""
        phases = sorted((self.house.home.games / "gx7" / "phases").glob("*.json"))
        if not phases or game.number < 1:
            return []
        code = self.chance.choice(phases).stem.partition("-")[2]
        return [f"ROLLBACK {code} BECAUSE a letter was misread"]

    # The laws

    def _look(self) -> None:
        """Look at all that is new: letters, pages, files of the record."""
        letters = self.house.letters()
        for letter in letters[self.heard :]:
            self._learn(letter)
        for letter in letters[self.heard :]:
            self._check_letter(letter)
        self.heard = len(letters)
        for path in self._public_files():
            self._check_public(path)

    def _learn(self, letter: EmailMessage) -> None:
        """Note what is secret in a letter: its private address, the address it goes to."""
        reader = frozenset({str(letter["To"])})
        if letter["Reply-To"]:
            token = str(letter["Reply-To"]).partition("@")[0].rpartition(".")[2]
            self.secrets.setdefault(token, reader)
        self.secrets.setdefault(str(letter["To"]), reader)

    def _check_letter(self, letter: EmailMessage) -> None:
        """Nobody reads what is not for them."""
        to = str(letter["To"])
        whole = "\n".join(f"{name}: {value}" for name, value in letter.items()) + body(letter)
        for secret, readers in self.secrets.items():
            assert to in readers or secret not in whole, f"{secret} in a letter to {to}"

    def _public_files(self) -> list[Path]:
        """Return the public files that have changed since they were last looked at."""
        changed = []
        home = self.house.home
        for folder in (home.games, home.site):
            for path in folder.rglob("*"):
                if ".git" in path.parts or not path.is_file():
                    continue
                told = path.stat()
                mark = (told.st_size, told.st_mtime_ns)
                if self.seen.get(path) != mark:
                    self.seen[path] = mark
                    changed.append(path)
        return changed

    def _check_public(self, path: Path) -> None:
        data = path.read_bytes()
        for secret in self.secrets:
            assert secret.encode() not in data, f"{secret} in {path.name}"

    def _check_folding(self) -> None:
        """The journal, read again from its first event, makes the same game."""
        game = self.game()
        with Journal.open(self.house.home.state) as journal:
            events = [event for _, event in journal.events("gx7")]
        folded = fold(events, game.variant, game.rulebook)
        unlike = [f.name for f in fields(game) if getattr(folded, f.name) != getattr(game, f.name)]
        assert unlike == [], unlike

    def _check_record(self) -> None:
        """A stranger judges all of it again and finds nothing wrong."""
        self._check_folding()
        verification = verify(self.house.home.games)
        assert verification.ok, verification.to_json()


def simulate(seed: int, folder: Path) -> Simulation:
    """Play the game of a seed in a folder that is missing; fails where a law is broken."""
    house = House.build(folder)
    shutil.copytree(SOUND, house.home.path / "maps" / "sound")
    simulation = Simulation(house, random.Random(seed))
    simulation.play()
    return simulation
