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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.errors import RecordError
from pbem.exchange.commits import NOWHERE, CommitCheck, check_commits, check_files
from pbem.exchange.findings import Finding, GameCheck, Verification
from pbem.exchange.gamefiles import read_files
from pbem.exchange.replay import check_game
from pbem.exchange.workers import spread
from pbem.store.archive import game_ids, is_bare, lost_games, unpack

__all__ = ["Finding", "GameCheck", "Verification", "verify"]

Watch = Callable[[int, int], None]


def _silent(_done: int, _total: int) -> None:
    """Tell nobody."""


def verify(path: Path, watch: Watch = _silent) -> Verification:
    """Return what a check of a record has found.

    Args:
        path: A judge's home, a games/ folder, a clone of one (bare or not), or
            the folder of one game.
        watch: Told after each game how many are done, and of how many.

    Raises:
        RecordError: There is no record, or git cannot read the repository.
    """
    if is_bare(path):
        with tempfile.TemporaryDirectory() as unpacked:
            unpack(path, Path(unpacked))
            return _verify(Path(unpacked), None, check_commits(path), watch)
    games, only = _found(path)
    return _verify(games, only, check_commits(games), watch)


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
        f"{path}: no games here; name a judge's home, a games/ folder, a clone or a game's folder"
    )


def _holds_games(folder: Path) -> bool:
    """Return whether a folder has games, has lost those that git knows, or waits for its first."""
    if not folder.is_dir():
        return False
    return bool(game_ids(folder)) or (folder / "variants").is_dir() or lost_games(folder)


def _verify(
    games: Path, only: str | None, commits: CommitCheck | None, watch: Watch
) -> Verification:
    ids = (only,) if only else _all_ids(games, commits)
    tasks = [_Task(games, game, *_of_git(game, commits)) for game in ids]
    checks = []
    for check in spread(_game, tasks):
        checks.append(check)
        watch(len(checks), len(tasks))
    if not only and commits is not None:
        loose = (
            *commits.findings[NOWHERE],
            *check_files(games, "variants", commits.of("variants")),
        )
        if loose:
            checks.append(GameCheck(NOWHERE, 0, loose))
    if commits is None and ids and (games / ".git").exists():
        says = "there is a repository, but no commit can be read: its branch or HEAD is damaged"
        checks.append(GameCheck(NOWHERE, 0, (Finding(".git", "HEAD", says),)))
    return Verification(tuple(checks))


def _all_ids(games: Path, commits: CommitCheck | None) -> tuple[str, ...]:
    """Return the games on disk, and those that git knows and the disk has lost."""
    known = set(game_ids(games))
    if commits is not None:
        known |= {top for top, held in commits.blobs.items() if f"{top}/game.toml" in held}
    return tuple(sorted(known))


@dataclass(frozen=True)
class _Task:
    """A game to be checked.

    Attributes:
        games: The folder it lies in.
        game: Its id.
        told: What its commits are like.
        blobs: Ids of its files in the newest commit, by path; None without git.
    """

    games: Path
    game: str
    told: tuple[Finding, ...] = ()
    blobs: Mapping[str, str] | None = None


def _of_git(
    game: str, commits: CommitCheck | None
) -> tuple[tuple[Finding, ...], Mapping[str, str] | None]:
    if commits is None:
        return (), None
    return tuple(commits.findings.get(game, ())), commits.of(game)


def _game(task: _Task) -> GameCheck:
    files = read_files(task.games, task.game)
    findings = [*files.findings, *check_game(files), *task.told]
    if task.blobs is not None:
        findings += check_files(task.games, task.game, task.blobs)
    return GameCheck(task.game, len(files.phases), tuple(findings))
