"""Once and only once: a judge that stops at any step finishes when it starts again.

One cycle is prepared: letters wait and a deadline has passed. It is run
undisturbed, and then again and again with a stop before or after each of its
effects. What is there after the next start must be the same, byte for byte.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest

from pbem.game.events import Event
from pbem.judge import queue
from pbem.judge.home import open_home
from pbem.judge.steps import Step
from pbem.store.archive import head
from pbem.store.journal import Journal
from tests.judge.house import DAY, HOUR, PLAYERS, House

T = TypeVar("T")


class Stopped(BaseException):
    """The process is gone."""


@dataclass
class Stopper:
    """An effect that stops the judge before or after one of its steps.

    Attributes:
        at: Which effect, from 0; -1 for none.
        after: Whether it is done before the stop.
        seen: The steps so far.
    """

    at: int = -1
    after: bool = False
    seen: list[Step] = field(default_factory=list)

    def __call__(self, step: Step, do: Callable[[], T]) -> T:
        """Do the step, or stop."""
        number = len(self.seen)
        self.seen.append(step)
        if number == self.at and not self.after:
            raise Stopped
        done = do()
        if number == self.at:
            raise Stopped
        return done


@dataclass(frozen=True)
class Seen:
    """All that can be seen of a home afterwards."""

    commit: str | None
    files: dict[str, bytes]
    letters: dict[str, bytes]
    events: tuple[tuple[int, Event], ...]
    set_aside: int


def deadline(house: House) -> None:
    """Orders, a late letter, a stranger's and a robot's wait; a deadline has passed."""
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
    house.new_game()
    for player in PLAYERS:
        house.post(player, "JOIN")
    house.poll()
    for player in PLAYERS:
        house.answer(player, "CONFIRM")
    queue.ask(house.home.queue, "1", {"do": "new", "game": "gx8"}, until=1e12)


def ending(house: House) -> None:
    """The last vote for a draw waits."""
    players = house.start()
    for address in players.values():
        house.answer(address, "DRAW")


SCENES = {"deadline": deadline, "beginning": beginning, "ending": ending}
STEPS = {
    "deadline": set(Step) - {Step.ANSWER},
    "beginning": set(Step),
    "ending": set(Step) - {Step.ANSWER},
}


def run(prepared: House, folder: Path, stopper: Stopper) -> Seen:
    """Run the cycle in a copy of the home, twice where it was stopped."""
    shutil.copytree(prepared.home.path, folder, copy_function=shutil.copy2)
    house = House(open_home(folder), prepared.clock, effect=stopper)
    try:
        house.poll()
    except Stopped:
        House(open_home(folder), prepared.clock).poll()
    return see(house)


def see(house: House) -> Seen:
    """Look at everything."""
    with Journal.open(house.home.state) as journal:
        events = tuple(event for game in journal.games() for event in journal.events(game))
        aside = len(journal.letters.set_aside())
    roots = (house.home.games, house.home.site)
    return Seen(
        commit=head(house.home.games),
        files={
            str(path.relative_to(house.home.path)): path.read_bytes()
            for root in roots
            for path in root.rglob("*")
            if path.is_file() and ".git" not in path.parts
        },
        letters={str(x["Message-ID"]): bytes(x) for x in house.letters()},
        events=events,
        set_aside=aside,
    )


class Workshop:
    """Homes before their cycle, and what an undisturbed cycle leaves; each made once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.homes: dict[str, House] = {}
        self.results: dict[str, tuple[Seen, list[Step]]] = {}

    def prepared(self, scene: str) -> House:
        """Return the home of a scene; it is only copied."""
        if scene not in self.homes:
            house = House.build(self.folder / scene)
            SCENES[scene](house)
            self.homes[scene] = house
        return self.homes[scene]

    def undisturbed(self, scene: str) -> tuple[Seen, list[Step]]:
        """Return what one cycle leaves, and the steps it took."""
        if scene not in self.results:
            stopper = Stopper()
            seen = run(self.prepared(scene), self.folder / f"{scene}-done", stopper)
            self.results[scene] = seen, stopper.seen
        return self.results[scene]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """An empty workshop."""
    return Workshop(tmp_path_factory.mktemp("steps"))


@pytest.mark.parametrize(
    ("scene", "letters"),
    [
        ("deadline", 14 + 7 + 2 + 1 + 7 + 1),
        ("beginning", 7 + 7 + 7),
        ("ending", 14 + 7 + 6 + 7),
    ],
)
def test_a_cycle_takes_its_steps(workshop: Workshop, scene: str, letters: int) -> None:
    """A step that no cycle takes would be a step that no test stops at."""
    seen, steps = workshop.undisturbed(scene)
    assert set(steps) == STEPS[scene]
    assert len(seen.letters) == letters
    assert set().union(*STEPS.values()) == set(Step)


def _stops() -> Iterator[tuple[str, Step, str, bool]]:
    for scene, steps in STEPS.items():
        for step in sorted(steps):
            for which in ("first", "middle", "last") if scene == "deadline" else ("first", "last"):
                for after in (False, True):
                    yield scene, step, which, after


@pytest.mark.parametrize(
    ("scene", "step", "which", "after"),
    list(_stops()),
    ids=lambda value: ("before", "after")[value] if isinstance(value, bool) else str(value),
)
def test_a_stop_changes_nothing(
    workshop: Workshop, tmp_path: Path, scene: str, step: Step, which: str, after: bool
) -> None:
    """The record, its commits, the letters and the pages are those of an undisturbed run."""
    expected, steps = workshop.undisturbed(scene)
    places = [number for number, taken in enumerate(steps) if taken is step]
    at = {"first": places[0], "middle": places[len(places) // 2], "last": places[-1]}[which]
    stopper = Stopper(at, after)
    found = run(workshop.prepared(scene), tmp_path / "home", stopper)
    assert stopper.seen[-1] is step
    assert found.events == expected.events
    assert found.letters == expected.letters
    assert found == expected
