"""What many finished games come to: by power, by player, by opening, by year.

Pure: facts in, numbers and texts out, in an order that follows from them alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from pbem.board.variant import Variant
from pbem.drawing.chart import Branch
from pbem.site.facts import Facts, PowerFacts
from pbem.site.words import counted, plain

WON, SHARED, SURVIVED, OUT = "won", "shared", "survived", "eliminated"
FATES = (WON, SHARED, SURVIVED, OUT)
_SHOWN_OPENINGS = 12
_SHOWN_ONWARD = 3


@dataclass(frozen=True)
class PowerTally:
    """A power over many games.

    Attributes:
        fates: How often each of `FATES` came, in their order.
        score: Shares that it got, summed.
        means: Centers by year, on average over the games that came so far.
        due, late: Phases in which it had orders to give; in which none came.
    """

    games: int
    fates: tuple[int, ...]
    score: Fraction
    means: tuple[float, ...]
    due: int
    late: int

    @property
    def average(self) -> str:
        """Its share of a game on average: `0.21`."""
        return f"{float(self.score / self.games):.2f}" if self.games else "–"

    @property
    def on_time(self) -> str:
        """Share of phases in which orders came: `98.7 %`."""
        return percent(self.due - self.late, self.due)


@dataclass(frozen=True)
class Played:
    """One power in one game, as a list of games shows it.

    Attributes:
        fate: One of `FATES`.
        centers: At the end.
    """

    game: str
    title: str
    variant: str
    power: str
    player: str
    fate: str
    share: str
    centers: int
    result: str
    ended: datetime
    years: int


@dataclass(frozen=True)
class Overall:
    """Results of many games.

    Attributes:
        kinds: How games ended and how many did, the commonest first.
        lengths: Game years and how many games had so many.
    """

    games: int
    kinds: tuple[tuple[str, int], ...]
    lengths: tuple[tuple[int, int], ...]
    due: int
    late: int

    @property
    def on_time(self) -> str:
        """Share of phases in which orders came: `98.7 %`."""
        return percent(self.due - self.late, self.due)


_KINDS = {
    "solo": "won alone",
    "shared": "shared win",
    "draw": "draw",
    "concession": "concession",
    "turn-limit": "turn limit",
    "time-limit": "time limit",
    "abandoned": "abandoned",
    "cancelled": "called off",
}


def kind_words(how: str) -> str:
    """Return how a game ended in two words."""
    return _KINDS.get(how, plain(how))


def percent(part: int, whole: int) -> str:
    """Return a share in percent; a dash of nothing."""
    return f"{100 * part / whole:.1f} %" if whole else "–"


def share_of(power: PowerFacts) -> Fraction:
    """Return a share as a number; zero where it cannot be read."""
    try:
        return Fraction(power.share) if power.share else Fraction(0)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def fate(facts: Facts, power: PowerFacts) -> str:
    """Return what became of a power: one of `FATES`."""
    if power.share:
        return WON if len(facts.winners) == 1 else SHARED
    return SURVIVED if power.counts and power.counts[-1] else OUT


def played(facts: Facts, power: PowerFacts) -> Played:
    """Return a power in a game as a list of games shows it."""
    summary = facts.summary
    return Played(
        game=summary.game,
        title=summary.title,
        variant=summary.variant,
        power=power.power,
        player=power.player,
        fate=fate(facts, power),
        share=power.share,
        centers=power.counts[-1] if power.counts else 0,
        result=summary.result,
        ended=summary.ended or summary.created,
        years=max(0, len(facts.labels) - 1),
    )


def newest_first(games: Iterable[Played]) -> tuple[Played, ...]:
    """Return games by when they ended, the newest first."""
    ordered = sorted(games, key=lambda one: (one.game, one.power))
    return tuple(sorted(ordered, key=lambda one: one.ended, reverse=True))


def overall(facts: Iterable[Facts]) -> Overall:
    """Return the results of games."""
    games = list(facts)
    kinds = Counter(kind_words(one.how) for one in games)
    lengths = Counter(max(0, len(one.labels) - 1) for one in games)
    return Overall(
        games=len(games),
        kinds=tuple(sorted(kinds.items(), key=lambda item: (-item[1], item[0]))),
        lengths=tuple(sorted(lengths.items())),
        due=sum(power.due for one in games for power in one.powers),
        late=sum(power.late for one in games for power in one.powers),
    )


def tally(pairs: Iterable[tuple[Facts, PowerFacts]]) -> PowerTally:
    """Return what powers in games come to, taken together."""
    rows = list(pairs)
    fates = Counter(fate(facts, power) for facts, power in rows)
    longest = max((len(power.counts) for _, power in rows), default=0)
    means = []
    for place in range(longest):
        so_far = [power.counts[place] for _, power in rows if place < len(power.counts)]
        means.append(round(sum(so_far) / len(so_far), 1))
    return PowerTally(
        games=len(rows),
        fates=tuple(fates[word] for word in FATES),
        score=sum((share_of(power) for _, power in rows), Fraction(0)),
        means=tuple(means),
        due=sum(power.due for _, power in rows),
        late=sum(power.late for _, power in rows),
    )


def of_power(facts: Iterable[Facts], power: str) -> list[tuple[Facts, PowerFacts]]:
    """Return the games in which a power was played."""
    return [(one, mine) for one in facts for mine in one.powers if mine.power == power]


@dataclass(frozen=True)
class OpeningRow:
    """One way to open.

    Attributes:
        orders: Of the first movement phase, as texts.
        onward: What followed in the second, the commonest first: orders and games.
    """

    orders: str
    games: int
    average: str
    won: int
    onward: tuple[tuple[str, int, str], ...]
    examples: tuple[tuple[str, str], ...]


def openings(pairs: Sequence[tuple[Facts, PowerFacts]]) -> tuple[OpeningRow, ...]:
    """Return the ways in which a power opened, the commonest first."""
    groups: dict[str, list[tuple[Facts, PowerFacts]]] = {}
    for facts, power in pairs:
        if power.opening:
            groups.setdefault(power.opening[0], []).append((facts, power))
    rows = [_opening_row(orders, games) for orders, games in groups.items()]
    return tuple(sorted(rows, key=lambda row: (-row.games, row.orders)))


def _opening_row(orders: str, games: list[tuple[Facts, PowerFacts]]) -> OpeningRow:
    after: dict[str, list[tuple[Facts, PowerFacts]]] = {}
    for facts, power in games:
        if len(power.opening) > 1:
            after.setdefault(power.opening[1], []).append((facts, power))
    onward = sorted(
        ((words, len(group), tally(group).average) for words, group in after.items()),
        key=lambda one: (-one[1], one[0]),
    )
    whole = tally(games)
    newest = newest_first(played(*pair) for pair in games)
    return OpeningRow(
        orders=orders,
        games=whole.games,
        average=whole.average,
        won=whole.fates[0],
        onward=tuple(onward),
        examples=tuple((one.game, one.title) for one in newest[:3]),
    )


def branches(rows: Sequence[OpeningRow]) -> tuple[Branch, ...]:
    """Return the commonest openings as a tree to be drawn; the rest as one branch."""
    shown = [
        Branch(
            brief_orders(row.orders),
            row.games,
            float(row.average) * row.games,
            tuple(
                Branch(brief_orders(words), count, float(average) * count)
                for words, count, average in row.onward[:_SHOWN_ONWARD]
            ),
        )
        for row in rows[:_SHOWN_OPENINGS]
    ]
    rest = rows[_SHOWN_OPENINGS:]
    if rest:
        score = sum(float(row.average) * row.games for row in rest)
        label = f"{counted(len(rest), 'other opening')}"
        shown.append(Branch(label, sum(row.games for row in rest), score))
    return tuple(shown)


def brief_orders(orders: str) -> str:
    """Return orders as briefly as people write openings.

    >>> brief_orders("A PAR - BUR; F BRE - MAO; A MAR H; A RUH S A BUR - MUN")
    'PAR-BUR, BRE-MAO, MAR H, RUH S BUR-MUN'
    """
    parts = []
    for order in orders.split("; "):
        words = [word for word in order.split() if word not in ("A", "F")]
        parts.append(" ".join(words).replace(" - ", "-"))
    return ", ".join(parts)


def power_order(variant: Variant, facts: Iterable[Facts]) -> dict[str, PowerTally]:
    """Return each power of a board with what it came to, in the board's order."""
    games = [one for one in facts if one.summary.variant == variant.key]
    return {power: tally(of_power(games, power)) for power in variant.powers}
