"""The stage of a demo: letters out of the mailbox, the clock on, a cycle of the judge.

A demo goes in *beats*. Before a beat its time and the letters that arrive by it
are written to demo.json; then the letters are delivered and the judge does one
cycle at that time. A demo that was killed does its last beat again: the letters
are in the mailbox only once, and the judge goes on where it stopped.

    demo.json    {"schema": "pbem demo 1", "variant", "seed", "stage", "time", "letters"}
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from pbem.assets import load_variant
from pbem.board.variant import Variant
from pbem.demo.boards import table_of
from pbem.demo.players import Delivery, Player
from pbem.demo.post import Post
from pbem.demo.spectator import Spectator
from pbem.errors import ConfigError, HomeError, RecordError
from pbem.game.codec import read_time, write_time
from pbem.judge.clock import SetClock
from pbem.judge.cycle import Judge
from pbem.judge.home import Home, make_home, open_home
from pbem.judge.steps import Effect, effect

JUDGE = "judge@pbem.example.org"
BEGINNING = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
STATE = "demo.json"
USUAL_VARIANT = "standard"

_SCHEMA = "pbem demo 1"
_NEW = ".demo.json.new"
_MAKING = ".making"
_POLL = timedelta(minutes=5)
_SLOT = timedelta(hours=4)
_MOST_BEATS = 2000


class Stage(StrEnum):
    """How far a demo has come."""

    MAKING = "making"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True)
class State:
    """What demo.json holds.

    Attributes:
        time: Of the beat at hand; aware, UTC.
        letters: Names of the letters that arrive in it.
    """

    variant: str
    seed: str
    stage: Stage = Stage.MAKING
    time: datetime = BEGINNING
    letters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Progress:
    """How far a demo is, for whoever watches.

    Attributes:
        title: Of the phase that is open, in words.
        year: Of the game, from 0 for the first.
        within: How far its year is, from 0 to 99.
        letters: From players so far.
        answers: From the judge so far.
    """

    title: str = ""
    year: int = 0
    within: int = 0
    letters: int = 0
    answers: int = 0


@dataclass(frozen=True)
class Outcome:
    """How a demo ended.

    Attributes:
        home: Where to look.
        fresh: False where the demo had ended before.
        end: A sentence without its stop: `Russia has won alone in Fall 1910`.
        phases: How many phases were judged.
        letters, answers: How many letters players and judge have written.
    """

    home: Home
    fresh: bool
    end: str = ""
    phases: int = 0
    letters: int = 0
    answers: int = 0


def play(
    folder: Path,
    *,
    variant: str | None = None,
    seed: str | None = None,
    watch: Callable[[Progress], None] = lambda _: None,
    phases: int | None = None,
    effect: Effect = effect,
) -> Outcome:
    """Play a demo in a folder, or go on with the one there, to its end.

    Args:
        folder: Missing, empty, or that of a demo with this variant and seed.
        variant: Key of the board; None for that of the demo there, else standard.
        seed: Any words; the same words give the same demo, byte for byte. None
            for those of the demo there, else the usual ones of the board.
        watch: Told of each beat.
        phases: After so many judged phases it is left as if it had been
            killed; None for the whole game.
        effect: Through which the judge changes the world (see `pbem.judge.steps`).

    Raises:
        HomeError: The folder holds something else.
        ConfigError: The unfinished demo there has another variant or seed.
        VariantError: There is no such variant.
    """
    key = variant or USUAL_VARIANT
    state = _find(folder) or State(key, seed or table_of(key).seed)
    if state.stage is Stage.DONE:
        return Outcome(open_home(folder), fresh=False)
    if state.variant != (variant or state.variant) or state.seed != (seed or state.seed):
        raise ConfigError(
            f"{folder} holds a demo of {state.variant} with seed {state.seed}; "
            "go on with that one, or name another folder with --dir"
        )
    board = load_variant(state.variant)
    if state.stage is Stage.MAKING:
        state = _make(folder, state)
    return _Demo(folder, board, state, watch, phases, effect).run()


def _find(folder: Path) -> State | None:
    """Return the state of the demo in a folder; None where one can be made.

    Raises:
        HomeError: The folder holds something else.
    """
    if not folder.exists():
        return None
    if not folder.is_dir():
        raise HomeError(f"{folder} is no folder; name one with --dir")
    path = folder / STATE
    if path.exists():
        return _read(path)
    if any(entry.name != _NEW for entry in folder.iterdir()):
        raise HomeError(f"{folder} holds something that is no demo; name another with --dir")
    return None


def _make(folder: Path, state: State) -> State:
    """Make the home of a demo in its folder; what an earlier try left is made again."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder, state)
    for entry in folder.iterdir():
        if entry.name != STATE:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    making = folder / _MAKING
    make_home(making, name="The demo judge", address=JUDGE)
    for entry in sorted(making.iterdir()):
        entry.rename(folder / entry.name)
    making.rmdir()
    state = replace(state, stage=Stage.PLAYING)
    _write(folder, state)
    return state


def _read(path: Path) -> State:
    try:
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if raw["schema"] != _SCHEMA:
            raise ValueError(raw["schema"])
        return State(
            variant=str(raw["variant"]),
            seed=str(raw["seed"]),
            stage=Stage(raw["stage"]),
            time=read_time(raw["time"]),
            letters=tuple(map(str, raw["letters"])),
        )
    except (OSError, ValueError, KeyError, TypeError, RecordError):
        raise HomeError(
            f"{path}: not the state of a demo; name another folder with --dir"
        ) from None


def _write(folder: Path, state: State) -> None:
    raw = {
        "schema": _SCHEMA,
        "variant": state.variant,
        "seed": state.seed,
        "stage": state.stage.value,
        "time": write_time(state.time),
        "letters": list(state.letters),
    }
    beside = folder / _NEW
    with beside.open("w", encoding="utf-8") as file:
        file.write(json.dumps(raw, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    beside.replace(folder / STATE)


class _Demo:
    """A demo at play."""

    def __init__(
        self,
        folder: Path,
        variant: Variant,
        state: State,
        watch: Callable[[Progress], None],
        phases: int | None,
        effect: Effect,
    ) -> None:
        self.folder = folder
        self.state = state
        self.watch = watch
        self.phases = phases
        self.effect = effect
        self.variant = variant
        self.arrangement = max(variant.arrangements.values(), key=lambda a: len(a.seats))
        self.home = open_home(folder)
        self.clock = SetClock(state.time)
        self.table = table_of(variant.key)
        self.game = Spectator(self.home.games, self.table.game, variant)
        seats = self.table.seats[: len(self.arrangement.seats)]
        self.players = {
            seat.person.address.lower(): Player(seat, number, self.table, variant, state.seed)
            for number, seat in enumerate(seats)
        }
        self.waiting: dict[str, Delivery] = {}

    def run(self) -> Outcome:
        """Play to the end."""
        with Judge.open(
            self.home, clock=self.clock, effect=self.effect, words=self.state.seed
        ) as judge:
            self._create(judge)
            self.post = Post(self.home.settings.mail.folder)
            self._join()
            self._read_letters()
            for _ in range(_MOST_BEATS):
                self._beat(judge)
                if self.game.ended or self._stopped():
                    return self._outcome()
                self._next(judge)
        raise RecordError(f"{self.folder}: the demo does not come to an end")

    def _create(self, judge: Judge) -> None:
        if self.table.game in judge.table.known():
            return
        judge.host(
            {
                "do": "new",
                "game": self.table.game,
                "title": self.table.title,
                "variant": self.variant.key,
                "arrangement": self.arrangement.key,
                **self.table.rules,
            }
        )

    def _join(self) -> None:
        for number, player in enumerate(self.players.values()):
            at = BEGINNING + timedelta(minutes=7 * (number + 1))
            self._expect(iter((player.join(JUDGE, at),)))

    def _expect(self, deliveries: Iterator[Delivery]) -> None:
        for delivery in deliveries:
            if not self.post.has(delivery):
                self.waiting[delivery.name] = delivery

    def _read_letters(self) -> None:
        """Let the players read what came, and write what they answer."""
        self.game.look()
        for received in self.post.collect():
            player = self.players.get(received.to.lower())
            if player is not None:
                self._expect(player.answers(received, self.game))

    def _beat(self, judge: Judge) -> None:
        self.clock.move_to(self.state.time)
        for name in self.state.letters:
            delivery = self.waiting.pop(name, None)
            if delivery is not None:
                self.post.deliver(delivery)
        judge.poll()
        self._read_letters()
        self.watch(self._progress())

    def _next(self, judge: Judge) -> None:
        """Set the next beat: when a letter comes or the judge has something to do."""
        times = [_next_slot(delivery.arrives) for delivery in self.waiting.values()]
        due = judge.next_time()
        if due is not None:
            times.append(_next_poll(max(due, self.state.time)))
        if not times:
            raise RecordError(f"{self.folder}: nothing more happens in the demo")
        time = max(min(times), self.state.time + _POLL)
        arriving = sorted(
            (delivery.arrives, name)
            for name, delivery in self.waiting.items()
            if delivery.arrives <= time
        )
        names = tuple(name for _, name in arriving)
        self.state = replace(self.state, time=time, letters=names)
        _write(self.folder, self.state)

    def _stopped(self) -> bool:
        return self.phases is not None and len(self.game.openings) > self.phases

    def _progress(self) -> Progress:
        opening = self.game.openings[-1] if self.game.openings else None
        return Progress(
            title=opening.phase.title if opening else "players join",
            year=opening.phase.year - self.variant.start.year if opening else 0,
            within=min(opening.phase.sort_key[1] * 20, 99) if opening else 0,
            letters=self.post.letters,
            answers=self.post.answers,
        )

    def _outcome(self) -> Outcome:
        if self.game.ended:
            self.state = replace(self.state, stage=Stage.DONE, letters=())
            _write(self.folder, self.state)
        return Outcome(
            home=self.home,
            fresh=True,
            end=self._end(),
            phases=self.game.judged,
            letters=self.post.letters,
            answers=self.post.answers,
        )

    def _end(self) -> str:
        opening = self.game.openings[-1]
        names = [self.variant.powers[power].name for power in self.game.winners]
        match self.game.how:
            case "solo":
                return f"{' and '.join(names)} won alone in {self.game.last}"
            case "draw":
                return f"A draw of {', '.join(names)} in {opening.phase.title}"
            case "shared":
                return f"{' and '.join(names)} won together in {self.game.last}"
            case "turn-limit":
                return f"{' and '.join(names)} led and won at the turn limit, {self.game.last}"
            case _:
                return f"The game stands in {opening.phase.title}"


def _next_poll(moment: datetime) -> datetime:
    """Return the first poll after a moment; the judge looks every five minutes."""
    return _after(moment, _POLL)


def _next_slot(moment: datetime) -> datetime:
    """Return when a letter that arrives at a moment is found; several wait for one poll."""
    return _after(moment, _SLOT)


def _after(moment: datetime, step: timedelta) -> datetime:
    since = moment - BEGINNING
    return BEGINNING + (since // step + 1) * step
