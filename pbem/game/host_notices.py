"""What the host is told, and what others are told of what the host does.

As in `pbem.game.notices`, whose values these share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.board.phase import Phase
from pbem.board.position import Position
from pbem.game.commands import LetterRef
from pbem.game.settings import Settings
from pbem.sayings import Saying

if TYPE_CHECKING:
    from pbem.game.notices import OrderForm, PhaseReport, Reader, Readiness
    from pbem.game.speech import Note, Relayed


@dataclass(frozen=True)
class HostNotice:
    """The answer to a letter of the host.

    Attributes:
        phase: The open one; None before the start and after the end.
        due: Its deadline; None where none runs.
        done: What was done.
        refused: Lines that could not be obeyed, with what would be right.
        waits: What is done only if the host answers CONFIRM; empty for nothing.
        blocks: Press that reached somebody, and notes that were kept.
    """

    reader: Reader
    letter: LetterRef
    phase: Phase | None
    due: datetime | None
    done: tuple[Saying, ...]
    refused: tuple[tuple[str, Saying], ...]
    waits: str = ""
    blocks: tuple[Relayed | Note, ...] = ()


@dataclass(frozen=True)
class PowerStanding:
    """How far a power is, as the host may know it.

    Attributes:
        player: Public name of who plays it; empty where nobody does.
        orders: How many orders have come.
        owes: Whether something that it owes is missing.
    """

    power: str
    player: str
    orders: int
    owes: bool
    readiness: Readiness


@dataclass(frozen=True)
class HostStatusNotice:
    """The answer to STATUS of the host: who has ordered and who is ready, never what.

    Attributes:
        phase: The open one; None before the start and after the end.
        powers: Empty before the start and after the end.
        names: Public names of those who have a seat.
        seats: How many seats there are.
    """

    reader: Reader
    letter: LetterRef
    phase: Phase | None
    due: datetime | None
    powers: tuple[PowerStanding, ...]
    names: tuple[str, ...]
    seats: int


@dataclass(frozen=True)
class HostPhaseNotice:
    """The host is told that a phase is open, and who ordered in the one before.

    Attributes:
        judged: The phase that was judged; None at the start.
        ordered, late: Powers that sent usable orders in it, and that owed some and sent none.
        seats: Powers by player.
        names: Public names by player.
    """

    reader: Reader
    phase: Phase
    due: datetime
    judged: Phase | None
    ordered: tuple[str, ...]
    late: tuple[str, ...]
    seats: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]


@dataclass(frozen=True)
class AnnouncementNotice:
    """What the host tells everybody.

    Attributes:
        text: In lines.
        host: Public name of the host.
    """

    reader: Reader
    text: str
    host: str


@dataclass(frozen=True)
class PreviewNotice:
    """What would happen if the open phase were judged now; for a host who gives no orders."""

    reader: Reader
    letter: LetterRef
    report: PhaseReport


@dataclass(frozen=True)
class AppointNotice:
    """Somebody is asked to play a power that has no player.

    Attributes:
        power: Which.
        host: Public name of the host.
    """

    reader: Reader
    settings: Settings
    phase: Phase
    power: str
    host: str


@dataclass(frozen=True)
class OfferNotice:
    """Somebody is asked to be the host from now on.

    Attributes:
        host: Public name of the host who asks.
    """

    reader: Reader
    settings: Settings
    host: str


@dataclass(frozen=True)
class NewsNotice:
    """Something about the people of a game that all are told.

    Attributes:
        kind: `host` (somebody else is the host), or `dummy` (the host gives the orders
            of a power).
        name: Public name of who it is about.
        powers: Which it is about; empty for none.
    """

    reader: Reader
    kind: str
    name: str
    powers: tuple[str, ...] = ()


@dataclass(frozen=True)
class RollbackNotice:
    """An earlier phase is open again.

    Attributes:
        left: The phase that was open before.
        position: Of the phase that is open.
        forms: For each of the reader's powers that owes something.
        aside: The reader's orders for the phase that was open, by power; they are set aside.
    """

    reader: Reader
    phase: Phase
    left: Phase
    due: datetime | None
    because: str
    position: Position
    forms: tuple[OrderForm, ...]
    aside: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class EditNotice:
    """The board was changed by the host.

    Attributes:
        what: `unit` or `center`.
        place: The unit in normal form, or the province.
        power: Whose it is now; empty for nobody's.
        position: After it.
    """

    reader: Reader
    phase: Phase
    due: datetime | None
    what: str
    place: str
    power: str
    because: str
    position: Position
    forms: tuple[OrderForm, ...]


HostingNotice = (
    HostNotice
    | HostStatusNotice
    | HostPhaseNotice
    | AnnouncementNotice
    | PreviewNotice
    | AppointNotice
    | OfferNotice
    | NewsNotice
    | RollbackNotice
    | EditNotice
)
