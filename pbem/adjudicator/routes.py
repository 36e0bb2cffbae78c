"""Convoy routes: chains of fleets at sea from an army to where it goes.

A set of seas, or of the fleets in them, is an integer with one bit for each sea
(`Board.sea_bit`). A route is *minimal* when none of its fleets can be left out; a
fleet that is on no minimal route cannot take part in a convoy (DATC 6.F.12, 6.G.19).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.tables import Board

_MOST_STEPS = 2000
"""Looking for minimal routes ends here, and every fleet then counts as being on one.

Real boards need a few dozen steps; the bound keeps a fleet in every sea of a
huge board from costing more than a moment.
"""


def fleets_in(board: Board, places: Iterable[int]) -> int:
    """Return the seas among places, each of which is named once."""
    return sum(map(board.sea_bit.__getitem__, places))


def is_joined(board: Board, fleets: int, start: int, end: int) -> bool:
    """Return whether fleets lead from the coast of `start` to that of `end`."""
    first, last = board.touches[start] & fleets, board.touches[end] & fleets
    return bool(first & last) or _leads(board, fleets, first, last)


def _leads(board: Board, fleets: int, first: int, last: int) -> bool:
    """Return whether fleets lead on from the first of them to one of the last seas."""
    around = board.around
    left = fleets & ~first
    edge = first
    while edge:
        sea = edge & -edge
        near = around[sea] & left
        if near & last:
            return True
        left ^= near
        edge ^= sea | near
    return False


def on_routes(board: Board, fleets: int, start: int, end: int) -> int:
    """Return the fleets that are on some minimal route from `start` to `end`."""
    around, touches_end = board.around, board.touches[end]
    inner = fleets & ~board.touches[start]
    found = 0
    # A path, its last fleet, and the fleets it may go on to: no shorter path does.
    paths: list[tuple[int, int, int]] = []
    _lengthen(paths, 0, fleets & board.touches[start], inner)
    for _ in range(_MOST_STEPS):
        if not paths:
            return found
        path, last, free = paths.pop()
        if last & touches_end:
            found |= path
            continue
        _lengthen(paths, path, around[last] & free, free & ~around[last])
    return fleets


def _lengthen(paths: list[tuple[int, int, int]], path: int, seas: int, free: int) -> None:
    while seas:
        sea = seas & -seas
        paths.append((path | sea, sea, free))
        seas ^= sea


def chains_of(board: Board, fleets: int) -> list[int]:
    """Return the sets of fleets that hang together, each fleet in one of them."""
    around = board.around
    found = []
    while fleets:
        before = fleets
        edge = fleets & -fleets
        fleets ^= edge
        while edge:
            sea = edge & -edge
            near = around[sea] & fleets
            fleets ^= near
            edge ^= sea | near
        found.append(before ^ fleets)
    return found


class Seaways:
    """All the fleets at sea of a phase, whatever they are ordered to do.

    What was found out is kept: an army, the fleets that convoy it and the units
    that support it ask the same.
    """

    __slots__ = ("_board", "_chains", "_routes", "_standing")

    def __init__(self, board: Board, standing: Iterable[int]) -> None:
        """Take the places where units stand; a unit at sea is a fleet."""
        self._board = board
        self._standing = standing
        self._chains: list[int] | None = None
        self._routes: dict[tuple[int, int, int], int] = {}

    def _fleets(self) -> list[int]:
        """Return the chains of fleets at sea; most phases of most games never ask."""
        if self._chains is None:
            at_sea = self._board.all_seas.intersection(self._standing)
            self._chains = chains_of(self._board, fleets_in(self._board, at_sea))
        return self._chains

    def join(self, start: int, end: int) -> bool:
        """Return whether the fleets could carry an army from `start` to `end`."""
        first, last = self._board.touches[start], self._board.touches[end]
        for fleets in self._fleets():  # noqa: SIM110 - asked in every phase; any() takes twice as long
            if fleets & first and fleets & last:
                return True
        return False

    def join_without(self, fleet: int, start: int, end: int) -> bool:
        """Return the same for all fleets but the one in a place, if there is one."""
        sea = self._board.sea_bit[fleet]
        first, last = self._board.touches[start], self._board.touches[end]
        for fleets in self._fleets():
            # Most chains touch neither coast or have no such fleet, which is told at a glance.
            if fleets & first and fleets & last:
                if not fleets & sea or is_joined(self._board, fleets & ~sea, start, end):
                    return True
        return False

    def use(self, fleet: int, start: int, end: int) -> bool:
        """Return whether the fleet in a place is on some minimal route from `start` to `end`.

        A minimal route has one fleet at either coast. So a fleet at a coast is on
        one if others, away from that coast, lead on from it to the other coast.
        """
        board, sea = self._board, self._board.sea_bit[fleet]
        first, last = board.touches[start], board.touches[end]
        if sea & first & last:
            return True
        fleets = next(fleets for fleets in self._fleets() if fleets & sea)
        if not fleets & last:
            return False
        if sea & first:
            return _leads(board, fleets & ~first, sea, last)
        if sea & last:
            return _leads(board, fleets & ~last, sea, first)
        useful = self._routes.get((fleets, start, end))
        if useful is None:
            useful = self._routes[fleets, start, end] = on_routes(board, fleets, start, end)
        return bool(useful & sea)
