"""The engine against brute force on small boards; `PBEM_EXPLORE=200000` tries that many."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from pbem.adjudicator import Rulebook, adjudicate, read_rulebook, rulebook
from pbem.adjudicator.result import Adjudication, Outcome
from pbem.adjudicator.rulebook import OPTIONS
from pbem.board.position import Position
from pbem.board.variant import Variant
from tests.adjudicator.boards import (
    matching_orders,
    orders_over_the_sea,
    orders_to_swap,
    small_board,
    small_position,
)
from tests.adjudicator.oracle import World, world_of, worlds_guesses

FROM_LAST_FLEET = read_rulebook({"convoy_attack_from": "last-fleet"})

Plot = Callable[[Random, Variant, Position], dict[str, tuple[str, ...]]]

_MOST_MOVES = 7
_EXPLORE = os.environ.get("PBEM_EXPLORE", "")
_BATCHES = 20
_PER_BATCH = int(_EXPLORE) // _BATCHES if _EXPLORE.isdecimal() else 250


@pytest.mark.parametrize("batch", range(_BATCHES))
def test_engine_agrees_with_brute_force(batch: int) -> None:
    """What has one consistent outcome is judged so; else a paradox is broken, or a circle moves.

    Of the random boards, one in five is judged with convoyed attacks from the last fleet,
    one by other choices about convoys, the others by the default rulebook.
    """
    judged = 0
    for number in range(_PER_BATCH):
        seed, rules, plot = f"{batch}.{number}", rulebook("2023"), matching_orders
        if number % 5 == 3:
            rules, plot = _other_rules(Random(seed)), orders_to_swap
        elif number % 5 == 4:
            rules, plot = FROM_LAST_FLEET, orders_over_the_sea
        judged += _agrees(seed, rules, plot)
    assert judged > _PER_BATCH // 2


def _other_rules(random: Random) -> Rulebook:
    options = (
        "convoy_attack_from",
        "convoy_falls_back_to_land",
        "convoy_intent",
        "convoy_routes",
        "dislodged_effect",
    )
    return read_rulebook({option: random.choice(OPTIONS[option]) for option in options})


def _agrees(seed: str, rules: Rulebook, plot: Plot) -> bool:
    random = Random(seed)
    board = small_board(random)
    position = small_position(random, board)
    orders = plot(random, board, position)
    ours = adjudicate(board, position, orders, rules)
    moves = _moves(ours)
    if len(moves) > _MOST_MOVES:
        return False
    illegal = [
        result.order
        for own in ours.orders.values()
        for result in own
        if result.outcome is Outcome.ILLEGAL
    ]
    world = world_of(board, position, orders, illegal, rules)
    _check(seed, ours, world, board, position)
    return True


def _moves(ours: Adjudication) -> dict[str, Outcome]:
    """Return the outcome of each legal move by province."""
    return {
        result.order.split(" ")[1]: result.outcome
        for own in ours.orders.values()
        for result in own
        if " - " in result.order
        and result.order.split(" ")[2] == "-"
        and result.outcome is not Outcome.ILLEGAL
    }


def _check(seed: str, ours: Adjudication, world: World, board: Variant, position: Position) -> None:
    went = frozenset(at for at, outcome in _moves(ours).items() if outcome is Outcome.SUCCEEDS)
    broken = frozenset(
        result.order.split(" ")[1]
        for own in ours.orders.values()
        for result in own
        if result.outcome is Outcome.NO_CONVOY and "paradox" in result.reason
    )
    guesses = list(worlds_guesses(world))
    if world.rules.convoy_falls_back_to_land and len(guesses) != 1:
        return  # An army whose convoy is a paradox goes by land, and nothing tells that it was one.
    if broken:
        assert len(guesses) != 1, seed
        guesses = list(worlds_guesses(replace(world, broken=broken)))
    assert went in guesses, seed
    # Of several outcomes that hold together, circles of moves go round.
    assert len(went) == max(map(len, guesses)), seed
    assert sum(map(len, ours.units.values())) + sum(map(len, ours.dislodged.values())) == len(
        position.occupants()
    )
    assert all(unit.province in board.provinces for own in ours.units.values() for unit in own)
