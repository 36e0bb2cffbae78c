"""Votes of players: for a draw, to concede, and for more time.

What a vote leads to when it is complete is `pbem.game.endings`'s to say.
"""

from __future__ import annotations

from pbem.game.answer import Answer
from pbem.game.events import Conceded, ConcessionAsked, DrawVoted
from pbem.game.settings import DrawRule
from pbem.game.state import Player
from pbem.sayings import say


def draw(result: Answer, player: Player, yes: bool, powers: tuple[str, ...]) -> None:
    """Take a vote on a draw as far as the game's rules allow it."""
    rule = result.game.settings.draw
    if rule is DrawRule.NONE:
        result.refused.append(("DRAW", say("no-draws-here")))
    elif powers and rule is not DrawRule.LIST:
        result.refused.append(("DRAW", say("draws-include-all")))
    elif not yes:
        result.add(DrawVoted(result.now, player.id, False))
        result.done.append(say("draw-withdrawn"))
    else:
        result.add(DrawVoted(result.now, player.id, True, powers))
        result.done.append(say("draw-stands", powers=result.game.variant.named(powers)))


def concede(result: Answer, player: Player, to: str) -> None:
    """Ask back: a concession acts only after a confirming answer."""
    if to in result.game.seats[player.id] or not result.game.open_position().centers.get(to):
        result.refused.append((f"CONCEDE TO {to}", say("concede-to-another")))
        return
    result.add(ConcessionAsked(result.now, player.id, to))
    (power,) = result.game.variant.named((to,))
    result.done.append(say("concession-asked-back", power=power))


def affirm(result: Answer, player: Player) -> None:
    """Do what the judge asked back about."""
    to = result.game.asked.get(player.id)
    if to is None:
        result.refused.append(("CONFIRM", say("nothing-to-confirm")))
        return
    result.add(Conceded(result.now, player.id, to))
    (power,) = result.game.variant.named((to,))
    result.done.append(say("conceded", power=power))
