"""The phases that are judged for figures: drawn ones, paradoxes, recorded ones.

A phase is a phase record (docs/formats.md): strings, as they come from a file.

    data/generated.jsonl.xz   2,000 movement phases of the standard board, each line the
                              orders by power, a unit for each order: 1,000 with 34 units
                              whose supports and convoys mostly match, 1,000 whose orders
                              are drawn from all legal ones
    data/paradoxes.jsonl      the published cases about convoy paradoxes (DATC 6.F, 6.G)

Recorded games are read where they lie, beside the repository, and are absent at
a stranger's.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Record = Mapping[str, Any]

_DATA = Path(__file__).with_name("data")
_BESIDE = Path(__file__).resolve().parents[3] / "shared"


def generated() -> list[Record]:
    """Return the drawn phases, those with many matching orders first."""
    with lzma.open(_DATA / "generated.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [_record(json.loads(line)) for line in lines]


def _record(orders: Mapping[str, list[str]]) -> Record:
    units = {power: [_unit(order) for order in own] for power, own in orders.items()}
    return {"phase": "S1901M", "units": units, "orders": orders}


def _unit(order: str) -> str:
    return " ".join(order.split(" ", 2)[:2])


def paradoxes() -> list[Record]:
    """Return the phases of the published cases about convoy paradoxes."""
    lines = (_DATA / "paradoxes.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def recorded(folder: Path | None = None) -> list[Record]:
    """Return the movement phases of recorded games; none where there are no games.

    Args:
        folder: Of `*.jsonl.xz` files of phase records; else `conformance/games` of
            PBEM_SHARED, or of `shared` beside the repository.
    """
    beside = Path(os.environ.get("PBEM_SHARED") or _BESIDE)
    found: list[Record] = []
    for path in sorted((folder or beside / "conformance" / "games").glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        found.extend(record for record in records if record["phase"].endswith("M"))
    return found
