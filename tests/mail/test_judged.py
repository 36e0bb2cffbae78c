"""Every mail case through a whole judge: what counts, who is answered, and who never is."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from pbem.mail.headers import read_addresses, read_headers
from tests.mail.cases import EARLY, World
from tests.mail.judged import JudgedWorld, Taken, soon
from tests.shared import find_shared, shared

pytestmark = pytest.mark.mail_cases

FOLDER = find_shared("mail-cases")
NAMES = sorted(path.stem for path in FOLDER.glob("*.eml")) if FOLDER else []
QUIET = {"auth-failed"}
"""Rejections that need not be answered."""

Worlds = Callable[[dict[str, Any], bool], JudgedWorld]


def _read(name: str) -> tuple[bytes, dict[str, Any]]:
    folder = shared("mail-cases")
    case: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return (folder / f"{name}.eml").read_bytes(), case


def _arrival(case: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(case["received"]) if "received" in case else EARLY


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """Copies of homes in which the cases' games have just been opened."""
    made: dict[tuple[str, ...], JudgedWorld] = {}
    world = World.read(shared("mail-cases"))
    room = tmp_path_factory.mktemp("case") / "home"

    def get(case: dict[str, Any], strict: bool) -> JudgedWorld:
        addresses = [a for several in world.raw["addresses"].values() for a in several]
        author = case["from"] if case["from"] in addresses else ""
        games = soon(world, _arrival(case))
        key = (*games, author)
        if key not in made:
            folder = tmp_path_factory.mktemp("home") / "home"
            made[key] = JudgedWorld.build(folder, world, games, author)
        # Always in the same folder: what was made for one home is at hand for the next.
        return made[key].copy(room, strict=strict)

    return get


def _taken(worlds: Worlds, name: str, *, strict: bool = False) -> tuple[JudgedWorld, Taken]:
    data, case = _read(name)
    judged = worlds(case, strict)
    for before in case.get("after", []):
        judged.take(_read(before)[0], EARLY)
    return judged, judged.take(data, _arrival(case))


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str, worlds: Worlds) -> None:
    """The judge stores what the case says and answers whom it says, and nobody else."""
    data, case = _read(name)
    judged, taken = _taken(worlds, name)
    results = (case["expect"], *case.get("also_ok", ()))
    assert any(_fits(judged, taken, expected, data) for expected in results), taken


def _fits(judged: JudgedWorld, taken: Taken, expected: dict[str, Any], data: bytes) -> bool:
    match expected:
        case {"ignored": True, "reason": reason}:
            return (taken.to, taken.changed, taken.reason) == ((), {}, reason)
        case {"orders": orders, **rest}:
            (stored,) = taken.changed.values() or [()]
            to = tuple(rest.get("reply_to", taken.to))
            return sorted(stored) == sorted(orders) and len(taken.to) == 1 and taken.to == to
        case {"reject": reason}:
            safe = {*judged.addresses().values(), *_authors(data)}
            answered = len(taken.to) == 1 or reason in (*QUIET, "ambiguous-sender")
            return (
                taken.changed == {}
                and taken.rejected == reason
                and answered
                and set(taken.to) <= safe
            )
        case {"held": _}:
            return taken.changed == {} and len(taken.to) == 1
        case {"answered": _}:
            return taken.changed == {} and list(taken.to) == _authors(data)
        case {"press": _}:
            return taken.changed == {} and len(taken.to) == 1
        case _:
            return False


def _authors(data: bytes) -> list[str]:
    headers, _ = read_headers(data.replace(b"\r\n", b"\n"))
    return [address.address for address in read_addresses(headers.first("from"))]


@pytest.mark.parametrize("name", NAMES)
def test_strict(name: str, worlds: Worlds) -> None:
    """With the strict default a letter without a proof changes nothing; robots stay unanswered."""
    data, case = _read(name)
    expected = case["expect"]
    judged, taken = _taken(worlds, name, strict=True)
    registered = set(judged.addresses().values())
    if expected.get("ignored") and expected["reason"] != "duplicate":
        assert (taken.to, taken.reason) == ((), expected["reason"])
    if "reply-token" in case.get("needs", []):
        assert _fits(judged, taken, expected, data)
        return
    assert taken.changed == {}
    assert set(taken.to) <= registered | set(_authors(data))
    if "orders" in expected:
        assert taken.set_aside
        assert taken.reason == "parked"
        assert set(taken.to) <= registered
