"""The whole judge, from the mailbox to the page: told in letters."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from pbem.errors import JournalError, RecordError
from pbem.exchange.verify import verify
from pbem.judge.home import open_home
from pbem.judge.steps import Step
from pbem.store.journal import Journal
from tests.judge.house import DAY, HOUR, MINUTE, PLAYERS, House, body


@pytest.fixture
def house(tmp_path: Path) -> House:
    """An empty home."""
    return House.build(tmp_path / "home")


def reasons(house: House) -> list[tuple[str, str]]:
    """What became of each letter that was set aside: its reason and game."""
    with Journal.open(house.home.state) as journal:
        return [(letter.reason, letter.game) for letter in journal.letters.set_aside()]


def test_seven_join_and_the_game_starts(house: House) -> None:
    """Each gets the opening letter with an order form."""
    players = house.start()
    assert sorted(players.values()) == sorted(PLAYERS)
    letter = house.last(players["FRANCE"])
    assert "Spring 1901" in letter["Subject"]
    assert "A PAR" in body(letter)


def test_an_order_is_answered_with_a_receipt(house: House) -> None:
    """To the registered address, with the sheet, its hash and its signature."""
    players = house.start()
    house.answer(players["FRANCE"], "A Par - Bur\nF Brest to the Channel\nA Marseilles holds\n")
    house.poll()
    receipt = house.last(players["FRANCE"])
    assert receipt["Subject"] == "[gx7] Spring 1901 France: 3 orders"
    for words in ("A PAR - BUR", "F BRE - ENG", "A MAR H", "Sheet: sha256:", "Signed: "):
        assert words in body(receipt)


def test_a_letter_without_a_proof_counts_for_nothing(house: House) -> None:
    """The strict default: the registered address is told, the letter waits for the host."""
    players = house.start()
    house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    assert "nothing proves" in body(house.last(players["FRANCE"])).replace("\n", " ")
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert game.sheet("FRANCE").orders == ()
    assert reasons(house) == [("parked", "gx7")]


def test_a_letter_answered_from_elsewhere_reaches_only_the_registered_address(
    house: House,
) -> None:
    """The private address proves the player; the receipt goes where it always goes."""
    players = house.start()
    private = house.last(players["FRANCE"])["Reply-To"]
    house.post("friend@example.com", "A PAR - BUR", to=private)
    house.poll()
    assert "A PAR - BUR" in body(house.last(players["FRANCE"]))
    assert house.letters("friend@example.com") == []


def test_a_question_is_answered_by_its_number(house: House) -> None:
    """Nothing is stored until then."""
    players = house.start()
    house.answer(players["ENGLAND"], "F LON - NTH\nF EDI - NWG\nA LVP - YOR")
    house.poll()
    house.clock.move_to(house.clock.now() + 4 * DAY)
    house.poll()
    house.answer(players["ENGLAND"], "F NTH - Nor")
    house.poll()
    asked = body(house.last(players["ENGLAND"]))
    assert "F NTH - NWG" in asked
    assert "F NTH - NWY" in asked
    house.answer(players["ENGLAND"], "1")
    house.poll()
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert game.sheet("ENGLAND").orders == ("F NTH - NWG",)


def test_the_deadline_is_met_and_everyone_is_told(house: House) -> None:
    """The record has the phase, the site its page, seven letters go out."""
    players = house.start()
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.poll()
    house.clock.move_to(house.clock.now() + 4 * DAY)
    before = len(house.letters())
    house.poll()
    assert len(house.letters()) == before + 7
    assert (house.home.games / "gx7" / "phases" / "001-S1901M.json").exists()
    page = (house.home.site / "gx7" / "S1901M" / "index.html").read_text()
    assert "Burgundy" in page or "BUR" in page
    assert verify(house.home.path).ok


def test_a_letter_in_time_counts_though_it_is_read_after_the_deadline(house: House) -> None:
    """Arrival decides; one that came later is late and is told so."""
    players = house.start()
    due = house.clock.now() + 3 * DAY
    house.answer(players["FRANCE"], "A PAR - BUR", arrived=due)
    house.answer(players["GERMANY"], "A MUN - BUR", arrived=due + MINUTE)
    house.clock.move_to(due + HOUR)
    house.poll()
    phase = (house.home.games / "gx7" / "phases" / "001-S1901M.json").read_text()
    assert "A PAR - BUR" in phase
    assert "A MUN - BUR" not in phase
    assert "came after the end" in body(house.last(players["GERMANY"])).replace("\n", " ")


def test_a_judge_that_was_down_over_a_deadline_catches_up(house: House) -> None:
    """In order: the phase is judged once, and the next one has its full time."""
    house.start()
    house.clock.move_to(house.clock.now() + 30 * DAY)
    house.poll()
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert str(game.open_position().phase) == "F1901M"
    assert game.due == house.clock.now() + 3 * DAY


def test_robots_and_copies_are_never_answered(house: House) -> None:
    """Nor our own letters coming back."""
    players = house.start()
    count = len(house.letters())
    opening = house.last(players["FRANCE"])
    house.post(players["FRANCE"], "I am away", headers=(("Auto-Submitted", "auto-replied"),))
    house.post_raw(bytes(opening))
    house.post("mailer-daemon@example.org", "could not be delivered")
    house.poll()
    assert len(house.letters()) == count


def test_the_same_letter_twice_is_one_letter(house: House) -> None:
    """One receipt, whatever trace a server adds."""
    players = house.start()
    to = house.last(players["FRANCE"])["Reply-To"]
    raw = (
        f"From: {players['FRANCE']}\nTo: {to}\nSubject: x\nMessage-ID: <a@b.example>\n\nA PAR H\n"
    ).encode()
    house.post_raw(raw)
    house.poll()
    count = len(house.letters())
    house.post_raw(b"Received: from elsewhere\n" + raw, house.clock.now() + MINUTE)
    house.clock.move_to(house.clock.now() + MINUTE)
    house.poll()
    assert len(house.letters()) == count


def test_a_stranger_is_told_and_not_more_often_than_a_few_times_a_day(house: House) -> None:
    """HELP and LIST are answered, other words with advice."""
    house.start()
    for _ in range(9):
        house.post("stranger@example.com", "HELP")
    house.post("other@example.com", "A PAR - BUR")
    house.poll()
    assert len(house.letters("stranger@example.com")) == 5
    assert "Nobody in the game" in body(house.last("other@example.com"))


def test_a_letter_that_names_no_game_is_told_how(house: House) -> None:
    """With the games there are."""
    house.start()
    house.post("ann@example.com", "A PAR - BUR", subject="orders")
    house.poll()
    assert "gx7" in body(house.last("ann@example.com"))


def test_a_letter_that_breaks_the_judge_is_set_aside_and_answered(
    house: House,
) -> None:
    """The next letter is read; nothing of the broken one counts."""
    players = house.start()
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.answer(players["GERMANY"], "A MUN - BUR")
    with house.judge() as judge:
        reader = judge.reception.intake
        read = reader.read

        def breaks(entry, raw, *, copy):  # type: ignore[no-untyped-def]
            if b"A PAR" in raw:
                raise ZeroDivisionError("the fault of a day")
            return read(entry, raw, copy=copy)

        reader.read = breaks  # type: ignore[method-assign]
        cycle = judge.poll()
    assert (cycle.letters, cycle.set_aside) == (2, 1)
    assert "fault of the judge" in body(house.last(players["FRANCE"])).replace("\n", " ")
    assert "A MUN - BUR" in body(house.last(players["GERMANY"]))
    assert reasons(house) == [("broken: ZeroDivisionError", "")]


def test_ready_players_need_not_wait(house: House) -> None:
    """Ten minutes after the last change, at a poll that finds no further letter."""
    players = house.start()
    for power, address in players.items():
        house.answer(address, "READY" if power != "FRANCE" else "A PAR - BUR\nREADY")
    house.poll()
    house.clock.move_to(house.clock.now() + 9 * MINUTE)
    house.poll()
    assert not (house.home.games / "gx7" / "phases").exists()
    house.clock.move_to(house.clock.now() + 2 * MINUTE)
    house.poll()
    assert (house.home.games / "gx7" / "phases" / "001-S1901M.json").exists()


def test_reminders_go_to_those_who_owe(house: House) -> None:
    """Once, half way."""
    players = house.start()
    house.answer(players["FRANCE"], "READY")
    house.poll()
    house.clock.move_to(house.clock.now() + 36 * HOUR + MINUTE)
    house.poll()
    house.poll()
    reminders = [x for x in house.letters() if "remind" in x["Subject"].lower()]
    assert len(reminders) == 6
    assert players["FRANCE"] not in {x["To"] for x in reminders}


def test_no_secret_is_public(house: House) -> None:
    """No address, token or order before its time in games/, site/ or anybody else's letter."""
    players = house.start()
    house.answer(players["FRANCE"], "A PAR - PIC\nF BRE - MAO\nA MAR - SPA")
    house.poll()
    public = b"".join(
        path.read_bytes()
        for folder in (house.home.games, house.home.site)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )
    assert len(public) > 10_000
    for address in PLAYERS:
        assert address.encode() not in public
    for letter in house.letters():
        token = (letter["Reply-To"] or "").partition("@")[0].partition(".")[2]
        assert not token or token.encode() not in public
        if letter["To"] != players["FRANCE"]:
            assert "A PAR - PIC" not in body(letter)
        assert sum(address in str(letter) for address in PLAYERS) <= 1
    assert b"A PAR - PIC" not in public


def test_what_composes_letters_is_the_same_each_time(house: House) -> None:
    """Two homes with the same words send the same bytes."""
    other = House.build(house.home.path.parent / "other")
    for one in (house, other):
        players = one.start()
        one.answer(players["FRANCE"], "A PAR - BUR")
        one.poll()
    assert [bytes(x) for x in house.letters()] == [bytes(x) for x in other.letters()]


def test_a_forged_letter_is_never_answered_at_the_address_it_claims(house: House) -> None:
    """Our own mail server says that it failed; whoever is named did not write."""
    config = house.home.path / "pbem.toml"
    config.write_text(
        config.read_text().replace("trusted_servers = []", 'trusted_servers = ["mx.example.org"]')
    )
    house.home = open_home(house.home.path)
    house.start()
    failed = (("Authentication-Results", "mx.example.org; dmarc=fail header.from=example.com"),)
    house.post("victim@example.com", "HELP", subject="no game", headers=failed)
    house.post("victim@example.com", "HELP", headers=failed)
    house.poll()
    assert house.letters("victim@example.com") == []
    assert reasons(house) == [("auth-failed", ""), ("auth-failed", "")]


def test_a_mailbox_whose_clock_is_ahead_ends_no_phase_early(house: House) -> None:
    """A letter from the future is taken as of now."""
    players = house.start()
    due = house.clock.now() + 3 * DAY
    house.answer(players["FRANCE"], "A PAR - BUR", arrived=due + 300 * DAY)
    house.poll()
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert (game.number, game.sheet("FRANCE").orders) == (0, ("A PAR - BUR",))


def test_a_file_name_that_says_no_time_is_no_letter_of_1970(house: House) -> None:
    """The file's own time counts then."""
    players = house.start()
    to = house.last(players["FRANCE"])["Reply-To"]
    raw = f"From: {players['FRANCE']}\nTo: {to}\nSubject: x\n\nA PAR - BUR\n".encode()
    (house.home.settings.mail.folder / "in" / "new" / "7.eml").write_bytes(raw)
    house.poll()
    assert "A PAR - BUR" in body(house.last(players["FRANCE"]))


def test_a_letter_that_is_tried_again_is_no_copy_of_its_copy(house: House) -> None:
    """Parked, sent twice, then looked at again: it is read."""
    players = house.start()
    house.post(players["FRANCE"], "A PAR - BUR")
    house.poll()
    folder = house.home.settings.mail.folder / "in"
    (parked,) = [p for p in (folder / "cur").iterdir() if b"A PAR - BUR" in p.read_bytes()]
    house.post_raw(b"Received: again\n" + parked.read_bytes(), house.clock.now() + MINUTE)
    house.clock.move_to(house.clock.now() + HOUR)
    house.poll()
    config = house.home.path / "pbem.toml"
    config.write_text(
        config.read_text().replace("accept_unproved = false", "accept_unproved = true")
    )
    house.home = open_home(house.home.path)
    with Journal.open(house.home.state) as journal:
        (letter,) = journal.letters.set_aside()
        journal.letters.retry(letter.key)
    house.poll()
    assert "A PAR - BUR" in body(house.last(players["FRANCE"]))
    assert reasons(house) == []


def test_a_lost_journal_eats_no_letters(house: House) -> None:
    """The judge refuses to begin anew over a record it does not know."""
    players = house.start()
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.home.state.rename(house.home.state.with_suffix(".kept"))
    with pytest.raises(RecordError, match="restore var/ from a backup"):
        house.poll()
    house.home.state.unlink()
    for rest in house.home.var.glob("state.sqlite3-*"):
        rest.unlink()
    house.home.state.with_suffix(".kept").rename(house.home.state)
    house.poll()
    assert "A PAR - BUR" in body(house.last(players["FRANCE"]))


def test_a_lost_signing_key_is_never_replaced_in_silence(house: House) -> None:
    """Receipts signed with another could not be checked."""
    house.start()
    (house.home.var / "key").unlink()
    with pytest.raises(JournalError, match="the signing key is gone"):
        house.poll()


def test_only_a_word_that_says_so_takes_a_seat(house: House) -> None:
    """Whoever never asked can say so without getting one."""
    house.new_game()
    house.post("victim@example.com", "JOIN")
    house.poll()
    house.answer("victim@example.com", "I never asked for this! Please remove me.")
    house.poll()
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert not game.players["p1"].confirmed
    assert "CONFIRM" in body(house.last("victim@example.com"))


def test_join_is_no_way_to_fill_somebody_elses_mailbox(house: House) -> None:
    """An address that has proved nothing gets a few letters a day, whoever asks for more."""
    house.new_game()
    for _ in range(12):
        house.post("victim@example.com", "JOIN")
    house.poll()
    assert len(house.letters("victim@example.com")) == 5


def test_a_letter_over_the_limit_says_why_it_got_no_answer(house: House) -> None:
    """Nothing vanishes without a reason."""
    house.new_game()
    for _ in range(7):
        house.post("ann@example.com", "HELP", subject="hello")
    house.poll()
    with sqlite3.connect(house.home.state) as db:
        told = [row[0] for row in db.execute("SELECT reason FROM letters ORDER BY key")]
    assert told.count("answered often enough today") == 2


def test_a_letter_from_a_foreign_address_is_told_to_the_player(house: House) -> None:
    """With the word that undoes it."""
    players = house.start()
    private = house.last(players["FRANCE"])["Reply-To"]
    house.post("friend@example.com", "A PAR - BUR", to=private)
    house.poll()
    told = " ".join(body(house.last(players["FRANCE"])).split())
    assert "came from friend@example.com" in told
    assert "UNDO" in told


def test_a_players_question_needs_no_proof(house: House) -> None:
    """As a stranger's needs none."""
    players = house.start()
    house.post(players["FRANCE"], "HELP")
    house.poll()
    assert "help" in house.last(players["FRANCE"])["Subject"].lower()
    assert reasons(house) == []


def test_a_letter_lost_from_the_spool_holds_nobody_up(house: House) -> None:
    """It is set aside; the next is read."""
    players = house.start()
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.answer(players["GERMANY"], "A MUN - BUR")

    def lose(step: Step, do):  # type: ignore[no-untyped-def]
        done = do()
        if step is Step.SETTLE:
            for path in house.home.spool.rglob("*.eml"):
                if b"A PAR - BUR" in path.read_bytes():
                    path.unlink()
        return done

    house.effect = lose
    house.poll()
    assert "A MUN - BUR" in body(house.last(players["GERMANY"]))
    assert [reason for reason, _ in reasons(house)] == [
        "lost: the letter is not in the spool any more"
    ]


def test_undo_with_nothing_to_undo_says_so(house: House) -> None:
    """And a vote written twice is told once."""
    players = house.start()
    house.answer(players["FRANCE"], "UNDO\nDRAW\nDRAW")
    house.poll()
    told = " ".join(body(house.last(players["FRANCE"])).split())
    assert "There was no letter of yours to undo." in told
    assert told.count("Your vote for a draw") == 1


def test_letters_on_disk_are_the_keepers_alone(house: House) -> None:
    """They hold private addresses, wherever the mail folder lies."""
    house.start()
    files = list((house.home.settings.mail.folder / "out" / "new").iterdir())
    assert len(files) > 10
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_a_board_may_ask_for_a_longer_first_turn(house: House) -> None:
    """Asia's first turn lasts twice as long, and a length of time can end a game."""
    house.new_game(variant="era-of-empire", movement="2 days", time_limit="72 hours")
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    assert game.settings.times.first == 2 * DAY
    assert game.settings.time_limit == "2026-01-08T09:00:00Z"
