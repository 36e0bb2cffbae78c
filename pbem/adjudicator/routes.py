"""Convoy routes: chains of fleets at sea from an army to where it goes.

A fleet is given by the sea place it stands in. A route is *minimal* when none
of its fleets can be left out; a fleet that is on no minimal route cannot take
part in a convoy (DATC 6.F.12, 6.G.19).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

from pbem.adjudicator.tables import Board

_MOST_STEPS = 2000
"""Looking for minimal routes ends here, and every fleet then counts as being on one.

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


def on_routes(board: Board, fleets: Collection[int], start: int, end: int) -> set[int]:
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

    Nothing is found out before it is asked for: most phases have few convoys.
    """

    __slots__ = ("_board", "_fleets", "_group", "_routes", "_standing")

    def __init__(self, board: Board, standing: Iterable[int]) -> None:
        """Take the places where units stand; a unit at sea is a fleet."""
        self._board = board
        self._standing = standing
        self._fleets: set[int] | None = None
        self._group: dict[int, int] = {}
        self._routes: dict[tuple[int, int], set[int]] = {}

    def _at_sea(self) -> set[int]:
        """Return where fleets are at sea, and find out once which are connected."""
        if self._fleets is None:
            is_sea = self._board.is_sea
            self._fleets = {place for place in self._standing if is_sea[place]}
            for fleet in self._fleets:
                if fleet not in self._group:
                    self._spread(self._fleets, fleet)
        return self._fleets

    def _spread(self, fleets: set[int], first: int) -> None:
        group, seas = self._group, self._board.seas
        group[first] = first
        edge = [first]
        while edge:
            for near in seas[edge.pop()]:
                if near in fleets and near not in group:
                    group[near] = first
                    edge.append(near)

    def join(self, start: int, end: int) -> bool:
        """Return whether the fleets could carry an army from `start` to `end`."""
        self._at_sea()
        group, seas = self._group, self._board.seas
        groups = [group[sea] for sea in seas[start] if sea in group]
        if groups:
            for sea in seas[end]:
                if sea in group and group[sea] in groups:
                    return True
        return False

    def join_without(self, fleet: int, start: int, end: int) -> bool:
        """Return the same for all fleets but one."""
        fleets = self._at_sea()
        if fleet not in fleets:
            return self.join(start, end)
        return is_joined(self._board, fleets - {fleet}, start, end)

    def use(self, fleet: int, start: int, end: int) -> bool:
        """Return whether a fleet is on some minimal route from `start` to `end`."""
        touches = self._board.touches
        if fleet in touches[start] and fleet in touches[end]:
            return True
        useful = self._routes.get((start, end))
        if useful is None:
            useful = on_routes(self._board, self._at_sea(), start, end)
            self._routes[start, end] = useful
        return fleet in useful
