"""What the host of a game does, and who the host is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pbem.board.phase import Phase
from pbem.board.position import Position


class ByHost:
    """Marks the events of this module."""


@dataclass(frozen=True)
class HostAsked(ByHost):
    """The host wants something that cannot be taken back, and is asked back; private.

    Attributes:
        words: What was asked, as a line that reads the same again: `EJECT FRANCE`.
    """

    at: datetime
    words: str


@dataclass(frozen=True)
class HostConfirmed(ByHost):
    """The host has confirmed what was asked back; private."""

    at: datetime


@dataclass(frozen=True)
class HostPlays(ByHost):
    """The host plays in the game as well, and everybody may know.

    Attributes:
        player: `p3`.
    """

    at: datetime
    player: str


@dataclass(frozen=True)
class HostOffered(ByHost):
    """The host wants somebody else to be the host, who is asked; private."""

    at: datetime
    address: str


@dataclass(frozen=True)
class HostChanged(ByHost):
    """Somebody else is the host from now on.

    Attributes:
        address: Private.
        name: What the public calls the new host.
        zone: IANA name of the zone in which the new host reads deadlines.
    """

    at: datetime
    address: str
    name: str
    zone: str = "UTC"


@dataclass(frozen=True)
class HostReminded(ByHost):
    """The host had those reminded who owe something in a phase."""

    at: datetime
    phase: Phase


@dataclass(frozen=True)
class Announced(ByHost):
    """The host told everybody something.

    Attributes:
        text: In lines, blank ones dropped at both ends.
    """

    at: datetime
    text: str


@dataclass(frozen=True)
class Previewed(ByHost):
    """The host saw what would happen if the open phase were judged then."""

    at: datetime
    phase: Phase


@dataclass(frozen=True)
class PowerOffered(ByHost):
    """The host wants somebody to play a power, who is asked; private."""

    at: datetime
    player: str
    power: str


@dataclass(frozen=True)
class RolledBack(ByHost):
    """A phase that was judged is open for orders again; its file and those after it are overruled.

    Attributes:
        number: Of the file that is returned to.
        after: Of the file that play goes on from; 0 for the first position.
        left: The phase that was open.
        position: As it was before that file was judged; its phase is open now.
        because: Why, in words; everybody is told.
        seats: Powers by player; who has come or left since stays so.
        missed: How many phases each power had missed one after the other.
        issued: How many receipts were issued before, by phase and power: `S1902M FRANCE`.
            Those to come go on from there.
        aside: Orders for the phase that was open, by power; set aside, private.
    """

    at: datetime
    number: int
    after: int
    left: Phase
    position: Position
    because: str
    seats: Mapping[str, tuple[str, ...]]
    missed: Mapping[str, int]
    issued: Mapping[str, int]
    aside: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class BoardEdited(ByHost):
    """The host changed a unit or the owner of a supply center in the open phase.

    Attributes:
        what: `unit` or `center`.
        place: The unit in normal form, or the province.
        power: Whose it is now; empty for nobody's (the unit is gone).
        position: After the change.
        because: Why, in words; everybody is told.
    """

    at: datetime
    what: str
    place: str
    power: str
    position: Position
    because: str


HostingEvent = (
    HostAsked
    | HostConfirmed
    | HostPlays
    | HostOffered
    | HostChanged
    | HostReminded
    | Announced
    | Previewed
    | PowerOffered
    | RolledBack
    | BoardEdited
)
