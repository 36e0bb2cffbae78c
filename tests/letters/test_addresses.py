"""A player moves to another address, told in letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.house import House, body

NEW = "ann@new.example.net"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """An empty home."""
    return House.build(tmp_path / "home")


def orders(house: House, power: str) -> tuple[str, ...]:
    """The sheet of a power of gx7."""
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    return game.sheet(power).orders


def test_a_new_address_counts_once_it_has_answered(house: House) -> None:
    """Before, the old one is written to; afterwards the new one alone is the player's."""
    old = house.start()["FRANCE"]
    house.answer(old, f"ADDRESS {NEW}\nA PAR - BUR")
    house.poll()
    assert f"written to {NEW}" in " ".join(body(house.last(old)).split())
    assert orders(house, "FRANCE") == ("A PAR - BUR",)
    house.answer(old, "A PAR - PIC")
    house.poll()
    assert house.last(old)["Subject"].endswith("1 order")
    before = len(house.letters(old))
    house.answer(NEW, "CONFIRM")
    house.poll()
    assert "writes to you here now" in house.last(NEW)["Subject"]
    house.answer(NEW, "F BRE - ENG")
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - PIC", "F BRE - ENG")
    assert house.last(NEW)["Subject"] == "[gx7] Spring 1901 France: 1 order"
    assert len(house.letters(old)) == before


def test_the_letter_to_the_new_address_gives_nothing_away(house: House) -> None:
    """Its private address confirms and does nothing else: no orders, no vote, no status."""
    old = house.start()["FRANCE"]
    house.answer(old, f"ADDRESS {NEW}")
    house.poll()
    assert house.last(NEW)["Reply-To"] != house.last(old)["Reply-To"]
    assert "PAR" not in body(house.last(NEW))
    house.answer(NEW, "A PAR - BUR\nDRAW")
    house.poll()
    assert orders(house, "FRANCE") == ()
    assert "CONFIRM" in body(house.last(NEW))


def test_the_player_can_think_better_of_it(house: House) -> None:
    """The present address, named again, ends the move; the new one can no more confirm it."""
    old = house.start()["FRANCE"]
    house.answer(old, f"ADDRESS {NEW}")
    house.poll()
    asked = house.last(NEW)
    house.answer(old, f"ADDRESS {old}")
    house.poll()
    assert f"goes on writing to {old}" in body(house.last(old))
    house.post(NEW, "CONFIRM", to=asked["Reply-To"])
    house.poll()
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert old in {player.address for player in game.players.values()}
    assert NEW not in {player.address for player in game.players.values()}
    assert "Your address is not known here" in house.last(NEW)["Subject"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ADDRESS player3@example.org", "somebody else in this game has that address"),
        ("ADDRESS judge+gx7@example.org", "that is the judge's own address"),
        ("ADDRESS ann@@example", "cannot be written to"),
    ],
)
def test_an_address_that_cannot_be_the_players_is_refused(
    house: House, line: str, says: str
) -> None:
    """Another player's, the judge's own, and one that is none."""
    players = house.start()
    author = next(a for a in players.values() if a != "player3@example.org")
    house.answer(author, line)
    house.poll()
    assert says in " ".join(body(house.last(author)).split())


def test_addresses_stay_private(house: House) -> None:
    """Neither stands in the record."""
    old = house.start()["FRANCE"]
    house.answer(old, f"ADDRESS {NEW}")
    house.poll()
    house.answer(NEW, "CONFIRM")
    house.poll()
    public = [path for path in house.home.games.rglob("*") if path.is_file()]
    assert public
    for path in public:
        assert NEW.encode() not in path.read_bytes()
        assert old.encode() not in path.read_bytes()
