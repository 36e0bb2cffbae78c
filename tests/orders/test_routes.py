"""Which fleets have a part in a convoy."""

from __future__ import annotations

import pytest

from pbem.orders.routes import on_route

CHAIN = {"X": {"Y", "S"}, "Y": {"X", "Z", "E"}, "Z": {"Y"}}


@pytest.mark.parametrize(("fleet", "on"), [("X", True), ("Y", True), ("Z", False), ("W", False)])
def test_a_dead_end_is_on_no_route(fleet: str, on: bool) -> None:
    """A way passes through no sea twice."""
    assert on_route(fleet, "S", "E", CHAIN) is on


def test_a_way_around_is_no_route() -> None:
    """F ENG is not needed from BRE to GAS, since F MAO touches both (DATC 6.G.19)."""
    touching = {"ENG": {"BRE", "MAO"}, "MAO": {"BRE", "ENG", "GAS"}}
    assert not on_route("ENG", "BRE", "GAS", touching)
    assert on_route("MAO", "BRE", "GAS", touching)


@pytest.mark.parametrize(("width", "on"), [(2, False), (8, True)])
def test_too_many_ways_to_look_at(width: int, on: bool) -> None:
    """Of thousands of routes not all are followed; a fleet beside them counts as being on one."""
    layers = [{f"{layer}{number}" for number in range(width)} for layer in "ABCD"]
    beside = [{"S"}, *layers, {"E"}]
    touching = {
        sea: beside[at] | beside[at + 2] for at, layer in enumerate(layers) for sea in layer
    }
    assert on_route("Z", "S", "E", touching | {"Z": set()}) is on
