"""What a game rules on each command: told as short stories."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.board.position import Unit, UnitKind
from pbem.game.commands import (
    AskStatus,
    Clear,
    Confirm,
    CreateGame,
    EndGame,
    Join,
    MoveDeadline,
    PauseGame,
    PhaseEnds,
    Ready,
    RemindersDue,
    ResumeGame,
    Undo,
    VoteDraw,
    Wait,
)
from pbem.game.events import (
    DeadlineSet,
    GameEnded,
    OrdersSubmitted,
    PhaseAdjudicated,
    SeatsDrawn,
)
from pbem.game.notices import (
    ClockNotice,
    EndNotice,
    JoinNotice,
    PhaseNotice,
    Readiness,
    ReceiptNotice,
    ReminderNotice,
    SeatNotice,
    StatusNotice,
    Trouble,
    TroubleNotice,
)
from pbem.game.readiness import all_ready, early_at, reminder_at
from pbem.game.ruling import Ruling, created
from pbem.game.settings import Early
from pbem.game.state import Stage, fold
from tests.game.games import DAY, HOUR, KEY, NONCE, NOW, Played, letter, settings
from tests.words import english


def receipt(ruling: Ruling) -> ReceiptNotice:
    """The receipt among the notices."""
    (notice,) = (n for n in ruling.notices if isinstance(n, ReceiptNotice))
    return notice


def trouble(ruling: Ruling) -> Trouble:
    """Why the letter changed nothing."""
    assert not ruling.events
    (notice,) = ruling.notices
    assert isinstance(notice, TroubleNotice)
    return notice.trouble


def test_a_stranger_counts_only_after_an_answer() -> None:
    """JOIN brings a letter to answer; the answer brings the seat."""
    game = Played()
    asked = game.tell(Join(letter(), "p1@example.org", "Ann", ("FRANCE",)))
    assert [type(n) for n in asked.notices] == [JoinNotice]
    assert not game.game.players["p1"].confirmed
    confirmed = game.tell(Confirm(letter(), "p1", KEY, NOW + DAY))
    assert [type(n) for n in confirmed.notices] == [SeatNotice]
    assert game.game.players["p1"].confirmed


def test_joining_twice_is_one_player() -> None:
    """A second JOIN from the same address is answered the same way."""
    game = Played()
    game.tell(Join(letter(), "p1@example.org", "Ann", ()))
    game.tell(Join(letter(), "p1@example.org", "Ann", ()))
    assert list(game.game.players) == ["p1"]


def test_the_last_seat_starts_the_game() -> None:
    """Seats are drawn with the key, everyone gets the opening letter with a form."""
    game = Played().start()
    assert game.game.stage is Stage.RUNNING
    (drawn,) = (e for e in game.said[-1].events if isinstance(e, SeatsDrawn))
    assert drawn.key == KEY
    assert sorted(p for powers in drawn.seats.values() for p in powers) == sorted(
        game.game.variant.powers
    )
    letters = [n for n in game.said[-1].notices if isinstance(n, PhaseNotice)]
    assert len(letters) == 7
    assert {len(form.lines) for n in letters for form in n.forms} == {3, 4}
    assert game.game.due == NOW + DAY


def test_an_eighth_player_is_told_that_the_game_is_full() -> None:
    """Nothing changes."""
    game = Played().start()
    late = game.tell(Join(letter(), "p8@example.org", "Late", ()))
    assert trouble(late) is Trouble.GAME_FULL


def test_orders_are_kept_with_a_receipt() -> None:
    """The receipt shows the whole sheet, what is missing, and commits to it."""
    game = Played().start()
    note = receipt(game.write("FRANCE", "A PAR - BUR\nF BRE - MAO"))
    (power,) = note.powers
    assert [(line.order, line.given) for line in power.sheet] == [
        ("A MAR H", False),
        ("A PAR - BUR", True),
        ("F BRE - MAO", True),
    ]
    assert power.receipt == 1
    assert [*map(english, power.owes)] == ["A MAR has no order"]
    assert power.readiness is Readiness.MISSING
    assert power.hash.startswith("sha256:")
    assert power.nonce == NONCE


def test_a_later_order_replaces_only_that_unit() -> None:
    """The earlier orders stand, and are marked as standing."""
    game = Played().start()
    game.write("FRANCE", "A PAR - BUR\nF BRE - MAO")
    (power,) = receipt(game.write("FRANCE", "A PAR - PIC")).powers
    assert [(line.order, line.standing) for line in power.sheet if line.given] == [
        ("A PAR - PIC", False),
        ("F BRE - MAO", True),
    ]
    assert power.receipt == 2


def test_a_line_that_cannot_be_read_harms_no_stored_order() -> None:
    """The sheet after it is the sheet before it."""
    game = Played().start()
    game.write("FRANCE", "A PAR - BUR")
    (power,) = receipt(game.write("FRANCE", "A PAR - ROM")).powers
    assert [r.text for r in power.reading.refused] == ["A PAR - ROM"]
    assert game.game.sheet("FRANCE").orders == ("A PAR - BUR",)


def test_clear_and_undo() -> None:
    """CLEAR takes all back; UNDO brings back what the last letter changed."""
    game = Played().start()
    game.write("FRANCE", "A PAR - BUR\nF BRE - MAO")
    game.write("FRANCE", "", Clear())
    assert game.game.sheet("FRANCE").orders == ()
    game.write("FRANCE", "", Undo())
    assert game.game.sheet("FRANCE").orders == ("A PAR - BUR", "F BRE - MAO")
    game.write("FRANCE", "", Undo())
    assert game.game.sheet("FRANCE").orders == ()


def test_a_question_keeps_a_power_from_being_ready() -> None:
    """Until it is answered; READY does not help."""
    game = Played().start()
    game.write("ENGLAND", "F LON - NTH\nF EDI - NWG\nA LVP - YOR")
    game.end_phase()
    at = NOW + DAY
    asked = game.write("ENGLAND", "F NTH - Nor\nA YOR H\nF NWG H", Ready(), at=at)
    (power,) = receipt(asked).powers
    assert power.readiness is Readiness.QUESTION
    assert receipt(asked).refused[0][0] == "READY"
    answered = game.write("ENGLAND", "F NTH - NWY", at=at)
    assert receipt(answered).powers[0].readiness is Readiness.READY


def order_all(game: Played, at: object = NOW) -> None:
    """Let every power hold everything."""
    for power in game.game.played():
        units = game.game.open_position().units[power]
        game.write(power, "\n".join(f"{unit} H" for unit in units), at=at)  # type: ignore[arg-type]


def test_all_complete_sheets_bring_the_phase_on_early() -> None:
    """Not sooner than the pause after the last change; WAIT holds it."""
    game = Played().start()
    assert early_at(game.game) is None
    order_all(game)
    assert early_at(game.game) == NOW + timedelta(minutes=10)
    game.write("FRANCE", "", Wait())
    assert early_at(game.game) is None
    game.write("FRANCE", "", Ready(), at=NOW + HOUR)
    assert early_at(game.game) == NOW + HOUR + timedelta(minutes=10)


@pytest.mark.parametrize(
    ("early", "ready"),
    [(Early.NEVER, False), (Early.READY_SAID, False), (Early.COMPLETE, True)],
)
def test_the_game_says_whether_complete_means_ready(early: Early, ready: bool) -> None:
    """`never` waits for the deadline, `ready-said` for the word."""
    game = Played(early=early).start()
    order_all(game)
    assert (early_at(game.game) is not None) is ready


def test_ready_means_what_is_missing() -> None:
    """Units without an order hold."""
    game = Played().start()
    (power,) = receipt(game.write("FRANCE", "A PAR - BUR", Ready())).powers
    assert power.readiness is Readiness.READY
    assert ("A MAR H", False) in [(line.order, line.given) for line in power.sheet]


def test_the_deadline_judges_the_sheets_that_stand() -> None:
    """The file opens just the sheet that ran, and names who sent nothing."""
    game = Played().start()
    game.write("FRANCE", "A PAR - GAS")
    game.write("FRANCE", "A PAR - BUR\nA MAR S A PAR - BUR")
    ruling = game.end_phase()
    (judged,) = (e for e in ruling.events if isinstance(e, PhaseAdjudicated))
    assert judged.opened["FRANCE"].orders == ("A MAR S A PAR - BUR", "A PAR - BUR")
    assert [r.number for r in judged.receipts["FRANCE"]] == [1, 2]
    assert "FRANCE" not in judged.late
    assert "ENGLAND" in judged.late
    assert str(game.game.open_position().phase) == "F1901M"
    assert game.game.sheets == {}
    assert len(ruling.notices) == 7


def test_a_phase_ends_only_once() -> None:
    """The command for a phase that is over changes nothing."""
    game = Played().start()
    game.end_phase()
    again = game.tell(PhaseEnds("S1901M", {"M": NOW}, KEY), NOW + DAY)
    assert again == Ruling()


def test_a_letter_from_before_the_results_is_late() -> None:
    """It is never stored for the next phase."""
    game = Played().start()
    game.end_phase(NOW + DAY + HOUR)
    late = game.write("FRANCE", "A PAR - BUR", at=NOW + DAY + HOUR / 2)
    assert trouble(late) is Trouble.LATE


def test_the_second_of_the_deadline_is_in_time() -> None:
    """And the next one is late."""
    game = Played().start()
    assert game.write("FRANCE", "A PAR - BUR", at=NOW + DAY).events
    late = game.write("FRANCE", "A PAR - PIC", at=NOW + DAY + timedelta(seconds=1))
    assert trouble(late) is Trouble.LATE


def test_in_grace_only_late_powers_order() -> None:
    """A power that was ready keeps its sheet."""
    game = Played(grace=HOUR).start()
    game.write("FRANCE", "A PAR H\nA MAR H\nF BRE H")
    note = receipt(game.write("FRANCE", "A PAR - BUR", at=NOW + DAY + HOUR / 2))
    assert "grace" in english(note.refused[0][1])
    assert "A PAR H" in game.game.sheet("FRANCE").orders
    game.write("ENGLAND", "F LON - NTH", at=NOW + DAY + HOUR / 2)
    assert game.game.sheet("ENGLAND").orders == ("F LON - NTH",)


def test_a_draw_needs_every_survivor() -> None:
    """The vote that completes it ends the game at once; the open phase is not judged."""
    game = Played().start()
    game.write("FRANCE", "A PAR - BUR")
    powers = game.game.played()
    for power in powers[:-1]:
        game.write(power, "", VoteDraw(yes=True))
    game.write(powers[0], "", VoteDraw(yes=False))
    game.write(powers[-1], "", VoteDraw(yes=True))
    assert game.game.stage is Stage.RUNNING
    ruling = game.write(powers[0], "", VoteDraw(yes=True))
    assert game.game.stage is Stage.ENDED
    (ended,) = (e for e in ruling.events if isinstance(e, GameEnded))
    assert ended.winners == powers
    assert not any(isinstance(e, PhaseAdjudicated) for e in ruling.events)
    assert [type(n) for n in ruling.notices] == [EndNotice] * 7
    assert trouble(game.write("FRANCE", "A PAR - BUR")) is Trouble.GAME_OVER


def test_reminders_go_once_and_only_to_those_who_owe() -> None:
    """Half way to the deadline."""
    game = Played().start()
    game.write("FRANCE", "A PAR H\nA MAR H\nF BRE H")
    assert reminder_at(game.game) == NOW + DAY / 2
    ruling = game.tell(RemindersDue("S1901M"), NOW + DAY / 2)
    reminded = [n for n in ruling.notices if isinstance(n, ReminderNotice)]
    assert len(reminded) == 6
    assert not any("FRANCE" in n.owes for n in reminded)
    assert reminder_at(game.game) is None
    assert game.tell(RemindersDue("S1901M"), NOW + DAY / 2) == Ruling()


def test_the_host_moves_pauses_resumes_and_ends() -> None:
    """Everybody is told each time."""
    game = Played().start()
    moved = game.tell(MoveDeadline("S1901M", NOW + 3 * DAY, "holidays"))
    assert game.game.due == NOW + 3 * DAY
    paused = game.tell(PauseGame("a server moves"))
    assert game.game.due is None
    resumed = game.tell(ResumeGame(NOW + 5 * DAY), NOW + DAY)
    assert game.game.due == NOW + 5 * DAY
    for ruling in (moved, paused, resumed):
        assert [type(n) for n in ruling.notices] == [ClockNotice] * 7
    ended = game.tell(EndGame("nobody plays"))
    assert [type(n) for n in ended.notices] == [EndNotice] * 7


def test_status_is_answered() -> None:
    """Who is ready, never what was ordered."""
    game = Played().start()
    ruling = game.write("FRANCE", "", AskStatus())
    (notice,) = ruling.notices
    assert isinstance(notice, StatusNotice)
    assert notice.ready == ()


def test_a_letter_with_talk_alone_changes_nothing() -> None:
    """And its sender is told that nothing was found."""
    game = Played().start()
    assert trouble(game.write("FRANCE", "Hello there")) is Trouble.NO_ORDERS


def test_lines_that_could_not_be_obeyed_are_told() -> None:
    """Even where the letter holds nothing else."""
    game = Played().start()
    note = receipt(game.write("FRANCE", "", refused=[("EXTEND", "say for how long")]))
    assert note.refused == (("EXTEND", "say for how long"),)


def test_eighteen_centers_after_a_fall_win_alone() -> None:
    """Checked when ownership was settled, never in Spring."""
    game = Played().start()
    position = game.game.open_position()
    centers = dict.fromkeys(game.game.variant.powers, ())
    centers["FRANCE"] = game.game.variant.centers[:17]
    spring = replace(position, centers=centers)
    game.game = replace(game.game, position=spring)
    game.end_phase()
    assert game.game.stage is Stage.RUNNING
    free = next(c for c in game.game.variant.centers[17:] if c not in ("PAR", "BRE", "MAR"))
    unit = game.game.open_position()
    units = {"FRANCE": (Unit(UnitKind.ARMY, free),)}
    game.game = replace(game.game, position=replace(unit, units=units))
    ruling = game.end_phase(NOW + 2 * DAY)
    (ended,) = (e for e in ruling.events if isinstance(e, GameEnded))
    assert (ended.how, ended.winners) == ("solo", ("FRANCE",))
    assert not any(isinstance(e, DeadlineSet) for e in ruling.events)


def test_a_game_folded_from_its_events_is_the_game() -> None:
    """Nothing lives outside the events."""
    game = Played().start()
    game.write("FRANCE", "A PAR - BUR\nF BRE - MAO", Wait())
    game.end_phase()
    game.write("ENGLAND", "F LON - NTH", at=NOW + DAY)
    events = [
        created(CreateGame(settings(), ""), NOW),
        *(event for ruling in game.said for event in ruling.events),
    ]
    folded = fold(events, game.game.variant, game.game.rulebook)
    assert folded == game.game
    assert any(isinstance(e, OrdersSubmitted) for e in events)
    assert not all_ready(folded)


def test_a_retreat_given_ahead_is_there_when_it_is_needed() -> None:
    """`A MUN H (retreat BER, KIE)`: the places that are open, with a receipt of their own."""
    game = Played().start()
    position = game.game.open_position()
    units = dict(position.units) | {
        "GERMANY": (Unit.read("A MUN"), Unit.read("A KIE")),
        "FRANCE": (Unit.read("A BUR"), Unit.read("A RUH")),
    }
    game.game = replace(game.game, position=replace(position, units=units))
    kept = receipt(game.write("GERMANY", "A MUN H (retreat KIE, BER)\nA KIE H"))
    assert [read.order for read in kept.powers[0].reading.later] == ["A MUN R KIE, BER"]
    game.write("FRANCE", "A BUR - MUN\nA RUH S A BUR - MUN")
    ruling = game.end_phase()
    assert str(game.game.open_position().phase) == "S1901R"
    assert game.game.sheet("GERMANY").orders == ("A MUN R BER",)
    (sheet,) = (e for e in ruling.events if isinstance(e, OrdersSubmitted))
    assert (sheet.receipt, sheet.nonce) == (1, NONCE)
    assert all_ready(game.game)
    game.end_phase(NOW + 2 * DAY)
    assert Unit.read("A BER") in game.game.open_position().units["GERMANY"]
