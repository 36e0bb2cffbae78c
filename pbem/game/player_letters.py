"""A player's letter: what it changes, and the answer.

The letter was read for the open phase. Requests that take orders away (CLEAR,
UNDO) act before its orders, READY and WAIT after them, wherever they stand.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.board.phase import PhaseKind
from pbem.game import forgetting, forming, hours, moving, press, seats, votes
from pbem.game.answer import Answer
from pbem.game.commands import (
    Absent,
    Affirm,
    AskStatus,
    ChangeAddress,
    Clear,
    Concede,
    Extend,
    Forget,
    LetterRef,
    PlayerLetter,
    Prefer,
    Ready,
    Rename,
    Request,
    Resign,
    SetZone,
    Undo,
    VoteDraw,
    Wait,
)
from pbem.game.endings import voted
from pbem.game.events import Event, OrdersSubmitted, PlayerRenamed, ReadinessChanged, ZoneSet
from pbem.game.notices import (
    Notice,
    PowerReceipt,
    Readiness,
    ReceiptNotice,
    StatusNotice,
    Trouble,
    TroubleNotice,
)
from pbem.game.phases import end_notices, reader, unit_in
from pbem.game.readiness import (
    missing,
    owed_by,
    readiness,
    sheet_lines,
    why_not_ready,
)
from pbem.game.settings import Press
from pbem.game.sheet import Written, canonical_sheet, sheet_hash
from pbem.game.state import Game, Player, Stage
from pbem.game.troubles import trouble_notice
from pbem.orders.notation import read_order, unit_of
from pbem.orders.order import Build, Waive
from pbem.orders.reading import Question, Reading
from pbem.sayings import Saying, say

_NOTHING = Reading()
_KEPT_FOR_UNDO = 20


def answer(
    game: Game, command: PlayerLetter, now: datetime
) -> tuple[tuple[Event, ...], tuple[Notice, ...]]:
    """Return the events of a player's letter and the letters that answer it."""
    if forgetting.is_all(game, command):
        return forgetting.answer(game, command, now)
    if game.stage is Stage.FORMING:
        return forming.answer(game, command, now)
    player = game.participant(command.player)
    trouble = _trouble(game, player, command)
    if trouble:
        return (), (trouble,)
    result = Answer(game, now, done=list(command.told), refused=list(command.refused))
    if command.foreign:
        result.done.append(say("foreign-address", address=command.foreign))
    hand = game.seats.get(player.id, ())
    for request in command.requests:
        _about_player(result, player, request, command.letter)
    ended = voted(result.game, now)
    receipts = tuple(
        _power(result, power, command)
        for power in result.game.seats.get(player.id, ())
        if _concerns(command, power) and not ended
    )
    # After the orders, so that who is late and orders may speak; before the end of the game.
    press.relay(result, player, hand, command)
    if ended:
        receipt = _notices(result, command, ()) if command.blocks else ()
        result.add(ended)
        last = end_notices(result.game, ended, None)
        return tuple(result.events), (*receipt, *result.notices, *last)
    notices = _notices(result, command, receipts)
    return tuple(result.events), (*notices, *result.notices)


def _trouble(game: Game, player: Player, command: PlayerLetter) -> TroubleNotice | None:
    """Return why the letter as a whole changes nothing, if so."""

    def notice(trouble: Trouble, says: Saying) -> TroubleNotice:
        return trouble_notice(game, player, command.letter, trouble, says)

    if game.stage is Stage.ENDED:
        return notice(Trouble.GAME_OVER, say("game-over"))
    orders = any(r.orders or r.questions or r.refused or r.later for r in command.readings.values())
    dated = orders or any(isinstance(r, Ready | Wait | Clear | Undo) for r in command.requests)
    if dated and _late(game, command.letter):
        return notice(Trouble.LATE, say("too-late", phase=game.open_position().phase.spoken))
    if not (orders or command.requests or command.refused or command.told or command.blocks):
        may_write = game.settings.press is not Press.NONE
        return notice(Trouble.NO_ORDERS, say("nothing-found", may_write=may_write))
    return None


def _late(game: Game, letter: LetterRef) -> bool:
    if game.number and game.opened and letter.arrived < game.opened:
        return True
    if game.held:
        return False
    return bool(game.due and letter.arrived > game.due + game.settings.times.grace)


def _about_player(result: Answer, player: Player, request: Request, letter: LetterRef) -> None:
    """Carry out what a letter asks of the judge for the player as a whole."""
    match request:
        case VoteDraw(yes, powers):
            votes.draw(result, player, yes, powers)
        case Concede(to):
            votes.concede(result, player, to)
        case Affirm():
            _affirm(result, player, letter)
        case Forget():
            forgetting.ask(result, player, letter)
        case Extend():
            hours.extend(result, player, request)
        case Absent():
            hours.absent(result, player, request)
        case Resign():
            seats.resign(result, player)
        case Rename(name):
            result.add(PlayerRenamed(result.now, player.id, name))
            result.done.append(forming.named_now(result.game, name))
        case ChangeAddress(address):
            moving.ask(result, player, address)
        case SetZone(zone):
            result.add(ZoneSet(result.now, player.id, zone))
            result.done.append(say("zone-set", zone=zone))
        case Ready() | Wait() | Clear() | Undo() | AskStatus() | Prefer():
            pass


def _affirm(result: Answer, player: Player, letter: LetterRef) -> None:
    """Do what the judge asked back about."""
    if player.id in result.game.forgetting:
        forgetting.forget(result, player, letter)
    elif player.id in result.game.resigning:
        seats.leave(result, player)
    else:
        votes.affirm(result, player)


def _concerns(command: PlayerLetter, power: str) -> bool:
    reading = command.readings.get(power, _NOTHING)
    asks = any(isinstance(r, Ready | Wait | Clear | Undo) for r in command.requests)
    return asks or bool(reading.orders or reading.questions or reading.refused or reading.later)


def _power(result: Answer, power: str, command: PlayerLetter) -> PowerReceipt:
    """Carry out a letter for one power and return its receipt."""
    reading = command.readings.get(power, _NOTHING)
    if _closed_by_grace(result.game, power, command.letter):
        result.refused.append((power, say("closed-by-grace")))
        reading = replace(reading, orders=(), questions=())
    else:
        _submit(result, power, command, reading)
        _say_ready(result, power, command)
    return _receipt(result.game, power, reading)


def _closed_by_grace(game: Game, power: str, letter: LetterRef) -> bool:
    return bool(
        game.due
        and not game.held
        and letter.arrived > game.due
        and readiness(game, power) is Readiness.READY
    )


def _submit(result: Answer, power: str, command: PlayerLetter, reading: Reading) -> None:
    game = result.game
    old = game.sheet(power)
    base, before = old.orders, old.before
    if any(isinstance(request, Undo) for request in command.requests):
        result.done.append(say("undone") if before else say("nothing-to-undo"))
        base, before = (before[-1], before[:-1]) if before else (base, ())
    cleared = any(isinstance(request, Clear) for request in command.requests)
    if cleared:
        base = ()
        result.done.append(say("cleared"))
    fresh = tuple(read.order for read in reading.orders)
    orders = merge(game, power, base, fresh)
    undone = any(isinstance(request, Undo) for request in command.requests)
    if not undone and orders != old.orders:
        before = (*before, old.orders)[-_KEPT_FOR_UNDO:]
    questions = _still_open(() if cleared else old.questions, reading)
    texts = {w.order: w.text for w in old.written}
    texts |= {read.order: read.text for read in reading.orders}
    nonce = command.nonces[power]
    phase = game.open_position().phase
    result.add(
        OrdersSubmitted(
            at=result.now,
            power=power,
            phase=phase,
            receipt=game.next_receipt(power),
            orders=orders,
            written=tuple(Written(texts[order], order) for order in orders if order in texts),
            nonce=nonce,
            hash=sheet_hash(nonce, canonical_sheet(game.id, phase, power, orders)),
            questions=questions,
            letter=command.letter.key,
            before=before,
            ahead=_ahead(() if cleared else old.ahead, reading),
        )
    )


def _still_open(before: tuple[Question, ...], reading: Reading) -> tuple[Question, ...]:
    """Return the questions that stay open after a letter, the new ones last.

    An order for one of its units closes a question, and so does asking again.
    """
    settled = {unit_in(read.order) for read in reading.orders}
    asked = {_provinces(question) for question in reading.questions}
    kept = [
        question
        for question in before
        if not _provinces(question) & settled and _provinces(question) not in asked
    ]
    return (*kept, *reading.questions)


def _ahead(before: tuple[Written, ...], reading: Reading) -> tuple[Written, ...]:
    """Return the retreats given ahead; a new one for a unit takes the place of its old one."""
    fresh = {unit_in(read.order): Written(read.text, read.order) for read in reading.later}
    kept = {unit_in(words.order): words for words in before}
    return tuple((kept | fresh).values())


def _provinces(question: Question) -> frozenset[str]:
    return frozenset(unit_in(order) for order in question.candidates)


def merge(
    game: Game, power: str, standing: tuple[str, ...], fresh: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the sheet after new orders, sorted: a new order for a unit replaces its old one.

    In Winter new builds and waives replace as many of the oldest as would be
    too many.
    """
    units = {unit.province for order in fresh if (unit := unit_of(read_order(order)))}
    kept = [
        order
        for order in standing
        if (unit := unit_of(read_order(order))) is None or unit.province not in units
    ]
    if game.open_position().phase.kind is PhaseKind.ADJUSTMENTS:
        spare = owed_by(game, power).builds - _builds(fresh)
        builds = [order for order in kept if isinstance(read_order(order), Build | Waive)]
        dropped = builds[: max(0, len(builds) - max(spare, 0))]
        for order in dropped:
            kept.remove(order)
    return tuple(sorted([*kept, *fresh]))


def _builds(orders: tuple[str, ...]) -> int:
    return sum(isinstance(read_order(order), Build | Waive) for order in orders)


def _say_ready(result: Answer, power: str, command: PlayerLetter) -> None:
    for request in command.requests:
        match request:
            case Ready():
                why_not = why_not_ready(result.game, power)
                if why_not:
                    result.refused.append(("READY", say("not-ready", power=power, why=why_not)))
                else:
                    result.add(ReadinessChanged(result.now, power, "ready"))
            case Wait():
                result.add(ReadinessChanged(result.now, power, "wait"))
            case _:
                pass


def _receipt(game: Game, power: str, reading: Reading) -> PowerReceipt:
    sheet = game.sheet(power)
    last = sheet.receipts[-1] if sheet.receipts else None
    return PowerReceipt(
        power=power,
        reading=replace(reading, questions=sheet.questions),
        sheet=sheet_lines(game, power, frozenset(read.order for read in reading.orders)),
        receipt=last.number if last else 0,
        hash=last.hash if last else "",
        nonce=sheet.nonce,
        readiness=readiness(game, power),
        owes=missing(game, power),
    )


def _notices(
    result: Answer, command: PlayerLetter, receipts: tuple[PowerReceipt, ...]
) -> tuple[Notice, ...]:
    game = result.game
    who = reader(game, game.participant(command.player))
    position = game.open_position()
    status = StatusNotice(
        reader=who,
        letter=command.letter,
        phase=position.phase,
        due=game.due,
        position=position,
        ready=tuple(p for p in game.played() if readiness(game, p) is Readiness.READY),
    )
    asked = any(isinstance(request, AskStatus) for request in command.requests)
    receipt = ReceiptNotice(
        reader=who,
        letter=command.letter,
        phase=position.phase,
        due=game.due,
        powers=receipts,
        done=tuple(result.done),
        refused=tuple(result.refused),
        blocks=tuple(result.blocks),
    )
    said = bool(receipts or result.done or result.refused or result.blocks)
    return (*((receipt,) if said else ()), *((status,) if asked else ()))
