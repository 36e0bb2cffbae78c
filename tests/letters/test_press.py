"""Press and diaries: told in letters."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.exchange.verify import verify
from pbem.game.state import Game
from tests.judge.house import DAY, HOUR, PLAYERS, House, body

HOST = "hester@example.net"
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


def words(letter: EmailMessage) -> str:
    """The text of a letter, in one line."""
    return " ".join(body(letter).split())


def say(house: House, author: str, text: str) -> dict[str, list[EmailMessage]]:
    """Let a player write; return the letters that came of it, by address."""
    before = {letter["Message-ID"] for letter in house.letters()}
    house.answer(author, text)
    house.poll()
    found: dict[str, list[EmailMessage]] = {}
    for letter in house.letters():
        if letter["Message-ID"] not in before:
            found.setdefault(str(letter["To"]), []).append(letter)
    return found


def refusal(house: House, author: str, text: str) -> str:
    """Let a player write what reaches nobody; return the answer, in one line."""
    found = say(house, author, text)
    assert list(found) == [author]
    (letter,) = found[author]
    return words(letter)


def test_press_to_one_power(house: House) -> None:
    """It reaches that power alone, in a letter of the judge's own; the writer gets a receipt."""
    players = house.start()
    found = say(house, players["FRANCE"], "PRESS TO GERMANY\nShall we meet?\nENDPRESS")
    assert set(found) == {players["FRANCE"], players["GERMANY"]}
    (letter,) = found[players["GERMANY"]]
    assert letter["Subject"] == "[gx7] press from France to Germany"
    assert "judge+gx7@example.org" in letter["From"]
    assert letter["Reply-To"] == house.last(players["GERMANY"])["Reply-To"]
    assert "Spring 1901, France to Germany: Shall we meet?" in words(letter)
    assert "PRESS TO FRANCE" in body(letter)
    (receipt,) = found[players["FRANCE"]]
    assert "Your press went to Germany: Shall we meet?" in words(receipt)


def test_nothing_of_the_writer_travels(house: House) -> None:
    """No field, no signature, no quotation, no zone, no time of the writer's letter."""
    players = house.start()
    house.post(
        f"Fred Fox <{players['FRANCE']}>",
        "PRESS TO GERMANY\nShall we meet?\nENDPRESS\n-- \nFred Fox, Lisbon\n\n"
        "On Mon, 5 Jan 2026 at 07:13, Kit <kit@example.com> wrote:\n> an older word\n",
        to=house.last(players["FRANCE"])["Reply-To"],
        headers=(
            ("Date", "Mon, 05 Jan 2026 04:13:59 -0500"),
            ("In-Reply-To", "<older@mail.example.com>"),
            ("X-Mailer", "Foxmail"),
            ("Received", "from foxhole.example.com"),
        ),
    )
    house.poll()
    data = house.last(players["GERMANY"]).as_string()
    assert "Shall we meet?" in data
    hidden = ("Fred", "Fox", "Lisbon", "Kit", "older", "-0500", "04:13", "letter-", "foxhole")
    assert [word for word in hidden if word in data] == []
    assert players["FRANCE"] not in data


def test_press_to_several_and_orders_beside(house: House) -> None:
    """Each of them sees who else reads it; the orders of the letter count."""
    players = house.start()
    text = "PRESS TO austria and turkey\nA VEN - TRI is a lie\nENDPRESS\nA VEN H"
    found = say(house, players["ITALY"], text)
    assert set(found) == {players[p] for p in ("ITALY", "AUSTRIA", "TURKEY")}
    assert "Italy to Austria and Turkey:" in words(found[players["AUSTRIA"]][0])
    assert game_of(house).sheet("ITALY").orders == ("A VEN H",)


def test_press_to_all_and_to_all_but(house: House) -> None:
    """ALL is every power in play but the writer's own; BUT leaves some out."""
    players = house.start()
    found = say(house, players["ITALY"], "PRESS TO ALL\nPeace!\nENDPRESS")
    assert set(found) == set(players.values())
    assert "Italy to all powers:" in words(found[players["AUSTRIA"]][0])
    found = say(house, players["ITALY"], "PRESS TO ALL BUT France, Turkey\nWar!\nENDPRESS")
    assert set(found) == set(players.values()) - {players["FRANCE"], players["TURKEY"]}
    assert "Italy to all powers but France and Turkey:" in words(found[players["AUSTRIA"]][0])


def test_a_broadcast_reaches_the_host_too(house: House) -> None:
    """Everybody gets it; ENDBROADCAST ends it as well."""
    players = house.start(host_address=HOST)
    found = say(house, players["ITALY"], "BROADCAST\nHail!\nENDBROADCAST")
    assert set(found) == {*players.values(), HOST}
    assert "Your press went to everybody, and onto the game's page" in words(
        found[players["ITALY"]][0]
    )


def test_press_to_the_host(house: House) -> None:
    """It goes to the host alone, even in a game without press."""
    players = house.start(host_address=HOST, press="none")
    found = say(house, players["ITALY"], "PRESS TO HOST\nI need a day.\nENDPRESS")
    assert set(found) == {HOST, players["ITALY"]}
    assert "Italy to the host: I need a day." in words(found[HOST][0])


def test_a_host_without_an_address_is_not_reached(house: House) -> None:
    """And the writer is told."""
    players = house.start()
    text = "PRESS TO HOST, FRANCE\nhi\nENDPRESS"
    found = say(house, players["ITALY"], text)
    assert set(found) == {players["ITALY"], players["FRANCE"]}
    assert "It did not go to the host" in words(found[players["ITALY"]][0])
    text = "PRESS TO HOST\nhi\nENDPRESS"
    assert "has no address here" in refusal(house, players["ITALY"], text)


def test_grey_press(house: House) -> None:
    """Nobody but the writer learns who wrote it."""
    players = house.start(grey="allowed")
    found = say(house, players["ITALY"], "PRESS TO ALL GREY\nBeware.\nENDPRESS")
    assert "Your press went (unsigned) to all powers" in words(found[players["ITALY"]][0])
    for address in set(players.values()) - {players["ITALY"]}:
        (letter,) = found[address]
        assert "somebody to all powers: Beware." in words(letter)
        assert "Italy" not in letter.as_string()


def test_grey_press_comes_alone(house: House) -> None:
    """The time of a receipt is public, so a letter with orders must not carry it."""
    players = house.start(grey="allowed")
    text = "BROADCAST GREY\nBeware.\nENDPRESS\nA VEN H"
    assert "in a letter of its own" in refusal(house, players["ITALY"], text)
    assert game_of(house).sheet("ITALY").orders == ("A VEN H",)


def test_fake_press(house: House) -> None:
    """It bears another power's name, and only the writer is told the truth."""
    players = house.start(grey="fake")
    found = say(house, players["ITALY"], "PRESS TO TURKEY FAKE RUSSIA\nBLA is mine.\nENDPRESS")
    assert set(found) == {players["ITALY"], players["TURKEY"]}
    (letter,) = found[players["TURKEY"]]
    assert "Russia to Turkey: BLA is mine." in words(letter)
    assert "Italy" not in letter.as_string()
    assert "as if Russia had written it" in words(found[players["ITALY"]][0])


@pytest.mark.parametrize(
    ("rules", "text", "says"),
    [
        ({"press": "none"}, "PRESS TO ALL\nhi\nENDPRESS", "no press through the judge"),
        ({"press": "none"}, "BROADCAST\nhi\nENDPRESS", "no press through the judge"),
        ({"press": "public"}, "PRESS TO TURKEY\nhi\nENDPRESS", "BROADCAST writes to everybody"),
        ({"press": "public"}, "PRESS TO ALL BUT TURKEY\nhi\nENDPRESS", "no private press"),
        ({}, "PRESS TO ALL GREY\nhi\nENDPRESS", "all press of this game is signed"),
        ({"grey": "allowed"}, "BROADCAST FAKE ITALY\nhi\nENDPRESS", "with another name"),
        ({}, "PRESS TO FRANCE\nhi\nENDPRESS", "that is yourself"),
        ({}, "PRESS TO OBSERVERS\nhi\nENDPRESS", "nobody observes this game"),
        ({}, "PRESS TO ITALY\n\nENDPRESS", "there is nothing in it"),
        ({}, "PRESS TO ITLAY\nhi\nENDPRESS", "name whom it is for"),
    ],
)
def test_what_the_rules_do_not_allow(
    house: House, rules: dict[str, str], text: str, says: str
) -> None:
    """It reaches nobody, and the writer is told why."""
    players = house.start(**rules)
    assert says in refusal(house, players["FRANCE"], text)


def test_press_to_all_is_public_where_all_press_is(house: House) -> None:
    """In a game of public press, ALL means everybody, and the receipt says so."""
    players = house.start(press="public")
    found = say(house, players["FRANCE"], "PRESS TO ALL\nhi\nENDPRESS")
    assert set(found) == set(players.values())
    assert "onto the game's page" in words(found[players["FRANCE"]][0])


def test_press_to_oneself_among_others(house: House) -> None:
    """The others get it, and the writer is told who did not."""
    players = house.start()
    found = say(house, players["FRANCE"], "PRESS TO FRANCE, ITALY\nhi\nENDPRESS")
    assert set(found) == {players["FRANCE"], players["ITALY"]}
    assert "It did not go to France: that is yourself." in words(found[players["FRANCE"]][0])
    assert "France to Italy:" in words(found[players["ITALY"]][0])


def test_a_power_without_a_player_hears_nothing(house: House) -> None:
    """The writer is told that nobody plays it."""
    players = house.start()
    for text in ("RESIGN", "CONFIRM"):
        say(house, players["ITALY"], text)
    found = say(house, players["FRANCE"], "PRESS TO ITALY, TURKEY\nhi\nENDPRESS")
    assert set(found) == {players["FRANCE"], players["TURKEY"]}
    assert "It did not go to Italy: nobody plays it now." in words(found[players["FRANCE"]][0])
    text = "PRESS TO ITALY\nhi\nENDPRESS"
    assert "Italy has no player; nothing was relayed" in refusal(house, players["FRANCE"], text)


def test_several_powers_in_one_hand(house: House) -> None:
    """The power of the heading speaks; its player gets one letter for both."""
    house.new_game(arrangement="p4")
    for player in PLAYERS[:4]:
        house.post(player, "JOIN")
    house.poll()
    for player in PLAYERS[:4]:
        house.answer(player, "CONFIRM")
    house.poll()
    game = game_of(house)
    hands = {powers: game.players[id].address for id, powers in game.seats.items()}
    pair = next(hand for hand in hands if len(hand) == 2)
    other, address = next((hand, to) for hand, to in hands.items() if hand != pair)
    names = [game.variant.powers[power].name for power in pair]
    found = say(house, hands[pair], f"{pair[1]}\nPRESS TO {', '.join(other)}\nhi\nENDPRESS")
    assert set(found) == {hands[pair], address}
    (letter,) = found[address]
    assert f"{names[1]} to " in words(letter)
    assert f"(from {names[1]})" in words(found[hands[pair]][0])


def test_no_press_in_retreats_and_builds(house: House) -> None:
    """Where the rules say so; in movement phases there is."""
    players = house.start(press_phases="movement")
    found = say(house, players["FRANCE"], "PRESS TO ITALY\nhi\nENDPRESS")
    assert players["ITALY"] in found
    spring = {"FRANCE": "A PAR - BUR\nF BRE - MAO", "GERMANY": "A MUN - RUH"}
    fall = {"FRANCE": "F MAO - POR"}
    for orders in (spring, fall):
        for power, address in players.items():
            house.answer(address, f"{orders.get(power, '')}\nREADY")
        house.poll()
        house.clock.move_to(house.clock.now() + HOUR)
        house.poll()
    assert str(game_of(house).open_position().phase) == "W1901A"
    text = "PRESS TO ITALY\nhi\nENDPRESS"
    assert "no press in retreats and builds" in refusal(house, players["FRANCE"], text)


def test_who_is_late_is_mute(house: House) -> None:
    """Where the rules say so, until the orders are in; the same letter may bring both."""
    players = house.start(mute_late="yes", grace="12 hours")
    due = game_of(house).due
    assert due is not None
    house.clock.move_to(due + HOUR)
    for _ in range(2):
        house.poll()  # reminders go out
    text = "PRESS TO ITALY\nhi\nENDPRESS"
    assert "your orders are late" in refusal(house, players["FRANCE"], text)
    found = say(house, players["FRANCE"], f"{text}\nA PAR H\nA MAR H\nF BRE H")
    assert players["ITALY"] in found


def test_a_note_is_for_its_writer_alone(house: House) -> None:
    """It is kept, in a game without press too; the receipt repeats it and nobody else sees it."""
    players = house.start(press="none")
    found = say(house, players["FRANCE"], "NOTE\nItaly smiles too much.\nENDNOTE\nA PAR H")
    assert list(found) == [players["FRANCE"]]
    assert "Your note is kept: Italy smiles too much." in words(found[players["FRANCE"]][0])
    assert game_of(house).sheet("FRANCE").orders == ("A PAR H",)


def test_an_answer_without_a_block_is_told_how(house: House) -> None:
    """Words alone reach nobody."""
    players = house.start()
    says = refusal(house, players["FRANCE"], "Yes, gladly, dear neighbor.")
    assert "between the lines PRESS TO and its name, and ENDPRESS" in says


def test_open_press_is_asked_about_and_then_relayed(house: House) -> None:
    """`2` lets it end before the first order."""
    players = house.start()
    text = "PRESS TO GERMANY\nhi there\nA PAR H"
    assert "has no ENDPRESS" in refusal(house, players["FRANCE"], text)
    found = say(house, players["FRANCE"], "2")
    assert game_of(house).sheet("FRANCE").orders == ("A PAR H",)
    assert len(found) == 2


def test_press_with_the_last_vote_is_still_heard(house: House) -> None:
    """The draw ends the game; what the same letter says is relayed before."""
    players = house.start()
    powers = list(players)
    for power in powers[:-1]:
        house.answer(players[power], "DRAW")
    house.poll()
    found = say(house, players[powers[-1]], "DRAW\nBROADCAST\nThank you all!\nENDPRESS")
    subjects = [str(letter["Subject"]) for letter in found[players[powers[0]]]]
    assert [("press" in subject, "over" in subject) for subject in subjects] == [
        (True, False),
        (False, True),
    ]
    assert "The game is over" in words(found[players[powers[-1]]][-1])


def test_after_the_end_nothing_is_relayed(house: House) -> None:
    """The game is over, and the writer is told so."""
    players = house.start()
    with house.judge() as judge:
        judge.host({"do": "end", "game": "gx7", "because": "enough"})
    says = refusal(house, players["FRANCE"], "PRESS TO ALL\nGood game!\nENDPRESS")
    assert "The game is over; nothing can be ordered or relayed any more." in says


def test_press_that_plays_the_judge_is_set_in(house: House) -> None:
    """Every line of it stands away from the margin, where the judge's own lines begin."""
    players = house.start()
    lines = (
        "[gx7] Spring 1901 Italy: reminder",
        "The game is over: Turkey won.",
        "Sheet: sha256:" + "ab" * 32,
        "word " * 40,
        "From: judge@example.org",
    )
    found = say(house, players["FRANCE"], "\n".join(("BROADCAST", *lines, "ENDPRESS", "")))
    text = body(found[players["ITALY"]][0])
    _, _, said = text.partition("everybody:\n")
    said, _, _ = said.partition("\nTo answer")
    assert "Turkey won" in said
    assert all(line.startswith("  ") or not line for line in said.split("\n"))


def test_a_private_address_is_not_given_away(house: House) -> None:
    """The token in it would let others write in the player's name."""
    players = house.start()
    own = str(house.last(players["FRANCE"])["Reply-To"])
    token = own.partition("@")[0].rpartition(".")[2]
    found = say(house, players["FRANCE"], f"PRESS TO ITALY\nWrite to {own}\nENDPRESS")
    assert token not in found[players["ITALY"]][0].as_string()


def test_press_does_not_use_up_its_readers_letters(house: House) -> None:
    """However much a player hears in an hour, the own orders are read."""
    players = house.start()
    for number in range(5):
        blocks = [f"PRESS TO ITALY\n{number} {n}\nENDPRESS" for n in range(20)]
        house.answer(players["FRANCE"], "\n".join(blocks))
        house.poll()
    heard = [letter for letter in house.letters(players["ITALY"]) if "press" in letter["Subject"]]
    assert len(heard) == 100
    say(house, players["ITALY"], "A VEN H")
    assert game_of(house).sheet("ITALY").orders == ("A VEN H",)


def test_a_letter_has_so_many_blocks(house: House) -> None:
    """Those beyond are refused, so that one letter cannot become a flood."""
    players = house.start()
    blocks = [f"PRESS TO ITALY\n{n}\nENDPRESS" for n in range(22)]
    found = say(house, players["FRANCE"], "\n".join(blocks))
    assert len(found[players["ITALY"]]) == 20
    assert "up to 20 blocks of press" in words(found[players["FRANCE"]][0])


def test_the_number_that_answers_a_receipt_survives_press(house: House) -> None:
    """A question of the newest receipt is still the newest, whatever others write meanwhile."""
    players = house.start()
    say(house, players["FRANCE"], "F BRE - PIC\nA MAR - SPA\nA PAR - BRU")
    receipt = house.last(players["FRANCE"])
    assert " 1  " in body(receipt)
    say(house, players["ITALY"], "PRESS TO FRANCE\nhi\nENDPRESS")
    house.post(
        players["FRANCE"],
        "1",
        to=receipt["Reply-To"],
        headers=(("In-Reply-To", str(receipt["Message-ID"])),),
    )
    house.poll()
    assert any(order.startswith("A PAR") for order in game_of(house).sheet("FRANCE").orders)


def test_a_day_later_nobody_hears_it_again(house: House) -> None:
    """Press is sent once."""
    players = house.start()
    say(house, players["FRANCE"], "PRESS TO ITALY\nhi\nENDPRESS")
    house.clock.move_to(house.clock.now() + DAY + timedelta(minutes=1))
    before = len(house.letters(players["ITALY"]))
    house.poll()
    new = house.letters(players["ITALY"])[before:]
    assert not any("press" in str(letter["Subject"]) for letter in new)


def test_the_host_writes_to_a_player(house: House) -> None:
    """In any game, and the player's answer reaches the host."""
    players = house.start(host_address=HOST, press="none")
    found = say(house, HOST, "PRESS TO FRANCE, ITALY\nPlease order earlier.\nENDPRESS")
    assert set(found) == {HOST, players["FRANCE"], players["ITALY"]}
    (letter,) = found[players["FRANCE"]]
    assert "the host to France and Italy: Please order earlier." in words(letter)
    assert HOST not in letter.as_string()
    assert "Your press went to France and Italy" in words(found[HOST][0])
    found = say(house, players["FRANCE"], "PRESS TO HOST\nI shall.\nENDPRESS")
    assert "France to the host: I shall." in words(found[HOST][0])


def test_a_host_who_plays_is_no_private_way(house: House) -> None:
    """In a game without private press nobody can write to a host who plays."""
    players = house.start(host_address=PLAYERS[0], press="none")
    writer = next(power for power, address in players.items() if address != PLAYERS[0])
    says = refusal(house, players[writer], "PRESS TO HOST\nAn alliance?\nENDPRESS")
    assert "the host plays in this game" in says


def test_observers_hear_what_is_for_them(house: House) -> None:
    """Broadcasts, and press to OBSERVERS; nothing else, and nobody learns who they are."""
    players = house.start()
    house.post(WATCHER, "OBSERVE")
    house.poll()
    say(house, WATCHER, "CONFIRM")
    found = say(house, players["ITALY"], "BROADCAST\nHail!\nENDPRESS")
    assert set(found) == {*players.values(), WATCHER}
    found = say(house, players["ITALY"], "PRESS TO OBSERVERS, TURKEY\nLook!\nENDPRESS")
    assert set(found) == {players["ITALY"], players["TURKEY"], WATCHER}
    assert "Your press went to Turkey and the observers" in words(found[players["ITALY"]][0])
    assert "PRESS TO ITALY" not in body(found[WATCHER][0])
    found = say(house, players["ITALY"], "PRESS TO ALL\nHush.\nENDPRESS")
    assert set(found) == set(players.values())


def press_file(house: House) -> list[dict[str, Any]]:
    """The lines of press.jsonl."""
    path = house.home.games / "gx7" / "press.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def public_bytes(house: House) -> bytes:
    """Every byte that anybody can see: the record, its history unpacked, and the pages."""
    files = [path for path in house.home.site.rglob("*") if path.is_file()]
    files += [path for path in house.home.games.rglob("*") if path.is_file()]
    history = subprocess.run(
        ["git", "cat-file", "--batch-all-objects", "--batch", "--unordered"],
        cwd=house.home.games,
        capture_output=True,
        check=True,
    ).stdout
    return b"".join([history, *(path.read_bytes() for path in files)])


def end(house: House) -> None:
    """Let the host end the game."""
    with house.judge() as judge:
        answer = judge.host({"do": "end", "game": "gx7", "because": "enough"})
    assert answer.done


def test_a_broadcast_is_public_at_once(house: House) -> None:
    """The record and the page show it, and the check of the record passes."""
    players = house.start()
    say(house, players["ITALY"], "BROADCAST\nHail <b>Caesar</b>!\nMail me: i@example.com\nENDPRESS")
    assert press_file(house) == [
        {
            "at": "2026-01-05T09:00:00Z",
            "kind": "public",
            "from": "ITALY",
            "to": [],
            "phase": "S1901M",
            "text": "Hail <b>Caesar</b>!\nMail me: [address]",
        }
    ]
    page = (house.home.site / "gx7" / "press" / "index.html").read_text()
    assert "Spring 1901" in page
    assert "<strong>Italy</strong>" in page
    assert "Caesar" in page
    assert "press/" in (house.home.site / "gx7" / "index.html").read_text()
    assert verify(house.home.path).ok
    say(house, players["TURKEY"], "BROADCAST\nAnd again.\nENDPRESS")
    assert [line["from"] for line in press_file(house)] == ["ITALY", "TURKEY"]
    assert verify(house.home.path).ok


SECRETS = (
    "Ottoman plot",
    "unsigned whisper",
    "false colors",
    "diary of a fox",
    "to the host alone",
)


def whisper(house: House, players: dict[str, str]) -> None:
    """Say something in every private way there is, and a public word."""
    say(house, players["FRANCE"], f"PRESS TO TURKEY\n{SECRETS[0]}\nENDPRESS")
    say(house, players["FRANCE"], f"PRESS TO ALL BUT ITALY GREY\n{SECRETS[1]}\nENDPRESS")
    say(house, players["FRANCE"], f"PRESS TO ITALY FAKE RUSSIA\n{SECRETS[2]}\nENDPRESS")
    say(house, players["FRANCE"], f"NOTE\n{SECRETS[3]}\nENDNOTE")
    say(house, players["FRANCE"], f"PRESS TO HOST\n{SECRETS[4]}\nENDPRESS")
    say(house, players["FRANCE"], "BROADCAST\npublic word\nENDPRESS")


@pytest.mark.parametrize("ends", [False, True])
def test_private_press_is_in_no_public_byte(house: House, ends: bool) -> None:
    """Neither while the game is played, nor at its end where the rules do not publish it."""
    players = house.start(grey="fake", host_address=HOST)
    whisper(house, players)
    if ends:
        end(house)
    seen = public_bytes(house)
    assert b"public word" in seen
    assert [secret for secret in SECRETS if secret.encode() in seen] == []
    assert verify(house.home.path).ok


def test_private_press_reaches_no_wrong_reader(house: House) -> None:
    """Each text is in the letters of its writer and its readers, and in no other."""
    players = house.start(grey="fake", host_address=HOST)
    whisper(house, players)
    powers = set(players)
    meant = {
        SECRETS[0]: {"FRANCE", "TURKEY"},
        SECRETS[1]: powers - {"ITALY"},
        SECRETS[2]: {"FRANCE", "ITALY"},
        SECRETS[3]: {"FRANCE"},
        SECRETS[4]: {"FRANCE", "HOST"},
        "public word": powers | {"HOST"},
    }
    address = players | {"HOST": HOST}
    for secret, readers in meant.items():
        heard = {str(letter["To"]) for letter in house.letters() if secret in body(letter)}
        assert heard == {address[reader] for reader in readers}, secret


def test_press_is_published_at_the_end_where_the_rules_say_so(house: House) -> None:
    """With the name it bore: grey stays grey and false names stay; diaries are their power's."""
    players = house.start(grey="fake", host_address=HOST, publish_press="end")
    whisper(house, players)
    assert [line["text"] for line in press_file(house)] == ["public word"]
    assert not any(secret.encode() in public_bytes(house) for secret in SECRETS)
    end(house)
    shown = [
        (line["kind"], line["from"], line["to"], line.get("but", [])) for line in press_file(house)
    ]
    assert shown == [
        ("public", "FRANCE", [], []),
        ("private", "FRANCE", ["TURKEY"], []),
        ("private", "", ["ALL"], ["ITALY"]),
        ("private", "RUSSIA", ["ITALY"], []),
        ("note", "FRANCE", [], []),
        ("private", "FRANCE", ["HOST"], []),
    ]
    assert verify(house.home.path).ok
    page = (house.home.site / "gx7" / "press" / "index.html").read_text()
    assert all(secret in page for secret in SECRETS)
    for words_of_page in (
        "to all powers but Italy",
        "from the diary",
        "to the host",
        "Unsigned",
        "press may bear a false name",
    ):
        assert words_of_page in page
    clone = house.home.path.parent / "clone"
    subprocess.run(["git", "clone", "-q", str(house.home.games), str(clone)], check=True)
    assert verify(clone).ok


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"from": "ITALY"', '"from": "ATLANTIS"', "from"),
        ('"from": "ITALY"', '"from": ""', "from"),
        ('"to": []', '"to": ["ATLANTIS"]', "to"),
        ('"to": []', '"to": ["FRANCE"]', "to"),
        ('"kind": "public"', '"kind": "note"', "kind"),
        ('"kind": "public"', '"kind": "rumor"', "line 1"),
        ('"kind": "public"', '"kind":  "public"', "line 1"),
    ],
)
def test_press_that_cannot_be_is_found(house: House, old: str, new: str, where: str) -> None:
    """The check of a record names the line of press.jsonl that is wrong."""
    players = house.start()
    say(house, players["ITALY"], "BROADCAST\nHail!\nENDPRESS")
    copy = house.home.path.parent / "copy"
    shutil.copytree(house.home.games, copy, ignore=shutil.ignore_patterns(".git"))
    assert verify(copy).ok
    path = copy / "gx7" / "press.jsonl"
    path.write_text(path.read_text().replace(old, new))
    (check,) = verify(copy).games
    assert any(f.file == "gx7/press.jsonl" and where in f.where for f in check.findings)


def test_press_of_a_judge_that_starts_anew_goes_on(house: House) -> None:
    """The file grows where another process wrote it before; each poll here is one."""
    players = house.start()
    for number in range(3):
        say(house, players["ITALY"], f"BROADCAST\nword {number}\nENDPRESS")
    assert [line["text"] for line in press_file(house)] == ["word 0", "word 1", "word 2"]


def test_an_observer_speaks_in_public_where_the_rules_say_so(house: House) -> None:
    """To everybody, as an observer and not by name; to no power alone; to the host always."""
    players = house.start(observers_press="yes", host_address=HOST)
    house.post(f"Olga Orlow <{WATCHER}>", "OBSERVE")
    house.poll()
    say(house, WATCHER, "CONFIRM")
    found = say(house, WATCHER, "BROADCAST\nWell played, Italy!\nENDPRESS")
    assert set(found) == {*players.values(), HOST, WATCHER}
    (letter,) = found[players["ITALY"]]
    assert "an observer to everybody: Well played, Italy!" in words(letter)
    assert "olga" not in letter.as_string().lower()
    assert "Your press went to everybody" in words(found[WATCHER][0])
    assert [line["from"] for line in press_file(house)] == ["OBSERVERS"]
    assert "an observer" in (house.home.site / "gx7" / "press" / "index.html").read_text()
    assert verify(house.home.path).ok
    says = refusal(house, WATCHER, "PRESS TO ITALY\nhi\nENDPRESS")
    assert "an observer speaks to everybody" in says
    found = say(house, WATCHER, "PRESS TO HOST\nhi\nENDPRESS")
    assert set(found) == {HOST, WATCHER}


def test_observers_are_silent_elsewhere(house: House) -> None:
    """Nothing is relayed, and the observer is told."""
    house.start()
    house.post(WATCHER, "OBSERVE")
    house.poll()
    say(house, WATCHER, "CONFIRM")
    says = refusal(house, WATCHER, "BROADCAST\nhi\nENDPRESS")
    assert "observers may write to the host alone in this game" in says


def test_nothing_is_relayed_before_a_game_begins(house: House) -> None:
    """And whoever waits for it is told so."""
    house.new_game()
    house.post(PLAYERS[0], "JOIN")
    house.poll()
    say(house, PLAYERS[0], "CONFIRM")
    says = refusal(house, PLAYERS[0], "PRESS TO ALL\nHello!\nENDPRESS")
    assert "press is relayed from its first letter on" in says


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_said_reaches_whom_it_is_for_and_nobody_else(house: House, seed: int) -> None:
    """Blocks of every kind by lot, several in a letter: each text is read by those it names.

    No private text is in a public byte, and none that is unsigned is beside its writer's name.
    """
    chance = random.Random(seed)
    players = house.start(grey="fake", host_address=HOST)
    powers = sorted(players)
    meant: dict[str, set[str]] = {}
    private: set[str] = set()
    writers: dict[str, str] = {}
    for number in range(12):
        writer = chance.choice(powers)
        blocks = []
        for part in range(chance.randint(1, 3)):
            text = f"word {seed} {number} {part} of it"
            others = set(powers) - {writer}
            some = set(chance.sample(powers, chance.randint(1, 3)))
            tone = chance.choice(["", "", " GREY", " FAKE RUSSIA"])
            opening, readers = chance.choice(
                [
                    (f"PRESS TO {', '.join(sorted(some))}{tone}", some - {writer}),
                    (f"PRESS TO ALL{tone}", others),
                    (f"PRESS TO ALL BUT {', '.join(sorted(some))}{tone}", others - some),
                    ("PRESS TO HOST", {"HOST"}),
                    (f"BROADCAST{tone}", others | {"HOST"}),
                    ("NOTE", set()),
                ]
            )
            meant[text] = {*readers, writer}
            if not opening.startswith("BROADCAST"):
                private.add(text)
            if opening.endswith("GREY") or (opening.endswith("FAKE RUSSIA") and writer != "RUSSIA"):
                writers[text] = writer.title()
            end = "ENDNOTE" if opening == "NOTE" else "ENDPRESS"
            blocks.append(f"{opening}\n{text}\n{end}")
        house.answer(players[writer], "\n".join(blocks))
        house.poll()
    names = {address: power for power, address in players.items()} | {HOST: "HOST"}
    for text, readers in meant.items():
        heard = [letter for letter in house.letters() if text in body(letter)]
        told = {names[str(letter["To"])] for letter in heard}
        assert told == readers or (len(readers) == 1 and told <= readers), text
        for letter in heard:
            if text in writers and "press from" in str(letter["Subject"]):
                signed = str(letter["Subject"]).partition("press from ")[2].partition(" to ")[0]
                assert signed != writers[text]
    seen = public_bytes(house)
    assert [text for text in private if text.encode() in seen] == []
    for line in press_file(house):
        assert line["from"] != writers.get(line["text"], "nobody").upper()
    assert verify(house.home.path).ok
