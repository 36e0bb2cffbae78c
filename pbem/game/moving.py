"""A player moves to another address: it counts once that address has answered."""

from __future__ import annotations

from datetime import datetime

from pbem.game.answer import Answer
from pbem.game.events import AddressAsked, AddressChanged
from pbem.game.notices import AddressNotice
from pbem.game.phases import reader
from pbem.game.state import Game, Player


def ask(result: Answer, player: Player, address: str) -> None:
    """Write to a new address; the player's own takes an earlier wish back."""
    game = result.game
    waiting = next((other for other in game.players.values() if other.becomes == player.id), None)
    newcomer = waiting.id if waiting else game.next_id()
    if address == player.address:
        if waiting and waiting.address:
            result.add(AddressAsked(result.now, player.id, newcomer, ""))
        result.done.append(f"The judge goes on writing to {address}.")
        return
    if any(other.address == address and other.becomes != player.id for other in _others(game)):
        result.refused.append((f"ADDRESS {address}", "somebody else in this game has that address"))
        return
    result.add(AddressAsked(result.now, player.id, newcomer, address))
    result.done.append(
        f"The judge has written to {address}. Once that letter is answered from there, it is your "
        f"address; until then this one is. If you did not ask for it, answer ADDRESS "
        f"{player.address}."
    )
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
