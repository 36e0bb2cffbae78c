"""A game after what its host has done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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
from pbem.game.participants import Host
from pbem.game.stage import Stage

if TYPE_CHECKING:
    from pbem.game.state import Game


def apply_by_host(game: Game, event: HostingEvent) -> Game:
    """Return the game after one more event of its host."""
    match event:
        case HostAsked(_, words):
            asked = unasked(game, game.host_plays)
            return replace(asked, host=replace(game.host, asked=words))
        case HostConfirmed():
            return replace(game, host=replace(game.host, asked=""))
        case HostOffered(_, address):
            return replace(game, host=replace(game.host, offered=address))
        case HostChanged(_, address, name, zone):
            old = game.host
            host = Host(address, name, zone, before=old.address, changes=old.changes + 1)
            return replace(game, host=host)
        case PowerOffered(_, player, power):
            return replace(game, offers={**game.offers, player: power})
        case RolledBack():
            return _rolled_back(game, event)
        case BoardEdited():
            return replace(game, position=event.position)
        case HostPlays() | HostReminded() | Announced() | Previewed():
            return game


def unasked(game: Game, player: str) -> Game:
    """Return the game in which nothing waits for a player's word; the newest question counts."""
    if player and player == game.host_plays:
        game = replace(game, host=replace(game.host, asked=""))
    asked = {other: to for other, to in game.asked.items() if other != player}
    return replace(
        game,
        resigning=game.resigning - {player},
        forgetting=game.forgetting - {player},
        asked=asked,
    )


def _rolled_back(game: Game, event: RolledBack) -> Game:
    """Return the game in which an earlier phase is open again, without orders."""
    return replace(
        game,
        stage=Stage.RUNNING if game.stage is Stage.ENDED else game.stage,
        ended=None,
        position=event.position,
        opened=event.at,
        due=None,
        sheets={},
        words={},
        changed=None,
        reminded=0,
        extensions={},
        missed=event.missed,
        held=False,
        after=event.after,
        rollbacks=game.rollbacks + 1,
        issued=event.issued,
        seats=event.seats,
        host=replace(game.host, asked=""),
    )
