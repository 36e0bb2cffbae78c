"""Pages and feeds as libraries of others read them."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.site.build import build_site
from pbem.site.collection import Collection
from pbem.site.loaded import load_game
from pbem.site.pages import Pages
from pbem.site.plan import SiteFile, SitePage
from pbem.site.settings import SiteSettings
from pbem.site.source import Source
from pbem.site.summary import Overview
from tests.shared import missing
from tests.site.samples import SETTINGS, plain_archive, tree

try:
    import feedparser
    import html5lib
except ImportError:
    missing("html5lib and feedparser are not installed (requirements/test.txt)")

URL = "https://example.org/diplomacy/"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game of each stage."""
    return plain_archive(tmp_path_factory.mktemp("standards"))


@pytest.fixture(scope="module")
def site(games: Path) -> dict[str, bytes]:
    """Return the files of a site that knows its address."""
    out = games.parent / "site"
    build_site(games, out, replace(SETTINGS, url=URL, accent="#a01020", accent_dark="#f0a0b0"))
    return tree(out)


def test_pages_are_valid(site: dict[str, bytes]) -> None:
    """The parser of the HTML standard finds no error in any page."""
    parser = html5lib.HTMLParser()
    faults = {}
    for path, data in site.items():
        if path.endswith(".html"):
            parser.parse(data.decode())
            if parser.errors:
                faults[path] = [(where, code) for where, code, _ in parser.errors[:3]]
    assert faults == {}


@pytest.mark.parametrize("path", ["feed.xml", "birch/feed.xml", "cedar/feed.xml"])
def test_feeds_are_read_by_a_feed_reader(site: dict[str, bytes], path: str) -> None:
    """A feed reader finds nothing wrong, and whole addresses for all entries."""
    feed = feedparser.parse(site[path])
    assert not feed.bozo
    assert feed.version == "atom10"
    assert feed.entries
    for entry in feed.entries:
        assert entry.link.startswith(URL)
        assert f"{entry.link.removeprefix(URL)}index.html" in site


def test_what_other_sites_show(site: dict[str, bytes]) -> None:
    """Every page names its whole address; a finished game has a picture, and the map of pages."""
    for path, data in site.items():
        if path.endswith("index.html"):
            address = URL + path.removesuffix("index.html")
            assert f'rel="canonical" href="{address}"'.encode() in data, path
    picture = re.search(rb'og:image" content="([^"]+)"', site["cedar/index.html"])
    assert picture is not None
    assert site[picture[1].decode().removeprefix(URL)].startswith(b"\x89PNG")
    sitemap = ET.fromstring(site["sitemap.xml"])
    addresses = [str(place.text) for place in sitemap.findall(".//{*}loc")]
    assert URL in addresses
    assert f"{URL}cedar/result/" in addresses
    assert all(f"{a.removeprefix(URL)}index.html" in site for a in addresses)


def test_links_have_the_colors_of_the_settings(site: dict[str, bytes]) -> None:
    """Colors of a home stand at the end of the style sheet, for light pages and for dark."""
    end = site["style.css"].decode()[-200:]
    assert "--accent: #a01020" in end
    assert "--accent: #f0a0b0" in end


def test_a_lean_site(games: Path, site: dict[str, bytes]) -> None:
    """What can be made again is left out, and no link leads to it."""
    out = games.parent / "lean"
    build_site(games, out, replace(SETTINGS, lean=True))
    lean = tree(out)
    gone = {path for path in site if path not in lean}
    kinds = {path.rpartition("/")[2] for path in gone}
    gone_kinds = {"phase.txt", "film.svg", "archive.zip", "phases-2026.jsonl.gz", "map.png"}
    assert kinds == {*gone_kinds, "sitemap.xml"}
    assert sum(map(len, lean.values())) < 0.7 * sum(map(len, site.values()))
    for path, data in lean.items():
        if path.endswith(".html"):
            links = re.findall(rb'href="([^"#]+)"', data)
            assert not [link for link in links if link.endswith((b".txt", b".zip", b".gz"))], path


def test_the_index_of_a_thousand_games_is_light(games: Path) -> None:
    """The index of 1,000 finished games weighs at most 100 KB compressed."""
    source = Source(games, None)
    facts = load_game(source, "cedar").facts
    assert facts is not None
    many = {}
    for n in range(1000):
        ended = (facts.summary.ended or facts.summary.created) + timedelta(hours=9 * n)
        title = f"Game {n * 7919 % 1009} of {'abcdefghij'[n % 10] * 5}"
        summary = replace(facts.summary, game=f"g{n:x}", title=title, ended=ended)
        many[summary.game] = replace(facts, summary=summary)
    collection = Collection(Overview((), (), 1000, ()), many)
    pages = Pages(source, SiteSettings())
    for kind in (SiteFile.GAMES, SiteFile.BY_RESULT, SiteFile.SEARCH_GAMES, SiteFile.PLAYERS):
        data = pages.site_page(SitePage(kind), collection)
        assert len(gzip.compress(data)) <= 100 * 1024, kind
