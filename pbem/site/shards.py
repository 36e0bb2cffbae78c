"""Parts of the files about all games that ended in a year, one for each game.

A part follows from its game alone, and the file from its parts in the order of their
games' ids (`pbem.site.years`). When a game ends only its own part is made.

`search/<year>.js` is what the search page looks through; `games/phases-<year>.jsonl.gz`
has a line for each phase, gzip members one after the other, which is gzip again.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

from pbem.game.layout import write_line
from pbem.game.publication import GameRecord
from pbem.site.words import plain, tone

# A receipt proves something only beside the chain of files it stands in.
_LEFT_OUT = ("receipts", "opened", "written", "prev", "events")


def search_part(record: GameRecord) -> bytes:
    """Return what the search knows of a game: its phases, and where each order was given.

    Orders are one a line: normal form, a tab, the places of its phases; an `x` after
    one says that it did not go through.
    """
    places: dict[str, list[str]] = {}
    for place, file in enumerate(record.standing):
        for rows in file.result.orders.values():
            for row in rows:
                mark = "x" if tone(row.outcome) == "bad" else ""
                places.setdefault(plain(row.order), []).append(f"{place}{mark}")
    lines = "\n".join(f"{order}\t{' '.join(found)}" for order, found in sorted(places.items()))
    codes = " ".join(str(file.position.phase) for file in record.standing)
    settings = record.settings
    part = [settings.game, plain(settings.title), codes, lines]
    return f"{script_line(part)},\n".encode()


def phase_part(record: GameRecord, read: Callable[[str], bytes]) -> bytes:
    """Return the phases of a game that stand, a JSON object a line, as one gzip member.

    Args:
        record: Of the game.
        read: Returns a phase file by its name.
    """
    lines = []
    for file in record.standing:
        raw: dict[str, Any] = json.loads(read(file.name))
        lines.append(
            json.dumps(
                {key: value for key, value in raw.items() if key not in _LEFT_OUT},
                ensure_ascii=False,
                separators=(",", ":"),
            )
        )
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 6, mtime=0)


def script_line(value: Any) -> str:
    """Return JSON that can stand in a script, whatever strangers wrote."""
    return write_line(value).replace("<", "\\u003c")
