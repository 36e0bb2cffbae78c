"""The demos there are: for each board the game, who sits down to it, and how they write there.

The same people play on all boards. On those of the rules documents they write as
these do: `A Tab–Bag` and a dated letter in Asia, `Zorbees: Army ZM3 to ZM5` in
space. A board that is not named here is played as the standard one is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pbem.demo.hands import Hand
from pbem.demo.people import PEOPLE, Person


@dataclass(frozen=True)
class Seat:
    """A person who joins the game of a demo.

    Attributes:
        person: With the hand for the board.
        wishes: Powers the person asks for, the dearest first; empty for none.
    """

    person: Person
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """The game of a demo.

    Attributes:
        game: Its id.
        title: What people call it.
        seed: The one it is played with unless another is given.
        seats: Who may join, in this order; only as many do as are needed.
        rules: What the host asks for beyond the board's own rules, as `pbem
            game new` takes it.
        patience: Years before those who cannot win would share the game.
    """

    game: str
    title: str
    seed: str
    seats: tuple[Seat, ...]
    rules: Mapping[str, str]
    patience: int = 8


def table_of(variant: str) -> Table:
    """Return the game of a demo on a board, given by its key."""
    return _TABLES.get(variant, _STANDARD)


def _seated(
    hands: tuple[Hand, ...], wishes: tuple[str, ...] = (), dated: int | None = None
) -> tuple[Seat, ...]:
    """Return the people with other hands and with wishes, `TURKEY RUSSIA`, in their order."""
    asked = [*(words.split() for words in wishes), *([] for _ in hands)]
    return tuple(
        Seat(replace(person, hand=hand, dated=number == dated), tuple(asked[number]))
        for number, (person, hand) in enumerate(zip(PEOPLE, hands, strict=True))
    )


_STANDARD = Table(
    game="demo",
    title="The demo game",
    seed="1913",
    seats=_seated(tuple(person.hand for person in PEOPLE)),
    rules={},
)
_ERA = Table(
    game="demo-era",
    title="The demo game in Asia",
    seed="30",
    seats=_seated(
        (
            Hand.RULES,
            Hand.FULL,
            Hand.ARROWS,
            Hand.ROWS,
            Hand.DASHES,
            Hand.LOWER,
            Hand.NUMBERED,
        ),
        (
            "JAPAN BRITAIN",
            "BRITAIN TURKEY FRANCE",
            "TURKEY FRANCE",
            "BRITAIN RUSSIA",
            "FRANCE",
            "",
            "CHINA NETHERLANDS JAPAN",
        ),
        dated=1,
    ),
    rules={"turn_limit": "F1881M"},
    patience=12,
)
_ZORBEES = Table(
    game="demo-zorbees",
    title="The demo game in space",
    seed="13",
    seats=_seated(
        (
            Hand.TERSE,
            Hand.FULL,
            Hand.NAMED,
            Hand.ROWS,
            Hand.SIGNED,
            Hand.BARE,
            Hand.NUMBERED,
        )
    ),
    rules={},
    patience=14,
)
_TABLES: Mapping[str, Table] = {
    "standard": _STANDARD,
    "era-of-empire": _ERA,
    "zorbees": _ZORBEES,
}
