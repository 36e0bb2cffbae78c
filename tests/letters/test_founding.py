"""Hosts create games by letter; told in letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.game.state import Game
from pbem.judge.home import open_home
from tests.judge.house import House, body

HANNA = "hanna@example.org"
LETTER = """Hello judge,
CREATE gx9 standard weekly 5
title: A quiet game
holidays: GB, 2026-12-24
Grace = 6 hours

Regards
SIGNOFF
draw: none
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A home whose Keeper lets Hanna create games."""
    house = House.build(tmp_path / "home")
    config = house.home.path / "pbem.toml"
    config.write_text(config.read_text().replace("allowed = []", f'allowed = ["{HANNA}"]'))
    house.home = open_home(house.home.path)
    return house


def game_of(house: House, id: str) -> Game | None:
    """A game as the judge sees it."""
    with house.judge() as judge:
        return judge.table.game(id)


def told(house: House, address: str) -> str:
    """The newest letter to somebody, in one line."""
    return " ".join(body(house.last(address)).split())


def test_a_game_by_letter(house: House) -> None:
    """Her letter waits until she has answered once; the answer has the rules and how to invite."""
    house.post(f"Hanna <{HANNA}>", LETTER, subject="a new game")
    house.poll()
    assert game_of(house, "gx9") is None
    assert house.last(HANNA)["Subject"] == "do you want to create the game gx9?"
    house.answer(HANNA, "CONFIRM", subject="Re: a new game")
    house.poll()
    game = game_of(house, "gx9")
    assert game is not None
    assert game.settings.title == "A quiet game"
    assert game.settings.host == "Hanna"
    assert game.settings.arrangement == "p5"
    assert "2026-12-25" in game.settings.times.holidays
    assert game.settings.times.grace.total_seconds() == 6 * 3600
    assert game.settings.draw.value == "dias"
    letter = told(house, HANNA)
    assert "INVITE ann@example.org" in letter
    assert "Deadlines fall on Sun 20:00 and Wed 20:00" in letter
    assert HANNA not in (house.home.games / "gx9" / "game.toml").read_text()
    house.post("ann@example.org", "JOIN", subject="[gx9]")
    house.poll()
    assert "please confirm your seat" in house.last("ann@example.org")["Subject"]


def test_the_letter_in_the_manual_works(house: House) -> None:
    """Hosts may copy it."""
    manual = (Path(__file__).parents[2] / "docs" / "new-game.md").read_text("utf-8")
    shown = manual[manual.index("    CREATE gx9") :].split("\n\n")[0]
    house.post(HANNA, shown.replace("    ", ""), subject="a game")
    house.poll()
    house.answer(HANNA, "CONFIRM", subject="a game")
    house.poll()
    game = game_of(house, "gx9")
    assert game is not None
    assert game.settings.title == "A quiet game"


def test_a_proved_letter_creates_at_once(house: House) -> None:
    """Where the mail server vouches for it."""
    config = house.home.path / "pbem.toml"
    trusts = config.read_text().replace(
        "trusted_servers = []", 'trusted_servers = ["mx.example.org"]'
    )
    config.write_text(trusts)
    house.home = open_home(house.home.path)
    results = "mx.example.org; dmarc=pass header.from=example.org"
    house.post(
        HANNA,
        "CREATE gx9 zorbees",
        subject="a game",
        headers=(("Authentication-Results", results),),
    )
    house.poll()
    game = game_of(house, "gx9")
    assert game is not None
    assert game.variant.key == "zorbees"


def test_others_are_refused(house: House) -> None:
    """In one line, whatever they ask."""
    house.post("mallory@example.org", "CREATE gx9", subject="a game")
    house.poll()
    assert game_of(house, "gx9") is None
    assert "ask the Keeper" in told(house, "mallory@example.org")
    house.post("mallory@example.org", "CONFIRM", subject="a game")
    house.poll()
    assert game_of(house, "gx9") is None


def test_somebody_else_cannot_answer_for_the_host(house: House) -> None:
    """Only the letter that went to her address proves it."""
    house.post(HANNA, LETTER, subject="a new game")
    house.post(HANNA, "CONFIRM", subject="a new game")
    house.post(HANNA, "CONFIRM", subject="x", to="judge+list.abcdefghijklmnop@example.org")
    house.poll()
    assert game_of(house, "gx9") is None


def test_all_that_is_wrong_is_told(house: House) -> None:
    """A line each; nothing is kept of the letter."""
    house.post(HANNA, "CREATE games atlantis\nmovement: soon\ncolour: blue", subject="x")
    house.poll()
    house.answer(HANNA, "CONFIRM", subject="x")
    house.poll()
    letter = told(house, HANNA)
    assert "'games' cannot name a game" in letter
    assert "there is no 'atlantis'" in letter
    assert "movement: 'soon' is no length of time" in letter
    assert "The game games was not created" in letter
    house.answer(HANNA, "CREATE gx9\nmovement: soon\ncolour: blue", subject="x")
    house.poll()
    letter = told(house, HANNA)
    assert "movement: 'soon' is no length of time" in letter
    assert "colour: there is no such option" in letter


def test_a_game_like_another_by_letter(house: House) -> None:
    """It has the rules of the other."""
    house.new_game(grace="7 hours", draw="list")
    house.post(HANNA, "CREATE gx9 like gx7", subject="x")
    house.poll()
    house.answer(HANNA, "CONFIRM", subject="x")
    house.poll()
    game = game_of(house, "gx9")
    assert game is not None
    assert game.settings.draw.value == "list"
    assert game.settings.times.grace.total_seconds() == 7 * 3600


def test_confirm_is_for_the_letter_it_answers(house: House) -> None:
    """Not for another one that somebody has sent in her name meanwhile."""
    house.post(HANNA, "CREATE gx9", subject="x")
    house.poll()
    asked = house.last(HANNA)
    house.post(HANNA, "CREATE hers-not", subject="x")
    house.poll()
    answers = (("References", f"{asked['References']} {asked['Message-ID']}"),)
    house.post(HANNA, "CONFIRM", subject="x", to=asked["Reply-To"], headers=answers)
    house.poll()
    assert game_of(house, "gx9") is not None
    assert game_of(house, "hers-not") is None
