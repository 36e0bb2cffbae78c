"""Short whole games by letters: every arrangement of every board, every ending."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.assets import load_variant, variant_keys
from pbem.exchange.verify import verify
from pbem.game.state import Game, Stage
from tests.judge.house import HOUR, House, body

FOLDER = Path(__file__).parent
GAMES: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "short_games.toml").read_text())
SOUND = FOLDER.parent / "data" / "maps" / "sound"


def test_each_arrangement_and_each_ending_is_played() -> None:
    """The table leaves none out."""
    played = {(game["variant"], game["arrangement"]) for game in GAMES.values()}
    wanted = {
        (key, arrangement)
        for key in variant_keys()
        for arrangement in load_variant(key).arrangements
    }
    assert wanted <= played
    assert {game["ends"] for game in GAMES.values()} == {
        "solo",
        "shared",
        "draw",
        "concession",
        "turn-limit",
        "time-limit",
        "abandoned",
    }


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A home that has a small board of its own."""
    house = House.build(tmp_path / "home")
    shutil.copytree(SOUND, house.home.path / "maps" / "sound")
    return house


@pytest.mark.parametrize("name", GAMES)
def test_short_game(house: House, name: str) -> None:
    """It is played to its end, everybody is told, and a stranger can check it."""
    told = GAMES[name]
    _adapt(house, told)
    players = _begin(house, told)
    orders = told.get("orders", [])
    for number in range(told["phases"]):
        _play_phase(house, players, orders[number] if number < len(orders) else {})
    _finish(house, players, told)
    game = _game(house)
    assert game.stage is Stage.ENDED
    assert game.ended is not None
    assert game.ended.how == told["ends"]
    if "winners" in told:
        assert list(game.ended.winners) == told["winners"]
    if "coin" in told:
        assert any(told["coin"] in powers for powers in game.seats.values())
    for address in set(players.values()):
        last = house.last(address)
        assert "over" in last["Subject"]
        assert "The game is over" in body(last) or "The host ended" in body(last)
    result = json.loads((house.home.games / "gx7" / "result.json").read_text())
    assert result["how"] == told["ends"]
    verification = verify(house.home.path)
    assert verification.ok, verification.to_json()
    assert (house.home.site / "gx7" / "result" / "index.html").exists()


def _adapt(house: House, told: dict[str, Any]) -> None:
    """Give the small board the end that the table asks for."""
    path = house.home.path / "maps" / "sound" / "variant.toml"
    text = path.read_text()
    if "solo_centers" in told:
        text = re.sub(r"solo_centers = \d+", f"solo_centers = {told['solo_centers']}", text)
    if "solo_with" in told:
        text = re.sub(r"solo_with = \[.*\]", f"solo_with = {told['solo_with']}", text)
    path.write_text(text)


def _begin(house: House, told: dict[str, Any]) -> dict[str, str]:
    """Create the game and let as many join as there are seats; return addresses by power."""
    words = {key: told[key] for key in ("variant", "arrangement")}
    house.new_game(**words, **told.get("new", {}))
    seats = len(_game(house).arrangement.seats)
    addresses = [f"player{number}@example.org" for number in range(1, seats + 1)]
    for address in addresses:
        house.post(address, "JOIN")
    house.poll()
    for address in addresses:
        house.answer(address, "CONFIRM")
    house.poll()
    return _holders(house)


def _holders(house: House) -> dict[str, str]:
    game = _game(house)
    return {
        power: game.players[player].address
        for player, powers in game.seats.items()
        for power in powers
    }


def _play_phase(house: House, players: dict[str, str], orders: dict[str, str]) -> None:
    """Let everybody order or say READY, and the clock go on until the phase is judged."""
    before = _game(house).number
    for address in sorted(set(players.values())):
        own = [
            orders[power]
            for power, holder in players.items()
            if holder == address and power in orders
        ]
        house.answer(address, "\n".join([*own, "READY"]))
    house.poll()
    house.clock.move_to(house.clock.now() + HOUR)
    house.poll()
    assert _game(house).number == before + 1


def _finish(house: House, players: dict[str, str], told: dict[str, Any]) -> None:
    last = told.get("last", {})
    for address in sorted(set(players.values())):
        mine = [power for power, holder in players.items() if holder == address]
        words = [last[power] for power in mine if power in last]
        if "*" in last:
            words.append(last["*"])
        if words:
            house.answer(address, "\n".join(words))
            house.poll()
            if told.get("confirm"):
                house.answer(address, "CONFIRM")
                house.poll()
    if "host" in told:
        with house.judge() as judge:
            answer = judge.host({"game": "gx7", **told["host"]})
        assert answer.done, answer.says
    house.clock.move_to(house.clock.now() + timedelta(days=told.get("days", 0)))
    house.poll()


def _game(house: House) -> Game:
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    return game
