"""Who is reminded of what they owe."""

from __future__ import annotations

from pbem.game.notices import Readiness, ReminderNotice
from pbem.game.phases import reader
from pbem.game.readiness import missing, order_form, readiness
from pbem.game.state import Game


def reminder_notices(game: Game) -> tuple[ReminderNotice, ...]:
    """Return the letters to those who owe something; none while the clock stands."""
    phase, due = game.open_position().phase, game.due
    notices: list[ReminderNotice] = []
    if due is None:
        return ()
    for player, powers in game.seats.items():
        owing = {
            power: missing(game, power)
            for power in powers
            if readiness(game, power) in (Readiness.MISSING, Readiness.QUESTION)
        }
        if owing:
            forms = tuple(form for power in owing if (form := order_form(game, power)))
            who = reader(game, game.participant(player))
            notices.append(ReminderNotice(who, phase, due, owing, forms))
    return tuple(notices)
