"""Every board and every way to share it, played at random: what must hold always holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pbem.adjudicator import adjudicate, rulebook
from pbem.adjudicator.result import Outcome
from pbem.assets import load_variant, variant_keys
from pbem.board.phase import PhaseKind
from pbem.board.position import Position, UnitKind
from pbem.board.variant import Arrangement, Variant
from pbem.game.record import read_position, read_result, write_position, write_result
from pbem.game.turns import follow
from pbem.orders.legality import legal_orders, owed

DATA = Path(__file__).parents[1] / "data"
GAMES = [
    pytest.param(variant, arrangement, id=f"{key}-{arrangement.key}")
    for key in variant_keys(DATA)
    for variant in [load_variant(key, DATA)]
    for arrangement in variant.arrangements.values()
]
YEARS = 4


@pytest.mark.parametrize(("variant", "arrangement"), GAMES)
def test_a_game_at_random(variant: Variant, arrangement: Arrangement) -> None:
    """Units stand where they can, one in a province; neutral units stay; records read back."""
    random = Random(f"{variant.key} {arrangement.key}")
    position = variant.opening(arrangement)
    last = position.phase.year + YEARS
    rules = rulebook(variant.rulebook)
    while position.phase.year < last:
        _check(variant, position)
        orders = {power: _orders(random, variant, position, power) for power in variant.powers}
        judged = adjudicate(variant, position, orders, rules)
        for power, results in judged.orders.items():
            illegal = [result for result in results if result.outcome is Outcome.ILLEGAL]
            assert not illegal, (str(position.phase), power)
        assert read_result(write_result(judged)) == judged
        after = follow(variant, position, judged).position
        _check_neutral(position, after)
        coin = arrangement.coin
        if coin and position.phase.year == coin.after.year and after.phase > coin.after:
            after = replace(after, closed=(), neutral=())
        position = after


def _orders(random: Random, variant: Variant, position: Position, power: str) -> list[str]:
    legal = legal_orders(variant, position, power)
    if position.phase.kind is not PhaseKind.ADJUSTMENTS:
        return [random.choice(orders) for orders in legal.values()]
    due = owed(variant, position, power)
    sites = {
        site: [
            f"{unit} B" for unit in legal if f"{unit} B" in legal[unit] and unit.province == site
        ]
        for site in due.sites
    }
    chosen = [random.choice(sites[site]) for site in random.sample(sorted(sites), due.builds)]
    disbands = [order for orders in legal.values() for order in orders if order.endswith(" D")]
    gone = random.sample(disbands, due.disbands)
    kept = [orders for unit, orders in legal.items() if f"{unit} D" not in gone]
    converts = [[order for order in orders if "CONVERT" in order] for orders in kept]
    return [*chosen, *gone, *(random.choice(own) for own in converts if own)]


def _check(variant: Variant, position: Position) -> None:
    units = [unit for own in position.units.values() for unit in own]
    assert all(variant.can_stand(unit) for unit in units)
    assert len({unit.province for unit in units}) == len(units)
    if not variant.unit_kinds:
        assert {unit.kind for unit in units} == {UnitKind.ARMY}
    centers = [center for own in position.centers.values() for center in own]
    assert len(set(centers)) == len(centers)
    assert set(centers) <= set(variant.centers)
    assert read_position(write_position(position), variant) == position


def _check_neutral(before: Position, after: Position) -> None:
    """Neutral units stay or are destroyed; who is in a closed province was there before."""
    for power in before.neutral:
        assert set(after.units.get(power, ())) <= set(before.units.get(power, ()))
        assert power not in after.dislodged
    here = {place for place, _ in before.occupants().items() if place in before.closed}
    there = {place for place, _ in after.occupants().items() if place in before.closed}
    assert here == there
