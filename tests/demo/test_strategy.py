"""The scripted players' orders: legal, whole, lively, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import pytest

from pbem.adjudicator import adjudicate, rulebook
from pbem.adjudicator.result import Adjudication
from pbem.assets import load_variant
from pbem.board.phase import PhaseKind
from pbem.board.position import Position
from pbem.demo.chance import Chance, digest
from pbem.demo.strategy import choose
from pbem.game.turns import follow
from pbem.orders.legality import owed, why_illegal
from pbem.orders.notation import read_order
from pbem.orders.order import Build, Disband

STANDARD = load_variant("standard")
SEEDS = ("2", "3")
YEARS = 8


@lru_cache(maxsize=4)
def game(
    seed: str,
) -> tuple[tuple[Position, dict[str, tuple[str, ...]], Adjudication], ...]:
    """Return the phases of a game between the scripted players alone."""
    return tuple(_phases(seed))


def _phases(seed: str) -> Iterator[tuple[Position, dict[str, tuple[str, ...]], Adjudication]]:
    position = STANDARD.opening()
    while position.phase.year < STANDARD.start.year + YEARS:
        orders = {power: choose(STANDARD, position, power, seed) for power in STANDARD.powers}
        result = adjudicate(STANDARD, position, orders, rulebook("2023"))
        yield position, orders, result
        position = follow(STANDARD, position, result).position


@pytest.mark.parametrize("seed", SEEDS)
def test_every_order_is_legal(seed: str) -> None:
    """Nobody is ordered to do what can never be done."""
    for position, orders, _ in game(seed):
        for power, sheet in orders.items():
            for order in sheet:
                why = why_illegal(STANDARD, position, power, read_order(order))
                assert why is None, f"{position.phase} {power} {order}: {why}"


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_owed(seed: str) -> None:
    """Each unit that needs an order has one, and as much is built or disbanded as is due."""
    for position, orders, _ in game(seed):
        for power, sheet in orders.items():
            debt = owed(STANDARD, position, power)
            read = [read_order(order) for order in sheet]
            if position.phase.kind is PhaseKind.ADJUSTMENTS:
                assert sum(isinstance(order, Build) for order in read) == debt.builds
                assert sum(isinstance(order, Disband) for order in read) == debt.disbands
            else:
                assert {order.unit for order in read} == set(debt.units)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_game_is_alive(seed: str) -> None:
    """There are attacks with support, convoys, retreats, builds and disbands; fortunes change."""
    seen = Counter[str]()
    for position, orders, result in game(seed):
        seen.update({position.phase.kind.value: 1})
        seen.update({"dislodged": sum(map(len, result.dislodged.values()))})
        for sheet in orders.values():
            seen.update(type(read_order(order)).__name__ for order in sheet)
    for kind in ("Move", "SupportMove", "SupportHold", "Convoy", "Retreat", "Build", "Disband"):
        assert seen[kind], kind
    assert seen["dislodged"] > 5
    sizes = [len(game(seed)[-1][0].centers.get(power, ())) for power in STANDARD.powers]
    assert max(sizes) >= 8
    assert min(sizes) <= 2


def test_no_support_is_wasted_on_ones_own() -> None:
    """A support is given only to a unit of one's own that does what is supported."""
    for _, _, result in game("2"):
        for sheets in result.orders.values():
            for judged in sheets:
                assert judged.outcome.value != "void", judged


def test_the_same_seed_gives_the_same_orders() -> None:
    """Orders follow from position, power and seed; another seed gives another game."""
    position = STANDARD.opening()
    for power in STANDARD.powers:
        first = choose(STANDARD, position, power, "1")
        assert first == choose(STANDARD, position, power, "1")
    assert game("2")[-1][0] != game("3")[-1][0]


def test_chance_follows_from_words() -> None:
    """The same words give the same choices in the same order; others give others."""
    first, again, other = Chance("a", 1), Chance("a", 1), Chance("a1")
    drawn = [first.below(1000) for _ in range(20)]
    assert drawn == [again.below(1000) for _ in range(20)]
    assert drawn != [other.below(1000) for _ in range(20)]
    assert all(3 <= Chance("between", n).between(3, 5) <= 5 for n in range(50))
    assert {Chance("pick", n).pick("xyz") for n in range(50)} == {"x", "y", "z"}
    assert not Chance("never").percent(0)
    assert Chance("always").percent(100)
    assert len(digest("a", length=12)) == 12
