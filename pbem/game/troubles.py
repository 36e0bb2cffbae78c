"""Why a letter changed nothing: the notice that says so, with a form to go on with."""

from __future__ import annotations

from pbem.game.commands import LetterRef
from pbem.game.notices import Trouble, TroubleNotice
from pbem.game.phases import reader
from pbem.game.readiness import order_form
from pbem.game.state import Game, Player
from pbem.sayings import Saying


def trouble_notice(
    game: Game, player: Player, letter: LetterRef, trouble: Trouble, says: Saying
) -> TroubleNotice:
    """Return what tells a player why a letter changed nothing.

    Args:
        game: As it stands.
        player: Who wrote; known to the game or not.
        letter: The letter.
        trouble: What was wrong with it.
        says: That, and what would be right.
    """
    powers = game.seats.get(player.id, ()) if game.running else ()
    return TroubleNotice(
        reader=reader(game, player),
        letter=letter,
        trouble=trouble,
        says=says,
        phase=game.open_position().phase if game.running else None,
        due=game.due,
        forms=tuple(form for power in powers if (form := order_form(game, power))),
    )
