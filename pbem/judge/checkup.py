"""A look at a home's health: what a Keeper should know before a player does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from pbem.errors import PbemError
from pbem.exchange.verify import verify
from pbem.judge.home import Home
from pbem.store.git import Repository
from pbem.store.journal import Journal

_FEW_BYTES = 200 * 1024 * 1024


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        fine: Whether it is as it should be.
        says: What was found; where it is not fine, what would be right.
    """

    fine: bool
    says: str


def look(home: Home, now: datetime) -> Iterator[Finding]:
    """Look at a home; nothing is changed."""
    yield Finding(True, f"{home.path}: settings are read")
    yield _git()
    yield _disk(home)
    yield _folders(home)
    yield from _journal(home, now)
    yield _record(home)


def _git() -> Finding:
    found = shutil.which("git")
    return Finding(found is not None, f"git: {found or 'not found; install it'}")


def _disk(home: Home) -> Finding:
    free = shutil.disk_usage(home.path).free
    says = f"disk: {free // (1024 * 1024)} MB free"
    return Finding(free >= _FEW_BYTES, says if free >= _FEW_BYTES else f"{says}; make room")


def _folders(home: Home) -> Finding:
    folders = (home.var, home.games, home.site)
    closed = [str(folder) for folder in folders if not os.access(folder, os.W_OK)]
    if closed:
        return Finding(False, f"cannot write to {', '.join(closed)}; give them to the judge's user")
    return Finding(True, "folders: can be written")


def _journal(home: Home, now: datetime) -> Iterator[Finding]:
    if not home.state.exists():
        yield Finding(True, "journal: none yet; the first cycle makes it")
        return
    try:
        with Journal.open(home.state) as journal:
            waiting = len(journal.outbox.unsent(now))
            aside = len(journal.letters.set_aside())
            failed = journal.outbox.counts().get("failed", 0)
    except PbemError as error:
        yield Finding(False, str(error))
        return
    yield Finding(True, "journal: can be read")
    yield Finding(not waiting, f"letters that wait to be sent: {waiting}")
    yield Finding(not failed, f"letters that could not be sent: {failed}")
    says = f"letters set aside: {aside}"
    yield Finding(not aside, f"{says}; see `pbem mail shunted list`" if aside else says)


def _record(home: Home) -> Finding:
    if not Repository.is_repository(home.games):
        return Finding(True, "record: none yet; the first cycle makes it")
    verification = verify(home.games)
    wrong = [game.game for game in verification.games if not game.ok]
    if wrong:
        return Finding(False, f"record: {', '.join(wrong)} differ; see `pbem verify`")
    return Finding(True, f"record: {len(verification.games)} games, all as they were judged")
