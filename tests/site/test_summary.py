"""What the front page and the feed know of games."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from pbem.game.codec import decode, encode
from pbem.site.loaded import load_game
from pbem.site.source import Source
from pbem.site.summary import (
    News,
    Overview,
    Stage,
    Summary,
    newest,
    overview_of,
)
from tests.site.samples import Home

Games = dict[str, tuple[Summary, tuple[News, ...]]]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """Return a running, a finished and a forming game."""
    home = Home(tmp_path_factory.mktemp("summary"))
    home.add(home.play("birch", 3))
    home.add(home.play("cedar", 2, ends=True))
    home.add(islice(home.play("willow", 1), 6))
    return listed(home.games)


def listed(folder: Path) -> Games:
    """Return all games of a folder, read."""
    source = Source(folder, None)
    loaded = (load_game(source, game) for game in source.game_ids())
    return {game.summary.game: (game.summary, game.news) for game in loaded}


def overview(games: Games) -> Overview:
    """Return what the front page knows of games."""
    news = newest(item for _, news in games.values() for item in news)
    return overview_of((summary for summary, _ in games.values()), news)


def test_stages_and_results(games: Games) -> None:
    """A game is forming, running or finished, and says how it ended."""
    assert {game: summary.stage for game, (summary, _) in games.items()} == {
        "birch": Stage.RUNNING,
        "cedar": Stage.FINISHED,
        "willow": Stage.FORMING,
    }
    assert games["cedar"][0].result == "A draw between France, Germany and Turkey."
    assert games["birch"][0].due is not None
    assert (games["willow"][0].taken, games["willow"][0].seats) == (2, 7)


def test_news_are_the_newest_first(games: Games) -> None:
    """All games' phases in one list, by the time they were judged."""
    news = overview(games).news
    assert len(news) == 5
    assert [item.at for item in news] == sorted((item.at for item in news), reverse=True)


def test_overviews_are_kept_as_json(games: Games) -> None:
    """What is remembered beside the site is what was known."""
    known = overview(games)
    assert decode(Overview, encode(known)) == known
