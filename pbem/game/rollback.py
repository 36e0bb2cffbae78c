"""Taking a game back to an earlier phase, and changing its board.

Both append: what was judged stays in the record, overruled; the event says where
play goes on, what the board is, and why. Orders that were given for the phase that
was open are set aside, and each player is told which.
"""

from __future__ import annotations

from pbem.board.phase import PhaseKind
from pbem.game.answer import Answer
from pbem.game.editing import edited, why_not_edited
from pbem.game.events import (
    BoardEdited,
    DeadlineSet,
    OrdersSubmitted,
    ReadinessChanged,
    RolledBack,
)
from pbem.game.host_acts import EditBoard, RollBack
from pbem.game.host_notices import EditNotice, RollbackNotice
from pbem.game.notices import Notice
from pbem.game.phases import audience, reader
from pbem.game.readiness import order_form
from pbem.game.sheet import canonical_sheet, sheet_hash
from pbem.game.state import Game, Stage
from pbem.orders.notation import read_order, unit_of
from pbem.sayings import Saying, say


def roll_back(result: Answer, act: RollBack, but: str) -> None:
    """Open an earlier phase again, and tell everybody but one who knows."""
    game, now = result.game, result.now
    aside = {power: sheet.orders for power, sheet in game.sheets.items() if sheet.orders}
    neutral = act.position.neutral
    kept = {id: tuple(p for p in own if p not in neutral) for id, own in game.seats.items()}
    left = game.open_position().phase
    result.add(
        RolledBack(
            at=now,
            number=act.number,
            after=act.after,
            left=left,
            position=act.position,
            because=act.because,
            seats={id: powers for id, powers in kept.items() if powers},
            missed=act.missed,
            issued=act.issued,
            aside=aside,
        )
    )
    if result.game.stage is Stage.RUNNING:
        result.add(DeadlineSet(now, act.position.phase, act.due))
    after = result.game
    for id in audience(after):
        powers = after.seats.get(id, ())
        notice = RollbackNotice(
            reader=reader(after, after.participant(id)),
            phase=act.position.phase,
            left=left,
            due=after.due,
            because=act.because,
            position=act.position,
            forms=tuple(form for power in powers if (form := order_form(after, power))),
            aside={power: aside[power] for power in powers if power in aside},
        )
        if id != but:
            result.notices.append(notice)
    result.done.append(say("rolled-back", phase=act.position.phase.spoken))


def why_not_edit(game: Game, act: EditBoard) -> Saying | None:
    """Return why the board cannot be changed so; None where it can."""
    return why_not_edited(game.variant, game.open_position(), act.what, act.place, act.power)


def edit(result: Answer, act: EditBoard, but: str) -> None:
    """Change the board, drop the orders that it makes void, and tell everybody but one."""
    game, now = result.game, result.now
    before = game.open_position()
    position = edited(game.variant, before, act.what, act.place, act.power)
    result.add(BoardEdited(now, act.what, act.place, act.power, position, act.because))
    for power in game.played():
        touched = before.units.get(power) != position.units.get(power) or before.centers.get(
            power
        ) != position.centers.get(power)
        if touched:
            _drop_orders(result, power, act)
    result.notices.extend(_edit_notices(result.game, act, but))
    (name,) = game.variant.named((act.power,)) if act.power else ("",)
    result.done.append(say("edited", what=act.what, place=act.place, power=name))


def _drop_orders(result: Answer, power: str, act: EditBoard) -> None:
    """Drop the orders of a power that are for units it has no more, in adjustments all."""
    game = result.game
    sheet = game.sheet(power)
    adjusts = game.open_position().phase.kind is PhaseKind.ADJUSTMENTS
    units = game.open_position().units.get(power, ())
    kept = tuple(o for o in sheet.orders if not adjusts and unit_of(read_order(o)) in units)
    if kept != sheet.orders:
        phase, nonce = game.open_position().phase, act.nonces[power]
        result.add(
            OrdersSubmitted(
                at=result.now,
                power=power,
                phase=phase,
                receipt=game.next_receipt(power),
                orders=kept,
                written=tuple(words for words in sheet.written if words.order in kept),
                nonce=nonce,
                hash=sheet_hash(nonce, canonical_sheet(game.id, phase, power, kept)),
                questions=(),
                letter="",
            )
        )
    if game.words.get(power) == "ready":
        result.add(ReadinessChanged(result.now, power, ""))


def _edit_notices(game: Game, act: EditBoard, but: str) -> list[Notice]:
    position = game.open_position()
    return [
        EditNotice(
            reader=reader(game, game.participant(id)),
            phase=position.phase,
            due=game.due,
            what=act.what,
            place=act.place,
            power=act.power,
            because=act.because,
            position=position,
            forms=tuple(form for p in game.seats.get(id, ()) if (form := order_form(game, p))),
        )
        for id in audience(game)
        if id != but
    ]
