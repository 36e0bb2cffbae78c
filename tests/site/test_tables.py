"""All orders of an archive as Parquet, for those who ask for it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from pbem.site.build import build_site
from tests.shared import missing
from tests.site.samples import SETTINGS, Home, plain_archive

try:
    from pyarrow import parquet
except ImportError:
    missing("pyarrow is not installed (requirements/test.txt)")

ASKED = replace(SETTINGS, parquet=True)


def test_a_row_for_each_order_of_finished_games(tmp_path: Path) -> None:
    """The table holds what the same year's JSON Lines hold, in the same order."""
    out = tmp_path / "site"
    build_site(plain_archive(tmp_path), out, ASKED)
    (file,) = out.glob("games/orders-*.parquet")
    rows = parquet.read_table(file).to_pylist()
    (lines,) = out.glob("games/phases-*.jsonl.gz")
    phases = [json.loads(line) for line in gzip.decompress(lines.read_bytes()).splitlines()]
    wanted = [
        (phase["game"], phase["number"], phase["phase"], power, *map(order.get, FACTS))
        for phase in phases
        for power, orders in phase["result"]["orders"].items()
        for order in orders
    ]
    keys = ("game", "number", "phase", "power", *FACTS)
    assert [tuple(map(row.get, keys)) for row in rows] == wanted
    assert len(wanted) > 100
    first = rows[0]
    assert (first["variant"], first["year"], first["centers"]) == ("standard", 1901, 3)
    assert f'href="{file.name}"' in (out / "games" / "index.html").read_text("utf-8")


FACTS = ("order", "result", "reason")


def test_games_that_end_one_by_one_make_the_same_table(tmp_path: Path) -> None:
    """A file grown game by game is the one that is made at once, and goes with the setting."""
    home = Home(tmp_path)
    for game in ("birch", "alder", "cedar"):
        home.add(home.play(game, 4, ends=True))
        build_site(home.games, home.site, ASKED)
    build_site(home.games, tmp_path / "whole", ASKED, full=True)
    (grown,) = home.site.glob("games/orders-*.parquet")
    assert grown.read_bytes() == (tmp_path / "whole" / "games" / grown.name).read_bytes()
    assert parquet.ParquetFile(grown).num_row_groups == 3
    build_site(home.games, home.site, SETTINGS)
    assert not list(home.site.glob("games/*.parquet"))


def test_without_pyarrow_a_line_says_what_to_do() -> None:
    """Who asks for tables and lacks the package is told so."""
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['pyarrow'] = None; import pbem.site.tables",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stderr.splitlines()[-1] == (
        "pbem.errors.ConfigError: [site] parquet: the package pyarrow is not installed; "
        "pip install 'pbem[parquet]', or leave parquet out"
    )
