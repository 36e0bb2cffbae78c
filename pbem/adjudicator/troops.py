"""The units on a board, kept as numbers (`pbem.adjudicator.tables`).

Reading a record, judging it and writing what is left ask the same of the same
units. Whoever knows their numbers keeps them, so that nothing is looked up twice;
anybody else sees a mapping from powers to `Unit`s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Sized
from itertools import chain
from typing import Any, TypeVar, overload

from pbem.adjudicator.tables import Board
from pbem.board.position import Unit

K = TypeVar("K")
T = TypeVar("T")


@overload
def split(values: list[T], parts: Mapping[K, Sized]) -> dict[K, list[T]]: ...
@overload
def split(values: tuple[T, ...], parts: Mapping[K, Sized]) -> dict[K, tuple[T, ...]]: ...
def split(values: Any, parts: Mapping[K, Sized]) -> Any:
    """Return a list or tuple in parts as long as given, one after another.

    A phase has a few units for each of a few powers: it is quicker to do a thing once
    for all of them, and to split what comes of it, than to do it for each power.

    >>> split([5, 6, 7], {"FRANCE": ["A PAR"], "TURKEY": ["A CON", "F BLA"]})
    {'FRANCE': [5], 'TURKEY': [6, 7]}
    """
    found = {}
    start = 0
    for key, part in parts.items():
        end = start + len(part)
        found[key] = values[start:end]
        start = end
    return found


class Troops(Mapping[str, tuple[Unit, ...]]):
    """Units by power, sorted.

    Attributes:
        board: The board they stand on.
        numbers: Their unit numbers by power, sorted.
    """

    __slots__ = ("_made", "_places", "board", "numbers")

    def __init__(self, board: Board, numbers: Mapping[str, Sequence[int]]) -> None:
        """Take units by number; nobody changes the lists any more."""
        self.board = board
        self.numbers = numbers
        self._made: dict[str, tuple[Unit, ...]] = {}
        self._places: list[int] | None = None

    def __getitem__(self, power: str) -> tuple[Unit, ...]:
        """Return the units of a power."""
        if power not in self._made:
            units = self.board.units
            self._made[power] = tuple([units[number] for number in self.numbers[power]])
        return self._made[power]

    def __iter__(self) -> Iterator[str]:
        """Go through the powers."""
        return iter(self.numbers)

    def __len__(self) -> int:
        """Return how many powers there are."""
        return len(self.numbers)

    def __repr__(self) -> str:
        """Return the units as a dictionary shows them."""
        return repr(dict(self))

    @property
    def places(self) -> list[int]:
        """Where they stand, those of one power after those of another."""
        if self._places is None:
            place_of = self.board.place_of.__getitem__
            self._places = list(map(place_of, chain.from_iterable(self.numbers.values())))
        return self._places

    def texts(self) -> dict[str, list[str]]:
        """Return the units in normal form, by power."""
        text_of = self.board.texts.__getitem__
        return {power: list(map(text_of, own)) for power, own in self.numbers.items()}


def troops_of(board: Board, units: Mapping[str, Sequence[Unit]]) -> Troops:
    """Return the same units as numbers of a board; -1 for one that cannot stand there."""
    if isinstance(units, Troops) and units.board is board:
        return units
    return Troops(board, {power: list(map(board.number_of, own)) for power, own in units.items()})
