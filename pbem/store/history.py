"""Which games a folder has, and what git holds of them: the newest commit, and all before it.

Little is imported here, so that git can begin to read while the rest of a program is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pbem.errors import RecordError
from pbem.store.git import Repository

GAME_ID = re.compile(r"[a-z][a-z0-9-]{1,19}")
"""The form of a game's id, which is the name of its folder."""

_SIGNATURES = (
    "gpg.ssh.allowedSignersFile=/dev/null",
    "gpg.program=gpg",
    "gpg.openpgp.program=gpg",
    "gpg.ssh.program=ssh-keygen",
    "gpg.x509.program=gpgsm",
)
"""How git looks at signatures: nobody's keys are known, so it tells whether one fits what is
signed; and a stranger's repository must not say which program is run for it."""


def game_ids(games: Path) -> tuple[str, ...]:
    """Return the ids of the games in a folder, sorted.

    Raises:
        RecordError: There is no such folder.
    """
    if not games.is_dir():
        raise RecordError(f"{games}: there is no such folder")
    return tuple(
        sorted(
            path.name
            for path in games.iterdir()
            if GAME_ID.fullmatch(path.name) and (path / "game.toml").is_file()
        )
    )


def head(games: Path) -> str | None:
    """Return the id of the newest commit of games/; None for a plain folder or an empty one."""
    return Repository(games).resolve("HEAD") if Repository.is_repository(games) else None


def changed_files(games: Path, since: str) -> tuple[str, ...] | None:
    """Return the paths below games/ that differ between a commit and the newest one, sorted.

    None where that cannot be told: games/ is a plain folder, or has no such commit.
    """
    newest = head(games)
    if newest is None:
        return None
    git = Repository(games)
    old = git.resolve(since)
    return None if old is None else git.changed(old, newest)


@dataclass(frozen=True, slots=True)
class History:
    """One commit of games/.

    Attributes:
        id: Its name in git.
        parents: How many it has.
        at: When, in seconds since 1970.
        signed: What git says of its signature: `N` none, `G` or `U` good, `B` bad; others
            where it cannot tell.
        rulings: Numbers of its `Ruling` trailers; one where the judge made it.
        imported: Games that its `Imported` trailers name: those it takes in from elsewhere.
        changes: What git calls the change (`A`, `M`, `D`…), path below games/, and id of the
            file's content after it.
        cut: Whether a shallow clone begins with it: git then shows all files as new.
    """

    id: str
    parents: int
    at: int
    signed: str
    rulings: tuple[int, ...]
    imported: tuple[str, ...]
    changes: tuple[tuple[str, str, str], ...]
    cut: bool = False


@contextmanager
def reading_history(games: Path) -> Iterator[Callable[[], Iterator[History] | None]]:
    """Let git read the history while something else is done; gives what waits for it.

    What it gives returns the commits that lead to the newest, the first first, or None for
    a plain folder or a repository without commits; `RecordError` where git cannot read it.
    One git process reads all.
    """
    if not Repository.is_repository(games):
        yield lambda: None
        return
    trailers = "%x09".join(
        f"%(trailers:key={key},valueonly,separator=%x20)" for key in ("Ruling", "Imported")
    )
    settings = (word for setting in _SIGNATURES for word in ("-c", setting))
    command = (
        *settings,
        "log",
        "--reverse",
        "--topo-order",
        "--raw",
        "--no-renames",
        "--no-abbrev",
        f"--format=%x00%H%x09%P%x09%ct%x09%G?%x09{trailers}",
        "HEAD",
        "--",
    )
    repository = Repository(games)
    with repository.running(*command) as answer:

        def read() -> Iterator[History] | None:
            try:
                told = answer()
            except RecordError:
                if head(games) is None:
                    return None
                raise
            cut = repository.begins()
            return (_commit(one, cut) for one in told.decode(errors="replace").split("\0")[1:])

        yield read


def lost_games(folder: Path) -> bool:
    """Return whether a folder is a repository without commits, or one whose games are gone."""
    if not Repository.is_repository(folder):
        return False
    newest = head(folder)
    held = Repository(folder).changed(None, newest) if newest else ("/game.toml",)
    return any(path.count("/") == 1 and path.endswith("/game.toml") for path in held)


def is_tracked(games: Path) -> bool:
    """Return whether a folder is a repository itself, with files or without."""
    return Repository.is_repository(games)


def is_bare(games: Path) -> bool:
    """Return whether a folder is a bare clone: a repository without files to look at."""
    return Repository.is_repository(games) and Repository(games).git_dir == games


def _commit(told: str, cut: frozenset[str]) -> History:
    header, *changed = told.strip("\n").split("\n")
    name, parents, at, signed, rulings, imported = header.split("\t")
    changes = []
    for line in changed:
        if line.startswith(":"):
            facts, _, path = line.partition("\t")
            *_, blob, status = facts.split(" ")
            changes.append((status[0], path, blob))
    numbers = tuple(int(word) for word in rulings.split() if word.isdecimal())
    games = tuple(imported.split())
    return History(
        id=name,
        parents=len(parents.split()),
        at=int(at),
        signed=signed,
        rulings=numbers,
        imported=games,
        changes=tuple(changes),
        cut=name in cut,
    )
