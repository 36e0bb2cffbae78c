"""The running games of a home, folded from the journal once and kept at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.adjudicator.rulebook import read_rulebook
from pbem.board.text import read_variant
from pbem.board.variant import Variant
from pbem.errors import JournalError
from pbem.game.events import Event, GameCreated, OrdersSubmitted, PhaseAdjudicated
from pbem.game.settings import Settings
from pbem.game.state import Game, Stage, apply, begin, fold
from pbem.store.journal import Journal


class Table:
    """The games that are open, by id."""

    def __init__(self, journal: Journal) -> None:
        """Use a journal; games are folded when they are first asked for."""
        self._journal = journal
        self._games: dict[str, Game] = {}
        self._boards: dict[str, Variant] = {}
        self._open = set(journal.games(running=True))
        self._known = set(journal.games())
        self._open_boards: dict[str, Variant] | None = None

    def known(self) -> frozenset[str]:
        """Return the ids of all games there have ever been."""
        return frozenset(self._known)

    def game(self, game: str) -> Game | None:
        """Return a game, ended or not; None where there is none of this id."""
        if game not in self._known:
            return None
        found = self._games.get(game)
        if found is None:
            found = self._fold(game)
            self._games[game] = found
        return found

    def settings(self, game: str) -> Settings | None:
        """Return the settings of a game; None where there is none of this id."""
        found = self.game(game)
        return found.settings if found else None

    def open_games(self) -> tuple[Game, ...]:
        """Return the games that have not ended, sorted by id."""
        games = (self.game(game) for game in sorted(self._open))
        return tuple(game for game in games if game is not None)

    def open_boards(self) -> Mapping[str, Variant]:
        """Return the boards of the games that have not ended, by key."""
        if self._open_boards is None:
            self._open_boards = {game.variant.key: game.variant for game in self.open_games()}
        return self._open_boards

    def forget(self, game: str) -> None:
        """Fold a game anew when it is next asked for, since its journal has changed."""
        self._games.pop(game, None)

    def after(self, game: Game, events: Iterable[Event]) -> Game:
        """Return a game after events that the journal does not hold yet."""
        for event in events:
            game = apply(game, event)
        return game

    def judged(self, game: str) -> tuple[PhaseAdjudicated, ...]:
        """Return every phase of a game that was judged, overruled ones too, in order."""
        found = self._journal.events(game, kinds=("PhaseAdjudicated",))
        return tuple(event for _, event in found if isinstance(event, PhaseAdjudicated))

    def issued(self, game: str) -> Mapping[str, int]:
        """Return how many receipts each power has got, by phase and power: `S1901M FRANCE`."""
        numbers: dict[str, int] = {}
        for _, event in self._journal.events(game, kinds=("OrdersSubmitted",)):
            if isinstance(event, OrdersSubmitted):
                name = f"{event.phase} {event.power}"
                numbers[name] = max(numbers.get(name, 0), event.receipt)
        return numbers

    def took(self, game: str, events: Sequence[Event]) -> None:
        """Take in events that the journal holds now."""
        for event in events:
            if isinstance(event, GameCreated):
                self._known.add(game)
                self._open.add(game)
                self._games[game] = self._begin(event)
            else:
                current = self.game(game)
                if current is None:
                    raise JournalError(f"the journal speaks of a game {game!r} it never created")
                self._games[game] = apply(current, event)
        was_open = game in self._open
        if self._games[game].stage is Stage.ENDED:
            self._open.discard(game)
        else:
            self._open.add(game)
        if was_open != (game in self._open) or isinstance(events[0], GameCreated):
            self._open_boards = None

    def _fold(self, game: str) -> Game:
        events = [event for _, event in self._journal.folding_events(game)]
        first = events[0]
        if not isinstance(first, GameCreated):
            raise JournalError(f"the journal of {game!r} does not begin with its creation")
        start = self._begin(first)
        return fold(events, start.variant, start.rulebook)

    def begun(self, event: GameCreated) -> Game:
        """Return the game that an event would create; its board is kept."""
        return self._begin(event)

    def _begin(self, event: GameCreated) -> Game:
        board = event.settings.board
        if board not in self._boards:
            self._boards[board] = read_variant(self._journal.board(board), board)
        return begin(event, self._boards[board], read_rulebook(event.settings.rules))
