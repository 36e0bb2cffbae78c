"""All games of a folder checked, each for itself, beside what git says of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.adjudicator.tables import board_of
from pbem.errors import PbemError
from pbem.exchange.commits import (
    NOWHERE,
    CommitCheck,
    check_commits,
    check_dates,
    check_files,
    file_id,
    file_ids,
    id_of_file,
)
from pbem.exchange.findings import Finding, GameCheck, Verification, Watch
from pbem.exchange.gamefiles import GameFiles, read_files
from pbem.exchange.replay import check_game
from pbem.exchange.workers import spread
from pbem.game.texts import read_settings
from pbem.store.archive import load_board, read_text
from pbem.store.history import History


def check_games(
    games: Path,
    ids: Sequence[str],
    read: Callable[[], Iterator[History] | None],
    watch: Watch,
    *,
    tracked: bool,
    alone: bool,
) -> Verification:
    """Check games of a folder, beside the history that a repository holds of them.

    Args:
        games: The folder.
        ids: Those that are asked for and there.
        read: Waits for git, which reads the history meanwhile; see `reading_history`.
        watch: Told after each game how many are done, and of how many.
        tracked: Whether files are compared with those that git holds.
        alone: Whether no more is asked for: neither boards, nor games that only git knows.
    """
    _warm(games, ids)
    with spread(_look, [_Task(games, game, tracked) for game in ids]) as looked:
        told = read()
        commits = None if told is None else check_commits(told)
        checks = []
        for game, look in zip(ids, looked, strict=True):
            checks.append(_with_commits(games, game, look, commits))
            watch(len(checks), len(ids))
    if not alone and commits is not None:
        lost = sorted(_committed(commits) - set(ids))
        checks += [_with_commits(games, game, _look(_Task(games, game)), commits) for game in lost]
        gone = commits.findings.keys() - {NOWHERE, *ids, *lost}
        checks += [GameCheck(name, 0, tuple(commits.findings[name])) for name in gone]
        checks.sort(key=lambda check: check.game)
        loose = (
            *commits.findings[NOWHERE],
            *check_files(games, file_ids(games, "variants"), commits.of("variants")),
        )
        if loose:
            checks.append(GameCheck(NOWHERE, 0, loose))
    if commits is None and ids and (games / ".git").exists():
        says = "there is a repository, but no commit can be read: its branch or HEAD is damaged"
        checks.append(GameCheck(NOWHERE, 0, (Finding(".git", "HEAD", says),)))
    return Verification(tuple(checks), notes=_notes(commits))


def _notes(commits: CommitCheck | None) -> tuple[str, ...]:
    """Return what could not be checked of the history."""
    if commits is None or not commits.begins:
        return ()
    return (
        f"the clone is shallow: what git held before commit {commits.begins[:12]} is not in it and "
        "was not checked; `git fetch --unshallow` gets it",
    )


def _committed(commits: CommitCheck) -> set[str]:
    """Return the games that git knows."""
    return {top for top, held in commits.blobs.items() if f"{top}/game.toml" in held}


def _warm(games: Path, ids: Sequence[str]) -> None:
    """Read the board of the first game, so that those who look at the others have it too."""
    try:
        settings = read_settings(read_text(games / ids[0] / "game.toml"))
        board_of(load_board(games, settings))
    except (PbemError, IndexError):
        pass


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to be looked at.

    Attributes:
        games: The folder it lies in.
        game: Its id.
        tracked: Whether its files are compared with those that git holds.
    """

    games: Path
    game: str
    tracked: bool = False


@dataclass(frozen=True, slots=True)
class _Look:
    """What there is to say of a game without git, and what git may gainsay.

    Attributes:
        phases: How many phase files could be read.
        findings: What is wrong.
        ids: Those that git would give to its files, by path below games/.
        judged: When its phases were, in seconds since 1970, by path of their files.
    """

    phases: int
    findings: tuple[Finding, ...]
    ids: Mapping[str, str]
    judged: Mapping[str, int]


def _look(task: _Task) -> _Look:
    files = read_files(task.games, task.game)
    findings = (*files.findings, *check_game(files))
    judged = {
        f"{task.game}/{name}": int(file.adjudicated.timestamp())
        for name, file in files.phases.items()
    }
    ids = _ids(files) if task.tracked else {}
    return _Look(len(files.phases), findings, ids, judged)


def _ids(files: GameFiles) -> dict[str, str]:
    """Return the ids of all files of a game; what was read is not read again."""
    return {
        f"{files.game}/{name}": file_id(files.texts[name].encode())
        if name in files.texts
        else id_of_file(Path(path))
        for name, path in files.listed
        if name in files.texts or os.path.isfile(path)
    }


def _with_commits(games: Path, game: str, look: _Look, commits: CommitCheck | None) -> GameCheck:
    """Return what was found of a game, and what its commits add."""
    findings = [*look.findings]
    if commits is not None:
        findings += commits.findings.get(game, ())
        findings += check_files(games, look.ids, commits.of(game))
        findings += check_dates(look.judged, commits.dates.get(game, {}))
    return GameCheck(game, look.phases, tuple(findings))
