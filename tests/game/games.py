"""Games for tests: made by commands, as the judge makes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant
from pbem.board.phase import PhaseKind
from pbem.game.commands import (
    Confirm,
    CreateGame,
    Join,
    LetterRef,
    PhaseEnds,
    PlayerLetter,
    Request,
)
from pbem.game.draws import draw_hash
from pbem.game.ruling import Ruling, created, rule
from pbem.game.settings import Settings, Times
from pbem.game.state import Game, apply, begin
from pbem.orders.grammar import read_orders
from pbem.orders.reading import Reading

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
KEY = "07" * 32
NONCE = "ab" * 32


def letter(arrived: datetime = NOW) -> LetterRef:
    """A letter that came in then."""
    return LetterRef("key", "<1@example.org>", "orders", arrived)


TIMES = {field.name for field in fields(Times)}


def settings(**more: object) -> Settings:
    """A standard game of seven with days for phases; `more` is of its settings or its times."""
    times = {name: value for name, value in more.items() if name in TIMES}
    rest = {name: value for name, value in more.items() if name not in TIMES}
    plain = Settings(
        game="gx7",
        title="Game X7",
        variant="standard",
        board="sha256:" + "0" * 64,
        rules={"name": "2023"},
        arrangement="p7",
        host="Hester",
        created=NOW,
        times=replace(Times(DAY, DAY / 2, DAY / 4), **times),  # type: ignore[arg-type]
        public_key="cd" * 32,
        draws=(draw_hash(KEY),),
    )
    return replace(plain, **rest)  # type: ignore[arg-type]


class Played:
    """A game and what was said on the way.

    Attributes:
        game: As it stands.
        said: Every ruling so far, the newest last.
    """

    def __init__(self, host: str = "", **more: object) -> None:
        """Create the game, whose host reads letters if there is an address; nobody has joined."""
        command = CreateGame(settings(**more), host)
        self.game: Game = begin(created(command, NOW), load_variant("standard"), rulebook("2023"))
        self.said: list[Ruling] = []

    def tell(self, command: object, now: datetime = NOW) -> Ruling:
        """Rule on a command and take in its events."""
        ruling = rule(self.game, command, now)  # type: ignore[arg-type]
        for event in ruling.events:
            self.game = apply(self.game, event)
        self.said.append(ruling)
        return ruling

    def join(self, number: int) -> Ruling:
        """Let a player ask and confirm."""
        self.tell(Join(letter(), f"p{number}@example.org", f"Player {number}", ()))
        return self.tell(Confirm(letter(), f"p{number}", KEY, NOW + DAY))

    def start(self) -> Played:
        """Let as many players join as there are seats."""
        for number in range(1, len(self.game.arrangement.seats) + 1):
            self.join(number)
        return self

    def holder(self, power: str) -> str:
        """Return the id of who plays a power."""
        player = self.game.player_of(power)
        assert player is not None
        return player.id

    def write(
        self,
        power: str,
        text: str = "",
        *requests: Request,
        at: datetime = NOW,
        refused: Iterable[tuple[str, str]] = (),
    ) -> Ruling:
        """Send a letter with orders for a power."""
        position = self.game.open_position()
        reading = read_orders(self.game.variant, position, power, text) if text else Reading()
        command = PlayerLetter(
            letter(at),
            self.holder(power),
            {power: reading},
            requests,
            {power: NONCE},
            tuple(refused),
        )
        return self.tell(command, at)

    def end_phase(self, now: datetime = NOW + DAY) -> Ruling:
        """Let the open phase end."""
        phase = str(self.game.open_position().phase)
        due = {kind.value: now + self.game.settings.times.length(kind) for kind in PhaseKind}
        return self.tell(PhaseEnds(phase, due, KEY, dict.fromkeys(self.game.played(), NONCE)), now)
