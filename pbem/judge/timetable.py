"""When the time of each running game is over, known without a look at each game.

A judge with a thousand games asks before every letter whether a phase has ended
meanwhile; only games that something has happened in are looked at again.
"""

from __future__ import annotations

from datetime import datetime

from pbem.game.state import Game
from pbem.judge.deadlines import limit_at, over_at
from pbem.judge.table import Table


class Timetable:
    """The times of the running games of one table."""

    def __init__(self, table: Table) -> None:
        """Use a table; its games are looked at when they are first asked for."""
        self._table = table
        self._times: dict[str, datetime] | None = None

    def over(self, moment: datetime) -> tuple[Game, ...]:
        """Return the games whose phase, grace included, or whose own time ended before a moment.

        Sorted by id.
        """
        if self._times is None:
            self._times = {}
            for running in self._table.open_games():
                self._note(running)
        ended = sorted(id for id, time in self._times.items() if time < moment)
        return tuple(game for id in ended if (game := self._table.game(id)) is not None)

    def took(self, id: str) -> None:
        """Look at a game again, since something has happened in it."""
        if self._times is not None:
            self._times.pop(id, None)
            found = self._table.game(id)
            if found is not None:
                self._note(found)

    def _note(self, game: Game) -> None:
        times = [time for time in (over_at(game), limit_at(game)) if time is not None]
        if times and self._times is not None:
            self._times[game.id] = min(times)
