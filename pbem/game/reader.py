"""Who a letter goes to, as its frame says it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.sayings import Saying


@dataclass(frozen=True)
class Reader:
    """Who a letter goes to, and what its frame says.

    Attributes:
        game: Id of the game.
        title: Of the game.
        variant: Key of its board.
        player: `p3`.
        powers: In the reader's hand; empty before the start.
        zone: IANA name; the edge knows it.
        epoch: Of the private reply address; rises with each phase.
        rules: Of the game, in a line for the foot of each letter.
    """

    game: str
    title: str
    variant: str
    player: str
    powers: tuple[str, ...]
    zone: str
    epoch: int
    rules: Saying | None = None
