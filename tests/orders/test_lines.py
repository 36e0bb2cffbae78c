"""What players write is read, asked back or refused, and talk is left alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.assets import load_variant, variant_keys
from pbem.game.record import read_position
from pbem.orders.grammar import read_orders
from tests.orders.boards import Case, cases, read_cases, told
from tests.shared import find_shared, shared

MANUAL = Path(__file__).parents[2] / "docs" / "mail.md"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.where)
def test_line(case: Case) -> None:
    """Each line of lines.txt becomes what stands beside it."""
    reading = read_orders(case.variant, case.position, case.power, case.text)
    assert told(reading) == case.expected, case.text


def _documented() -> list[Case]:
    lines = MANUAL.read_text(encoding="utf-8").splitlines()
    kept, inside = [], False
    for line in lines:
        inside = line == "```orders" or (inside and line != "```")
        kept.append(line if inside else "")
    return list(read_cases("\n".join(kept), MANUAL.name))


@pytest.mark.parametrize("case", _documented(), ids=lambda case: case.where)
def test_example_of_the_manual(case: Case) -> None:
    """What docs/mail.md shows a player is so."""
    reading = read_orders(case.variant, case.position, case.power, case.text)
    assert told(reading) == case.expected, case.text


def _spellings() -> list[Any]:
    path = find_shared("orders", "spellings.json")
    data = json.loads(path.read_text(encoding="utf-8")) if path else {"cases": []}
    return [
        pytest.param(case, data["positions"][case["position"]], id=f"{number}-{case['text']}")
        for number, case in enumerate(data["cases"])
    ] or [pytest.param({}, {}, id="absent")]


@pytest.mark.orders
@pytest.mark.parametrize(("case", "record"), _spellings())
def test_spelling(case: dict[str, Any], record: dict[str, Any]) -> None:
    """Each line of spellings.json becomes what it must, with a note where one is due."""
    shared("orders", "spellings.json")
    if record["variant"] not in variant_keys():
        pytest.skip(f"there is no board {record['variant']}")
    variant = load_variant(record["variant"])
    position = read_position(record, variant)
    reading = read_orders(variant, position, case["power"], case["text"])
    orders = [order.order for order in reading.orders]
    questions = [sorted(question.candidates) for question in reading.questions]
    reasons = [refusal.reason.value for refusal in reading.refused]
    match case["expect"]:
        case {"orders": expected, **rest}:
            assert orders in [expected, *rest.get("also", [])]
            assert (questions, reasons) == ([], [])
            assert reading.notes or not rest.get("note")
        case {"ask": candidates}:
            assert (orders, questions, reasons) == ([], [sorted(candidates)], [])
        case {"refuse": reason}:
            assert (orders, questions, reasons) == ([], [], [reason])
        case {"talk": True}:
            assert (orders, questions, reasons) == ([], [], [])
        case other:
            pytest.fail(f"an expectation of another form: {other}")
