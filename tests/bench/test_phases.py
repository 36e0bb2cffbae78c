"""The phases that figures are taken on."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from pbem.bench.phases import generated, paradoxes, recorded
from tests.datc.cases import Lines, read_cases
from tests.shared import shared


def test_every_generated_unit_has_an_order() -> None:
    """Half of the 2,000 phases have 34 units; all have a unit a province and an order a unit."""
    phases = generated()
    assert len(phases) == 2000
    for phase in phases:
        units = [unit for own in phase["units"].values() for unit in own]
        assert len({unit[2:5] for unit in units}) == len(units)
        assert [*phase["units"]] == [*phase["orders"]]
        for power, own in phase["units"].items():
            assert all(map(str.startswith, phase["orders"][power], own))
    dense = phases[:1000]
    assert {sum(map(len, phase["units"].values())) for phase in dense} == {34}


def test_generated_phases_are_the_agreed_ones() -> None:
    """They are those that the figures of other engines were taken on."""
    path = shared("bench", "phases_generated.jsonl.xz")
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        agreed = [json.loads(line) for line in lines]
    kept = ("phase", "units", "orders")
    assert generated() == [{name: record[name] for name in kept} for record in agreed]


def test_paradoxes_are_the_published_ones() -> None:
    """Each case that depends on the paradox rule is there, as tests/datc has it."""
    published = [
        (case.key, case.steps[0])
        for case in read_cases()
        if any(option == "convoy_paradox" for _, option, _ in case.rules)
    ]
    assert paradoxes() == [
        {
            "case": key,
            "phase": step.phase,
            "units": {power.upper(): own for power, own in step.lists("units").items()},
            "orders": _orders(step.blocks["orders"]),
        }
        for key, step in published
    ]


def _orders(lines: Lines) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = {}
    for power, text in lines:
        orders.setdefault(power.upper(), []).append(text.partition("  ")[0])
    return orders


@pytest.mark.conformance
def test_recorded_movement_phases() -> None:
    """Of recorded games, the movement phases are taken."""
    folder = shared("conformance", "games")
    assert {phase["phase"][-1] for phase in recorded(folder)} == {"M"}


def test_no_recorded_games(tmp_path: Path) -> None:
    """Where there are no games, there is nothing to measure on."""
    assert recorded(tmp_path) == []
