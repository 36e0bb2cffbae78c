"""Builds the site: everything, or what changed since the last time.

What was built is remembered in `.built.json` beside the pages: the commit of the
games, a hash of everything else that makes a page, and the overview of all
games. With a newer commit only the pages that the changes can touch are made
again; without git, or after a change of maps, templates or settings, all are. A
file is written only where its bytes differ, so that all others keep their times.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pbem.errors import RecordError
from pbem.game.codec import decode, encode
from pbem.site.pages import LoadedGame, Pages, load_game
from pbem.site.plan import (
    GAME_ID,
    OUR_NAMES,
    RESERVED,
    Page,
    SiteFile,
    SitePage,
    game_pages,
    phase_pages,
    site_pages,
    touched_pages,
)
from pbem.site.settings import SiteSettings
from pbem.site.source import Source
from pbem.site.summary import Overview, Summary, merge, overview_of

BUILT = ".built.json"
_SCHEMA = 1
_MARK = b'<meta name="generator" content="pbem">'


@dataclass(frozen=True)
class BuildReport:
    """What a build did.

    Attributes:
        full: Whether all pages were made again.
        games: Whose pages were made.
        made: How many pages were made.
        written, removed: Paths of the files that changed, sorted.
    """

    full: bool
    games: tuple[str, ...]
    made: int
    written: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def files_written(self) -> int:
        """How many files were written."""
        return len(self.written)


@dataclass(frozen=True)
class Built:
    """What `.built.json` remembers.

    Attributes:
        commit: Of the games; empty for a plain folder.
        inputs: Hash of maps, templates, settings and pbem itself.
    """

    commit: str
    inputs: str
    overview: Overview


@dataclass
class _Folder:
    """The folder that pages are written to, and what happened there."""

    root: Path
    made: int = 0
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    def put(self, path: str, data: bytes) -> None:
        """Write a file where its bytes differ; readers see the old or the new one, whole."""
        self.made += 1
        target = self.root / path
        try:
            if target.read_bytes() == data:
                return
        except (FileNotFoundError, NotADirectoryError):
            target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.tmp")
        draft.write_bytes(data)
        draft.replace(target)
        self.written.append(path)

    def sweep(self, top: str, kept: frozenset[str]) -> None:
        """Remove files of ours under a folder that are not among those kept.

        A folder is ours if its index.html is marked as made by pbem. Files there
        that have no name of ours stay, and so do all other folders.
        """
        for folder, _, names in os.walk(self.root / top, topdown=False):
            place = Path(folder).relative_to(self.root).as_posix()
            if f"{place}/index.html" not in kept and not _is_ours(Path(folder, "index.html")):
                continue
            for name in sorted(OUR_NAMES.intersection(names)):
                if f"{place}/{name}" not in kept:
                    Path(folder, name).unlink()
                    self.removed.append(f"{place}/{name}")
            if not any(Path(folder).iterdir()):
                Path(folder).rmdir()


def build_site(
    games: Path,
    out: Path,
    settings: SiteSettings,
    *,
    full: bool = False,
    home: Path | None = None,
) -> BuildReport:
    """Build the site of a folder of games, and return what was done.

    Args:
        games: A home's games/, a clone of one, or a plain folder of the same form.
        out: Where the pages go; made if missing. Files that are not pbem's stay.
        settings: The `[site]` settings.
        full: Whether to make all pages again.
        home: A judge's home, whose maps and templates come first.

    Raises:
        RecordError: There is no such folder, or a record in it cannot be used.
        VariantError: A board is missing or wrong.
    """
    if not games.is_dir():
        raise RecordError(f"{games}: there is no such folder of games")
    if settings.url and not settings.url.endswith("/"):
        settings = replace(settings, url=f"{settings.url}/")
    source = Source(games, home)
    pages = Pages(source, settings)
    folder = _Folder(out)
    commit, inputs = source.head(), source.digest(settings)
    built = None if full else _read_built(out / BUILT)
    known = built is not None and built.inputs == inputs and bool(commit)
    changes = source.changes(built.commit) if built is not None and known else None
    if built is None or changes is None:
        overview, touched = _build_all(source, pages, folder)
    else:
        overview, touched = _build_changes(source, pages, folder, built, changes)
    _write_built(out / BUILT, Built(commit, inputs, overview))
    return BuildReport(
        full=built is None or changes is None,
        games=touched,
        made=folder.made,
        written=tuple(sorted(folder.written)),
        removed=tuple(sorted(folder.removed)),
    )


def _build_all(source: Source, pages: Pages, folder: _Folder) -> tuple[Overview, tuple[str, ...]]:
    ids = source.game_ids()
    listed = {}
    kept: set[str] = set()
    for game_id in ids:
        game = load_game(source, game_id)
        listed[game_id] = (game.summary, game.news)
        planned = _all_pages(game)
        _put_game(pages, folder, game, planned)
        kept |= {page.path for page in planned}
    overview = overview_of(listed)
    planned = _site_plan(source, pages)
    _put_site(pages, folder, planned, overview, [summary for summary, _ in listed.values()])
    kept |= {page.path for page in planned}
    folder.root.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.root.iterdir()):
        if path.is_dir() and (GAME_ID.fullmatch(path.name) or path.name in RESERVED):
            folder.sweep(path.name, frozenset(kept))
    return overview, ids


def _build_changes(
    source: Source,
    pages: Pages,
    folder: _Folder,
    built: Built,
    changes: Mapping[str, frozenset[str]],
) -> tuple[Overview, tuple[str, ...]]:
    frames = {summary.game: summary.frame for summary in built.overview.open}
    present = frozenset(source.game_ids())
    changed = {}
    for game_id in sorted(present & set(changes)):
        game = load_game(source, game_id)
        changed[game_id] = (game.summary, game.news)
        same = frames.get(game_id) == game.summary.frame
        everything = _all_pages(game)
        _put_game(
            pages,
            folder,
            game,
            touched_pages(game.record, changes[game_id]) if same else everything,
        )
        folder.sweep(game_id, frozenset(page.path for page in everything))
    gone = {game_id for game_id in changes if game_id not in present and GAME_ID.fullmatch(game_id)}
    for game_id in sorted(gone - RESERVED):
        folder.sweep(game_id, frozenset())
    if not changed and not gone:
        return built.overview, ()
    overview = None if gone else merge(built.overview, changed)
    if overview is None:
        overview = _build_overview(source, pages, folder, changed, present)
    else:
        wanted = [SitePage(SiteFile.FRONT), SitePage(SiteFile.FEED)]
        _put_site(pages, folder, wanted, overview, ())
    return overview, tuple(changed)


def _build_overview(
    source: Source,
    pages: Pages,
    folder: _Folder,
    changed: Mapping[str, tuple[Summary, Any]],
    present: Iterable[str],
) -> Overview:
    """Read all games again, for what has changed about them as a whole."""
    listed = dict(changed)
    for game_id in present:
        if game_id not in listed:
            game = load_game(source, game_id)
            listed[game_id] = (game.summary, game.news)
    overview = overview_of(listed)
    wanted = [SitePage(kind) for kind in (SiteFile.FRONT, SiteFile.FEED, SiteFile.GAMES)]
    _put_site(pages, folder, wanted, overview, [summary for summary, _ in listed.values()])
    return overview


def _all_pages(game: LoadedGame) -> tuple[Page, ...]:
    pages = (*game_pages(game.record), *phase_pages(game.record))
    if game.board.atlas is None:
        pages = tuple(page for page in pages if not page.path.endswith(".svg"))
    return pages


def _site_plan(source: Source, pages: Pages) -> tuple[Page, ...]:
    drawn = {key for key in source.variants() if source.board(key).atlas is not None}
    planned = site_pages(pages.help_names, source.variants())
    boards = {f"variants/{key}/map.svg" for key in source.variants() if key not in drawn}
    return tuple(page for page in planned if page.path not in boards)


def _put_game(pages: Pages, folder: _Folder, game: LoadedGame, planned: Iterable[Page]) -> None:
    drawn = game.board.atlas is not None
    for page in planned:
        if drawn or not page.path.endswith(".svg"):
            folder.put(page.path, pages.game_page(page, game))


def _put_site(
    pages: Pages,
    folder: _Folder,
    planned: Iterable[Page],
    overview: Overview,
    games: Iterable[Summary],
) -> None:
    for page in planned:
        folder.put(page.path, pages.site_page(page, overview, games))


def _read_built(path: Path) -> Built | None:
    """Return what was built; None where that is not known, or a pbem of another form knew it."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        if raw["schema"] != _SCHEMA:
            return None
        built: Built = decode(Built, raw)
    except (FileNotFoundError, ValueError, KeyError, TypeError, RecordError):
        return None
    return built


def _write_built(path: Path, built: Built) -> None:
    text = json.dumps({"schema": _SCHEMA, **encode(built)}, indent=1, ensure_ascii=False) + "\n"
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    draft = path.with_name(f"{path.name}.tmp")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def _is_ours(index: Path) -> bool:
    try:
        with index.open("rb") as file:
            return _MARK in file.read(2048)
    except (FileNotFoundError, NotADirectoryError):
        return False
