"""A copy of a whole home in one file, and a home made from it.

A copy may be made while a judge is at work. What it holds fits together by the order in
which it is read: the record before the journal, which may be ahead of it; letters that
wait before the journal, since a letter that is in both is known again; the spool after
it, since the journal names nothing that is not there. Pages and cursors are left out:
pages are made again, and a mailbox is read from the beginning, which does no harm.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath

from pbem.errors import HomeError
from pbem.judge.home import CONFIG, Home, open_home
from pbem.store.files import sync_folder
from pbem.store.journal import Journal

_PARTS = (
    CONFIG,
    "maps",
    "templates",
    "games/.git/HEAD",
    "games/.git/refs",
    "games/.git/packed-refs",
)
_REST = ("games", "var/key", "var/mail/in")
_AFTER = ("var/spool", "var/mail/out")
_STATE = "var/state.sqlite3"


def back_up(home: Home, target: Path) -> int:
    """Write a copy of a home to a file that is not there yet; return how many files it holds.

    Raises:
        HomeError: The file is there, or cannot be written.
    """
    draft = target.with_name(f".{target.name}.tmp")
    try:
        if target.exists():
            raise HomeError(f"{target} is there already; name another file")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
                count = _write(home, tar)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise HomeError(f"{error.filename or target}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
    return count


def _write(home: Home, tar: tarfile.TarFile) -> int:
    done: set[str] = set()
    for name in (*_PARTS, *_REST):
        _add(home, tar, name, done)
    if home.state.exists():
        with tempfile.TemporaryDirectory(prefix="pbem-", dir=home.var) as folder:
            copy = Path(folder) / "state.sqlite3"
            _copy_journal(home.state, copy)
            tar.add(copy, _STATE, recursive=False, filter=_nobody)
            done.add(_STATE)
    for name in _AFTER:
        _add(home, tar, name, done)
    return len(done)


def _copy_journal(state: Path, copy: Path) -> None:
    """Copy the journal as it stands between two transactions."""
    try:
        with closing(sqlite3.connect(state)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise HomeError(f"{state}: cannot be copied: {error}") from None


def _add(home: Home, tar: tarfile.TarFile, name: str, done: set[str]) -> None:
    for path in _files(home.path / name):
        inside = path.relative_to(home.path).as_posix()
        if inside in done or path.name.endswith((".tmp", ".lock")):
            continue
        try:
            tar.add(path, inside, recursive=False, filter=_nobody)
        except FileNotFoundError:
            continue  # sent, moved or packed meanwhile
        done.add(inside)


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for folder, folders, names in os.walk(path):
        folders.sort()
        yield from (Path(folder) / name for name in sorted(names))


def _nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def restore(source: Path, folder: Path) -> Home:
    """Make a home in a folder that is missing or empty from a copy.

    Raises:
        HomeError: The folder holds something, or the file is no copy of a home.
        JournalError: The journal in it is damaged.
    """
    folder = folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise HomeError(f"{folder} is not empty; name a folder that is, or one that is missing")
    try:
        with tarfile.open(source, "r:gz") as tar:
            _read(tar, source, folder)
    except (tarfile.TarError, EOFError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise HomeError(f"{source}: cannot be restored: {error}") from None
    for name in ("games", "site", "maps", "templates"):
        (folder / name).mkdir(exist_ok=True)
    for name in ("spool", "mail", "queue"):
        (folder / "var" / name).mkdir(mode=0o700, exist_ok=True)
    home = open_home(folder)
    if home.state.exists():
        Journal.open(home.state).close()
    return home


def _read(tar: tarfile.TarFile, source: Path, folder: Path) -> None:
    members = tar.getmembers()
    names = {member.name for member in members}
    odd = [member.name for member in members if not _is_ours(member)]
    if CONFIG not in names or odd:
        raise HomeError(f"{source}: is no copy of a judge's home")
    for member in members:
        target = folder / member.name
        private = member.name.startswith("var/")
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o755)
        inside = tar.extractfile(member)
        assert inside is not None
        mode = 0o600 if private else 0o644
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as file:
            shutil.copyfileobj(inside, file)
            file.flush()
            os.fsync(file.fileno())
    for path in (folder / "var").rglob("*"):
        if path.is_dir():
            path.chmod(0o700)
    (folder / "var").chmod(0o700)


def _is_ours(member: tarfile.TarInfo) -> bool:
    parts = PurePosixPath(member.name).parts
    known = parts[:1] in (("maps",), ("templates",), ("games",), ("var",)) or parts == (CONFIG,)
    return member.isfile() and known and ".." not in parts
