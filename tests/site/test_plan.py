"""Addresses are for ever; a new phase touches little."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.game.publication import GameRecord
from pbem.site.plan import (
    Page,
    folders,
    game_pages,
    phase_pages,
    root_of,
    site_pages,
    touched_pages,
)
from pbem.store.archive import read_game
from tests.site.samples import Home, rolled_back


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> GameRecord:
    """Return a running game of five phases."""
    home = Home(tmp_path_factory.mktemp("plan"))
    home.add(home.play("birch", 5))
    return read_game(home.games / "birch")


def paths(pages: Iterable[Page]) -> set[str]:
    """Return where pages lie."""
    return {page.path for page in pages}


def test_site_addresses() -> None:
    """These files belong to no game; an address once published stays in this list."""
    assert paths(site_pages(["index", "orders"], ["standard"])) == {
        "index.html",
        "games/index.html",
        "legend/index.html",
        "legend/map.svg",
        "help/index.html",
        "help/orders/index.html",
        "variants/standard/index.html",
        "variants/standard/map.svg",
        "variants/standard/map.css",
        "feed.xml",
        "style.css",
        "keys.js",
        "icon.svg",
        "robots.txt",
        "games/by-board/index.html",
        "games/by-player/index.html",
        "games/by-result/index.html",
        "games/by-length/index.html",
        "games/games.jsonl",
        "players/index.html",
        "powers/index.html",
        "statistics/index.html",
        "openings/index.html",
        "search/index.html",
        "search/search.js",
        "search/games.js",
        "sitemap.xml",
    }


def test_game_addresses(record: GameRecord) -> None:
    """These are the files of a running game; an address once published stays in this list."""
    assert paths(game_pages(record)) == {
        "birch/index.html",
        "birch/latest/index.html",
        "birch/latest/map.svg",
        "birch/orders/index.html",
        "birch/feed.xml",
        "birch/deadlines.ics",
        "birch/press/index.html",
    }
    assert {path for path in paths(phase_pages(record)) if "S1901M" in path} == {
        "birch/S1901M/index.html",
        "birch/S1901M/map.svg",
        "birch/S1901M/phase.json",
        "birch/S1901M/phase.txt",
    }


def test_overruled_phases_keep_an_address(record: GameRecord) -> None:
    """The version that stands has the phase's address; an older one is at /2/."""
    places = folders(rolled_back(record))
    again = len(record.phases) + 1
    code = str(record.phases[1].position.phase)
    assert places[1] == "S1901M"
    assert places[again] == code
    assert places[2] == f"{code}/2"
    assert places[3] == str(record.phases[2].position.phase)


def test_a_new_phase_touches_two_phases(record: GameRecord) -> None:
    """Its own page and the page before; never the older ones."""
    name = f"phases/{record.phases[-1].name}"
    touched = paths(touched_pages(record, {name, "events.jsonl"}))
    phases = [str(file.position.phase) for file in record.phases]
    assert touched >= {f"birch/{code}/index.html" for code in phases[-2:]}
    assert not touched & {f"birch/{code}/index.html" for code in phases[:-2]}
    assert touched >= paths(game_pages(record)) - {"birch/press/index.html"}
    before = f"birch/{phases[-2]}/"
    assert {path for path in touched if path.startswith(before)} == {f"{before}index.html"}


@pytest.mark.parametrize("files", [{"words.json", "result.json"}, {"phases/006-F1901M.json"}])
def test_some_changes_touch_all(record: GameRecord, files: set[str]) -> None:
    """Words that are shown at the end, and a rollback, come to all phases."""
    after = rolled_back(record)
    assert paths(touched_pages(after, files)) >= paths(phase_pages(after))


@pytest.mark.parametrize(
    ("path", "root"),
    [("index.html", ""), ("gx7/index.html", "../"), ("gx7/S1901M/2/index.html", "../../../")],
)
def test_root(path: str, root: str) -> None:
    """The way back to the top has one step for each folder."""
    assert root_of(path) == root
    assert (Path("/site") / path).parent.joinpath(root).resolve() == Path("/site")
