"""Who letters of a game go to and come from: its players and its host."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

HOST = "host"
"""Who the host is among the readers and writers of letters; no player has this id."""


HEIR = "heir"
"""Who is asked to be the host instead."""

FORMER = "former"
"""Who was the host before."""


@dataclass(frozen=True)
class Player:
    """Somebody with a seat, or on the way to one.

    Attributes:
        id: `p1`; see `next_id`.
        address: Private.
        name: What the public calls the player.
        zone: IANA name of the zone in which deadlines are read.
        confirmed: Whether the address has answered.
        invited: Whether the host has invited this address.
        becomes: The player whose new address this is, once it has answered; empty for a
            person of its own.
    """

    id: str
    address: str
    name: str
    preferences: tuple[str, ...]
    zone: str = "UTC"
    confirmed: bool = False
    becomes: str = ""
    invited: bool = False


@dataclass(frozen=True)
class Host:
    """Who runs a game.

    Attributes:
        address: Private; empty where the host reads no letters.
        name: What the public calls the host.
        zone: IANA name of the zone in which deadlines are read.
        asked: What waits for the host to confirm it, as a line; empty for nothing.
        offered: Address of who is asked to be the host instead; empty for nobody.
        before: Address of the host before; empty where there was none.
        changes: How often the game has got another host; each has tokens of its own.
    """

    address: str
    name: str
    zone: str = "UTC"
    asked: str = ""
    offered: str = ""
    before: str = ""
    changes: int = 0

    def participant(self, id: str) -> Player | None:
        """Return the host, who may be the host next, or who was before; None for a player's id."""
        match id:
            case "host":
                return Player(id, self.address, self.name, (), self.zone, confirmed=True)
            case "heir":
                return Player(id, self.offered, "", ())
            case "former":
                return Player(id, self.before, "", ())
            case _:
                return None


def next_id(players: Collection[str], lots: str) -> str:
    """Return the id of one more player.

    Players are numbered as they come. Where it is a secret who plays, that would tell
    somebody who knows when a friend joined which power the friend has; there a number of
    two digits (more, where half of those are given) is drawn from `lots`.

    Args:
        players: The ids that are given.
        lots: See `GameCreated`; empty where players are numbered.
    """
    if not lots:
        return f"p{len(players) + 1}"
    lowest = 10 ** (len(str(2 * len(players) + 10)) - 1)
    drawn = 0
    while not drawn or f"p{drawn}" in players:
        lots = hashlib.sha256(f"{lots} {len(players)}".encode()).hexdigest()
        drawn = lowest + int(lots, 16) % (9 * lowest)
    return f"p{drawn}"


def pseudonym(player: str) -> str:
    """Return a name that says nothing: `Player 3` for `p3`."""
    return f"Player {player.removeprefix('p')}"
