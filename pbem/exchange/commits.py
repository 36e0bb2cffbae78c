"""What git says of a record: that it only grew, in the order of the rulings.

One git process reads the whole history of games/. Each commit has the trailer
`Ruling: <number>`, numbers rise, phase files are added and never changed, and the
files on disk are those of the newest commit.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pbem.exchange.findings import Finding
from pbem.game.codec import write_time
from pbem.game.publication import PhaseFile
from pbem.store.archive import History, history

NOWHERE = "games"
"""Stands for the id of a game where a finding belongs to none."""


@dataclass
class CommitCheck:
    """What the history of games/ says.

    Attributes:
        findings: By id of the game they belong to.
        blobs: Ids of the files of the newest commit, by their top folder and path.
        dates: When phase files were committed, in seconds since 1970, by game and path.
    """

    findings: dict[str, list[Finding]] = field(default_factory=lambda: defaultdict(list))
    blobs: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    dates: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    def of(self, folder: str) -> Mapping[str, str]:
        """Return the ids of the files of a folder below games/, by path."""
        return self.blobs.get(folder, {})


def check_commits(games: Path) -> CommitCheck | None:
    """Return what the history says; None for a plain folder or one without commits.

    Raises:
        RecordError: git cannot read the repository.
    """
    commits = history(games)
    if commits is None:
        return None
    check = CommitCheck()
    last, signed = 0, False
    for commit in commits:
        owners = {_game(path) for _, path, _ in commit.changes} or {NOWHERE}
        for finding in _one(commit, last, signed=signed):
            for owner in owners:
                check.findings[owner].append(finding)
        for change in commit.changes:
            _take(check, commit, *change)
        last = max(last, *commit.rulings, 0)
        signed = signed or commit.signed != "N"
    return check


def _take(check: CommitCheck, commit: History, status: str, path: str, blob: str) -> None:
    """Take one file that a commit changed."""
    top = path.partition("/")[0]
    if "/phases/" in path:
        name = f"commit {commit.id[:12]}"
        if status != "A":
            says = f"{name} changed or removed it; phase files never change"
            check.findings[_game(path)].append(Finding(path, "git", says))
        later = max(check.dates[top], key=_number, default="") if commit.rulings else ""
        if later and _number(later) > _number(path):
            says = f"{name} adds it after {later}; phases come in the order of their numbers"
            check.findings[_game(path)].append(Finding(path, "git", says))
        if commit.rulings:
            check.dates[top][path] = commit.at
    if status == "D":
        check.blobs[top].pop(path, None)
    else:
        check.blobs[top][path] = blob


def _number(path: str) -> int:
    """Return the number of a phase file; 0 for another name."""
    digits = path.rpartition("/")[2].partition("-")[0]
    return int(digits) if digits.isdecimal() else 0


def check_dates(
    game: str, phases: Mapping[str, PhaseFile], dates: Mapping[str, int]
) -> Iterator[Finding]:
    """Return where a phase was committed at another time than it was judged.

    Args:
        game: Its id.
        phases: Its phase files by name.
        dates: When they were committed, in seconds since 1970, by path below games/.
    """
    for name, file in phases.items():
        at = dates.get(f"{game}/{name}")
        if at is not None and at != int(file.adjudicated.timestamp()):
            when = write_time(datetime.fromtimestamp(at, UTC))
            says = f"{write_time(file.adjudicated)}; its commit is dated {when}"
            yield Finding(f"{game}/{name}", "adjudicated", says)


def check_files(games: Path, folder: str, committed: Mapping[str, str]) -> Iterator[Finding]:
    """Return where the files of a folder below games/ differ from the newest commit.

    Args:
        games: The folder of all games.
        folder: Of one game, or `variants`.
        committed: Ids of its files in the newest commit, by path below games/.
    """
    on_disk = {
        path.relative_to(games).as_posix(): path
        for path in sorted((games / folder).rglob("*"))
        if path.is_file()
    }
    for name in sorted(committed.keys() - on_disk.keys()):
        yield Finding(name, "git", "it is in the newest commit, but not in the folder")
    for name, path in on_disk.items():
        if name not in committed:
            yield Finding(name, "git", "it is in the folder, but not in the newest commit")
        elif _blob(path.read_bytes(), len(committed[name])) != committed[name]:
            yield Finding(name, "git", "the file is not what the newest commit holds")


def _one(commit: History, last: int, *, signed: bool) -> Iterator[Finding]:
    name = f"commit {commit.id[:12]}"
    if commit.signed == "B":
        yield Finding("", name, "its signature is of something else: the commit was changed")
    elif signed and commit.signed == "N":
        yield Finding("", name, "it is not signed, and commits before it are")
    if commit.parents > 1:
        yield Finding("", name, "it joins two histories; a record has one")
    if commit.imported and not commit.rulings:
        yield from _import(commit)
        return
    match commit.rulings:
        case (number,) if number > last:
            pass
        case (number,):
            says = f"its ruling {number} comes after ruling {last}; rulings only rise"
            yield Finding("", name, says)
        case _:
            yield Finding("", name, "it has no trailer Ruling: <number>; the judge did not make it")


def _import(commit: History) -> Iterator[Finding]:
    """Return where a commit that takes in games from elsewhere does more than that."""
    for status, path, _ in commit.changes:
        if status != "A" or _game(path) not in (*commit.imported, NOWHERE):
            says = f"commit {commit.id[:12]} takes in {', '.join(commit.imported)[:60]} and may"
            yield Finding(path, "git", f"{says} only add files of these")


def _game(path: str) -> str:
    top = path.partition("/")[0]
    return NOWHERE if top == "variants" or "/" not in path else top


def _blob(data: bytes, length: int) -> str:
    kind = hashlib.sha256 if length == 64 else hashlib.sha1
    return kind(b"blob %d\0" % len(data) + data).hexdigest()
