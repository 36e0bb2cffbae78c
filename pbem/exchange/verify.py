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
from pathlib import Path

from pbem.errors import RecordError
from pbem.exchange.commits import NOWHERE, CommitCheck, check_commits, check_files
from pbem.exchange.findings import Finding, GameCheck, Verification
from pbem.exchange.gamefiles import read_files
from pbem.exchange.replay import check_game
from pbem.store.archive import game_ids, is_bare, lost_games, unpack

__all__ = ["Finding", "GameCheck", "Verification", "verify"]


def verify(path: Path) -> Verification:
    """Return what a check of a record has found.

    Args:
        path: A judge's home, a games/ folder, a clone of one (bare or not), or
            the folder of one game.

    Raises:
        RecordError: There is no record, or git cannot read the repository.
    """
    if is_bare(path):
        with tempfile.TemporaryDirectory() as unpacked:
            unpack(path, Path(unpacked))
            return _verify(Path(unpacked), None, check_commits(path))
    games, only = _found(path)
    return _verify(games, only, check_commits(games))


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


def _verify(games: Path, only: str | None, commits: CommitCheck | None) -> Verification:
    ids = (only,) if only else _all_ids(games, commits)
    checks = [_game(games, game, commits) for game in ids]
    if not only and commits is not None:
        loose = (*commits.findings[NOWHERE], *check_files(games, "variants", commits.blobs))
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
        known |= {path.partition("/")[0] for path in commits.blobs if path.endswith("/game.toml")}
    return tuple(sorted(known))


def _game(games: Path, game: str, commits: CommitCheck | None) -> GameCheck:
    files = read_files(games, game)
    findings = [*files.findings, *check_game(files)]
    if commits is not None:
        findings += commits.findings[game]
        findings += check_files(games, game, commits.blobs)
    return GameCheck(game, len(files.phases), tuple(findings))
