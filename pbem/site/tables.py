"""Orders of finished games as a table, for those who ask questions of a whole archive.

The one place that knows pyarrow, which a home needs only where it asks for these files.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile
from typing import Any

from pbem.board.phase import Phase
from pbem.errors import ConfigError

try:
    import pyarrow
    from pyarrow import parquet
except ImportError:
    raise ConfigError(
        "[site] parquet: the package pyarrow is not installed; pip install 'pbem[parquet]', or "
        "leave parquet out"
    ) from None

_PIECE = 1 << 20

_WORD = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
COLUMNS = pyarrow.schema(
    [
        ("game", _WORD),
        ("variant", _WORD),
        ("number", pyarrow.int32()),
        ("phase", _WORD),
        ("year", pyarrow.int32()),
        ("power", _WORD),
        ("order", pyarrow.string()),
        ("result", _WORD),
        ("reason", pyarrow.string()),
        ("dislodged", pyarrow.bool_()),
        ("centers", pyarrow.int32()),
    ]
)
"""A row an order; `centers` is how many its power had when the phase began."""


def order_table(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a Parquet file of the orders of games, a row group a game, piece by piece.

    Args:
        parts: The phases of each game as `shards.phase_part` has them.
    """
    with TemporaryFile() as out:
        with parquet.ParquetWriter(out, COLUMNS, compression="zstd") as writer:
            for part in parts:
                writer.write_table(pyarrow.Table.from_pylist(list(_rows(part)), COLUMNS))
        out.seek(0)
        while piece := out.read(_PIECE):
            yield piece


def _rows(part: bytes) -> Iterator[dict[str, Any]]:
    for line in gzip.decompress(part).splitlines():
        phase = json.loads(line)
        for power, orders in phase["result"]["orders"].items():
            for order in orders:
                yield {
                    "game": phase["game"],
                    "variant": phase["variant"],
                    "number": phase["number"],
                    "phase": phase["phase"],
                    "year": Phase.read(phase["phase"]).year,
                    "power": power,
                    "order": order["order"],
                    "result": order["result"],
                    "reason": order["reason"],
                    "dislodged": bool(order.get("dislodged")),
                    "centers": len(phase["centers"].get(power, ())),
                }
