"""A game taken back and a board changed: told in letters, and checked by a stranger."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.judge.pages import site_settings
from pbem.site.build import build_site
from tests.judge.house import DAY, House
from tests.letters.test_hosts import ask, game_of, hosted, page, words


@pytest.fixture
def house(tmp_path: Path) -> House:
    """An empty home."""
    return House.build(tmp_path / "home")


def over(house: House) -> None:
    """Let the open phase pass its deadline."""
    house.clock.move_to(house.clock.now() + 5 * DAY)
    house.poll()


def order(house: House, address: str, text: str) -> None:
    """Send orders and let the judge answer."""
    house.answer(address, text)
    house.poll()


def files(house: House) -> list[str]:
    """The phase files, by number."""
    return sorted(path.name for path in (house.home.games / "gx7" / "phases").iterdir())


def sound(house: House) -> None:
    """A stranger finds nothing wrong with the record."""
    found = verify(house.home.path)
    assert found.ok, found.to_json()


def test_a_game_is_taken_back_and_played_on(house: House) -> None:
    """What was judged stays, overruled; receipts count on; orders are set aside, not lost."""
    players = hosted(house)
    order(house, players["FRANCE"], "A PAR - BUR")
    over(house)
    order(house, players["FRANCE"], "A BUR - BEL")
    asked = ask(house, "ROLLBACK Spring 1901 because the deadline was wrong")
    assert "You want to open Spring 1901 again." in asked
    assert str(game_of(house).open_position().phase) == "F1901M"
    assert "Spring 1901 is open for orders again" in ask(house, "CONFIRM")
    game = game_of(house)
    assert str(game.open_position().phase) == "S1901M"
    assert game.sheet("FRANCE").orders == ()
    told = words(house, players["FRANCE"])
    assert "Because: the deadline was wrong" in told
    assert "set aside" in told
    assert "A BUR - BEL" in told
    assert "BEL" not in words(house, players["ITALY"])
    assert "The game was taken back to Spring 1901: the deadline was wrong." in page(house)
    order(house, players["FRANCE"], "A PAR - PIC")
    assert "Receipt 2 for France, Spring 1901" in words(house, players["FRANCE"])
    over(house)
    order(house, players["FRANCE"], "A PIC - BEL")
    assert "Receipt 2 for France, Fall 1901" in words(house, players["FRANCE"])
    over(house)
    assert files(house)[:3] == ["001-S1901M.json", "002-S1901M.json", "003-F1901M.json"]
    second = json.loads((house.home.games / "gx7" / "phases" / "002-S1901M.json").read_text())
    assert (second["after"], second["number"]) == (0, 2)
    sound(house)
    site = house.home.site / "gx7"
    assert "A PAR - PIC" in (site / "S1901M" / "index.html").read_text()
    assert "A PAR - BUR" in (site / "S1901M" / "2" / "index.html").read_text()


def test_a_game_goes_back_over_several_phases_and_twice(house: House) -> None:
    """Each version continues the one that stands; nothing is renumbered."""
    players = hosted(house)
    over(house)
    order(house, players["GERMANY"], "A MUN - RUH")
    over(house)
    ask(house, "ROLLBACK S1901M because of a mistake")
    ask(house, "CONFIRM")
    over(house)
    over(house)
    ask(house, "ROLLBACK F1901M because of another")
    ask(house, "CONFIRM")
    order(house, players["GERMANY"], "A MUN - TYR")
    over(house)
    sound(house)
    game = game_of(house)
    assert (game.number, game.after) == (5, 5)
    assert game.rollbacks == 2
    refused = ask(house, "ROLLBACK F1905M because I say so")
    assert "F1905M was not judged; S1902M is open" in refused
    assert "judged were: S1901M, F1901M" in refused
    assert "say why, everybody is told" in ask(house, "ROLLBACK S1901M")


def test_a_paused_game_can_be_taken_back(house: House) -> None:
    """The clock stands as before, until the host lets it go on."""
    players = hosted(house)
    over(house)
    ask(house, "PAUSE")
    ask(house, "ROLLBACK S1901M because we talked about it")
    ask(house, "CONFIRM")
    assert game_of(house).due is None
    assert "the clock of this game stands" in words(house, players["ITALY"]).lower()
    ask(house, "RESUME")
    over(house)
    sound(house)


def test_the_judge_goes_on_after_a_restart(house: House) -> None:
    """The game that is folded anew from the journal is the game that was taken back."""
    players = hosted(house)
    over(house)
    over(house)
    order(house, players["FRANCE"], "A PAR - BUR")
    ask(house, "ROLLBACK F1901M because of a mistake")
    ask(house, "CONFIRM")
    with house.judge() as judge:
        before = judge.table.game("gx7")
    with house.judge() as judge:
        again = judge.table.game("gx7")
    assert before is not None
    assert again is not None
    assert replace(before, variant=again.variant) == again
    over(house)
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert (game.number, game.after) == (3, 3)
    sound(house)


@pytest.mark.parametrize(
    ("line", "says", "units"),
    [
        ("EDIT A BUR FRANCE BECAUSE it was lost", "A BUR belongs to France now", "A BUR"),
        ("EDIT unit France Fleet Picardy because so", "F PIC belongs to France now", "F PIC"),
        ("edit F STP/NC to France because so", "F STP/NC belongs to France now", "F STP/NC"),
    ],
)
def test_a_unit_is_set(house: House, line: str, says: str, units: str) -> None:
    """After a confirming answer; the reason stands on the page, and a stranger can repeat it."""
    players = hosted(house)
    assert "You want to change the board" in ask(house, line)
    assert says in ask(house, "CONFIRM")
    assert units in map(str, game_of(house).open_position().units["FRANCE"])
    assert says in words(house, players["ITALY"])
    assert "The host changed the board" in page(house)
    over(house)
    sound(house)


def test_orders_for_a_unit_that_is_gone_are_dropped(house: House) -> None:
    """The others of the power stand, under a receipt of their own."""
    players = hosted(house)
    order(house, players["FRANCE"], "A PAR - BUR\nA MAR H\nF BRE - MAO\nREADY")
    ask(house, "EDIT A PAR nobody BECAUSE it was never there")
    ask(house, "CONFIRM")
    assert game_of(house).sheet("FRANCE").orders == ("A MAR H", "F BRE - MAO")
    assert "A PAR is gone" in words(house, players["FRANCE"])
    over(house)
    sound(house)


def test_a_center_is_given(house: House) -> None:
    """The year's count begins with it."""
    hosted(house)
    ask(house, "EDIT center Belgium France because we agreed")
    ask(house, "CONFIRM")
    assert "BEL" in game_of(house).open_position().centers["FRANCE"]
    over(house)
    ask(house, "ROLLBACK S1901M because it was wrong")
    ask(house, "CONFIRM")
    assert "BEL" in game_of(house).open_position().centers["FRANCE"]
    ask(house, "EDIT center BEL nobody because it was wrong")
    ask(house, "CONFIRM")
    over(house)
    sound(house)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("EDIT A BUR nobody because so", "there is no unit in BUR"),
        ("EDIT F BUR France because so", "F BUR cannot stand there"),
        ("EDIT A BUR France", "say why, everybody is told"),
        ("EDIT F STP France because so", "the coast is missing"),
        ("EDIT center BEL nobody because so", "BEL belongs to nobody as it is"),
    ],
)
def test_what_the_board_has_no_room_for_is_refused(house: House, line: str, says: str) -> None:
    """At once, with what would be right."""
    hosted(house)
    before = game_of(house).open_position()
    assert says in ask(house, line)
    assert game_of(house).open_position() == before


def test_a_tampered_rollback_is_found(house: House) -> None:
    """A line that names another file, or fewer receipts, does not agree with the rest."""
    players = hosted(house)
    order(house, players["FRANCE"], "A PAR - BUR")
    over(house)
    ask(house, "ROLLBACK S1901M because of a mistake")
    ask(house, "CONFIRM")
    over(house)
    path = house.home.games / "gx7" / "events.jsonl"
    text = path.read_text()
    path.write_text(re.sub(r'("S1901M FRANCE": ?)1', r"\g<1>0", text))
    assert any("had 1 receipts, not 0" in f.says for f in verify(house.home.path).games[0].findings)
    path.write_text(text.replace('"rolled-back"', '"reminded"'))
    found = [f"{f.where}: {f.says}" for f in verify(house.home.path).games[0].findings]
    assert any("play went on from 1" in says for says in found)


def test_nothing_of_a_private_sheet_is_published(house: House) -> None:
    """Orders that were set aside, addresses and tokens are in no file of the record."""
    players = hosted(house)
    over(house)
    order(house, players["FRANCE"], "A PAR - GAS")
    ask(house, "ROLLBACK S1901M because ann@example.org asked")
    ask(house, "CONFIRM")
    public = "".join(p.read_text() for p in (house.home.games / "gx7").rglob("*") if p.is_file())
    assert "GAS" not in public.replace('"GAS"', "")
    assert "@" not in public


def built_anew(house: House, folder: Path) -> dict[str, bytes]:
    """The pages of the game as a clean build makes them."""
    build_site(house.home.games, folder, site_settings(house.home), home=house.home.path)
    return pages(folder)


def pages(folder: Path) -> dict[str, bytes]:
    """The files of a site, by path."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if path.name != ".built.json"
    }


def test_the_pages_follow_a_rollback(house: House, tmp_path: Path) -> None:
    """After each step they are what a clean build would make; the newest shows what is open."""
    players = hosted(house)
    order(house, players["FRANCE"], "A PAR - BUR")
    over(house)
    over(house)
    ask(house, "ROLLBACK S1901M because of a mistake")
    ask(house, "CONFIRM")
    assert pages(house.home.site) == built_anew(house, tmp_path / "first")
    latest = (house.home.site / "gx7" / "latest" / "index.html").read_text()
    assert "Spring 1901" in latest
    calendar = (house.home.site / "gx7" / "deadlines.ics").read_text()
    assert "f1901m" not in calendar.lower()
    ask(house, "EDIT A BUR France because it was lost")
    ask(house, "CONFIRM")
    assert pages(house.home.site) == built_anew(house, tmp_path / "second")
    over(house)
    assert pages(house.home.site) == built_anew(house, tmp_path / "third")


def test_an_end_is_taken_back(house: House, tmp_path: Path) -> None:
    """The game goes on; result.json is gone until it ends again."""
    players = hosted(house)
    over(house)
    ask(house, "END because nobody plays")
    ask(house, "CONFIRM")
    assert game_of(house).ended is not None
    ask(house, "ROLLBACK S1901M because they play after all")
    assert "Spring 1901 is open for orders again" in ask(house, "CONFIRM")
    assert not (house.home.games / "gx7" / "result.json").exists()
    assert game_of(house).running
    sound(house)
    assert pages(house.home.site) == built_anew(house, tmp_path / "first")
    order(house, players["FRANCE"], "A PAR - PIC")
    over(house)
    assert game_of(house).number == 2
    ask(house, "END because now it is enough")
    ask(house, "CONFIRM")
    result = json.loads((house.home.games / "gx7" / "result.json").read_text())
    assert result["because"] == "now it is enough"
    sound(house)
    assert pages(house.home.site) == built_anew(house, tmp_path / "second")
