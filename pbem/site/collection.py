"""All games, as the pages about many need them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pbem.site.facts import Facts, PowerFacts
from pbem.site.plan import player_slug
from pbem.site.summary import Overview, newest_finished


@dataclass(frozen=True)
class Player:
    """Somebody who has played a game to its end.

    Attributes:
        name: As in the newest game.
        games: With the power played, the newest first.
    """

    name: str
    slug: str
    games: tuple[tuple[Facts, PowerFacts], ...]


@dataclass(frozen=True)
class Collection:
    """All games, as the pages about many need them.

    Attributes:
        facts: Finished games by id, sorted.
    """

    overview: Overview
    facts: Mapping[str, Facts]

    @cached_property
    def finished(self) -> tuple[Facts, ...]:
        """Finished games, the newest first."""
        order = newest_finished(one.summary for one in self.facts.values())
        return tuple(self.facts[summary.game] for summary in order)

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """Who has played a game to its end, by folder, sorted by name."""
        found: dict[str, list[tuple[Facts, PowerFacts]]] = {}
        for facts in self.finished:
            for power in facts.powers:
                if power.player:
                    found.setdefault(player_slug(power.player), []).append((facts, power))
        people = [Player(games[0][1].player, slug, tuple(games)) for slug, games in found.items()]
        people.sort(key=lambda player: (player.name.casefold(), player.slug))
        return {player.slug: player for player in people}

    @cached_property
    def years(self) -> tuple[int, ...]:
        """The years in which games ended, the newest first."""
        return tuple(sorted({facts.year for facts in self.facts.values()}, reverse=True))

    def of(self, variant: str) -> list[Facts]:
        """Return the finished games on a board, the newest first."""
        return [facts for facts in self.finished if facts.summary.variant == variant]
