"""Orders for phases that are not open yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.house import DAY, House, body


@pytest.fixture
def house(tmp_path: Path) -> House:
    """An empty home."""
    return House.build(tmp_path / "home")


def orders(house: House, power: str) -> tuple[str, ...]:
    """The sheet of a power of gx7 in the open phase."""
    with house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    return game.sheet(power).orders


def pass_deadline(house: House) -> None:
    """Let the open phase end."""
    house.clock.move_to(house.clock.now() + 4 * DAY)
    house.poll()


def test_orders_for_the_next_phase_wait_for_it(house: House) -> None:
    """They are kept with a note, read on the board as it is then, and a receipt tells of them."""
    players = house.start()
    house.answer(
        players["FRANCE"], "A PAR - BUR\n\nFall 1901\nA BUR - BEL\nA PAR - GAS\nF BRE - MAO\nREADY"
    )
    house.poll()
    receipt = body(house.last(players["FRANCE"]))
    assert "Fall 1901 is not open yet" in receipt
    assert orders(house, "FRANCE") == ("A PAR - BUR",)
    pass_deadline(house)
    assert orders(house, "FRANCE") == ("A BUR - BEL", "F BRE - MAO")
    then = house.last(players["FRANCE"])
    assert then["Subject"].startswith("[gx7] Fall 1901 France: 2 orders")
    assert "A PAR - GAS" in body(then)
    pass_deadline(house)
    assert orders(house, "FRANCE") == ()


def test_a_new_letter_comes_before_what_was_kept(house: House) -> None:
    """What is written in the phase replaces what was written ahead, and READY was only for then."""
    players = house.start()
    house.answer(players["FRANCE"], "FRANCE, Fall 1901\nA PAR - GAS\nF BRE - MAO")
    house.answer(players["FRANCE"], "Fall 1901\nA PAR - PIC\nFall 1902\nA PAR H")
    house.poll()
    pass_deadline(house)
    assert orders(house, "FRANCE") == ("A PAR - PIC", "F BRE - MAO")
    house.answer(players["FRANCE"], "A PAR - BUR")
    house.poll()
    assert orders(house, "FRANCE") == ("A PAR - BUR", "F BRE - MAO")


def test_what_was_kept_is_read_after_a_stop(house: House) -> None:
    """Once, whenever the judge comes to it."""
    players = house.start()
    house.answer(players["FRANCE"], "Fall 1901\nA PAR - PIC")
    house.poll()
    pass_deadline(house)
    count = len(house.letters(players["FRANCE"]))
    house.poll()
    house.poll()
    assert len(house.letters(players["FRANCE"])) == count
    assert orders(house, "FRANCE") == ("A PAR - PIC",)


def test_a_number_answers_the_newest_receipt_only(house: House) -> None:
    """In reply to an older one it is asked again, since its questions may have changed."""
    players = house.start()
    house.answer(players["ENGLAND"], "F LON - NTH\nF EDI - NWG")
    house.poll()
    pass_deadline(house)
    house.answer(players["ENGLAND"], "F NTH - Nor")
    house.poll()
    first = house.last(players["ENGLAND"])["Message-ID"]
    house.answer(players["ENGLAND"], "F NWG - Nor")
    house.poll()
    house.answer(players["ENGLAND"], "1", headers=(("In-Reply-To", first),))
    house.poll()
    assert orders(house, "ENGLAND") == ()
    assert "older receipt" in body(house.last(players["ENGLAND"]))
    newest = house.last(players["ENGLAND"])["Message-ID"]
    house.answer(players["ENGLAND"], "1", headers=(("In-Reply-To", newest),))
    house.poll()
    assert orders(house, "ENGLAND") == ("F NTH - NWG",)
