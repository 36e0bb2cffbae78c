"""How a game ends: alone, shared, by vote, by its limits.

A *side* is what wins together: a power, or all the powers of one player where
the arrangement counts by player. Ends are looked for in this order, once a year
when the ownership of supply centers was settled: a solo, then the turn limit.
Votes and the time limit end a game at once, and the open phase is not judged.

Source: docs/rules.md, "How a game ends".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from pbem.board.phase import Phase, Season
from pbem.game.events import GameEnded, PhaseAdjudicated
from pbem.game.settings import DrawRule
from pbem.game.state import HOST, Game

Side = tuple[str, ...]


def after_phase(game: Game, judged: PhaseAdjudicated, now: datetime) -> GameEnded | None:
    """Return how the game ends with a phase that was judged; None if play goes on.

    Args:
        game: After the phase.
        judged: The phase.
        now: When.
    """
    if not _year_over(judged) or not judged.following.centers:
        return None
    counts = _counts(game, judged.following.centers)
    return _solo(game, judged, counts, now) or _turn_limit(game, judged, counts, now)


def _year_over(judged: PhaseAdjudicated) -> bool:
    """Return whether the ownership of centers was settled with this phase."""
    before, after = judged.position.phase, judged.following.phase
    return before.season is Season.FALL and after.season is not Season.FALL


def _counts(game: Game, centers: Mapping[str, tuple[str, ...]]) -> list[tuple[int, Side]]:
    """Return the centers of each side, the most first; of equals in the variant's order."""
    counts = [(sum(len(centers.get(p, ())) for p in side), side) for side in sides(game)]
    return sorted(counts, key=lambda pair: -pair[0])


def sides(game: Game) -> tuple[Side, ...]:
    """Return what wins together, in the variant's order."""
    if game.arrangement.solo_by == "player":
        seats = [in_order(game, powers) for powers in game.seats.values()]
        return tuple(sorted(seats, key=lambda side: list(game.variant.powers).index(side[0])))
    return tuple((power,) for power in game.played())


def in_order(game: Game, powers: Iterable[str]) -> Side:
    """Return powers in the variant's order, each once."""
    wanted = set(powers)
    return tuple(power for power in game.variant.powers if power in wanted)


def _solo(
    game: Game, judged: PhaseAdjudicated, counts: list[tuple[int, Side]], now: datetime
) -> GameEnded | None:
    """Return the win of the largest side, if it has enough and what it must have.

    Of equals that have enough, `solo_tie` says whether they share or play on.
    """
    centers = judged.following.centers
    most = counts[0][0]
    if most < game.arrangement.solo_centers:
        return None
    leaders = [side for count, side in counts if count == most]
    needed = game.variant.solo_with
    winners = [
        side
        for side in leaders
        if all(any(c in centers.get(power, ()) for power in side) for c in needed)
    ]
    if not winners or (len(leaders) > 1 and game.variant.solo_tie != "shared"):
        return None
    how = "solo" if len(winners) == 1 else "shared"
    return ended(game, how, winners, centers, now)


def _turn_limit(
    game: Game, judged: PhaseAdjudicated, counts: list[tuple[int, Side]], now: datetime
) -> GameEnded | None:
    limit = game.settings.turn_limit
    if not limit or judged.position.phase.year < Phase.read(limit).year:
        return None
    return _most(game, "turn-limit", counts, judged.following.centers, now)


def time_is_up(game: Game, now: datetime) -> GameEnded:
    """Return the end by the time limit: the last settled ownership counts."""
    centers = game.open_position().centers
    return _most(game, "time-limit", _counts(game, centers), centers, now)


def _most(
    game: Game,
    how: str,
    counts: list[tuple[int, Side]],
    centers: Mapping[str, tuple[str, ...]],
    now: datetime,
) -> GameEnded:
    """Return the end in which the side with the most centers wins, and equals share."""
    most = counts[0][0]
    return ended(game, how, [side for count, side in counts if count == most], centers, now)


def voted(game: Game, now: datetime) -> GameEnded | None:
    """Return the draw or concession that is complete; None while somebody is missing.

    Voters are the players of seats that own a center.
    """
    centers = game.open_position().centers
    alive = {
        player: in_order(game, (power for power in powers if centers.get(power)))
        for player, powers in game.seats.items()
        if player != HOST
    }
    voters = [player for player, powers in alive.items() if powers]
    return _draw(game, alive, voters, now) or _concession(game, alive, voters, now)


def _draw(
    game: Game, alive: Mapping[str, Side], voters: list[str], now: datetime
) -> GameEnded | None:
    wanted = {game.votes.get(player) for player in voters}
    if not voters or len(wanted) != 1 or game.settings.draw is DrawRule.NONE:
        return None
    (named,) = wanted
    if named is None:
        return None
    sharing = [alive[player] for player in voters if not named or set(named) & set(alive[player])]
    if named and game.arrangement.solo_by != "player":
        sharing = [(power,) for power in named]
    elif game.arrangement.solo_by != "player":
        sharing = [(power,) for side in sharing for power in side]
    return ended(game, "draw", sharing, game.open_position().centers, now)


def _concession(
    game: Game, alive: Mapping[str, Side], voters: list[str], now: datetime
) -> GameEnded | None:
    given = {to for player in voters if (to := game.concessions.get(player))}
    if len(given) != 1:
        return None
    (to,) = given
    others = [player for player in voters if to not in alive[player]]
    if not others or not all(game.concessions.get(player) == to for player in others):
        return None
    side = next((side for side in alive.values() if to in side), (to,))
    winners = side if game.arrangement.solo_by == "player" else (to,)
    return ended(game, "concession", [winners], game.open_position().centers, now)


def ended(
    game: Game,
    how: str,
    winners: Iterable[Side],
    centers: Mapping[str, tuple[str, ...]],
    now: datetime,
    because: str = "",
) -> GameEnded:
    """Return the end of a game; its winning sides share alike, and so do the powers of each."""
    won = list(winners)
    shares = {power: str(Fraction(1, len(won) * len(side))) for side in won for power in side}
    ordered = in_order(game, shares)
    return GameEnded(
        at=now,
        how=how,
        winners=ordered,
        shares={power: shares[power] for power in ordered},
        centers=centers,
        because=because,
    )
