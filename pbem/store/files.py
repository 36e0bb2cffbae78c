"""Files written whole and durably: another process, or a crash, sees all of one or none."""

from __future__ import annotations

import os
from pathlib import Path


def write_file(path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Write a file through a temporary one beside it; when this returns it survives a crash.

    Args:
        path: In a folder that exists. What was there is replaced at one stroke.
        data: All of the file.
        mode: Its permissions, before the process's umask.

    Raises:
        OSError: It cannot be written; what was there is untouched.
    """
    draft = path.with_name(f".{path.name}.tmp")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def write_hint(path: Path, text: str, *, mode: int = 0o600) -> None:
    """Write a small file that may be lost: whole, but not made durable.

    Raises:
        OSError: It cannot be written.
    """
    draft = path.with_name(f".{path.name}.tmp")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)


def make_folder(path: Path, *, mode: int = 0o700) -> None:
    """Make a folder and those above it where missing; when this returns they survive a crash.

    Args:
        path: The folder.
        mode: Permissions of what is made.

    Raises:
        OSError: It cannot be made.
    """
    missing = []
    folder = path
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for folder in reversed(missing):
        folder.mkdir(mode=mode, exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder survive a crash.

    Raises:
        OSError: The folder cannot be opened.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
