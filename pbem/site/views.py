"""Values for the templates of one game: its page, its phases, its orders, its result.

A view holds text as it is to be read, in the order in which it is shown; the
templates only lay it out. Strangers' text is still unescaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from pbem.adjudicator.result import OrderResult
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Power, Variant
from pbem.game.participants import HOST
from pbem.game.publication import GameRecord, PhaseFile
from pbem.orders.legality import owed
from pbem.site.words import (
    counted,
    joined,
    order_sentence,
    place,
    plain,
    rules_in_words,
    tone,
)
from pbem.site.words import unit as unit_in_words


@dataclass(frozen=True)
class Seat:
    """A power, who plays it, and how it stands.

    Attributes:
        color: Fill of its swatch, `#rrggbb`.
        player: Public name; empty where nobody plays it, or nobody is told who does.
        secret: Whether somebody plays it, and nobody is told who.
    """

    id: str
    name: str
    color: str
    player: str
    secret: bool
    centers: int
    units: tuple[str, ...]
    homes: str
    held: str


@dataclass(frozen=True)
class Row:
    """One order and what became of it.

    Attributes:
        order: In normal form.
        words: The same in words.
        tone: `good`, `plain` or `bad`.
        written: As the player wrote it, where that is known and may be shown.
    """

    order: str
    words: str
    outcome: str
    tone: str
    reason: str
    written: str
    dislodged: bool
    given: bool


@dataclass(frozen=True)
class Sheet:
    """The orders of one power in one phase.

    Attributes:
        says: `4 centers, 4 units`.
        receipts: How many letters with orders were receipted.
        hash: Of the sheet that ran, as its receipt said; empty without one.
    """

    power: Seat
    says: str
    late: bool
    rows: tuple[Row, ...]
    receipts: int
    hash: str


@dataclass(frozen=True)
class Loss:
    """A unit that was driven out or left the board, and what can become of it."""

    power: Seat
    unit: str
    says: str


@dataclass(frozen=True)
class Change:
    """A supply center that changed hands; an empty name stands for nobody."""

    center: str
    before: str
    after: str
    before_color: str
    after_color: str


@dataclass(frozen=True)
class Step:
    """A way to another page of the game."""

    address: str
    title: str


@dataclass(frozen=True)
class PhaseView:
    """A phase as its page shows it.

    Attributes:
        kind: What was ordered, in words; empty where the title says it.
        overruled: Whether play went on from an earlier phase afterwards.
        versions: Other versions of the same phase.
        seats: All powers as they stood when the phase began.
    """

    code: str
    title: str
    kind: str
    number: int
    due: datetime
    adjudicated: datetime
    sheets: tuple[Sheet, ...]
    losses: tuple[Loss, ...]
    removed: tuple[Loss, ...]
    standoffs: str
    changes: tuple[Change, ...]
    late: str
    rules: str
    engine: str
    overruled: bool
    versions: tuple[Step, ...]
    first: Step | None
    previous: Step | None
    next: Step | None
    seats: tuple[Seat, ...]


def players_of(record: GameRecord) -> Mapping[str, str]:
    """Return the public name of who plays each power, by power; without what the host runs."""
    return {
        power: plain(record.people.get(player, player))
        for player, powers in record.seats.items()
        for power in powers
        if player != HOST
    }


def seats(
    players: Mapping[str, str], variant: Variant, position: Position | None
) -> tuple[Seat, ...]:
    """Return all powers in the variant's order, as they stand at a position."""
    return tuple(
        _seat(players.get(power.id), variant, power, position) for power in variant.powers.values()
    )


def _seat(player: str | None, variant: Variant, power: Power, position: Position | None) -> Seat:
    centers = position.centers.get(power.id, ()) if position else ()
    units = position.units.get(power.id, ()) if position else ()
    return Seat(
        id=power.id,
        name=power.name,
        color=power.color,
        player=player or "",
        secret=player == "",
        centers=len(centers),
        units=tuple(unit_in_words(variant, unit) for unit in units),
        homes=_places(variant, power.homes),
        held=_places(variant, centers),
    )


def phase_view(
    record: GameRecord, variant: Variant, file: PhaseFile, places: Mapping[int, str]
) -> PhaseView:
    """Return a phase as its page shows it.

    Args:
        record: Of the game.
        variant: Its board.
        file: The phase.
        places: Folders of all phases (`pbem.site.plan.folders`).
    """
    standing = record.standing
    here = next((i for i, other in enumerate(standing) if other.number == file.number), -1)
    powers = {seat.id: seat for seat in seats(players_of(record), variant, file.position)}
    late = absent(variant, file)
    code = str(file.position.phase)
    previous, following = _neighbors(record, file, here)
    return PhaseView(
        code=code,
        title=file.position.phase.title,
        kind=_kind(file.position.phase),
        number=file.number,
        due=file.due,
        adjudicated=file.adjudicated,
        sheets=tuple(
            _sheet(variant, file, seat, late=seat.id in late)
            for seat in powers.values()
            if file.result.orders.get(seat.id) or seat.id in late
        ),
        losses=_losses(variant, file.result.dislodged, powers),
        removed=_removed(variant, file, powers),
        standoffs=_places(variant, file.result.standoffs),
        changes=ownership_changes(variant, file),
        late=joined([powers[power].name for power in late]),
        rules=rules_in_words(file.rules),
        engine=plain(file.engine),
        overruled=here < 0,
        versions=tuple(
            Step(places[other.number], _version_title(record, other))
            for other in record.phases
            if str(other.position.phase) == code and other.number != file.number
        ),
        first=_step(standing[0], places) if here != 0 and standing else None,
        previous=_step(previous, places),
        next=_step(following, places),
        seats=tuple(powers.values()),
    )


def _neighbors(
    record: GameRecord, file: PhaseFile, here: int
) -> tuple[PhaseFile | None, PhaseFile | None]:
    """Return the phase before and the phase after, on the line that a phase belongs to."""
    if here >= 0:
        line = record.standing
        return (line[here - 1] if here else None, line[here + 1] if here + 1 < len(line) else None)
    before = next((other for other in record.phases if other.number == file.after), None)
    after = next((other for other in record.phases if other.after == file.number), None)
    return before, after


def _step(file: PhaseFile | None, places: Mapping[int, str]) -> Step | None:
    return Step(places[file.number], file.position.phase.title) if file else None


def _version_title(record: GameRecord, file: PhaseFile) -> str:
    stands = "the version that stands" if file in record.standing else "an overruled version"
    return f"{file.position.phase.title}, {stands}"


def _kind(phase: Phase) -> str:
    match phase.kind:
        case PhaseKind.MOVEMENT:
            return "movement"
        case PhaseKind.RETREATS:
            return ""
        case PhaseKind.ADJUSTMENTS:
            return "builds and disbands"


def absent(variant: Variant, file: PhaseFile) -> tuple[str, ...]:
    """Return the powers without a usable order that had one to give."""
    debts = {p: owed(variant, file.position, p) for p in file.late if p in variant.powers}
    return tuple(p for p, debt in debts.items() if debt.units or debt.builds or debt.disbands)


def _sheet(variant: Variant, file: PhaseFile, seat: Seat, *, late: bool) -> Sheet:
    written = {w.order: w.text for w in file.written.get(seat.id, ())}
    receipts = file.receipts.get(seat.id, ())
    opened = file.opened.get(seat.id)
    ran = next((r.hash for r in receipts if opened and r.number == opened.receipt), "")
    return Sheet(
        power=seat,
        says=f"{counted(seat.centers, 'center')}, {counted(len(seat.units), 'unit')}",
        late=late,
        rows=tuple(
            _row(variant, result, written) for result in file.result.orders.get(seat.id, ())
        ),
        receipts=len(receipts),
        hash=plain(ran),
    )


def order_rows(variant: Variant, results: Iterable[OrderResult]) -> tuple[Row, ...]:
    """Return orders and what became of them, without the words they were written in."""
    return tuple(_row(variant, result, {}) for result in results)


def _row(variant: Variant, result: OrderResult, written: Mapping[str, str]) -> Row:
    text = plain(written.get(result.order, ""))
    return Row(
        order=plain(result.order),
        words=order_sentence(variant, result.order),
        outcome=result.outcome.value.replace("-", " "),
        tone=tone(result.outcome),
        reason=_capital(plain(result.reason)),
        written="" if _same(text, result.order) else text,
        dislodged=result.dislodged,
        given=result.given,
    )


def fleeing(record: GameRecord, variant: Variant, now: Position) -> tuple[Loss, ...]:
    """Return the units that wait for their retreat."""
    powers = {seat.id: seat for seat in seats(players_of(record), variant, now)}
    return _losses(variant, now.dislodged, powers)


def _same(text: str, order: str) -> bool:
    """Return whether the words say no more than the normal form does."""
    return text.casefold().split() == order.casefold().split()


def _losses(
    variant: Variant,
    dislodged: Mapping[str, tuple[Dislodgement, ...]],
    powers: Mapping[str, Seat],
) -> tuple[Loss, ...]:
    return tuple(
        Loss(
            power=powers[power],
            unit=unit_in_words(variant, lost.unit),
            says=f"May retreat to {_choice(variant, lost.retreats)}."
            if lost.retreats
            else "Has nowhere to go and is destroyed.",
        )
        for power, units in dislodged.items()
        if power in powers
        for lost in units
    )


def _removed(variant: Variant, file: PhaseFile, powers: Mapping[str, Seat]) -> tuple[Loss, ...]:
    """Return the units that left the board without an order that says so."""
    ordered = {
        str(row.order).split(" R ")[0].removesuffix(" D")
        for rows in file.result.orders.values()
        for row in rows
        if row.order.endswith(" D")
    }
    gone: dict[str, list[Unit]] = {}
    for source in (file.result.disbanded, file.removed):
        for power, units in source.items():
            gone.setdefault(power, []).extend(unit for unit in units if str(unit) not in ordered)
    return tuple(
        Loss(powers[power], unit_in_words(variant, unit), "Left the board.")
        for power, units in gone.items()
        if power in powers
        for unit in units
    )


def ownership_changes(variant: Variant, file: PhaseFile) -> tuple[Change, ...]:
    """Return the supply centers that changed hands in a phase, by name."""
    if not file.result.centers:
        return ()
    before = owners_of(file.position.centers)
    after = owners_of(file.result.centers)
    moved = [c for c in variant.centers if before.get(c) != after.get(c)]
    return tuple(
        Change(
            center=place(variant, center),
            before=name_of(variant, before.get(center)),
            after=name_of(variant, after.get(center)),
            before_color=_color(variant, before.get(center)),
            after_color=_color(variant, after.get(center)),
        )
        for center in sorted(moved, key=lambda c: place(variant, c))
    )


def map_words(variant: Variant, position: Position) -> str:
    """Return what a map shows, for those who do not see it."""
    parts = []
    for power in variant.powers.values():
        centers = len(position.centers.get(power.id, ()))
        units = len(position.units.get(power.id, ()))
        if centers or units:
            held = counted(centers, "center")
            parts.append(f"{power.name} has {held} and {counted(units, 'unit')}")
    return f"{position.phase.title}: {'; '.join(parts)}."


def owners_of(centers: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Return the owner of each center that somebody owns."""
    return {center: power for power, held in centers.items() for center in held}


def name_of(variant: Variant, power: str | None) -> str:
    """Return the name of a power; empty for nobody."""
    if power is None:
        return ""
    return variant.powers[power].name if power in variant.powers else plain(power)


def _color(variant: Variant, power: str | None) -> str:
    return variant.powers[power].color if power and power in variant.powers else ""


@lru_cache(maxsize=16384)
def _places(variant: Variant, locations: tuple[str, ...]) -> str:
    return ", ".join(sorted(place(variant, location) for location in locations))


def _choice(variant: Variant, locations: tuple[str, ...]) -> str:
    names = [place(variant, location) for location in locations]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
