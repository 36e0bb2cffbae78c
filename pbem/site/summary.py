"""What pages about many games know of each: a summary, and the news.

Summaries are small enough to keep beside the built site, so that a new phase in
one game does not mean reading the others. An *overview* holds those of all
games that are not over, the newest finished ones and the newest news; whatever
else a page needs of finished games changes only when a game ends.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pbem.board.phase import Phase
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.errors import RecordError, UnreadableError
from pbem.game.codec import encode, read_time
from pbem.game.editing import CENTER, UNIT, edited
from pbem.game.publication import GameRecord, PublicEvent
from pbem.game.turns import follow, opened
from pbem.site.words import counted, joined, plain

SHOWN_FINISHED = 12
SHOWN_NEWS = 30


class Stage(StrEnum):
    """How far a game has come."""

    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"


@dataclass(frozen=True)
class Summary:
    """One game, as a list of games shows it.

    Attributes:
        board: Title of its variant.
        taken, seats: How many seats are taken, and how many there are.
        phase: Title of the open phase; of the last one at the end; empty before the start.
        due: Deadline of the open phase; None where no clock runs.
        phases: How many phases stand.
        moved: When it last changed in public.
        counts: Centers by power, the most first.
        result: How it ended, as a sentence; empty while it runs.
        frame: Hash of everything that all its phase pages share.
    """

    game: str
    title: str
    variant: str
    board: str
    stage: Stage
    host: str
    created: datetime
    taken: int
    seats: int
    phase: str
    due: datetime | None
    phases: int
    moved: datetime
    ended: datetime | None
    counts: tuple[tuple[str, int], ...]
    players: tuple[str, ...]
    result: str
    frame: str
    private: bool = False


@dataclass(frozen=True)
class News:
    """A phase that was judged.

    Attributes:
        number: Of its phase file.
        folder: Its address in the game's folder.
        says: What changed, in a sentence.
    """

    at: datetime
    game: str
    title: str
    number: int
    folder: str
    phase: str
    says: str


@dataclass(frozen=True)
class Overview:
    """What the front page and the site's feed are made of.

    Attributes:
        open: Games that are not over, by id.
        finished: The newest finished games, the newest first.
        total_finished: How many there are in all.
        news: The newest first.
    """

    open: tuple[Summary, ...]
    finished: tuple[Summary, ...]
    total_finished: int
    news: tuple[News, ...]


def overview_of(games: Iterable[Summary], news: tuple[News, ...]) -> Overview:
    """Return the overview of all games, and of the newest of their news."""
    summaries = list(games)
    finished = [s for s in summaries if s.stage is Stage.FINISHED]
    return Overview(
        open=_by_id(s for s in summaries if s.stage is not Stage.FINISHED),
        finished=newest_finished(finished)[:SHOWN_FINISHED],
        total_finished=len(finished),
        news=news,
    )


def identity(summary: Summary) -> tuple[object, ...]:
    """Return what the index of all games says of a game that is not over."""
    return (summary.title, summary.board, summary.host, summary.created)


def newest_finished(summaries: Iterable[Summary]) -> tuple[Summary, ...]:
    """Return finished games, the newest first."""
    ordered = sorted(summaries, key=lambda s: s.game)
    return tuple(sorted(ordered, key=lambda s: s.ended or s.created, reverse=True))


def _by_id(summaries: Iterable[Summary]) -> tuple[Summary, ...]:
    return tuple(sorted(summaries, key=lambda s: s.game))


def newest(news: Iterable[News]) -> tuple[News, ...]:
    """Return the news that are shown, the newest first."""
    ordered = sorted(news, key=lambda n: (n.at, n.game, n.number), reverse=True)
    return tuple(ordered[:SHOWN_NEWS])


def summarize(record: GameRecord, variant: Variant) -> Summary:
    """Return the summary of a game."""
    settings = record.settings
    now = current_position(record, variant)
    stage = stage_of(record)
    ending = record.ending
    arrangement = variant.arrangements.get(settings.arrangement)
    centers = ending.centers if ending else now.centers if now else {}
    counts = sorted(((p, len(centers.get(p, ()))) for p in variant.powers), key=lambda c: -c[1])
    return Summary(
        game=settings.game,
        title=plain(settings.title),
        variant=settings.variant,
        board=variant.title,
        stage=stage,
        host=plain(record.host),
        created=settings.created,
        taken=record.taken,
        seats=len(arrangement.seats) if arrangement else len(variant.powers),
        phase=_phase_shown(record, now),
        due=due_of(record, now) if stage is Stage.RUNNING else None,
        phases=len(record.standing),
        moved=record.events[-1].at if record.events else settings.created,
        ended=ending.at if ending else None,
        counts=tuple((variant.powers[power].name, count) for power, count in counts if count),
        players=tuple(plain(name) for _, name in sorted(record.people.items()) if name),
        result=result_sentence(record, variant),
        frame=frame_of(record),
        private=settings.private,
    )


def _phase_shown(record: GameRecord, now: Position | None) -> str:
    if record.ending is not None and record.standing:
        return record.standing[-1].position.phase.title
    return now.phase.title if now else ""


def news_of(record: GameRecord, variant: Variant, places: Mapping[int, str]) -> tuple[News, ...]:
    """Return the newest phases of a game as news, the newest first."""
    return tuple(
        News(
            at=file.adjudicated,
            game=record.settings.game,
            title=plain(record.settings.title),
            number=file.number,
            folder=places[file.number],
            phase=file.position.phase.title,
            says=_what_changed(variant, file.position, file.result.centers, file.result.dislodged),
        )
        for file in reversed(record.standing[-SHOWN_NEWS:])
    )


def _what_changed(
    variant: Variant,
    before: Position,
    after: Mapping[str, tuple[str, ...]],
    dislodged: Mapping[str, tuple[object, ...]],
) -> str:
    parts = []
    for power in variant.powers.values():
        gain = len(after.get(power.id, ())) - len(before.centers.get(power.id, ())) if after else 0
        if gain:
            parts.append(f"{power.name} {'gains' if gain > 0 else 'loses'} {abs(gain)}")
    count = sum(len(units) for units in dislodged.values())
    if count:
        parts.append(f"{counted(count, 'unit')} dislodged")
    return "; ".join(parts)


def stage_of(record: GameRecord) -> Stage:
    """Return how far a game has come."""
    if record.ending is not None:
        return Stage.FINISHED
    if record.opening is None:
        return Stage.FORMING
    clock = [e.event for e in record.events if e.event in ("paused", "resumed")]
    return Stage.PAUSED if clock[-1:] == ["paused"] else Stage.RUNNING


def current_position(record: GameRecord, variant: Variant) -> Position | None:
    """Return the board as it stands now; None before the start."""
    position = _last_opened(record, variant)
    if position is None:
        return None
    for event in _since_opened(record):
        if event.event == "coin":
            position = opened(position, str(event.facts.get("power", "")))
        elif event.event == "edited":
            position = _edited(variant, position, event)
    return position


def _last_opened(record: GameRecord, variant: Variant) -> Position | None:
    """Return the position of the open phase as it was opened."""
    taken_back = record.taken_back
    if taken_back is not None:
        number = taken_back.facts.get("number")
        return next((f.position for f in record.phases if f.number == number), record.opening)
    if not record.standing:
        return record.opening
    last = record.standing[-1]
    return follow(variant, last.position, last.result).position


def _since_opened(record: GameRecord) -> tuple[PublicEvent, ...]:
    """Return what has happened since the open phase was opened."""
    at = (n for n, e in enumerate(record.events) if e.event in ("adjudicated", "rolled-back"))
    return record.events[max(at, default=-1) + 1 :]


def _edited(variant: Variant, position: Position, event: PublicEvent) -> Position:
    """Return a position after an edit; as it was where the edit cannot be read."""
    what = UNIT if UNIT in event.facts else CENTER
    place, power = str(event.facts.get(what, "")), str(event.facts.get("power", ""))
    try:
        return edited(variant, position, what, place, power)
    except RecordError:
        return position


def due_of(record: GameRecord, now: Position | None) -> datetime | None:
    """Return when the open phase is due, as last announced; None where that is not known."""
    for event in reversed(record.events):
        if event.event == "deadline":
            return read_due(event) if now and _is_of(event, now.phase) else None
    return None


def deadlines_of(record: GameRecord) -> tuple[tuple[Phase, datetime, datetime], ...]:
    """Return the deadline of each phase as last announced, and when it was, by phase."""
    found: dict[Phase, tuple[datetime, datetime]] = {}
    for event in record.events:
        if event.event == "rolled-back":
            back = Phase.read(str(event.facts.get("phase", "")))
            found = {phase: when for phase, when in found.items() if phase < back}
        due = read_due(event)
        if event.event == "deadline" and due is not None:
            try:
                found[Phase.read(str(event.facts.get("phase", "")))] = (due, event.at)
            except UnreadableError:
                continue
    return tuple((phase, *found[phase]) for phase in sorted(found))


def read_due(event: PublicEvent) -> datetime | None:
    """Return the deadline that an event announces; None where it announces none."""
    try:
        return read_time(event.facts.get("due", ""))
    except RecordError:
        return None


def _is_of(event: PublicEvent, phase: Phase) -> bool:
    try:
        return Phase.read(str(event.facts.get("phase", phase))) == phase
    except UnreadableError:
        return False


def result_sentence(record: GameRecord, variant: Variant) -> str:
    """Return how a game ended: `England wins alone.`; empty while it runs."""
    ending = record.ending
    if ending is None:
        return ""
    names = [variant.powers[p].name if p in variant.powers else p for p in ending.winners]
    match ending.how:
        case "solo":
            return f"{joined(names)} {'wins' if len(names) == 1 else 'win'} alone."
        case "draw":
            return f"A draw between {joined(names)}."
        case "shared":
            return f"{joined(names)} share the win."
        case "concession":
            return f"The others concede to {joined(names)}."
        case "turn-limit" | "time-limit":
            limit = "turn" if ending.how == "turn-limit" else "time"
            verb = "wins" if len(names) == 1 else "share the win"
            return f"{joined(names)} {verb} by the {limit} limit, with the most centers."
        case "cancelled":
            return "Called off by its host."
        case _:
            return "Abandoned without a result."


def frame_of(record: GameRecord) -> str:
    """Return a hash of everything that all phase pages of a game share."""
    frame = (encode(record.settings), encode(record.people), encode(record.seats))
    return hashlib.sha256(repr(frame).encode()).hexdigest()[:16]
