"""Questions by letter: status, map, history, summary, help, and what if."""

from __future__ import annotations

import io
from email.message import EmailMessage
from pathlib import Path

import pytest
from PIL import Image

from tests.judge.house import DAY, House, body

STRANGER = "eve@example.net"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """An empty home."""
    return House.build(tmp_path / "home")


@pytest.fixture
def players(house: House) -> dict[str, str]:
    """Addresses by power of gx7, in which Spring and Fall 1901 were judged."""
    players = house.start()
    house.answer(players["FRANCE"], "A PAR - BUR\nF BRE - MAO\nA MAR - SPA")
    house.poll()
    house.clock.move_to(house.clock.now() + 4 * DAY)
    house.poll()
    house.answer(players["FRANCE"], "F MAO - POR")
    house.poll()
    house.clock.move_to(house.clock.now() + 4 * DAY)
    house.poll()
    return players


def plain(letter: EmailMessage) -> str:
    """The text of a letter with all blanks and line ends alike."""
    return " ".join(body(letter).split())


def files(letter: EmailMessage) -> dict[str, bytes]:
    """What comes with a letter, by file name."""
    return {
        str(part.get_filename()): bytes(part.get_payload(decode=True))
        for part in letter.iter_attachments()
    }


def test_a_map_comes_as_two_pictures(house: House, players: dict[str, str]) -> None:
    """An SVG that any browser shows, and a PNG of 1,200 pixels."""
    house.answer(players["FRANCE"], "MAP")
    house.poll()
    letter = house.last(players["FRANCE"])
    assert letter["Subject"] == "[gx7] Winter 1901: the board"
    found = files(letter)
    assert sorted(found) == ["gx7-W1901A.png", "gx7-W1901A.svg"]
    assert found["gx7-W1901A.svg"].startswith(b"<svg ")
    assert b"Game X7: Winter 1901" in found["gx7-W1901A.svg"]
    with Image.open(io.BytesIO(found["gx7-W1901A.png"])) as picture:
        assert (picture.format, picture.width) == ("PNG", 1200)


def test_history_tells_the_phases_asked_for(house: House, players: dict[str, str]) -> None:
    """From one to another; one alone; the last turn where none is named."""
    house.answer(players["FRANCE"], "HISTORY S1901M F1901M")
    house.poll()
    assert house.last(players["FRANCE"])["Subject"] == "[gx7] Spring 1901 to Fall 1901"
    text = plain(house.last(players["FRANCE"]))
    assert "A PAR - BUR succeeds" in text or "A PAR - BUR" in text
    assert "F MAO - POR" in text
    house.answer(players["FRANCE"], "HISTORY S1901M")
    house.poll()
    assert house.last(players["FRANCE"])["Subject"] == "[gx7] Spring 1901"
    house.answer(players["FRANCE"], "HISTORY")
    house.poll()
    assert house.last(players["FRANCE"])["Subject"] == "[gx7] Fall 1901"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("HISTORY 1901", "name phases by their codes"),
        ("HISTORY S1950M", "No such phase was judged"),
    ],
)
def test_history_of_nothing_says_so(
    house: House, players: dict[str, str], line: str, says: str
) -> None:
    """A year alone is no phase; a phase to come has no history."""
    house.answer(players["FRANCE"], line)
    house.poll()
    assert says in plain(house.last(players["FRANCE"]))


def test_the_summary_counts_centers_by_year(house: House, players: dict[str, str]) -> None:
    """At the start and after each year; and names who plays."""
    house.answer(players["FRANCE"], "SUMMARY")
    house.poll()
    text = body(house.last(players["FRANCE"]))
    rows = [line.split() for line in text.splitlines() if line.split()[:1] in (["start"], ["1901"])]
    assert rows == [
        ["start", "3", "3", "3", "3", "3", "4", "3"],
        ["1901", "3", "3", "5", "3", "3", "4", "3"],
    ]
    assert "Player 1" in text


def test_strangers_are_answered_as_well(house: House, players: dict[str, str]) -> None:
    """What is public is public: status, map, history and summary of a game that is named."""
    assert players
    for line in ("STATUS", "MAP", "SUMMARY"):
        house.post(STRANGER, line)
    house.poll()
    told = [letter["Subject"] for letter in house.letters(STRANGER)]
    assert told == [
        "[gx7] Winter 1901: where the game stands",
        "[gx7] Winter 1901: the board",
        "[gx7] summary",
    ]
    assert not any("Reply-To" in letter for letter in house.letters(STRANGER))


def test_help_shows_where_the_units_at_hand_may_go(house: House) -> None:
    """Each own unit with its neighbors, in the phase that is open."""
    france = house.start()["FRANCE"]
    house.answer(france, "HELP")
    house.poll()
    assert "A PAR: BRE, BUR, GAS, PIC" in body(house.last(france))


def test_help_in_winter_shows_what_may_be_built(house: House, players: dict[str, str]) -> None:
    """The choices that the order form has."""
    house.answer(players["FRANCE"], "HELP")
    house.poll()
    assert "A PAR" in body(house.last(players["FRANCE"])).partition("Orders")[0]


def test_what_if_judges_and_stores_nothing(house: House) -> None:
    """Orders for anybody, the result with its reasons, a map with the arrows; own orders stand."""
    players = house.start()
    france = players["FRANCE"]
    house.answer(france, "A PAR - BUR")
    house.poll()
    events = (house.home.games / "gx7" / "events.jsonl").read_bytes()
    house.answer(
        france, "WHAT IF\nA PAR - PIC\nA MAR S A PAR - BUR\nGermany\nA MUN - BUR\nnonsense\nEND"
    )
    house.poll()
    letter = house.last(france)
    assert letter["Subject"] == "[gx7] Spring 1901: what if"
    text = plain(letter)
    assert "A PAR - PIC" in text
    assert "A MUN - BUR" in text
    assert sorted(files(letter)) == ["gx7-what-if-S1901M.png", "gx7-what-if-S1901M.svg"]
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert game.sheet("FRANCE").orders == ("A PAR - BUR",)
    assert game.sheet("GERMANY").orders == ()
    assert (house.home.games / "gx7" / "events.jsonl").read_bytes() == events
    assert [letter["Subject"] for letter in house.letters(players["GERMANY"])][-1].startswith(
        "[gx7] Spring 1901 Germany: orders due"
    )


def test_what_if_without_its_end_orders_nothing(house: House) -> None:
    """All below is taken as part of it, and the answer says so."""
    france = house.start()["FRANCE"]
    house.answer(france, "WHAT IF\nA PAR - PIC\nF BRE - ENG")
    house.poll()
    assert "There was no END" in plain(house.last(france))
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert game.sheet("FRANCE").orders == ()


def test_what_if_beside_orders(house: House) -> None:
    """The orders outside the block are stored, those inside are not."""
    france = house.start()["FRANCE"]
    house.answer(france, "WHAT IF\nA PAR - PIC\nEND\nA PAR - BUR")
    house.poll()
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert game.sheet("FRANCE").orders == ("A PAR - BUR",)
    subjects = [letter["Subject"] for letter in house.letters(france)][-2:]
    assert sorted(subjects) == ["[gx7] Spring 1901 France: 1 order", "[gx7] Spring 1901: what if"]


def test_what_if_before_the_start(house: House) -> None:
    """No phase is open, and that is what the answer says."""
    house.new_game()
    house.post("ann@example.org", "JOIN")
    house.poll()
    house.answer("ann@example.org", "CONFIRM")
    house.poll()
    house.answer("ann@example.org", "WHAT IF\nA PAR - BUR\nEND")
    house.poll()
    assert len(house.letters("ann@example.org")) == 3
