"""What a player's letter says: orders, votes, dates, press; and what waited for an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from pbem.game.commands import (
    Absent,
    Affirm,
    AskStatus,
    ChangeAddress,
    Extend,
    Forget,
    LetterRef,
    Observe,
    PlayerLetter,
    Request,
)
from pbem.game.notices import Trouble, TroubleNotice
from pbem.game.state import HOST, Game, Player, Stage
from pbem.game.troubles import trouble_notice
from pbem.judge.clock import Clock
from pbem.judge.deadlines import away_in, day_bounds, longer, past_absences
from pbem.judge.enquiries import Enquiries, to_address
from pbem.judge.errands import Errand, Explain, Tell
from pbem.judge.hosted import Hosted
from pbem.judge.roster import Roster
from pbem.judge.secrets import Secrets
from pbem.mail.commands import AbsentFrom, Ask, ConfirmSeat, ExtendBy
from pbem.mail.identity import AuthenticatedMessage, Parked
from pbem.mail.language import Said, end_press, read_asks, read_letter
from pbem.mail.message import Message, Unusable, read_message
from pbem.mail.mime import Limits
from pbem.mail.newcomers import read_waiting
from pbem.orders.reading import Question
from pbem.sayings import say
from pbem.store.entries import LetterEntry

Answered = Callable[[str, str], int]
"""The last ruling that answered a letter of an address in a game; 0 for none."""

Waiting = Callable[[str, str], Iterable[tuple[LetterEntry, bytes]]]
"""The letters of a game that wait for an answer, for a reason; the newest first."""


@dataclass(frozen=True)
class Waited:
    """What the journal knows of letters that waited, and of those that were answered."""

    letters: Waiting
    answered: Answered


class Playing:
    """Reads the letters of players of a home."""

    def __init__(
        self,
        secrets: Secrets,
        clock: Clock,
        roster: Roster,
        enquiries: Enquiries,
        waited: Waited,
        limits: Limits,
        hosted: Hosted,
    ) -> None:
        """Use a home's keys, its players, and what its journal knows of letters."""
        self._secrets = secrets
        self._clock = clock
        self._roster = roster
        self._enquiries = enquiries
        self._waited = waited
        self._limits = limits
        self._hosted = hosted

    def read(
        self, game: Game, player: Player, message: Message, letter: LetterRef, foreign: str
    ) -> Errand:
        """Return what is to be done about a letter that a player wrote.

        Args:
            game: Which it is about.
            player: Who wrote it.
            message: As read.
            letter: What an answer refers to.
            foreign: The address it came from, where that is not the registered one.
        """
        if isinstance(message.body, Unusable):
            trouble, says = message.body.trouble, message.body.says
            return Explain(game, trouble_notice(game, player, letter, trouble, says), trouble.value)
        powers = game.seats.get(player.id, ())
        hosting = self._roster.is_host(game, player)
        if not hosting and not (game.running and powers):
            return self._of_waiting_player(game, player, message, letter)
        confirmed = self._confirmed(game, player, message)
        if confirmed is not None:
            return self._released(game, player, *confirmed)
        chosen = self._chosen(game, player, message)
        if chosen is not None:
            return chosen
        asked = _asked(game, powers)
        old = bool(asked) and self._is_old(game, player, message)
        said = self._read(game, powers, message.text, old=old, hosting=hosting)
        if said.held is not None:
            return Explain(
                game, _held(game, player, letter, message.text, said), _OPEN, set_aside=True
            )
        return self._taken(game, player, message, letter, said, foreign)

    def _taken(
        self,
        game: Game,
        player: Player,
        message: Message,
        letter: LetterRef,
        said: Said,
        foreign: str,
    ) -> Errand:
        """Return what is to be done about what a letter says; its writer may be the host."""
        if not self._roster.is_host(game, player):
            return self._said(game, player, letter, said, foreign)
        of_phase = self._roster.answers_phase(game, message)
        by_host, rest = self._hosted.split(game, player, said, of_phase=of_phase)
        if game.running and game.seats.get(player.id):
            errand = self._said(game, player, letter, rest, foreign) if rest.anything else None
            return self._hosted.with_orders(game, player, letter, by_host, errand, foreign)
        if by_host.anything or player.id == HOST:
            answers = self._enquiries.answers(game, letter, said.asks)
            return self._hosted.alone(game, player, letter, by_host, answers, foreign)
        return self._of_waiting_player(game, player, message, letter)

    def _is_old(self, game: Game, player: Player, message: Message) -> bool:
        """Return whether a letter answers one that the player has had an answer after."""
        answered = (self._roster.own.ruling_of_id(id, game.id) for id in message.references)
        ruling = next(filter(None, answered), 0)
        return 0 < ruling < self._waited.answered(player.address, game.id)

    def _read(
        self,
        game: Game,
        powers: tuple[str, ...],
        text: str,
        *,
        old: bool = False,
        hosting: bool = False,
    ) -> Said:
        return read_letter(
            text,
            game.variant,
            game.position or game.variant.opening(game.arrangement),
            powers,
            asked=_asked(game, powers),
            old=old,
            hosting=hosting,
        )

    def _chosen(self, game: Game, player: Player, message: Message) -> Errand | None:
        """Read a letter with open press as its writer's number says; None for no such number.

        A number without a letter that it answers is rather for a question of the receipt.
        """
        number = message.text.strip(" .()\n")
        if number not in ("1", "2"):
            return None
        powers = game.seats.get(player.id, ())
        hosting = self._roster.is_host(game, player)
        for entry, raw in self._waited.letters(game.id, _OPEN):
            held = read_message(raw, self._limits)
            author = self._roster.author(held, game.id)
            said = self._read(game, powers, held.text, hosting=hosting)
            if (
                isinstance(author, AuthenticatedMessage)
                and author.player == player.id
                and said.held is not None
                and (held.message_id in message.references or not _asked(game, powers))
            ):
                text = end_press(held.text, None if number == "1" else said.held_at)
                letter = LetterRef(entry.key, held.message_id, held.subject, entry.arrived)
                read = self._read(game, powers, text, hosting=hosting)
                errand = self._taken(game, player, held, letter, read, "")
                return replace(errand, releases=entry.key) if isinstance(errand, Tell) else errand
        return None

    def _confirmed(
        self, game: Game, player: Player, message: Message
    ) -> tuple[LetterEntry, Message] | None:
        """Return the letter of a player that waited for this one to say CONFIRM, and no more.

        The one it answers, else the newest, unless something else of the player's
        waits for that word.
        """
        if read_asks(message.text, self._enquiries.boards(game)) != (ConfirmSeat(),):
            return None
        waiting = [
            (entry, parked)
            for entry, raw in self._waited.letters(game.id, Trouble.PARKED.value)
            if self._is_of(player, game, parked := read_message(raw, self._limits))
        ]
        answered = [one for one in waiting if one[1].message_id in message.references]
        hosting = self._roster.is_host(game, player)
        asked_back = hosting and game.host.asked
        if asked_back or player.id in {*game.asked, *game.resigning, *game.forgetting}:
            waiting = []
        return next(iter(answered or waiting), None)

    def _is_of(self, player: Player, game: Game, parked: Message) -> bool:
        author = self._roster.author(parked, game.id)
        mine = isinstance(author, Parked) and author.player == player.id
        return mine and read_asks(parked.text, self._enquiries.boards(game)) != (ConfirmSeat(),)

    def _released(self, game: Game, player: Player, entry: LetterEntry, parked: Message) -> Errand:
        """Read a letter that its writer has confirmed; it came when it came."""
        letter = LetterRef(entry.key, parked.message_id, parked.subject, entry.arrived)
        errand = self.read(game, player, parked, letter, "")
        return replace(errand, releases=entry.key) if isinstance(errand, Tell) else errand

    def _of_waiting_player(
        self, game: Game, player: Player, message: Message, letter: LetterRef
    ) -> Errand:
        """Answer a player of a game that has not begun, or is over."""
        if game.stage is Stage.FORMING:
            return self._of_forming_game(game, player, message, letter)
        said = read_waiting(message.text, game.variant)
        waits = player.id in game.forgetting
        asks = (r for r in said.requests if isinstance(r, Forget) or (waits and r == Affirm()))
        requests = tuple(asks)
        if said.wants and not requests:
            observe = Observe(letter, player.address, said.wants, said.leaves)
            return Tell(game, observe, player.address)
        if (said.asks or AskStatus() in said.requests) and not requests:
            known = read_asks(message.text, self._enquiries.boards(game))
            return self._enquiries.answer(message, letter, game, known)
        return Tell(game, PlayerLetter(letter, player.id, {}, requests, {}), player.address)

    def _of_forming_game(
        self, game: Game, player: Player, message: Message, letter: LetterRef
    ) -> Errand:
        said = read_waiting(message.text, game.variant)
        answers = self._enquiries.answers(game, letter, said.asks)
        requests = tuple(r for r in said.requests if r not in self._ours(said.requests))
        refused = (
            *said.refused,
            *((press.opening, say("press-before-start")) for press in said.press),
        )
        if answers and not (requests or refused):
            return to_address(player.address, answers, sparing=False)
        command = PlayerLetter(letter, player.id, {}, requests, {}, refused)
        return Tell(game, command, player.address, answers)

    def _said(
        self, game: Game, player: Player, letter: LetterRef, said: Said, foreign: str
    ) -> Errand:
        answers = self._enquiries.answers(game, letter, said.asks, player)
        requests = (*said.requests, *self._dated(game, player, said.asks))
        ours = self._ours(requests)
        requests = tuple(request for request in requests if request not in ours)
        refused = (
            *said.refused,
            *((f"ADDRESS {own.address}", say("address-of-judge")) for own in ours),
        )
        anything = said.readings or requests or refused or said.blocks
        if answers and not anything:
            return to_address(player.address, answers, sparing=False)
        if said.trouble is Trouble.WRONG_PHASE:
            says = say("wrong-phase", why=said.refused[0][1])
            notice = trouble_notice(game, player, letter, Trouble.WRONG_PHASE, says)
            return Explain(game, notice, Trouble.WRONG_PHASE.value)
        position = game.open_position()
        powers = game.seats[player.id]
        nonces = {
            power: self._secrets.nonce(game.id, position.phase, power, game.next_receipt(power))
            for power in powers
        }
        command = PlayerLetter(
            letter=letter,
            player=player.id,
            readings=said.readings,
            requests=tuple(dict.fromkeys(requests)),
            nonces=nonces,
            refused=refused,
            foreign=foreign,
            told=tuple(say("kept-for-later", phase=phase) for _, phase in said.later),
            blocks=said.blocks,
        )
        kept = " ".join([KEPT, player.id, *(code for code, _ in said.later)])
        return Tell(game, command, player.address, answers, kept=kept if said.later else "")

    def _ours(self, requests: Iterable[Request]) -> list[ChangeAddress]:
        """Return the wishes to be written to at the judge's own address."""
        moves = (request for request in requests if isinstance(request, ChangeAddress))
        return [move for move in moves if self._roster.own.owns(move.address)]

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
        errand = self._said(game, game.participant(id), letter, said, "")
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


KEPT = "kept"
"""Begins what is remembered of a letter with lines for later phases: `kept p3 F1901M W1901A`."""
_OPEN = Trouble.OPEN_PRESS.value
_SHOWN = 8


def _held(game: Game, player: Player, letter: LetterRef, text: str, said: Said) -> TroubleNotice:
    """Return the question where press ends, with both halves."""
    assert said.held is not None
    lines = text.split("\n")
    inside = [line for line in lines[said.held.line : said.held_at] if line.strip()]
    below = [line for line in lines[said.held_at :] if line.strip()]
    says = say("press-held", opening=said.held.opening)
    choices = (
        (say("all-is-press"), tuple([*inside, *below][:_SHOWN])),
        (say("press-ends-before"), tuple(below[:_SHOWN])),
    )
    notice = trouble_notice(game, player, letter, Trouble.OPEN_PRESS, says)
    return replace(notice, choices=choices)


def _asked(game: Game, powers: tuple[str, ...]) -> tuple[Question, ...]:
    return tuple(question for power in powers for question in game.sheet(power).questions)
