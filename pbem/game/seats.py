"""Seats that change hands: players who leave, powers that are vacant, those who take over."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pbem.game import observing
from pbem.game.answer import Answer
from pbem.game.events import (
    Event,
    HostPlays,
    PhaseAdjudicated,
    PlayerConfirmed,
    ResignationAsked,
    SeatTaken,
    SeatVacated,
)
from pbem.game.events.observing import Role
from pbem.game.notices import Notice, VacancyNotice
from pbem.game.phases import reader
from pbem.game.settings import Missed
from pbem.game.state import HOST, Game, Player, apply
from pbem.sayings import say


def resign(result: Answer, player: Player) -> None:
    """Ask back: a resignation acts only after a confirming answer."""
    result.add(ResignationAsked(result.now, player.id))
    result.done.append(say("leaving-asked-back"))


def leave(result: Answer, player: Player) -> None:
    """Let a player go who has confirmed it; the orders of the powers never run."""
    vacated = vacating(result.game, player.id, result.game.seats[player.id], "resigned", result.now)
    result.add(vacated)
    result.done.append(say("left"))
    result.notices.extend(vacancy_notices(result.game, vacated))


def vacating(
    game: Game, player: str, powers: tuple[str, ...], how: str, now: datetime
) -> SeatVacated:
    """Return that powers of a player are nobody's now; their receipts are counted on."""
    issued = {power: game.next_receipt(power) - 1 for power in powers}
    receipts = {power: number for power, number in issued.items() if number}
    return SeatVacated(now, player, powers, how, receipts)


def dropped(game: Game, judged: PhaseAdjudicated, now: datetime) -> tuple[SeatVacated, ...]:
    """Return the seats that fall vacant because their players missed too many phases."""
    times = game.settings.times
    if times.missed is not Missed.VACANT:
        return ()
    return tuple(
        SeatVacated(now, player, powers, "missed")
        for player, powers in game.seats.items()
        if any(
            power in judged.late and judged.missed.get(power, 0) >= times.missed_limit
            for power in powers
        )
    )


def vacancy_notices(game: Game, vacated: SeatVacated) -> tuple[Notice, ...]:
    """Return the letters that tell those who play on, and whoever left against their will."""
    told = list(game.told())
    if vacated.how not in ("resigned", "released"):
        told.append(vacated.player)
    free = () if game.settings.private else game.watching(Role.OBSERVER, Role.STANDBY)
    return tuple(
        VacancyNotice(
            reader(game, game.participant(player)),
            game.open_position().phase,
            vacated.powers,
            vacated.how,
            "" if game.hidden else game.participant(vacated.player).name,
            own=player == vacated.player,
            free=player in free,
        )
        for player in (*told, *free)
    )


def take(game: Game, player: Player, powers: Iterable[str], now: datetime) -> tuple[Event, ...]:
    """Return the events by which somebody plays powers that are vacant, or were offered.

    None where they are neither. What the host ran is taken from the host.
    """
    offered = game.offers.get(player.id)
    run = (power for power in game.seats.get(HOST, ()) if power == offered)
    free = tuple(power for power in powers if power in (*game.vacant, *run))
    if not free:
        return ()
    known = () if player.confirmed else (PlayerConfirmed(now, player.id),)
    left = observing.seated(game, player, now)
    return (*_shown(game, player, (*known, SeatTaken(now, player.id, free)), now), *left)


def confirmed(game: Game, player: Player, now: datetime) -> tuple[Event, ...]:
    """Return the events by which a player counts; a host who plays is shown as such."""
    event = PlayerConfirmed(now, player.id)
    left = observing.seated(game, player, now)
    return (*_shown(game, player, (event,), now), *left)


def _shown(
    game: Game, player: Player, events: tuple[Event, ...], now: datetime
) -> tuple[Event, ...]:
    """Return events, with one more where by them the host plays."""
    for event in events:
        game = apply(game, event)
    return (*events, *((HostPlays(now, player.id),) if game.host_plays == player.id else ()))
