"""What the host of a game does, and who the host is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.board.phase import Phase


@dataclass(frozen=True)
class HostAsked:
    """The host wants something that cannot be taken back, and is asked back; private.

    Attributes:
        words: What was asked, as a line that reads the same again: `EJECT FRANCE`.
    """

    at: datetime
    words: str


@dataclass(frozen=True)
class HostConfirmed:
    """The host has confirmed what was asked back; private."""

    at: datetime


@dataclass(frozen=True)
class HostPlays:
    """The host plays in the game as well, and everybody may know.

    Attributes:
        player: `p3`.
    """

    at: datetime
    player: str


@dataclass(frozen=True)
class HostReminded:
    """The host had those reminded who owe something in a phase."""

    at: datetime
    phase: Phase


@dataclass(frozen=True)
class Announced:
    """The host told everybody something.

    Attributes:
        text: In lines, blank ones dropped at both ends.
    """

    at: datetime
    text: str
