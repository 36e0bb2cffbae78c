"""What the host of a game asks, and what comes of it.

A request is done, refused with what would be right, or asked back: what cannot be
taken back acts only after the host's CONFIRM. What is done to a game stands in
its public record; what the host may know of orders is who sent some, never what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from pbem.game import endings, forming, host_people, player_letters, press, rollback
from pbem.game.answer import Answer
from pbem.game.commands import (
    AskedByHost,
    EndGame,
    HostLetter,
    Invite,
    MoveDeadline,
    PauseGame,
    PhaseEnds,
    ResumeGame,
    SetZone,
    StartGame,
)
from pbem.game.events import (
    Announced,
    DeadlineSet,
    Event,
    GamePaused,
    GameResumed,
    HostAsked,
    HostConfirmed,
    HostReminded,
    Previewed,
    ZoneSet,
)
from pbem.game.host_acts import (
    Announce,
    Appoint,
    CancelGame,
    EditBoard,
    Eject,
    EndInDraw,
    MakeDummy,
    OfferHosting,
    Preview,
    Remind,
    RollBack,
    SeeStatus,
    Write,
)
from pbem.game.host_checks import asks_back, why_not
from pbem.game.host_notices import (
    AnnouncementNotice,
    HostNotice,
    HostStatusNotice,
    PowerStanding,
    PreviewNotice,
)
from pbem.game.hours import clock_notices
from pbem.game.judging import phase_ends
from pbem.game.notices import Notice, Readiness
from pbem.game.phases import audience, end_notices, judge_phase, reader
from pbem.game.readiness import missing, readiness
from pbem.game.reminders import reminder_notices
from pbem.game.state import HOST, Game
from pbem.sayings import say


def answer(game: Game, command: HostLetter, now: datetime) -> Answer:
    """Return what a letter of the host leads to, with the letter that answers it."""
    result = Answer(game, now)
    if command.orders is not None:
        _take_in(result, *player_letters.answer(game, command.orders, now))
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
    refused = why_not(result.game, asked)
    if refused:
        result.refused.append((asked.words, refused))
        return
    if asked.confirmed:
        result.add(HostConfirmed(result.now))
    elif command.letter is not None and (says := asks_back(result.game, asked)) is not None:
        result.add(HostAsked(result.now, asked.words))
        result.done.append(says)
        return
    _do(result, asked, command)


def _do(result: Answer, asked: AskedByHost, command: HostLetter) -> None:
    author, act = command.author, asked.act
    match act:
        case SeeStatus():
            if command.letter is not None:
                result.notices.append(_status(result.game, command))
        case SetZone(zone):
            result.add(ZoneSet(result.now, HOST, zone))
            result.done.append(say("zone-set", zone=zone))
        case Remind():
            _remind(result)
        case Announce(text):
            result.add(Announced(result.now, text))
            result.notices.extend(_announcements(result.game, text, author))
            result.done.append(say("announced"))
        case Write(block):
            press.relay_of_host(result, block)
        case Preview():
            _preview(result, command)
        case MoveDeadline() | PauseGame() | ResumeGame():
            _set_clock(result, act, author)
        case PhaseEnds():
            _process(result, act)
        case EndGame(because):
            _end(result, "abandoned", (), because)
        case CancelGame(because):
            _end(result, "cancelled", (), because)
        case EndInDraw(powers, because):
            _end(result, "draw", powers or _survivors(result.game), because)
        case Eject(power):
            host_people.eject(result, power, author)
        case Appoint(power, address):
            host_people.appoint(result, power, address)
        case MakeDummy(power):
            host_people.make_dummy(result, power)
        case OfferHosting(address):
            host_people.offer(result, address)
        case RollBack():
            rollback.roll_back(result, act, author)
        case EditBoard():
            rollback.edit(result, act, author)
        case StartGame():
            _take_in(result, *forming.begin(result.game, act, result.now))
            result.done.append(say("begun"))
        case Invite():
            _take_in(result, *forming.invite(result.game, act, result.now))
            result.done.append(say("invited"))


def _take_in(result: Answer, events: Iterable[Event], notices: Iterable[Notice]) -> None:
    for event in events:
        result.add(event)
    result.notices.extend(notices)


def _remind(result: Answer) -> None:
    game = result.game
    result.notices.extend(reminder_notices(game))
    result.add(HostReminded(result.now, game.open_position().phase))
    result.done.append(say("reminded"))


def _preview(result: Answer, command: HostLetter) -> None:
    """Show what would happen now; that it was asked stands on the page, never what it showed."""
    game = result.game
    _, report = judge_phase(game, result.now)
    result.add(Previewed(result.now, report.position.phase))
    if command.letter is not None:
        who = reader(game, game.participant(command.author))
        result.notices.append(PreviewNotice(who, command.letter, report))
        return
    result.done.extend(
        say("previewed", power=power, order=row.order, reason=row.reason)
        for power, rows in report.result.orders.items()
        for row in rows
    )


def _set_clock(result: Answer, act: MoveDeadline | PauseGame | ResumeGame, author: str) -> None:
    now, phase, because = result.now, result.game.open_position().phase, ""
    match act:
        case MoveDeadline(_, due, because):
            result.add(DeadlineSet(now, phase, due, because))
            result.done.append(say("deadline-moved"))
        case PauseGame(because):
            result.add(GamePaused(now, because))
            result.done.append(say("paused"))
        case ResumeGame(due):
            result.add(GameResumed(now))
            result.add(DeadlineSet(now, phase, due))
            result.done.append(say("resumed"))
    result.notices.extend(clock_notices(result.game, because, but=author))


def _process(result: Answer, act: PhaseEnds) -> None:
    phase = result.game.open_position().phase
    _take_in(result, *phase_ends(result.game, replace(act, forced=True), result.now))
    result.done.append(say("judged", phase=phase.spoken))


def _survivors(game: Game) -> tuple[str, ...]:
    """Return the powers that share a draw which names none: those of players, with a center."""
    centers = game.open_position().centers
    return tuple(
        power
        for power in game.played()
        if centers.get(power) and power not in game.seats.get(HOST, ())
    )


def _end(result: Answer, how: str, winners: tuple[str, ...], because: str) -> None:
    game = result.game
    centers = game.position.centers if game.position else {}
    sides = [(power,) for power in winners]
    event = endings.ended(game, how, sides, centers, result.now, because)
    result.add(event)
    result.notices.extend(end_notices(result.game, event, None))
    result.done.append(say("ended"))


def _announcements(game: Game, text: str, author: str) -> tuple[Notice, ...]:
    """Return the letters that tell everybody but the host what the host announces."""
    return tuple(
        AnnouncementNotice(reader(game, game.participant(id)), text, game.host.name)
        for id in audience(game)
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
        names=tuple(sorted(game.all_names()[id] for id in game.joined())),
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
