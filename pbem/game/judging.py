"""A phase ends: it is judged and the next is opened, or it waits for orders."""

from __future__ import annotations

from datetime import datetime

from pbem.game import endings, phases, seats
from pbem.game.commands import PhaseEnds
from pbem.game.events import DeadlineSet, Event, PhaseHeld
from pbem.game.notices import HeldNotice, Notice
from pbem.game.phases import end_notices, opening_notices, reader
from pbem.game.readiness import order_form
from pbem.game.settings import Missed
from pbem.game.state import Game, Stage, apply

Led = tuple[tuple[Event, ...], tuple[Notice, ...]]
"""The events that something led to, and who is told."""


def phase_ends(game: Game, command: PhaseEnds, now: datetime) -> Led:
    """Return what the end of a phase leads to; nothing where another phase is open."""
    if game.stage is not Stage.RUNNING or str(game.open_position().phase) != command.phase:
        return (), ()
    if not command.forced and _waits(game) and (missing := phases.late_powers(game)):
        return _hold(game, missing, now)
    judged, report = phases.judge_phase(game, now)
    after = apply(game, judged)
    ended = endings.after_phase(after, judged, now)
    if ended:
        return (judged, ended), end_notices(apply(after, ended), ended, report)
    events: list[Event] = [judged]
    dropped = seats.dropped(after, judged, now)
    for step in (
        dropped,
        phases.coin(after, judged, command.draw_key, now),
        (DeadlineSet(now, judged.following.phase, command.due[judged.following.phase.kind.value]),),
        phases.given_ahead(game, after, command.nonces, now),
    ):
        for event in step:
            events.append(event)
            after = apply(after, event)
    left = [notice for vacated in dropped for notice in seats.vacancy_notices(after, vacated)]
    return tuple(events), (*opening_notices(after, report), *left)


def _waits(game: Game) -> bool:
    """Return whether the open phase is judged only when everybody has ordered."""
    times = game.settings.times
    return times.missed is Missed.WAIT or (times.first_waits and not game.number)


def _hold(game: Game, missing: tuple[str, ...], now: datetime) -> Led:
    """Return that the phase waits; nothing where that was said before."""
    if game.held:
        return (), ()
    phase = game.open_position().phase
    notices = []
    for id in game.told():
        own = tuple(power for power in game.seats.get(id, ()) if power in missing)
        forms = tuple(form for power in own if (form := order_form(game, power)))
        who = reader(game, game.participant(id))
        notices.append(HeldNotice(who, phase, missing, own, forms))
    return (PhaseHeld(now, phase, missing),), tuple(notices)
