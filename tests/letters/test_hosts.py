"""Hosts by letter: what a host asks, what comes of it, and what everybody sees."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.game.state import Game
from tests.judge.house import DAY, HOUR, PLAYERS, House, body

HOST = "hester@example.org"


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


def ask(house: House, text: str, author: str = HOST) -> str:
    """Answer the newest letter to the host; return what the judge says to it."""
    house.answer(author, text)
    house.poll()
    return words(house, author)


def page(house: House) -> str:
    """The page of the game."""
    return (house.home.site / "gx7" / "index.html").read_text()


def hosted(house: House, **more: str) -> dict[str, str]:
    """Start a game whose host reads letters; return its players' addresses by power."""
    return house.start(host="Hester", host_address=HOST, **more)


def test_the_host_hears_of_the_start_and_of_each_phase(house: House) -> None:
    """Who ordered and who was late, never what."""
    players = hosted(house)
    assert "The game has begun" in words(house, HOST)
    house.answer(players["FRANCE"], "A PAR - BUR\nF BRE - MAO\nA MAR - SPA")
    house.poll()
    house.clock.move_to(house.clock.now() + 5 * DAY)
    house.poll()
    told = words(house, HOST)
    assert "Orders came from France." in told
    assert "None came from Austria, England, Germany, Italy, Russia and Turkey." in told
    assert "BUR" not in told


def test_the_host_sees_who_has_ordered(house: House) -> None:
    """STATUS says who is ready and who is not; no order of anybody stands in it."""
    players = hosted(house)
    house.answer(players["FRANCE"], "A PAR - BUR\nF BRE - MAO\nA MAR - SPA")
    house.answer(players["ITALY"], "A ROM - APU")
    house.poll()
    told = ask(house, "STATUS")
    assert "3 orders, ready" in told
    assert "1 order, something is missing" in told
    assert told.count("no orders yet") == 5
    for secret in ("BUR", "APU", "MAO"):
        assert secret not in told


def test_who_waits_for_players_is_told_how_many_are_there(house: House) -> None:
    """Before the start STATUS names who has a seat."""
    house.new_game(host_address=HOST)
    house.post("Ann <player1@example.org>", "JOIN")
    house.poll()
    house.answer("player1@example.org", "CONFIRM")
    house.post(HOST, "REMIND")
    house.poll()
    assert "did you write this letter?" in house.last(HOST)["Subject"]
    assert "1 of 7 seats are taken: Ann." in ask(house, "STATUS")


def test_a_host_has_those_reminded_who_owe_something(house: House) -> None:
    """The others get no letter, and the page says that it was done."""
    players = hosted(house)
    house.answer(players["FRANCE"], "READY")
    house.poll()
    before = len(house.letters(players["FRANCE"]))
    assert "Those who owe something are reminded." in ask(house, "REMIND")
    assert len(house.letters(players["FRANCE"])) == before
    assert "reminder" in house.last(players["ITALY"])["Subject"]
    assert "The host reminded those who had not ordered in Spring 1901." in page(house)


def test_a_host_stops_the_clock_and_lets_it_go_on(house: House) -> None:
    """With the reason, told to everybody."""
    players = hosted(house)
    assert "The clock stands" in ask(house, "PAUSE because a server moves")
    assert game_of(house).due is None
    assert "Because: a server moves" in words(house, players["ITALY"])
    assert "the clock stands; RESUME lets it go on" in ask(house, "PAUSE")
    house.clock.move_to(house.clock.now() + 30 * DAY)
    assert "The clock goes on" in ask(house, "RESUME")
    due = game_of(house).due
    assert due is not None
    assert due > house.clock.now()
    assert "The clock was stopped: a server moves." in page(house)


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("DEADLINE 2026-01-20 20:00", "2026-01-20T20:00:00+00:00"),
        ("deadline 20 January 2026 at 20:00 UTC.", "2026-01-20T20:00:00+00:00"),
        ("DEADLINE S1901M January 20, 2026 20:00 Europe/Helsinki", "2026-01-20T18:00:00+00:00"),
        ("DEADLINE 2026-01-20T20:00Z because of the holidays", "2026-01-20T20:00:00+00:00"),
        ("ZONE Europe/Helsinki\nDEADLINE 2026-01-20 20:00", "2026-01-20T20:00:00+00:00"),
    ],
)
def test_a_host_moves_a_deadline_to_an_hour(house: House, line: str, due: str) -> None:
    """In UTC, in a zone that is named, or in the zone in which the host reads letters."""
    players = hosted(house)
    assert "The deadline is moved" in ask(house, line)
    found = game_of(house).due
    assert found is not None
    assert found.isoformat() == due
    assert "are due now" in words(house, players["ITALY"])


def test_a_host_puts_a_deadline_off(house: House) -> None:
    """By a length, counted from the deadline there is."""
    hosted(house)
    before = game_of(house).due
    assert before is not None
    ask(house, "DEADLINE +36 hours because half of us travel")
    assert game_of(house).due == before + timedelta(hours=36)
    assert "was moved to" in page(house)
    assert "half of us travel" in page(house)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("DEADLINE 03/04/2026 20:00", "write the day like DEADLINE 2026-03-04 20:00"),
        ("DEADLINE 2026-01-20", "name the hour as well"),
        ("DEADLINE 2025-01-20 20:00", "is past; name a time to come"),
        ("DEADLINE F1901M +2 days", "F1901M is not open; S1901M is"),
        ("DEADLINE +2 moons", "DEADLINE +2 days"),
        ("DEADLINE 2026-01-20 20:00 Mars/Olympus", "is no time zone"),
        ("PROCESS F1901M", "F1901M is not open; S1901M is"),
        ("RESUME", "the clock is going"),
        ("READY", "you play no power in this game"),
        ("A PAR - BUR", "you play no power in this game"),
        ("CONFIRM", "nothing of yours waits to be confirmed"),
        ("ANNOUNCE\nDo not panic.\nPAUSE", "write ENDANNOUNCE"),
    ],
)
def test_what_a_host_cannot_have_is_refused_with_what_would_be_right(
    house: House, line: str, says: str
) -> None:
    """And nothing changes."""
    hosted(house)
    before = game_of(house)
    assert says in ask(house, line)
    after = game_of(house)
    assert (after.due, after.number, after.stage) == (before.due, before.number, before.stage)


def test_a_host_has_a_phase_judged(house: House) -> None:
    """By its name, or in answer to a letter of that phase; never another."""
    players = hosted(house)
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.poll()
    old = house.last(HOST)["Reply-To"]
    assert "Fall 1901 is open" in ask(house, "PROCESS Spring 1901")
    assert game_of(house).number == 1
    house.post(HOST, "PROCESS", to=old)
    house.poll()
    assert "name the phase, so that no other is meant: PROCESS F1901M" in words(house, HOST)
    assert game_of(house).number == 1
    ask(house, "PROCESS")
    assert game_of(house).number == 2
    assert verify(house.home.path).ok


def test_an_end_is_asked_back(house: House) -> None:
    """The game goes on until the host confirms; then everybody is told why it is over."""
    players = hosted(house)
    assert "answer this letter with the word CONFIRM" in ask(house, "END because nobody plays")
    assert game_of(house).ended is None
    ask(house, "CONFIRM")
    assert game_of(house).ended is not None
    assert "Because: nobody plays" in words(house, players["ITALY"])
    assert "Because: nobody plays" in words(house, HOST)
    assert verify(house.home.path).ok


def test_what_was_asked_back_is_forgotten_with_the_phase(house: House) -> None:
    """A word that comes too late does nothing."""
    hosted(house)
    ask(house, "END")
    house.clock.move_to(house.clock.now() + 5 * DAY)
    house.poll()
    assert "nothing of yours waits to be confirmed" in ask(house, "CONFIRM")
    assert game_of(house).ended is None


def test_an_announcement_reaches_everybody(house: House) -> None:
    """By letter and on the page; what looks like a command in it is none."""
    players = hosted(house)
    said = ask(
        house, "ANNOUNCE\nWelcome to all.\n\nPAUSE is what I shall say at Easter.\nENDANNOUNCE"
    )
    assert "Everybody is told" in said
    for player in PLAYERS:
        said = words(house, player)
        assert "Hester, the host of Game X7 (gx7), tells everybody: Welcome to all." in said
    assert "The host announced: Welcome to all. PAUSE is what I shall say at Easter." in page(house)
    assert game_of(house).due is not None
    assert len(players) == 7


def test_others_cannot_ask_as_a_host(house: House) -> None:
    """A player's line is refused with the reason; a stranger's letter changes nothing."""
    players = hosted(house)
    before = game_of(house)
    for line in ("PROCESS S1901M", "PAUSE", "DEADLINE +2 days", "REMIND"):
        said = ask(house, line, players["FRANCE"])
        assert "only the host of the game can ask this" in said
    house.post("eve@example.org", "PROCESS S1901M")
    house.poll()
    assert "Nobody in the game gx7 writes from eve@example.org" in words(house, "eve@example.org")
    after = game_of(house)
    assert (after.due, after.number) == (before.due, before.number)


def test_a_letter_of_the_host_without_a_proof_waits(house: House) -> None:
    """As a player's does: it counts once an answer to a private address confirms it."""
    hosted(house)
    house.post(HOST, "PAUSE")
    house.poll()
    assert "did you write this letter?" in house.last(HOST)["Subject"]
    assert game_of(house).due is not None
    assert "The clock stands" in ask(house, "CONFIRM")
    assert game_of(house).due is None


def test_a_host_who_plays_is_shown_as_such(house: House) -> None:
    """One address is both: host lines count in the player's letters, beside orders."""
    house.new_game(host="Hester", host_address=PLAYERS[0])
    for player in PLAYERS:
        house.post(f"Hester <{player}>" if player == PLAYERS[0] else player, "JOIN")
    house.poll()
    for player in PLAYERS:
        house.answer(player, "CONFIRM")
    house.poll()
    game = game_of(house)
    assert game.host_plays == "p1"
    assert "Hester plays in this game and is its host as well." in page(house)
    assert "Hester, who is the host as well" in words(house, PLAYERS[3])
    (power,) = game.seats["p1"]
    unit = game.open_position().units[power][0]
    house.answer(PLAYERS[0], f"{unit} H\nPAUSE because I travel")
    house.poll()
    assert game_of(house).sheet(power).orders == (f"{unit} H",)
    assert game_of(house).due is None
    assert "Because: I travel" in words(house, PLAYERS[3])
    subjects = [letter["Subject"] for letter in house.letters(PLAYERS[0])[-2:]]
    assert any("done" in subject for subject in subjects)
    assert any("1 order" in subject for subject in subjects)


def test_a_player_is_ejected_after_a_confirming_answer(house: House) -> None:
    """The power is advertised; the orders that were there never run."""
    players = hosted(house)
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.poll()
    assert "You want to take France from its player." in ask(house, "EJECT FRANCE")
    assert game_of(house).vacant == ()
    assert "France has no player now" in ask(house, "CONFIRM")
    game = game_of(house)
    assert game.vacant == ("FRANCE",)
    assert game.sheet("FRANCE").orders == ()
    assert "TAKEOVER France" in words(house, players["ITALY"])
    assert "has taken France from you" in words(house, players["FRANCE"])
    assert "was taken out by the host; France is vacant." in page(house)
    assert "nobody plays France" in ask(house, "EJECT FRANCE")


def test_a_power_gets_a_player_by_appointment(house: House) -> None:
    """Who is asked says yes once; receipts go on counting, so that no nonce comes twice."""
    players = hosted(house)
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.poll()
    ask(house, "EJECT FRANCE")
    ask(house, "CONFIRM")
    assert "nora@example.org is asked to play France" in ask(
        house, "APPOINT FRANCE nora@example.org"
    )
    assert "will you play France?" in house.last("nora@example.org")["Subject"]
    assert game_of(house).vacant == ("FRANCE",)
    asked = house.last("nora@example.org")["Reply-To"]
    house.post("Nora <nora@example.org>", "CONFIRM", to=asked)
    house.poll()
    assert "A PAR" in words(house, "nora@example.org")
    house.answer("nora@example.org", "A PAR - PIC\nREADY")
    house.poll()
    assert "Receipt 2 for France" in words(house, "nora@example.org")
    assert "Nora took France over." in page(house)
    ask(house, "PROCESS S1901M")
    assert verify(house.home.path).ok, verify(house.home.path).to_json()


def test_who_left_can_be_appointed_again(house: House) -> None:
    """The address is known, and so is the player."""
    players = hosted(house)
    ask(house, "EJECT FRANCE")
    ask(house, "CONFIRM")
    ask(house, f"APPOINT FRANCE {players['FRANCE']}")
    house.answer(players["FRANCE"], "CONFIRM")
    house.poll()
    game = game_of(house)
    assert game.vacant == ()
    assert len(game.players) == 7
    assert verify(house.home.path).ok


def test_a_host_gives_the_orders_of_a_power_that_nobody_plays(house: House) -> None:
    """Everybody may know; the host votes on nothing, and gives the power up when told to."""
    players = hosted(house)
    assert "EJECT FRANCE comes first" in ask(house, "DUMMY FRANCE")
    ask(house, "EJECT FRANCE")
    ask(house, "CONFIRM")
    said = ask(house, "DUMMY FRANCE")
    assert "gives its orders from now on" in words(house, players["ITALY"])
    assert "The host gives the orders of France from now on." in page(house)
    assert said
    house.answer(HOST, "A PAR - BUR\nREMIND")
    house.poll()
    assert game_of(house).sheet("FRANCE").orders == ("A PAR - BUR",)
    assert "you play no power in this game" in ask(house, "DRAW")
    for power in ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        house.answer(players[power], "READY")
    house.answer(HOST, "READY")
    house.poll()
    house.clock.move_to(house.clock.now() + HOUR)
    house.poll()
    assert game_of(house).number == 1
    assert verify(house.home.path).ok
    ask(house, "EJECT FRANCE")
    ask(house, "CONFIRM")
    assert game_of(house).vacant == ("FRANCE",)
    assert "TAKEOVER France" in words(house, players["ITALY"])


def test_a_power_the_host_runs_can_be_given_away(house: House) -> None:
    """APPOINT works for it as for a vacant one."""
    hosted(house)
    ask(house, "EJECT FRANCE")
    ask(house, "CONFIRM")
    ask(house, "DUMMY FRANCE")
    ask(house, "APPOINT FRANCE nora@example.org")
    house.answer("nora@example.org", "CONFIRM")
    house.poll()
    game = game_of(house)
    assert "host" not in game.seats
    assert "FRANCE" in game.played()
    assert verify(house.home.path).ok


def test_a_host_sees_what_would_happen(house: House) -> None:
    """That it was asked stands on the page; a host who gives orders sees nothing."""
    players = hosted(house)
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.poll()
    assert "A PAR - BUR" in ask(house, "PREVIEW")
    assert game_of(house).number == 0
    assert "The host looked at what would happen in Spring 1901." in page(house)
    assert "A PAR" not in page(house)
    ask(house, "EJECT ITALY")
    ask(house, "CONFIRM")
    ask(house, "DUMMY ITALY")
    assert "you give orders in this game" in ask(house, "PREVIEW")


def test_a_host_ends_a_game_in_a_draw(house: House) -> None:
    """Among those who are named, after a confirming answer."""
    players = hosted(house)
    assert "in a draw among Austria and Turkey" in ask(house, "END DRAW Austria, Turkey")
    ask(house, "CONFIRM")
    ended = game_of(house).ended
    assert ended is not None
    assert (ended.how, ended.winners) == ("draw", ("AUSTRIA", "TURKEY"))
    assert "a draw between Austria and Turkey" in words(house, players["ITALY"])
    assert verify(house.home.path).ok


def test_a_game_is_called_off(house: House) -> None:
    """While it waits for players or later; whoever has a seat is told."""
    house.new_game(host_address=HOST)
    house.post("Ann <player1@example.org>", "JOIN")
    house.poll()
    house.answer("player1@example.org", "CONFIRM")
    house.post(HOST, "CANCEL because nobody comes")
    house.poll()
    ask(house, "CONFIRM")
    assert "You want to call the game off." in words(house, HOST)
    ask(house, "CONFIRM")
    assert "has called the game off. Because: nobody comes" in words(house, "player1@example.org")
    assert "Called off by its host." in page(house)
    assert verify(house.home.path).ok, verify(house.home.path).to_json()


def test_a_game_gets_another_host(house: House) -> None:
    """Who is asked says yes once; from then on the old host's words mean nothing."""
    players = hosted(house)
    old = house.last(HOST)["Reply-To"]
    assert "ida@example.org is asked to be the host" in ask(house, "HOST ida@example.org")
    house.post("Ida <ida@example.org>", "CONFIRM", to=house.last("ida@example.org")["Reply-To"])
    house.poll()
    assert "You are the host of this game now" in words(house, "ida@example.org")
    assert "Ida is the host" in words(house, players["ITALY"])
    assert "Ida is the host" in words(house, HOST)
    assert "<dt>Host</dt><dd><bdi>Ida</bdi></dd>" in page(house)
    house.post(HOST, "PAUSE", to=old)
    house.poll()
    assert game_of(house).due is not None
    assert "The clock stands" in ask(house, "PAUSE", "ida@example.org")
    assert verify(house.home.path).ok


def test_a_player_becomes_the_host(house: House) -> None:
    """And is shown as one who plays."""
    players = hosted(house)
    ask(house, f"HOST {players['ITALY']}")
    house.answer(players["ITALY"], "CONFIRM")
    house.poll()
    assert game_of(house).host_plays
    assert "plays in this game and is its host as well." in page(house)
    assert "The clock stands" in ask(house, "PAUSE", players["ITALY"])
    assert verify(house.home.path).ok


def test_a_host_lets_a_game_begin(house: House) -> None:
    """With the players there are, where the board has a way for so many."""
    house.new_game(host_address=HOST)
    house.post(HOST, "INVITE player1@example.org, player2@example.org")
    house.poll()
    ask(house, "CONFIRM")
    for player in PLAYERS[:2]:
        assert "you are invited" in house.last(player)["Subject"]
        house.answer(player, "CONFIRM")
    house.poll()
    ask(house, "START")
    game = game_of(house)
    assert game.running
    assert len(game.seats) == 2
    assert verify(house.home.path).ok
