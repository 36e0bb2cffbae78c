"""How fast phases are judged, beside the package `diplomacy` on the same phases.

The engines take turns, some phases each, in one thread each and never at the
same time. A *round* is all phases once by both; its ratio is the seconds of the
other engine by those of ours, and a figure is the median over the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from pbem.bench.engine import Engine
from pbem.bench.imports import import_cost
from pbem.bench.peer import NAME, Peer
from pbem.bench.phases import Record, generated, paradoxes, recorded
from pbem.bench.stopwatch import seconds, settle_memory

_AT_A_TIME = 250
"""Phases that one engine judges before it is the other's turn."""

_SLOWEST_OF = 3

_RULES_OF_PEER = {"name": "2023", "convoy_falls_back_to_land": True}

Watch = Callable[[str], None]
"""Told what is going on, in a few words."""


@dataclass(frozen=True)
class Figures:
    """What is known about the speed of the adjudicator.

    Attributes:
        phases: Generated phases in a round.
        rounds: How often each was judged.
        ratio: How many times as fast as the other engine ours is; None without one.
        ratio_recorded: The same on recorded games; None without them.
        ours_per_s: Generated phases a second.
        peer: The other engine's name and version.
        peer_per_s: The same for the other engine.
        agree: Share of the generated phases after which both engines have the same
            units in the same places and the same units dislodged, both by the other
            one's choice that an army whose convoy is missing goes by land (DATC 4.A.3).
        slowest_ms: The slowest of all phases, paradoxes included, best of three.
        import_ms: To import the engine.
        import_mb: The memory that takes, in MiB.
    """

    phases: int
    rounds: int
    ratio: float | None
    ratio_recorded: float | None
    ours_per_s: float
    peer: str | None
    peer_per_s: float | None
    agree: float | None
    slowest_ms: float
    import_ms: float
    import_mb: float | None


def measure(
    peer: Peer | None, *, rounds: int, most: int | None = None, watch: Watch = lambda _: None
) -> Figures:
    """Measure this engine, and the other one where it is there.

    Args:
        peer: The other engine, or None.
        rounds: At least 1.
        most: How many generated phases, and how many recorded ones, to take: spread
            evenly over all there are; all of them if None.
        watch: Told what is going on.
    """
    drawn, played = _spread(generated(), most), _spread(recorded(), most)
    cost = import_cost()
    engine = Engine()
    settle_memory()
    ours, theirs = _take_turns(engine, peer, drawn, rounds, watch)
    figures = Figures(
        phases=len(drawn),
        rounds=rounds,
        ratio=None,
        ratio_recorded=None,
        ours_per_s=len(drawn) / median(ours),
        peer=None,
        peer_per_s=None,
        agree=None,
        slowest_ms=_slowest(engine, [*paradoxes(), *drawn, *played]) * 1000,
        import_ms=cost.milliseconds,
        import_mb=cost.megabytes,
    )
    if peer is None:
        return figures
    return replace(
        figures,
        ratio=_ratio(ours, theirs),
        peer=NAME,
        peer_per_s=len(drawn) / median(theirs),
        agree=_agreement(peer, drawn),
        ratio_recorded=_ratio(*_take_turns(engine, peer, played, rounds, watch))
        if played
        else None,
    )


def _spread(records: Sequence[Record], most: int | None) -> Sequence[Record]:
    if most is None or most >= len(records):
        return records
    return [records[number * len(records) // most] for number in range(most)]


def _take_turns(
    engine: Engine, peer: Peer | None, records: Sequence[Record], rounds: int, watch: Watch
) -> tuple[list[float], list[float]]:
    """Return the seconds of our engine and of the other one, by round."""
    if peer:
        peer.load(records)
    engine.seconds(records)
    ours, theirs = [0.0] * rounds, [0.0] * rounds
    for number in range(rounds):
        watch(f"round {number + 1} of {rounds}, {len(records)} phases")
        for first in range(0, len(records), _AT_A_TIME):
            behind = first + _AT_A_TIME
            ours[number] += engine.seconds(records[first:behind])
            if peer:
                theirs[number] += peer.seconds(first, behind)
    return ours, theirs


def _ratio(ours: Iterable[float], theirs: Iterable[float]) -> float:
    return median(other / own for own, other in zip(ours, theirs, strict=True))


def _slowest(engine: Engine, records: Iterable[Record]) -> float:
    def best(record: Record) -> float:
        return min(seconds(lambda: engine.judge(record)) for _ in range(_SLOWEST_OF))

    return max(map(best, records))


def _agreement(peer: Peer, records: Sequence[Record]) -> float:
    """Return the share of phases that both engines judge alike; the peer has them loaded."""
    engine = Engine(rules=_RULES_OF_PEER)
    same = sum(
        engine.outcome(record) == peer.outcome(number) for number, record in enumerate(records)
    )
    return same / len(records)
