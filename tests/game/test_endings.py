"""How games end, each way once, and the rules that decide between them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.game.commands import Affirm, Concede, EndGame, TimeIsUp, VoteDraw
from pbem.game.events import CoinFell, GameEnded
from pbem.game.notices import ReceiptNotice
from pbem.game.ruling import Ruling
from pbem.game.settings import DrawRule
from pbem.game.state import Stage
from tests.game.games import DAY, NOW, Played

FALL = Phase.read("F1905M")


def end_of(ruling: Ruling) -> GameEnded | None:
    """The end among the events."""
    return next((e for e in ruling.events if isinstance(e, GameEnded)), None)


def owning(game: Played, counts: dict[str, int], phase: Phase = FALL) -> Position:
    """A position in which powers own so many centers, a unit on each that changes hands."""
    left = list(game.game.variant.centers)
    centers = {power: tuple(sorted(left.pop(0) for _ in range(n))) for power, n in counts.items()}
    units = {power: (Unit.read(f"A {owned[-1]}"),) for power, owned in centers.items() if owned}
    before = {power: owned[:-1] for power, owned in centers.items()}
    return Position(phase, units, before)


def played(arrangement: str = "p7", **more: object) -> Played:
    """A game that has started."""
    return Played(arrangement=arrangement, **more).start()


def fall(game: Played, counts: dict[str, int], phase: Phase = FALL) -> GameEnded | None:
    """End a Fall turn after which powers own so many centers."""
    game.game = replace(game.game, position=owning(game, counts, phase))
    return end_of(game.end_phase())


def test_eighteen_win_alone() -> None:
    """The share is one."""
    end = fall(played(), {"FRANCE": 18, "TURKEY": 10})
    assert end is not None
    assert (end.how, end.winners, end.shares) == ("solo", ("FRANCE",), {"FRANCE": "1"})


def test_seventeen_play_on() -> None:
    """Whoever has most."""
    assert fall(played(), {"FRANCE": 17, "TURKEY": 10}) is None


def test_a_spring_never_ends_a_game() -> None:
    """Centers change hands in the Fall."""
    assert fall(played(), {"FRANCE": 19}, Phase.read("S1905M")) is None


def test_a_seat_wins_with_the_sum_of_its_powers() -> None:
    """Where the arrangement counts by player; the share is the player's."""
    end = fall(played("p4"), {"FRANCE": 9, "AUSTRIA": 9, "ENGLAND": 10})
    assert end is not None
    assert (end.how, end.winners) == ("solo", ("AUSTRIA", "FRANCE"))
    assert end.shares == {"AUSTRIA": "1/2", "FRANCE": "1/2"}


@pytest.mark.parametrize(
    ("counts", "how", "winners"),
    [
        ({"FRANCE": 8, "TURKEY": 5}, "turn-limit", ("FRANCE",)),
        ({"FRANCE": 8, "TURKEY": 8, "ITALY": 3}, "turn-limit", ("FRANCE", "TURKEY")),
        ({"FRANCE": 18, "TURKEY": 8}, "solo", ("FRANCE",)),
    ],
)
def test_the_turn_limit(counts: dict[str, int], how: str, winners: tuple[str, ...]) -> None:
    """The most centers win, leaders share, a solo comes first; no Winter is played."""
    end = fall(played(turn_limit="F1905M"), counts)
    assert end is not None
    assert (end.how, end.winners) == (how, winners)


def test_before_its_turn_limit_a_game_goes_on() -> None:
    """A year earlier."""
    game = played(turn_limit="F1906M")
    assert fall(game, {"FRANCE": 8}) is None


def test_the_time_limit_takes_the_last_ownership() -> None:
    """The open phase is not judged."""
    game = played(time_limit="2026-02-01T00:00:00Z")
    game.game = replace(game.game, position=owning(game, {"FRANCE": 8, "TURKEY": 5}))
    ruling = game.tell(TimeIsUp())
    end = end_of(ruling)
    assert end is not None
    assert (end.how, end.winners, len(ruling.events)) == ("time-limit", ("FRANCE",), 1)


def test_a_draw_can_name_who_shares() -> None:
    """Where the rules allow a list, and all survivors vote for the same one."""
    game = played(draw=DrawRule.LIST)
    pair = ("FRANCE", "TURKEY")
    for power in game.game.played():
        other = () if power == "ITALY" else pair
        ruling = game.write(power, "", VoteDraw(True, other))
    assert game.game.stage is Stage.RUNNING
    ruling = game.write("ITALY", "", VoteDraw(True, pair))
    end = end_of(ruling)
    assert end is not None
    assert (end.how, end.shares) == ("draw", {"FRANCE": "1/2", "TURKEY": "1/2"})


@pytest.mark.parametrize(
    ("rule", "vote"),
    [(DrawRule.DIAS, VoteDraw(True, ("FRANCE",))), (DrawRule.NONE, VoteDraw(True))],
)
def test_a_vote_the_rules_do_not_know_is_refused(rule: DrawRule, vote: VoteDraw) -> None:
    """And told so."""
    game = played(draw=rule)
    (notice,) = game.write("FRANCE", "", vote).notices
    assert isinstance(notice, ReceiptNotice)
    assert notice.refused
    assert game.game.votes == {}


def test_players_of_several_powers_share_a_draw_by_player() -> None:
    """Four players, a quarter each."""
    game = played("p4")
    for power in ("ENGLAND", "FRANCE", "GERMANY", "RUSSIA"):
        ruling = game.write(power, "", VoteDraw(True))
    end = end_of(ruling)
    assert end is not None
    assert end.shares["ENGLAND"] == "1/4"
    assert end.shares["FRANCE"] == end.shares["AUSTRIA"] == "1/8"


def test_a_concession_acts_only_after_a_confirming_answer() -> None:
    """And ends the game when all the others have conceded to the same power."""
    game = played()
    for power in game.game.played():
        if power != "FRANCE":
            game.write(power, "", Concede("FRANCE"))
    assert game.game.stage is Stage.RUNNING
    assert game.game.concessions == {}
    for power in game.game.played():
        if power != "FRANCE":
            ruling = game.write(power, "", Affirm())
    end = end_of(ruling)
    assert end is not None
    assert (end.how, end.winners) == ("concession", ("FRANCE",))


@pytest.mark.parametrize("word", [Affirm(), Concede("FRANCE")])
def test_what_cannot_be_conceded_is_refused(word: Affirm | Concede) -> None:
    """To oneself, or with nothing to confirm."""
    game = played()
    (notice,) = game.write("FRANCE", "", word).notices
    assert isinstance(notice, ReceiptNotice)
    assert len(notice.refused) == 1


def test_the_host_can_end_a_game() -> None:
    """Nobody wins."""
    end = end_of(played().tell(EndGame("all have moved away")))
    assert end is not None
    assert (end.how, end.winners, end.because) == ("abandoned", (), "all have moved away")


def test_the_coin_of_1914_gives_italy_away() -> None:
    """After the Fall, before the adjustments; the provinces are open and Italy is played."""
    game = played("p2-ww1")
    assert str(game.game.open_position().phase) == "S1914M"
    assert game.game.played() == ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "RUSSIA", "TURKEY")
    assert game.end_phase().events
    assert game.game.open_position().closed
    ruling = game.end_phase(NOW + 2 * DAY)
    (coin,) = (e for e in ruling.events if isinstance(e, CoinFell))
    assert (coin.power, coin.draw) == ("ITALY", 1)
    position = game.game.open_position()
    assert (position.closed, position.neutral) == ((), ())
    assert "ITALY" in game.game.seats[coin.player]
    assert "ITALY" in game.game.played()
    later = game.end_phase(NOW + 2 * DAY + timedelta(days=1))
    assert not any(isinstance(e, CoinFell) for e in later.events)


def test_neutral_powers_hold_and_owe_nothing() -> None:
    """Nobody is asked to order them, nobody waits for them."""
    game = played("p5")
    assert "ITALY" not in game.game.played()
    game.write("FRANCE", "A MAR - PIE")
    ruling = game.end_phase()
    assert ruling.events
    assert Unit.read("A VEN") in game.game.open_position().units["ITALY"]
