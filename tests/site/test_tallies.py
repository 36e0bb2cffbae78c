"""What many games come to, and the facts it is counted from."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.site.facts import Facts, PowerFacts, facts_of, read_facts, write_facts
from pbem.site.loaded import load_game
from pbem.site.source import Source
from pbem.site.tallies import (
    FATES,
    branches,
    brief_orders,
    fate,
    newest_first,
    of_power,
    openings,
    overall,
    played,
    share_of,
    tally,
)
from tests.site.samples import Home


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    """Return the facts of a game that ended in a draw of three."""
    home = Home(tmp_path_factory.mktemp("tallies"))
    home.add(home.play("cedar", 5, ends=True))
    game = load_game(Source(home.games, None), "cedar")
    assert game.facts is not None
    return game.facts


def many(facts: Facts) -> list[Facts]:
    """Return five games: three draws as played, one won alone by France, one of a year."""
    powers = tuple(replace(p, share="1" if p.power == "FRANCE" else "") for p in facts.powers)
    short = tuple(replace(p, counts=p.counts[:2], opening=()) for p in facts.powers)
    ended = facts.summary.ended or datetime(2026, 1, 1, tzinfo=UTC)
    games = [facts, facts, facts, replace(facts, how="solo", powers=powers)]
    games.append(replace(facts, labels=facts.labels[:2], powers=short))
    return [
        replace(
            one,
            summary=replace(one.summary, game=f"g{n}", ended=ended + timedelta(days=n)),
        )
        for n, one in enumerate(games)
    ]


def test_facts_are_kept_as_json(facts: Facts) -> None:
    """What is remembered beside the site is what was known."""
    assert read_facts(write_facts(facts)) == facts


def test_facts_say_what_was_played(facts: Facts) -> None:
    """Shares, centers at the start, first moves and attendance are those of the record."""
    by_power = {power.power: power for power in facts.powers}
    assert [p.power for p in facts.winners] == ["FRANCE", "GERMANY", "TURKEY"]
    assert by_power["RUSSIA"].counts[0] == 4
    assert len(by_power["FRANCE"].opening) == 2
    assert by_power["FRANCE"].opening[0].count("; ") == 2
    assert all(0 <= p.late <= p.due for p in facts.powers)
    assert facts.labels[:2] == ("Start", "1901")


def test_a_running_game_has_no_facts(tmp_path: Path) -> None:
    """Pages about many games know of a game only what it was created and ended as."""
    home = Home(tmp_path)
    home.add(home.play("birch", 1))
    game = load_game(Source(home.games, None), "birch")
    assert facts_of(game.record, game.board.variant) is None


def test_results_are_counted(facts: Facts) -> None:
    """Every game is counted once by its ending and once by its length."""
    whole = overall(many(facts))
    assert whole.kinds == (("draw", 4), ("won alone", 1))
    assert sum(count for _, count in whole.lengths) == whole.games == 5
    assert whole.on_time.endswith(" %")


def test_fates_of_a_power(facts: Facts) -> None:
    """A power wins, shares, survives or is eliminated, once a game."""
    games = many(facts)
    french = tally(of_power(games, "FRANCE"))
    assert french.fates[:2] == (1, 4)
    assert french.score == 1 + Fraction(4, 3)
    for power in ("FRANCE", "RUSSIA"):
        assert sum(tally(of_power(games, power)).fates) == 5
    out = replace(facts.powers[0], share="", counts=(3, 0))
    assert fate(facts, out) == FATES[-1]


def test_openings_are_a_tree(facts: Facts) -> None:
    """The same first moves are one opening; a game without them counts for none."""
    rows = openings(of_power(many(facts), "FRANCE"))
    assert [(row.games, row.won) for row in rows] == [(4, 1)]
    assert [count for _, count, _ in rows[0].onward] == [4]
    (tree,) = branches(rows)
    assert (tree.count, len(tree.onward)) == (4, 1)


def test_the_newest_games_come_first(facts: Facts) -> None:
    """Lists of games begin with what ended last."""
    rows = newest_first(played(one, one.powers[0]) for one in many(facts))
    assert [row.game for row in rows] == ["g4", "g3", "g2", "g1", "g0"]


@pytest.mark.parametrize(
    ("orders", "says"),
    [
        ("A PAR - BUR; F BRE - MAO; A MAR S A PAR - BUR", "PAR-BUR, BRE-MAO, MAR S PAR-BUR"),
        ("F STP/SC - BOT; A MOS H", "STP/SC-BOT, MOS H"),
        ("", ""),
    ],
)
def test_openings_are_written_briefly(orders: str, says: str) -> None:
    """Kinds of units go without saying."""
    assert brief_orders(orders) == says


@given(st.text(max_size=6))
def test_any_share_is_a_number(share: str) -> None:
    """Whatever a record says, the sum of shares can be made."""
    assert isinstance(share_of(PowerFacts("X", "", share, (), (), 0, 0)), Fraction)
