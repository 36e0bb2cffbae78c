"""Finished games from elsewhere put into a home's record, in one commit.

The judge writes games/ by its journal; what is imported has no ruling there. It comes in
a commit of its own with the trailer `Imported: <ids>`, which adds files and changes none,
made while no judge works on the home.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from pbem.errors import RecordError
from pbem.store.files import make_folder, write_file
from pbem.store.git import BRANCH, Repository
from pbem.store.recorder import AUTHOR, FILES_AT, data_of

_LAST = "/game.toml"


def shelve(games: Path, files: Mapping[str, str], ids: tuple[str, ...], at: datetime) -> None:
    """Add files to games/: as a commit where it is a repository, then as files.

    Args:
        games: The folder; nobody else writes there meanwhile.
        files: Texts by path below it. Boards that are there already stay.
        ids: Of the games.
        at: The date of the commit.

    Raises:
        RecordError: A file is there already and is another, or git refuses.
    """
    new = {path: text for path, text in files.items() if _is_new(games / path, text)}
    if not new:
        return
    if not Repository.is_repository(games):
        _write(games, new)
        return
    git = Repository(games)
    head, marker = git.branch_head(), git.git_dir / FILES_AT
    in_step = marker.exists() and marker.read_text(encoding="ascii").strip() == head
    stream = b"".join(_stream(new, ids, at, head))
    git.run("fast-import", "--quiet", "--done", "--date-format=raw", data=stream)
    _write(games, new)
    if in_step:
        # Where the files were behind, the judge brings all of them to the newest commit.
        write_file(marker, f"{git.branch_head()}\n".encode())


def _write(games: Path, files: Mapping[str, str]) -> None:
    # A folder is a game's once it has game.toml, so that comes when all else is there: a game
    # that was broken off is taken in again.
    for path, text in sorted(files.items(), key=lambda file: (file[0].endswith(_LAST), file[0])):
        make_folder((games / path).parent, mode=0o755)
        write_file(games / path, text.encode())


def _is_new(path: Path, text: str) -> bool:
    if not path.exists():
        return True
    if path.read_bytes() == text.encode():
        return False
    raise RecordError(f"{path}: there already, and another; nothing was imported")


def _stream(
    files: Mapping[str, str], ids: tuple[str, ...], at: datetime, head: str | None
) -> Iterator[bytes]:
    stamp = f"{AUTHOR} {int(at.timestamp())} +0000"
    yield f"commit {BRANCH}\nauthor {stamp}\ncommitter {stamp}\n".encode()
    count = ids[0] if len(ids) == 1 else f"{len(ids)} games"
    yield data_of(f"{count} imported\n\nImported: {' '.join(ids)}\n".encode())
    if head is not None:
        yield f"from {head}\n".encode()
    for path, text in sorted(files.items()):
        yield f"M 100644 inline {path}\n".encode()
        yield data_of(text.encode())
    yield b"done\n"
