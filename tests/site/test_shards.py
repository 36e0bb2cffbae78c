"""Files of a year are made of parts, and fall into the same parts again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.site.plan import player_slug
from pbem.site.shards import phase_part, script_line, search_part
from pbem.store.archive import read_game
from tests.site.samples import Home


def test_the_parts_of_a_game(tmp_path: Path) -> None:
    """Phases are lines of JSON without receipts; the search knows where an order was given."""
    home = Home(tmp_path)
    home.add(home.play("cedar", 3, ends=True))
    record = read_game(home.games / "cedar")

    def read(name: str) -> bytes:
        return (home.games / "cedar" / "phases" / name).read_bytes()

    lines = gzip.decompress(phase_part(record, read)).decode().splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["phase"] for row in rows] == [str(f.position.phase) for f in record.standing]
    assert all(row["result"]["orders"] and "receipts" not in row for row in rows)
    game, title, codes, orders = json.loads(search_part(record).decode().rstrip(",\n"))
    assert (game, title) == ("cedar", "Game cedar")
    found = dict(line.split("\t") for line in orders.splitlines())
    for power in record.standing[0].result.orders.values():
        for row in power:
            assert found[row.order].split()[0].rstrip("x") == "0"
    assert codes.split()[0] == "S1901M"


@given(st.text())
def test_scripts_hold_any_text(text: str) -> None:
    """No title can end a script or a line of it, and it is read as it was."""
    line = script_line([text])
    assert "<" not in line
    assert "\n" not in line
    assert "\u2028" not in line
    assert json.loads(line) == [text]


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Ann of Kent", "ann-of-kent"), ("ann of kent", "ann-of-kent"), ("p1", "p1")],
)
def test_plain_names_are_their_own_folder(name: str, slug: str) -> None:
    """A name in plain letters is easy to type."""
    assert player_slug(name) == slug


@given(st.text(), st.text())
def test_two_names_have_two_folders(one: str, other: str) -> None:
    """No two names share a page, but those that differ in case alone."""
    for name in (one, other, f"{one}-{other}"):
        assert player_slug(name)
        assert set(player_slug(name)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    if one.lower() != other.lower():
        assert player_slug(one) != player_slug(other)
