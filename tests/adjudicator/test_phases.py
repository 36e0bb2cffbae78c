"""Whole phases: what is told of each order, who stands where after it, who owns the centers."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit

STANDARD = load_variant("standard")
PHASES = [
    entry.splitlines()
    for entry in (Path(__file__).parent / "phases.txt").read_text("utf-8").split("\n\n")
    if not entry.startswith("#")
]


def listed(text: str) -> tuple[str, ...]:
    """Return what stands in a list; `none` is an empty one."""
    return () if text == "none" else tuple(text.split(", "))


@pytest.mark.parametrize("entry", PHASES, ids=lambda entry: entry[0])
def test_phase(entry: list[str]) -> None:
    """Each order and each unit without one ends as phases.txt says, and so do the centers."""
    _, head, *lines = entry
    phase, *settings = head.split("; ")
    chosen = dict(one.split(" ", 1) for one in settings)
    apart = {key: listed(chosen.pop(key, "none")) for key in ("closed", "neutral")}
    heads = ("", "centers", "after", "dislodged", "then")
    told: dict[str, dict[str, tuple[str, ...]]] = {head: {} for head in heads}
    expected: dict[str, list[str]] = {}
    standoffs: tuple[str, ...] = ()
    power = ""
    for line in lines:
        if line.startswith("  "):
            expected[power].append(line.strip())
            continue
        who, text = line.split(": ")
        if who == "standoffs":
            standoffs = listed(text)
            continue
        power, _, what = who.partition(" ")
        told[what][power] = listed(text)
        expected.setdefault(power, [])
    units = {power: tuple(map(Unit.read, own)) for power, own in told[""].items()}
    position = Position(Phase.read(phase), units, told["centers"], **apart)
    orders = {
        power: [one.partition(": ")[0] for one in own if not one.startswith("(")]
        for power, own in expected.items()
        if own
    }
    result = adjudicate(STANDARD, position, orders, read_rulebook(chosen))
    assert {
        power: [f"{one.order if one.given else f'({one.order})'}: {one.reason}" for one in own]
        for power, own in result.orders.items()
    } == {power: own for power, own in expected.items() if own}
    after = {power: tuple(map(str, own)) for power, own in result.units.items()}
    assert after == told["after"]
    assert {
        power: tuple(f"{one.unit} > {' '.join(one.retreats) or 'none'}" for one in own)
        for power, own in result.dislodged.items()
    } == told["dislodged"]
    assert result.standoffs == standoffs
    assert result.centers == (told["then"] or told["centers"])
