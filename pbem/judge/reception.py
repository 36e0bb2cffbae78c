"""The reception: letters are kept, read, ruled on, and what comes of each is journaled.

A letter is on disk before it is read. What it asks for comes back from the intake
as an errand; here it becomes a ruling with the letters that answer it. A letter that
breaks the judge is set aside, and the next is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from pbem.board.phase import Phase
from pbem.errors import JournalError
from pbem.game.commands import HostLetter, LetterRef, PlayerLetter
from pbem.game.ruling import rule
from pbem.game.state import Game
from pbem.judge.clock import Clock
from pbem.judge.desk import Desk
from pbem.judge.errands import CameBack, Errand, Explain, Found, Leave, Reply, Tell, about
from pbem.judge.founding import found_game
from pbem.judge.home import Home
from pbem.judge.intake import UNPROVED, Intake
from pbem.judge.limits import Limits
from pbem.judge.playing import KEPT
from pbem.judge.returns import Returns
from pbem.judge.secrets import Secrets
from pbem.judge.steps import Effect, Step
from pbem.judge.table import Table
from pbem.judge.trouble import broken, too_many
from pbem.mail.addresses import OwnAddresses
from pbem.mail.mailbox import Mailbox
from pbem.mail.message import fingerprint
from pbem.mail.signatures import Lookup
from pbem.sayings import say
from pbem.store.entries import LetterEntry, LetterState, Refusal, RulingEntry
from pbem.store.journal import Journal
from pbem.store.spool import Spool

_MAILBOX = "in"
_OFTEN = "answered often enough today"

Commit = Callable[[RulingEntry], None]
"""Journals a ruling with its letters, all of it or nothing."""


class Reception:
    """Takes the letters of one home.

    Attributes:
        intake: Reads them.
    """

    def __init__(
        self,
        home: Home,
        journal: Journal,
        table: Table,
        secrets: Secrets,
        desk: Desk,
        *,
        mailbox: Mailbox,
        spool: Spool,
        limits: Limits,
        returns: Returns,
        clock: Clock,
        effect: Effect,
        lookup: Lookup,
        commit: Commit,
    ) -> None:
        """Use the parts of a judge."""
        self._home = home
        self._journal = journal
        self._table = table
        self._secrets = secrets
        self._desk = desk
        self._mailbox = mailbox
        self._spool = spool
        self._limits = limits
        self._own = OwnAddresses(home.settings.address)
        self._clock = clock
        self._effect = effect
        self._commit = commit
        answered = journal.tallies.last_answer
        self.intake = Intake(home, table, secrets, clock, self._waiting, answered, lookup, returns)

    def fetch(self) -> None:
        """Keep every letter that waits, on disk and in the journal, before it is read."""
        now = self._clock.now()
        for raw in self._mailbox.fetch():
            key = self._effect(Step.KEEP, partial(self._spool.keep, raw.arrived, raw.data))
            # A mailbox whose clock is ahead must not make a deadline seem past.
            arrived = min(raw.arrived, now)
            entry = LetterEntry(key, _MAILBOX, raw.key, arrived, fingerprint=fingerprint(raw.data))
            self._effect(Step.RECEIVE, partial(self._journal.letters.keep, [entry]))
            self._effect(Step.SETTLE, partial(self._mailbox.settle, raw.key))

    def take(self, entry: LetterEntry) -> LetterState:
        """Read a letter and do what it asks; a letter that breaks the judge is set aside."""
        now = self._clock.now()
        try:
            raw = self._spool.read(entry.key)
        except JournalError:
            lost = Leave("lost: the letter is not in the spool any more", set_aside=True)
            self._commit(self._ruled(lost, entry, now))
            return LetterState.SET_ASIDE
        try:
            copy = self._journal.letters.twin(entry) is not None
            ruled = self._ruled(self.intake.read(entry, raw, copy=copy), entry, now)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  # the one place: the next letter must be read
            ruled = self._ruled(broken(entry, raw, error, self._home), entry, now)
        self._commit(ruled)
        return ruled.state

    def _ruled(self, errand: Errand, entry: LetterEntry, now: datetime) -> RulingEntry:
        """Return what a letter leads to, with the letters that answer it; keeps nothing."""
        number = self._next()
        errand = self._within_limits(errand, now)
        game, reason = about(errand)
        alerts = self._limits.alerts(reason, game, entry, now)
        match errand:
            case Leave(reason, set_aside, game):
                letters = self._desk.to_addresses(alerts, number, now)
                id, state = game.id if game else "", _state(set_aside)
                return RulingEntry(now, id, (), letters, entry.key, state, reason)
            case CameBack(message_id, recipient, status):
                name = self._own.game_of_id(message_id)
                game = self._table.game(name)
                says = say("came-back", status=status)
                told = self._limits.refusal(recipient, game, says, now)
                return RulingEntry(
                    now,
                    game.id if game else "",
                    (),
                    self._desk.to_addresses(told, number, now),
                    entry.key,
                    reason=reason,
                    refused=(Refusal(message_id, errand.why),),
                )
            case Tell(game, command, to, extra, releases, kept):
                if not self._limits.is_heard(command, to, now, game.id):
                    return RulingEntry(now, letter=entry.key, reason=_OFTEN)
                ruling = rule(game, command, now)
                after = self._table.after(game, ruling.events)
                letters = self._desk.to_players(after, ruling.notices, number, now, to)
                letters += self._desk.to_addresses([(to, answer) for answer in extra], number, now)
                return RulingEntry(
                    now,
                    game.id,
                    ruling.events,
                    letters,
                    entry.key,
                    reason="" if releases else kept,
                    releases=releases,
                    leaves=kept if releases else "",
                )
            case Found():
                keep, desk = self._journal.keep_board, self._desk
                return found_game(
                    errand, self._table, self._secrets, keep, desk, entry, number, now
                )
            case Explain(game, notice, reason, set_aside):
                letters = self._desk.to_players(game, (notice,), number, now)
                letters += self._desk.to_addresses(alerts, number, now)
                state = _state(set_aside)
                return RulingEntry(now, game.id, (), letters, entry.key, state, reason)
            case Reply(answers, reason, set_aside, sparing):
                spared = [
                    (to, answer)
                    for to, answer in answers
                    if not sparing or self._limits.stranger_is_answered(to, now)
                ]
                letters = self._desk.to_addresses([*spared, *alerts], number, now)
                state = _state(set_aside)
                why = reason if len(spared) == len(answers) else _OFTEN
                return RulingEntry(now, "", (), letters, entry.key, state, why)

    def take_kept(self, name: str = "") -> None:
        """Read what letters of earlier phases say for the one that is open now; of all games."""
        for entry in self._journal.letters.kept(KEPT, name):
            game = self._table.game(entry.game)
            phase = game.open_position().phase if game and game.running else None
            words, player, *phases = entry.reason.split(" ")
            waits = [code for code in phases if phase and Phase.read(code) > phase]
            if game is None or waits == phases:
                continue
            ruled = RulingEntry(self._clock.now(), game.id)
            if str(phase) in phases:
                ruled = self._kept(game, entry)
            leaves = " ".join((words, player, *waits)) if waits else ""
            self._commit(replace(ruled, letter="", releases=entry.key, leaves=leaves))

    def _kept(self, game: Game, entry: LetterEntry) -> RulingEntry:
        now = self._clock.now()
        try:
            errand = self.intake.playing.read_kept(game, entry, self._spool.read(entry.key))
        except JournalError:
            errand = None
        return self._ruled(errand, entry, now) if errand else RulingEntry(now, game.id)

    def _within_limits(self, errand: Errand, now: datetime) -> Errand:
        """Return what is done about a letter when it is not the first of its writer."""
        match errand:
            case Tell(game, PlayerLetter(LetterRef() as letter, player)) | Tell(
                game, HostLetter(LetterRef() as letter, player)
            ):
                left = self._limits.letters_left(game.participant(player).address, now, game.id)
                return errand if left > 0 else too_many(game, player, letter, told=left < 0)
            case Explain(game, notice, reason) if reason in UNPROVED:
                to = game.participant(notice.reader.player).address
                if not self._limits.unproved_is_answered(to, now, game.id):
                    return Leave(reason, set_aside=True, game=game)
                return errand
            case _:
                return errand

    def _waiting(self, game: str, reason: str) -> Iterator[tuple[LetterEntry, bytes]]:
        """Yield the letters of a game that wait for an answer, the newest first."""
        for entry in reversed(self._journal.letters.set_aside()):
            if (entry.game, entry.reason) == (game, reason):
                with suppress(JournalError):
                    yield entry, self._spool.read(entry.key)

    def _next(self) -> int:
        """Return the number of the ruling that is at hand."""
        return self._journal.last_ruling() + 1


def _state(set_aside: bool) -> LetterState:
    return LetterState.SET_ASIDE if set_aside else LetterState.DONE
