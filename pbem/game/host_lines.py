"""What the public sees of what a host does: the lines of events.jsonl."""

from __future__ import annotations

from pbem.game.codec import encode
from pbem.game.events import (
    Announced,
    BoardEdited,
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
from pbem.game.masks import mask
from pbem.game.publication import PublicEvent

HOST_KINDS = (
    "HostPlays",
    "HostChanged",
    "HostReminded",
    "Announced",
    "Previewed",
    "RolledBack",
    "BoardEdited",
)
"""Class names of the events of a host that may change a file of the record."""


def host_line(event: HostingEvent) -> PublicEvent | None:
    """Return the line of events.jsonl for an event of a host; None for a private one."""
    match event:
        case HostPlays(at, player):
            return PublicEvent(at, "host-plays", {"player": player})
        case HostChanged(at):
            return PublicEvent(at, "host")
        case HostReminded(at, phase):
            return PublicEvent(at, "reminded", {"phase": str(phase)})
        case Announced(at, text):
            return PublicEvent(at, "announced", {"text": mask(text)})
        case Previewed(at, phase):
            return PublicEvent(at, "previewed", {"phase": str(phase)})
        case RolledBack(at, number, after, left, position, because):
            facts = {
                "phase": str(position.phase),
                "left": str(left),
                "number": number,
                "after": after,
                "issued": encode(event.issued),
                "because": mask(because),
            }
            neutral = {"neutral": list(position.neutral)} if position.neutral else {}
            return PublicEvent(at, "rolled-back", facts | neutral)
        case BoardEdited(at, what, place, power, position, because):
            facts = {
                "phase": str(position.phase),
                what: place,
                "power": power,
                "because": mask(because),
            }
            return PublicEvent(at, "edited", facts)
        case HostAsked() | HostConfirmed() | HostOffered() | PowerOffered():
            return None
