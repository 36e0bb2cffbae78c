"""A new game from the words of its host."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.assets import load_variant
from pbem.game.house import house_rules
from pbem.game.presets import PRESETS
from pbem.game.settings import Settings
from pbem.game.texts import read_settings, write_settings
from pbem.judge.creating import NoGameError, template, wanted, words_of
from pbem.judge.home import Home, make_home
from pbem.judge.options import KEYS, read_options
from tests.judge.house import START
from tests.words import english

DOCS = Path(__file__).resolve().parents[2] / "docs" / "new-game.md"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with nothing in it."""
    return make_home(tmp_path / "home", name="The judge", address="judge@example.org")


def settings(home: Home, **words: Any) -> Settings:
    """What a game is created with."""
    return wanted({"game": "gx9", **words}, home, lambda _: None, START).settings


def wrong(home: Home, **words: Any) -> list[str]:
    """What is wrong with words."""
    with pytest.raises(NoGameError) as caught:
        settings(home, **words)
    return [*map(english, caught.value.wrong)]


def test_the_template_is_a_game_with_what_is_usual(home: Home) -> None:
    """Taking the marks of comments away changes nothing but what is an example."""
    text = template({}, lambda _: None)
    assert tomllib.loads(text) == {}
    lines = [line[2:] for line in text.splitlines() if line.startswith("# ") and " = " in line]
    filled = tomllib.loads("\n".join(line for line in lines if line.split(" = ")[0] in KEYS))
    assert set(filled) == set(KEYS)
    assert settings(home, **filled | {"game": "gx9"}) == settings(home)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_can_be_printed_and_read_again(home: Home, name: str) -> None:
    """The file it fills in creates the same game as its name."""
    filled = tomllib.loads(template({"preset": name}, lambda _: None))
    assert filled.pop("preset") == name
    assert settings(home, **filled) == settings(home, preset=name)
    rules = house_rules(
        settings(home, preset=name), load_variant(filled.get("variant", "standard"))
    )
    assert all(english(says).endswith(".") for _, says in rules)


def test_all_that_is_wrong_is_told_at_once(home: Home) -> None:
    """One line each, which begins with the option."""
    found = wrong(
        home,
        game="Games",
        variant="mars",
        movement="0 days",
        draw="maybe",
        zone="Paris",
        gracce="1 day",
        holidays=["GB", "XX"],
        turn_limit="S1910M",
        rules="2023, convoy_paradox = maybe",
        time_limit="2020-01-01T00:00Z",
    )
    assert {line.split(":")[0] for line in found} == {
        "game",
        "variant",
        "movement",
        "draw",
        "zone",
        "gracce",
        "holidays",
        "turn_limit",
        "rules",
        "time_limit",
    }
    assert "gracce: there is no such option; did you mean grace?" in found


def test_the_number_of_players_chooses_the_arrangement(home: Home) -> None:
    """Where a board has none for so many, the host reads which numbers there are."""
    assert settings(home, players=5).arrangement == "p5"
    assert settings(home, players="2").arrangement == "p2-ww1"
    assert wrong(home, players=9) == ["players: standard is not for 9; it is for 2, 3, 4, 5, 6, 7"]
    assert "for 5 players; there are p5" in wrong(home, players=5, arrangement="p6")[0]


def test_holidays_of_a_country_become_dates(home: Home) -> None:
    """For three years after the one it begins in; letters name the country, not each day."""
    times = settings(home, holidays=["GB", "2026-12-24"]).times
    assert {"2026-12-25", "2026-12-24", "2029-12-25"} <= set(times.holidays)
    assert "2030-12-25" not in times.holidays
    assert "2026-01-01" not in times.holidays  # before the game
    assert times.holidays == tuple(sorted(times.holidays))
    rules = house_rules(settings(home, holidays="GB, 2026-12-24"), load_variant("standard"))
    told = " ".join(english(says) for _, says in rules)
    assert "None falls on these days or public holidays: GB and 2026-12-24." in told
    bavaria = settings(home, holidays=["DE-BY"]).times.holidays
    assert "2026-01-06" in bavaria
    assert "2026-01-06" not in settings(home, holidays="DE").times.holidays


def test_a_game_like_another(home: Home) -> None:
    """It has all rules of the other, but for what is said anew; its time limit is its own."""
    first = settings(
        home,
        players=4,
        rules="2000, convoy_falls_back_to_land = false",
        clock="Tue 20:00, Fri 20:00",
        zone="Europe/London",
        holidays="GB",
        grace="6 hours",
        draw="list",
        time_limit="72 hours",
        private="yes",
        words="end",
    )
    again = wanted(
        {"game": "gx8", "like": "gx9", "grace": "1 day"}, home, {"gx9": first}.get, START
    ).settings
    assert again.times.grace == timedelta(days=1)
    assert words_of(again) == words_of(first) | {"grace": "1 day"}
    assert again.rules == {"name": "2000", "convoy_falls_back_to_land": False}
    assert again.time_limit == ""
    seven = wanted({"game": "gx8", "like": "gx9", "players": 7}, home, {"gx9": first}.get, START)
    assert seven.settings.arrangement == "p7"
    assert read_settings(write_settings(first)) == first


def test_of_several_presets_the_later_counts(home: Home) -> None:
    """And the host's own words more than any."""
    both = settings(home, preset="forum, weekly", retreats="2 days")
    assert both.rules == {"name": "forum"}
    assert both.times.clock == ("Sun 20:00", "Wed 20:00")
    assert both.times.retreats == timedelta(days=2)
    assert wrong(home, preset="forum, weakly")[0].startswith("preset: there is no 'weakly'")


def test_the_page_names_every_option_and_every_preset() -> None:
    """Hosts can read about all of them."""
    text = DOCS.read_text("utf-8")
    assert [key for key in KEYS if f"`{key}`" not in text] == []
    assert [name for name in PRESETS if f"`{name}`" not in text] == []
    examples = text.split("```toml\n")[1:]
    assert examples
    for example in examples:
        said, mistakes = read_options(tomllib.loads(example.split("```")[0]))
        assert said
        assert mistakes == []
