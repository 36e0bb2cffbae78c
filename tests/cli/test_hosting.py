"""What hosts ask on the command line, without a daemon."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.game import command
from pbem.exchange.verify import verify
from pbem.game.state import Game
from tests.judge.house import HOUR, House


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A home in which seven play."""
    house = House.build(tmp_path / "home")
    house.start(host="Hester", host_address="hester@example.org", movement="400 weeks")
    return house


def ask(house: House, *words: str) -> Result:
    """Run `pbem game`; the standard input is no terminal."""
    return CliRunner().invoke(command, [*words, "--home", str(house.home.path)])


def game_of(house: House) -> Game:
    """The game as the judge sees it."""
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    return game


def told(house: House) -> list[str]:
    """The events of the record."""
    lines = (house.home.games / "gx7" / "events.jsonl").read_text().splitlines()
    return [json.loads(line)["event"] for line in lines]


def test_all_that_a_letter_can_ask(house: House) -> None:
    """The same rulings, by the words of the command line."""
    house.clock.move_to(house.clock.now() + HOUR)
    assert "FRANCE       missing     0 orders" in ask(house, "status", "gx7").output
    done = [
        ("remind", "gx7"),
        ("deadline", "gx7", "S1901M", "+2 days", "--because", "half of us travel"),
        ("deadline", "gx7", "S1901M", "2040-03-04T20:00Z"),
        ("pause", "gx7", "--because", "the server moves"),
        ("resume", "gx7"),
        ("announce", "gx7", "Welcome."),
        ("preview", "gx7"),
        ("process", "gx7", "S1901M"),
        ("rollback", "gx7", "S1901M", "--because", "the deadline was wrong"),
        ("edit", "gx7", "A BUR France", "--because", "it was lost"),
        ("eject", "gx7", "France"),
        ("appoint", "gx7", "France", "nora@example.org"),
        ("dummy", "gx7", "France"),
        ("host", "gx7", "ida@example.org"),
        ("end-draw", "gx7", "Austria", "Turkey"),
    ]
    for words in done:
        result = ask(house, *words)
        assert result.exit_code == 0, (words, result.output, result.exception)
    told_now = told(house)
    for event in ("reminded", "announced", "previewed", "rolled-back", "edited", "left", "ended"):
        assert event in told_now
    ended = game_of(house).ended
    assert ended is not None
    assert ended.winners == ("AUSTRIA", "TURKEY")
    assert verify(house.home.path).ok, verify(house.home.path).to_json()


def test_a_preview_shows_what_would_happen(house: House) -> None:
    """Order by order; it is refused where the host plays."""
    shown = ask(house, "preview", "gx7").output
    assert "FRANCE: A PAR H" in shown


def test_what_cannot_be_is_told_in_one_line(house: House) -> None:
    """With what would be right."""
    wrong = [
        (("process", "gx7", "F1901M"), "F1901M is not open; S1901M is"),
        (("deadline", "gx7", "S1901M", "tomorrow"), "is nothing that can be asked of a game"),
        (("deadline", "gx7", "S1901M", "2020-01-01T20:00Z"), "is past"),
        (("rollback", "gx7", "S1901M", "--because", "so"), "S1901M was not judged"),
        (("edit", "gx7", "A BUR nobody", "--because", "so"), "there is no unit in BUR"),
        (("eject", "gx7", "Spain"), "name a power of this game"),
        (("dummy", "gx7", "France"), "EJECT FRANCE comes first"),
        (("resume", "gx7"), "the clock is going"),
    ]
    for words, says in wrong:
        result = ask(house, *words)
        assert result.exit_code != 0, words
        assert says in str(result.exception), (words, result.exception)
    assert game_of(house).number == 0


def test_a_game_is_called_off(house: House) -> None:
    """And an end without a winner is another word."""
    assert ask(house, "cancel", "gx7", "--because", "nobody plays").exit_code == 0
    ended = game_of(house).ended
    assert ended is not None
    assert ended.how == "cancelled"
    assert "the game is over already" in str(ask(house, "end", "gx7").exception)
