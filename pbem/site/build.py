"""Builds the site: everything, or what changed since the last time.

What was built is remembered beside the pages (`pbem.site.kept`). With a newer commit
of the games only the pages that the changes can touch are made again; without git, or
after a change of maps, templates or settings, all are. A file is written only where
its bytes differ, so that all others keep their times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from pbem.errors import RecordError
from pbem.site.collection import Collection
from pbem.site.facts import Facts
from pbem.site.folder import Folder
from pbem.site.kept import (
    BUILT,
    Built,
    KeptGame,
    read_built,
    read_games,
    write_built,
    write_games,
)
from pbem.site.loaded import load_game
from pbem.site.making import Job, Made, Site, make_games, parts_of
from pbem.site.pages import Pages
from pbem.site.plan import (
    GATHERED,
    RESERVED,
    Page,
    PlayerPage,
    PowerPage,
    SiteFile,
    SitePage,
    VariantPage,
    YearFile,
    YearPage,
    player_slug,
    site_pages,
)
from pbem.site.settings import SiteSettings
from pbem.site.source import Source
from pbem.site.summary import (
    SHOWN_NEWS,
    News,
    Overview,
    Stage,
    Summary,
    identity,
    newest,
    overview_of,
)
from pbem.site.years import MadeParts, StandingParts, joined
from pbem.store.history import GAME_ID

__all__ = ["BUILT", "BuildReport", "build_site"]

_GATHERED_FOLDERS = ("games", "players", "powers", "search")


@dataclass(frozen=True)
class BuildReport:
    """What a build did.

    Attributes:
        full: Whether all pages were made again.
        games: Whose pages were made.
        made: How many files were made.
        files_written, files_removed: How many changed.
        written, removed: Their paths, sorted; of many only a hundred.
    """

    full: bool
    games: tuple[str, ...]
    made: int
    files_written: int
    files_removed: int
    written: tuple[str, ...]
    removed: tuple[str, ...]


def build_site(
    games: Path,
    out: Path,
    settings: SiteSettings,
    *,
    full: bool = False,
    home: Path | None = None,
    processes: int | None = None,
) -> BuildReport:
    """Build the site of a folder of games, and return what was done.

    Args:
        games: A home's games/, a clone of one, or a plain folder of the same form.
        out: Where the pages go; made if missing. Files that are not pbem's stay.
        settings: The `[site]` settings.
        full: Whether to make all pages again.
        home: A judge's home, whose maps and templates come first.
        processes: How many make the pages of games; None for as many as are worth it.

    Raises:
        RecordError: There is no such folder, or a record in it cannot be used.
        VariantError: A board is missing or wrong.
    """
    if not games.is_dir():
        raise RecordError(f"{games}: there is no such folder of games")
    if settings.url and not settings.url.endswith("/"):
        settings = replace(settings, url=f"{settings.url}/")
    build = _Build(Site(games, out, settings, home), processes)
    with closing(build.parts):
        whole, touched = build.run(full=full)
    folder = build.folder
    return BuildReport(
        full=whole,
        games=touched,
        made=folder.made,
        files_written=folder.written.count,
        files_removed=folder.removed.count,
        written=tuple(sorted(folder.written.first)),
        removed=tuple(sorted(folder.removed.first)),
    )


class _Build:
    """One build."""

    def __init__(self, site: Site, processes: int | None) -> None:
        self._processes = processes
        self.site = site
        self.source = Source(site.games, site.home)
        self.pages = Pages(self.source, site.settings)
        self.folder = Folder(site.out)
        self.parts = MadeParts(site.out)

    def run(self, *, full: bool) -> tuple[bool, tuple[str, ...]]:
        """Build; return whether all pages were made again, and whose were."""
        commit, inputs = self.source.head(), self.source.digest(self.site.settings)
        built = None if full else read_built(self.folder)
        known = built is not None and built.inputs == inputs and bool(commit)
        changes = self.source.changes(built.commit) if built is not None and known else None
        done = self._changes(built, changes) if built and changes is not None else None
        if done is None:
            overview, touched = self._all()
        else:
            overview, touched = done
        self.folder.flush()
        write_built(self.folder, Built(commit, inputs, overview))
        return done is None, touched

    # Everything

    def _all(self) -> tuple[Overview, tuple[str, ...]]:
        ids = self.source.game_ids()
        summaries: dict[str, Summary] = {}
        facts: dict[str, Facts | None] = {}
        news: tuple[News, ...] = ()
        for one in self._make([Job(game) for game in ids]):
            summaries[one.summary.game] = one.summary
            facts[one.summary.game] = one.facts
            news = newest((*news, *one.news))
        overview = overview_of(summaries.values(), news)
        games = _collection(overview, facts)
        planned = self._site_plan(games)
        for page in planned:
            self.folder.put(page.path, self.pages.site_page(page, games))
        kept, yearly = self._put_years(games, {}, frozenset(games.years))
        paths = frozenset(page.path for page in planned) | yearly
        self.folder.root.mkdir(parents=True, exist_ok=True)
        for path in sorted(self.folder.root.iterdir()):
            if not path.is_dir() or path.name in summaries:
                continue
            if GAME_ID.fullmatch(path.name) or path.name in RESERVED:
                self.folder.sweep(path.name, paths)
        write_games(self.folder, kept)
        return overview, ids

    # What changed

    def _changes(
        self, built: Built, changes: Mapping[str, frozenset[str]]
    ) -> tuple[Overview, tuple[str, ...]] | None:
        """Make what changed; None where too little is remembered for that."""
        open_games = {summary.game: summary for summary in built.overview.open}
        present = frozenset(self.source.game_ids())
        gone = {game for game in changes if game not in present} - RESERVED
        jobs = [
            Job(game, changes[game], open_games[game].frame if game in open_games else "")
            for game in sorted(present & set(changes))
        ]
        made = {one.summary.game: one for one in self._make(jobs)}
        for game in sorted(gone):
            self.folder.sweep(game, frozenset())
        if not made and not gone:
            return built.overview, ()
        touched = tuple(made)
        if not gone and all(_goes_on(open_games, one) for one in made.values()):
            overview = self._front(built.overview, made)
            return (overview, touched) if overview else None
        kept = read_games(self.folder)
        if kept is None:
            return None
        return self._gathered(built.overview, kept, made, frozenset(gone)), touched

    def _front(self, old: Overview, made: Mapping[str, Made]) -> Overview | None:
        """Make what every new phase touches, of games that were open and still are."""
        listed = {summary.game: summary for summary in old.open}
        listed |= {game: one.summary for game, one in made.items()}
        finished: Mapping[str, Summary] = {}
        if _is_taken_back(old, made):
            kept = read_games(self.folder)
            if kept is None:
                return None
            finished = {game: one.facts.summary for game, one in kept.items()}
        news = self._news(old, made, frozenset(), {**listed, **finished})
        open_games = tuple(listed[game] for game in sorted(listed))
        overview = Overview(open_games, old.finished, old.total_finished, news)
        games = Collection(overview, {})
        for kind in (SiteFile.FRONT, SiteFile.FEED):
            page = SitePage(kind)
            self.folder.put(page.path, self.pages.site_page(page, games))
        return overview

    def _gathered(
        self,
        old: Overview,
        kept: Mapping[str, KeptGame],
        made: Mapping[str, Made],
        gone: frozenset[str],
    ) -> Overview:
        """Make the pages about many games, for one was created, has ended or is gone."""
        changed = {*made, *gone}
        before = {game: one.facts for game, one in kept.items() if game in changed}
        still = {game: one for game, one in kept.items() if game not in changed}
        facts = {game: one.facts for game, one in still.items()}
        facts |= {game: one.facts for game, one in made.items() if one.facts is not None}
        listed = {summary.game: summary for summary in old.open if summary.game not in changed}
        listed |= {game: one.facts.summary for game, one in still.items()}
        listed |= {game: one.summary for game, one in made.items()}
        news = self._news(old, made, gone, listed)
        overview = overview_of([listed[game] for game in sorted(listed)], news)
        games = _collection(overview, facts)
        after = {game: one.facts for game, one in made.items() if one.facts is not None}
        touched = [*before.values(), *after.values()]
        planned = self._site_plan(games)
        wanted = set(_touched_by(touched))
        for page in planned:
            if page in wanted:
                self.folder.put(page.path, self.pages.site_page(page, games))
        years = frozenset(one.year for one in touched)
        now, yearly = self._put_years(games, kept, years)
        paths = frozenset(page.path for page in planned) | yearly
        for name in _GATHERED_FOLDERS:
            self.folder.sweep(name, paths)
        write_games(self.folder, now)
        return overview

    def _news(
        self,
        old: Overview,
        made: Mapping[str, Made],
        gone: frozenset[str],
        listed: Mapping[str, Summary],
    ) -> tuple[News, ...]:
        """Return the newest news of all games; others are read again only where some are lost.

        A game's news are no newer than its last change in public, so games are read from
        the one that moved last until no other can have anything newer.
        """
        lost = _is_taken_back(old, made) or any(item.game in gone for item in old.news)
        fresh = [item for one in made.values() for item in one.news]
        known = [item for item in old.news if item.game not in made]
        if not lost:
            return newest([*fresh, *known])
        others = sorted(
            (summary for game, summary in listed.items() if game not in made),
            key=lambda summary: (summary.moved, summary.game),
            reverse=True,
        )
        news = newest(fresh)
        for summary in others:
            if len(news) == SHOWN_NEWS and news[-1].at > summary.moved:
                break
            news = newest([*news, *load_game(self.source, summary.game).news])
        return news

    # Parts

    def _make(self, jobs: Sequence[Job]) -> Iterable[Made]:
        for one in make_games(self.site, jobs, self._processes):
            self.folder.made += one.made
            self.folder.written.join(one.written)
            self.folder.removed.join(one.removed)
            self.parts.add(one.summary.game, one.parts)
            yield replace(one, parts={})

    def _site_plan(self, games: Collection) -> tuple[Page, ...]:
        keys = self.source.variants()
        drawn = {key for key in keys if self.source.board(key).atlas is not None}
        left_out = {
            VariantPage(key, name) for key in keys if key not in drawn for name in _MAP_FILES
        }
        planned = [page for page in site_pages(self.pages.help_names, keys) if page not in left_out]
        if not self.site.settings.url:
            planned.remove(SitePage(SiteFile.SITEMAP))
        powers = [
            PowerPage(key, power) for key in keys for power in self.source.board(key).variant.powers
        ]
        return (*planned, *powers, *map(PlayerPage, games.players))

    def _put_years(
        self, games: Collection, kept: Mapping[str, KeptGame], years: frozenset[int]
    ) -> tuple[dict[str, KeptGame], frozenset[str]]:
        """Make the files of some years; return what to remember, and the paths of all years."""
        lean = self.site.settings.lean
        kinds = [YearFile.SEARCH] if lean else [YearFile.SEARCH, YearFile.PHASE_LINES]
        tables = [YearFile.ORDER_TABLE] if self.site.settings.parquet and not lean else []
        lengths = {game: dict(kept[game].lengths) if game in kept else {} for game in games.facts}
        for year in sorted(years & set(games.years)):
            for kind in kinds:
                for game, length in self._put_year(kind, year, games, kept).items():
                    lengths[game][kind] = length
        now = {game: KeptGame(facts, lengths[game]) for game, facts in games.facts.items()}
        paths = frozenset(
            YearPage(kind, year).path for kind in (*kinds, *tables) for year in games.years
        )
        return now, paths

    def _put_year(
        self, kind: YearFile, year: int, games: Collection, kept: Mapping[str, KeptGame]
    ) -> dict[str, int]:
        """Make a file of a year, and the table that is made of it; return each part's length."""
        path = YearPage(kind, year).path
        before = {
            game: one.lengths.get(kind, 0)
            for game, one in sorted(kept.items())
            if one.facts.year == year
        }
        lengths: dict[str, int] = {}
        with closing(StandingParts(self.folder.root / path, kind, year, before)) as standing:

            def parts() -> Iterator[bytes]:
                for game, facts in games.facts.items():
                    if facts.year == year:
                        part = self.parts.find(game, kind) or standing.find(game)
                        part = part or parts_of(self.site, game)[kind]
                        lengths[game] = len(part)
                        yield part

            self.folder.put_all(path, joined(kind, year, parts()))
            if kind is YearFile.PHASE_LINES and self.site.settings.parquet:
                # pyarrow is a heavy package that few homes ask for.
                from pbem.site.tables import order_table

                table = YearPage(YearFile.ORDER_TABLE, year).path
                self.folder.put_all(table, order_table(parts()))
        return lengths


_MAP_FILES = ("map.svg", "map.css")


def _collection(overview: Overview, facts: Mapping[str, Facts | None]) -> Collection:
    return Collection(overview, {game: one for game, one in sorted(facts.items()) if one})


def _goes_on(open_games: Mapping[str, Summary], one: Made) -> bool:
    """Return whether a game was open, still is, and is called what it was called."""
    before = open_games.get(one.summary.game)
    return (
        before is not None
        and one.summary.stage is not Stage.FINISHED
        and identity(one.summary) == identity(before)
    )


def _is_taken_back(old: Overview, made: Mapping[str, Made]) -> bool:
    """Return whether a game's news are no longer what they were; older ones may make room."""
    return any(item.game in made and not _is_told(item, made[item.game].news) for item in old.news)


def _is_told(item: News, news: tuple[News, ...]) -> bool:
    if item in news:
        return True
    return len(news) == SHOWN_NEWS and (item.at, item.number) < (news[-1].at, news[-1].number)


def _touched_by(facts: Sequence[Facts]) -> Iterable[Page]:
    """Return the pages about many games that some finished games stand in, now or before."""
    yield from map(SitePage, (SiteFile.FRONT, SiteFile.FEED, *GATHERED))
    for key in sorted({one.summary.variant for one in facts}):
        yield VariantPage(key)
        for power in sorted({p.power for one in facts for p in one.powers}):
            yield PowerPage(key, power)
    for slug in sorted({player_slug(p.player) for one in facts for p in one.powers if p.player}):
        yield PlayerPage(slug)
