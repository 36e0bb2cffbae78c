"""What templates show, worked out: receipts line by line, results power by power."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.adjudicator.result import OrderResult
from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit, province_of
from pbem.board.variant import Variant
from pbem.game.notices import PhaseReport, PowerReceipt, ReceiptNotice
from pbem.orders.grammar import names_a_place
from pbem.orders.reading import Refused
from pbem.sayings import Saying, say
from pbem.voice import Voice

START = "start"
"""Stands for a year in a table of centers: before the first one."""

_COLUMN = 7
"""Characters of a power's name above a column."""


class Names:
    """Powers and provinces of a board in words, as templates ask for them."""

    def __init__(self, variant: Variant, voice: Voice) -> None:
        self._variant = variant
        self._voice = voice

    def power(self, power: str) -> str:
        """Return the name of a power: `France`."""
        return self._variant.powers[power].name if power in self._variant.powers else power

    def listed(self, powers: Iterable[str], others: Mapping[str, str] | None = None) -> str:
        """Return names in a row: `Austria, France and Italy`.

        Args:
            powers: Ids, in the order they are to stand in.
            others: What stands for those that are no powers, `HOST`.
        """
        names = [(others or {}).get(power) or self.power(power) for power in powers]
        return self._voice.say(say("listed", words=tuple(names)))

    def ordered(self, powers: Iterable[str]) -> list[str]:
        """Return powers in the order of the board."""
        there = set(powers)
        return [power for power in self._variant.powers if power in there]

    def seated(self, seats: Mapping[str, tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
        """Return players and their powers, in the order of the board."""
        order = list(self._variant.powers)
        return sorted(seats.items(), key=lambda seat: [order.index(power) for power in seat[1]])

    @property
    def title(self) -> str:
        """Of the variant: `Standard Diplomacy`."""
        return self._variant.title

    @property
    def host(self) -> str:
        """What the board calls whoever runs a game: `host`, `Hal`."""
        return self._variant.host_title

    def columns(self, years: Sequence[tuple[str, Mapping[str, int]]]) -> str:
        """Return numbers by year and power as a table, a year a line."""
        powers = self.ordered({power for _, numbers in years for power in numbers})
        heads = [self._variant.powers[power].name[:_COLUMN] for power in powers]
        rows = [" ".join(["     ", *(head.rjust(_COLUMN) for head in heads)])]
        for year, numbers in years:
            cells = (str(numbers.get(power, 0)).rjust(_COLUMN) for power in powers)
            head = self._voice.say(say("at-the-start")) if year == START else year
            rows.append(" ".join([head[:5].rjust(5), *cells]))
        return "\n".join(f"  {row}" for row in rows)

    @property
    def two(self) -> str:
        """Two powers of the board, as examples: `Austria, England`."""
        return ", ".join(power.name for power in list(self._variant.powers.values())[:2])

    def examples(self, position: Position, powers: Iterable[str]) -> list[Saying]:
        """Return orders as somebody might write them in this phase: `A PAR - BUR (moves)`."""
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                units = [unit for power in powers for unit in position.units.get(power, ())]
                return self._moves(units)
            case PhaseKind.RETREATS:
                return self._retreats(position, powers)
            case PhaseKind.ADJUSTMENTS:
                return []

    def _retreats(self, position: Position, powers: Iterable[str]) -> list[Saying]:
        own = (one for power in powers for one in position.dislodged.get(power, ()))
        for dislodged in own:
            unit, places = dislodged.unit, dislodged.retreats
            if places:
                return [_example(f"{unit} R {places[0]}"), _example(f"{unit} D")]
        return []

    def _moves(self, units: Sequence[Unit]) -> list[Saying]:
        near = {unit: self._variant.neighbors(unit) for unit in units}
        moving = next((unit for unit in units if near[unit]), None)
        if moving is None:
            return []
        to = near[moving][0]
        found = [_example(f"{moving} - {to}"), _example(f"{moving} H")]
        for unit in units:
            if unit is not moving and self._variant.reaches(unit, province_of(to)):
                found.append(_example(f"{unit} S {moving} - {to}"))
                break
        return found


def _example(order: str) -> Saying:
    """Return an order with what it does, by the sign behind its unit: `A PAR H`."""
    return say("example", order=order, sign=order.split(" ")[2])


@dataclass(frozen=True)
class NumberedQuestion:
    """A question with its choices numbered through the receipt.

    Attributes:
        choices: Number and order in normal form.
    """

    text: str
    choices: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class ReceiptView:
    """One power's part of a receipt.

    Attributes:
        talk: Lines of talk that name a place.
        signed: Text behind `Signed:`; empty where receipts are not signed.
        unread, unstored: How many lines were not understood, and how many
            were and are not stored.
    """

    receipt: PowerReceipt
    questions: tuple[NumberedQuestion, ...]
    talk: tuple[str, ...]
    signed: str
    unread: int
    unstored: int


def receipt_view(
    notice: ReceiptNotice, variant: Variant, signatures: Mapping[str, str]
) -> tuple[ReceiptView, ...]:
    """Return the parts of a receipt, in the order of its powers."""
    number = 0
    views: list[ReceiptView] = []
    for receipt in notice.powers:
        questions: list[NumberedQuestion] = []
        for question in receipt.reading.questions:
            choices = tuple(enumerate(question.candidates, number + 1))
            number += len(choices)
            questions.append(NumberedQuestion(question.text, choices))
        refused = receipt.reading.refused
        unread = sum(refusal.reason is Refused.UNREADABLE for refusal in refused)
        views.append(
            ReceiptView(
                receipt,
                tuple(questions),
                tuple(text for text in receipt.reading.ignored if names_a_place(variant, text)),
                signatures.get(receipt.power, ""),
                unread,
                len(refused) - unread,
            )
        )
    return tuple(views)


@dataclass(frozen=True)
class PowerResults:
    """What became of one power's orders.

    Attributes:
        disbanded: Units that left the board, in normal form, whether ordered to or not.
    """

    power: str
    orders: tuple[OrderResult, ...]
    disbanded: tuple[str, ...]


@dataclass(frozen=True)
class ReportView:
    """A phase that was judged.

    Attributes:
        title: As letters name it: `Spring 1901`.
        dislodged: Unit, its power, and where it may go (empty where nowhere).
        gained: Supply centers that changed hands: center, owner before (or empty), owner now.
        late: Powers that sent nothing, in words.
    """

    title: Saying
    powers: tuple[PowerResults, ...]
    dislodged: tuple[tuple[str, str, tuple[str, ...]], ...]
    gained: tuple[tuple[str, str, str], ...]
    late: str


def report_view(report: PhaseReport, names: Names) -> ReportView:
    """Return the results of a phase, powers in the order of the board."""
    result = report.result
    gone = {
        power: tuple(map(str, (*result.disbanded.get(power, ()), *report.removed.get(power, ()))))
        for power in {*result.disbanded, *report.removed}
    }
    powers = names.ordered({*result.orders, *gone})
    before = {c: power for power, centers in report.position.centers.items() for c in centers}
    after = {c: power for power, centers in result.centers.items() for c in centers}
    return ReportView(
        report.position.phase.spoken,
        tuple(
            PowerResults(power, result.orders.get(power, ()), gone.get(power, ()))
            for power in powers
        ),
        tuple(
            (str(unit.unit), power, unit.retreats)
            for power in names.ordered(result.dislodged)
            for unit in result.dislodged[power]
        ),
        tuple(
            (center, before.get(center, ""), owner)
            for center, owner in sorted(after.items())
            if before.get(center, "") != owner
        ),
        names.listed(names.ordered(report.late)),
    )
