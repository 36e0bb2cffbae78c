"""Makes maps/<variant>/shapes.json again: `python -m cartography [VARIANT]...`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cartography.boards import draw_board
from cartography.stars import draw_stars
from cartography.writing import write_atlas
from pbem.assets import load_variant

MAPS = Path(__file__).resolve().parents[1] / "maps"


def main(keys: list[str]) -> None:
    """Draw the boards of some keys, or all that have facts to draw from."""
    for places in sorted(MAPS.glob("*/places.json")):
        key = places.parent.name
        if keys and key not in keys:
            continue
        facts = json.loads(places.read_text(encoding="utf-8"))
        variant = load_variant(key)
        if facts["kind"] == "stars":
            drawn = draw_stars(facts, variant.centers)
        else:
            drawn = draw_board(facts, variant)
        (places.parent / "shapes.json").write_text(write_atlas(facts, drawn), encoding="utf-8")
        sys.stdout.write(f"maps/{key}/shapes.json: {len(drawn.placed)} areas\n")


main(sys.argv[1:])
