"""What a host does about people: who is out, who is asked to play, who is the host next."""

from __future__ import annotations

from datetime import datetime

from pbem.game import seats
from pbem.game.answer import Answer
from pbem.game.commands import TakeHosting
from pbem.game.events import (
    HostChanged,
    HostOffered,
    HostPlays,
    PlayerJoined,
    PowerOffered,
    SeatTaken,
)
from pbem.game.host_checks import known_by, seat_of
from pbem.game.host_notices import AppointNotice, HostNotice, NewsNotice, OfferNotice
from pbem.game.notices import Notice, PhaseNotice
from pbem.game.participants import FORMER, HEIR, pseudonym
from pbem.game.phases import audience, opening_notices, reader
from pbem.game.state import HOST, Game
from pbem.sayings import say


def eject(result: Answer, power: str, but: str) -> None:
    """Take a power, and all others of its player, away; those who play on and who left are told."""
    game = result.game
    holder = game.player_of(power)
    assert holder is not None
    powers = seat_of(game, power)
    how = "released" if holder.id == HOST else "ejected"
    vacated = seats.vacating(game, holder.id, powers, how, result.now)
    result.add(vacated)
    letters = seats.vacancy_notices(result.game, vacated)
    result.notices.extend(notice for notice in letters if notice.reader.player != but)
    result.done.append(say("ejected", powers=game.variant.named(powers)))


def appoint(result: Answer, power: str, address: str) -> None:
    """Ask somebody to play a power."""
    game, now = result.game, result.now
    known = known_by(game, address)
    id = known.id if known else game.next_id()
    if known is None:
        result.add(PlayerJoined(now, id, address, pseudonym(id), (power,), invited=True))
    result.add(PowerOffered(now, id, power))
    who = reader(result.game, result.game.participant(id))
    phase = game.open_position().phase
    result.notices.append(AppointNotice(who, game.settings, phase, power, game.host.name))
    name = game.variant.powers[power].name
    result.done.append(say("appointed", address=address, power=name))


def make_dummy(result: Answer, power: str) -> None:
    """Let the host give the orders of a power; everybody is told."""
    result.add(SeatTaken(result.now, HOST, (power,)))
    game = result.game
    if game.due is not None:
        opening = opening_notices(game, None)
        mine = (n for n in opening if n.reader.player == HOST and isinstance(n, PhaseNotice))
        result.notices.extend(mine)
    result.notices.extend(_news(game, "dummy", game.host.name, (power,), but=HOST))
    result.done.append(say("dummy-made", power=game.variant.powers[power].name))


def offer(result: Answer, address: str) -> None:
    """Ask somebody to be the host."""
    result.add(HostOffered(result.now, address))
    game = result.game
    known = known_by(game, address)
    id = known.id if known and known.confirmed else HEIR
    who = reader(game, game.participant(id))
    result.notices.append(OfferNotice(who, game.settings, game.host.name))
    result.done.append(say("hosting-offered", address=address))


def take_hosting(game: Game, command: TakeHosting, now: datetime) -> Answer:
    """Return what comes of a yes to being the host; nothing where nobody is asked any more."""
    result = Answer(game, now)
    address = game.host.offered
    who = game.participant(command.id)
    if not address or who.address.casefold() != address.casefold():
        return result
    run_by_host = game.seats.get(HOST, ())
    if run_by_host and command.id in game.seats:
        vacated = seats.vacating(game, HOST, run_by_host, "released", now)
        result.add(vacated)
        result.notices.extend(seats.vacancy_notices(result.game, vacated))
    name = who.name or command.name or "The new host"
    result.add(HostChanged(now, address, name, who.zone))
    after = result.game
    if after.host_plays:
        result.add(HostPlays(now, after.host_plays))
    mine = after.host_plays or HOST
    result.notices.extend(_news(after, "host", name, (), but=mine))
    if game.host.address and not game.host_plays:
        result.notices.append(NewsNotice(reader(after, after.participant(FORMER)), "host", name))
    answer = HostNotice(
        reader=reader(after, after.participant(mine)),
        letter=command.letter,
        phase=after.open_position().phase if after.running else None,
        due=after.due,
        done=(say("hosting-taken"),),
        refused=(),
    )
    result.notices.insert(0, answer)
    return result


def _news(
    game: Game, kind: str, name: str, powers: tuple[str, ...], but: str
) -> tuple[Notice, ...]:
    return tuple(
        NewsNotice(reader(game, game.participant(id)), kind, name, powers)
        for id in audience(game)
        if id != but
    )
