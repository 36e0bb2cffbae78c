"""The figures of the adjudicator."""

from __future__ import annotations

from pbem.bench.adjudicate import measure
from pbem.bench.imports import import_cost
from tests.bench.peers import fake_peer


def test_figures_without_a_peer() -> None:
    """What the other engine would be needed for is not known, and the rest is."""
    figures = measure(None, rounds=1, most=3)
    assert (figures.phases, figures.rounds) == (3, 1)
    assert figures.ours_per_s > 0
    assert figures.slowest_ms > 0
    missing = (figures.ratio, figures.ratio_recorded, figures.peer, figures.peer_per_s)
    assert missing == (None, None, None, None)
    assert figures.agree is None


def test_figures_with_a_peer() -> None:
    """The ratio is the peer's seconds by ours; a peer that does nothing does not agree."""
    said: list[str] = []
    with fake_peer() as peer:
        figures = measure(peer, rounds=2, most=3, watch=said.append)
    assert figures.peer == "diplomacy 1.1.2"
    assert figures.peer_per_s is not None
    assert figures.peer_per_s > 0
    assert figures.ratio is not None
    assert figures.ratio > 0
    assert figures.agree == 0
    assert said[:2] == ["round 1 of 2, 3 phases", "round 2 of 2, 3 phases"]


def test_importing_the_engine_costs_something() -> None:
    """The cost is that of a process that has imported nothing of pbem before."""
    cost = import_cost(tries=1)
    assert cost.milliseconds > 1
    assert cost.megabytes is None or cost.megabytes > 0.1
