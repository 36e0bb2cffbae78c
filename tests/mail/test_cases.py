"""115 letters as mailboxes hold them, and what must become of each."""

from __future__ import annotations

import json
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.mail.cases import EARLY, World, fits, outcome
from tests.shared import find_shared, shared

pytestmark = pytest.mark.mail_cases

FOLDER = find_shared("mail-cases")
NAMES = sorted(path.stem for path in FOLDER.glob("*.eml")) if FOLDER else []
STRICT_ANSWERS = {"ambiguous-sender", "unknown-sender", "game-mismatch"}


def _read(folder: Path, name: str) -> tuple[bytes, dict[str, Any]]:
    return (folder / f"{name}.eml").read_bytes(), json.loads(
        (folder / f"{name}.json").read_text("utf-8")
    )


def _arrival(case: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(case["received"]) if "received" in case else EARLY


def test_there_are_cases() -> None:
    """The folder of cases is not empty."""
    assert list(shared("mail-cases").glob("*.eml"))


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str) -> None:
    """A letter becomes what its case says, within the time the case gives."""
    folder = shared("mail-cases")
    world = World.read(folder)
    data, case = _read(folder, name)
    for before in case.get("after", []):
        outcome(world, _read(folder, before)[0], EARLY)
    began = time.process_time()
    found = outcome(world, data, _arrival(case))
    assert any(fits(found, expected) for expected in (case["expect"], *case.get("also_ok", ()))), (
        f"{case['kind']}: found {found}"
    )
    if "max_seconds" in case:
        assert time.process_time() - began < case["max_seconds"]


@pytest.mark.parametrize("name", NAMES)
def test_strict(name: str) -> None:
    """Under the strict default nothing counts without a proof, and no robot is answered."""
    folder = shared("mail-cases")
    world = World.read(folder)
    data, case = _read(folder, name)
    found = outcome(world, data, _arrival(case), strict=True)
    lenient = case["expect"]
    if lenient.get("ignored") and lenient["reason"] != "duplicate":
        assert found == {"ignored": True, "reason": lenient["reason"]}
    elif "reply-token" in case.get("needs", []):
        assert any(fits(found, e) for e in (lenient, *case.get("also_ok", ())))
    else:
        assert (
            found == {"parked": True}
            or found.get("reject") in STRICT_ANSWERS
            or "answered" in found
        )
