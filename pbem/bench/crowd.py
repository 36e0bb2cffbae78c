"""Many games for the bench, begun or over, and the letters of those who play them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from pbem.assets import load_variant
from pbem.game.draws import draw_seats
from pbem.game.events import (
    DeadlineSet,
    Event,
    GameCreated,
    GameEnded,
    GameStarted,
    PlayerConfirmed,
    PlayerJoined,
    SeatsDrawn,
)
from pbem.judge.cycle import Judge
from pbem.mail.addresses import OwnAddresses
from pbem.orders.legality import legal_orders
from pbem.store.entries import RulingEntry

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
DUE = START + timedelta(days=3)
_LATER = timedelta(days=7)
PLAYERS = tuple(f"p{number}" for number in range(1, 8))
_STANDARD = load_variant("standard")
_QUOTED = "\n".join(
    f"> The judge has these orders of yours, {number} of them, and so on as receipts go."
    for number in range(30)
)
_HEAD = "\n".join(
    f"Received: from relay{number}.example.net (relay{number}.example.net [192.0.2.{number}]) by "
    f"mx.example.org with ESMTPS id 4XyZ{number:04}abcd for <judge@example.org>; "
    "Mon, 05 Jan 2026 09:00:00 +0000"
    for number in range(6)
)


class Crowd:
    """Games of one judge, and who plays them.

    Attributes:
        ids: Of the games.
        judge: Of all of them.
    """

    def __init__(self, judge: Judge, count: int, soon: int, *, over: bool = False) -> None:
        """Begin so many games, unless they are there.

        Args:
            judge: Takes them up.
            count: How many.
            soon: How many of them have their deadline at `DUE`; the others a week later.
            over: Whether they end as they begin.
        """
        self.judge = judge
        self.own = OwnAddresses(judge.home.settings.address)
        self.ids = [f"{'o' if over else 'g'}{number:05}" for number in range(count)]
        fresh = [id for id in self.ids if id not in judge.table.known()]
        if not fresh:
            return
        pattern = self._pattern("over" if over else "pattern")
        for number, id in enumerate(fresh):
            due = DUE if number < soon else DUE + _LATER
            settings = replace(pattern.settings, game=id)
            created = replace(pattern, at=START, settings=settings)
            events = begun(created, judge.secrets.seed(id).hex(), due)
            if over:
                centers = _STANDARD.opening().centers
                powers = tuple(_STANDARD.powers)
                shares = dict.fromkeys(powers, f"1/{len(powers)}")
                events = (*events, GameEnded(START, "draw", powers, shares, centers))
            judge.journal_ruling(RulingEntry(START, id, events))

    def only_running(self) -> None:
        """Leave out the games that are over by now."""
        open_ids = {game.id for game in self.judge.table.open_games()}
        self.ids = [id for id in self.ids if id in open_ids]

    def _pattern(self, id: str) -> GameCreated:
        """Return how the judge creates a game."""
        if id not in self.judge.table.known():
            self.judge.host({"do": "new", "game": id, "early": "never"})
        found = self.judge.created(id)
        assert found is not None
        return found


def begun(created: GameCreated, key: str, due: datetime) -> tuple[Event, ...]:
    """Return how a game begins that seven join as it is created.

    Args:
        created: Of the standard board.
        key: Draws the seats.
        due: When the first phase is.
    """
    at, game = created.at, created.settings.game
    seats = _STANDARD.arrangements["p7"].seats
    position = _STANDARD.opening()
    return (
        created,
        *(
            PlayerJoined(at, player, f"{player}@{game}.example.net", f"Player {player}", ())
            for player in PLAYERS
        ),
        *(PlayerConfirmed(at, player) for player in PLAYERS),
        SeatsDrawn(at, 0, key, draw_seats(key, PLAYERS, seats)),
        GameStarted(at, position),
        DeadlineSet(at, position.phase, due),
    )


def letter_of(crowd: Crowd, number: int) -> bytes:
    """Return a letter with orders, as a mail program with HTML and quoting writes it.

    Who has nothing to order, in a retreat phase, asks how the game stands.
    """
    game = crowd.judge.table.game(crowd.ids[number % len(crowd.ids)])
    assert game is not None
    player = PLAYERS[number // len(crowd.ids) % 7]
    power = next(power for power, who in _seats(game.seats) if who == player)
    position = game.open_position()
    legal = legal_orders(game.variant, position, power)
    orders = [choices[number % len(choices)] for choices in legal.values()] or ["STATUS"]
    token = crowd.judge.secrets.token(game.id, player, game.epoch)
    address = game.players[player].address
    body = "Hello judge,\n\nhere is what I want:\n\n" + "\n".join(orders) + "\n\nBest\nme\n"
    page = body.replace("\n", "<br>\n")
    return (
        f"{_HEAD}\nFrom: A Player <{address}>\nTo: {crowd.own.private_address(game.id, token)}\n"
        f"Subject: Re: [{game.id}] Spring 1901\nDate: Mon, 05 Jan 2026 09:00:00 +0000\n"
        f"Message-ID: <{number}.bench@example.net>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/alternative; boundary="=b"\n\n--=b\n'
        f"Content-Type: text/plain; charset=utf-8\n\n{body}\nThe judge wrote:\n{_QUOTED}\n--=b\n"
        "Content-Type: text/html; charset=utf-8\n\n"
        f"<html><body><div>{page}</div><blockquote>{_QUOTED}</blockquote></body></html>\n--=b--\n"
    ).encode()


def _seats(seats: object) -> list[tuple[str, str]]:
    assert isinstance(seats, dict)
    return [(power, player) for player, powers in seats.items() for power in powers]
