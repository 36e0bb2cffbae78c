"""A judge that is killed: SIGKILL at a named step, at a call into the system, or at a time.

One cycle of a scene is run undisturbed. Then it is run again, in a copy of the home at
the same place, by a process that is killed, perhaps more than once, and at last left
to finish. Each judge is a process of its own, forked from this one.
"""

from __future__ import annotations

import gc
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pbem.judge.cycle import Judge
from pbem.judge.home import open_home
from pbem.judge.steps import Step
from tests.judge.house import House
from tests.judge.scenes import SCENES, Post, Seen, see

T = TypeVar("T")


@dataclass(frozen=True)
class AtStep:
    """Before or after the effect of some number, from 0."""

    number: int
    after: bool


@dataclass(frozen=True)
class AtCall:
    """At one of the calls of Python into C, where all writing, renaming and flushing is.

    Attributes:
        number: Of the call, from 0.
        whole: Whether git, where it is at work, is killed as well.
    """

    number: int
    whole: bool


@dataclass(frozen=True)
class AtTime:
    """At a time, wherever the judge is then.

    Attributes:
        share: Of the time an undisturbed cycle takes.
        whole: Whether git, where it is at work, is killed as well.
    """

    share: float
    whole: bool


Moment = AtStep | AtCall | AtTime


@dataclass
class Steps:
    """An effect that notes the steps, and may end the process at one of them."""

    at: AtStep | None = None
    seen: list[Step] = field(default_factory=list)

    def __call__(self, step: Step, do: Callable[[], T]) -> T:
        """Do the step, or die before or after it."""
        here = self.at is not None and self.at.number == len(self.seen)
        self.seen.append(step)
        if here and self.at is not None and not self.at.after:
            _die(whole=False)
        done = do()
        if here:
            _die(whole=False)
        return done


@dataclass(frozen=True)
class Undisturbed:
    """What one cycle of a scene does and leaves.

    Attributes:
        steps: It took, in order.
        calls: Of Python into C.
        seconds: On the wall.
    """

    seen: Seen
    steps: tuple[Step, ...]
    calls: int
    seconds: float


@contextmanager
def workshop() -> Iterator[Workshop]:
    """Give a workshop in memory where there is such a folder: no power fails in these tests."""
    memory = Path("/dev/shm")
    place = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="pbem-kills-", dir=place) as folder:
        yield Workshop(Path(folder))


class Workshop:
    """A place for homes: each scene's before its cycle, and one that is worked in."""

    def __init__(self, folder: Path) -> None:
        """Use an empty folder."""
        self._folder = folder
        self._prepared: dict[str, House] = {}
        self._results: dict[str, Undisturbed] = {}

    def undisturbed(self, scene: str) -> Undisturbed:
        """Return what an undisturbed cycle does; run once, in this process."""
        if scene not in self._results:
            house = House.build(self._folder / scene)
            SCENES[scene](house)
            self._prepared[scene] = house
            work, steps = self._copy(scene), Steps()
            _cycle(work, steps)
            # What is written only once in a process's life is written by now.
            work, steps, calls = self._copy(scene), Steps(), [0]
            start = time.monotonic()
            _counting(calls, lambda: _cycle(work, steps))
            took = time.monotonic() - start
            # Collecting garbage would have each judge copy all the memory of this process.
            gc.freeze()
            self._results[scene] = Undisturbed(see(work), tuple(steps.seen), calls[0], took)
        return self._results[scene]

    def killed(self, scene: str, *moments: Moment) -> tuple[Seen, int]:
        """Return what is there after a cycle that was killed and begun again, and the kills."""
        whole = self.undisturbed(scene)
        work = self._copy(scene)
        kills = sum(_run(work, moment, whole.seconds) for moment in moments)
        if _run(work, None, whole.seconds):
            raise AssertionError("a judge that nobody killed was killed")
        return see(work), kills

    def begin(self, scene: str) -> House:
        """Return the home of a scene, ready for its cycle."""
        self.undisturbed(scene)
        return self._copy(scene)

    def again(self, work: House) -> House:
        """Return a home that was there before, looked at anew."""
        return House(open_home(work.home.path), work.clock)

    def kill(self, work: House, moment: Moment | None, seconds: float) -> bool:
        """Let a process do a cycle and kill it at a moment; return whether it came to that."""
        return _run(work, moment, seconds)

    def _copy(self, scene: str) -> House:
        prepared = self._prepared[scene]
        place = self._folder / "work"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(prepared.home.path, place, copy_function=shutil.copy2)
        return House(open_home(place), prepared.clock)


def _cycle(house: House, steps: Steps) -> None:
    post = Post(house.home.path)
    with Judge.open(
        house.home, clock=house.clock, sender=post, effect=steps, words="test"
    ) as judge:
        judge.poll()


def _counting(
    calls: list[int], do: Callable[[], None], last: int = -1, whole: bool = False
) -> None:
    def called(frame: object, event: str, argument: object) -> None:
        if event == "c_call":
            if calls[0] == last:
                _die(whole=whole)
            calls[0] += 1

    sys.setprofile(called)
    try:
        do()
    finally:
        sys.setprofile(None)


def _die(*, whole: bool) -> None:
    if whole:
        os.killpg(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def _run(house: House, moment: Moment | None, seconds: float) -> bool:
    """Let a process do a cycle; return whether it was killed.

    Raises:
        AssertionError: It failed.
    """
    child = os.fork()
    if child == 0:
        _be_the_judge(house, moment)
    if isinstance(moment, AtTime):
        time.sleep(seconds * moment.share)
        # Killing whoever has ended and is not waited for yet does nothing.
        if moment.whole:
            os.killpg(child, signal.SIGKILL)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.WEXITSTATUS(status):
        raise AssertionError(f"the judge failed after {moment}")
    return False


def _be_the_judge(house: House, moment: Moment | None) -> None:
    try:
        os.setpgid(0, 0)
        steps = Steps(moment if isinstance(moment, AtStep) else None)
        if isinstance(moment, AtCall):
            _counting([0], lambda: _cycle(house, steps), moment.number, moment.whole)
        else:
            _cycle(house, steps)
        os._exit(0)
    finally:
        # Reached by an error alone, since a process that leaves runs nothing more.
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def by_chance(seed: int, number: int, shop: Workshop) -> tuple[str, tuple[Moment, ...]]:
    """Return the scene and the moments of the kills of some number."""
    chance = random.Random(f"{seed} {number}")
    scene = chance.choice(sorted(SCENES))
    whole = shop.undisturbed(scene)
    return scene, tuple(_moment(chance, whole) for _ in range(chance.choice((1, 1, 1, 2, 3))))


def _moment(chance: random.Random, whole: Undisturbed) -> Moment:
    match chance.choice(("call", "call", "time", "step")):
        case "call":
            return AtCall(chance.randrange(whole.calls), chance.random() < 0.5)
        case "time":
            return AtTime(chance.random(), chance.random() < 0.5)
        case _:
            return AtStep(chance.randrange(len(whole.steps)), chance.random() < 0.5)


def check(shop: Workshop, scene: str, *moments: Moment) -> int:
    """Kill a judge, let it finish, and compare; return how often it was killed.

    Raises:
        AssertionError: Something is not as it would have been.
    """
    expected = shop.undisturbed(scene).seen
    found, kills = shop.killed(scene, *moments)
    where = f"{scene} {moments}"
    assert found.events == expected.events, where
    assert found.letters == expected.letters, where
    assert found.kept == expected.kept, where
    assert found == expected, where
    assert set(found.notes) == set(expected.notes), where
    assert len(expected.notes) <= len(found.notes) <= len(expected.notes) + kills, where
    return kills
