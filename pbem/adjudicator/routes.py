"""Convoy routes: chains of fleets at sea from an army to where it goes.

A fleet is given by the sea place it stands in. A route is *minimal* when none
of its fleets can be left out; a fleet that is on no minimal route cannot take
part in a convoy (DATC 6.F.12, 6.G.19).
"""

from __future__ import annotations

from collections.abc import Container

from pbem.adjudicator.tables import Board

_MOST_STEPS = 2000
"""Looking for a minimal route ends here, and a fleet then counts as being on one.

Real boards need a few dozen steps; the bound keeps a fleet in every sea of a
huge board from costing more than a moment.
"""


def is_joined(board: Board, fleets: Container[int], start: int, end: int) -> bool:
    """Return whether fleets lead from the coast of `start` to that of `end`."""
    touches_end = board.touches[end]
    seas = board.seas
    seen = set()
    edge = [sea for sea in seas[start] if sea in fleets]
    while edge:
        sea = edge.pop()
        if sea in touches_end:
            return True
        if sea not in seen:
            seen.add(sea)
            edge.extend(near for near in seas[sea] if near in fleets and near not in seen)
    return False


def is_on_route(board: Board, fleets: Container[int], start: int, end: int, fleet: int) -> bool:
    """Return whether a fleet is on some minimal route from `start` to `end`."""
    touches_start, touches_end = board.touches[start], board.touches[end]
    if fleet in touches_start and fleet in touches_end:
        return True
    paths: list[tuple[int, ...]] = [(sea,) for sea in board.seas[start] if sea in fleets]
    for _ in range(_MOST_STEPS):
        if not paths:
            return False
        path = paths.pop()
        if path[-1] in touches_end:
            if fleet in path:
                return True
            continue
        paths.extend(
            (*path, near)
            for near in board.seas[path[-1]]
            if near in fleets
            and near not in touches_start
            and not any(near == sea or near in board.touches[sea] for sea in path[:-1])
        )
    return True
