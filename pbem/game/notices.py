"""What the judge has to tell somebody: the values that letters are made of.

A notice names its reader as a player; only the edge knows the address. It holds
everything its letter says, so that writing the letter needs nothing else of the
game. Times are UTC instants; `zone` is where the reader lives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.game.commands import LetterRef
from pbem.game.host_notices import HostingNotice
from pbem.game.reader import Reader as Reader
from pbem.game.seat_notices import AddressNotice as AddressNotice
from pbem.game.seat_notices import CreatedNotice as CreatedNotice
from pbem.game.seat_notices import ForgetNotice as ForgetNotice
from pbem.game.seat_notices import InviteNotice as InviteNotice
from pbem.game.seat_notices import JoinNotice as JoinNotice
from pbem.game.seat_notices import ObserverNotice as ObserverNotice
from pbem.game.seat_notices import SeatNotice as SeatNotice
from pbem.game.seat_notices import Wish as Wish
from pbem.game.settings import Settings
from pbem.game.speech import Addressees, Note, Relayed
from pbem.orders.reading import Reading
from pbem.sayings import Saying, Says


class Readiness(StrEnum):
    """How far a power is in the open phase."""

    MISSING = "missing"
    QUESTION = "question"
    WAITING = "waiting"
    READY = "ready"


@dataclass(frozen=True)
class SheetLine:
    """One line of the sheet that would run now.

    Attributes:
        order: In normal form; what happens without an order (`A PAR H`) where
            `given` is False.
        given: Whether the player ordered it.
        standing: Whether it comes from an earlier letter.
    """

    order: str
    given: bool
    standing: bool


@dataclass(frozen=True)
class PowerReceipt:
    """What a letter did for one power.

    Attributes:
        reading: What was made of the letter's lines.
        sheet: Everything that would run now.
        receipt: Its number in this phase.
        hash: `sha256:…` of nonce and canonical sheet.
        nonce: 64 hexadecimal digits.
        readiness: Whether the power is ready.
        owes: What is missing; empty where nothing is.
    """

    power: str
    reading: Reading
    sheet: tuple[SheetLine, ...]
    receipt: int
    hash: str
    nonce: str
    readiness: Readiness
    owes: tuple[Saying, ...]


@dataclass(frozen=True)
class ReceiptNotice:
    """The answer to a player's letter.

    Attributes:
        powers: One for each power the letter has orders or requests for.
        done: What else the letter did.
        refused: Lines that could not be obeyed, with what would be right.
        due: Deadline of the open phase; None while the game is paused.
        blocks: Press that reached somebody, and notes that were kept.
    """

    reader: Reader
    letter: LetterRef
    phase: Phase
    due: datetime | None
    powers: tuple[PowerReceipt, ...]
    done: tuple[Saying, ...] = ()
    refused: tuple[tuple[str, Saying], ...] = ()
    blocks: tuple[Relayed | Note, ...] = ()


@dataclass(frozen=True)
class OrderForm:
    """What a power owes in a phase, to be filled in.

    Attributes:
        lines: To be filled in, one an order: `A PAR`, `A MUN R`, `BUILD`.
        says: What may or must be done; None in movement phases.
        choices: What there is to choose from, a line each:
            `A MUN: BER, KIE or D`, `STP: A STP, F STP/NC or F STP/SC`.
    """

    power: str
    lines: tuple[str, ...]
    says: Saying | None = None
    choices: tuple[Saying, ...] = ()


@dataclass(frozen=True)
class PhaseReport:
    """A phase that was judged, as a letter tells it."""

    position: Position
    result: Adjudication
    removed: Mapping[str, tuple[Unit, ...]]
    late: tuple[str, ...]


@dataclass(frozen=True)
class PhaseNotice:
    """A phase is open; with the results of the phase before, if there was one.

    Attributes:
        forms: For each of the reader's powers that owes something.
        settings: Of the game, for the rules in short; with the first phase only.
        host: The player who is the host as well; empty for none.
    """

    reader: Reader
    phase: Phase
    due: datetime
    position: Position
    forms: tuple[OrderForm, ...]
    report: PhaseReport | None = None
    settings: Settings | None = None
    seats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    host: str = ""


@dataclass(frozen=True)
class ReminderNotice:
    """Something is missing and the deadline comes near."""

    reader: Reader
    phase: Phase
    due: datetime
    owes: Mapping[str, tuple[Saying, ...]]
    forms: tuple[OrderForm, ...]


@dataclass(frozen=True)
class ObserverPhaseNotice:
    """A phase is open; for an observer, with the results of the phase before.

    Attributes:
        report: None where the game has just begun.
        seats, names: Who plays what; empty later than the beginning.
    """

    reader: Reader
    phase: Phase
    due: datetime
    position: Position
    report: PhaseReport | None
    seats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class EndNotice:
    """The game is over; with the results of its last phase, if one was judged.

    Attributes:
        years: Centers by power at the start and after each year, as far as the edge knows
            them: `("start", {…})`, `("1901", {…})`.
    """

    reader: Reader
    phase: Phase
    how: str
    winners: tuple[str, ...]
    centers: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]
    seats: Mapping[str, tuple[str, ...]]
    because: str
    report: PhaseReport | None
    years: tuple[tuple[str, Mapping[str, int]], ...] = ()


@dataclass(frozen=True)
class ClockNotice:
    """The deadline moved, or the clock stands or goes on.

    Attributes:
        due: The new deadline; None while the game is paused.
    """

    reader: Reader
    phase: Phase
    due: datetime | None
    because: Says


@dataclass(frozen=True)
class VacancyNotice:
    """A player has left, and powers are nobody's.

    Attributes:
        how: `resigned`, `missed` or `ejected`.
        name: Public name of who left.
        own: Whether the reader is the one who left.
        free: Whether the reader has no seat, and may take a power over.
    """

    reader: Reader
    phase: Phase
    powers: tuple[str, ...]
    how: str
    name: str
    own: bool = False
    free: bool = False


@dataclass(frozen=True)
class HeldNotice:
    """The deadline has passed, and the phase waits.

    Attributes:
        missing: Powers that have sent nothing.
        own: Which of them are the reader's.
        forms: For those.
    """

    reader: Reader
    phase: Phase
    missing: tuple[str, ...]
    own: tuple[str, ...]
    forms: tuple[OrderForm, ...]


class Trouble(StrEnum):
    """Why a letter changed nothing (words of the mail cases)."""

    NO_ORDERS = "no-orders"
    NO_GAME = "no-game"
    GAME_MISMATCH = "game-mismatch"
    LATE = "late"
    WRONG_PHASE = "wrong-phase"
    UNREADABLE = "unreadable"
    TOO_COMPLEX = "too-complex"
    TOO_LARGE = "too-large"
    TOO_MANY = "too-many"
    UNKNOWN_SENDER = "unknown-sender"
    AMBIGUOUS_SENDER = "ambiguous-sender"
    AUTH_FAILED = "auth-failed"
    PARKED = "parked"
    OPEN_PRESS = "open-press"
    GAME_FULL = "game-full"
    NOT_INVITED = "not-invited"
    NOT_ALLOWED = "not-allowed"
    GAME_OVER = "game-over"
    BROKEN = "broken"


@dataclass(frozen=True)
class TroubleNotice:
    """A player's letter changed nothing, and why.

    Attributes:
        says: What is wrong and what would be right.
        phase: The open phase, where there is one.
        forms: So that the player can go on at once.
        choices: What the letter may mean, numbered from 1 for the answer, and the
            lines of the letter that it is about.
        lines: The first lines of the letter, where it waits for a word from its author.
    """

    reader: Reader
    letter: LetterRef
    trouble: Trouble
    says: Saying
    phase: Phase | None = None
    due: datetime | None = None
    forms: tuple[OrderForm, ...] = ()
    choices: tuple[tuple[Saying, tuple[str, ...]], ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class StatusNotice:
    """The answer to STATUS: where the game stands."""

    reader: Reader
    letter: LetterRef
    phase: Phase
    due: datetime | None
    position: Position
    ready: tuple[str, ...]


@dataclass(frozen=True)
class PressNotice:
    """Somebody said something to the reader, or to all.

    Attributes:
        phase: That is open.
        signed: A power, `HOST` or `OBSERVERS`; empty where it is unsigned.
        addressees: Who else it is for, as its writer said it.
        text: Its lines.
    """

    reader: Reader
    phase: Phase
    signed: str
    addressees: Addressees
    text: str


Notice = (
    ReceiptNotice
    | PhaseNotice
    | ReminderNotice
    | JoinNotice
    | SeatNotice
    | InviteNotice
    | CreatedNotice
    | ForgetNotice
    | ObserverNotice
    | ObserverPhaseNotice
    | AddressNotice
    | EndNotice
    | ClockNotice
    | VacancyNotice
    | HeldNotice
    | TroubleNotice
    | StatusNotice
    | PressNotice
    | HostingNotice
)
