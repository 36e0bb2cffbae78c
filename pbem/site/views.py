"""Values for the templates of one game: its page, its phases, its orders, its result.

A view holds text as it is to be read, in the order in which it is shown; the
templates only lay it out. Strangers' text is still unescaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from pbem.adjudicator.result import OrderResult
from pbem.board.phase import Phase, PhaseKind, Season
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Power, Variant
from pbem.drawing.chart import Owner, Series
from pbem.drawing.words import place_words, unit_words
from pbem.game.publication import GameRecord, PhaseFile
from pbem.orders.legality import owed
from pbem.site.words import counted, joined, order_sentence, plain, rules_in_words, tone


@dataclass(frozen=True)
class Seat:
    """A power, who plays it, and how it stands.

    Attributes:
        color: Fill of its swatch, `#rrggbb`.
        player: Public name; empty where nobody plays it.
    """

    id: str
    name: str
    color: str
    player: str
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


@dataclass(frozen=True)
class YearRow:
    """The owners of the supply centers at the end of a year.

    Attributes:
        counts: By power, in the variant's order.
        strip: Offset, width (of all centers) and color of each power's part.
    """

    label: str
    counts: tuple[int, ...]
    changes: tuple[int, ...]
    strip: tuple[tuple[int, int, str], ...]


def players_of(record: GameRecord) -> Mapping[str, str]:
    """Return the public name of who plays each power, by power."""
    return {
        power: plain(record.people.get(player, player))
        for player, powers in record.seats.items()
        for power in powers
    }


def seats(
    players: Mapping[str, str], variant: Variant, position: Position | None
) -> tuple[Seat, ...]:
    """Return all powers in the variant's order, as they stand at a position."""
    return tuple(
        _seat(players.get(power.id, ""), variant, power, position)
        for power in variant.powers.values()
    )


def _seat(player: str, variant: Variant, power: Power, position: Position | None) -> Seat:
    centers = position.centers.get(power.id, ()) if position else ()
    units = position.units.get(power.id, ()) if position else ()
    return Seat(
        id=power.id,
        name=power.name,
        color=power.color,
        player=player,
        centers=len(centers),
        units=tuple(_capital(unit_words(variant, unit)) for unit in units),
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
            unit=_capital(unit_words(variant, lost.unit)),
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
        Loss(powers[power], _capital(unit_words(variant, unit)), "Left the board.")
        for power, units in gone.items()
        if power in powers
        for unit in units
    )


def ownership_changes(variant: Variant, file: PhaseFile) -> tuple[Change, ...]:
    """Return the supply centers that changed hands in a phase, by name."""
    if not file.result.centers:
        return ()
    before = _owners(file.position.centers)
    after = _owners(file.result.centers)
    moved = [c for c in variant.centers if before.get(c) != after.get(c)]
    return tuple(
        Change(
            center=place_words(variant, center),
            before=_name(variant, before.get(center)),
            after=_name(variant, after.get(center)),
            before_color=_color(variant, before.get(center)),
            after_color=_color(variant, after.get(center)),
        )
        for center in sorted(moved, key=lambda c: place_words(variant, c))
    )


def years(record: GameRecord, variant: Variant) -> tuple[YearRow, ...]:
    """Return who owned how many supply centers at the start and after each year."""
    if record.opening is None:
        return ()
    rows = [_year_row(variant, "Start", record.opening.centers, None)]
    before: Mapping[str, tuple[str, ...]] = record.opening.centers
    for year, latest in _owners_by_year(record):
        rows.append(_year_row(variant, str(year), latest, before))
        before = latest
    return tuple(rows)


def _year_ends(record: GameRecord) -> list[Mapping[str, tuple[str, ...]]]:
    first = [record.opening.centers] if record.opening else []
    return [*first, *(latest for _, latest in _owners_by_year(record))]


def _owners_by_year(record: GameRecord) -> list[tuple[int, Mapping[str, tuple[str, ...]]]]:
    """Return who owned the centers after each year that is over."""
    found: list[tuple[int, Mapping[str, tuple[str, ...]]]] = []
    latest: Mapping[str, tuple[str, ...]] = record.opening.centers if record.opening else {}
    for file in record.standing:
        phase = file.position.phase
        latest = file.result.centers or latest
        over = phase.season is not Season.SPRING and file.following.year > phase.year
        counted_now = phase.season is Season.FALL and file.following.season is Season.WINTER
        if (over or counted_now) and (not found or found[-1][0] != phase.year):
            found.append((phase.year, latest))
    return found


def series(rows: Iterable[YearRow], variant: Variant) -> tuple[Series, ...]:
    """Return the centers of each power through the years, to be drawn."""
    rows = tuple(rows)
    return tuple(
        Series(power.name, power.letter, power.color, tuple(row.counts[place] for row in rows))
        for place, power in enumerate(variant.powers.values())
    )


def center_rows(
    record: GameRecord, variant: Variant
) -> tuple[tuple[str, tuple[Owner, ...], tuple[str, ...]], ...]:
    """Return each supply center with its owners at the start and after each year.

    Owners stand there twice: as they are drawn, and by name (a dash for nobody).
    Centers are sorted by whose home they are, then by name.
    """
    if record.opening is None:
        return ()
    held = [_owners(centers) for centers in _year_ends(record)]
    homes = {center: place for place, p in enumerate(variant.powers.values()) for center in p.homes}
    ordered = sorted(variant.centers, key=lambda c: (homes.get(c, 99), place_words(variant, c)))
    nobody = Owner("", "")
    drawn = {p.id: Owner(p.letter, p.color) for p in variant.powers.values()}
    return tuple(
        (
            place_words(variant, center),
            tuple(drawn.get(owners.get(center, ""), nobody) for owners in held),
            tuple(_name(variant, owners.get(center)) or "–" for owners in held),
        )
        for center in ordered
    )


def story(record: GameRecord, variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return what each year brought: pairs of a year and a sentence."""
    told = []
    rows = years(record, variant)
    for before, row in zip(rows, rows[1:], strict=False):
        powers = list(variant.powers.values())
        up = [(change, p.name) for p, change in zip(powers, row.changes, strict=True) if change > 0]
        down = [
            (change, p.name) for p, change in zip(powers, row.changes, strict=True) if change < 0
        ]
        out = [
            p.name
            for p, was, now in zip(powers, before.counts, row.counts, strict=True)
            if was and not now
        ]
        parts = []
        if up:
            parts.append(f"{joined([f'{name} (+{n})' for n, name in sorted(up, key=_by_size)])} grew")
        if down:
            shrank = [f"{name} (−{-n})" for n, name in sorted(down, key=_by_size) if name not in out]
            if shrank:
                parts.append(f"{joined(shrank)} shrank")
        if out:
            parts.append(f"{joined(out)} lost the last center")
        most = max(row.counts, default=0)
        leaders = [p.name for p, count in zip(powers, row.counts, strict=True) if count == most]
        lead = f"{joined(leaders)} {'led' if len(leaders) == 1 else 'led together'} with {most}"
        told.append((row.label, f"{'; '.join([*parts, lead]) if parts else f'Nothing moved; {lead}'}."))
    return tuple(told)


def _by_size(change: tuple[int, str]) -> tuple[int, str]:
    return (-abs(change[0]), change[1])


def _year_row(
    variant: Variant,
    label: str,
    centers: Mapping[str, tuple[str, ...]],
    before: Mapping[str, tuple[str, ...]] | None,
) -> YearRow:
    strip = []
    offset = 0
    counts = {power: len(centers.get(power, ())) for power in variant.powers}
    for power, count in counts.items():
        if count:
            strip.append((offset, count, variant.powers[power].color))
        offset += count
    changes = tuple(
        0 if before is None else counts[power] - len(before.get(power, ())) for power in counts
    )
    return YearRow(label, tuple(counts.values()), changes, tuple(strip))


def map_words(variant: Variant, position: Position) -> str:
    """Return what a map shows, for those who do not see it."""
    parts = []
    for seat in seats({}, variant, position):
        if seat.centers or seat.units:
            centers = counted(seat.centers, "center")
            parts.append(f"{seat.name} has {centers} and {counted(len(seat.units), 'unit')}")
    return f"{position.phase.title}: {'; '.join(parts)}."


def _owners(centers: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {center: power for power, held in centers.items() for center in held}


def _name(variant: Variant, power: str | None) -> str:
    if power is None:
        return ""
    return variant.powers[power].name if power in variant.powers else plain(power)


def _color(variant: Variant, power: str | None) -> str:
    return variant.powers[power].color if power and power in variant.powers else ""


def _places(variant: Variant, locations: Iterable[str]) -> str:
    return ", ".join(sorted(place_words(variant, location) for location in locations))


def _choice(variant: Variant, locations: tuple[str, ...]) -> str:
    names = [place_words(variant, location) for location in locations]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
