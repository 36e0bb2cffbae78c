"""A player asks to be forgotten: asked back, then the name goes from all that is public.

What git has kept of the name before stays in its history, and nobody can take back what
others have copied; the letter that asks back says so. The judge drops the address, the
letters from it and the letters to it once the game is over.
"""

from __future__ import annotations

from datetime import datetime

from pbem.game.answer import Answer
from pbem.game.commands import Affirm, Forget, LetterRef, PlayerLetter
from pbem.game.events import Event, ForgetAsked, PlayerForgotten
from pbem.game.notices import ForgetNotice, Notice
from pbem.game.participants import pseudonym
from pbem.game.phases import reader
from pbem.game.state import Game, Player, Stage


def ask(result: Answer, player: Player, letter: LetterRef) -> None:
    """Ask back; nothing has happened yet."""
    result.add(ForgetAsked(result.now, player.id))
    _tell(result, player, letter, done=False)


def forget(result: Answer, player: Player, letter: LetterRef) -> None:
    """Give a player who has confirmed it a name that says nothing."""
    result.add(PlayerForgotten(result.now, player.id, pseudonym(player.id)))
    _tell(result, player, letter, done=True)


def _tell(result: Answer, player: Player, letter: LetterRef, *, done: bool) -> None:
    over = result.game.stage is Stage.ENDED
    who = reader(result.game, player)
    result.notices.append(ForgetNotice(who, letter, player.name, pseudonym(player.id), done, over))


def is_all(game: Game, command: PlayerLetter) -> bool:
    """Return whether a letter is about being forgotten and about nothing else."""
    waits = command.player in game.forgetting
    asks = [isinstance(r, Forget) or (waits and isinstance(r, Affirm)) for r in command.requests]
    return bool(asks) and all(asks) and not command.readings and not command.refused


def answer(
    game: Game, command: PlayerLetter, now: datetime
) -> tuple[tuple[Event, ...], tuple[Notice, ...]]:
    """Return the ruling on such a letter, at any time of a game and after it."""
    result = Answer(game, now)
    player = game.players[command.player]
    if any(isinstance(request, Affirm) for request in command.requests):
        forget(result, player, command.letter)
    else:
        ask(result, player, command.letter)
    return tuple(result.events), tuple(result.notices)
