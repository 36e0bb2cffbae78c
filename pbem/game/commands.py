"""What a game can be told: by a letter, by its host, by the passing of time.

A command is complete: times are UTC instants, chance is a key that was derived
at the edge. `pbem.game.ruling.rule` answers each with events and notices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbem.game.events.observing import Role
from pbem.game.host_acts import HostAct
from pbem.game.settings import Settings
from pbem.game.speech import Block
from pbem.orders.reading import Reading
from pbem.sayings import Saying


@dataclass(frozen=True, slots=True)
class LetterRef:
    """The letter a command came in, so that the answer belongs to it.

    Attributes:
        key: Its key in the spool.
        message_id: With its angle brackets; empty where it has none.
        subject: As decoded, in one line.
        arrived: Aware, UTC.
    """

    key: str
    message_id: str
    subject: str
    arrived: datetime


@dataclass(frozen=True, slots=True)
class Ready:
    """`READY`: what is missing is meant."""


@dataclass(frozen=True, slots=True)
class Wait:
    """`WAIT`: the deadline is waited for."""


@dataclass(frozen=True, slots=True)
class Clear:
    """`CLEAR`: all orders of the open phase are taken back."""


@dataclass(frozen=True, slots=True)
class Undo:
    """`UNDO`: the sheet is again what it was before the last letter."""


@dataclass(frozen=True, slots=True)
class VoteDraw:
    """`DRAW`, `DRAW powers` and `NO DRAW`.

    Attributes:
        powers: Who is to share, in the variant's order; empty for all survivors.
    """

    yes: bool
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Concede:
    """`CONCEDE TO power`: the player gives the game to a power; asked back first."""

    to: str


@dataclass(frozen=True, slots=True)
class Affirm:
    """`CONFIRM`: what the judge asked back is meant."""


@dataclass(frozen=True, slots=True)
class Extend:
    """`EXTEND 2 days`: a vote for more time.

    Attributes:
        due: The deadline of the open phase if the vote is carried.
    """

    length: timedelta
    due: datetime


@dataclass(frozen=True, slots=True)
class Absent:
    """`ABSENT FROM date TO date`.

    Attributes:
        start: Aware, UTC; the beginning of the first day in the player's zone.
        end: The end of the last day.
        due: The deadline of the open phase if the absence moves it, else as it is.
    """

    start: datetime
    end: datetime
    due: datetime


@dataclass(frozen=True, slots=True)
class Resign:
    """`RESIGN`: the player leaves; asked back first."""


@dataclass(frozen=True, slots=True)
class Rename:
    """`NAME …`: the player's public name."""

    name: str


@dataclass(frozen=True, slots=True)
class Forget:
    """`FORGET ME`: the name goes from all that is public; asked back first."""


@dataclass(frozen=True, slots=True)
class Prefer:
    """`JOIN powers` of somebody who has a seat: powers, the dearest first."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangeAddress:
    """`ADDRESS new@example.org`: where the player is written to, once that address answers."""

    address: str


@dataclass(frozen=True, slots=True)
class SetZone:
    """`ZONE Europe/Lisbon`: the zone in which a player reads deadlines.

    Attributes:
        zone: An IANA name that the edge knows.
    """

    zone: str


@dataclass(frozen=True, slots=True)
class AskStatus:
    """`STATUS`: where the game stands."""


Request = (
    Ready
    | Wait
    | Clear
    | Undo
    | VoteDraw
    | Concede
    | Affirm
    | Extend
    | Absent
    | Resign
    | Rename
    | SetZone
    | ChangeAddress
    | Prefer
    | Forget
    | AskStatus
)


@dataclass(frozen=True)
class CreateGame:
    """A new game that waits for players.

    Attributes:
        host_address: Where the host reads letters; private.
        lots: See `GameCreated`.
    """

    settings: Settings
    host_address: str
    lots: str = ""


@dataclass(frozen=True)
class Join:
    """A stranger asks for a seat; it counts once `Confirm` comes back.

    Attributes:
        address: As the letter gives it; private.
        name: What the public calls the player; empty for a name by number.
        preferences: Powers, the dearest first; may be empty.
    """

    letter: LetterRef
    address: str
    name: str
    preferences: tuple[str, ...]


@dataclass(frozen=True)
class Confirm:
    """A player has answered a letter that carried a token.

    Attributes:
        draw_key: Key of the next draw, 64 hexadecimal digits; used only if the
            last seat is taken by this.
        due: Deadline of the first phase if the game starts by this.
        name: Beside the address in the letter; for somebody who was invited.
        preferences: Powers that the answer names, the dearest first.
        requests: What it asks beside: a name, a time zone.
    """

    letter: LetterRef
    player: str
    draw_key: str
    due: datetime
    name: str = ""
    preferences: tuple[str, ...] = ()
    requests: tuple[Request, ...] = ()


@dataclass(frozen=True)
class Observe:
    """Somebody wants to observe or to stand by; it counts once the address has answered.

    Attributes:
        address: As the letter gives it; private.
        wants: What is asked for.
        leaves: What is to end.
    """

    letter: LetterRef
    address: str
    wants: tuple[Role, ...]
    leaves: tuple[Role, ...] = ()


@dataclass(frozen=True)
class ObserverLetter:
    """What a letter of an observer says, or of somebody who stands by, who has proved it.

    Attributes:
        observer: `o1`.
        confirms: Whether it says yes to what was asked back.
        wants, leaves: As in `Observe`.
        zone: In which deadlines are read from now on; empty for the same.
        refused: Whether it has orders or commands that only players have.
        forgets: Whether the address is to be forgotten.
        blocks: What is said to others.
        unread: Blocks that could not be read, with what would be right.
    """

    letter: LetterRef
    observer: str
    confirms: bool
    wants: tuple[Role, ...] = ()
    leaves: tuple[Role, ...] = ()
    zone: str = ""
    refused: bool = False
    forgets: bool = False
    blocks: tuple[Block, ...] = ()
    unread: tuple[tuple[str, Saying], ...] = ()


@dataclass(frozen=True)
class Invite:
    """The host asks people to play; each gets one letter.

    Attributes:
        addresses: Private.
    """

    addresses: tuple[str, ...]


@dataclass(frozen=True)
class StartGame:
    """The host lets a game begin with the players it has.

    Attributes:
        draw_key, due: As in `Confirm`.
        arrangement: Key of how the powers are shared; empty for the usual way.
    """

    draw_key: str
    due: datetime
    arrangement: str = ""


@dataclass(frozen=True)
class PlayerLetter:
    """What one letter of a player says, for all the powers in the player's hand.

    Attributes:
        readings: By power, read in the open phase.
        requests: In the order of the letter.
        nonces: By power: the nonce of the next receipt, 64 hexadecimal digits.
        refused: Lines that are no order and could not be obeyed, with what
            would be right.
        foreign: Where it came from, if that is not the player's registered address.
        told: What the answer says beside.
        blocks: Press and notes, in the order of the letter.
    """

    letter: LetterRef
    player: str
    readings: Mapping[str, Reading]
    requests: tuple[Request, ...]
    nonces: Mapping[str, str]
    refused: tuple[tuple[str, Saying], ...] = ()
    foreign: str = ""
    told: tuple[Saying, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True)
class PhaseEnds:
    """The open phase is over: its deadline (and grace) has passed, or all are ready.

    Attributes:
        phase: The phase that is meant; another open phase is left alone.
        due: Deadline of the phase that follows, by its kind's letter.
        nonces: By power: of its first receipt in the retreats that may follow,
            64 hexadecimal digits. Retreats given ahead need one.
        draw_key: Key of the next draw, 64 hexadecimal digits; used only if a
            coin falls after this phase.
        forced: Whether the phase is judged though the rules would wait for orders.
    """

    phase: str
    due: Mapping[str, datetime]
    draw_key: str
    nonces: Mapping[str, str] = field(default_factory=dict)
    forced: bool = False


@dataclass(frozen=True)
class RemindersDue:
    """Those with something missing are to be told."""

    phase: str


@dataclass(frozen=True)
class TimeIsUp:
    """The instant has come at which the game ends by its own rules."""


@dataclass(frozen=True)
class MoveDeadline:
    """The host sets another deadline for the open phase."""

    phase: str
    due: datetime
    because: str = ""


@dataclass(frozen=True)
class PauseGame:
    """The host stops the clock."""

    because: str = ""


@dataclass(frozen=True)
class ResumeGame:
    """The clock goes on, with a new deadline for the open phase."""

    due: datetime


@dataclass(frozen=True)
class EndGame:
    """The host ends the game without a winner."""

    because: str


HostRequest = (
    HostAct
    | SetZone
    | MoveDeadline
    | PauseGame
    | ResumeGame
    | EndGame
    | PhaseEnds
    | StartGame
    | Invite
)


@dataclass(frozen=True)
class AskedByHost:
    """One thing a host asks for.

    Attributes:
        words: As a line that reads the same again.
        confirmed: Whether the host was asked back and means it.
    """

    words: str
    act: HostRequest
    confirmed: bool = False


@dataclass(frozen=True)
class HostLetter:
    """What the host of a game asks, by letter or on the command line.

    Attributes:
        letter: The letter; None where it was the command line.
        author: `host`, or the player who is the host as well.
        asked: In the order of the letter.
        refused: Lines that could not be obeyed, with what would be right.
        told: What the answer says beside.
        orders: What the letter says as a player's, which is done first.
    """

    letter: LetterRef | None
    author: str
    asked: tuple[AskedByHost, ...]
    refused: tuple[tuple[str, Saying], ...] = ()
    told: tuple[Saying, ...] = ()
    orders: PlayerLetter | None = None


@dataclass(frozen=True)
class TakeHosting:
    """Somebody who was asked to be the host says yes.

    Attributes:
        id: `heir`, or a player.
        name: What the public is to call the new host.
    """

    letter: LetterRef
    id: str
    name: str


Command = (
    Join
    | Confirm
    | Invite
    | Observe
    | ObserverLetter
    | StartGame
    | PlayerLetter
    | HostLetter
    | TakeHosting
    | PhaseEnds
    | RemindersDue
    | TimeIsUp
    | MoveDeadline
    | PauseGame
    | ResumeGame
    | EndGame
)
