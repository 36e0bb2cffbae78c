"""What lies in a folder that somebody else filled, however deep it goes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def _silent(_name: str, _why: str) -> None:
    """Tell nobody."""


def files_below(folder: Path, shut: Callable[[str, str], None] = _silent) -> list[tuple[str, str]]:
    """Return all files below a folder with their names below it and their paths, sorted.

    Folders are not gone down by recursion, so any number of them may lie in one another.
    A link is a file, wherever it leads.

    Args:
        folder: Where to look; one that is not there has no files.
        shut: Told of each folder below that cannot be opened, by name, and why.
    """
    found = []
    folders = [(str(folder), "")]
    while folders:
        path, below = folders.pop()
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    name = f"{below}{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        folders.append((entry.path, f"{name}/"))
                    else:
                        found.append((name, entry.path))
        except OSError as error:
            if below:
                shut(below, str(error.strerror))
    return sorted(found)


def plain_files(folder: Path) -> dict[str, Path]:
    """Return the files below a folder that can be read to an end, or links to such, by name."""
    return {name: Path(path) for name, path in files_below(folder) if os.path.isfile(path)}
