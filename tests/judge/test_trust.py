"""Whose letters count, how often anybody is answered, and what the host hears of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.judge.cycle import Judge
from pbem.judge.home import open_home
from pbem.judge.limits import LETTERS_AN_HOUR, STRANGERS_A_DAY, UNPROVED_AN_HOUR
from pbem.mail.mailbox import RawMessage
from pbem.mail.memory import MemoryMailbox, MemorySender
from pbem.store.journal import Journal
from tests.judge.house import DAY, HOUR, MINUTE, House, body
from tests.mail.test_signatures import FIELDS, record, signed

HOST = "host@example.org"


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


def reasons(house: House) -> list[str]:
    """Why letters are set aside."""
    with Journal.open(house.home.state) as journal:
        return [letter.reason for letter in journal.letters.set_aside()]


def test_a_letter_without_a_proof_counts_once_it_is_confirmed(house: House) -> None:
    """Nothing of it before; afterwards all of it, as if nothing had been missing."""
    players = house.start()
    house.post(players["FRANCE"], "A PAR - BUR\nF BRE - ENG")
    house.poll()
    assert orders(house, "FRANCE") == ()
    assert "CONFIRM" in body(house.last(players["FRANCE"]))
    house.answer(players["FRANCE"], "CONFIRM")
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - BUR", "F BRE - ENG")
    assert house.last(players["FRANCE"])["Subject"] == "[gx7] Spring 1901 France: 2 orders"
    assert reasons(house) == []


def test_only_the_player_can_confirm(house: House) -> None:
    """Another player's word, and one that nothing proves either, confirm nothing."""
    players = house.start()
    house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    house.answer(players["GERMANY"], "CONFIRM")
    house.post(players["FRANCE"], "CONFIRM")
    house.poll()
    assert orders(house, "FRANCE") == ()
    assert orders(house, "GERMANY") == ()


def test_a_letter_is_confirmed_once(house: House) -> None:
    """A second CONFIRM has nothing left to confirm."""
    players = house.start()
    house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    house.answer(players["FRANCE"], "CONFIRM")
    house.poll()
    house.answer(players["FRANCE"], "A PAR - PIC")
    house.answer(players["FRANCE"], "CONFIRM")
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - PIC",)
    assert "nothing of yours waits" in body(house.last(players["FRANCE"]))


def test_what_is_confirmed_after_the_deadline_is_late(house: House) -> None:
    """A letter belongs to the phase it came in, confirmed or not."""
    players = house.start()
    house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    house.clock.move_to(house.clock.now() + 4 * DAY)
    house.poll()
    house.answer(players["FRANCE"], "CONFIRM")
    house.poll()
    assert orders(house, "FRANCE") == ()
    assert "too late" in house.last(players["FRANCE"])["Subject"]


def _reply_to_parked(house: House, player: str, number: int) -> str:
    """The Message-ID of a letter that waits, as an answer refers to it."""
    return house.letters(player)[number]["References"]


def test_the_letter_that_is_answered_is_the_one_confirmed(house: House) -> None:
    """Of several that wait; the others wait on."""
    players = house.start()
    house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    house.clock.move_to(house.clock.now() + MINUTE)
    first = _reply_to_parked(house, players["FRANCE"], -1)
    house.post(players["FRANCE"], "A PAR - GAS")
    house.poll()
    house.answer(players["FRANCE"], "CONFIRM", headers=(("References", first),))
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - BUR",)
    assert reasons(house) == ["parked"]


def test_the_host_hears_once_a_day_of_letters_that_wait(house: House) -> None:
    """Not of each: one alert a day for each kind, to the host of the game."""
    players = house.start(host_address=HOST)
    for _ in range(3):
        house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    (alert,) = [x for x in house.letters(HOST) if "trusted_servers" in body(x)]
    assert players["FRANCE"] not in body(alert)
    house.clock.move_to(house.clock.now() + 25 * HOUR)
    house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    assert len([x for x in house.letters(HOST) if "trusted_servers" in body(x)]) == 2


def test_forged_letters_are_no_flood(house: House) -> None:
    """A player is told of a few, however many letters come in the player's name."""
    players = house.start()
    before = len(house.letters(players["FRANCE"]))
    for _ in range(UNPROVED_AN_HOUR + 5):
        house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    assert len(house.letters(players["FRANCE"])) - before <= UNPROVED_AN_HOUR
    assert len(reasons(house)) == UNPROVED_AN_HOUR + 5


def test_a_player_who_writes_without_end_is_told_once(house: House) -> None:
    """What comes beyond the limit is kept, and read no more before the hour is over."""
    players = house.start(host_address=HOST)
    house.clock.move_to(house.clock.now() + 2 * HOUR)
    for number in range(LETTERS_AN_HOUR + 3):
        house.answer(players["FRANCE"], "A PAR - BUR" if number % 2 else "A PAR - PIC")
    house.poll()
    told = [x["Subject"] for x in house.letters(players["FRANCE"])]
    assert sum("too many letters" in subject for subject in told) == 1
    assert sum("1 order" in subject for subject in told) == LETTERS_AN_HOUR
    assert reasons(house) == ["too-many"] * 3
    assert len([x for x in house.letters(HOST) if "more letters than" in body(x)]) == 1
    house.clock.move_to(house.clock.now() + 2 * HOUR)
    house.answer(players["FRANCE"], "A PAR - GAS")
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - GAS",)


def test_a_letter_too_large_is_answered_and_the_host_hears(house: House) -> None:
    """Its head is enough to know whom to tell."""
    players = house.start(host_address=HOST)
    house.answer(players["FRANCE"], "A PAR - BUR\n" + "x" * 3_000_000)
    house.poll()
    assert "too large" in house.last(players["FRANCE"])["Subject"]
    assert "too large" in body(house.last(HOST))
    assert orders(house, "FRANCE") == ()


def _shake(first: House, second: House, rounds: int) -> tuple[int, int]:
    """Carry letters between two judges, and count what each has sent to the other."""
    for _ in range(rounds):
        for here, there in ((first, second), (second, first)):
            address = there.home.settings.address
            for letter in here.letters(address):
                there.post_raw(bytes(letter))
            there.poll()
    return len(first.letters(_address(second))), len(second.letters(_address(first)))


def _address(house: House) -> str:
    return house.home.settings.address


@pytest.mark.parametrize("text", ["A PAR - BUR", "HELP", "JOIN", "hello"])
def test_two_judges_stop_after_one_letter_each(house: House, tmp_path: Path, text: str) -> None:
    """One writes to the other as if it were a player; neither goes on."""
    house.start()
    other = House.build(tmp_path / "other")
    config = other.home.path / "pbem.toml"
    config.write_text(config.read_text().replace("judge@example.org", "judge@example.net"))
    other = replace(other, home=open_home(other.home.path))
    other.new_game()
    house.post("judge@example.net", text)
    house.poll()
    sent = _shake(house, other, 4)
    assert sent == (1, 0)
    other.post("judge@example.org", text)
    other.poll()
    assert sum(_shake(house, other, 4)) <= 2


class OnceMore(MemoryMailbox):
    """A mailbox that gives each letter again and again."""

    def settle(self, key: str) -> None:
        """Forget that it was taken."""

    def fetch(self) -> Iterator[RawMessage]:
        """Yield what was ever delivered."""
        yield from super().fetch()


def test_a_mailbox_that_forgets_answers_nobody_twice(house: House) -> None:
    """The same letter, fetched again, is no second letter."""
    players = house.start()
    private = house.last(players["FRANCE"])["Reply-To"]
    mailbox, sender = OnceMore(), MemorySender()
    raw = f"From: {players['FRANCE']}\nTo: {private}\nMessage-ID: <a@b.example>\n\nA PAR - BUR\n"
    mailbox.deliver(raw.encode(), house.clock.now())
    for _ in range(3):
        with Judge.open(
            house.home, clock=house.clock, mailbox=mailbox, sender=sender, words="test"
        ) as judge:
            judge.poll()
    assert len(sender.sent) == 1


def test_strangers_get_few_letters_a_day(house: House) -> None:
    """Whatever they write."""
    house.start()
    for number in range(STRANGERS_A_DAY + 4):
        house.post("stranger@example.com", ("HELP", "LIST", "A PAR - BUR", "hello")[number % 4])
    house.poll()
    assert len(house.letters("stranger@example.com")) == STRANGERS_A_DAY


OPEN = "PRESS TO GERMANY\nLet us meet.\nA PAR - BUR\nF BRE - ENG"


@pytest.mark.parametrize(
    ("number", "stored"),
    [("1", ()), ("2", ("A PAR - BUR", "F BRE - ENG")), ("2.", ("A PAR - BUR", "F BRE - ENG"))],
)
def test_press_without_its_end_is_asked_back(
    house: House, number: str, stored: tuple[str, ...]
) -> None:
    """Nothing is relayed or obeyed before the number comes: all of it press, or up to a line."""
    players = house.start()
    house.answer(players["FRANCE"], OPEN)
    house.poll()
    asked = house.last(players["FRANCE"])
    assert "where does your press end" in asked["Subject"]
    assert '"Let us meet."' in body(asked)
    assert orders(house, "FRANCE") == ()
    house.answer(players["FRANCE"], number)
    house.poll()
    assert orders(house, "FRANCE") == stored
    assert "Your press went to Germany" in body(house.last(players["FRANCE"]))
    assert reasons(house) == []


def test_the_judge_can_check_signatures_itself(house: House) -> None:
    """With `dkim = true` a signed letter counts at once, and a forged one is asked back."""
    config = house.home.path / "pbem.toml"
    config.write_text(config.read_text("utf-8").replace("dkim = false", "dkim = true"), "utf-8")
    house.home = open_home(house.home.path)
    house.lookup = record
    france = house.start()["FRANCE"]
    head = (
        f"From: {france}\r\nTo: judge@example.org\r\nSubject: [gx7]\r\nMessage-ID: <{{}}@x.org>\r\n"
    )
    text = "\r\nA PAR - BUR\r\n"
    house.post_raw(signed(f"{head.format(1)}{text}".encode(), fields=FIELDS[:4]))
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - BUR",)
    house.post_raw(
        signed(f"{head.format(2)}{text}".encode(), fields=FIELDS[:4]).replace(b"BUR", b"GAS")
    )
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - BUR",)
    assert reasons(house) == ["parked"]


def test_the_question_shows_what_waits(house: House) -> None:
    """So that the player knows what CONFIRM would let count."""
    france = house.start()["FRANCE"]
    house.post(france, "A PAR - BUR\nF BRE - ENG\n\nSee you, Ann")
    house.poll()
    text = body(house.last(france))
    assert '"A PAR - BUR"\n' in text
    assert '"F BRE - ENG"\n' in text
