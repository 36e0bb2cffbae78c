"""A player asks to be forgotten; told in letters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.game.state import Game, Stage
from tests.judge.house import PLAYERS, House, body

ZOE = "zoe.quine@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A game of seven, one of whom is Zoë Quine."""
    house = House.build(tmp_path / "home")
    house.new_game()
    for address in PLAYERS[:6]:
        house.post(address, "JOIN")
    house.post(f"Zoe Quine <{ZOE}>", "JOIN")
    house.poll()
    for address in (*PLAYERS[:6], ZOE):
        house.answer(address, "CONFIRM")
    house.poll()
    return house


def game_of(house: House) -> Game:
    """The game as the judge sees it."""
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    return game


def told(house: House) -> str:
    """The newest letter to Zoë, in one line."""
    return " ".join(body(house.last(ZOE)).split())


def kept(folder: Path) -> bytes:
    """Every byte of the files of a folder, git's own aside."""
    return b"".join(
        path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    )


def end(house: House) -> None:
    """Let all vote for a draw."""
    for address in (*PLAYERS[:6], ZOE):
        house.answer(address, "DRAW")
    house.poll()
    assert game_of(house).stage is Stage.ENDED


def forget(house: House) -> None:
    """Ask and confirm."""
    for word in ("FORGET ME", "CONFIRM"):
        house.answer(ZOE, word)
        house.poll()


def drop_mail(house: House) -> None:
    """Empty the Maildirs, which are the mail system's and not the judge's."""
    for name in ("in", "out"):
        shutil.rmtree(house.home.settings.mail.folder / name)


def test_it_is_asked_back(house: House) -> None:
    """Nothing happens before the answer; the letter says what cannot be taken back."""
    house.answer(ZOE, "FORGET ME")
    house.poll()
    assert house.last(ZOE)["Subject"] == "[gx7] do you want to be forgotten?"
    assert "call you Player 7 instead of Zoe Quine" in told(house)
    assert "copies that others have made" in told(house)
    assert b"Zoe Quine" in kept(house.home.games)


def test_the_name_goes_while_the_game_runs_and_the_address_at_its_end(house: House) -> None:
    """The player plays on; nothing the judge holds names them afterwards."""
    house.answer(ZOE, "NAME Zoe Q.")
    house.poll()
    assert b"Zoe Q." in kept(house.home.site)
    forget(house)
    assert house.last(ZOE)["Subject"] == "[gx7] your name is withdrawn"
    for folder in (house.home.games, house.home.site):
        assert b"Zoe" not in kept(folder)
    assert b"Player 7" in kept(house.home.site)
    assert ZOE.encode() in kept(house.home.var)
    house.answer(ZOE, "READY")
    house.poll()
    assert "is ready" in told(house)
    end(house)
    drop_mail(house)
    house.poll()
    left = kept(house.home.var)
    assert ZOE.encode() not in left
    assert b"Zoe" not in left
    assert PLAYERS[0].encode() in left
    assert game_of(house).players["p7"].address == ""
    assert game_of(house).players["p7"].name == "Player 7"
    assert verify(house.home.path).ok


def test_after_the_end(house: House) -> None:
    """A finished game forgets at once; all pages are as if they were built anew."""
    end(house)
    assert b"Zoe" in kept(house.home.site)
    forget(house)
    assert "Your address, your letters and the letters to you are deleted" in told(house)
    assert verify(house.home.path).ok
    drop_mail(house)
    for folder in (house.home.games, house.home.site, house.home.var):
        assert b"Zoe" not in kept(folder)
    grown = kept(house.home.site)
    shutil.rmtree(house.home.site)
    house.home.site.mkdir()
    house.poll()
    assert kept(house.home.site) == grown
    house.post(ZOE, "STATUS")
    house.poll()
    assert "Game X7" in body(house.last(ZOE))


def test_before_the_game_begins(tmp_path: Path) -> None:
    """Whoever waits for a game can be forgotten too."""
    house = House.build(tmp_path / "home")
    house.new_game()
    house.post(f"Zoe Quine <{ZOE}>", "JOIN")
    house.poll()
    house.answer(ZOE, "CONFIRM")
    house.poll()
    forget(house)
    assert b"Zoe" not in kept(house.home.games)
    assert game_of(house).joined() == ("p1",)


def test_another_question_takes_its_place(house: House) -> None:
    """CONFIRM answers the newest question only."""
    for word in ("FORGET ME", "RESIGN", "CONFIRM"):
        house.answer(ZOE, word)
        house.poll()
    assert "p7" not in game_of(house).seats
    assert game_of(house).players["p7"].name == "Zoe Quine"
