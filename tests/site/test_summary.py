"""What pages about many games know, and when all games must be read again."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from pbem.game.codec import decode, encode
from pbem.site.pages import load_game
from pbem.site.source import Source
from pbem.site.summary import (
    News,
    Overview,
    Stage,
    Summary,
    merge,
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
    news = overview_of(games).news
    assert len(news) == 5
    assert [item.at for item in news] == sorted((item.at for item in news), reverse=True)


def test_overviews_are_kept_as_json(games: Games) -> None:
    """What is remembered beside the site is what was known."""
    overview = overview_of(games)
    assert decode(Overview, encode(overview)) == overview


def test_a_changed_running_game_is_merged(games: Games) -> None:
    """The overview after a change is that of all games read again."""
    summary, news = games["birch"]
    before = {**games, "birch": (replace(summary, phases=2), news[1:])}
    assert merge(overview_of(before), {"birch": games["birch"]}) == overview_of(games)


@pytest.mark.parametrize("case", ["new", "ended", "renamed", "taken back", "was over"])
def test_other_changes_need_all_games(games: Games, case: str) -> None:
    """A game that is new, over or renamed, or news that are taken back, change other pages."""
    summary, news = games["birch"]
    before = overview_of(games)
    match case:
        case "new":
            changed = {"rowan": (replace(summary, game="rowan"), ())}
        case "ended":
            changed = {"birch": (replace(summary, stage=Stage.FINISHED), news)}
        case "renamed":
            changed = {"birch": (replace(summary, title="Another"), news)}
        case "taken back":
            changed = {"birch": (summary, news[1:])}
        case _:
            changed = {"cedar": games["cedar"]}
    assert merge(before, changed) is None
