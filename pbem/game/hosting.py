"""What the host of a game asks, and what comes of it.

A request is done, refused with what would be right, or asked back: what cannot be
taken back acts only after the host's CONFIRM. What is done to a game stands in
its public record; what the host may know of orders is who sent some, never what.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.game import endings, player_letters, press
from pbem.game.answer import Answer
from pbem.game.commands import (
    AskedByHost,
    EndGame,
    HostLetter,
    MoveDeadline,
    PauseGame,
    PhaseEnds,
    ResumeGame,
    SetZone,
)
from pbem.game.events import (
    Announced,
    DeadlineSet,
    GamePaused,
    GameResumed,
    HostAsked,
    HostConfirmed,
    HostReminded,
    ZoneSet,
)
from pbem.game.host_acts import Announce, Remind, SeeStatus, Write
from pbem.game.hours import clock_notices
from pbem.game.judging import phase_ends
from pbem.game.notices import (
    AnnouncementNotice,
    HostNotice,
    HostStatusNotice,
    Notice,
    PowerStanding,
    Readiness,
)
from pbem.game.phases import end_notices, reader
from pbem.game.readiness import missing, readiness
from pbem.game.reminders import reminder_notices
from pbem.game.state import HOST, Game, Stage, apply

NOT_RUNNING = "no phase is open in this game"


def answer(game: Game, command: HostLetter, now: datetime) -> Answer:
    """Return what a letter of the host leads to, with the letter that answers it."""
    result = Answer(game, now)
    if command.orders is not None:
        events, notices = player_letters.answer(game, command.orders, now)
        for event in events:
            result.add(event)
        result.notices.extend(notices)
    result.done.extend(command.told)
    result.refused.extend(command.refused)
    for asked in command.asked:
        carry_out(result, asked, command)
    notice = _notice(result, command)
    if notice is not None:
        result.notices.insert(0, notice)
    return result


def carry_out(result: Answer, asked: AskedByHost, command: HostLetter) -> None:
    """Do one thing a host asks for, refuse it, or ask back."""
    why_not = _why_not(result.game, asked)
    if why_not:
        result.refused.append((asked.words, why_not))
        return
    if asked.confirmed:
        result.add(HostConfirmed(result.now))
    elif (says := _asks_back(asked)) and command.letter is not None:
        result.add(HostAsked(result.now, asked.words))
        result.done.append(says)
        return
    _do(result, asked, command)


def _asks_back(asked: AskedByHost) -> str:
    """Return what the host is asked back about something that cannot be taken back."""
    match asked.act:
        case EndGame():
            return "You want to end the game without a winner."
        case _:
            return ""


def _why_not(game: Game, asked: AskedByHost) -> str:
    """Return why something cannot be done as the game stands; empty where it can."""
    match asked.act:
        case MoveDeadline(phase):
            return _clock_stands(game) or _other_phase(game, phase)
        case PhaseEnds(phase):
            return _clock_stands(game) or _other_phase(game, phase)
        case PauseGame():
            return _clock_stands(game)
        case ResumeGame():
            if game.running and game.stage is not Stage.PAUSED:
                return "the clock is going"
            return "" if game.running else NOT_RUNNING
        case Remind():
            owing = game.running and reminder_notices(game)
            return _clock_stands(game) or ("" if owing else "nobody owes anything now")
        case EndGame():
            return "the game is over already" if game.stage is Stage.ENDED else ""
        case Write():
            return "" if game.running else NOT_RUNNING
        case SeeStatus() | Announce() | SetZone():
            return ""


def _clock_stands(game: Game) -> str:
    if game.stage is Stage.PAUSED:
        return "the clock stands; RESUME lets it go on"
    return "" if game.running else NOT_RUNNING


def _other_phase(game: Game, phase: str) -> str:
    is_open = game.open_position().phase
    return "" if str(is_open) == phase else f"{phase} is not open; {is_open} is"


def _do(result: Answer, asked: AskedByHost, command: HostLetter) -> None:
    game, now = result.game, result.now
    match asked.act:
        case SeeStatus():
            if command.letter is not None:
                result.notices.append(_status(game, command))
        case SetZone(zone):
            result.add(ZoneSet(now, HOST, zone))
            result.done.append(f"You read deadlines in {zone} now.")
        case Remind():
            result.notices.extend(reminder_notices(game))
            result.add(HostReminded(now, game.open_position().phase))
            result.done.append("Those who owe something are reminded.")
        case Announce(text):
            result.add(Announced(now, text))
            result.notices.extend(_announcements(game, text, command.author))
            result.done.append("Everybody is told, and the page of the game shows it.")
        case Write(block):
            press.relay_of_host(result, block)
        case MoveDeadline(_, due, because):
            result.add(DeadlineSet(now, game.open_position().phase, due, because))
            result.notices.extend(clock_notices(result.game, because, but=command.author))
            result.done.append("The deadline is moved, and everybody is told.")
        case PauseGame(because):
            result.add(GamePaused(now, because))
            result.notices.extend(clock_notices(result.game, because, but=command.author))
            result.done.append("The clock stands, and everybody is told.")
        case ResumeGame(due):
            result.add(GameResumed(now))
            result.add(DeadlineSet(now, game.open_position().phase, due))
            result.notices.extend(clock_notices(result.game, "", but=command.author))
            result.done.append("The clock goes on, and everybody is told.")
        case PhaseEnds():
            events, notices = phase_ends(game, replace(asked.act, forced=True), now)
            for event in events:
                result.add(event)
            result.notices.extend(notices)
            result.done.append(f"{game.open_position().phase.title} is judged.")
        case EndGame(because):
            _end(result, because)


def _end(result: Answer, because: str) -> None:
    game = result.game
    centers = game.position.centers if game.position else {}
    event = endings.ended(game, "abandoned", (), centers, result.now, because)
    result.add(event)
    result.notices.extend(end_notices(apply(game, event), event, None))
    result.done.append("The game is over, and everybody is told.")


def _announcements(game: Game, text: str, author: str) -> tuple[Notice, ...]:
    """Return the letters that tell everybody but the host what the host announces."""
    players = game.seats if game.running else game.names()
    return tuple(
        AnnouncementNotice(reader(game, game.participant(id)), text, game.host.name)
        for id in players
        if id != author
    )


def _notice(result: Answer, command: HostLetter) -> HostNotice | None:
    """Return the letter that answers the host; None where there is nothing to say."""
    if command.letter is None or not (result.done or result.refused or result.blocks):
        return None
    game = result.game
    return HostNotice(
        reader=reader(game, game.participant(command.author)),
        letter=command.letter,
        phase=game.open_position().phase if game.running else None,
        due=game.due,
        done=tuple(result.done),
        refused=tuple(result.refused),
        waits=game.host.asked,
        blocks=tuple(result.blocks),
    )


def _status(game: Game, command: HostLetter) -> HostStatusNotice:
    assert command.letter is not None
    return HostStatusNotice(
        reader=reader(game, game.participant(command.author)),
        letter=command.letter,
        phase=game.open_position().phase if game.running else None,
        due=game.due,
        powers=standings(game),
        names=tuple(sorted(p.name for p in game.players.values() if p.confirmed)),
        seats=len(game.arrangement.seats),
    )


def standings(game: Game) -> tuple[PowerStanding, ...]:
    """Return how far each power is, as the host may know it; empty where no phase is open."""
    if not game.running:
        return ()
    shown = [power for power in game.variant.powers if power in (*game.played(), *game.vacant)]
    found = []
    for power in shown:
        holder = game.player_of(power)
        found.append(
            PowerStanding(
                power=power,
                player=holder.name if holder else "",
                orders=len(game.sheet(power).orders),
                owes=bool(missing(game, power)),
                readiness=readiness(game, power) if holder else Readiness.READY,
            )
        )
    return tuple(found)
