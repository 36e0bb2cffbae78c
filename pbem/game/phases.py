"""A phase is judged, the next is opened, a game ends: events and who is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from pbem.adjudicator import adjudicate
from pbem.board.phase import PhaseKind
from pbem.board.position import Dislodgement
from pbem.game.draws import draw_coin
from pbem.game.events import CoinFell, GameEnded, OrdersSubmitted, PhaseAdjudicated
from pbem.game.events.observing import Role
from pbem.game.host_notices import HostPhaseNotice
from pbem.game.house import rules_in_short
from pbem.game.notices import (
    EndNotice,
    Notice,
    ObserverPhaseNotice,
    PhaseNotice,
    PhaseReport,
    Reader,
)
from pbem.game.readiness import order_form, owed_by
from pbem.game.sheet import SheetOpened, Written, canonical_sheet, sheet_hash
from pbem.game.state import HOST, Game, Player
from pbem.game.turns import follow
from pbem.orders.notation import read_order, unit_of, write_order
from pbem.orders.order import Disband, Retreat
from pbem.orders.situation import DISBANDED


def reader(game: Game, player: Player) -> Reader:
    """Return what the frame of a letter to a player says."""
    return Reader(
        game=game.id,
        title=game.settings.title,
        variant=game.variant.key,
        player=player.id,
        powers=game.seats.get(player.id, ()),
        zone=player.zone,
        epoch=game.epoch,
        rules=rules_in_short(game.settings),
    )


def audience(game: Game) -> tuple[str, ...]:
    """Return who is told what happens to all: whoever has powers or a seat, host, observers."""
    players = game.told() if game.position else (*game.joined(), *game.told())
    return (*players, *game.watching(Role.OBSERVER))


def judge_phase(game: Game, now: datetime) -> tuple[PhaseAdjudicated, PhaseReport]:
    """Return the open phase as judged with the sheets that stand, and how a letter tells it."""
    position = game.open_position()
    orders = {power: own for power in game.played() if (own := game.sheet(power).orders)}
    result = adjudicate(game.variant, position, orders, game.rulebook)
    after = follow(game.variant, position, result)
    late = late_powers(game)
    event = PhaseAdjudicated(
        at=now,
        number=game.number + 1,
        after=game.after,
        position=position,
        due=game.due or now,
        orders=orders,
        result=result,
        removed=after.removed,
        receipts={
            power: game.sheet(power).receipts
            for power in game.played()
            if game.sheet(power).receipts
        },
        opened={
            power: SheetOpened(sheet.receipts[-1].number, sheet.nonce, sheet.orders)
            for power in game.played()
            if (sheet := game.sheet(power)).receipts
        },
        written={power: words for power in game.played() if (words := _words(game, power))},
        late=late,
        following=after.position,
        missed=_missed(game, late),
    )
    return event, PhaseReport(position, result, after.removed, late)


def late_powers(game: Game) -> tuple[str, ...]:
    """Return the powers that owe something and have sent no usable order, in order."""
    return tuple(power for power in game.played() if _late(game, power))


def _missed(game: Game, late: tuple[str, ...]) -> dict[str, int]:
    """Return how many phases each power has missed in a row; who owed nothing keeps its count."""
    kept = {
        power: count
        for power, count in game.missed.items()
        if power not in late and owed_by(game, power).nothing
    }
    return kept | {power: game.missed.get(power, 0) + 1 for power in late}


def _late(game: Game, power: str) -> bool:
    """Return whether a power owed something and sent no usable order."""
    silent = not game.sheet(power).orders and game.words.get(power) != "ready"
    return silent and not owed_by(game, power).nothing


def _words(game: Game, power: str) -> tuple[Written, ...]:
    return tuple(w for w in game.sheet(power).written if w.order in game.sheet(power).orders)


def coin(game: Game, judged: PhaseAdjudicated, key: str, now: datetime) -> tuple[CoinFell, ...]:
    """Return the coin that falls after a phase, if one does.

    It falls once, when the turn it waits for is settled, before the adjustments:
    heads gives the power to the first seat of the arrangement, tails to the second.
    """
    waits = game.arrangement.coin
    if waits is None or waits.power not in game.open_position().neutral:
        return ()
    turn, after = judged.position.phase, judged.following.phase
    settled = turn.turn == waits.after.turn and after.turn != turn.turn
    if not settled:
        return ()
    seat = game.arrangement.seats[0 if draw_coin(key) else 1]
    player = next(player for player, powers in game.seats.items() if set(powers) == set(seat))
    return (CoinFell(now, game.draws, key, waits.power, player),)


def given_ahead(
    before: Game, game: Game, nonces: Mapping[str, str], now: datetime
) -> tuple[OrdersSubmitted, ...]:
    """Return the sheets that retreats given ahead make in a retreat phase.

    Of what was written for `A MUN H (retreat BER, KIE)` only places that are
    open count; a unit without any is left to its player.

    Args:
        before: The game as it was in the movement phase.
        game: The same game in the phase that follows.
        nonces: See `PhaseEnds`.
        now: When the phase opens.
    """
    position = game.open_position()
    if position.phase.kind is not PhaseKind.RETREATS:
        return ()
    sheets = []
    for power, dislodged in position.dislodged.items():
        if power not in nonces:
            continue
        ahead = {unit_in(words.order): words for words in before.sheet(power).ahead}
        written = tuple(
            Written(ahead[d.unit.province].text, order)
            for d in dislodged
            if d.unit.province in ahead and (order := _open_retreat(ahead[d.unit.province], d))
        )
        if written:
            sheets.append(_first_sheet(game, power, written, nonces[power], now))
    return tuple(sheets)


def unit_in(order: str) -> str:
    """Return the province of an order's unit; empty for a waived build."""
    unit = unit_of(read_order(order))
    return unit.province if unit else ""


def _open_retreat(words: Written, dislodged: Dislodgement) -> str:
    """Return the retreat as far as it can be carried out; empty where it cannot."""
    order = read_order(words.order)
    if isinstance(order, Disband):
        return write_order(Disband(dislodged.unit))
    if not isinstance(order, Retreat):
        return ""
    places = tuple(to for to in order.to if to in dislodged.retreats or to == DISBANDED)
    if not places:
        return ""
    if places[0] == DISBANDED:
        return write_order(Disband(dislodged.unit))
    return write_order(Retreat(dislodged.unit, places))


def _first_sheet(
    game: Game, power: str, written: tuple[Written, ...], nonce: str, now: datetime
) -> OrdersSubmitted:
    phase = game.open_position().phase
    orders = tuple(sorted(words.order for words in written))
    return OrdersSubmitted(
        at=now,
        power=power,
        phase=phase,
        receipt=game.next_receipt(power),
        orders=orders,
        written=written,
        nonce=nonce,
        hash=sheet_hash(nonce, canonical_sheet(game.id, phase, power, orders)),
        questions=(),
        letter="",
    )


def opening_notices(game: Game, report: PhaseReport | None) -> tuple[Notice, ...]:
    """Return the letters that open the phase at hand, with the phase before if there was one."""
    position = game.open_position()
    assert game.due is not None
    players = tuple(
        PhaseNotice(
            reader=reader(game, game.participant(player)),
            phase=position.phase,
            due=game.due,
            position=position,
            forms=tuple(form for power in powers if (form := order_form(game, power))),
            report=report,
            settings=None if report else game.settings,
            seats=game.seats,
            names=game.names(),
            host=game.host_plays,
        )
        for player, powers in game.seats.items()
    )
    return (*players, *_host_notices(game, report), *_observer_notices(game, report))


def _observer_notices(game: Game, report: PhaseReport | None) -> Iterator[ObserverPhaseNotice]:
    """Yield the letters to observers: what was judged, or who plays what in a new game."""
    position = game.open_position()
    assert game.due is not None
    for observer in game.watching(Role.OBSERVER):
        who = reader(game, game.participant(observer))
        seats, names = (game.seats, game.names()) if report is None else ({}, {})
        yield ObserverPhaseNotice(who, position.phase, game.due, position, report, seats, names)


def _host_notices(game: Game, report: PhaseReport | None) -> tuple[HostPhaseNotice, ...]:
    """Return the host's letter on a new phase: who ordered, never what; a player has his own."""
    if not game.host.address or game.host_plays or game.due is None:
        return ()
    orders = report.result.orders if report else {}
    ordered = [p for p, own in orders.items() if any(result.given for result in own)]
    notice = HostPhaseNotice(
        reader=reader(game, game.participant(HOST)),
        phase=game.open_position().phase,
        due=game.due,
        judged=report.position.phase if report else None,
        ordered=tuple(ordered),
        late=report.late if report else (),
        seats=game.seats,
        names=game.all_names(),
    )
    return (notice,)


def end_notices(game: Game, ended: GameEnded, report: PhaseReport | None) -> tuple[Notice, ...]:
    """Return the last letters of a game; to whoever has confirmed."""
    phase = report.position.phase if report else game.variant.start
    if report is None and game.position is not None:
        phase = game.position.phase
    return tuple(
        EndNotice(
            reader=reader(game, player),
            phase=phase,
            how=ended.how,
            winners=ended.winners,
            centers=ended.centers,
            names=game.names(),
            seats=game.seats,
            because=ended.because,
            report=report,
        )
        for player in _told_of_the_end(game)
    )


def _told_of_the_end(game: Game) -> Iterator[Player]:
    yield from (player for player in game.players.values() if player.confirmed)
    yield from _host(game)
    yield from (game.participant(observer) for observer in game.watching(Role.OBSERVER))


def _host(game: Game) -> tuple[Player, ...]:
    """Return the host who is told of the end; nobody where a player is the host."""
    return (game.participant(HOST),) if game.host.address and not game.host_plays else ()
