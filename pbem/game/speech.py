"""What players say through the judge, as values: press and notes, before anybody rules on them.

*Press* is for others: to some of the powers, to all in play, or in public
(broadcast). It is *white* (signed), *grey* (unsigned) or *fake* (signed with
another power's name). A *note* is a page of a player's diary.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

ALL = "ALL"
HOST = "HOST"
OBSERVERS = "OBSERVERS"


class Tone(StrEnum):
    """How press is signed."""

    WHITE = "white"
    GREY = "grey"
    FAKE = "fake"


@dataclass(frozen=True, slots=True)
class Addressees:
    """Who press is for, as its writer said it.

    Attributes:
        to: Powers, `ALL` (those in play), `HOST`, `OBSERVERS`; empty for the public.
        but: Powers that `ALL` leaves out.
    """

    to: tuple[str, ...] = ()
    but: tuple[str, ...] = ()

    @property
    def public(self) -> bool:
        """Whether it is for everybody, on the game's page too."""
        return not self.to


@dataclass(frozen=True, slots=True)
class Speech:
    """A block of press.

    Attributes:
        power: Who speaks, of the powers in the writer's hand.
        text: Its lines, without quotation and signature.
        tone: How it is to be signed.
        posing: The power whose name fake press bears; else empty.
        opening: Its first line, as written.
    """

    power: str
    addressees: Addressees
    text: str
    tone: Tone = Tone.WHITE
    posing: str = ""
    opening: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A block that nobody else is to read."""

    power: str
    text: str
    opening: str = ""


@dataclass(frozen=True, slots=True)
class Relayed:
    """Press as its writer is told of it.

    Attributes:
        power: Who spoke.
        signed: The name it bears; empty where it is unsigned.
        addressees: Whom it reached; public where it reached everybody.
        nobody: Powers it was for that nobody plays.
        own: Powers it was for that are the writer's own.
        text: As it was relayed.
    """

    power: str
    signed: str
    addressees: Addressees
    text: str
    nobody: tuple[str, ...] = ()
    own: tuple[str, ...] = ()


Block = Speech | Note
