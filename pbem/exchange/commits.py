"""What git says of a record: that it only grew, in the order of the rulings.

One git process reads the whole history of games/. Each commit has the trailer
`Ruling: <number>`, numbers rise, phase files are added and never changed, and the
files on disk are those of the newest commit.
"""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pbem.exchange.findings import Finding
from pbem.exchange.folders import plain_files
from pbem.game.codec import write_time
from pbem.store.history import History

_PIECE = 2**20
NOWHERE = "games"
"""Stands for the id of a game where a finding belongs to none."""


@dataclass
class CommitCheck:
    """What the history of games/ says.

    Attributes:
        findings: By id of the game they belong to.
        blobs: Ids of the files of the newest commit, by their top folder and path.
        dates: When phase files were committed, in seconds since 1970, by game and path.
        last: Number and path of the last phase file so far, by game.
        begins: Id of the commit that a shallow clone begins with; empty where all are there.
    """

    findings: dict[str, list[Finding]] = field(default_factory=lambda: defaultdict(list))
    blobs: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    dates: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    last: dict[str, tuple[int, str]] = field(default_factory=dict)
    begins: str = ""

    def of(self, folder: str) -> Mapping[str, str]:
        """Return the ids of the files of a folder below games/, by path."""
        return self.blobs.get(folder, {})


def check_commits(commits: Iterable[History]) -> CommitCheck:
    """Return what the history of a record says."""
    check = CommitCheck()
    last, signed = 0, False
    for commit in commits:
        owners = {_game(path) for _, path, _ in commit.changes if not commit.cut} or {NOWHERE}
        for finding in _one(commit, last, signed=signed):
            for owner in owners:
                check.findings[owner].append(finding)
        if commit.cut:
            _begin(check, commit)
        else:
            for change in commit.changes:
                _take(check, commit, *change)
        last = max(last, *commit.rulings, 0)
        signed = signed or commit.signed != "N"
    return check


def _begin(check: CommitCheck, commit: History) -> None:
    """Take the files that a shallow clone begins with: when they came is not known."""
    check.begins = check.begins or commit.id
    for _, path, blob in commit.changes:
        top = path.partition("/")[0]
        check.blobs[top][path] = blob
        if "/phases/" in path:
            check.last[top] = max(check.last.get(top, (0, "")), (_number(path), path))


def _take(check: CommitCheck, commit: History, status: str, path: str, blob: str) -> None:
    """Take one file that a commit changed."""
    top = path.partition("/")[0]
    if "/phases/" in path:
        name = f"commit {commit.id[:12]}"
        if status != "A":
            says = f"{name} changed or removed it; phase files never change"
            check.findings[_game(path)].append(Finding(path, "git", says))
        if commit.rulings:
            number, later = check.last.get(top, (0, ""))
            if number > _number(path):
                says = f"{name} adds it after {later}; phases come in the order of their numbers"
                check.findings[_game(path)].append(Finding(path, "git", says))
            check.last[top] = max((number, later), (_number(path), path))
            check.dates[top][path] = commit.at
    if status == "D":
        if path == f"{top}/game.toml":
            says = f"commit {commit.id[:12]} removed it; a game stays in the record"
            check.findings[top].append(Finding(path, "git", says))
        check.blobs[top].pop(path, None)
    else:
        check.blobs[top][path] = blob


def _number(path: str) -> int:
    """Return the number of a phase file; 0 for another name."""
    digits = path.rpartition("/")[2].partition("-")[0]
    return int(digits) if digits.isdecimal() else 0


def check_dates(judged: Mapping[str, int], dates: Mapping[str, int]) -> Iterator[Finding]:
    """Return where a phase was committed at another time than it was judged.

    Args:
        judged: When it was, by path of the phase file below games/, in seconds since 1970.
        dates: When they were committed, likewise.
    """
    for path, at in judged.items():
        if dates.get(path, at) != at:
            judged_at, when = (
                write_time(datetime.fromtimestamp(time, UTC)) for time in (at, dates[path])
            )
            yield Finding(path, "adjudicated", f"{judged_at}; its commit is dated {when}")


def check_files(
    games: Path, on_disk: Mapping[str, str], committed: Mapping[str, str]
) -> Iterator[Finding]:
    """Return where files below games/ differ from the newest commit.

    Args:
        games: The folder of all games.
        on_disk: Ids that git would give to the files of a folder, by path below games/.
        committed: Their ids in the newest commit, likewise.
    """
    for name in sorted(committed.keys() - on_disk.keys()):
        yield Finding(name, "git", "it is in the newest commit, but not in the folder")
    for name in sorted(on_disk):
        right = committed.get(name)
        if right is None:
            yield Finding(name, "git", "it is in the folder, but not in the newest commit")
        elif on_disk[name] != right and id_of_file(games / name, len(right)) != right:
            yield Finding(name, "git", "the file is not what the newest commit holds")


def file_ids(games: Path, folder: str) -> dict[str, str]:
    """Return the ids that git would give to the files below a folder, by path below games/."""
    return {
        f"{folder}/{name}": id_of_file(path) for name, path in plain_files(games / folder).items()
    }


def file_id(data: bytes, length: int = 40) -> str:
    """Return the id that git gives to what a file holds.

    Args:
        data: All of it.
        length: Of ids in the repository: 40 digits, or 64.
    """
    kind = hashlib.sha256 if length == 64 else hashlib.sha1
    return kind(b"blob %d\0" % len(data) + data).hexdigest()


def id_of_file(path: Path, length: int = 40) -> str:
    """Return the id that git gives to a file, however large, as `file_id` does."""
    kind = hashlib.sha256 if length == 64 else hashlib.sha1
    with path.open("rb") as file:
        running = kind(b"blob %d\0" % os.fstat(file.fileno()).st_size)
        while piece := file.read(_PIECE):
            running.update(piece)
    return running.hexdigest()


def _one(commit: History, last: int, *, signed: bool) -> Iterator[Finding]:
    name = f"commit {commit.id[:12]}"
    if commit.signed == "B":
        yield Finding("", name, "its signature is of something else: the commit was changed")
    elif signed and commit.signed == "N":
        yield Finding("", name, "it is not signed, and commits before it are")
    if commit.cut:
        return
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
