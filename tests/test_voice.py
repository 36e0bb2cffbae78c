"""Every saying has its words, and every word is of some saying."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pbem.voice import voice

ROOT = Path(__file__).resolve().parents[1]
OF_FILTERS = {"listed", "either", "row", "duration"}


def _said() -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return where each saying is made, and with which facts."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        text = path.read_text("utf-8")
        if "from pbem.sayings import" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                (name,) = node.args
                assert isinstance(name, ast.Constant), f"{where}: a saying is named there"
                facts = [keyword.arg for keyword in node.keywords]
                assert None not in facts, f"{where}: facts are named one by one"
                found.setdefault(name.value, []).append((where, frozenset(map(str, facts))))
    return found


SAID = _said()
MACROS = {name: frozenset(macro.arguments) for name, macro in voice()._macros.items()}


@pytest.mark.parametrize("name", SAID)
def test_a_saying_has_words(name: str) -> None:
    """For exactly the facts that it is made with, everywhere."""
    for where, facts in SAID[name]:
        assert MACROS.get(name.replace("-", "_")) == facts, where


def test_all_words_are_said() -> None:
    """No macro is left over from a saying that is made no more."""
    assert set(MACROS) - {name.replace("-", "_") for name in SAID} - OF_FILTERS == set()
