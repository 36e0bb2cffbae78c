"""What becomes of a command: the events it leads to, and who has to be told.

`rule` is pure: the same game, command and `now` give the same ruling, in any
year and on any machine. It neither draws nor dates anything; what it needs of
chance and of time zones stands in the command.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.game import endings, forming, phases, player_letters, seats
from pbem.game.commands import (
    Command,
    Confirm,
    CreateGame,
    EndGame,
    Invite,
    Join,
    MoveDeadline,
    PauseGame,
    PhaseEnds,
    PlayerLetter,
    RemindersDue,
    ResumeGame,
    StartGame,
    TimeIsUp,
)
from pbem.game.events import (
    DeadlineSet,
    Event,
    GameCreated,
    GamePaused,
    GameResumed,
    PhaseHeld,
    RemindersSent,
)
from pbem.game.hours import clock_notices
from pbem.game.notices import (
    HeldNotice,
    Notice,
    Readiness,
    ReminderNotice,
)
from pbem.game.phases import end_notices, opening_notices, reader
from pbem.game.readiness import missing, order_form, readiness, reminder_at
from pbem.game.settings import Missed
from pbem.game.state import Game, Stage, apply


@dataclass(frozen=True)
class Ruling:
    """What a command led to.

    Attributes:
        events: In order; none where nothing changed.
        notices: Each becomes one letter.
    """

    events: tuple[Event, ...] = ()
    notices: tuple[Notice, ...] = ()


def created(command: CreateGame, now: datetime) -> GameCreated:
    """Return the first event of a new game."""
    return GameCreated(now, command.settings, command.host_address)


def rule(game: Game, command: Command, now: datetime) -> Ruling:
    """Return what a command leads to in a game; nothing where it comes too late to matter.

    Args:
        now: Aware, UTC; the time of the ruling and of all its events.
    """
    match command:
        case Join():
            return Ruling(*forming.join(game, command, now))
        case Confirm():
            return Ruling(*forming.confirm(game, command, now))
        case Invite():
            return Ruling(*forming.invite(game, command, now))
        case StartGame():
            return Ruling(*forming.begin(game, command, now))
        case PlayerLetter():
            return Ruling(*player_letters.answer(game, command, now))
        case PhaseEnds():
            return _phase_ends(game, command, now)
        case RemindersDue(phase):
            return _remind(game, phase, now)
        case TimeIsUp():
            return _time_is_up(game, now)
        case MoveDeadline(phase, due, because):
            return _move_deadline(game, phase, due, because, now)
        case PauseGame(because):
            return _pause(game, because, now)
        case ResumeGame(due):
            return _resume(game, due, now)
        case EndGame(because):
            return _end(game, because, now)


def _phase_ends(game: Game, command: PhaseEnds, now: datetime) -> Ruling:
    if game.stage is not Stage.RUNNING or str(game.open_position().phase) != command.phase:
        return Ruling()
    if not command.forced and _waits(game) and (missing := phases.late_powers(game)):
        return _hold(game, missing, now)
    judged, report = phases.judge_phase(game, now)
    after = apply(game, judged)
    ended = endings.after_phase(after, judged, now)
    if ended:
        return Ruling((judged, ended), end_notices(apply(after, ended), ended, report))
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
    return Ruling(tuple(events), (*opening_notices(after, report), *left))


def _waits(game: Game) -> bool:
    """Return whether the open phase is judged only when everybody has ordered."""
    times = game.settings.times
    return times.missed is Missed.WAIT or (times.first_waits and not game.number)


def _hold(game: Game, missing: tuple[str, ...], now: datetime) -> Ruling:
    """Return that the phase waits; nothing where that was said before."""
    if game.held:
        return Ruling()
    phase = game.open_position().phase
    notices = []
    for player, powers in game.seats.items():
        own = tuple(power for power in powers if power in missing)
        forms = tuple(form for power in own if (form := order_form(game, power)))
        notices.append(HeldNotice(reader(game, game.players[player]), phase, missing, own, forms))
    return Ruling((PhaseHeld(now, phase, missing),), tuple(notices))


def _remind(game: Game, phase: str, now: datetime) -> Ruling:
    time = reminder_at(game)
    if time is None or time > now or game.due is None:
        return Ruling()
    if str(game.open_position().phase) != phase:
        return Ruling()
    notices = []
    for player, powers in game.seats.items():
        owing = {
            power: missing(game, power)
            for power in powers
            if readiness(game, power) in (Readiness.MISSING, Readiness.QUESTION)
        }
        if owing:
            forms = tuple(form for power in owing if (form := order_form(game, power)))
            notices.append(
                ReminderNotice(
                    reader(game, game.players[player]),
                    game.open_position().phase,
                    game.due,
                    owing,
                    forms,
                )
            )
    return Ruling((RemindersSent(now, game.open_position().phase),), tuple(notices))


def _time_is_up(game: Game, now: datetime) -> Ruling:
    if not game.running:
        return Ruling()
    event = endings.time_is_up(game, now)
    return Ruling((event,), end_notices(apply(game, event), event, None))


def _move_deadline(game: Game, phase: str, due: datetime, because: str, now: datetime) -> Ruling:
    if game.stage is not Stage.RUNNING or str(game.open_position().phase) != phase:
        return Ruling()
    event = DeadlineSet(now, game.open_position().phase, due, because)
    return Ruling((event,), clock_notices(apply(game, event), because))


def _pause(game: Game, because: str, now: datetime) -> Ruling:
    if game.stage is not Stage.RUNNING:
        return Ruling()
    event = GamePaused(now, because)
    return Ruling((event,), clock_notices(apply(game, event), because))


def _resume(game: Game, due: datetime, now: datetime) -> Ruling:
    if game.stage is not Stage.PAUSED:
        return Ruling()
    events = (GameResumed(now), DeadlineSet(now, game.open_position().phase, due))
    for event in events:
        game = apply(game, event)
    return Ruling(events, clock_notices(game, ""))


def _end(game: Game, because: str, now: datetime) -> Ruling:
    if game.stage is Stage.ENDED:
        return Ruling()
    centers = game.position.centers if game.position else {}
    event = endings.ended(game, "abandoned", (), centers, now, because)
    return Ruling((event,), end_notices(apply(game, event), event, None))
