"""A letter that came in: what it asks for, and of which game.

Reading a letter changes nothing. What is to be done about it comes back as an
*errand*: leave it, tell a game, rule that it changed nothing, or answer an
address. The judge's cycle carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from pbem.board.variant import Variant
from pbem.game.commands import (
    Absent,
    AskStatus,
    Confirm,
    Extend,
    Join,
    LetterRef,
    PlayerLetter,
    Request,
)
from pbem.game.notices import Trouble, TroubleNotice
from pbem.game.state import Game, Player, Stage
from pbem.game.troubles import trouble_notice
from pbem.judge.clock import Clock
from pbem.judge.deadlines import away_in, day_bounds, longer, past_absences
from pbem.judge.deadlines import due as deadline
from pbem.judge.errands import Errand, Explain, Leave, Reply, Tell
from pbem.judge.home import Home
from pbem.judge.roster import Roster
from pbem.judge.secrets import Secrets
from pbem.judge.table import Table
from pbem.mail.addresses import OwnAddresses, SameMailbox
from pbem.mail.answers import Answer, HelpAnswer, ListAnswer, ListedGame, TroubleAnswer
from pbem.mail.authentication import Finding, Proof, find_proof
from pbem.mail.commands import (
    AbsentFrom,
    Ask,
    ConfirmSeat,
    ExtendBy,
    Help,
    JoinGame,
    ListGames,
    TakeOver,
)
from pbem.mail.identity import (
    AuthenticatedMessage,
    GameNamed,
    Mismatch,
    NoGame,
    Parked,
    RefusedAuthor,
    Stranger,
    Strictness,
    identify,
    which_game,
)
from pbem.mail.language import Said, end_press, read_asks, read_letter
from pbem.mail.message import Message, Unusable, read_message
from pbem.mail.mime import Limits
from pbem.mail.screening import Robot, RobotReason, screen
from pbem.orders.reading import Question
from pbem.store.entries import LetterEntry

UNPROVED = frozenset(
    {Trouble.PARKED.value, Trouble.AUTH_FAILED.value, Trouble.AMBIGUOUS_SENDER.value}
)
"""Reasons why a player is told of a letter that somebody else may have written."""

Answered = Callable[[str, str], int]
"""The last ruling that answered a letter of an address in a game; 0 for none."""

Waiting = Callable[[str, str], Iterable[tuple[LetterEntry, bytes]]]
"""The letters of a game that wait for an answer, for a reason; the newest first."""


class Intake:
    """Reads letters for one home."""

    def __init__(
        self,
        home: Home,
        table: Table,
        secrets: Secrets,
        clock: Clock,
        waiting: Waiting,
        answered: Answered,
    ) -> None:
        """Use a home's settings, its games, its keys, and what its journal knows of letters."""
        mail = home.settings.mail
        self._home = home
        self._table = table
        self._secrets = secrets
        self._clock = clock
        self._waiting = waiting
        self._answered = answered
        self._own = OwnAddresses(home.settings.address)
        self._limits = Limits(max_bytes=mail.max_bytes)
        self._strictness = Strictness(
            trusted=frozenset(server.lower() for server in mail.trusted),
            accept_unproved=mail.accept_unproved,
            mailboxes=SameMailbox.of(mail.same_mailbox),
        )
        self._roster = Roster(table, secrets, self._strictness)

    def read(self, entry: LetterEntry, raw: bytes, *, copy: bool) -> Errand:
        """Return what is to be done about a letter.

        Args:
            entry: As the journal has it.
            raw: As the spool has it.
            copy: Whether the same letter was taken before.
        """
        screened = screen(read_message(raw, self._limits), self._own)
        if isinstance(screened, Robot):
            return Leave(screened.reason.value)
        if copy:
            return Leave(RobotReason.DUPLICATE.value)
        letter = LetterRef(entry.key, screened.message_id, screened.subject, entry.arrived)
        match which_game(screened, self._own, self._table.known()):
            case GameNamed(name):
                game = self._table.game(name)
                assert game is not None
                return self._of_game(game, screened, letter)
            case NoGame(tried):
                says = (
                    f"There is no game {tried[0]!r} here. "
                    if tried
                    else "The letter does not say which game it is for. "
                ) + "Name the game in square brackets in the subject, or answer one of its letters."
                return self._no_game(screened, letter, Trouble.NO_GAME, says)
            case Mismatch(games):
                says = (
                    f"The letter names several games ({', '.join(games)}), so it was for none of "
                    "them. Send one letter for each."
                )
                return self._no_game(screened, letter, Trouble.GAME_MISMATCH, says)

    def _no_game(self, message: Message, letter: LetterRef, trouble: Trouble, says: str) -> Errand:
        author = message.authors[0].address if len(message.authors) == 1 else ""
        if find_proof(message.headers, author, self._strictness.trusted) is Finding.FAIL:
            return Leave(Trouble.AUTH_FAILED.value, set_aside=True)
        asks = read_asks(message.text, self._variants(None))
        if asks and all(isinstance(ask, Help | ListGames) for ask in asks):
            return self._answer(message, letter, None, asks)
        games = tuple(game.id for game in self._table.open_games())
        return _reply(message, TroubleAnswer(letter, trouble, says, games=games), trouble.value)

    def _of_game(self, game: Game, message: Message, letter: LetterRef) -> Errand:
        author = identify(message, game.id, self._roster, self._strictness, self._own)
        match author:
            case AuthenticatedMessage(_, _, player, proof, foreign):
                if game.players[player].confirmed:
                    return self._of_player(game, game.players[player], message, letter, foreign)
                if proof is Proof.TOKEN:
                    return self._of_newcomer(game, game.players[player], message, letter)
                return self._of_stranger(game, message, letter)
            case Parked(_, _, player):
                if not game.players[player].confirmed:
                    return self._of_stranger(game, message, letter)
                return self._of_unproved(game, game.players[player], message, letter)
            case RefusedAuthor(trouble, says, player) if player:
                notice = trouble_notice(game, game.players[player], letter, trouble, says)
                return Explain(game, notice, trouble.value)
            case RefusedAuthor(trouble):
                return Leave(trouble.value, set_aside=True)
            case Stranger():
                return self._of_stranger(game, message, letter)

    def _of_newcomer(
        self, game: Game, player: Player, message: Message, letter: LetterRef
    ) -> Errand:
        """Take the answer of somebody who asked for a seat; only a word that says so counts."""
        asks = read_asks(message.text, self._variants(game))
        meant = any(isinstance(ask, ConfirmSeat | JoinGame | TakeOver) for ask in asks)
        if game.stage is Stage.ENDED or not meant:
            says = "To take the seat, answer with the word CONFIRM on a line of its own."
            notice = trouble_notice(game, player, letter, Trouble.NO_ORDERS, says)
            return Explain(game, notice, "not confirmed")
        key = self._secrets.draw_key(game.id, game.draws)
        first = game.variant.start.kind
        due = deadline(game.settings.times, first, self._clock.now(), opening=True)
        return Tell(game, Confirm(letter, player.id, key, due), player.address)

    def _of_unproved(
        self, game: Game, player: Player, message: Message, letter: LetterRef
    ) -> Errand:
        """Answer a player whose letter nothing proves: questions, but nothing else."""
        asks = read_asks(message.text, self._variants(game))
        if asks and all(isinstance(ask, Help | ListGames | AskStatus) for ask in asks):
            return self._answer(message, letter, game, asks)
        notice = trouble_notice(game, player, letter, Trouble.PARKED, _PARKED)
        return Explain(game, notice, "parked", set_aside=True)

    def _of_stranger(self, game: Game, message: Message, letter: LetterRef) -> Errand:
        address = message.authors[0].address
        asks = read_asks(message.text, self._variants(game))
        joins = [ask for ask in asks if isinstance(ask, JoinGame | TakeOver)]
        if joins:
            name = _public_name(message.authors[0].name)
            wanted = joins[0].powers if isinstance(joins[0], TakeOver) else joins[0].preferences
            join = Join(letter, address, name, wanted)
            rest = tuple(ask for ask in asks if ask not in joins)
            return Tell(game, join, address, self._answers(game, letter, rest))
        if asks:
            return self._answer(message, letter, game, asks)
        says = (
            f"Nobody in the game {game.id} writes from {address}, so nothing was taken "
            "from your letter. If you play in it, write from your registered address, or answer "
            "one of the judge's letters."
        )
        answer = TroubleAnswer(letter, Trouble.UNKNOWN_SENDER, says, game=game.id)
        return _reply(message, answer, Trouble.UNKNOWN_SENDER.value)

    def _of_player(
        self, game: Game, player: Player, message: Message, letter: LetterRef, foreign: str
    ) -> Errand:
        if isinstance(message.body, Unusable):
            trouble, says = message.body.trouble, message.body.says
            return Explain(game, trouble_notice(game, player, letter, trouble, says), trouble.value)
        powers = game.seats.get(player.id, ())
        if not game.running or not powers:
            return self._of_waiting_player(game, player, message, letter)
        confirmed = self._confirmed(game, player, message)
        if confirmed is not None:
            return self._released(game, player, *confirmed)
        chosen = self._chosen(game, player, message)
        if chosen is not None:
            return chosen
        asked = _asked(game, powers)
        old = bool(asked) and self._is_old(game, player, message)
        said = self._read(game, powers, message.text, old=old)
        if said.held is not None:
            return Explain(
                game, _held(game, player, letter, message.text, said), _OPEN, set_aside=True
            )
        return self._said(game, player, letter, said, foreign)

    def _is_old(self, game: Game, player: Player, message: Message) -> bool:
        """Return whether a letter answers one that the player has had an answer after."""
        answered = (self._own.ruling_of_id(id, game.id) for id in message.references)
        ruling = next(filter(None, answered), 0)
        return 0 < ruling < self._answered(player.address, game.id)

    def _read(self, game: Game, powers: tuple[str, ...], text: str, *, old: bool = False) -> Said:
        return read_letter(
            text,
            game.variant,
            game.open_position(),
            powers,
            relays_press=game.settings.press != "none",
            asked=_asked(game, powers),
            old=old,
        )

    def _chosen(self, game: Game, player: Player, message: Message) -> Errand | None:
        """Read a letter with open press as its writer's number says; None for no such number.

        A number without a letter that it answers is rather for a question of the receipt.
        """
        number = message.text.strip(" .()\n")
        if number not in ("1", "2"):
            return None
        powers = game.seats[player.id]
        for entry, raw in self._waiting(game.id, _OPEN):
            held = read_message(raw, self._limits)
            author = identify(held, game.id, self._roster, self._strictness, self._own)
            said = self._read(game, powers, held.text)
            if (
                isinstance(author, AuthenticatedMessage)
                and author.player == player.id
                and said.held is not None
                and (held.message_id in message.references or not _asked(game, powers))
            ):
                text = end_press(held.text, None if number == "1" else said.held_at)
                letter = LetterRef(entry.key, held.message_id, held.subject, entry.arrived)
                errand = self._said(game, player, letter, self._read(game, powers, text), "")
                return replace(errand, releases=entry.key) if isinstance(errand, Tell) else errand
        return None

    def _confirmed(
        self, game: Game, player: Player, message: Message
    ) -> tuple[LetterEntry, Message] | None:
        """Return the letter of a player that waited for this one to say CONFIRM, and no more.

        The one it answers, else the newest, unless something else of the player's
        waits for that word.
        """
        if read_asks(message.text, self._variants(game)) != (ConfirmSeat(),):
            return None
        waiting = [
            (entry, parked)
            for entry, raw in self._waiting(game.id, Trouble.PARKED.value)
            if self._is_of(player, game, parked := read_message(raw, self._limits))
        ]
        answered = [one for one in waiting if one[1].message_id in message.references]
        if player.id in game.asked or player.id in game.resigning:
            waiting = []
        return next(iter(answered or waiting), None)

    def _is_of(self, player: Player, game: Game, parked: Message) -> bool:
        author = identify(parked, game.id, self._roster, self._strictness, self._own)
        mine = isinstance(author, Parked) and author.player == player.id
        return mine and read_asks(parked.text, self._variants(game)) != (ConfirmSeat(),)

    def _released(self, game: Game, player: Player, entry: LetterEntry, parked: Message) -> Errand:
        """Read a letter that its writer has confirmed; it came when it came."""
        letter = LetterRef(entry.key, parked.message_id, parked.subject, entry.arrived)
        errand = self._of_player(game, player, parked, letter, "")
        return replace(errand, releases=entry.key) if isinstance(errand, Tell) else errand

    def _of_waiting_player(
        self, game: Game, player: Player, message: Message, letter: LetterRef
    ) -> Errand:
        """Answer a player of a game that has not started, or is over."""
        asks = read_asks(message.text, self._variants(game))
        known = tuple(ask for ask in asks if not isinstance(ask, JoinGame))
        if known:
            return self._answer(message, letter, game, known)
        return Tell(game, PlayerLetter(letter, player.id, {}, (), {}), player.address)

    def _said(
        self, game: Game, player: Player, letter: LetterRef, said: Said, foreign: str
    ) -> Errand:
        answers = self._answers(game, letter, said.asks)
        requests = (*said.requests, *self._dated(game, player, said.asks))
        anything = said.readings or requests or said.refused
        if answers and not anything:
            return _to(player.address, answers, sparing=False)
        if said.trouble is Trouble.WRONG_PHASE:
            says = " ".join(says for _, says in said.refused[:1])
            notice = trouble_notice(game, player, letter, Trouble.WRONG_PHASE, f"{says}.")
            return Explain(game, notice, Trouble.WRONG_PHASE.value)
        position = game.open_position()
        powers = game.seats[player.id]
        nonces = {
            power: self._secrets.nonce(
                game.id, position.phase, power, len(game.sheet(power).receipts) + 1
            )
            for power in powers
        }
        command = PlayerLetter(
            letter=letter,
            player=player.id,
            readings=said.readings,
            requests=tuple(dict.fromkeys(requests)),
            nonces=nonces,
            refused=said.refused,
            foreign=foreign,
            told=tuple(_KEEPS.format(phase) for _, phase in said.later),
        )
        kept = " ".join([KEPT, player.id, *(code for code, _ in said.later)])
        return Tell(game, command, player.address, answers, kept=kept if said.later else "")

    def read_kept(self, game: Game, entry: LetterEntry, raw: bytes) -> Tell | None:
        """Read what a letter that was kept says for the phase that is open now.

        None where it says nothing for it, or its writer plays no more.
        """
        assert game.opened is not None
        _, id, *_ = entry.reason.split(" ")
        powers = game.seats.get(id, ())
        if not powers:
            return None
        message = read_message(raw, self._limits)
        said = read_letter(message.text, game.variant, game.open_position(), powers, was_kept=True)
        letter = LetterRef(entry.key, message.message_id, message.subject, game.opened)
        errand = self._said(game, game.players[id], letter, said, "")
        anything = said.readings or said.requests
        return errand if isinstance(errand, Tell) and anything else None

    def _dated(
        self, game: Game, player: Player, asks: Iterable[Ask | AskStatus]
    ) -> Iterator[Request]:
        """Return what a player asks of the clock, with dates as instants and new deadlines."""
        times, due = game.settings.times, game.due or self._clock.now()
        for ask in asks:
            match ask:
                case ExtendBy(length):
                    yield Extend(length, longer(times, due, length))
                case AbsentFrom(first, last):
                    start, end = day_bounds(first, last, player.zone)
                    away = (*away_in(game), (start, end))
                    yield Absent(start, end, past_absences(times, due, away))
                case _:
                    pass

    def _answer(
        self,
        message: Message,
        letter: LetterRef,
        game: Game | None,
        asks: Iterable[Ask | AskStatus],
    ) -> Errand:
        answers = self._answers(game, letter, asks)
        if len(message.authors) != 1:
            return Leave("no single author", set_aside=True)
        return _to(message.authors[0].address, answers)

    def _answers(
        self, game: Game | None, letter: LetterRef, asks: Iterable[Ask | AskStatus]
    ) -> tuple[Answer, ...]:
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

    def _variants(self, game: Game | None) -> tuple[Variant, ...]:
        """Return the boards on which a stranger's line might be an order, the game's first."""
        found = {other.variant.key: other.variant for other in self._table.open_games()}
        first = {game.variant.key: game.variant} if game else {}
        return tuple((first | found).values())


_PARKED = (
    "The letter comes from your address, but nothing proves that you wrote it, so nothing of it "
    "counts yet."
)


KEPT = "kept"
"""Begins what is remembered of a letter with lines for later phases: `kept p3 F1901M W1901A`."""
_KEEPS = "{} is not open yet; what stands below it is kept, and read when it opens."
_OPEN = Trouble.OPEN_PRESS.value
_SHOWN = 8


def _held(game: Game, player: Player, letter: LetterRef, text: str, said: Said) -> TroubleNotice:
    """Return the question where press ends, with both halves."""
    assert said.held is not None
    lines = text.split("\n")
    inside = [line for line in lines[said.held.line : said.held_at] if line.strip()]
    below = [line for line in lines[said.held_at :] if line.strip()]
    says = (
        f'The press that begins with "{said.held.opening}" has no ENDPRESS, and orders or commands '
        "stand below it. Nothing was relayed and nothing obeyed. What did you mean?"
    )
    choices = (
        ("All of it is press, and nothing is ordered.", tuple([*inside, *below][:_SHOWN])),
        (
            "The press ends before this line, which is obeyed as all below it:",
            tuple(below[:_SHOWN]),
        ),
    )
    notice = trouble_notice(game, player, letter, Trouble.OPEN_PRESS, says)
    return replace(notice, choices=choices)


def _asked(game: Game, powers: tuple[str, ...]) -> tuple[Question, ...]:
    return tuple(question for power in powers for question in game.sheet(power).questions)


def _reply(message: Message, answer: Answer, reason: str) -> Errand:
    if len(message.authors) != 1:
        return Leave(reason, set_aside=True)
    return Reply(((message.authors[0].address, answer),), reason)


def _to(address: str, answers: tuple[Answer, ...], *, sparing: bool = True) -> Reply:
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


def _public_name(text: str) -> str:
    """Return the name beside an address, in one line; empty where it gives an address away."""
    return "" if "@" in text else " ".join(text.split())[:60]
