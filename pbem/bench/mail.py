"""How quick the whole way of a letter is: from a mailbox to its receipt, all of it on disk.

A home has many running games. Players' letters wait in a Maildir, or at a Dovecot that
is run for it; one judge reads, rules, journals, answers and publishes, as it does every
day. Then many games are judged at the same minute, and at last nothing happens, in a
home without and with thousands of games that are over. Each figure is by the clock on
the wall.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

from pbem.bench.crowd import DUE, START, Crowd, letter_of
from pbem.bench.dovecot import running
from pbem.bench.memory import peak_mb
from pbem.bench.stopwatch import wall_seconds
from pbem.errors import PbemError
from pbem.judge.clock import SetClock
from pbem.judge.cycle import Judge
from pbem.judge.home import Home, make_home, open_home
from pbem.judge.steps import Step

_ROUNDS = 20
_FSYNCS = 50

Watch = Callable[[str], None]
T = TypeVar("T")


@dataclass(frozen=True)
class MailFigures:
    """What was measured.

    Attributes:
        letters: Through each kind of mailbox.
        games: Running while they came.
        letters_per_s: By kind of mailbox; None where Dovecot is not installed.
        deadline_games: Judged at the same minute.
        deadline_s: Until the last letter, commit and page of theirs.
        idle_ms: A cycle without work, by the number of games that are over.
        peak_mb: The most memory that the judge ever had.
        fsync_ms: Until 4 KB are safely on the disk; a median.
        steps_ms: Of a letter in the Maildir, by step; `rule` is reading and ruling.
    """

    letters: int
    games: int
    letters_per_s: dict[str, float | None]
    deadline_games: int
    deadline_s: float
    idle_ms: dict[str, float]
    peak_mb: float
    fsync_ms: float
    steps_ms: dict[str, float]


@dataclass
class _Stopwatch:
    """An effect that adds up how long each step takes."""

    spent: dict[str, float] = field(default_factory=dict)

    def __call__(self, step: Step, do: Callable[[], T]) -> T:
        """Do the step."""
        done: list[T] = []
        took = wall_seconds(lambda: done.append(do()))
        self.spent[step.value] = self.spent.get(step.value, 0.0) + took
        return done[0]


def measure_mail(
    letters: int, games: int, deadline_games: int, over: int, watch: Watch
) -> MailFigures:
    """Measure in folders that are removed afterwards.

    Args:
        letters: How many, through each kind of mailbox.
        games: That are running.
        deadline_games: Of them, that are judged at the same minute.
        over: Games of the home that idles.
        watch: Told what is measured.
    """
    with TemporaryDirectory(prefix="pbem-bench-") as name:
        folder = Path(name)
        fsync = _fsync(folder)
        watch(f"beginning {games} games")
        home = make_home(folder / "home", name="bench", address="judge@example.org")
        clock, steps = SetClock(START), _Stopwatch()
        with Judge.open(home, clock=clock, effect=steps, words="bench") as judge:
            crowd = Crowd(judge, games, deadline_games)
            judge.publish()
            watch("letters through a Maildir")
            took, spent = _letters(judge, crowd, letters, steps, into_maildir(home))
            rates: dict[str, float | None] = {"maildir": letters / took}
            watch(f"a deadline of {deadline_games} games")
            clock.move_to(DUE + timedelta(seconds=30))
            deadline = wall_seconds(lambda: _judged(judge, deadline_games))
        watch("letters through Dovecot")
        rates["dovecot"] = _through_dovecot(home, clock, games, letters)
        peak = peak_mb()
    idle = {}
    for count in (0, over):
        watch(f"idling with {count} games that are over")
        idle[str(count)] = _idle(count)
    return MailFigures(letters, games, rates, deadline_games, deadline, idle, peak, fsync, spent)


def _letters(
    judge: Judge,
    crowd: Crowd,
    count: int,
    steps: _Stopwatch,
    post: Callable[[int, bytes], None],
) -> tuple[float, dict[str, float]]:
    """Return the seconds that letters take, and the milliseconds of one by step."""
    for number in range(count):
        post(number, letter_of(crowd, number))
    steps.spent.clear()
    took = wall_seconds(lambda: answered(judge, count))
    spent = {name: seconds / count * 1000 for name, seconds in steps.spent.items()}
    spent["rule"] = took / count * 1000 - sum(spent.values())
    return took, {name: round(spent[name], 3) for name in sorted(spent, key=spent.__getitem__)}


def answered(judge: Judge, count: int) -> None:
    """Take letters until all are answered.

    Raises:
        PbemError: The judge found none, or did not answer each with one letter.
    """
    sent = taken = 0
    while taken < count:
        cycle = judge.poll()
        if not cycle.letters or cycle.unsent or cycle.troubles:
            raise PbemError(f"the bench stands still: {cycle}")
        taken, sent = taken + cycle.letters, sent + cycle.sent
    if sent != count:
        raise PbemError(f"{count} letters were answered by {sent}")


def _judged(judge: Judge, count: int) -> None:
    cycle = judge.poll()
    if len(cycle.judged) != count or cycle.unsent or cycle.troubles:
        raise PbemError(f"{len(cycle.judged)} of {count} games were judged")


def into_maildir(home: Home, arrived: datetime = START) -> Callable[[int, bytes], None]:
    """Return what puts a letter, by a number of its own, into a home's Maildir."""
    new = home.settings.mail.folder / "in" / "new"

    def post(number: int, data: bytes) -> None:
        (new / f"{int(arrived.timestamp())}.{number:06}.bench").write_bytes(data)

    return post


def _through_dovecot(home: Home, clock: SetClock, games: int, letters: int) -> float | None:
    with ExitStack() as stack:
        server = stack.enter_context(running())
        if server is None:
            return None
        config = home.path / "pbem.toml"
        text = config.read_text("utf-8")
        config.write_text(text + server.settings(), "utf-8")
        steps = _Stopwatch()
        with Judge.open(open_home(home.path), clock=clock, effect=steps, words="bench") as judge:
            crowd = Crowd(judge, games, 0)
            for number in range(letters):
                server.deliver(number, letter_of(crowd, letters + number))
            return letters / wall_seconds(lambda: answered(judge, letters))


def _idle(over: int) -> float:
    """Return the milliseconds of a cycle in which nothing happens."""
    with _quick_folder() as folder:
        home = make_home(folder / "home", name="bench", address="judge@example.org")
        clock = SetClock(START)
        with Judge.open(home, clock=clock, words="bench") as judge:
            Crowd(judge, 10, 0)
            Crowd(judge, over, 0, over=True)
            judge.poll()
            return median(wall_seconds(judge.poll) for _ in range(_ROUNDS)) * 1000


@contextmanager
def _quick_folder() -> Iterator[Path]:
    """Give a folder in memory where there is one, since making it is not what is measured."""
    memory = Path("/dev/shm")
    place = memory if os.access(memory, os.W_OK) else None
    with TemporaryDirectory(prefix="pbem-bench-", dir=place) as name:
        yield Path(name)


def _fsync(folder: Path) -> float:
    taken = []
    with (folder / "fsync").open("wb", buffering=0) as file:
        for _ in range(_FSYNCS):
            file.write(b"\0" * 4096)
            taken.append(wall_seconds(lambda: os.fsync(file.fileno())))
    return median(taken) * 1000
