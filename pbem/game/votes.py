"""Votes of players: for a draw, to concede, and for more time.

What a vote leads to when it is complete is `pbem.game.endings`'s to say.
"""

from __future__ import annotations

from pbem.game.answer import Answer
from pbem.game.events import Conceded, ConcessionAsked, DrawVoted
from pbem.game.settings import DrawRule
from pbem.game.state import Game, Player


def draw(result: Answer, player: Player, yes: bool, powers: tuple[str, ...]) -> None:
    """Take a vote on a draw as far as the game's rules allow it."""
    rule = result.game.settings.draw
    if rule is DrawRule.NONE:
        result.refused.append(("DRAW", "this game has no draws"))
    elif powers and rule is not DrawRule.LIST:
        result.refused.append(("DRAW", "a draw includes all survivors here; write DRAW alone"))
    elif not yes:
        result.add(DrawVoted(result.now, player.id, False))
        result.done.append("You do not vote for a draw.")
    else:
        result.add(DrawVoted(result.now, player.id, True, powers))
        names = _listed(result.game, powers) if powers else "the survivors"
        result.done.append(f"Your vote for a draw among {names} stands until you write NO DRAW.")


def concede(result: Answer, player: Player, to: str) -> None:
    """Ask back: a concession acts only after a confirming answer."""
    if to in result.game.seats[player.id] or not result.game.open_position().centers.get(to):
        result.refused.append((f"CONCEDE TO {to}", "name another player's power that has centers"))
        return
    result.add(ConcessionAsked(result.now, player.id, to))
    result.done.append(
        f"You want to concede the game to {_listed(result.game, (to,))}. "
        "If you mean it, answer with the word CONFIRM; nothing has happened yet."
    )


def affirm(result: Answer, player: Player) -> None:
    """Do what the judge asked back about."""
    to = result.game.asked.get(player.id)
    if to is None:
        result.refused.append(("CONFIRM", "nothing of yours waits to be confirmed"))
        return
    result.add(Conceded(result.now, player.id, to))
    result.done.append(
        f"You concede the game to {_listed(result.game, (to,))}; it ends when all others do."
    )


def _listed(game: Game, powers: tuple[str, ...]) -> str:
    names = [game.variant.powers[power].name for power in powers]
    return " and ".join(", ".join(names).rsplit(", ", 1))
