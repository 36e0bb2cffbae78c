"""The figures of maps."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from pbem.bench.map import measure_map
from pbem.cli.bench import command

_BASES = {"standard": 32, "era-of-empire": 42, "zorbees": 25}


@pytest.mark.parametrize("key", _BASES)
def test_maps_keep_to_their_weights(key: str) -> None:
    """The base of each board, the orders of a full turn and a card are as light as they may be."""
    figures = measure_map(key, rounds=1)
    assert figures.base_gz <= _BASES[key] * 1024
    assert 0 < figures.overlay_gz <= 5 * 1024
    assert figures.png_bytes <= 60_000
    assert figures.draw_ms > 0


def test_programs_get_an_object() -> None:
    """With the members that docs promise."""
    ran = CliRunner().invoke(command, ["map", "--json", "zorbees"])
    members = {"variant", "base_gz", "overlay_gz", "draw_ms", "png_ms", "png_bytes"}
    assert json.loads(ran.output).keys() == members
