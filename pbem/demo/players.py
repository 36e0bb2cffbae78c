"""The scripted players: what each answers to the letters of the judge.

An answer follows from the letter it answers, from what the public record shows
of the game at the letter's date, and from the seed; so it is the same whenever
it is worked out again. Which of the player's own letters the judge answers is
told by that letter's Message-ID, which names the phase and the step:
`<S1901M.orders.3f…@terse.example.org>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.board.phase import PhaseKind
from pbem.board.variant import Variant
from pbem.demo.boards import Seat, Table
from pbem.demo.chance import Chance, digest
from pbem.demo.envelopes import Letter, Received, pack, pack_plainly
from pbem.demo.hands import write_orders
from pbem.demo.incidents import (
    Incident,
    first_thoughts,
    incident_of,
    votes_for_draw,
    written_in_haste,
)
from pbem.demo.people import Envelope
from pbem.demo.receipts import choices_of, sheet_of
from pbem.demo.spectator import Opening, Spectator
from pbem.demo.strategy import choose

_MOST_TRIES = 4
_ANSWER_BY_NUMBER = frozenset({4, 5})
_STEP = re.compile(r"<([A-Za-z0-9]+)\.([a-z]+)(\d*)\.[0-9a-f]+@([^>]+)>")
_LATE = timedelta(seconds=30)


@dataclass(frozen=True)
class Delivery:
    """A letter on its way to the judge.

    Attributes:
        name: Of its file in the Maildir; begins with the seconds of its arrival.
        arrives: Aware, UTC.
    """

    name: str
    arrives: datetime
    data: bytes


class Player:
    """One player of a demo."""

    def __init__(self, seat: Seat, number: int, table: Table, variant: Variant, seed: str) -> None:
        """Be a person at a seat.

        Args:
            seat: Who plays, and as which power if possible.
            number: From 0, in the order of joining.
            table: The game.
            variant: Its board.
            seed: Of the demo.
        """
        self.person = seat.person
        self.wishes = seat.wishes
        self.number = number
        self.game = table.game
        self.patience = table.patience
        self.variant = variant
        self.seed = seed
        self._planned: dict[int, dict[str, tuple[str, ...]]] = {}

    def join(self, judge: str, at: datetime) -> Delivery:
        """Return the letter that asks for a seat."""
        wishes = ", ".join(self.variant.powers[power].name for power in self.wishes)
        letter = Letter(
            to=judge,
            subject=f"[{self.game}] a seat, please",
            lines=self._around((f"JOIN {wishes}".rstrip(),)),
            answers=None,
            sent=at - timedelta(seconds=20),
            message_id=self._message_id("start", "join", ""),
        )
        return self._delivery(pack(self.person, letter), at, "join")

    def answers(self, received: Received, game: Spectator) -> Iterator[Delivery]:
        """Yield what the player sends in answer to a letter of the judge; often nothing."""
        step = self._own_step(received)
        if step and step[2] == "join":
            yield self._reply(received, "start", "confirm", ("CONFIRM",), hours=1)
            return
        opening = game.opened_at(received.date)
        if opening is None or game.over_at(received.date):
            return
        powers = game.seats[f"p{self.number + 1}"]
        if step is None and received.date == opening.at:
            yield from self._phase_opened(received, opening, powers)
        elif step and step[1] == str(opening.phase):
            yield from self._receipt_came(received, opening, powers, step[2], int(step[3] or 0))

    def _own_step(self, received: Received) -> re.Match[str] | None:
        """Return what the judge answers, if it is a letter of this player."""
        found = _STEP.fullmatch(received.answers)
        return found if found and found[4] == self._domain else None

    @property
    def _domain(self) -> str:
        return self.person.address.partition("@")[2]

    # A phase is open.

    def _phase_opened(
        self, received: Received, opening: Opening, powers: tuple[str, ...]
    ) -> Iterator[Delivery]:
        plans = self._plans(opening, powers)
        if not any(plans.values()):
            return
        phase = str(opening.phase)
        incident = incident_of(self.variant, opening.phase, self.number)
        lines = self._order_lines(opening, plans, incident)
        if votes_for_draw(self.variant, opening.position, powers, self.patience):
            lines = (*lines, "DRAW")
        match incident:
            case Incident.AWAY:
                yield self._out_of_office(received, phase)
                late = opening.due + _LATE
                yield self._reply(received, phase, "late", lines, at=late)
                return
            case Incident.SILENT_HOLDS:
                lines = (*lines, "READY")
            case Incident.WAITS:
                lines = (*lines, "WAIT")
            case Incident.ASKS:
                yield self._reply(received, phase, "question", ("STATUS",), hours=1)
            case _:
                pass
        # Who will think again writes early: the phase is judged once the last orders are in.
        quick = opening.phase.kind is not PhaseKind.MOVEMENT or incident is Incident.CHANGES_MIND
        hours = (self.person.delay + 1) // 2 if quick else self.person.delay
        answer = self._reply(received, phase, "orders", lines, hours=hours)
        yield answer
        if incident is Incident.TWICE:
            again = answer.arrives + timedelta(seconds=7)
            yield self._delivery(answer.data, again, f"{phase}.twice")

    def _plans(self, opening: Opening, powers: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        if opening.number not in self._planned:
            self._planned[opening.number] = {
                power: choose(self.variant, opening.position, power, self.seed) for power in powers
            }
        return self._planned[opening.number]

    def _order_lines(
        self,
        opening: Opening,
        plans: dict[str, tuple[str, ...]],
        incident: Incident | None,
    ) -> tuple[str, ...]:
        lines: list[str] = []
        for power, orders in plans.items():
            first = first_thoughts(self.variant, opening.position, power, orders, incident)
            chance = Chance(self.seed, "haste", opening.phase, power)
            if opening.phase.kind is PhaseKind.MOVEMENT:
                written = written_in_haste(
                    self.variant, first, power, self.person.hand, self.number, chance
                )
            else:
                written = write_orders(self.variant, first, self.person.hand, power)
            if len(plans) > 1 and written:
                lines.append(self.variant.powers[power].name)
            lines += written
        if self.person.dated and opening.phase.kind is PhaseKind.MOVEMENT:
            lines = [opening.phase.turn, *lines]
        return tuple(lines)

    # The judge has answered.

    def _receipt_came(
        self,
        received: Received,
        opening: Opening,
        powers: tuple[str, ...],
        step: str,
        tries: int,
    ) -> Iterator[Delivery]:
        """Compare what would run with what was meant, and write again where they differ."""
        if step not in ("orders", "again") or tries >= _MOST_TRIES:
            return
        sheet, choices = sheet_of(received.text), choices_of(received.text)
        phase = str(opening.phase)
        lines: list[str] = []
        for orders in self._plans(opening, powers).values():
            missing = [order for order in orders if order not in sheet]
            if self.number in _ANSWER_BY_NUMBER:
                lines += (str(choices[order]) for order in missing if order in choices)
                missing = [order for order in missing if order not in choices]
            lines += write_orders(self.variant, missing, self.person.hand)
        incident = incident_of(self.variant, opening.phase, self.number)
        if incident is Incident.WAITS and step == "orders":
            lines.append("READY")
        if lines:
            again = f"again{tries + 1}"
            yield self._reply(received, phase, again, tuple(lines), hours=2)

    def _out_of_office(self, received: Received, phase: str) -> Delivery:
        letter = Letter(
            to=received.sender,
            subject=f"Out of office: {received.subject}",
            lines=(
                "I am away and will not see your letter before I am back.",
                "This answer was written by my mail program.",
            ),
            answers=received,
            sent=received.date + timedelta(seconds=5),
            message_id=self._message_id(phase, "away", received.name),
            extra=(("Auto-Submitted", "auto-replied"), ("Precedence", "bulk")),
        )
        arrives = received.date + timedelta(seconds=9)
        return self._delivery(pack_plainly(self.person, letter), arrives, f"{phase}.away")

    # How a letter is put together.

    def _reply(
        self,
        received: Received,
        phase: str,
        step: str,
        lines: tuple[str, ...],
        *,
        hours: int = 0,
        at: datetime | None = None,
    ) -> Delivery:
        chance = Chance(self.seed, "delay", self.number, phase, step)
        minutes = 60 * hours + chance.between(-45, 45)
        arrives = at or received.date + timedelta(minutes=minutes, seconds=chance.below(60))
        again = received.subject.lower().startswith("re:")
        letter = Letter(
            to=received.reply_to,
            subject=received.subject if again else f"Re: {received.subject}",
            lines=self._around(lines, phase, step),
            answers=received,
            sent=arrives - timedelta(seconds=chance.between(2, 20)),
            message_id=self._message_id(phase, step, received.name),
        )
        return self._delivery(pack(self.person, letter), arrives, f"{phase}.{step}")

    def _around(self, lines: tuple[str, ...], *words: str) -> tuple[str, ...]:
        """Return lines with what the person writes above and below them."""
        chance = Chance(self.seed, "talk", self.number, *words)
        text = list(lines)
        if self.person.greetings:
            text = [chance.pick(self.person.greetings), "", *text]
        if self.person.closings and (closing := chance.pick(self.person.closings)):
            text += ["", closing]
        if self.person.envelope is Envelope.FLOWED:
            text.append(self.person.name)
        return tuple(text)

    def _message_id(self, phase: str, step: str, received: str) -> str:
        mark = digest(self.seed, self.person.address, phase, step, received)
        return f"<{phase}.{step}.{mark}@{self._domain}>"

    def _delivery(self, data: bytes, arrives: datetime, words: str) -> Delivery:
        mark = digest(self.seed, self.number, words, length=12)
        name = f"{int(arrives.timestamp())}.{mark}.{self._domain}"
        return Delivery(name, arrives, data)
