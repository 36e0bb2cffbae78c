"""The files of years, put together without holding more than one game's part of them.

A part that was made waits in a file without a name; all others are read where they stand
in the file of the year as it is, by lengths that are kept beside the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from pbem.site.plan import YearFile


class MadeParts:
    """Parts of games that this build made, on disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = ExitStack()
        self._file: IO[bytes] | None = None
        self._places: dict[tuple[str, YearFile], tuple[int, int]] = {}

    def add(self, game: str, parts: Mapping[YearFile, bytes]) -> None:
        """Put away the parts of a game; OSError where there is no room."""
        if not parts:
            return
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = self._open.enter_context(TemporaryFile(dir=self._folder))  # noqa: SIM115
        for kind, part in parts.items():
            self._places[game, kind] = self._file.seek(0, 2), len(part)
            self._file.write(part)

    def find(self, game: str, kind: YearFile) -> bytes | None:
        """Return a part; None where it was not made."""
        place = self._places.get((game, kind))
        return _read(self._file, *place) if place and self._file else None

    def close(self) -> None:
        """Forget all parts."""
        self._open.close()


class StandingParts:
    """Parts in the file of a year as the last build left it.

    None is found where the file is not what was made of parts of such lengths.

    Args:
        path: The file; it may be missing.
        lengths: Bytes of each game's part, in the order of the file.
    """

    def __init__(self, path: Path, kind: YearFile, year: int, lengths: Mapping[str, int]) -> None:
        self._file: IO[bytes] | None = None
        self._places: dict[str, tuple[int, int]] = {}
        if not lengths or not path.is_file():
            return
        before, after = _frame(kind, year)
        self._file = path.open("rb")
        at = len(before)
        for game, length in lengths.items():
            self._places[game] = at, length
            at += length
        whole = self._file.seek(0, 2) == at + len(after)
        framed = _read(self._file, 0, len(before)), _read(self._file, at, len(after))
        if not whole or framed != (before, after):
            self._places = {}

    def find(self, game: str) -> bytes | None:
        """Return the part of a game; None where it is not known."""
        place = self._places.get(game)
        return _read(self._file, *place) if place and self._file else None

    def close(self) -> None:
        """Let go of the file, which may have been replaced meanwhile."""
        if self._file:
            self._file.close()


def joined(kind: YearFile, year: int, parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the file of a year, of the parts of its games in the order of their ids."""
    before, after = _frame(kind, year)
    yield before
    yield from parts
    yield after


def _frame(kind: YearFile, year: int) -> tuple[bytes, bytes]:
    match kind:
        case YearFile.SEARCH:
            return f'pbemSearch.year("{year}",[\n'.encode(), b"]);\n"
        case _:
            return b"", b""


def _read(file: IO[bytes], at: int, length: int) -> bytes:
    file.seek(at)
    return file.read(length)
