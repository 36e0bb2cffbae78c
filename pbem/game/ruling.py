"""What becomes of a command: the events it leads to, and who has to be told.

`rule` is pure: the same game, command and `now` give the same ruling, in any
year and on any machine. It neither draws nor dates anything; what it needs of
chance and of time zones stands in the command.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.game import endings, forming, host_people, hosting, observing, player_letters
from pbem.game.commands import (
    AskedByHost,
    Command,
    Confirm,
    CreateGame,
    EndGame,
    HostLetter,
    HostRequest,
    Invite,
    Join,
    MoveDeadline,
    Observe,
    ObserverLetter,
    PauseGame,
    PhaseEnds,
    PlayerLetter,
    RemindersDue,
    ResumeGame,
    StartGame,
    TakeHosting,
    TimeIsUp,
)
from pbem.game.events import (
    Event,
    GameCreated,
    RemindersSent,
)
from pbem.game.judging import phase_ends
from pbem.game.notices import (
    Notice,
)
from pbem.game.phases import end_notices
from pbem.game.readiness import reminder_at
from pbem.game.reminders import reminder_notices
from pbem.game.state import HOST, Game, apply
from pbem.sayings import Saying


@dataclass(frozen=True)
class Ruling:
    """What a command led to.

    Attributes:
        events: In order; none where nothing changed.
        notices: Each becomes one letter.
        done: What was done for a host, a sentence each.
        refused: Why something was not done for a host.
    """

    events: tuple[Event, ...] = ()
    notices: tuple[Notice, ...] = ()
    done: tuple[Saying, ...] = ()
    refused: tuple[Saying, ...] = ()


def created(command: CreateGame, now: datetime) -> GameCreated:
    """Return the first event of a new game."""
    return GameCreated(now, command.settings, command.host_address, command.lots)


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
        case Observe():
            return Ruling(*observing.ask(game, command, now))
        case ObserverLetter():
            return Ruling(*observing.answer(game, command, now))
        case StartGame():
            return Ruling(*forming.begin(game, command, now))
        case PlayerLetter():
            return Ruling(*player_letters.answer(game, command, now))
        case PhaseEnds():
            return Ruling(*phase_ends(game, command, now))
        case RemindersDue(phase):
            return _remind(game, phase, now)
        case TimeIsUp():
            return _time_is_up(game, now)
        case HostLetter():
            return _by_host(game, command, now)
        case TakeHosting():
            result = host_people.take_hosting(game, command, now)
            return Ruling(tuple(result.events), tuple(result.notices))
        case MoveDeadline() | PauseGame() | ResumeGame() | EndGame():
            return _host_asks(game, command, now)


def _remind(game: Game, phase: str, now: datetime) -> Ruling:
    time = reminder_at(game)
    if time is None or time > now or game.due is None:
        return Ruling()
    if str(game.open_position().phase) != phase:
        return Ruling()
    return Ruling((RemindersSent(now, game.open_position().phase),), reminder_notices(game))


def _by_host(game: Game, command: HostLetter, now: datetime) -> Ruling:
    """Return the ruling on what a host asks."""
    result = hosting.answer(game, command, now)
    return Ruling(
        tuple(result.events),
        tuple(result.notices),
        tuple(result.done),
        tuple(says for _, says in result.refused),
    )


def _host_asks(game: Game, act: HostRequest, now: datetime) -> Ruling:
    """Return the ruling on one thing a host asks for without a letter."""
    return _by_host(game, HostLetter(None, HOST, (AskedByHost("", act),)), now)


def _time_is_up(game: Game, now: datetime) -> Ruling:
    if not game.running:
        return Ruling()
    event = endings.time_is_up(game, now)
    return Ruling((event,), end_notices(apply(game, event), event, None))
