"""What anybody may ask of the judge by letter, and the answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.adjudicator import adjudicate
from pbem.board.phase import Phase, PhaseKind
from pbem.board.variant import Variant
from pbem.errors import RecordError
from pbem.game.commands import AskStatus, LetterRef
from pbem.game.notices import PhaseReport, Trouble
from pbem.game.readiness import order_form
from pbem.game.state import Game, Player, Stage
from pbem.game.turns import follow
from pbem.judge.errands import Errand, Leave, Reply
from pbem.judge.table import Table
from pbem.mail.answers import (
    Answer,
    HelpAnswer,
    HistoryAnswer,
    ListAnswer,
    ListedGame,
    Shown,
    StandingAnswer,
    SummaryAnswer,
    TroubleAnswer,
    WhatIfAnswer,
)
from pbem.mail.commands import Ask, AskHistory, AskMap, AskSummary, Help, ListGames, WhatIf
from pbem.mail.language import read_sheets
from pbem.mail.message import Message
from pbem.sayings import Saying, say
from pbem.store.archive import read_game

_MOST_PHASES = 12
"""Phases that one letter holds."""


class Enquiries:
    """Answers questions about the games at a table."""

    def __init__(self, table: Table, games: Path) -> None:
        """Use a table, and the record of its games."""
        self._table = table
        self._games = games

    def answer(
        self,
        message: Message,
        letter: LetterRef,
        game: Game | None,
        asks: Iterable[Ask | AskStatus],
    ) -> Errand:
        """Return the answer to somebody who is spoken to as no player."""
        answers = self.answers(game, letter, asks)
        if len(message.authors) != 1:
            return Leave("no single author", set_aside=True)
        return to_address(message.authors[0].address, answers)

    def answers(
        self,
        game: Game | None,
        letter: LetterRef,
        asks: Iterable[Ask | AskStatus],
        player: Player | None = None,
    ) -> tuple[Answer, ...]:
        """Return what answers the questions among what a letter asks, each once.

        Args:
            game: Which the letter is about, if any.
            letter: What the answers refer to.
            asks: In the order of the letter.
            player: Who asks, where it is a player of the game.
        """
        found = (self._one(game, letter, ask, player) for ask in dict.fromkeys(asks))
        return tuple(answer for answer in found if answer is not None)

    def _one(
        self, game: Game | None, letter: LetterRef, ask: Ask | AskStatus, player: Player | None
    ) -> Answer | None:
        match ask:
            case Help(topic):
                return _help(game, letter, topic, player)
            case ListGames():
                return ListAnswer(letter, self._listed())
            case AskStatus() | AskMap() | AskSummary() | AskHistory() | WhatIf():
                if game is None:
                    return ListAnswer(letter, self._listed())
                return self._of_game(game, letter, ask, player)
            case _:
                return None

    def _of_game(
        self,
        game: Game,
        letter: LetterRef,
        ask: AskStatus | AskMap | AskSummary | AskHistory | WhatIf,
        player: Player | None,
    ) -> Answer:
        shown = _shown(game, player)
        match ask:
            case AskStatus():
                return StandingAnswer(letter, shown)
            case AskMap():
                return StandingAnswer(letter, shown, drawn=True)
            case AskSummary():
                years = self._years(game)
                return SummaryAnswer(letter, shown, years, game.seats, game.names())
            case AskHistory(first, last):
                return self._history(game, letter, first, last, player)
            case WhatIf():
                return _what_if(game, letter, ask, player)

    def _reports(self, game: Game) -> tuple[PhaseReport, ...]:
        """Return the phases that count, as they were judged."""
        try:
            record = read_game(self._games / game.id)
        except RecordError:
            return ()
        return tuple(
            PhaseReport(file.position, file.result, file.removed, file.late)
            for file in record.standing
        )

    def _history(
        self, game: Game, letter: LetterRef, first: str, last: str, player: Player | None
    ) -> HistoryAnswer:
        """Return the phases from one to another; the last turn where none is named."""
        reports = self._reports(game)
        if not first:
            turn = reports[-1].position.phase.turn if reports else ""
            chosen = [report for report in reports if report.position.phase.turn == turn]
        else:
            begin, end = sorted((Phase.read(first), Phase.read(last or first)))
            chosen = [
                report
                for report in reports
                if begin.sort_key <= report.position.phase.sort_key <= end.sort_key
            ]
        kept = tuple(chosen[:_MOST_PHASES])
        return HistoryAnswer(letter, _shown(game, player), kept, len(chosen) - len(kept))

    def _years(self, game: Game) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """Return the centers at the start and after each year."""
        start = game.variant.opening(game.arrangement).centers
        years: dict[str, Mapping[str, int]] = {"start": _counted(start)}
        for report in self._reports(game):
            if report.result.centers:
                years[str(report.position.phase.year)] = _counted(report.result.centers)
        return tuple(years.items())

    def _listed(self) -> tuple[ListedGame, ...]:
        games = (self._table.game(game) for game in sorted(self._table.known()))
        return tuple(
            ListedGame(game.id, game.settings.title, game.variant.key, _state(game))
            for game in games
            if game is not None and not (game.settings.private and game.stage is Stage.FORMING)
        )

    def boards(self, game: Game | None) -> tuple[Variant, ...]:
        """Return the boards on which a stranger's line might be an order, the game's first."""
        first = {game.variant.key: game.variant} if game else {}
        return tuple((first | dict(self._table.open_boards())).values())


def reply(message: Message, answer: Answer, reason: str) -> Errand:
    """Answer the author of a letter that changes nothing; nobody where it has several."""
    if len(message.authors) != 1:
        return Leave(reason, set_aside=True)
    return Reply(((message.authors[0].address, answer),), reason)


def to_address(address: str, answers: tuple[Answer, ...], *, sparing: bool = True) -> Reply:
    """Answer an address."""
    return Reply(tuple((address, answer) for answer in answers), sparing=sparing)


def _shown(game: Game, player: Player | None) -> Shown:
    position = game.position or game.variant.opening(game.arrangement)
    return Shown(
        game=game.id,
        title=game.settings.title,
        variant=game.variant.key,
        zone=player.zone if player else game.settings.times.zone,
        phase=position.phase,
        due=game.due,
        position=position,
        state=_state(game),
    )


def _counted(centers: Mapping[str, tuple[str, ...]]) -> Mapping[str, int]:
    return {power: len(own) for power, own in centers.items()}


def _help(game: Game | None, letter: LetterRef, topic: str, player: Player | None) -> HelpAnswer:
    """Return help; a player of a running game also reads where each unit may go."""
    if game is None or player is None or not game.running:
        return HelpAnswer(letter, topic, game.id if game else "")
    position = game.open_position()
    powers = game.seats.get(player.id, ())
    if position.phase.kind is PhaseKind.MOVEMENT:
        units = [unit for power in powers for unit in position.units.get(power, ())]
        moves = tuple(
            say("may-go", unit=str(unit), places=game.variant.neighbors(unit)) for unit in units
        )
    else:
        forms = (order_form(game, power) for power in powers)
        moves = tuple(choice for form in forms if form for choice in form.choices)
    return HelpAnswer(letter, topic, game.id, moves, position.phase.spoken)


def _what_if(game: Game, letter: LetterRef, plan: WhatIf, player: Player | None) -> Answer:
    """Judge the open phase with a player's orders for anybody; the game does not change."""
    if player is None or not game.running:
        return TroubleAnswer(letter, Trouble.NO_ORDERS, say("what-if-for-players"), game=game.id)
    position = game.open_position()
    readings = read_sheets(plan.text, game.variant, position, tuple(game.variant.powers))
    orders = {
        power: tuple(read.order for read in reading.orders) for power, reading in readings.items()
    }
    result = adjudicate(game.variant, position, orders, game.rulebook)
    removed = follow(game.variant, position, result).removed
    report = PhaseReport(position, result, removed, ())
    return WhatIfAnswer(letter, _shown(game, player), report, readings, plan.closed)


def _state(game: Game) -> Saying:
    match game.stage:
        case Stage.FORMING:
            taken = sum(player.confirmed for player in game.players.values())
            left = len(game.arrangement.seats) - taken
            return say("state-forming", left=left)
        case Stage.RUNNING | Stage.PAUSED:
            return game.open_position().phase.spoken
        case Stage.ENDED:
            return say("state-ended")
