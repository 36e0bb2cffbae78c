"""Anonymous games: who plays is in no byte that leaves the judge before it may be."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.game.state import Game
from tests.judge.house import HOUR, House, body

HOST = "hester@example.net"
WATCHER = "olga@watch.example"
PEOPLE = {
    "Anneliese Quist": ("anneliese@quist.example", "Europe/Vilnius"),
    "Bartholomew Rook": ("barty@rook.example", "Asia/Tokyo"),
    "Cosima Vane": ("cosima@vane.example", "America/Lima"),
    "Dagobert Wynn": ("dago@wynn.example", "Pacific/Auckland"),
    "Eulalia Xanthis": ("eulalia@xanthis.example", "Africa/Lagos"),
    "Ferdinand Yates": ("ferdy@yates.example", "Asia/Kolkata"),
    "Gwendolen Zuyder": ("gwen@zuyder.example", "America/Denver"),
}
NAMES = dict(zip((address for address, _ in PEOPLE.values()), PEOPLE, strict=True))


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


def marks(name: str) -> list[str]:
    """Everything of a person that a letter or a page could give away."""
    address, zone = PEOPLE[name]
    first, last = name.split()
    local, domain = address.split("@")
    return [first, last, local, domain, zone, f"hand of {last}", f"id-{last}"]


def write(house: House, name: str, text: str) -> None:
    """Let a person answer, from a program that tells a lot about its user."""
    address, _ = PEOPLE[name]
    last = name.split()[1]
    house.post(
        f"{name} <{address}>",
        f"{text}\n\n-- \n{name}, hand of {last}\n",
        to=[str(letter["Reply-To"]) for letter in house.letters(address) if letter["Reply-To"]][-1],
        headers=(
            ("X-Mailer", f"hand of {last}"),
            ("References", f"<id-{last}-{house.posted}@{address.split('@')[1]}>"),
            ("Received", f"from {address.split('@')[1]} by mx"),
        ),
    )


def start(house: House, **words: str) -> dict[str, str]:
    """Create an anonymous game that all of them play; return names by power."""
    house.new_game(host_address=HOST, anonymous="true", grey="allowed", **words)
    for name, (address, _) in PEOPLE.items():
        house.post(f"{name} <{address}>", "JOIN")
    house.post(WATCHER, "OBSERVE")
    house.poll()
    for name, (_, zone) in PEOPLE.items():
        write(house, name, f"CONFIRM\nZONE {zone}\nNAME {name}")
    house.answer(WATCHER, "CONFIRM")
    house.poll()
    game = game_of(house)
    assert game.running
    return {
        power: NAMES[game.players[id].address]
        for id, powers in game.seats.items()
        for power in powers
    }


def play(house: House, players: dict[str, str]) -> None:
    """Play two phases with everything in them that others hear of."""
    write(house, players["FRANCE"], "PRESS TO GERMANY\nWrite to me: barty@rook.example\nENDPRESS")
    write(house, players["ITALY"], "BROADCAST\nHail from cosima@vane.example!\nENDPRESS")
    write(house, players["TURKEY"], "PRESS TO ALL GREY\nBeware.\nENDPRESS")
    write(house, players["AUSTRIA"], "NAME The Baron of Vienna")
    write(house, players["ENGLAND"], "EXTEND 1 day")
    write(house, players["GERMANY"], "ABSENT FROM 7 January 2026 TO 9 January 2026")
    write(house, players["RUSSIA"], "STATUS\nSUMMARY\nHISTORY\nLIST\nHELP")
    house.poll()
    for number in range(2):
        for power, name in players.items():
            words = "Army PaRiS moves to buRGundy" if power == "FRANCE" else ""
            write(house, name, f"{words if not number else ''}\nREADY")
        house.poll()
        house.clock.move_to(house.clock.now() + HOUR)
        house.poll()
    assert game_of(house).number >= 2
    write(house, players["ITALY"], "RESIGN")
    house.poll()
    write(house, players["ITALY"], "CONFIRM")
    house.poll()
    house.answer(HOST, "STATUS\nANNOUNCE\nPlay on, please.\nENDANNOUNCE")
    house.poll()


def public_bytes(house: House) -> bytes:
    """The record, its history unpacked, and the pages."""
    folders = (house.home.games, house.home.site)
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    history = subprocess.run(
        ["git", "cat-file", "--batch-all-objects", "--batch", "--unordered"],
        cwd=house.home.games,
        capture_output=True,
        check=True,
    ).stdout
    names = "\n".join(str(path) for path in files).encode()
    return b"".join([names, history, *(path.read_bytes() for path in files)])


def gone_out(house: House, person: str) -> Iterator[str]:
    """All letters to anybody but one person and the host, head and body."""
    for letter in house.letters():
        if letter["To"] not in (PEOPLE[person][0], HOST):
            yield letter.as_string() + body(letter)


def leaks(house: House) -> list[str]:
    """Who or what is given away, and where."""
    seen = public_bytes(house).decode("utf-8", "replace")
    found = []
    for person in PEOPLE:
        for mark in marks(person):
            if mark in seen:
                found.append(f"{mark} in public")
            found += [f"{mark} in {text[:200]}" for text in gone_out(house, person) if mark in text]
    return found


def end(house: House) -> None:
    """Let the host end the game."""
    with house.judge() as judge:
        answer = judge.host({"do": "end", "game": "gx7", "because": "enough"})
    assert answer.done


@pytest.mark.parametrize("reveal", ["end", "never"])
def test_nobody_is_given_away(house: House, reveal: str) -> None:
    """While it is played no byte that leaves names a player; at the end as the rules say."""
    players = start(house, reveal=reveal)
    play(house, players)
    assert leaks(house) == []
    assert verify(house.home.path).ok
    end(house)
    assert verify(house.home.path).ok
    if reveal == "never":
        assert leaks(house) == []
        assert "The Baron of Vienna" not in public_bytes(house).decode("utf-8", "replace")
        return
    page = (house.home.site / "gx7" / "result" / "index.html").read_text()
    assert all(name in page for power, name in players.items() if power not in ("ITALY", "AUSTRIA"))
    assert "The Baron of Vienna" in page
    last = body(house.last(PEOPLE[players["FRANCE"]][0]))
    assert players["TURKEY"] in last


@pytest.mark.parametrize("reveal", ["end", "never"])
def test_the_words_of_orders_come_with_the_names(house: House, reveal: str) -> None:
    """How somebody writes gives them away: the words are shown with the names, or never."""
    players = start(house, reveal=reveal)
    play(house, players)
    assert b"PaRiS" not in public_bytes(house)
    end(house)
    words = house.home.games / "gx7" / "words.json"
    assert words.exists() is (reveal == "end")


def test_the_pages_say_that_names_are_not_told(house: House) -> None:
    """A power that somebody plays in secret is not shown as nobody's."""
    players = start(house)
    page = (house.home.site / "gx7" / "index.html").read_text()
    assert page.count("not told") == 7
    assert "Player 1" not in page
    write(house, players["ITALY"], "RESIGN")
    house.poll()
    write(house, players["ITALY"], "CONFIRM")
    house.poll()
    page = (house.home.site / "gx7" / "index.html").read_text()
    assert page.count("not told") == 6
    assert "A player left the game; Italy is vacant." in page


def test_the_rules_say_so(house: House) -> None:
    """In the letter that asks for confirmation, in the foot of each letter, on the page."""
    house.new_game(anonymous="true", host_address=HOST)
    house.post("ann@example.org", "JOIN")
    house.poll()
    says = "Nobody but the host is told who plays, until the game is over."
    assert says in " ".join(body(house.last("ann@example.org")).split())
    assert says in (house.home.site / "gx7" / "index.html").read_text()


def test_the_host_is_told_and_cannot_play(house: House) -> None:
    """Whoever knows all names must not play."""
    players = start(house)
    first = next(letter for letter in house.letters(HOST) if "Spring 1901" in letter["Subject"])
    assert all(name in body(first) for name in players.values())
    house.answer(HOST, f"HOST {PEOPLE[players['ITALY']][0]}")
    house.poll()
    assert "the host of an anonymous game knows who plays" in " ".join(
        body(house.last(HOST)).split()
    )


def test_a_host_who_asks_for_a_seat_gets_none(house: House) -> None:
    """And is told why."""
    house.new_game(anonymous="true", host_address=HOST)
    house.post(HOST, "JOIN")
    house.poll()
    assert "so the host cannot play in it" in " ".join(body(house.last(HOST)).split())
    assert not game_of(house).joined()


def test_gunboat_is_anonymous_and_silent(house: House) -> None:
    """The preset."""
    house.new_game(preset="gunboat", host_address=HOST)
    settings = game_of(house).settings
    assert (settings.anonymous, settings.press.value, settings.words.value) == (True, "none", "end")


def test_who_joined_when_tells_nobody_who_plays_what(house: House) -> None:
    """Ids are drawn, none is shown before all seats are, and no line says whose coming it tells."""
    house.new_game(host_address=HOST, anonymous="true", powers="preference")
    people = [address for address, _ in PEOPLE.values()]
    for address in people[:-1]:
        house.post(address, "JOIN")
        house.poll()
        house.answer(address, "CONFIRM")
        house.poll()
    game = game_of(house)
    ids = [player.id for player in game.players.values()]
    assert len({*ids}) == 6
    assert not {*ids} & {f"p{number}" for number in range(1, 10)}
    told = subprocess.run(
        ["git", "log", "-p", "--all"], cwd=house.home.games, capture_output=True, check=True
    ).stdout.decode()
    told += "".join(path.read_text("utf-8") for path in house.home.site.rglob("*.html"))
    assert "gx7: a player joined" in told
    assert [id for id in ids if re.search(rf"\b{id}\b", told)] == []
    house.answer(people[0], "NAME Somebody Else")
    house.answer(people[1], "RESIGN")
    house.poll()
    house.answer(people[1], "CONFIRM")
    house.poll()
    for address in (people[1], people[-1]):
        house.post(address, "JOIN")
        house.poll()
        house.answer(address, "CONFIRM")
        house.poll()
    game = game_of(house)
    assert game.running
    lines = (house.home.games / "gx7" / "events.jsonl").read_text("utf-8").splitlines()
    coming = [json.loads(line) for line in lines if '"joined"' in line or '"withdrew"' in line]
    assert [sorted(line) for line in coming] == [["at", "event"]] * 9
    assert verify(house.home.games).ok
