"""Convoy routes: chains of fleets at sea from an army to where it goes.

A fleet is given by the sea place it stands in. A route is *minimal* when none
of its fleets can be left out; a fleet that is on no minimal route cannot take
part in a convoy (DATC 6.F.12, 6.G.19).
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from pbem.adjudicator.tables import Board

_MOST_STEPS = 2000
"""Looking for minimal routes ends here, and every fleet then counts as being on one.

Real boards need a few dozen steps; the bound keeps a fleet in every sea of a
huge board from costing more than a moment.
"""


def is_joined(board: Board, fleets: Set[int], start: int, end: int) -> bool:
    """Return whether fleets lead from the coast of `start` to that of `end`."""
    return _leads(board, fleets, board.touches[start] & fleets, end)


def _leads(board: Board, fleets: Set[int], first: Set[int], end: int) -> bool:
    """Return whether fleets lead on from the first of them to the coast of `end`."""
    touches_end = board.touches[end]
    if not first or touches_end.isdisjoint(fleets):
        return False
    if not touches_end.isdisjoint(first):
        return True
    seas = board.seas
    edge, seen = list(first), set(first)
    for sea in edge:
        for near in seas[sea]:
            if near in fleets and near not in seen:
                if near in touches_end:
                    return True
                seen.add(near)
                edge.append(near)
    return False


def on_routes(board: Board, fleets: Set[int], start: int, end: int) -> set[int]:
    """Return the fleets that are on some minimal route from `start` to `end`."""
    touches, seas = board.touches, board.seas
    touches_start, touches_end = touches[start], touches[end]
    found: set[int] = set()
    nowhere: frozenset[int] = frozenset()
    # A path, its last fleet, and where it cannot go on, since a shorter one would.
    paths: list[tuple[tuple[int, ...], frozenset[int]]] = [
        ((sea,), nowhere) for sea in seas[start] if sea in fleets
    ]
    for _ in range(_MOST_STEPS):
        if not paths:
            return found
        path, shut = paths.pop()
        last = path[-1]
        if last in touches_end:
            found.update(path)
            continue
        for near in seas[last]:
            if near in fleets and near not in shut and near not in touches_start:
                paths.append(((*path, near), shut | touches[last] | {last}))
    return set(fleets)


class Seaways:
    """All the fleets at sea of a phase, whatever they are ordered to do.

    What was found out is kept: an army, the fleets that convoy it and the units
    that support it ask the same.
    """

    __slots__ = ("_board", "_fleets", "_joined", "_routes")

    def __init__(self, board: Board, standing: Iterable[int]) -> None:
        """Take the places where units stand; a unit at sea is a fleet."""
        self._board = board
        self._fleets = board.all_seas.intersection(standing)
        self._joined: dict[tuple[int, int], bool] = {}
        self._routes: dict[tuple[int, int], set[int]] = {}

    def join(self, start: int, end: int) -> bool:
        """Return whether the fleets could carry an army from `start` to `end`."""
        route = start, end
        if route not in self._joined:
            self._joined[route] = is_joined(self._board, self._fleets, start, end)
        return self._joined[route]

    def join_without(self, fleet: int, start: int, end: int) -> bool:
        """Return the same for all fleets but one."""
        if fleet not in self._fleets:
            return self.join(start, end)
        return is_joined(self._board, self._fleets - {fleet}, start, end)

    def use(self, fleet: int, start: int, end: int) -> bool:
        """Return whether a fleet is on some minimal route from `start` to `end`.

        A minimal route has one fleet at either coast. So a fleet at a coast is on
        one if others, away from that coast, lead on from it to the other coast.
        """
        touches = self._board.touches
        if fleet in touches[start]:
            return fleet in touches[end] or self._leads_on(fleet, start, end)
        if fleet in touches[end]:
            return self._leads_on(fleet, end, start)
        useful = self._routes.get((start, end))
        if useful is None:
            useful = on_routes(self._board, self._fleets, start, end)
            self._routes[start, end] = useful
        return fleet in useful

    def _leads_on(self, fleet: int, here: int, there: int) -> bool:
        away = self._fleets - self._board.touches[here]
        return _leads(self._board, away, {fleet}, there)
