"""A look at a home's health: what a Keeper should know before a player does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta

from pbem.errors import PbemError
from pbem.exchange.verify import verify
from pbem.judge.home import Home
from pbem.judge.mailcheck import Finding, look_at_servers
from pbem.judge.publishing import read_standings
from pbem.judge.wary import BACK, heartbeat
from pbem.store.git import Repository
from pbem.store.journal import Journal
from pbem.voice import voice

_FEW_BYTES = 200 * 1024 * 1024
_MANY_LETTERS = timedelta(days=30)


def look(home: Home, now: datetime) -> Iterator[Finding]:
    """Look at a home; nothing is changed."""
    yield Finding(True, f"{home.path}: settings are read")
    yield _git()
    yield _disk(home)
    yield _folders(home)
    yield from _words(home)
    yield from _journal(home, now)
    yield from _clock(home, now)
    yield from _published(home)
    yield from look_at_servers(home)
    yield from _dirty(home)
    yield _record(home)


def _clock(home: Home, now: datetime) -> Iterator[Finding]:
    last = heartbeat(home)
    if last is not None and now < last - BACK:
        yield Finding(
            False,
            f"clock: says {now:%Y-%m-%d %H:%M} UTC, but the judge was at work at "
            f"{last:%Y-%m-%d %H:%M} UTC; set it right",
        )


def _published(home: Home) -> Iterator[Finding]:
    for name, standing in sorted(read_standings(home.var).items()):
        if standing.failures:
            says = f"publishing ({name}): fails since {standing.since[:16]}: {standing.error}"
            yield Finding(False, says)
        else:
            yield Finding(True, f"publishing ({name}): done")


def _dirty(home: Home) -> Iterator[Finding]:
    if not Repository.is_repository(home.games):
        return
    changed = Repository(home.games).differing()
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        yield Finding(
            False,
            f"record: {changed[0]}{more} in games/ is not as it was committed; bring it back "
            f"with `git -C {home.games} checkout main -- .` after a look at what has changed it",
        )


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


def _words(home: Home) -> Iterator[Finding]:
    """Look at the words of letters that a home has of its own."""
    for line in voice(home.path).foreign:
        yield Finding(False, f"{line}; letters say it in the product's words")


def _journal(home: Home, now: datetime) -> Iterator[Finding]:
    if not home.state.exists():
        yield Finding(True, "journal: none yet; the first cycle makes it")
        return
    try:
        with Journal.open(home.state) as journal:
            damage = journal.damage()
            refused = journal.outbox.refused_addresses(now - _MANY_LETTERS)
            waiting = len(journal.outbox.unsent(now))
            aside = len(journal.letters.set_aside())
            failed = journal.outbox.counts().get("failed", 0)
    except PbemError as error:
        yield Finding(False, str(error))
        return
    yield Finding(not damage, f"journal: {damage}" if damage else "journal: can be read")
    if refused:
        yield Finding(False, f"addresses that letters come back from, in 30 days: {refused}")
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
