"""More time, missed phases, and seats that change hands."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.game.commands import Absent, Affirm, Confirm, Extend, Join, PhaseEnds, Resign
from pbem.game.events import DeadlineSet, PhaseAdjudicated, PhaseHeld, SeatTaken, SeatVacated
from pbem.game.notices import (
    ClockNotice,
    HeldNotice,
    PhaseNotice,
    ReceiptNotice,
    Trouble,
    TroubleNotice,
    VacancyNotice,
)
from pbem.game.ruling import Ruling
from pbem.game.settings import Extending, Missed
from tests.game.games import DAY, HOUR, KEY, NOW, Played, letter
from tests.words import english


def refused(ruling: Ruling) -> int:
    """How many lines were refused."""
    (notice,) = (n for n in ruling.notices if isinstance(n, ReceiptNotice))
    return len(notice.refused)


@pytest.mark.parametrize(("rule", "needed"), [(Extending.MAJORITY, 4), (Extending.ALL, 7)])
def test_enough_votes_move_the_deadline(rule: Extending, needed: int) -> None:
    """To the least that was voted for; everybody is told."""
    game = Played(extending=rule).start()
    for number, power in enumerate(game.game.played()[:needed], 1):
        days = timedelta(days=1 + number % 2)
        ruling = game.write(power, "", Extend(days, NOW + DAY + days))
        moved = [e for e in ruling.events if isinstance(e, DeadlineSet)]
        assert bool(moved) is (number == needed)
    assert game.game.due == NOW + 2 * DAY
    assert sum(isinstance(n, ClockNotice) for n in ruling.notices) == 7
    assert game.game.extensions == {}


@pytest.mark.parametrize(
    ("rule", "length"),
    [
        (Extending.NONE, DAY),
        (Extending.MAJORITY, timedelta(days=8)),
        (Extending.MAJORITY, timedelta()),
    ],
)
def test_votes_the_rules_do_not_allow_are_refused(rule: Extending, length: timedelta) -> None:
    """With what would be right."""
    game = Played(extending=rule).start()
    assert refused(game.write("FRANCE", "", Extend(length, NOW + DAY + length))) == 1
    assert game.game.extensions == {}


def test_an_absence_moves_the_deadline() -> None:
    """It is said that somebody is away, never who."""
    game = Played().start()
    ruling = game.write("FRANCE", "", Absent(NOW, NOW + 3 * DAY, NOW + 3 * DAY))
    assert game.game.due == NOW + 3 * DAY
    notices = [n for n in ruling.notices if isinstance(n, ClockNotice)]
    assert {english(n.because) for n in notices} == {"a player is away"}
    assert game.game.away[game.holder("FRANCE")] == ((NOW, NOW + 3 * DAY),)


def test_an_absence_that_ends_before_it_begins_is_refused() -> None:
    """Nothing moves."""
    game = Played().start()
    assert refused(game.write("FRANCE", "", Absent(NOW, NOW, NOW))) == 1


def hold_all_but(game: Played, power: str) -> None:
    """Let everybody order but one."""
    for other in game.game.played():
        if other != power:
            units = game.game.open_position().units[other]
            game.write(other, "\n".join(f"{u} H" for u in units), at=game.game.opened or NOW)


@pytest.mark.parametrize("rules", [{"missed": Missed.WAIT}, {"first_waits": True}])
def test_a_game_can_wait_for_those_who_sent_nothing(rules: dict[str, object]) -> None:
    """It says so once, takes their orders after the deadline, and goes on then."""
    game = Played(**rules).start()
    hold_all_but(game, "FRANCE")
    held = game.end_phase()
    assert [type(e) for e in held.events] == [PhaseHeld]
    notices = [n for n in held.notices if isinstance(n, HeldNotice)]
    assert sum(bool(n.own) for n in notices) == 1
    assert game.end_phase(NOW + DAY + HOUR) == Ruling()
    game.write("FRANCE", "A PAR H\nA MAR H\nF BRE H", at=NOW + DAY + 2 * HOUR)
    judged = game.end_phase(NOW + DAY + 3 * HOUR)
    assert any(isinstance(e, PhaseAdjudicated) for e in judged.events)


def test_the_host_can_have_a_held_phase_judged() -> None:
    """Units without orders hold."""
    game = Played(missed=Missed.WAIT).start()
    due = dict.fromkeys("MRA", NOW + 2 * DAY)
    ruling = game.tell(PhaseEnds("S1901M", due, KEY, {}, forced=True))
    assert any(isinstance(e, PhaseAdjudicated) for e in ruling.events)


def test_who_misses_too_often_is_dropped() -> None:
    """Two phases one after the other; everybody is told, the power is vacant."""
    game = Played(missed=Missed.VACANT).start()
    hold_all_but(game, "FRANCE")
    game.end_phase()
    assert game.game.missed == {"FRANCE": 1}
    hold_all_but(game, "FRANCE")
    ruling = game.end_phase(NOW + 2 * DAY)
    (left,) = (e for e in ruling.events if isinstance(e, SeatVacated))
    assert (left.powers, left.how) == (("FRANCE",), "missed")
    assert game.game.vacant == ("FRANCE",)
    assert "FRANCE" not in game.game.played()
    notices = [n for n in ruling.notices if isinstance(n, VacancyNotice)]
    assert sorted(n.own for n in notices) == [False] * 6 + [True]


def test_an_order_in_between_wipes_a_miss_away() -> None:
    """Only misses one after the other count."""
    game = Played(missed=Missed.VACANT).start()
    for number in range(1, 5):
        at = game.game.opened or NOW
        if number % 2 == 0:
            game.write("FRANCE", "A PAR H", at=at)
        hold_all_but(game, "FRANCE")
        game.end_phase(NOW + number * DAY)
    assert game.game.vacant == ()


def test_a_resignation_acts_after_a_confirming_answer() -> None:
    """The orders of who left never run."""
    game = Played().start()
    game.write("FRANCE", "A PAR - BUR", Resign())
    assert game.game.vacant == ()
    ruling = game.write("FRANCE", "", Affirm())
    assert game.game.vacant == ("FRANCE",)
    assert sum(isinstance(n, VacancyNotice) for n in ruling.notices) == 6
    judged = game.end_phase()
    (event,) = (e for e in judged.events if isinstance(e, PhaseAdjudicated))
    assert "FRANCE" not in event.orders
    assert "FRANCE" not in event.late


def test_a_stranger_takes_a_vacant_power_over() -> None:
    """After answering once, with the letter that opens the phase."""
    game = Played().start()
    game.write("FRANCE", "", Resign())
    game.write("FRANCE", "", Affirm())
    game.tell(Join(letter(), "new@example.org", "Nora", ("FRANCE",)))
    ruling = game.tell(Confirm(letter(), "p8", KEY, NOW + DAY))
    assert any(isinstance(e, SeatTaken) for e in ruling.events)
    assert [type(n) for n in ruling.notices] == [PhaseNotice]
    assert game.game.vacant == ()
    assert game.write("FRANCE", "A PAR - BUR").events


def test_a_power_that_is_played_cannot_be_taken_over() -> None:
    """The game is full."""
    game = Played().start()
    ruling = game.tell(Join(letter(), "new@example.org", "Nora", ("FRANCE",)))
    (notice,) = ruling.notices
    assert isinstance(notice, TroubleNotice)
    assert notice.trouble is Trouble.GAME_FULL
