"""What must hold of every letter, however it was made."""

from __future__ import annotations

from pbem.assets import load_variant
from pbem.game.notices import Trouble
from pbem.mail.addresses import OwnAddresses
from pbem.mail.identity import (
    Author,
    GameNamed,
    Strictness,
    identify,
    which_game,
)
from pbem.mail.language import Said, read_asks, read_letter
from pbem.mail.message import Message, NewText, fingerprint, read_message
from pbem.mail.screening import Robot, screen
from tests.fuzz.letters import POISON, Made

STANDARD = load_variant("standard")
OPENING = STANDARD.opening()
OWN = OwnAddresses("judge@example.org")
POWER = "FRANCE"
MINE = {str(unit) for unit in OPENING.units[POWER]}
STRICTNESS = Strictness(frozenset({"mx.example.org"}), accept_unproved=True)


class _Roster:
    """Seven players, each with an address and a token."""

    def player_of(self, game: str, address: str) -> str | None:
        """Return the player of an address."""
        name = address.removeprefix("player-").partition("@")[0]
        known = game == "gx7" and address == f"player-{name}@example.org"
        return name.upper() if known and name.upper() in STANDARD.powers else None

    def token_owner(self, game: str, token: str) -> str | None:
        """Return the player whose token it is."""
        return POWER if (game, token) == ("gx7", "k7m2q9x4") else None


def check(made: Made) -> None:
    """Read a letter as the judge does, and see that nothing comes of it that must not.

    Raises:
        AssertionError: Something does.
    """
    message = read_message(made.data)
    screened = screen(message, OWN)
    assert len(fingerprint(made.data)) == 64
    if made.robot:
        assert isinstance(screened, Robot), "a robot would be answered"
    if isinstance(screened, Robot):
        return
    _author(screened)
    if not isinstance(screened.body, NewText):
        assert screened.body.trouble in (
            Trouble.UNREADABLE,
            Trouble.TOO_COMPLEX,
            Trouble.TOO_LARGE,
        )
        return
    read_asks(screened.text, [STANDARD])
    said = read_letter(screened.text, STANDARD, OPENING, (POWER,))
    _orders(said, screened.text, plain=made.plain)


def _author(message: Message) -> Author | None:
    named = which_game(message, OWN, {"gx7"})
    if not isinstance(named, GameNamed):
        return None
    return identify(message, named.game, _Roster(), STRICTNESS, OWN)


def _orders(said: Said, text: str, *, plain: bool) -> None:
    reading = said.readings.get(POWER)
    if reading is None:
        return
    assert said.held is None, "a letter that is held stores nothing"
    for order in reading.orders:
        unit = " ".join(order.order.split(" ")[:2])
        assert unit in MINE, order
        assert not order.text.lstrip().startswith(">"), order
        first = order.text.split(" ")[0]
        assert first in text, "an order comes out of nothing"
        assert not (plain and order.order == POISON), "an order comes out of a quotation"
