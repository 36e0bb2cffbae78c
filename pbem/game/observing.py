"""Observers of a game and its standby list: how they come, what they are told, how they go.

They have no seat and no say. Who asks counts once the address has answered a letter
with a token; who goes is believed on a proof of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from pbem.game import press
from pbem.game.answer import Answer
from pbem.game.commands import LetterRef, Observe, ObserverLetter
from pbem.game.events import (
    Event,
    ObserverAsked,
    ObserverConfirmed,
    ObserverForgotten,
    ObserverLeft,
    ZoneSet,
)
from pbem.game.events.observing import Role
from pbem.game.notices import Notice, ObserverNotice, Trouble, Wish
from pbem.game.observers import Observer
from pbem.game.phases import reader
from pbem.game.state import Game, Player, Stage
from pbem.game.troubles import trouble_notice
from pbem.sayings import say

Outcome = tuple[tuple[Event, ...], tuple[Notice, ...]]


def ask(game: Game, command: Observe, now: datetime) -> Outcome:
    """Return the ruling on a letter that nothing proves: what it asks for is asked back."""
    known = next((o for o in game.observers.values() if o.address == command.address), None)
    if game.stage is Stage.ENDED:
        who = Player("", command.address, "", ())
        says = say("over-to-watch", title=game.settings.title)
        return (), (trouble_notice(game, who, command.letter, Trouble.GAME_OVER, says),)
    observer = known.id if known else f"o{len(game.observers) + 1}"
    result = Answer(game, now)
    has = known.roles if known else frozenset()
    for role in command.wants:
        if role not in has:
            result.add(ObserverAsked(now, observer, command.address, role))
    if not result.events and known is None:
        who = Player("", command.address, "", ())
        says = say("not-watching", title=game.settings.title)
        return (), (trouble_notice(game, who, command.letter, Trouble.UNKNOWN_SENDER, says),)
    asked = result.game.observers[observer].asked
    wish = Wish.COME if result.events else (Wish.GO if command.leaves else Wish.STAND)
    roles = command.leaves if wish is Wish.GO else tuple(asked) or command.wants
    return tuple(result.events), (_notice(result.game, observer, command.letter, roles, wish),)


def answer(game: Game, command: ObserverLetter, now: datetime) -> Outcome:
    """Return the ruling on a letter of somebody known who has proved it."""
    result = Answer(game, now)
    observer = game.observers[command.observer]
    if game.stage is not Stage.ENDED:
        _come(result, observer, command)
    for block in command.blocks:
        press.relay_of_observer(result, observer.id, block)
    for role in command.leaves:
        if role in result.game.observers[observer.id].roles:
            result.add(ObserverLeft(now, observer.id, role))
    if command.forgets:
        result.add(ObserverForgotten(now, observer.id))
    if command.zone:
        result.add(ZoneSet(now, observer.id, command.zone))
    after = result.game.observers[observer.id]
    wish = Wish.GONE if not after.roles else Wish.STAND
    if after.asked and game.stage is not Stage.ENDED:
        wish = Wish.COME
    roles = _sorted(after.roles or after.asked or command.leaves)
    notice = _notice(result.game, observer.id, command.letter, roles, wish)
    notice = replace(
        notice,
        refused=command.refused,
        forgotten=command.forgets,
        blocks=tuple(result.blocks),
        unsaid=(*command.unread, *result.refused),
    )
    return tuple(result.events), (notice, *result.notices)


def _come(result: Answer, observer: Observer, command: ObserverLetter) -> None:
    for role in command.wants:
        if role not in result.game.observers[observer.id].roles:
            result.add(ObserverAsked(result.now, observer.id, observer.address, role))
    asked = result.game.observers[observer.id].asked
    if asked and (command.confirms or command.wants):
        result.add(ObserverConfirmed(result.now, observer.id))


def _sorted(roles: Iterable[Role]) -> tuple[Role, ...]:
    return tuple(role for role in Role if role in roles)


def _notice(
    game: Game, observer: str, letter: LetterRef, roles: Iterable[Role], wish: Wish
) -> ObserverNotice:
    who = reader(game, game.participant(observer))
    return ObserverNotice(who, letter, game.settings, _sorted(roles), wish)


def seated(game: Game, player: Player, now: datetime) -> tuple[ObserverLeft, ...]:
    """Return that somebody who plays now observes and stands by no longer."""
    return tuple(
        ObserverLeft(now, observer.id, role)
        for observer in game.observers.values()
        if observer.address == player.address
        for role in _sorted(observer.roles)
    )
