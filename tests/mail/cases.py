"""The mail cases, walked through the steps of `pbem.mail` as the judge walks them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.mail.addresses import OwnAddresses, SameMailbox
from pbem.mail.commands import Help, ListGames
from pbem.mail.identity import (
    AuthenticatedMessage,
    GameNamed,
    Mismatch,
    NoGame,
    Parked,
    RefusedAuthor,
    Stranger,
    Strictness,
    identify,
    which_game,
)
from pbem.mail.language import read_asks, read_letter
from pbem.mail.message import Limits, Message, Unusable, fingerprint, read_message
from pbem.mail.screening import Robot, screen

STANDARD = load_variant("standard")


@dataclass
class World:
    """What game.json says, and the letters seen so far."""

    raw: dict[str, Any]
    seen: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, folder: Path) -> World:
        return cls(json.loads((folder / "game.json").read_text("utf-8")))

    @property
    def own(self) -> OwnAddresses:
        return OwnAddresses(self.raw["judge"])

    @property
    def limits(self) -> Limits:
        limits = self.raw["limits"]
        return Limits(
            limits["max_message_bytes"],
            limits["max_mime_depth"],
            limits["max_mime_parts"],
            limits["max_order_lines"],
        )

    @property
    def mailboxes(self) -> SameMailbox:
        alike = {other: group[0] for group in self.raw["same_mailbox_domains"] for other in group}
        return SameMailbox(frozenset(self.raw["dots_and_plus_ignored_in_domains"]), alike)

    def strictness(self, *, strict: bool = False) -> Strictness:
        trusted = frozenset() if strict else frozenset(self.raw["trusted_authserv_ids"])
        return Strictness(trusted, accept_unproved=not strict, mailboxes=self.mailboxes)

    def player_of(self, game: str, address: str) -> str | None:
        if game not in ("", *self.raw["games"]):
            return None
        for power, addresses in self.raw["addresses"].items():
            if address in map(self.mailboxes.canonical, addresses):
                return str(power)
        return None

    def token_owner(self, game: str, token: str) -> str | None:
        owners = {known: power for power, known in self.raw["tokens"].get(game, {}).items()}
        return owners.get(token)

    def position(self, game: str) -> Position:
        raw = self.raw["games"][game]
        units = {
            power: tuple(sorted((Unit.read(unit) for unit in units), key=str))
            for power, units in raw["units"].items()
        }
        return Position(Phase.read(raw["phase"]), units)

    def deadline(self, game: str) -> datetime:
        return datetime.fromisoformat(self.raw["games"][game]["deadline"])


EARLY = datetime(2026, 1, 6, 9, 20, tzinfo=UTC)


def outcome(
    world: World, data: bytes, arrived: datetime, *, strict: bool = False
) -> dict[str, Any]:
    """Return what becomes of a letter, in the words of the cases' JSON."""
    message = read_message(data, world.limits)
    screened = screen(message, world.own)
    if isinstance(screened, Robot):
        return {"ignored": True, "reason": screened.reason.value}
    mark = fingerprint(data)
    if mark in world.seen:
        return {"ignored": True, "reason": "duplicate"}
    world.seen.add(mark)
    return _of_a_person(world, message, arrived, strict=strict)


def _of_a_person(
    world: World, message: Message, arrived: datetime, *, strict: bool
) -> dict[str, Any]:
    named = which_game(message, world.own, world.raw["games"])
    if isinstance(named, Mismatch):
        return {"reject": "game-mismatch"}
    game = named.game if isinstance(named, GameNamed) else ""
    author = identify(message, game, world, world.strictness(strict=strict), world.own)
    match author:
        case RefusedAuthor(trouble):
            return {"reject": trouble.value}
        case Parked():
            return {"parked": True}
        case Stranger():
            asks = read_asks(message.text, [STANDARD])
            if any(isinstance(ask, Help) for ask in asks):
                return {"answered": "help"}
            if any(isinstance(ask, ListGames) for ask in asks):
                return {"answered": "list"}
            return {"reject": "unknown-sender"}
        case AuthenticatedMessage():
            if isinstance(named, NoGame):
                return {"reject": "no-game"}
            return _of_a_player(world, author, arrived)


def _of_a_player(world: World, author: AuthenticatedMessage, arrived: datetime) -> dict[str, Any]:
    if isinstance(author.message.body, Unusable):
        return {"reject": author.message.body.trouble.value}
    if arrived > world.deadline(author.game):
        return {"reject": "late"}
    said = read_letter(
        author.message.text,
        STANDARD,
        world.position(author.game),
        (author.player,),
    )
    if said.held:
        return {"held": "open-press"}
    if said.trouble:
        return {"reject": said.trouble.value}
    found: dict[str, Any] = {"reply_to": [world.raw["addresses"][author.player][0]]}
    reading = said.readings.get(author.player)
    if reading and reading.orders:
        found["orders"] = sorted(order.order for order in reading.orders)
    found["problems"] = len(reading.refused) + len(reading.questions) if reading else 0
    press = [{"to": list(block.to), "text": block.text} for block in said.press]
    if press:
        found["press"] = press
    return found


def fits(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Return whether a result is the expected one; what a case does not name is not checked."""
    wanted = dict(expected)
    if "orders" in wanted:
        wanted["orders"] = sorted(wanted["orders"])
    main = ("orders", "press", "ignored", "reason", "reject", "held", "answered")
    if any(found.get(key) != wanted.get(key) for key in main):
        return False
    return all(found.get(key) == wanted[key] for key in ("problems", "reply_to") if key in wanted)
