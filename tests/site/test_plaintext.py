"""Phases as plain text, and press."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.site.build import build_site
from pbem.site.press import by_phase, read_press
from pbem.store.archive import read_game
from tests.site.checking import read_page
from tests.site.samples import PRESS, SETTINGS, plain_archive


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return games, with their site beside them."""
    games = plain_archive(tmp_path_factory.mktemp("plaintext"))
    build_site(games, games.parent / "site", SETTINGS)
    return games


def test_a_phase_as_text(games: Path) -> None:
    """Every order is there with its result, in lines that fit a terminal."""
    for file in read_game(games / "birch").phases[:4]:
        path = games.parent / "site" / "birch" / str(file.position.phase) / "phase.txt"
        text = path.read_text("utf-8")
        for rows in file.result.orders.values():
            for row in rows:
                assert f"  {row.order:<30} {row.outcome.value.replace('-', ' ')}" in text
        assert all(len(line) <= 76 or "alert" in line for line in text.splitlines())
        assert "Judged" in text


def test_press_is_rendered_and_harmless(games: Path) -> None:
    """Markdown of press is shown by phase; nothing active is left of it."""
    text = (games.parent / "site" / "birch" / "press" / "index.html").read_text("utf-8")
    found = read_page(text)
    assert found.faults == []
    assert "<em>please</em>" in text
    assert "alert(1)" not in text
    assert not [link for link in found.links if link.startswith("javascript")]
    assert [part for part in ("France", "Turkey", "Spring 1901", "Unsigned") if part in found.text]


def test_press_by_phase() -> None:
    """Press belongs to the phase it was sent in, and keeps its order."""
    groups = by_phase(read_press(PRESS.decode()))
    assert [(str(phase), len(speeches)) for phase, speeches in groups] == [
        ("S1901M", 1),
        ("None", 1),
    ]


@given(st.text())
def test_any_press_is_read(text: str) -> None:
    """A line of another form is passed over."""
    assert isinstance(read_press(text), tuple)
