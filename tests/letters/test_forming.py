"""How games come together: joining, inviting, leaving, beginning; told in letters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.game.state import Game, Stage
from pbem.judge.home import open_home
from tests.judge.house import PLAYERS, House, body


@pytest.fixture
def house(tmp_path: Path) -> House:
    """An empty home."""
    return House.build(tmp_path / "home")


def game_of(house: House) -> Game:
    """The game as the judge sees it."""
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    return game


def told(house: House, address: str) -> str:
    """The newest letter to somebody, in one line."""
    return " ".join(body(house.last(address)).split())


def ask(house: House, **words: object) -> str:
    """What the judge says to a request on the command line."""
    with house.judge() as judge:
        answer = judge.host({"game": "gx7", **words})
    return answer.says


def seat(house: House, *addresses: str, text: str = "CONFIRM") -> None:
    """Let people join and confirm."""
    for address in addresses:
        house.post(address, "JOIN")
    house.poll()
    for address in addresses:
        house.answer(address, text)
    house.poll()


def page(house: House) -> str:
    """The game's page."""
    return " ".join((house.home.site / "gx7" / "index.html").read_text().split())


def test_what_holds_with_fewer_players_is_read_before_joining(house: House) -> None:
    """In the answer to JOIN and on the page: who plays what, and what is nobody's."""
    house.new_game()
    house.post(PLAYERS[0], "JOIN")
    house.poll()
    letter = told(house, PLAYERS[0])
    assert "The host may begin with fewer." in letter
    assert "With 5, with one power each; nobody plays Germany and Italy." in letter
    assert "With 3, with these powers in one hand:" in letter
    assert "24 centers win; it begins in Spring 1914." in letter
    assert "With 5, with one power each; nobody plays Germany and Italy." in page(house)


def test_the_host_begins_with_five(house: House) -> None:
    """Two powers are nobody's; the record says so, and anybody can check it."""
    house.new_game()
    seat(house, *PLAYERS[:5])
    assert ask(house, do="start").startswith("gx7: S1901M is open")
    game = game_of(house)
    assert game.stage is Stage.RUNNING
    assert game.arrangement.key == "p5"
    assert game.open_position().neutral == ("GERMANY", "ITALY")
    assert "5, with one power each." in told(house, PLAYERS[0])
    assert "Fewer players" not in told(house, PLAYERS[0])
    events = (house.home.games / "gx7" / "events.jsonl").read_text().splitlines()
    assert {"arrangement": "p5"}.items() <= json.loads(events[6]).items()
    assert verify(house.home.path).ok
    assert "The host let it begin with 5 players." in page(house)
    assert ask(house, do="start") == "gx7: it has begun already"


def test_a_game_cannot_begin_with_one_player(house: House) -> None:
    """The host reads for how many the board is."""
    house.new_game()
    seat(house, PLAYERS[0])
    assert ask(house, do="start") == (
        "gx7: it cannot begin with 1 of its players; the board is for 2, 3, 4, 5, 6, 7"
    )


def test_two_players_who_have_a_coin(house: House) -> None:
    """Fewer players can have a board that begins in another year."""
    house.new_game()
    seat(house, *PLAYERS[:2])
    assert "S1914M" in ask(house, do="start", arrangement="p2-ww1")
    assert verify(house.home.path).ok


def test_name_zone_and_wishes_before_the_game_begins(house: House) -> None:
    """Each is answered; what is an order is refused, since nothing can be ordered yet."""
    house.new_game(powers="preference")
    seat(house, PLAYERS[0], text="CONFIRM\nNAME Ann\nZONE Europe/Lisbon")
    assert game_of(house).players["p1"].name == "Ann"
    assert game_of(house).players["p1"].zone == "Europe/Lisbon"
    assert "Your public name is Ann now." not in told(house, PLAYERS[0])
    house.answer(PLAYERS[0], "NAME Anna\nJOIN TURKEY, ITALY\nA PAR - BUR")
    house.poll()
    letter = told(house, PLAYERS[0])
    assert "Your public name is Anna now." in letter
    assert "You would like to play: Turkey and Italy." in letter
    assert "the game has not begun" in letter
    assert "Its rules" not in letter
    house.answer(PLAYERS[0], "STATUS")
    house.poll()
    assert "1 of 7 seats are taken." in told(house, PLAYERS[0])
    assert "Fewer players: The host may begin with fewer." in told(house, PLAYERS[0])
    assert game_of(house).players["p1"].preferences == ("TURKEY", "ITALY")
    assert "Anna" in (house.home.games / "gx7" / "people.toml").read_text()
    seat(house, *PLAYERS[1:])
    assert game_of(house).seats["p1"] == ("TURKEY",)
    assert verify(house.home.path).ok


def test_a_player_leaves_before_the_game_begins(house: House) -> None:
    """Asked back first; the seat is free again, the name gone, and the player may come back."""
    house.new_game()
    seat(house, "ann@example.org", *PLAYERS[1:6])
    house.answer("ann@example.org", "NAME Ann")
    house.poll()
    house.answer("ann@example.org", "RESIGN")
    house.poll()
    assert "nothing has happened yet" in told(house, "ann@example.org")
    assert len(game_of(house).joined()) == 6
    house.answer("ann@example.org", "CONFIRM")
    house.poll()
    assert "You have left before the game began." in told(house, "ann@example.org")
    assert len(game_of(house).joined()) == 5
    assert "Ann" not in (house.home.games / "gx7" / "people.toml").read_text()
    assert "A player left before the game began." in page(house)
    seat(house, PLAYERS[0], PLAYERS[6])
    assert game_of(house).stage is Stage.RUNNING
    assert "p1" not in game_of(house).seats
    assert verify(house.home.path).ok


def test_one_who_left_comes_back(house: House) -> None:
    """With the same number."""
    house.new_game()
    seat(house, PLAYERS[0])
    for word in ("RESIGN", "CONFIRM"):
        house.answer(PLAYERS[0], word)
        house.poll()
    seat(house, *PLAYERS)
    assert set(game_of(house).seats) == {f"p{number}" for number in range(1, 8)}
    assert verify(house.home.path).ok


def test_a_private_game_is_for_those_who_are_invited(house: House) -> None:
    """The invited answer their letter, with a name and wishes; others are told whom to ask."""
    house.new_game(private="yes", powers="preference", players="2")
    house.post("stranger@example.org", "JOIN")
    house.post("stranger@example.org", "LIST", subject="games")
    house.poll()
    refused, listed = house.letters("stranger@example.org")
    assert "for those whom its host invites" in " ".join(body(refused).split())
    assert "gx7" not in body(listed)
    assert "gx7" not in (house.home.site / "index.html").read_text()
    assert ask(house, do="invite", addresses=["ann@example.org", "bob@example.org"]).startswith(
        "gx7: waits for players"
    )
    letter = house.last("ann@example.org")
    assert letter["Subject"] == "[gx7] you are invited to Game X7"
    assert "CONFIRM" in body(letter)
    house.answer("ann@example.org", "JOIN TURKEY\nZONE Europe/Lisbon")
    house.post("Bob <bob@example.org>", "CONFIRM", to=house.last("bob@example.org")["Reply-To"])
    house.poll()
    game = game_of(house)
    assert game.players["p1"].zone == "Europe/Lisbon"
    assert "TURKEY" in game.seats["p1"]
    assert game.players["p2"].name == "Bob"
    record = "".join(
        path.read_text() for path in (house.home.games / "gx7").rglob("*") if path.is_file()
    )
    assert "@" not in record
    assert verify(house.home.path).ok


def test_an_invitation_to_nobody(house: House) -> None:
    """Addresses that are none are named."""
    house.new_game()
    assert ask(house, do="invite", addresses=["ann"]) == (
        "'ann': write addresses like ann@example.org"
    )


def test_each_letter_of_a_game_has_its_rules_in_short(house: House) -> None:
    """At its foot, from the answer to JOIN to the end."""
    players = house.start(press="none", missed="wait", draw="list", turn_limit="F1910M")
    house.answer(players["FRANCE"], "A PAR - BUR\nSTATUS")
    house.poll()
    letters = house.letters(players["FRANCE"])
    assert len(letters) >= 4
    for letter in letters:
        foot = " ".join(body(letter).rpartition("-- \n")[2].split())
        assert foot.endswith(
            "Rules: 2023, no press, phases wait for orders, draws by list, ends after Fall 1910."
        )


def test_the_host_invites_and_begins_by_letter(house: House) -> None:
    """In answers to the letter that says the game is created."""
    config = house.home.path / "pbem.toml"
    config.write_text(config.read_text().replace("allowed = []", 'allowed = ["h@example.org"]'))
    house.home = open_home(house.home.path)
    house.post("h@example.org", "CREATE gx7\nprivate: yes", subject="x")
    house.poll()
    house.answer("h@example.org", "CONFIRM", subject="x")
    house.poll()
    house.answer("h@example.org", "INVITE ann@example.org, bob@example.org")
    house.poll()
    for address in ("ann@example.org", "bob@example.org"):
        house.answer(address, "CONFIRM")
    house.poll()
    house.answer("h@example.org", "START")
    house.poll()
    assert game_of(house).stage is Stage.RUNNING
    assert game_of(house).arrangement.key == "p2-ww1"
