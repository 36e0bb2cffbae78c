"""A foreign game made into a record of pbem.

Every phase is judged again by the rules of the record, so that the record can be checked
like any other. Where the source had another outcome (another rulebook, another choice of
what is removed), the next position is put right by `edited` lines that say so, and the
report tells of it. Phases that leave nobody a choice are passed over, and those that the
source passed over are played without orders.

An imported game has no draws, receipts or signatures: its first lines say where it is
from, and who played what as far as the source told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from pbem import __version__
from pbem.adjudicator import adjudicate, read_rulebook
from pbem.adjudicator.result import Adjudication
from pbem.board.phase import PhaseKind
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.errors import RecordError
from pbem.exchange.foreign import ForeignGame, ForeignPhase, Units, province
from pbem.game.codec import write_time
from pbem.game.editing import CENTER, UNIT, edited
from pbem.game.participants import HOST
from pbem.game.publication import Ending, PhaseFile, PressLine, PublicEvent
from pbem.game.record import write_position
from pbem.game.settings import Press, Settings, Times, Words
from pbem.game.texts import (
    board_name,
    digest,
    write_ending,
    write_event_line,
    write_people,
    write_phase_file,
    write_press_line,
    write_settings,
)
from pbem.game.turns import follow
from pbem.store.history import GAME_ID

_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)
_SOURCES = {"njudge": "nJudge", "dpjudge": "DPJudge", "diplomacy": "the package diplomacy"}
_JUDGES = {"name": "2023", "convoy_intent": "via"}
"""How nJudge and DPJudge read orders: an army that can walk walks, unless a way by sea is shown."""


@dataclass(frozen=True)
class Imported:
    """A game as files, and what there is to say about it.

    Attributes:
        files: Texts by path below games/; the board is among them.
        notes: What could not be read or kept, and where rules differ, a line each.
    """

    game: str
    phases: int
    files: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass
class _Record:
    """A record while it grows."""

    variant: Variant
    settings: Settings
    position: Position
    source: str
    now: datetime
    events: str = ""
    press: str = ""
    number: int = 0
    prev: str = ""
    files: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def tell(self, event: str, **facts: Any) -> None:
        """Add a line to events.jsonl."""
        self.events += write_event_line(PublicEvent(self.now, event, facts))

    def open_phase(self) -> None:
        """Tell of a deadline: the time at which the phase was judged."""
        due = write_time(self.now)
        self.tell("deadline", phase=str(self.position.phase), due=due)

    def judge(self, orders: Units) -> Adjudication:
        """Judge the open phase, and go on to the next."""
        settings = self.settings
        result = adjudicate(self.variant, self.position, orders, read_rulebook(settings.rules))
        after = follow(self.variant, self.position, result)
        self.open_phase()
        self.number += 1
        file = PhaseFile(
            number=self.number,
            prev=self.prev,
            after=self.number - 1,
            engine=f"pbem {__version__}",
            game=settings.game,
            variant=settings.variant,
            rules=settings.rules,
            position=self.position,
            orders=orders,
            result=result,
            removed=after.removed,
            following=after.position.phase,
            due=self.now,
            adjudicated=self.now,
            receipts={},
            opened={},
            written={},
            late=(),
            events=digest(self.events),
            press=digest(self.press) if self.press else "",
        )
        text = write_phase_file(file)
        self.prev = digest(text)
        self.files[f"{settings.game}/phases/{file.name}"] = text
        self.tell(
            "adjudicated",
            number=self.number,
            phase=str(self.position.phase),
            file=f"sha256:{self.prev}",
        )
        self.position = after.position
        return result

    def put_right(self, units: Units, centers: Units) -> bool:
        """Edit the open position to what the source has; return whether that could be done."""
        changes = list(_changes(self.position, units, centers))
        if not changes:
            return True
        because = f"so it was in {_SOURCES.get(self.source, self.source)}"
        position, told = self.position, []
        try:
            for what, place, power in changes:
                position = edited(self.variant, position, what, place, power)
                told.append((what, place, power))
        except RecordError:
            return False
        for what, place, power in told:
            facts = {"phase": str(position.phase), what: place, "power": power}
            self.tell("edited", **facts, because=because)
        self.position = position
        return True


def make_record(
    game: ForeignGame, variant: Variant, board: str, id: str = "", at: datetime | None = None
) -> Imported:
    """Return a foreign game as the files of a record.

    Args:
        game: As it was read.
        variant: The board.
        board: The text of the board.
        id: Another id for it; else its own, as far as that can be one.
        at: When it was created, where the source says nothing; else the year 2000.

    Raises:
        RecordError: It has no phases, or begins in the middle.
    """
    id = id or game_id(game.id)
    if not game.phases:
        raise RecordError(f"{game.id}: there is no phase to import")
    first = game.phases[0]
    if first.phase != variant.start:
        raise RecordError(
            f"{game.id}: it begins with {first.phase}; a record begins with {variant.start}"
        )
    start = min(game.times.values(), default=at or _UNDATED)
    start = min(game.created or start, start)
    record = _begin(game, variant, board, id, start)
    for phase in game.phases:
        record.now = max(game.times.get(phase.phase, record.now + _DAY), record.now)
        _speak(record, game, phase)
        _play(record, phase)
    last = game.phases[-1]
    if not record.put_right(last.after.units, last.after.centers):
        record.notes.append(f"{last.phase}: the board at the end differs, and stays as it is")
    _finish(record, game)
    record.files[f"{id}/events.jsonl"] = record.events
    if record.press:
        record.files[f"{id}/press.jsonl"] = record.press
    if not game.times:
        record.notes.append("the source tells no dates; phases are a day apart")
    return Imported(id, record.number, record.files, (*game.unread, *record.notes))


def game_id(name: str) -> str:
    """Return a name as the id of a game: lower case letters, digits and hyphens.

    >>> game_id("Thistle 2"), game_id("7up")
    ('thistle-2', 'g7up')
    """
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:20].strip("-")
    if not plain[:1].isalpha():
        plain = f"g{plain}"[:20]
    return plain if GAME_ID.fullmatch(plain) else f"{plain}-1"


def _begin(game: ForeignGame, variant: Variant, board: str, id: str, start: datetime) -> _Record:
    """Tell of the creation, the players and the start."""
    judges = game.source in ("njudge", "dpjudge")
    rules = dict(game.rules) or (_JUDGES if judges else {"name": variant.rulebook})
    settings = Settings(
        game=id,
        title=game.title or game.id,
        variant=variant.key,
        board=f"sha256:{digest(board)}",
        rules=rules,
        arrangement=_arrangement(variant),
        host=game.people.get(HOST, ""),
        created=start,
        times=Times(_DAY, _DAY, _DAY),
        public_key="",
        draws=(),
        words=Words.NEVER,
        press=Press.PUBLIC if game.said else Press.NONE,
    )
    record = _Record(variant, settings, variant.opening(), game.source, start)
    text = write_settings(settings)
    record.files[f"{id}/game.toml"] = text
    record.files[f"variants/{board_name(settings)}"] = board
    record.tell("created", file=f"sha256:{digest(text)}")
    players = {
        f"p{number}": power
        for number, power in enumerate((p for p in variant.powers if game.people.get(p)), start=1)
    }
    for player in players:
        record.tell("joined", player=player)
    people = {player: game.people[power] for player, power in players.items()}
    record.files[f"{id}/people.toml"] = write_people(people)
    seats = {player: [power] for player, power in players.items()}
    record.tell("imported", source=game.source, seats=seats)
    record.tell("started", **write_position(record.position))
    return record


def _arrangement(variant: Variant) -> str:
    """Return the arrangement in which each power has a player of its own."""
    wanted = len(variant.powers)
    return next(
        (
            key
            for key, way in variant.arrangements.items()
            if len(way.seats) == wanted and not way.neutral
        ),
        next(iter(variant.arrangements)),
    )


def _play(record: _Record, phase: ForeignPhase) -> None:
    """Play a phase of the source, after those that it has passed over."""
    while record.position.phase < phase.phase:
        open_now = record.position.phase
        if open_now.kind is PhaseKind.MOVEMENT:
            record.notes.append(f"{open_now}: it is missing, and was played without orders")
        record.judge(_meanwhile(record.position, phase))
    if record.position.phase != phase.phase:
        if any(phase.orders.values()):
            record.notes.append(f"{phase.phase}: nobody has a choice by the rules; passed over")
        return
    _same_start(record, phase)
    known = {str(unit) for own in record.position.units.values() for unit in own}
    fleeing = {str(one.unit) for own in record.position.dislodged.values() for one in own}
    orders = phase.orders
    if phase.phase.kind is PhaseKind.RETREATS:
        orders = _of_units(record, phase, fleeing)
    result = record.judge(orders)
    _compare(record, phase, result, known)


def _same_start(record: _Record, phase: ForeignPhase) -> None:
    """Begin where the source does, if that can be."""
    if phase.phase.kind is PhaseKind.RETREATS:
        here = {p: {str(one.unit) for one in own} for p, own in record.position.dislodged.items()}
        there = {power: set(own) for power, own in phase.dislodged.items()}
        if {p: u for p, u in here.items() if u} != there:
            record.notes.append(f"{phase.phase}: other units retreat by the rules")
        return
    if not record.put_right(phase.units, phase.centers):
        record.notes.append(f"{phase.phase}: the board differs, and stays as it is")


def _of_units(record: _Record, phase: ForeignPhase, units: set[str]) -> Units:
    """Return the orders for units that do retreat."""
    kept = {
        power: tuple(order for order in own if " ".join(order.split()[:2]) in units)
        for power, own in phase.orders.items()
    }
    left = sum(map(len, phase.orders.values())) - sum(map(len, kept.values()))
    if left:
        record.notes.append(f"{phase.phase}: {left} orders are for units that do not retreat")
    return {power: own for power, own in kept.items() if own}


def _meanwhile(position: Position, later: ForeignPhase) -> Units:
    """Return orders of a phase that the source does not have, from the board that comes later."""
    if position.phase.kind is not PhaseKind.ADJUSTMENTS:
        return {}
    orders: dict[str, tuple[str, ...]] = {}
    for power in {**position.units, **later.units}:
        before = {str(unit) for unit in position.units.get(power, ())}
        after = set(later.units.get(power, ()))
        lines = [f"{unit} B" for unit in sorted(after - before)]
        lines += [f"{unit} D" for unit in sorted(before - after)]
        if lines:
            orders[power] = tuple(lines)
    return orders


def _compare(record: _Record, phase: ForeignPhase, result: Adjudication, known: set[str]) -> None:
    """Note where the source had another outcome than the rules."""
    here = {str(unit) for own in result.units.values() for unit in own}
    there = {unit for own in phase.after.units.values() for unit in own}
    if here != there:
        ours, theirs = ", ".join(sorted(here - there)), ", ".join(sorted(there - here))
        where = _SOURCES.get(record.source, record.source)
        record.notes.append(
            f"{phase.phase}: by the rules {ours or 'nothing more'}; "
            f"in {where} {theirs or 'nothing more'}"
        )
    gone = [unit for unit in phase.no_order if unit not in known]
    if gone:
        record.notes.append(f"{phase.phase}: there is no {', '.join(gone)}")


def _changes(position: Position, units: Units, centers: Units) -> Iterator[tuple[str, str, str]]:
    """Yield what must be edited: units first that are gone, then those that are others'."""
    have = {str(unit): power for power, own in position.units.items() for unit in own}
    want = {unit: power for power, own in units.items() for unit in own}
    filled = {province(unit) for unit in want}
    for unit in sorted(have.keys() - want.keys()):
        if province(unit) not in filled:
            yield UNIT, unit, ""
    for unit in sorted(want):
        if have.get(unit) != want[unit]:
            yield UNIT, unit, want[unit]
    if not centers:
        return
    owned = {center: power for power, own in position.centers.items() for center in own}
    owners = {center: power for power, own in centers.items() for center in own}
    for center in sorted(owned.keys() | owners.keys()):
        if owned.get(center) != owners.get(center):
            yield CENTER, center, owners.get(center, "")


def _speak(record: _Record, game: ForeignGame, phase: ForeignPhase) -> None:
    """Take over what was said in a phase."""
    for remark in game.said:
        if remark.phase == phase.phase and remark.text.strip():
            line = PressLine(record.now, "public", remark.sender, (), remark.phase, remark.text)
            record.press += write_press_line(line)


def _finish(record: _Record, game: ForeignGame) -> None:
    """Tell how it ended."""
    winners = tuple(power for power in record.variant.powers if power in game.winners)
    how = game.end if winners else "abandoned"
    because = "" if winners else "what was imported ends here"
    if how == "solo" and not _wins(record, winners):
        how, because = "concession", "the source says that it was won"
    facts = {"because": because} if because else {}
    record.tell("ended", how=how, winners=list(winners), **facts)
    ending = Ending(
        at=record.now,
        how=how,
        winners=winners,
        shares={power: str(Fraction(1, len(winners))) for power in winners},
        centers=record.position.centers,
        because=because,
        events=digest(record.events),
        press=digest(record.press) if record.press else "",
    )
    record.files[f"{record.settings.game}/result.json"] = write_ending(ending)


def _wins(record: _Record, winners: Sequence[str]) -> bool:
    arrangement = record.variant.arrangements[record.settings.arrangement]
    held = sum(len(record.position.centers.get(power, ())) for power in winners)
    return held >= arrangement.solo_centers
