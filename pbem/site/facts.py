"""What is known of a finished game to the pages about many games.

*Facts* are small and follow from the record alone. They are kept beside the pages,
so that a game that ends does not mean reading all the others again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.board.phase import PhaseKind, Season
from pbem.board.variant import Variant
from pbem.errors import RecordError
from pbem.game.codec import decode, encode
from pbem.game.publication import GameRecord, PhaseFile
from pbem.site.chronicle import years
from pbem.site.summary import Summary, summarize
from pbem.site.views import absent, players_of
from pbem.site.words import plain


@dataclass(frozen=True)
class PowerFacts:
    """What a power came to in one game.

    Attributes:
        power: `FRANCE`.
        player: Public name; empty where nobody played it.
        share: Of the game, `1`, `1/3`; empty for none.
        counts: Centers at the start and after each year.
        opening: Its orders in the first movement phases, each as one text of
            normal forms: `A PAR - BUR; F BRE - MAO`.
        due: In how many phases it had orders to give.
        late: In how many of these none came.
    """

    power: str
    player: str
    share: str
    counts: tuple[int, ...]
    opening: tuple[str, ...]
    due: int
    late: int


@dataclass(frozen=True)
class Facts:
    """A finished game.

    Attributes:
        how: As in result.json: `solo`, `draw`…
        labels: Of the years its powers' counts are for: `Start`, `1901`…
        powers: In the variant's order.
    """

    summary: Summary
    how: str
    labels: tuple[str, ...]
    powers: tuple[PowerFacts, ...]

    @property
    def year(self) -> int:
        """The year in which it ended, by UTC."""
        return (self.summary.ended or self.summary.created).year

    @property
    def winners(self) -> tuple[PowerFacts, ...]:
        """Who has a share."""
        return tuple(power for power in self.powers if power.share)


def facts_of(record: GameRecord, variant: Variant, summary: Summary | None = None) -> Facts | None:
    """Return the facts of a game; None while it runs."""
    ending = record.ending
    if ending is None:
        return None
    rows = years(record, variant)
    players = players_of(record)
    first = [f for f in record.standing if f.position.phase.kind is PhaseKind.MOVEMENT][:2]
    if first and first[0].position.phase.season is not Season.SPRING:
        first = []
    dues, lates = _attendance(record, variant)
    return Facts(
        summary=summary or summarize(record, variant),
        how=ending.how,
        labels=tuple(row.label for row in rows),
        powers=tuple(
            PowerFacts(
                power=power,
                player=players.get(power, ""),
                share=plain(ending.shares.get(power, "")),
                counts=tuple(row.counts[place] for row in rows),
                opening=tuple(_opening(file, power) for file in first),
                due=dues.get(power, 0),
                late=lates.get(power, 0),
            )
            for place, power in enumerate(variant.powers)
        ),
    )


def _opening(file: PhaseFile, power: str) -> str:
    return "; ".join(sorted(plain(row.order) for row in file.result.orders.get(power, ())))


def _attendance(record: GameRecord, variant: Variant) -> tuple[dict[str, int], dict[str, int]]:
    due: dict[str, int] = {}
    late: dict[str, int] = {}
    for file in record.standing:
        missed = absent(variant, file)
        for power in {*file.receipts, *missed}:
            due[power] = due.get(power, 0) + 1
        for power in missed:
            late[power] = late.get(power, 0) + 1
    return due, late


def write_facts(facts: Facts) -> list[Any]:
    """Return facts as JSON, brief: most of it is numbers."""
    return [
        encode(facts.summary),
        facts.how,
        facts.labels,
        [[p.power, p.player, p.share, p.counts, p.opening, p.due, p.late] for p in facts.powers],
    ]


def read_facts(raw: Any) -> Facts:
    """Read what `write_facts` wrote.

    Raises:
        RecordError: It has another form.
    """
    try:
        summary, how, labels, powers = raw
        return Facts(
            decode(Summary, summary),
            how,
            tuple(labels),
            tuple(
                PowerFacts(power, player, share, tuple(counts), tuple(opening), due, late)
                for power, player, share, counts, opening, due, late in powers
            ),
        )
    except (TypeError, ValueError) as error:
        raise RecordError(f"facts of a game: {error}") from None
