"""Chance that anyone can repeat: what a draw's key decides.

A judge keeps a secret seed for each game and derives a key of 32 bytes for each
draw from it. The hashes of the first keys stand in game.toml before anybody has
joined; the event that uses a draw publishes its key. Keys are written as 64
hexadecimal digits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from pbem.errors import RecordError
from pbem.game.sheet import read_hex32

COMMITTED = 8
"""How many draws of a game are committed to when it is created."""


def draw_hash(key: str) -> str:
    """Return the commitment to a draw's key: `sha256:…` of its 32 bytes.

    Raises:
        RecordError: The key is not 64 hexadecimal digits.
    """
    return f"sha256:{hashlib.sha256(read_hex32(key, 'key of a draw')).hexdigest()}"


def draw_seats(
    key: str, players: Sequence[str], seats: Sequence[Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Return the powers of each player, given out by lot; players sorted.

    The players are sorted as text and shuffled (Fisher and Yates, as Durstenfeld
    has it): for i from the last place down to the second, the player there
    changes places with the one at j, drawn from 0 to i. The first of the
    shuffled players gets the first seat, and so on. To draw j, bytes of the key
    are taken in turn; a byte not below the greatest multiple of i + 1 up to 256 is
    passed over, so that each j is as likely as any other; else j is the byte
    modulo i + 1. After the 32 bytes of the key come those of its SHA-256, then
    those of that one's SHA-256, and so on.

    Args:
        key: Of the draw.
        players: Their ids, each once: `("p1", "p2")`.
        seats: Powers of each seat, in the order of the variant's arrangement.

    Raises:
        RecordError: The key is no key, or there are not as many players as
            seats (at most 256), each named once.
    """
    order = sorted(set(players))
    if not len(order) == len(players) == len(seats) <= 256:
        raise RecordError(f"{len(order)} players cannot be given {len(seats)} seats")
    stream = _bytes(read_hex32(key, "key of a draw"))
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    drawn = dict(zip(order, seats, strict=True))
    return {player: tuple(drawn[player]) for player in sorted(drawn)}


def draw_by_preference(
    key: str, preferences: Mapping[str, Sequence[str]], seats: Sequence[Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Return the powers of each player, given out by preference; players sorted.

    The players are put in an order by lot, as `draw_seats` does. Each in turn gets
    the seat that is still free and holds the power it wants most; one that wants
    none of those left gets, after all the others, the first that is still free.

    Args:
        key: Of the draw.
        preferences: Powers that each player wants, the dearest first.
        seats: Powers of each seat.

    Raises:
        RecordError: As `draw_seats`.
    """
    places = [(f"{place:03}",) for place in range(len(seats))]
    lots = draw_seats(key, tuple(preferences), places)
    order = sorted(lots, key=lambda player: lots[player])
    free = [tuple(seat) for seat in seats]
    drawn: dict[str, tuple[str, ...]] = {}
    for player in order:
        wanted = (seat for power in preferences[player] for seat in free if power in seat)
        seat = next(wanted, None)
        if seat is not None:
            drawn[player] = seat
            free.remove(seat)
    for player in order:
        if player not in drawn:
            drawn[player] = free.pop(0)
    return {player: drawn[player] for player in sorted(drawn)}


def draw_coin(key: str) -> bool:
    """Return a coin's side: whether the lowest bit of the key's last byte is set.

    Raises:
        RecordError: The key is not 64 hexadecimal digits.
    """
    return bool(read_hex32(key, "key of a draw")[-1] & 1)


def _bytes(block: bytes) -> Iterator[int]:
    while True:
        yield from block
        block = hashlib.sha256(block).digest()


def _below(bound: int, stream: Iterator[int]) -> int:
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound
