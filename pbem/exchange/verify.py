"""`pbem verify`: whether a record is whole, and says what the rules say.

Everything is checked from games/ alone. Of each game: the form of its files, their
names and numbers; the chain of hashes; the standing line; every phase judged again
on the recorded board under the recorded rules, and the position that follows; the
draws; the commitments to sheets; the order of times; the end. Where games/ is a git
repository, its files and its history as well; a plain folder is checked by the
chain alone.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pbem.errors import RecordError
from pbem.exchange.findings import Finding, GameCheck, Verification, Watch
from pbem.exchange.packed import SUMS, check_sums, is_bundle, unzip
from pbem.store.history import game_ids, is_bare, is_tracked, lost_games, reading_history
from pbem.store.unpacking import unbundle, unpack

__all__ = ["Finding", "GameCheck", "Verification", "laid_open", "verify"]

_DEEPEST = 5


def _silent(_done: int, _total: int) -> None:
    """Tell nobody."""


def verify(path: Path, watch: Watch = _silent) -> Verification:
    """Return what a check of a record has found.

    Args:
        path: A judge's home, a games/ folder, a clone of one (bare or not), or
            the folder of one game; or any of these in a `.zip`, or a git bundle.
        watch: Told after each game how many are done, and of how many.

    Raises:
        RecordError: There is no record, or git cannot read the repository.
    """
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        if is_bare(path):
            unpack(path, folder, path)
            return _verify(folder, None, path, watch)
        if path.is_file():
            return _packed(path, folder, watch)
        games, only = _found(path)
        done = _verify(games, only, games, watch)
        return _with_sums(done, path, path.name) if (path / SUMS).is_file() else done


@contextmanager
def laid_open(path: Path) -> Iterator[Path]:
    """Give the games/ folder of whatever `verify` takes, for as long as it is looked at.

    Raises:
        RecordError: There is no record, or it cannot be unpacked.
    """
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        if is_bare(path):
            unpack(path, folder, path)
            yield folder
        elif path.is_file() and is_bundle(path):
            yield _unbundled(path, folder)[1]
        elif path.is_file():
            unzip(path, folder)
            yield _found_within(path, folder)[0]
        else:
            yield _found(path)[0]


def _unbundled(path: Path, room: Path) -> tuple[Path, Path]:
    """Return a repository made of a bundle, and the files of its newest commit."""
    repository, files = room / "repository", room / "files"
    for folder in (repository, files):
        folder.mkdir()
    unbundle(path, repository)
    unpack(repository, files, path)
    return repository, files


def _packed(path: Path, room: Path, watch: Watch) -> Verification:
    """Check what a file of many holds: a bundle with its history, an archive with its sums."""
    if is_bundle(path):
        repository, files = _unbundled(path, room)
        return _verify(files, None, repository, watch)
    unzip(path, room)
    games, only = _found_within(path, room)
    return _with_sums(_verify(games, only, games, watch), room, path.name)


def _with_sums(done: Verification, folder: Path, name: str) -> Verification:
    """Add what the checksums of an archive say."""
    wrong = tuple(check_sums(folder))
    return replace(done, games=(*done.games, GameCheck(name, 0, wrong))) if wrong else done


def _found_within(path: Path, room: Path) -> tuple[Path, str | None]:
    """Return the games/ folder within an archive, which may lie some folders down."""
    folders = [room]
    for _ in range(_DEEPEST):
        for folder in folders:
            if (folder / "game.toml").is_file() or _holds_games(folder):
                return _found(folder)
        folders = [sub for folder in folders for sub in sorted(folder.iterdir()) if sub.is_dir()]
    raise RecordError(f"{path}: it holds no games/ folder and no game")


def _found(path: Path) -> tuple[Path, str | None]:
    """Return the games/ folder that a path means, and the one game if it means one."""
    if (path / "game.toml").is_file():
        return path.resolve().parent, path.resolve().name
    if (path / "pbem.toml").is_file():
        return path / "games", None
    for games in (path, path / "games"):
        if _holds_games(games):
            return games, None
    raise RecordError(
        f"{path}: no games here; name a judge's home, a games/ folder, a clone, a game's folder, "
        "or a .zip or .bundle of them"
    )


def _holds_games(folder: Path) -> bool:
    """Return whether a folder has games, has lost those that git knows, or waits for its first."""
    if not folder.is_dir():
        return False
    return bool(game_ids(folder)) or (folder / "variants").is_dir() or lost_games(folder)


def _verify(games: Path, only: str | None, repository: Path, watch: Watch) -> Verification:
    """Check games, the one named or all, beside the history that a repository holds of them.

    git reads the history while what checks games is loaded, and while it does.
    """
    ids = (only,) if only else game_ids(games)
    with reading_history(repository) as read:
        from pbem.exchange.checking import check_games

        tracked = is_tracked(repository)
        return check_games(games, ids, read, watch, tracked=tracked, alone=bool(only))
