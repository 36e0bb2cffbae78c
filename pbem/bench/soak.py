"""What becomes of a judge's memory over very many letters.

Games of one home are played on, phase after phase: all their players write, then all
are judged. Somebody fetches the judge's letters, as a mail server would. The games are
as many all the time, so a judge that keeps nothing it does not need has as much memory
at the end as it had soon after its start.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.bench.crowd import START, Crowd, letter_of
from pbem.bench.mail import Watch, answered, into_maildir
from pbem.bench.memory import now_mb, peak_mb
from pbem.bench.stopwatch import wall_seconds
from pbem.errors import PbemError
from pbem.game.state import Stage
from pbem.judge.clock import SetClock
from pbem.judge.cycle import Judge
from pbem.judge.deadlines import over_at
from pbem.judge.home import Home, make_home

_EACH = 20
"""Letters about a game before it is judged: three of each player, nearly."""

_AT_ONCE = 500
"""Letters that wait in the mailbox together."""

_PARTS = 10


@dataclass(frozen=True)
class SoakFigures:
    """What was measured.

    Attributes:
        letters: That were taken and answered.
        games: Running all the time.
        judged: Phases.
        seconds: On the wall, deadlines included.
        memory_mb: What the judge had after each tenth of the letters.
        peak_mb: The most it ever had.
    """

    letters: int
    games: int
    judged: int
    seconds: float
    memory_mb: tuple[float, ...]
    peak_mb: float


def measure_soak(letters: int, games: int, watch: Watch) -> SoakFigures:
    """Play with many letters, in a folder that is removed afterwards.

    Args:
        letters: How many, 10 at least.
        games: That are running.
        watch: Told how far it is.

    Raises:
        PbemError: A letter was not answered, or a game was not judged.
    """
    with TemporaryDirectory(prefix="pbem-bench-") as name:
        home = make_home(Path(name) / "home", name="bench", address="judge@example.org")
        clock = SetClock(START)
        with Judge.open(home, clock=clock, words="bench") as judge:
            soak = _Soak(judge, clock, Crowd(judge, games, games), letters, watch)
            seconds = wall_seconds(soak.run)
    memory = tuple(soak.memory)
    return SoakFigures(letters, games, soak.judged, round(seconds, 1), memory, peak_mb())


class _Soak:
    """One home on its way."""

    def __init__(
        self, judge: Judge, clock: SetClock, crowd: Crowd, letters: int, watch: Watch
    ) -> None:
        self.memory: list[float] = []
        self.judged = 0
        self._judge = judge
        self._clock = clock
        self._crowd = crowd
        self._letters = letters
        self._watch = watch

    def run(self) -> None:
        """Take the letters, and judge all games after every twentieth letter about each."""
        each = _EACH * len(self._crowd.ids)
        taken = 0
        while taken < self._letters:
            until = min(taken + each, self._letters)
            while taken < until:
                count = min(_AT_ONCE, until - taken)
                self._take(taken, count)
                taken += count
                while len(self.memory) < taken * _PARTS // self._letters:
                    self.memory.append(round(now_mb(), 1))
                    self._watch(f"{taken} letters, {self.memory[-1]} MB")
            self._deadline()

    def _take(self, first: int, count: int) -> None:
        post = into_maildir(self._judge.home, self._clock.now())
        for number in range(first, first + count):
            post(number, letter_of(self._crowd, number))
        answered(self._judge, count)
        _fetch(self._judge.home)

    def _deadline(self) -> None:
        running = [game for game in self._judge.table.open_games() if game.stage is Stage.RUNNING]
        self._clock.move_to(max(filter(None, map(over_at, running))) + timedelta(minutes=1))
        cycle = self._judge.poll()
        if len(cycle.judged) < len(running) or cycle.unsent or cycle.troubles:
            raise PbemError(f"{len(cycle.judged)} of {len(running)} games were judged: {cycle}")
        self.judged += len(cycle.judged)
        self._crowd.only_running()
        _fetch(self._judge.home)


def _fetch(home: Home) -> None:
    """Take away what was sent, and what was read and lies in the mailbox."""
    mail = home.settings.mail.folder
    for folder in (mail / "out" / "new", mail / "in" / "cur"):
        for entry in os.scandir(folder):
            os.unlink(entry)
