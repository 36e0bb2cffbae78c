"""Those who watch a game and those who stand by; told in letters."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.game.events.observing import Role
from pbem.game.state import Game
from tests.judge.house import DAY, HOUR, PLAYERS, House, body

WATCHER = "olga@example.org"


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


def watch(house: House, word: str = "OBSERVE", address: str = WATCHER) -> None:
    """Ask and confirm."""
    house.post(address, word)
    house.poll()
    house.answer(address, "CONFIRM")
    house.poll()


def play(house: House, players: dict[str, str]) -> None:
    """Let everybody be ready, and the phase be judged."""
    for address in set(players.values()):
        house.answer(address, "READY")
    house.poll()
    house.clock.move_to(house.clock.now() + HOUR)
    house.poll()


def public(house: House) -> bytes:
    """Every byte that anybody can see, git objects unpacked."""
    files = [*house.home.games.rglob("*"), *house.home.site.rglob("*")]
    return b"".join(path.read_bytes() for path in files if path.is_file())


def test_an_observer_gets_each_phase_and_the_end(house: House) -> None:
    """After one confirming answer; nobody else learns of it, no page and no letter."""
    players = house.start()
    house.post(WATCHER, "OBSERVE")
    house.poll()
    assert "please confirm that you want to observe" in house.last(WATCHER)["Subject"]
    play(house, players)
    assert len(house.letters(WATCHER)) == 1
    house.answer(WATCHER, "CONFIRM")
    house.poll()
    assert house.last(WATCHER)["Subject"] == "[gx7] you observe"
    play(house, players)
    letter = house.last(WATCHER)
    assert letter["Subject"] == "[gx7] Fall 1901 was judged"
    assert "A PAR" in body(letter)
    assert "Answer this letter with your orders" not in body(letter)
    for address in players.values():
        house.answer(address, "DRAW")
    house.poll()
    assert "the game is over" in house.last(WATCHER)["Subject"]
    assert verify(house.home.path).ok
    assert WATCHER.encode() not in public(house)
    for address in players.values():
        assert all(WATCHER not in letter.as_string() for letter in house.letters(address))


def test_an_observer_stops(house: House) -> None:
    """By an answer to a letter; from then on nothing comes."""
    players = house.start()
    watch(house)
    house.answer(WATCHER, "STOP OBSERVING")
    house.poll()
    assert house.last(WATCHER)["Subject"] == "[gx7] no more letters"
    assert game_of(house).watching(*Role) == ()
    before = len(house.letters(WATCHER))
    play(house, players)
    assert len(house.letters(WATCHER)) == before


def test_stopping_without_a_proof_is_asked_back(house: House) -> None:
    """Somebody else may have written it."""
    house.start()
    watch(house)
    house.post(WATCHER, "STOP OBSERVING")
    house.poll()
    assert house.last(WATCHER)["Subject"] == "[gx7] do you want to stop?"
    assert game_of(house).watching(Role.OBSERVER) == ("o1",)
    house.answer(WATCHER, "STOP OBSERVING")
    house.poll()
    assert game_of(house).watching(Role.OBSERVER) == ()


def test_who_stands_by_is_told_of_a_vacancy_and_takes_it(house: House) -> None:
    """And gets no other letter; once at the board, they are a player and nothing else."""
    players = house.start()
    watch(house, "STANDBY")
    watch(house, "OBSERVE", "bob@example.org")
    play(house, players)
    assert house.last(WATCHER)["Subject"] == "[gx7] you stand by"
    for word in ("RESIGN", "CONFIRM"):
        house.answer(players["FRANCE"], word)
        house.poll()
    for address in (WATCHER, "bob@example.org"):
        assert "France has no player" in house.last(address)["Subject"]
        assert "TAKEOVER France" in told(house, address)
    house.answer(WATCHER, "TAKEOVER France")
    house.poll()
    assert "please confirm your seat" in house.last(WATCHER)["Subject"]
    house.answer(WATCHER, "CONFIRM")
    house.poll()
    game = game_of(house)
    assert game.seats["p8"] == ("FRANCE",)
    assert game.watching(Role.STANDBY) == ()
    house.answer(WATCHER, "A PAR - BUR")
    house.poll()
    assert game_of(house).sheet("FRANCE").orders == ("A PAR - BUR",)
    assert verify(house.home.path).ok


def test_a_player_need_not_observe(house: House) -> None:
    """The letters of the game come anyhow."""
    players = house.start()
    house.answer(players["FRANCE"], "OBSERVE")
    house.poll()
    assert "you play in this game" in told(house, players["FRANCE"])
    assert game_of(house).observers == {}


def test_an_observer_has_no_say(house: House) -> None:
    """Orders and votes of theirs are answered, and change nothing."""
    players = house.start()
    watch(house)
    house.answer(WATCHER, "A PAR - BUR\nDRAW")
    house.poll()
    game = game_of(house)
    assert game.sheet("FRANCE").orders == ()
    assert game.votes == {}
    assert "an observer has no orders and no vote" in told(house, WATCHER)
    assert set(players) == set(game.played())


def test_an_observer_asks_questions_and_reads_deadlines_in_a_zone(house: House) -> None:
    """Like anybody; HELP and LIST are answered, ZONE counts."""
    players = house.start()
    watch(house)
    house.answer(WATCHER, "LIST\nZONE Europe/Lisbon")
    house.poll()
    assert any("Game X7" in body(letter) for letter in house.letters(WATCHER)[-2:])
    house.clock.move_to(house.clock.now() + 200 * DAY)
    house.poll()
    play(house, players)
    assert "(Europe/Lisbon)" in told(house, WATCHER)


def test_somebody_else_cannot_flood_an_address(house: House) -> None:
    """An address that has proved nothing gets five letters a day."""
    house.start()
    for number in range(8):
        house.post(WATCHER, "OBSERVE", headers=(("X-Nr", str(number)),))
        house.poll()
    assert len(house.letters(WATCHER)) == 5
    with sqlite3.connect(house.home.state) as state:
        assert state.execute("SELECT count(*) FROM events WHERE kind = 'ObserverAsked'").fetchone()
    assert PLAYERS[0] != WATCHER


def test_an_observer_is_forgotten(house: House) -> None:
    """At once, since nothing of the game needs the address; a later letter is a stranger's."""
    house.start()
    watch(house)
    house.answer(WATCHER, "FORGET ME")
    house.poll()
    assert "are deleted here" in told(house, WATCHER)
    for name in ("in", "out"):
        shutil.rmtree(house.home.settings.mail.folder / name)
    house.poll()
    left = b"".join(path.read_bytes() for path in house.home.var.rglob("*") if path.is_file())
    assert WATCHER.encode() not in left
    assert game_of(house).watching(*Role) == ()
    watch(house)
    assert game_of(house).watching(Role.OBSERVER) == ("o2",)


def test_who_does_not_observe_cannot_stop(house: House) -> None:
    """And is told so."""
    house.start()
    house.post(WATCHER, "STOP OBSERVING")
    house.poll()
    assert "Nobody observes Game X7 from your address" in told(house, WATCHER)
