"""A letter that came in: what it asks for, and of which game.

Reading a letter changes nothing. What is to be done about it comes back as an
*errand*: leave it, tell a game, rule that it changed nothing, or answer an
address. The judge's cycle carries it out.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.game.commands import (
    AskStatus,
    Confirm,
    Forget,
    Join,
    LetterRef,
    Observe,
    ObserverLetter,
    Rename,
    SetZone,
    TakeHosting,
)
from pbem.game.notices import Trouble
from pbem.game.observers import Observer
from pbem.game.speech import OBSERVERS
from pbem.game.state import HOST, Game, Player, Stage
from pbem.game.troubles import trouble_notice
from pbem.judge.clock import Clock
from pbem.judge.deadlines import due as deadline
from pbem.judge.enquiries import Enquiries, reply, to_address
from pbem.judge.errands import Errand, Explain, Leave, Tell
from pbem.judge.founding import Founder
from pbem.judge.home import Home
from pbem.judge.hosted import Hosted
from pbem.judge.playing import Answered, Playing, Waited, Waiting
from pbem.judge.returns import Returns
from pbem.judge.roster import Roster
from pbem.judge.secrets import Secrets
from pbem.judge.table import Table
from pbem.mail.addresses import OwnAddresses, SameMailbox
from pbem.mail.answers import TroubleAnswer
from pbem.mail.authentication import Finding, Proof, find_proof
from pbem.mail.commands import (
    Ask,
    ConfirmSeat,
    Enquiry,
    Help,
    JoinGame,
    ListGames,
    ObserveGame,
    StopObserving,
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
    which_game,
)
from pbem.mail.language import read_asks
from pbem.mail.message import Message, read_message
from pbem.mail.mime import Limits
from pbem.mail.newcomers import read_waiting
from pbem.mail.press import block_of, fault_of
from pbem.mail.screening import Robot, RobotReason, screen
from pbem.mail.signatures import Lookup, signers
from pbem.sayings import Saying, say
from pbem.store.entries import LetterEntry

UNPROVED = frozenset(
    {Trouble.PARKED.value, Trouble.AUTH_FAILED.value, Trouble.AMBIGUOUS_SENDER.value}
)
"""Reasons why a player is told of a letter that somebody else may have written."""


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
        lookup: Lookup,
        returns: Returns,
    ) -> None:
        """Use a home's settings, its games, its keys, and what its journal knows of letters.

        Keys of signatures are asked of `lookup`.
        """
        mail = home.settings.mail
        self._table = table
        self._secrets = secrets
        self._clock = clock
        self._own = OwnAddresses(home.settings.address)
        self._limits = Limits(max_bytes=mail.max_bytes)
        self._trusted = frozenset(server.lower() for server in mail.trusted)
        strictness = Strictness(
            trusted=self._trusted,
            accept_unproved=mail.accept_unproved,
            mailboxes=SameMailbox.of(mail.same_mailbox),
        )
        self._checks_signatures = mail.dkim
        self._lookup = lookup
        self._returns = returns
        self._roster = Roster(table, secrets, strictness, self._own)
        self._enquiries = Enquiries(table, home.games)
        self._founder = Founder(home, table, secrets, waiting, self._limits)
        self.playing = Playing(
            secrets,
            clock,
            self._roster,
            self._enquiries,
            Waited(waiting, answered),
            self._limits,
            Hosted(table, secrets, clock),
        )

    def read(self, entry: LetterEntry, raw: bytes, *, copy: bool) -> Errand:
        """Return what is to be done about a letter.

        Args:
            entry: As the journal has it.
            raw: As the spool has it.
            copy: Whether the same letter was taken before.
        """
        message = read_message(raw, self._limits)
        screened = screen(message, self._own)
        if isinstance(screened, Robot):
            back = screened.reason is RobotReason.BOUNCE
            returned = self._returns.found(message, raw) if back else None
            return returned or Leave(screened.reason.value)
        if copy:
            return Leave(RobotReason.DUPLICATE.value)
        screened = self._signed(screened, raw)
        letter = LetterRef(entry.key, screened.message_id, screened.subject, entry.arrived)
        match which_game(screened, self._own, self._table.known()):
            case GameNamed(name):
                game = self._table.game(name)
                assert game is not None
                return self._of_game(game, screened, letter)
            case NoGame(tried):
                says = say("which-game", tried=tried[0] if tried else "")
                return self._no_game(screened, letter, Trouble.NO_GAME, says)
            case Mismatch(games):
                says = say("several-games", games=tuple(games))
                return self._no_game(screened, letter, Trouble.GAME_MISMATCH, says)

    def _signed(self, message: Message, raw: bytes) -> Message:
        """Return a letter with the signers that the judge itself has checked, where it does."""
        author = message.authors[0].address if len(message.authors) == 1 else ""
        if not (self._checks_signatures and author):
            return message
        if find_proof(message.headers, author, self._trusted) is not Finding.NONE:
            return message
        return replace(message, signers=signers(raw, self._lookup))

    def _no_game(
        self, message: Message, letter: LetterRef, trouble: Trouble, says: Saying
    ) -> Errand:
        author = message.authors[0].address if len(message.authors) == 1 else ""
        finding = find_proof(message.headers, author, self._trusted)
        if finding is Finding.FAIL:
            return Leave(Trouble.AUTH_FAILED.value, set_aside=True)
        founds = self._founder.read(message, letter, finding, self._clock.now())
        if founds is not None:
            return founds
        asks = read_asks(message.text, self._enquiries.boards(None))
        if asks and all(isinstance(ask, Help | ListGames) for ask in asks):
            return self._enquiries.answer(message, letter, None, asks)
        games = tuple(game.id for game in self._table.open_games())
        return reply(message, TroubleAnswer(letter, trouble, says, games=games), trouble.value)

    def _of_game(self, game: Game, message: Message, letter: LetterRef) -> Errand:
        match self._roster.author(message, game.id):
            case AuthenticatedMessage(_, _, id, proof, foreign):
                player = game.participant(id)
                asks = read_asks(message.text, self._enquiries.boards(game))
                if not player.confirmed and self._roster.is_host(game, player) and not _seat(asks):
                    player = game.participant(HOST)
                if (player.id == HOST or player.id in game.observers) and _wants_seat(asks):
                    return self._of_stranger(game, message, letter)
                plays = player.confirmed and (
                    player.id == HOST or player.id in game.seats or game.stage is Stage.FORMING
                )
                observer = None if plays else self._roster.observer(game, player)
                if observer and (observer.id == player.id or not _seat(asks)):
                    if proof is Proof.TOKEN or observer.roles:
                        return _of_observer(game, observer, message, letter, self._enquiries)
                    return self._of_stranger(game, message, letter)
                if proof is Proof.TOKEN and self._takes_hosting(game, player, asks):
                    name = player.name or _public_name(message.authors[0].name)
                    return Tell(game, TakeHosting(letter, player.id, name), player.address)
                waits = player.id in game.offers and player.id not in game.seats
                if player.confirmed and not (waits and _seat(asks)):
                    return self.playing.read(game, player, message, letter, foreign)
                if proof is Proof.TOKEN:
                    return self._of_newcomer(game, player, message, letter)
                return self._of_stranger(game, message, letter)
            case Parked(_, _, id):
                player = game.participant(id)
                asks = read_asks(message.text, self._enquiries.boards(game))
                if not player.confirmed and self._roster.is_host(game, player):
                    player = game.participant(HOST)
                if not player.confirmed or (player.id == HOST and _wants_seat(asks)):
                    return self._of_stranger(game, message, letter)
                return self._of_unproved(game, player, message, letter)
            case RefusedAuthor(trouble, says, player) if player:
                notice = trouble_notice(game, game.participant(player), letter, trouble, says)
                return Explain(game, notice, trouble.value)
            case RefusedAuthor(trouble):
                return Leave(trouble.value, set_aside=True)
            case Stranger():
                return self._of_stranger(game, message, letter)

    def _takes_hosting(self, game: Game, player: Player, asks: tuple[Ask | AskStatus, ...]) -> bool:
        """Return whether somebody who was asked to be the host says yes, and nothing else."""
        asked = game.host.offered.casefold()
        if not asked or player.address.casefold() != asked or asks != (ConfirmSeat(),):
            return False
        return player.id not in game.asked and player.id not in game.resigning

    def _of_newcomer(
        self, game: Game, player: Player, message: Message, letter: LetterRef
    ) -> Errand:
        """Take the answer of somebody who asked for a seat; only a word that says so counts."""
        said = read_waiting(message.text, game.variant)
        if game.stage is Stage.ENDED or not said.meant:
            notice = trouble_notice(
                game, player, letter, Trouble.NO_ORDERS, say("how-to-take-a-seat")
            )
            return Explain(game, notice, "not confirmed")
        key = self._secrets.draw_key(game.id, game.draws)
        first = game.variant.start.kind
        due = deadline(game.settings.times, first, self._clock.now(), opening=True)
        name = _public_name(message.authors[0].name)
        asks = tuple(r for r in said.requests if isinstance(r, Rename | SetZone))
        confirm = Confirm(letter, player.id, key, due, name, said.powers, asks)
        return Tell(game, confirm, player.address)

    def _of_unproved(
        self, game: Game, player: Player, message: Message, letter: LetterRef
    ) -> Errand:
        """Answer a player whose letter nothing proves: questions, but nothing else."""
        asks = read_asks(message.text, self._enquiries.boards(game))
        if asks and all(isinstance(ask, Enquiry | AskStatus) for ask in asks):
            return self._enquiries.answer(message, letter, game, asks)
        notice = trouble_notice(game, player, letter, Trouble.PARKED, say("unproved"))
        lines = tuple(line for line in message.text.split("\n") if line.strip())[:_SHOWN]
        return Explain(game, replace(notice, lines=lines), "parked", set_aside=True)

    def _of_stranger(self, game: Game, message: Message, letter: LetterRef) -> Errand:
        address = message.authors[0].address
        asks = read_asks(message.text, self._enquiries.boards(game))
        joins = [ask for ask in asks if isinstance(ask, JoinGame | TakeOver)]
        if joins:
            name = _public_name(message.authors[0].name)
            wanted = joins[0].powers if isinstance(joins[0], TakeOver) else joins[0].preferences
            join = Join(letter, address, name, wanted)
            rest = tuple(ask for ask in asks if ask not in joins)
            return Tell(game, join, address, self._enquiries.answers(game, letter, rest))
        wants = tuple(ask.role for ask in asks if isinstance(ask, ObserveGame))
        leaves = tuple(ask.role for ask in asks if isinstance(ask, StopObserving))
        if wants or leaves:
            observe = Observe(letter, address, wants, leaves)
            return Tell(game, observe, address, self._enquiries.answers(game, letter, asks))
        # A stranger has nothing to confirm; that word alone is answered as any other letter.
        if any(not isinstance(ask, ConfirmSeat) for ask in asks):
            return self._enquiries.answer(message, letter, game, asks)
        says = say("unknown-here", game=game.id, address=address)
        answer = TroubleAnswer(letter, Trouble.UNKNOWN_SENDER, says, game=game.id)
        return reply(message, answer, Trouble.UNKNOWN_SENDER.value)


_SHOWN = 40
"""Lines of a letter without a proof that its author is asked about."""


def _wants_seat(asks: tuple[Ask | AskStatus, ...]) -> bool:
    return any(isinstance(ask, JoinGame | TakeOver) for ask in asks)


def _seat(asks: tuple[Ask | AskStatus, ...]) -> bool:
    """Return whether a letter takes a seat, or asks for one."""
    return any(isinstance(ask, ConfirmSeat | JoinGame | TakeOver) for ask in asks)


def _of_observer(
    game: Game, observer: Observer, message: Message, letter: LetterRef, enquiries: Enquiries
) -> Errand:
    """Read a letter of somebody who observes or stands by, and has proved it."""
    said = read_waiting(message.text, game.variant)
    answers = enquiries.answers(game, letter, said.asks)
    zones = [request.zone for request in said.requests if isinstance(request, SetZone)]
    forgets = Forget() in said.requests
    moves = zones or said.wants or said.leaves or said.meant or said.refused or forgets
    faults = [(press.opening, fault_of(press, game.variant)) for press in said.press]
    if answers and not (moves or said.press):
        return to_address(observer.address, answers)
    command = ObserverLetter(
        letter,
        observer.id,
        said.meant,
        said.wants,
        said.leaves,
        zone=zones[-1] if zones else "",
        refused=bool(said.refused),
        forgets=forgets,
        blocks=tuple(
            block_of(press, OBSERVERS)
            for press, (_, fault) in zip(said.press, faults, strict=True)
            if not fault
        ),
        unread=tuple((opening, fault) for opening, fault in faults if fault),
    )
    return Tell(game, command, observer.address, answers)


def _public_name(text: str) -> str:
    """Return the name beside an address, in one line; empty where it gives an address away."""
    return "" if "@" in text else " ".join(text.split())[:60]
