"""What becomes of a command: the events it leads to, and who has to be told.

`rule` is pure: the same game, command and `now` give the same ruling, in any
year and on any machine. It neither draws nor dates anything; what it needs of
chance and of time zones stands in the command.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.game import endings, moving, phases, player_letters, seats
from pbem.game.commands import (
    Command,
    Confirm,
    CreateGame,
    EndGame,
    Join,
    LetterRef,
    MoveDeadline,
    PauseGame,
    PhaseEnds,
    PlayerLetter,
    RemindersDue,
    ResumeGame,
    TimeIsUp,
)
from pbem.game.draws import draw_by_preference, draw_seats
from pbem.game.events import (
    DeadlineSet,
    Event,
    GameCreated,
    GamePaused,
    GameResumed,
    GameStarted,
    PhaseHeld,
    PlayerConfirmed,
    PlayerJoined,
    RemindersSent,
    SeatsDrawn,
)
from pbem.game.hours import clock_notices
from pbem.game.notices import (
    HeldNotice,
    JoinNotice,
    Notice,
    Readiness,
    ReminderNotice,
    SeatNotice,
    Trouble,
)
from pbem.game.phases import end_notices, opening_notices, reader
from pbem.game.readiness import missing, order_form, readiness, reminder_at
from pbem.game.settings import Assignment, Missed
from pbem.game.state import Game, Player, Stage, apply
from pbem.game.troubles import trouble_notice


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
            return _join(game, command, now)
        case Confirm():
            return _confirm(game, command, now)
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


def _join(game: Game, command: Join, now: datetime) -> Ruling:
    places = len(game.arrangement.seats)
    known = next((p for p in game.players.values() if p.address == command.address), None)
    taken = sum(player.confirmed for player in game.players.values())
    wanted = tuple(power for power in command.preferences if power in game.vacant)
    if not (game.running and wanted) and (
        game.stage is not Stage.FORMING or (taken >= places and not (known and known.confirmed))
    ):
        says = f"{game.settings.title} has all its players; no seat is free."
        who = known or Player("", command.address, command.name, ())
        return Ruling(notices=(trouble_notice(game, who, command.letter, Trouble.GAME_FULL, says),))
    if known and known.confirmed:
        return Ruling(notices=(_seat_notice(game, known, command.letter),))
    number = len(game.players) + 1
    name = command.name or f"Player {number}"
    player = known or Player(f"p{number}", command.address, name, command.preferences)
    joined = PlayerJoined(now, player.id, player.address, player.name, command.preferences)
    notice = JoinNotice(reader(game, player), command.letter, game.settings, command.preferences)
    return Ruling((joined,), (notice,))


def _take_over(game: Game, player: Player, now: datetime) -> Ruling:
    """Return the ruling on somebody who has confirmed to take vacant powers over."""
    events = seats.take(game, player, player.preferences, now)
    after = game
    for event in events:
        after = apply(after, event)
    notices = [
        notice for notice in opening_notices(after, None) if notice.reader.player == player.id
    ]
    return Ruling(events, tuple(notices))


def _seat_notice(game: Game, player: Player, letter: LetterRef) -> SeatNotice:
    taken = sum(p.confirmed for p in game.players.values())
    seats = len(game.arrangement.seats)
    return SeatNotice(reader(game, player), letter, game.settings, taken, seats)


def _confirm(game: Game, command: Confirm, now: datetime) -> Ruling:
    player = game.players[command.player]
    if player.becomes:
        return Ruling(*moving.arrive(game, player, now))
    if game.running:
        return _take_over(game, player, now)
    taken = sum(p.confirmed for p in game.players.values())
    if game.stage is not Stage.FORMING or player.confirmed:
        return Ruling()
    if taken >= len(game.arrangement.seats):
        says = f"{game.settings.title} has all its players meanwhile; no seat is free."
        full = trouble_notice(game, player, command.letter, Trouble.GAME_FULL, says)
        return Ruling(notices=(full,))
    confirmed = PlayerConfirmed(now, player.id)
    after = apply(game, confirmed)
    notice = _seat_notice(after, after.players[player.id], command.letter)
    if notice.taken < notice.seats:
        return Ruling((confirmed,), (notice,))
    started = _start(after, command.draw_key, command.due, now)
    return Ruling((confirmed, *started.events), (notice, *started.notices))


def _start(game: Game, draw_key: str, due: datetime, now: datetime) -> Ruling:
    """Return the start of a game whose seats are all taken; powers are drawn by lot."""
    players = tuple(p.id for p in game.players.values() if p.confirmed)
    position = game.variant.opening(game.arrangement)
    events: tuple[Event, ...] = (
        _seats(game, players, draw_key, now),
        GameStarted(now, position),
        DeadlineSet(now, position.phase, due),
    )
    for event in events:
        game = apply(game, event)
    return Ruling(events, opening_notices(game, report=None))


def _seats(game: Game, players: tuple[str, ...], key: str, now: datetime) -> SeatsDrawn:
    seats = game.arrangement.seats
    if game.settings.powers is Assignment.RANDOM:
        return SeatsDrawn(now, game.draws, key, draw_seats(key, players, seats))
    wanted = {player: game.players[player].preferences for player in players}
    return SeatsDrawn(now, game.draws, key, draw_by_preference(key, wanted, seats), wanted)


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
