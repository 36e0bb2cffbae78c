"""How long the pages of many games take, beside two programs that make sites of texts.

The others get the pages that ours made, as many and as large, as texts to be put into
a template; maps and records are files that they copy. Neither knows what a phase is,
so after one new phase they look at all their pages again. Each is measured as a
command, by the clock on the wall.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from pbem.bench.games import commit, play_game, write_game
from pbem.bench.programs import installed, run
from pbem.bench.stopwatch import wall_seconds
from pbem.errors import PbemError
from pbem.site.build import build_site
from pbem.site.settings import SiteSettings

_PELICAN = "4.11.0"
_SEEDS = 5
_RUNNING = 10
_BRIEF = 3
_NEW = 6
"""Phases that come one after another; fewer if the game has fewer."""
_BODY = re.compile(r"<main[^>]*>(.*)</main>", re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>")

Watch = Callable[[str], None]


@dataclass(frozen=True)
class PeerFigures:
    """What another program took.

    Attributes:
        full_s: Seconds for all pages.
        incremental_s: Seconds after one more page.
    """

    version: str
    full_s: float
    incremental_s: float


@dataclass(frozen=True)
class SiteFigures:
    """What was measured.

    Attributes:
        games, phases: Built in full; phases in each game.
        full_s: Seconds for all their pages.
        bytes: Of all files of that site.
        home_games: Games of the home in which one phase was new.
        incremental_s: Seconds from that phase to the last page written, in a judge at work.
        first_s: The same for the first phase after a start, which finds nothing at hand.
        files_written: How many files that were.
        hugo, pelican: None where the program cannot be had.
    """

    games: int
    phases: int
    full_s: float
    incremental_s: float
    first_s: float
    files_written: int
    bytes: int
    home_games: int
    hugo: PeerFigures | None = field(default=None)
    pelican: PeerFigures | None = field(default=None)


def measure_site(
    games: int, phases: int, home_games: int, watch: Watch, *, peers: bool = True
) -> SiteFigures:
    """Build sites in a folder that is removed afterwards, and return how long it took."""
    with TemporaryDirectory(prefix="pbem-bench-") as name:
        folder = Path(name)
        watch("playing")
        played = [play_game(seed, phases) for seed in range(min(_SEEDS, games))]
        source, out = folder / "games", folder / "site"
        for number in range(games):
            write_game(source, f"g{number:04}", played[number % len(played)])
        watch("building all pages")
        full = wall_seconds(lambda: run(*_ours(source, out)))
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
        watch("building a home of many games")
        first, later, written = _incremental(folder / "home", phases, home_games)
        hugo = pelican = None
        if peers:
            watch("hugo")
            hugo = _peer(out, folder / "hugo", _hugo)
            watch("pelican")
            pelican = _peer(out, folder / "pelican", _pelican)
    return SiteFigures(
        games, phases, full, later, first, written, size, home_games, hugo=hugo, pelican=pelican
    )


def _ours(source: Path, out: Path) -> list[str]:
    command = [sys.executable, "-m", "pbem", "site", "build", "--full"]
    return [*command, "--games", str(source), "--out", str(out)]


def _incremental(folder: Path, phases: int, count: int) -> tuple[float, float, int]:
    """Return how long one new phase takes in a home of many games, and how many files.

    The games that are over are short: how long they were changes nothing here. Pages of
    a home are first made by other processes, so the first new phase finds no template
    read yet, as in a judge that has just been started.

    Returns:
        Seconds for the first new phase, the median of the next ones, the most files.
    """
    games, out = folder / "games", folder / "site"
    short = [play_game(seed, _BRIEF) for seed in range(_SEEDS)]
    running = play_game(0, phases, ends=False)
    later = sorted(path for path in running if path.startswith("phases/"))[-_NEW:]
    before = {path: text for path, text in running.items() if path not in later}
    for number in range(count):
        files = running if number < _RUNNING else short[number % len(short)]
        write_game(games, f"g{number:04}", before if number == 0 else files)
    commit(games)
    settings = SiteSettings()
    build_site(games, out, settings)
    taken, reports = [], []
    for path in later:
        before[path] = running[path]
        write_game(games, "g0000", before)
        commit(games)
        os.sync()
        taken.append(wall_seconds(lambda: reports.append(build_site(games, out, settings))))
    return taken[0], median(taken[1:]), max(report.files_written for report in reports)


def _peer(
    site: Path, folder: Path, make: Callable[[Path, Iterator[tuple[str, str, str]]], list[str]]
) -> PeerFigures | None:
    """Give another program the pages of a site, and run it twice."""
    try:
        version, *command = make(folder, _pages(site))
        full = wall_seconds(lambda: run(*command))
        first = next((folder / "content").rglob("*.html"))
        more = first.read_text(encoding="utf-8").replace(f'"{first.stem}"', '"one-more"')
        first.with_name("one-more.html").write_text(more, encoding="utf-8")
        return PeerFigures(version, full, wall_seconds(lambda: run(*command)))
    except PbemError:
        return None


def _pages(site: Path) -> Iterator[tuple[str, str, str]]:
    """Return path, title and body of each page of a site."""
    for path in sorted(site.rglob("index.html")):
        text = path.read_text(encoding="utf-8")
        title, body = _TITLE.search(text), _BODY.search(text)
        name = path.parent.relative_to(site).as_posix()
        yield name, title[1] if title else name, body[1] if body else text


def _hugo(folder: Path, pages: Iterator[tuple[str, str, str]]) -> list[str]:
    program = shutil.which("hugo")
    if program is None:
        raise PbemError("hugo is not installed")
    version = run(program, "version").split(" ")[1]
    layouts = folder / "layouts" / "_default"
    layouts.mkdir(parents=True)
    page = "<!DOCTYPE html><title>{{ .Title }}</title><main>{{ .Content }}</main>"
    for name in ("single.html", "list.html"):
        (layouts / name).write_text(page, encoding="utf-8")
    (folder / "config.toml").write_text(
        'baseURL = "/"\ntitle = "bench"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n',
        encoding="utf-8",
    )
    for name, title, body in pages:
        target = folder / "content" / f"{name.replace('/', '-') or 'front'}.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        quoted = title.replace("\\", "").replace('"', "'")
        target.write_text(f'---\ntitle: "{quoted}"\n---\n{body}', encoding="utf-8")
    return [version, program, "--quiet", "--source", str(folder)]


def _pelican(folder: Path, pages: Iterator[tuple[str, str, str]]) -> list[str]:
    program = installed("pelican", _PELICAN) / "pelican"
    content = folder / "content"
    content.mkdir(parents=True)
    for name, title, body in pages:
        slug = name.replace("/", "-") or "front"
        head = f'<title>{title}</title><meta name="date" content="2026-01-09">'
        head += f'<meta name="slug" content="{slug}">'
        text = f"<html><head>{head}</head><body>{body}</body></html>"
        (content / f"{slug}.html").write_text(text, encoding="utf-8")
    settings = folder / "pelicanconf.py"
    settings.write_text(
        "THEME = 'simple'\nSITENAME = 'bench'\nTIMEZONE = 'UTC'\nDIRECT_TEMPLATES = []\n"
        "CATEGORY_SAVE_AS = AUTHOR_SAVE_AS = TAG_SAVE_AS = ''\nFEED_ALL_ATOM = None\n"
        "CATEGORY_FEED_ATOM = None\nTRANSLATION_FEED_ATOM = None\n",
        encoding="utf-8",
    )
    out = ("--output", str(folder / "out"), "--settings", str(settings), "--quiet")
    return [_PELICAN, str(program), str(content), *out]
