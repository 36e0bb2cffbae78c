"""What has happened in a game: the journal holds these, and a game is folded from them.

Events carry outcomes, so folding never adjudicates, draws or computes a date
again. `write_event` and `read_event` are their JSON form in the journal; what
the public may see of them is `pbem.game.visibility`'s to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any, get_args

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.errors import RecordError
from pbem.game.codec import decode, encode
from pbem.game.settings import Settings
from pbem.orders.reading import Question


@dataclass(frozen=True)
class GameCreated:
    """A game is open for players."""

    at: datetime
    settings: Settings
    host_address: str


@dataclass(frozen=True)
class PlayerJoined:
    """Somebody asked for a seat and has not yet confirmed."""

    at: datetime
    player: str
    address: str
    name: str
    preferences: tuple[str, ...]


@dataclass(frozen=True)
class PlayerConfirmed:
    """The address has answered; the player counts."""

    at: datetime
    player: str


@dataclass(frozen=True)
class PlayerRenamed:
    """A player has another public name."""

    at: datetime
    player: str
    name: str


@dataclass(frozen=True)
class ZoneSet:
    """A player reads deadlines in another zone; private."""

    at: datetime
    player: str
    zone: str


@dataclass(frozen=True)
class SeatsDrawn:
    """The powers were given out.

    Attributes:
        draw: Number of the draw, from 0.
        key: Its key, published so that the draw can be repeated.
        seats: Powers by player.
        preferences: What was wanted, by player, the dearest first; only where
            powers are given out by preference, so that the draw can be repeated.
    """

    at: datetime
    draw: int
    key: str
    seats: Mapping[str, tuple[str, ...]]
    preferences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class CoinFell:
    """A power nobody played was given away, and the closed provinces are open.

    Attributes:
        draw: Number of the draw.
        key: Its key, published so that the coin can be thrown again.
        power: What was given away.
        player: To whom.
    """

    at: datetime
    draw: int
    key: str
    power: str
    player: str


@dataclass(frozen=True)
class GameStarted:
    """Play begins with this position."""

    at: datetime
    position: Position


@dataclass(frozen=True)
class DeadlineSet:
    """The open phase is due then; `because` where a host moved it."""

    at: datetime
    phase: Phase
    due: datetime
    because: str = ""


@dataclass(frozen=True)
class Written:
    """The words of an order as they were written, beside its normal form."""

    text: str
    order: str


@dataclass(frozen=True)
class OrdersSubmitted:
    """A letter was read for a power, and this is the whole sheet since; private.

    Attributes:
        receipt: Number of the receipt, from 1 in each phase.
        orders: The sheet, in normal form, sorted.
        written: Of the orders on the sheet, as far as known.
        before: The orders before each letter that changed them, the newest last.
        ahead: Retreats for the retreat phase of this turn, should there be one.
        nonce: 64 hexadecimal digits.
        hash: `sha256:…` of nonce and canonical sheet.
        questions: Lines that wait for an answer, of this letter and of earlier ones.
        letter: Its key in the spool; empty where orders given ahead came into force.
    """

    at: datetime
    power: str
    phase: Phase
    receipt: int
    orders: tuple[str, ...]
    written: tuple[Written, ...]
    nonce: str
    hash: str
    questions: tuple[Question, ...]
    letter: str
    before: tuple[tuple[str, ...], ...] = ()
    ahead: tuple[Written, ...] = ()


@dataclass(frozen=True)
class ReadinessChanged:
    """A power said READY or WAIT; private.

    Attributes:
        word: `ready`, `wait`, or empty where neither holds any more.
    """

    at: datetime
    power: str
    word: str


@dataclass(frozen=True)
class DrawVoted:
    """A player's standing vote on a draw; private.

    Attributes:
        powers: Who is to share; empty for all survivors.
    """

    at: datetime
    player: str
    yes: bool
    powers: tuple[str, ...] = ()


@dataclass(frozen=True)
class ConcessionAsked:
    """A player wants to give the game away and is asked back; private."""

    at: datetime
    player: str
    to: str


@dataclass(frozen=True)
class Conceded:
    """A player gives the game to a power; private until all the others do.

    Attributes:
        to: Empty where it was taken back.
    """

    at: datetime
    player: str
    to: str


@dataclass(frozen=True)
class ExtensionVoted:
    """A player votes for more time in the open phase; private.

    Attributes:
        due: The deadline if the vote is carried.
    """

    at: datetime
    player: str
    length: timedelta
    due: datetime


@dataclass(frozen=True)
class AbsenceSet:
    """A player is away for a time; private."""

    at: datetime
    player: str
    start: datetime
    end: datetime


@dataclass(frozen=True)
class ResignationAsked:
    """A player wants to leave and is asked back; private."""

    at: datetime
    player: str


@dataclass(frozen=True)
class SeatVacated:
    """A player left, or was dropped; the powers are nobody's until somebody takes them over.

    Attributes:
        how: `resigned`, `missed` (too many phases) or `ejected`.
    """

    at: datetime
    player: str
    powers: tuple[str, ...]
    how: str


@dataclass(frozen=True)
class SeatTaken:
    """Somebody plays powers from now on that were nobody's."""

    at: datetime
    player: str
    powers: tuple[str, ...]


@dataclass(frozen=True)
class PhaseHeld:
    """The deadline passed, and the phase waits for those who sent nothing.

    Attributes:
        missing: Their powers.
    """

    at: datetime
    phase: Phase
    missing: tuple[str, ...]


@dataclass(frozen=True)
class RemindersSent:
    """Those with something missing were told; private."""

    at: datetime
    phase: Phase


@dataclass(frozen=True)
class ReceiptIssued:
    """One receipt as the public sees it: when, and the hash of the sheet."""

    number: int
    at: datetime
    hash: str


@dataclass(frozen=True)
class SheetOpened:
    """The sheet of a power that ran, opened so that its hash can be checked."""

    receipt: int
    nonce: str
    orders: tuple[str, ...]


@dataclass(frozen=True)
class PhaseAdjudicated:
    """A phase is over; holds all that its phase file shows, and what comes next.

    Attributes:
        number: Of the phase file, from 1.
        position: Before the orders.
        due: When the orders were due.
        orders: By power, in normal form.
        result: What became of them.
        removed: Units that left the board because the rules left no choice, by power.
        receipts: Of the phase, by power.
        opened: The sheet that ran, by power; absent for a power that sent none.
        written: The words of the orders that ran, by power.
        late: Powers without any usable order at the end.
        following: The next position (of the phase that would follow where the game is over).
        missed: How many phases each power has missed one after the other, this one
            included; absent for none.
    """

    at: datetime
    number: int
    position: Position
    due: datetime
    orders: Mapping[str, tuple[str, ...]]
    result: Adjudication
    removed: Mapping[str, tuple[Unit, ...]]
    receipts: Mapping[str, tuple[ReceiptIssued, ...]]
    opened: Mapping[str, SheetOpened]
    written: Mapping[str, tuple[Written, ...]]
    late: tuple[str, ...]
    following: Position
    missed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class GamePaused:
    """The clock stands."""

    at: datetime
    because: str


@dataclass(frozen=True)
class GameResumed:
    """The clock goes on."""

    at: datetime


@dataclass(frozen=True)
class GameEnded:
    """How a game ended.

    Attributes:
        how: `solo`, `shared`, `draw`, `concession`, `turn-limit`, `time-limit`
            or `abandoned`.
        winners: Powers that share the result, in the variant's order.
        shares: Of one, by winner, as text: `1`, `1/3`.
        centers: Owners at the end.
        because: In words, where a host ended it.
    """

    at: datetime
    how: str
    winners: tuple[str, ...]
    shares: Mapping[str, str]
    centers: Mapping[str, tuple[str, ...]]
    because: str = ""


Event = (
    GameCreated
    | PlayerJoined
    | PlayerConfirmed
    | PlayerRenamed
    | ZoneSet
    | SeatsDrawn
    | CoinFell
    | GameStarted
    | DeadlineSet
    | OrdersSubmitted
    | ReadinessChanged
    | DrawVoted
    | ConcessionAsked
    | Conceded
    | ExtensionVoted
    | AbsenceSet
    | ResignationAsked
    | SeatVacated
    | SeatTaken
    | PhaseHeld
    | RemindersSent
    | PhaseAdjudicated
    | GamePaused
    | GameResumed
    | GameEnded
)

_KINDS = {kind.__name__: kind for kind in get_args(Event)}


def write_event(event: Event) -> dict[str, Any]:
    """Return the JSON form of an event; `event` names its kind."""
    return {"event": type(event).__name__} | {
        f.name: encode(getattr(event, f.name)) for f in fields(event)
    }


def read_event(raw: Mapping[str, Any]) -> Event:
    """Read what `write_event` wrote.

    Raises:
        RecordError: `raw` is no event.
    """
    kind = _KINDS.get(raw.get("event", ""))
    if kind is None:
        raise RecordError(f"{raw.get('event')!r} is no kind of event")
    event: Event = decode(kind, raw)
    return event
