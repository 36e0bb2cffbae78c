"""Making the pages of games: here, or in several processes where there are many.

Games do not know of each other, so each can be made anywhere. What comes back is what
the pages about many games need.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from pbem.site.facts import Facts
from pbem.site.folder import Folder, Paths
from pbem.site.loaded import LoadedGame, all_pages, changed_pages, load_game
from pbem.site.pages import Pages
from pbem.site.plan import YearFile
from pbem.site.settings import SiteSettings
from pbem.site.shards import phase_part, search_part
from pbem.site.source import Source
from pbem.site.summary import News, Summary

# A process takes about half a second to start; a game of forty phases about as long.
_WORTH_A_PROCESS = 12


@dataclass(frozen=True)
class Site:
    """What a site is made from, and where to."""

    games: Path
    out: Path
    settings: SiteSettings
    home: Path | None


@dataclass(frozen=True)
class Job:
    """A game to be made.

    Attributes:
        files: Names of its files that changed; None where all its pages are wanted.
        frame: Hash of what its pages shared when they were last made.
    """

    game: str
    files: frozenset[str] | None = None
    frame: str = ""


@dataclass(frozen=True)
class Made:
    """A game whose pages were made.

    Attributes:
        parts: Of the files of its year; empty while it runs.
        made: How many were made.
        written, removed: Those that changed.
    """

    summary: Summary
    news: tuple[News, ...]
    facts: Facts | None
    parts: dict[YearFile, bytes]
    made: int
    written: Paths
    removed: Paths


def make_games(site: Site, jobs: Sequence[Job], processes: int | None = None) -> Iterator[Made]:
    """Make the pages of games, and return what is known of each, in the order of the jobs.

    Args:
        site: What they are made from, and where to.
        jobs: Which.
        processes: How many make them; None for as many as are worth it.

    Raises:
        RecordError: A record cannot be used.
        VariantError: A board is missing or wrong.
    """
    if processes is None:
        processes = min(_processors(), len(jobs) // _WORTH_A_PROCESS)
    if processes < 2:
        maker = _Maker(site)
        yield from map(maker.make, jobs)
        return
    # Forking a process that may have threads or an open journal is not safe.
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        yield from pool.map(_make_elsewhere, ((site, job) for job in jobs), chunksize=4)
    finally:
        pool.shutdown(cancel_futures=True)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _make_elsewhere(order: tuple[Site, Job]) -> Made:
    site, job = order
    return _maker(site).make(job)


@lru_cache(maxsize=1)
def _maker(site: Site) -> _Maker:
    return _Maker(site)


class _Maker:
    """Makes one game after another."""

    def __init__(self, site: Site) -> None:
        self._settings = site.settings
        self._source = Source(site.games, site.home)
        self._pages = Pages(self._source, site.settings)
        self._out = site.out

    def make(self, job: Job) -> Made:
        """Make a game's pages: all, or those that a change can touch."""
        folder = Folder(self._out)
        game = load_game(self._source, job.game)
        everything = all_pages(game, self._settings)
        pages = everything
        if job.files is not None and job.frame == game.summary.frame:
            pages = changed_pages(game, self._settings, job.files)
        for page in pages:
            folder.put(page.path, self._pages.game_page(page, game))
        folder.sweep(job.game, frozenset(page.path for page in everything))
        return Made(
            summary=game.summary,
            news=game.news,
            facts=game.facts,
            parts=dict(self.parts(game)),
            made=folder.made,
            written=folder.written,
            removed=folder.removed,
        )

    def parts(self, game: LoadedGame) -> Iterable[tuple[YearFile, bytes]]:
        """Return the parts of a finished game in the files of its year."""
        if game.facts is not None:
            yield YearFile.SEARCH, search_part(game.record)
            if not self._settings.lean:
                yield (
                    YearFile.PHASE_LINES,
                    phase_part(
                        game.record,
                        lambda name: self._source.phase_data(game.summary.game, name),
                    ),
                )


def parts_of(site: Site, game: str) -> dict[YearFile, bytes]:
    """Return the parts of a finished game in the files of its year, made anew."""
    maker = _Maker(site)
    return dict(maker.parts(load_game(Source(site.games, site.home), game)))
