"""What anybody may ask of the judge by letter, and the answers."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.board.variant import Variant
from pbem.game.commands import AskStatus, LetterRef
from pbem.game.state import Game, Stage
from pbem.judge.errands import Errand, Leave, Reply
from pbem.judge.table import Table
from pbem.mail.answers import Answer, HelpAnswer, ListAnswer, ListedGame
from pbem.mail.commands import Ask, Help, ListGames
from pbem.mail.message import Message


class Enquiries:
    """Answers questions about the games at a table."""

    def __init__(self, table: Table) -> None:
        """Use a table."""
        self._table = table

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
        self, game: Game | None, letter: LetterRef, asks: Iterable[Ask | AskStatus]
    ) -> tuple[Answer, ...]:
        """Return what answers the questions among what a letter asks, each once."""
        answers: list[Answer] = []
        for ask in asks:
            match ask:
                case Help(topic):
                    answers.append(HelpAnswer(letter, topic, game.id if game else ""))
                case ListGames() | AskStatus():
                    answers.append(ListAnswer(letter, self._listed()))
                case _:
                    pass
        return tuple(dict.fromkeys(answers))

    def _listed(self) -> tuple[ListedGame, ...]:
        games = (self._table.game(game) for game in sorted(self._table.known()))
        return tuple(
            ListedGame(game.id, game.settings.title, game.variant.key, _state(game))
            for game in games
            if game is not None
        )

    def boards(self, game: Game | None) -> tuple[Variant, ...]:
        """Return the boards on which a stranger's line might be an order, the game's first."""
        found = {other.variant.key: other.variant for other in self._table.open_games()}
        first = {game.variant.key: game.variant} if game else {}
        return tuple((first | found).values())


def reply(message: Message, answer: Answer, reason: str) -> Errand:
    """Answer the author of a letter that changes nothing; nobody where it has several."""
    if len(message.authors) != 1:
        return Leave(reason, set_aside=True)
    return Reply(((message.authors[0].address, answer),), reason)


def to_address(address: str, answers: tuple[Answer, ...], *, sparing: bool = True) -> Reply:
    """Answer an address."""
    return Reply(tuple((address, answer) for answer in answers), sparing=sparing)


def _state(game: Game) -> str:
    match game.stage:
        case Stage.FORMING:
            taken = sum(player.confirmed for player in game.players.values())
            left = len(game.arrangement.seats) - taken
            return f"waits for {left} player" if left == 1 else f"waits for {left} players"
        case Stage.RUNNING | Stage.PAUSED:
            return game.open_position().phase.title
        case Stage.ENDED:
            return "ended"
