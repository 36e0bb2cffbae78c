"""What the journal drops of somebody who asked to be forgotten.

An address stands in events (who joined, where letters went), in letters that were sent
and in the raw letters of the spool. Once a game is over it needs none of them; what
is public of the game stays as it is, and git keeps what it once held.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbem.store.database import Database

_PLACES = ("address", "name")


@dataclass(frozen=True)
class Forgotten:
    """Somebody whose address is to go when nothing needs it any more.

    Attributes:
        game: Id of the game.
        id: `p3`, or `o1` for an observer.
    """

    game: str
    id: str


class Forgetting:
    """Drops addresses from one journal; raises `JournalError` where it cannot be used."""

    def __init__(self, file: Database) -> None:
        """Use an open journal."""
        self._file = file

    def due(self) -> tuple[Forgotten, ...]:
        """Return who has asked and was sent all letters; players once their game is over."""
        rows = self._file.rows(
            "SELECT events.game, events.json"
            " FROM events INDEXED BY events_forgotten JOIN games USING (game)"
            " WHERE kind IN ('PlayerForgotten', 'ObserverForgotten')"
            " AND (kind = 'ObserverForgotten' OR ended IS NOT NULL)"
        )
        found = [(game, json.loads(text)) for game, text in sorted(rows)]
        asked = [Forgotten(game, _who(raw)) for game, raw in found if not raw.get("erased")]
        return tuple(one for one in asked if not self._waits(one.game, self.addresses(one)))

    def addresses(self, forgotten: Forgotten) -> frozenset[str]:
        """Return the addresses that somebody has had in a game."""
        raw = [raw for _, _, raw in self._of(forgotten)]
        return frozenset(event["address"] for event in raw if event.get("address"))

    def letters(self, game: str) -> tuple[str, ...]:
        """Return the keys of the letters that came in for a game."""
        rows = self._file.rows("SELECT key FROM letters WHERE game = ?", (game,))
        return tuple(row[0] for row in rows)

    def erase(self, forgotten: Forgotten) -> None:
        """Drop the addresses and the names of somebody, and the letters that were sent there."""
        addresses = self.addresses(forgotten)
        with self._file.transaction():
            self._erase_events(forgotten)
            self._erase_sent(forgotten.game, addresses)

    def _erase_events(self, forgotten: Forgotten) -> None:
        for ruling, seq, raw in self._of(forgotten):
            fresh = raw | {place: "" for place in _PLACES if place in raw}
            if raw["event"] in ("PlayerForgotten", "ObserverForgotten"):
                fresh = raw | {"erased": True}
            text = json.dumps(fresh, separators=(",", ":"))
            self._file.db.execute(
                "UPDATE events SET json = ? WHERE ruling = ? AND seq = ?", (text, ruling, seq)
            )

    def _erase_sent(self, game: str, addresses: Iterable[str]) -> None:
        for address in addresses:
            self._file.db.execute(
                "DELETE FROM refusals WHERE recipient = ? AND game = ?", (address, game)
            )
            self._file.db.execute(
                "DELETE FROM outbox WHERE recipient = ? AND ruling IN"
                " (SELECT number FROM rulings WHERE game = ?)",
                (address, game),
            )

    def _waits(self, game: str, addresses: Iterable[str]) -> bool:
        with self._file.explained():
            waiting = [
                self._file.db.execute(
                    "SELECT count(*) FROM outbox JOIN rulings ON number = ruling"
                    " WHERE recipient = ? AND game = ? AND state = 'waiting'",
                    (address, game),
                ).fetchone()[0]
                for address in addresses
            ]
        return any(waiting)

    def _of(self, forgotten: Forgotten) -> list[tuple[int, int, dict[str, Any]]]:
        """Return the events that speak of somebody, read as JSON."""
        rows = self._file.rows(
            "SELECT ruling, seq, json FROM events WHERE game = ? AND kind IN"
            " ('PlayerJoined', 'PlayerRenamed', 'AddressAsked', 'PlayerForgotten',"
            " 'ObserverAsked', 'ObserverForgotten')",
            (forgotten.game,),
        )
        read = [(ruling, seq, json.loads(text)) for ruling, seq, text in rows]
        return [one for one in read if _who(one[2]) == forgotten.id]


def _who(raw: dict[str, Any]) -> str:
    """Return whom an event is about: a player, or an observer."""
    return str(raw.get("player") or raw.get("observer") or "")
