"""A player moves to another address: it counts once that address has answered."""

from __future__ import annotations

from datetime import datetime

from pbem.game.answer import Answer
from pbem.game.events import AddressAsked, AddressChanged
from pbem.game.notices import AddressNotice
from pbem.game.phases import reader
from pbem.game.state import Game, Player
from pbem.sayings import say


def ask(result: Answer, player: Player, address: str) -> None:
    """Write to a new address; the player's own takes an earlier wish back."""
    game = result.game
    waiting = next((other for other in game.players.values() if other.becomes == player.id), None)
    newcomer = waiting.id if waiting else game.next_id()
    if address == player.address:
        if waiting and waiting.address:
            result.add(AddressAsked(result.now, player.id, newcomer, ""))
        result.done.append(say("address-stays", address=address))
        return
    if any(other.address == address and other.becomes != player.id for other in _others(game)):
        result.refused.append((f"ADDRESS {address}", say("address-taken")))
        return
    result.add(AddressAsked(result.now, player.id, newcomer, address))
    result.done.append(say("address-asked", address=address, old=player.address))
    new = result.game.players[newcomer]
    result.notices.append(AddressNotice(reader(result.game, new), player.name))


def _others(game: Game) -> tuple[Player, ...]:
    return tuple(game.players.values())


def arrive(
    game: Game, newcomer: Player, now: datetime
) -> tuple[tuple[AddressChanged, ...], tuple[AddressNotice, ...]]:
    """Return what follows once the new address has answered."""
    player = game.players[newcomer.becomes]
    told = AddressNotice(reader(game, player), player.name, done=True)
    return (AddressChanged(now, player.id, newcomer.id),), (told,)
