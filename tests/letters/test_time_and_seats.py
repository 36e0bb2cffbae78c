"""More time, absences, players who leave and players who come: told in letters."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from icalendar import Calendar

from pbem.exchange.verify import verify
from pbem.game.state import Game
from tests.judge.house import DAY, HOUR, PLAYERS, House, body


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


def words(house: House, address: str) -> str:
    """The newest letter to somebody, in one line."""
    return " ".join(body(house.last(address)).split())


def test_four_of_seven_vote_for_more_time(house: House) -> None:
    """Everybody is told of the new deadline."""
    players = house.start()
    before = game_of(house).due
    assert before is not None
    for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY"):
        house.answer(players[power], "EXTEND 2 days")
    house.poll()
    assert game_of(house).due == before + timedelta(days=2)
    assert "voted for more time" in words(house, players["TURKEY"])


def test_an_absence_is_told_without_a_name(house: House) -> None:
    """The deadline moves past the last day in the player's own zone."""
    players = house.start()
    house.answer(players["FRANCE"], "ZONE Europe/Lisbon\nABSENT FROM 7 January 2026 TO 2026-01-10")
    house.poll()
    due = game_of(house).due
    assert due is not None
    assert due.isoformat() == "2026-01-11T00:00:00+00:00"
    told = words(house, players["TURKEY"])
    assert "a player is away" in told
    assert "France" not in told
    assert "Player 7" not in told


def test_a_date_that_may_be_two_is_asked_back(house: House) -> None:
    """`03/04` is the third of April or the fourth of March."""
    players = house.start()
    house.answer(players["FRANCE"], "ABSENT FROM 03/04/2026 TO 05/04/2026")
    house.poll()
    assert "ABSENT FROM 2026-03-04 TO 2026-03-18" in words(house, players["FRANCE"])
    assert game_of(house).away == {}


def test_a_player_leaves_and_another_takes_over(house: House) -> None:
    """Leaving is asked back; the newcomer answers once and gets the form; the record shows both."""
    players = house.start()
    house.answer(players["FRANCE"], "RESIGN")
    house.poll()
    assert "CONFIRM" in body(house.last(players["FRANCE"]))
    house.answer(players["FRANCE"], "CONFIRM")
    house.poll()
    assert "TAKEOVER France" in body(house.last(players["TURKEY"]))
    house.post("Nora <nora@example.org>", "TAKEOVER France")
    house.poll()
    house.answer("nora@example.org", "CONFIRM")
    house.poll()
    letter = house.last("nora@example.org")
    assert "A PAR" in body(letter)
    house.answer("nora@example.org", "A PAR - BUR\nREADY")
    house.poll()
    assert game_of(house).sheet("FRANCE").orders == ("A PAR - BUR",)
    house.answer(players["FRANCE"], "A PAR - PIC")
    house.poll()
    assert game_of(house).sheet("FRANCE").orders == ("A PAR - BUR",)
    assert verify(house.home.path).ok
    page = (house.home.site / "gx7" / "index.html").read_text()
    assert "Nora" in page


def test_who_sends_nothing_twice_is_dropped(house: House) -> None:
    """Where the rules say so; the others play on without waiting."""
    players = house.start(missed="vacant")
    for _ in range(2):
        for power, address in players.items():
            if power != "FRANCE":
                house.answer(address, "READY")
        house.poll()
        house.clock.move_to(house.clock.now() + 4 * DAY)
        house.poll()
    game = game_of(house)
    assert game.vacant == ("FRANCE",)
    assert "free for somebody else" in words(house, players["FRANCE"])
    for power, address in players.items():
        if power != "FRANCE":
            house.answer(address, "READY")
    house.poll()
    house.clock.move_to(house.clock.now() + HOUR)
    house.poll()
    assert game_of(house).number == game.number + 1


def test_a_game_waits_for_orders_where_its_rules_say_so(house: House) -> None:
    """Those who are missing get their form; their letter after the deadline counts."""
    players = house.start(missed="wait")
    for power, address in players.items():
        if power != "FRANCE":
            house.answer(address, "READY")
    house.poll()
    house.clock.move_to(house.clock.now() + 5 * DAY)
    house.poll()
    assert game_of(house).number == 0
    assert "the game waits for your orders" in house.last(players["FRANCE"])["Subject"]
    house.answer(players["FRANCE"], "A PAR H\nA MAR H\nF BRE H")
    house.poll()
    house.poll()
    assert game_of(house).number == 1


def test_deadlines_fall_on_the_clock_of_the_week(house: House) -> None:
    """Tuesday and Friday evening, holidays left out."""
    house.start(clock="Tue 20:00, Fri 20:00", holidays="2026-01-09", zone="Europe/London")
    due = game_of(house).due
    assert due is not None
    assert due.isoformat() == "2026-01-13T20:00:00+00:00"
    assert len(PLAYERS) == 7


def test_a_deadline_that_is_off_leaves_the_calendar(house: House) -> None:
    """One event a deadline: moved by a later word, taken away while the clock stands."""
    france = house.start()["FRANCE"]
    events = []
    for line in ("DEADLINE", "PAUSE"):
        house.clock.move_to(house.clock.now() + HOUR)
        due = (house.clock.now() + 9 * DAY).isoformat()
        words = {"DEADLINE": {"do": "deadline", "phase": "S1901M", "due": due}}
        with house.judge() as judge:
            judge.host({"game": "gx7", **words.get(line, {"do": "pause"})})
        (file,) = house.last(france).iter_attachments()
        (event,) = Calendar.from_ical(file.get_content()).walk("VEVENT")
        events.append(event)
    moved, off = events
    assert moved["UID"] == off["UID"] == "gx7.s1901m@example.org"
    assert "STATUS" not in moved
    assert off["STATUS"] == "CANCELLED"
    assert off["SEQUENCE"] > moved["SEQUENCE"]
