"""Orders and centers as CSV, for spreadsheets; the first line names the columns.

    orders    game, number, phase, power, player, order, result, dislodged, given, reason
    centers   game, year, power, player, count, centers

Tables are for looking at: they are written and not read. A name that a spreadsheet would
take for a formula has an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.board.phase import Season
from pbem.game.publication import GameRecord

ORDERS = (
    "game",
    "number",
    "phase",
    "power",
    "player",
    "order",
    "result",
    "dislodged",
    "given",
    "reason",
)
CENTERS = ("game", "year", "power", "player", "count", "centers")


def orders_csv(records: Iterable[GameRecord], *, head: bool = True) -> str:
    """Return every order of games, a line each, with what became of it."""
    return _csv(ORDERS if head else (), (row for record in records for row in _orders(record)))


def centers_csv(records: Iterable[GameRecord], *, head: bool = True) -> str:
    """Return how many centers each power had at the start (year 0) and after each year."""
    return _csv(CENTERS if head else (), (row for record in records for row in _centers(record)))


def _orders(record: GameRecord) -> Iterator[Sequence[object]]:
    game = record.settings.game
    for file in record.standing:
        for power, results in file.result.orders.items():
            player = _safe(record.player_of(power))
            for one in results:
                yield (
                    game,
                    file.number,
                    file.position.phase,
                    power,
                    player,
                    _safe(one.order),
                    one.outcome.value,
                    "yes" if one.dislodged else "",
                    "" if one.given else "no",
                    one.reason,
                )


def _centers(record: GameRecord) -> Iterator[Sequence[object]]:
    if record.opening is None:
        return
    held: Mapping[str, tuple[str, ...]] = record.opening.centers
    rows = {0: held}
    for file in record.standing:
        held = file.result.centers or held
        if file.position.phase.season is not Season.SPRING:
            rows[file.position.phase.year] = held
    for year, centers in rows.items():
        for power in record.opening.units:
            own = centers.get(power, ())
            player = _safe(record.player_of(power))
            yield record.settings.game, year, power, player, len(own), " ".join(own)


def _safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    into = io.StringIO()
    writer = csv.writer(into, lineterminator="\n")
    if head:
        writer.writerow(head)
    writer.writerows(rows)
    return into.getvalue()
