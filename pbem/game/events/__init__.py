"""What has happened in a game: the journal holds these, and a game is folded from them.

Events carry outcomes, so folding never adjudicates, draws or computes a date
again. `write_event` and `read_event` are their JSON form in the journal; what
the public may see of them is `pbem.game.visibility`'s to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from pbem.errors import RecordError
from pbem.game.codec import decode, encode
from pbem.game.events.ending import Conceded, ConcessionAsked, DrawVoted, GameEnded
from pbem.game.events.forgetting import ForgetAsked, PlayerForgotten
from pbem.game.events.forming import (
    AddressAsked,
    AddressChanged,
    ArrangementChosen,
    CoinFell,
    GameCreated,
    GameStarted,
    PlayerConfirmed,
    PlayerJoined,
    PlayerRenamed,
    PlayerWithdrew,
    PreferencesSet,
    SeatsDrawn,
    ZoneSet,
)
from pbem.game.events.hosting import (
    Announced,
    BoardEdited,
    ByHost,
    HostAsked,
    HostChanged,
    HostConfirmed,
    HostingEvent,
    HostOffered,
    HostPlays,
    HostReminded,
    PowerOffered,
    Previewed,
    RolledBack,
)
from pbem.game.events.leaving import ResignationAsked, SeatTaken, SeatVacated
from pbem.game.events.observing import (
    ObserverAsked,
    ObserverConfirmed,
    ObserverForgotten,
    ObserverLeft,
)
from pbem.game.events.ordering import (
    OrdersSubmitted,
    PhaseAdjudicated,
    ReadinessChanged,
)
from pbem.game.events.press import NoteKept, PressSent
from pbem.game.events.timing import (
    AbsenceSet,
    DeadlineSet,
    ExtensionVoted,
    GamePaused,
    GameResumed,
    PhaseHeld,
    RemindersSent,
)

__all__ = [
    "AbsenceSet",
    "AddressAsked",
    "AddressChanged",
    "Announced",
    "ArrangementChosen",
    "BoardEdited",
    "ByHost",
    "CoinFell",
    "Conceded",
    "ConcessionAsked",
    "DeadlineSet",
    "DrawVoted",
    "Event",
    "ExtensionVoted",
    "ForgetAsked",
    "GameCreated",
    "GameEnded",
    "GamePaused",
    "GameResumed",
    "GameStarted",
    "HostAsked",
    "HostChanged",
    "HostConfirmed",
    "HostOffered",
    "HostPlays",
    "HostReminded",
    "HostingEvent",
    "NoteKept",
    "ObserverAsked",
    "ObserverConfirmed",
    "ObserverForgotten",
    "ObserverLeft",
    "OrdersSubmitted",
    "PhaseAdjudicated",
    "PhaseHeld",
    "PlayerConfirmed",
    "PlayerForgotten",
    "PlayerJoined",
    "PlayerRenamed",
    "PlayerWithdrew",
    "PowerOffered",
    "PreferencesSet",
    "PressSent",
    "Previewed",
    "ReadinessChanged",
    "RemindersSent",
    "ResignationAsked",
    "RolledBack",
    "SeatTaken",
    "SeatVacated",
    "SeatsDrawn",
    "ZoneSet",
    "read_event",
    "write_event",
]

Event = (
    GameCreated
    | PlayerJoined
    | PlayerConfirmed
    | PlayerWithdrew
    | PreferencesSet
    | ArrangementChosen
    | PlayerRenamed
    | ZoneSet
    | AddressAsked
    | AddressChanged
    | SeatsDrawn
    | CoinFell
    | GameStarted
    | DeadlineSet
    | OrdersSubmitted
    | ReadinessChanged
    | PressSent
    | NoteKept
    | DrawVoted
    | ConcessionAsked
    | Conceded
    | ExtensionVoted
    | AbsenceSet
    | ResignationAsked
    | SeatVacated
    | SeatTaken
    | ForgetAsked
    | PlayerForgotten
    | ObserverAsked
    | ObserverConfirmed
    | ObserverForgotten
    | ObserverLeft
    | PhaseHeld
    | RemindersSent
    | PhaseAdjudicated
    | GamePaused
    | GameResumed
    | GameEnded
    | HostingEvent
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
