"""The folder that pages are written to."""

from __future__ import annotations

import filecmp
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pbem.site.plan import is_our_name

_NAMED = 100
"""Files whose paths are kept, and that are flushed one by one; for more the whole machine is."""

_MARK = b'<meta name="generator" content="pbem">'


@dataclass
class Paths:
    """Files that changed: how many, and the first of them, since a site may have millions."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, *paths: str) -> None:
        """Count more."""
        self.count += len(paths)
        self.first += paths[: max(0, _NAMED - len(self.first))]

    def join(self, others: Paths) -> None:
        """Count those of another folder as well."""
        self.add(*others.first)
        self.count += others.count - len(others.first)


@dataclass
class Folder:
    """A folder of pages, and what happened there.

    Attributes:
        made: How many files were made, whether or not they had changed.
        written, removed: Those that changed.
    """

    root: Path
    made: int = 0
    written: Paths = field(default_factory=Paths)
    removed: Paths = field(default_factory=Paths)

    def put(self, path: str, data: bytes) -> None:
        """Write a file where its bytes differ; readers see the old or the new one, whole."""
        self.made += 1
        target = self.root / path
        try:
            if target.read_bytes() == data:
                return
        except (FileNotFoundError, NotADirectoryError):
            target.parent.mkdir(parents=True, exist_ok=True)
        self._write(target, data)
        self.written.add(path)

    def put_all(self, path: str, pieces: Iterable[bytes]) -> None:
        """Write a file that may be large, piece by piece, where its bytes differ.

        The file as it is may be read while the pieces are made.
        """
        self.made += 1
        if self.keep_all(path, pieces):
            self.written.add(path)

    def keep(self, name: str, data: bytes) -> None:
        """Write a file that is no page, where its bytes differ."""
        target = self.root / name
        if not target.is_file() or target.read_bytes() != data:
            self.root.mkdir(parents=True, exist_ok=True)
            self._write(target, data)

    def keep_all(self, name: str, pieces: Iterable[bytes]) -> bool:
        """Write a file that is no page, piece by piece; return whether its bytes differ."""
        target = self.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = _draft(target)
        try:
            with draft.open("wb") as file:
                file.writelines(pieces)
            if target.is_file() and filecmp.cmp(draft, target, shallow=False):
                return False
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        return True

    def read(self, path: str) -> bytes | None:
        """Return what a file holds; None where there is none."""
        try:
            return (self.root / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def sweep(self, top: str, kept: frozenset[str]) -> None:
        """Remove files of ours under a folder that are not among those kept.

        A folder is ours if its index.html is marked as made by pbem. Files there
        that have no name of ours stay, and so do all other folders.
        """
        for folder, _, names in os.walk(self.root / top, topdown=False):
            place = Path(folder).relative_to(self.root).as_posix()
            if f"{place}/index.html" not in kept and not _is_ours(Path(folder)):
                continue
            # The mark goes last, so that a sweep that was stopped can go on.
            for name in sorted(filter(is_our_name, names), key=lambda n: (n == "index.html", n)):
                if f"{place}/{name}" not in kept:
                    Path(folder, name).unlink()
                    self.removed.add(f"{place}/{name}")
            if not any(Path(folder).iterdir()):
                Path(folder).rmdir()

    def flush(self) -> None:
        """Make all that was written here survive a power cut.

        Done before it is noted how far the pages are, so that none is missing afterwards.
        """
        if self.written.count > _NAMED:
            os.sync()
            return
        files = [self.root / path for path in self.written.first]
        folders = {folder for file in files for folder in file.relative_to(self.root).parents}
        for path in (*files, *(self.root / folder for folder in folders)):
            if path.exists():
                handle = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)

    def _write(self, target: Path, data: bytes) -> None:
        draft = _draft(target)
        draft.write_bytes(data)
        draft.replace(target)


def _draft(target: Path) -> Path:
    return target.with_name(f".{target.name}.tmp")


def _is_ours(folder: Path) -> bool:
    try:
        with (folder / "index.html").open("rb") as file:
            return _MARK in file.read(2048)
    except (FileNotFoundError, NotADirectoryError):
        # powers/<board>/ has only folders of its own.
        return not any(path.is_file() for path in folder.iterdir())
