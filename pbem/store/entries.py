"""What the journal is told and what it gives back: letters in, rulings, letters out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pbem.game.events import Event

SUPERSEDED = (
    "OrdersSubmitted",
    "ReadinessChanged",
    "PressSent",
    "NoteKept",
    "ExtensionVoted",
    "PhaseHeld",
    "RemindersSent",
    "DeadlineSet",
    "GamePaused",
    "GameResumed",
    "PhaseAdjudicated",
)
"""Class names of the events before a judged phase that folding a game can do without."""


class LetterState(StrEnum):
    """How far a letter has come."""

    NEW = "new"
    DONE = "done"
    SET_ASIDE = "set-aside"


@dataclass(frozen=True, slots=True)
class LetterEntry:
    """A letter that came in.

    Attributes:
        key: Of the raw letter in the spool.
        mailbox: Which mailbox it came from.
        uid: Its name there; of equal arrivals the lower is taken first.
        arrived: Aware, UTC.
        fingerprint: The same for a duplicate (docs/mail.md).
        reason: Why it was set aside, or left without an answer.
        game: Where it was known; for the host who looks at what was set aside.
    """

    key: str
    mailbox: str
    uid: str
    arrived: datetime
    fingerprint: str = ""
    state: LetterState = LetterState.NEW
    reason: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A letter to be sent.

    Attributes:
        message_id: With its angle brackets; no other letter of the journal has it.
        recipient: One address.
        data: The letter as it goes out.
    """

    message_id: str
    recipient: str
    data: bytes


@dataclass(frozen=True, slots=True)
class OutboxLetter:
    """A letter that waits to be sent.

    Attributes:
        id: Its number in the outbox; letters go out in this order.
        attempts: How often sending has failed.
        error: Why it failed last.
    """

    id: int
    ruling: int
    message_id: str
    recipient: str
    data: bytes
    attempts: int
    error: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A letter of the outbox that a mail system will never deliver.

    Attributes:
        message_id: Of the letter.
        why: In a line, without addresses.
    """

    message_id: str
    why: str


@dataclass(frozen=True)
class RulingEntry:
    """What one letter or one deadline led to.

    Attributes:
        at: The ruling's `now`; aware, UTC.
        game: Empty where the ruling is about no game.
        events: Of that game, in order.
        letters: To be sent, in order.
        letter: Key of the letter that caused it; empty where none did.
        state: What becomes of that letter.
        reason: Why it is set aside, or left without an answer.
        releases: Key of a letter that waited and is done with by this ruling.
        leaves: What that letter's reason is from now on.
        refused: Letters of the outbox that nobody will get.
        asked: Id of the request in the home's queue that caused it; empty where none did.
    """

    at: datetime
    game: str = ""
    events: tuple[Event, ...] = ()
    letters: tuple[Outgoing, ...] = ()
    letter: str = ""
    state: LetterState = LetterState.DONE
    reason: str = ""
    releases: str = ""
    leaves: str = ""
    refused: tuple[Refusal, ...] = ()
    asked: str = ""


@dataclass(frozen=True)
class KeptRuling:
    """A ruling as the record is written from it.

    Attributes:
        engine: Name and version of what judged it.
        events: Those that were asked for.
    """

    number: int
    at: datetime
    game: str
    engine: str
    events: tuple[Event, ...]
