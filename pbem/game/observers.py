"""Who gets letters of a game and has no seat: observers, and what events make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pbem.game.events.observing import (
    ObserverAsked,
    ObserverConfirmed,
    ObserverForgotten,
    ObserverLeft,
    Role,
)


@dataclass(frozen=True)
class Observer:
    """Somebody who gets letters of a game and has no seat.

    Attributes:
        id: `o1`, by the order of asking.
        address: Private.
        zone: IANA name of the zone in which deadlines are read.
        roles: What counts.
        asked: What is asked for and waits for a confirming answer.
    """

    id: str
    address: str
    zone: str = "UTC"
    roles: frozenset[Role] = frozenset()
    asked: frozenset[Role] = frozenset()


Observers = Mapping[str, Observer]


def observed(
    observers: Observers,
    event: ObserverAsked | ObserverConfirmed | ObserverForgotten | ObserverLeft,
) -> Observers:
    """Return the observers of a game after one more event."""
    known = observers.get(event.observer)
    match event:
        case ObserverAsked(_, id, address, role):
            known = known or Observer(id, address)
            changed = replace(known, asked=known.asked | {role})
        case ObserverConfirmed(_, id):
            known = observers[id]
            changed = replace(known, roles=known.roles | known.asked, asked=frozenset())
        case ObserverLeft(_, id, role):
            known = observers[id]
            changed = replace(known, roles=known.roles - {role})
        case ObserverForgotten(_, id):
            changed = replace(observers[id], roles=frozenset(), asked=frozenset())
    return {**observers, id: changed}
