"""The loop that solves the equations of a movement phase (`pbem.adjudicator.equations`).

Each question is asked once; when it is answered, the questions that waited for it are
asked again. What stays open hangs together in a circle and is left to
`pbem.adjudicator.paradox`.
"""

from __future__ import annotations

from pbem.adjudicator.compiled import CONVOY, VIA
from pbem.adjudicator.equations import NO, OPEN, YES, Equations
from pbem.adjudicator.field import Field
from pbem.adjudicator.fronts import decide


class Battle(Equations):
    """A field while it is resolved.

    Attributes:
        disrupted: Fleets that a paradox is about which broke a convoy.
    """

    __slots__ = ("_todo", "disrupted")

    def __init__(self, field: Field) -> None:
        """Start with everything open."""
        super().__init__(field)
        self.disrupted: set[int] = set()
        self._todo: list[int] = []

    def open_all(self) -> None:
        """Ask every question once, the simplest first, then whatever the answers allow."""
        sailors = self.field.sailors
        for army in sailors:
            answer = self._convoy(army)
            if answer != OPEN:
                self._note_convoy(army, answer)
        doubtful = self._open_supports()
        decide(self)
        self._todo.extend(self.unclear)
        for army in sailors:
            if self.convoys[army] == OPEN:
                self._ask_convoy(army)
        for place in doubtful:
            if self.supports[place] == OPEN:
                self._ask_support(place)
        self.settle()

    def _open_supports(self) -> list[int]:
        """Answer the supports for which nothing need be known about moves; return the others."""
        field, doubtful = self.field, []
        supports = self.supports
        for place in self.attacked:
            answer = self._support(place)
            if answer != YES:
                supports[place] = answer
                helped = field.plan[place].other
                self.least[helped] -= 1
                if answer == NO:
                    self.most[helped] -= 1
                else:
                    doubtful.append(place)
        return doubtful

    def settle(self) -> None:
        """Ask what waits until nothing more can be answered."""
        todo, fronts = self._todo, self.field.fronts
        while todo:
            place = todo.pop()
            movers = fronts[place]
            if len(movers) > 1:
                self._press_crowd(place, movers)
            elif self.moves[movers[0]] == OPEN:
                self._press(place, movers[0])

    # moves

    def _press(self, place: int, mover: int) -> None:
        """Answer what can be answered about the only move into a place."""
        if self.most[mover] > 1 or self.field.by_sea[mover]:
            answer = self._against_occupant(mover, place, 0, 0)
        else:
            answer = self._alone(mover, place)
        if answer != OPEN:
            self.answer_move(mover, answer)

    def _press_crowd(self, place: int, movers: list[int]) -> None:
        waiting = [mover for mover in movers if self.moves[mover] == OPEN]
        if not waiting:
            return
        prevents = [self._prevent(mover, place) for mover in movers]
        for mover in waiting:
            least = most = 0
            for other, (low, high) in zip(movers, prevents, strict=True):
                if other != mover:
                    if low > least:
                        least = low
                    if high > most:
                        most = high
            answer = self._against_occupant(mover, place, least, most)
            if answer != OPEN:
                self.answer_move(mover, answer)

    def answer_move(self, mover: int, answer: int) -> None:
        """Note what becomes of a move, and ask again who waited for it."""
        field, todo = self.field, self._todo
        place = field.target[mover]
        self.moves[mover] = answer
        if field.facing and mover in field.facing:
            todo.append(field.target[field.facing[mover]])
        if mover in field.fronts:
            todo.append(mover)
        if field.target[place] == mover:
            todo.append(place)
        if place in self.supports:
            if self.supports[place] == OPEN:
                self._ask_support(place)
        elif field.plan[place].op == CONVOY:
            self._ask_convoy(field.plan[place].other)

    # supports

    def _ask_support(self, place: int) -> None:
        answer = self._support(place)
        if answer != OPEN:
            self.supports[place] = answer
            helped = self.field.plan[place].other
            if answer == YES:
                self.least[helped] += 1
            else:
                self.most[helped] -= 1
            self._wake(self.field.aim[place], helped)

    def _wake(self, target: int, helped: int) -> None:
        """Ask again about the moves that a support counts in: for a mover, or a unit attacked."""
        fronts = self.field.fronts
        if target in fronts:
            self._todo.append(target)
        if helped in fronts:
            self._todo.append(helped)
        if helped in self.field.facing:
            self._todo.append(self.field.target[self.field.facing[helped]])

    # convoys

    def _ask_convoy(self, army: int) -> None:
        if army in self.field.facing:
            self._todo.append(self.field.target[self.field.facing[army]])
        if self.convoys.get(army) != OPEN:
            return
        answer = self._convoy(army)
        if answer != OPEN:
            self.answer_convoy(army, answer)

    def answer_convoy(self, army: int, answer: int) -> None:
        """Note whether an army's convoy holds, and ask again who waited for it."""
        field = self.field
        target = field.target[army]
        self._note_convoy(army, answer)
        self._todo.append(target)
        if army in field.fronts:
            self._todo.append(army)
        if self.supports.get(target) == OPEN:
            self._ask_support(target)

    def _note_convoy(self, army: int, answer: int) -> None:
        """Note whether an army's convoy holds; without one it may go by land after all."""
        field = self.field
        if answer == NO and field.by_sea[army] == VIA and field.rulebook.convoy_falls_back_to_land:
            if field.target[army] in field.board.reach[field.unit[army]]:
                field.by_sea[army] = 0
        self.convoys[army] = answer
