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
from pbem.board.variant import Variant
from pbem.demo.chance import Chance, digest
from pbem.demo.outlook import Outlook
from pbem.demo.strategy import choose
from pbem.game.turns import follow
from pbem.orders.legality import owed, why_illegal
from pbem.orders.notation import read_order
from pbem.orders.order import Build, Disband

STANDARD = load_variant("standard")
GAMES = (("standard", "2"), ("standard", "3"), ("era-of-empire", "2"), ("zorbees", "2"))
YEARS = 8
every_game = pytest.mark.parametrize(("board", "seed"), GAMES)


@lru_cache(maxsize=5)
def game(
    board: str, seed: str
) -> tuple[tuple[Position, dict[str, tuple[str, ...]], Adjudication], ...]:
    """Return the phases of a game between the scripted players alone."""
    return tuple(_phases(load_variant(board), seed))


def _phases(
    variant: Variant, seed: str
) -> Iterator[tuple[Position, dict[str, tuple[str, ...]], Adjudication]]:
    position = variant.opening()
    while position.phase.year < variant.start.year + YEARS:
        orders = {power: choose(variant, position, power, seed) for power in variant.powers}
        result = adjudicate(variant, position, orders, rulebook(variant.rulebook))
        yield position, orders, result
        position = follow(variant, position, result).position


@every_game
def test_every_order_is_legal(board: str, seed: str) -> None:
    """Nobody is ordered to do what can never be done."""
    variant = load_variant(board)
    for position, orders, _ in game(board, seed):
        for power, sheet in orders.items():
            for order in sheet:
                why = why_illegal(variant, position, power, read_order(order))
                assert why is None, f"{position.phase} {power} {order}: {why}"


@every_game
def test_nothing_is_owed(board: str, seed: str) -> None:
    """Each unit that needs an order has one, and as much is built or disbanded as is due."""
    for position, orders, _ in game(board, seed):
        for power, sheet in orders.items():
            debt = owed(load_variant(board), position, power)
            read = [read_order(order) for order in sheet]
            if position.phase.kind is PhaseKind.ADJUSTMENTS:
                assert sum(isinstance(order, Build) for order in read) == debt.builds
                assert sum(isinstance(order, Disband) for order in read) == debt.disbands
            else:
                assert {order.unit for order in read} == set(debt.units)


@every_game
def test_the_game_is_alive(board: str, seed: str) -> None:
    """There are attacks with support, retreats, builds and disbands; fortunes change.

    Where fleets can carry armies and units can change their kind, they do.
    """
    variant = load_variant(board)
    seen = Counter[str]()
    for _, orders, result in game(board, seed):
        seen.update({"dislodged": sum(map(len, result.dislodged.values()))})
        for sheet in orders.values():
            seen.update(type(read_order(order)).__name__ for order in sheet)
    for kind in ("Move", "SupportMove", "SupportHold", "Retreat", "Build", "Disband"):
        assert seen[kind], kind
    assert bool(seen["Convoy"]) is variant.convoys
    assert bool(seen["Convert"]) is variant.converts
    assert seen["dislodged"] > 5
    sizes = [len(game(board, seed)[-1][0].centers.get(power, ())) for power in variant.powers]
    assert max(sizes) >= 2 * min(power_homes(variant))
    assert min(sizes) <= 2


def power_homes(variant: Variant) -> list[int]:
    """Return how many homes each power has."""
    return [len(power.homes) for power in variant.powers.values()]


def test_no_support_is_wasted_on_ones_own() -> None:
    """A support is given only to a unit of one's own that does what is supported."""
    for _, _, result in game("standard", "2"):
        for sheets in result.orders.values():
            for judged in sheets:
                assert judged.outcome.value != "void", judged


def test_the_same_seed_gives_the_same_orders() -> None:
    """Orders follow from position, power and seed; another seed gives another game."""
    position = STANDARD.opening()
    for power in STANDARD.powers:
        first = choose(STANDARD, position, power, "1")
        assert first == choose(STANDARD, position, power, "1")
    assert game("standard", "2")[-1][0] != game("standard", "3")[-1][0]


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


def test_what_decides_is_worth_more() -> None:
    """A center that nobody can win without counts twice what another would."""
    space = load_variant("zorbees")
    outlook = Outlook(space, space.opening(), "ZORBEES", "1")
    assert outlook.prize("SIN") > max(
        outlook.prize(center) for center in space.centers if center != "SIN"
    )
