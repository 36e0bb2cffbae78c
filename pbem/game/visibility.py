"""What the public sees of each event, and when.

Addresses, tokens, orders before they are judged, sheets that did not run, votes,
readiness and reminders are private, and preferences where they decide nothing. Names
are kept apart from the events (people.toml), so that one can be withdrawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.game.codec import encode
from pbem.game.events import (
    AbsenceSet,
    AddressAsked,
    AddressChanged,
    ArrangementChosen,
    ByHost,
    CoinFell,
    Conceded,
    ConcessionAsked,
    DeadlineSet,
    DrawVoted,
    Event,
    ExtensionVoted,
    ForgetAsked,
    GameCreated,
    GameEnded,
    GamePaused,
    GameResumed,
    GameStarted,
    NoteKept,
    ObserverAsked,
    ObserverConfirmed,
    ObserverForgotten,
    ObserverLeft,
    OrdersSubmitted,
    PhaseAdjudicated,
    PhaseHeld,
    PlayerConfirmed,
    PlayerForgotten,
    PlayerJoined,
    PlayerRenamed,
    PlayerWithdrew,
    PreferencesSet,
    PressSent,
    ReadinessChanged,
    RemindersSent,
    ResignationAsked,
    SeatsDrawn,
    SeatTaken,
    SeatVacated,
    ZoneSet,
)
from pbem.game.host_lines import HOST_KINDS, host_line
from pbem.game.masks import mask
from pbem.game.publication import PressLine, PublicEvent
from pbem.game.record import write_position
from pbem.game.sheet import Written

__all__ = ["PUBLIC_KINDS", "mask", "public_event", "public_press", "public_words"]

PUBLIC_KINDS = (
    "GameCreated",
    "PlayerConfirmed",
    "PlayerRenamed",
    "PlayerForgotten",
    "PlayerWithdrew",
    "ArrangementChosen",
    "SeatsDrawn",
    "CoinFell",
    "GameStarted",
    "DeadlineSet",
    "PhaseAdjudicated",
    "SeatVacated",
    "SeatTaken",
    "PhaseHeld",
    "GamePaused",
    "GameResumed",
    "GameEnded",
    *HOST_KINDS,
)
"""Class names of the events that may change a file of the record."""


_COMING_AND_GOING = (PlayerConfirmed, PlayerWithdrew, PlayerForgotten)


def public_event(event: Event, *, anonymous: bool = False) -> PublicEvent | None:
    """Return the line of events.jsonl for an event; None for a private one.

    `adjudicated` and `created` lines name the hash of a file as well; the
    writer of the record adds it.

    Args:
        event: What has happened.
        anonymous: Whether it is a secret who plays; then the lines of those who come and
            go do not say which player it was, since somebody may know when a friend came.
    """
    line = _line(event)
    if anonymous and line and isinstance(event, _COMING_AND_GOING):
        return replace(line, facts={})
    return line


def _line(event: Event) -> PublicEvent | None:
    match event:
        case GameCreated(at):
            return PublicEvent(at, "created")
        case PlayerConfirmed(at, player):
            return PublicEvent(at, "joined", {"player": player})
        case PlayerWithdrew(at, player):
            return PublicEvent(at, "withdrew", {"player": player})
        case ArrangementChosen(at, arrangement):
            return PublicEvent(at, "arrangement", {"arrangement": arrangement})
        case PlayerForgotten(at, player):
            return PublicEvent(at, "forgotten", {"player": player})
        case PlayerRenamed(at, player):
            return PublicEvent(at, "renamed", {"player": player})
        case SeatsDrawn(at, draw, key, seats, preferences):
            facts = {"draw": draw, "key": key, "seats": encode(seats)}
            wanted = {"preferences": encode(preferences)} if preferences else {}
            return PublicEvent(at, "seats", facts | wanted)
        case CoinFell(at, draw, key, power, player):
            facts = {"draw": draw, "key": key, "power": power, "player": player}
            return PublicEvent(at, "coin", facts)
        case GameStarted(at, position):
            return PublicEvent(at, "started", dict(write_position(position)))
        case DeadlineSet(at, phase, due, because):
            facts = {"phase": str(phase), "due": encode(due)}
            return PublicEvent(at, "deadline", facts | _because(because))
        case PhaseAdjudicated(at, number, position):
            return PublicEvent(at, "adjudicated", {"number": number, "phase": str(position.phase)})
        case SeatVacated(at, player, powers, how, receipts):
            facts = {"player": player, "powers": list(powers), "how": how}
            issued = {"receipts": dict(receipts)} if receipts else {}
            return PublicEvent(at, "left", facts | issued)
        case SeatTaken(at, player, powers):
            return PublicEvent(at, "replaced", {"player": player, "powers": list(powers)})
        case PhaseHeld(at, phase, missing):
            return PublicEvent(at, "held", {"phase": str(phase), "missing": list(missing)})
        case GamePaused(at, because):
            return PublicEvent(at, "paused", _because(because))
        case GameResumed(at):
            return PublicEvent(at, "resumed")
        case GameEnded(at, how, winners, _, _, because):
            facts = {"how": how, "winners": list(winners)}
            return PublicEvent(at, "ended", facts | _because(because))
        case ByHost():
            return host_line(event)
        case (
            PlayerJoined()
            | PreferencesSet()
            | ForgetAsked()
            | ObserverAsked()
            | ObserverConfirmed()
            | ObserverForgotten()
            | ObserverLeft()
            | ZoneSet()
            | AddressAsked()
            | AddressChanged()
            | OrdersSubmitted()
            | ReadinessChanged()
            | PressSent()
            | NoteKept()
            | DrawVoted()
            | ExtensionVoted()
            | AbsenceSet()
            | ResignationAsked()
            | ConcessionAsked()
            | Conceded()
            | RemindersSent()
        ):
            return None


def public_press(event: PressSent | NoteKept) -> PressLine:
    """Return what press or a note is in press.jsonl, once it may stand there.

    That is at once for press that is for the public, at the end of the game for the rest
    where the rules of the game say so, else never.
    """
    match event:
        case PressSent(at, _, signed, to, but, phase, text):
            kind = "private" if to else "public"
            return PressLine(at, kind, signed, to, phase, mask(text), but)
        case NoteKept(at, power, phase, text):
            return PressLine(at, "note", power, (), phase, mask(text))


def public_words(
    written: Mapping[str, Sequence[Written]],
) -> dict[str, tuple[Written, ...]]:
    """Return the words of orders as the public may read them: addresses and tokens masked."""
    return {
        power: tuple(Written(mask(words.text), words.order) for words in lines)
        for power, lines in written.items()
        if lines
    }


def _because(because: str) -> dict[str, Any]:
    return {"because": mask(because)} if because else {}
