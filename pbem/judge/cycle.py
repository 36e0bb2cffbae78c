"""One cycle of the judge: letters in, rulings, the record, letters out, pages.

    fetched → kept in the spool → read → ruled on → journaled
      → recorded → sent → pages written

Everything after the journal is found again from the journal, so a judge that
stopped anywhere goes on where it stopped. Letters are taken in order of arrival;
before each, the phases are judged whose time was over when it arrived.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from pbem.board.phase import Phase
from pbem.errors import JournalError
from pbem.game.commands import (
    Command,
    HostLetter,
    LetterRef,
    PlayerLetter,
    RemindersDue,
    TimeIsUp,
)
from pbem.game.events import GameCreated, PhaseAdjudicated
from pbem.game.readiness import early_at, reminder_at
from pbem.game.ruling import Ruling, rule
from pbem.game.state import Game
from pbem.judge import hosting, queue
from pbem.judge.clock import Clock, SystemClock
from pbem.judge.deadlines import all_due, away_in, limit_at, over_at
from pbem.judge.desk import Desk
from pbem.judge.errands import Errand, Explain, Found, Leave, Reply, Tell, about
from pbem.judge.forgetting import drop_forgotten
from pbem.judge.founding import created_notice, found_game
from pbem.judge.home import Home
from pbem.judge.hosted import Hosted
from pbem.judge.intake import UNPROVED, Intake
from pbem.judge.letterbox import open_mailbox, open_sender
from pbem.judge.limits import Limits
from pbem.judge.lock import held
from pbem.judge.outbox import Outbox
from pbem.judge.pages import write_pages
from pbem.judge.playing import KEPT
from pbem.judge.secrets import Secrets
from pbem.judge.steps import Effect, Step, effect
from pbem.judge.table import Table
from pbem.judge.trouble import broken, too_many
from pbem.mail.addresses import OwnAddresses
from pbem.mail.mailbox import Mailbox, Sender
from pbem.mail.maildir import make_maildir
from pbem.mail.message import fingerprint
from pbem.mail.mime import Limits as MimeLimits
from pbem.mail.signatures import Lookup, ask_name_service
from pbem.store.entries import LetterEntry, LetterState, OutboxLetter, RulingEntry
from pbem.store.journal import Journal
from pbem.store.recorder import Recorder
from pbem.store.spool import Spool

_MAILBOX = "in"
_OFTEN = "answered often enough today"


@dataclass(frozen=True)
class Cycle:
    """What one cycle did.

    Attributes:
        letters: How many letters were taken.
        set_aside: How many of them wait for somebody to look at them.
        judged: Phases that were judged: `gx7 S1901M`.
        sent: How many letters went out.
        unsent: Why letters could not be sent; empty where all were.
        pages: How many files of the site were written.
    """

    letters: int = 0
    set_aside: int = 0
    judged: tuple[str, ...] = ()
    sent: int = 0
    unsent: str = ""
    pages: int = 0


class Judge:
    """A judge at work on one home.

    Attributes:
        home: The folder it works on.
        table: The games at hand.
        secrets: Its keys.
        mailbox: Where letters come from.
        outbox: Where they wait to be sent.
        hosted: Makes complete what hosts ask.
    """

    def __init__(
        self,
        home: Home,
        journal: Journal,
        *,
        mailbox: Mailbox,
        sender: Sender,
        clock: Clock,
        effect: Effect,
        words: str,
        lookup: Lookup,
    ) -> None:
        """Use what `open` has opened."""
        self.home = home
        self.table = Table(journal)
        self._journal = journal
        self._spool = Spool(home.spool)
        self._recorder = Recorder.create(home.games)
        self._recorder.check(journal)
        self.secrets = Secrets(home, journal, words)
        self.hosted = Hosted(self.table, self.secrets, clock)
        self._desk = Desk(home, self.secrets, self.table.judged)
        self._limits = Limits(home, journal)
        self._own = OwnAddresses(home.settings.address)
        self._intake = Intake(
            home,
            self.table,
            self.secrets,
            clock,
            self._waiting,
            journal.tallies.last_answer,
            lookup,
        )
        self.mailbox = mailbox
        self._clock = clock
        self._effect = effect
        smtp = home.settings.smtp
        self.outbox = Outbox(
            journal,
            sender,
            clock,
            effect,
            self._tell_of_refusal,
            a_minute=smtp.a_minute if smtp else 0,
        )

    @classmethod
    @contextmanager
    def open(
        cls,
        home: Home,
        *,
        clock: Clock | None = None,
        mailbox: Mailbox | None = None,
        sender: Sender | None = None,
        effect: Effect = effect,
        words: str = "",
        lookup: Lookup = ask_name_service,
    ) -> Iterator[Judge]:
        """Take the home's lock, open its journal, and let go of both at the end.

        Args:
            home: The folder to work on.
            clock: The machine's unless another is given.
            mailbox, sender: The home's own unless others are given.
            effect: Through which every effect passes.
            words: For a home that anyone may repeat, see `Secrets`.
            lookup: Where keys of signatures are asked for.

        Raises:
            HomeError: Another judge works on it.
            JournalError: The private state cannot be used.
            RecordError: games/ is of another journal, or git refuses.
        """
        folder = home.settings.mail.folder
        with ExitStack() as stack:
            stack.enter_context(held(home.var / "lock"))
            open_journal = Journal.open if home.state.exists() else Journal.create
            journal = stack.enter_context(open_journal(home.state))
            for name in ("in", "out"):
                make_maildir(folder / name)
            letters_in = mailbox or open_mailbox(home.settings)
            letters_out = sender or open_sender(home.settings)
            stack.callback(letters_in.close)
            stack.callback(letters_out.close)
            yield cls(
                home,
                journal,
                mailbox=letters_in,
                sender=letters_out,
                clock=clock or SystemClock(),
                effect=effect,
                words=words,
                lookup=lookup,
            )

    def poll(self) -> Cycle:
        """Do one whole cycle.

        Letters that cannot be sent just now wait in the outbox.

        Raises:
            MailboxError: The mailbox cannot be read. Nothing was judged, since
                a letter in time may wait there.
        """
        began = self._clock.now()
        self._answer_queue()
        self._fetch()
        judged: list[str] = []
        states: list[LetterState] = []
        self._take_kept()
        for entry in self._journal.pending_letters():
            judged += self._judge_over(min(entry.arrived, began))
            states.append(self._take(entry))
        judged += self._judge_over(began)
        judged += self._judge_early(began)
        self._remind(began)
        sent, unsent, pages = self.publish()
        return Cycle(
            letters=len(states),
            set_aside=states.count(LetterState.SET_ASIDE),
            judged=tuple(judged),
            sent=sent,
            unsent=unsent,
            pages=pages,
        )

    def publish(self) -> tuple[int, str, int]:
        """Do what the journal holds and the world does not show yet.

        Returns:
            How many letters were sent, why some were not, and how many files of
            the site were written.
        """
        self._effect(Step.RECORD, lambda: self._recorder.commit_missing(self._journal))
        self._effect(Step.FILES, self._recorder.write_files)
        sent, unsent = self.outbox.send()
        pages = self._effect(Step.PAGES, lambda: write_pages(self.home))
        for game in self._effect(Step.DROP, self._drop):
            self.table.forget(game)
        return sent, unsent, pages

    def _drop(self) -> tuple[str, ...]:
        limits = MimeLimits(max_bytes=self.home.settings.mail.max_bytes)
        return drop_forgotten(self._journal, self._spool, limits)

    def next_time(self) -> datetime | None:
        """Return when something falls due next if no letter comes in; None for never."""
        times = [
            time
            for game in self.table.open_games()
            for time in (over_at(game), limit_at(game), early_at(game), reminder_at(game))
            if time is not None
        ]
        if self.outbox.resumes is not None:
            times.append(self.outbox.resumes)
        return min(times, default=None)

    def host(self, words: hosting.Words) -> hosting.Answer:
        """Do what a host asks on the command line, and publish it."""
        answer = hosting.carry_out(self, words, self._clock.now())
        self.publish()
        return answer

    def rule(self, game: Game, command: Command, now: datetime) -> Ruling:
        """Rule on a command that no letter caused, and journal what comes of it."""
        ruling = rule(game, command, now)
        if ruling.events or ruling.notices:
            after = self.table.after(game, ruling.events)
            letters = self._desk.to_players(after, ruling.notices, self._number(), now)
            self._commit(RulingEntry(now, game.id, ruling.events, letters))
        return ruling

    def keep_board(self, text: str) -> str:
        """Keep the text of a variant as it is now, and return its name in records."""
        return self._journal.keep_board(text)

    def create(self, created: GameCreated) -> None:
        """Journal a new game; its board was kept before."""
        game, now = self.table.begun(created), created.at
        notices = (created_notice(game),) if game.host.address else ()
        letters = self._desk.to_players(game, notices, self._number(), now)
        self._commit(RulingEntry(now, game.id, (created,), letters))

    # Letters in

    def _fetch(self) -> None:
        """Keep every letter that waits, on disk and in the journal, before it is read."""
        now = self._clock.now()
        for raw in self.mailbox.fetch():
            key = self._effect(Step.KEEP, partial(self._spool.keep, raw.arrived, raw.data))
            # A mailbox whose clock is ahead must not make a deadline seem past.
            arrived = min(raw.arrived, now)
            entry = LetterEntry(key, _MAILBOX, raw.key, arrived, fingerprint=fingerprint(raw.data))
            self._effect(Step.RECEIVE, partial(self._journal.keep_letters, [entry]))
            self._effect(Step.SETTLE, partial(self.mailbox.settle, raw.key))

    def _take(self, entry: LetterEntry) -> LetterState:
        """Read a letter and do what it asks; a letter that breaks the judge is set aside."""
        now = self._clock.now()
        try:
            raw = self._spool.read(entry.key)
        except JournalError:
            lost = Leave("lost: the letter is not in the spool any more", set_aside=True)
            self._commit(self._ruled(lost, entry, now))
            return LetterState.SET_ASIDE
        try:
            copy = self._journal.twin(entry) is not None
            ruled = self._ruled(self._intake.read(entry, raw, copy=copy), entry, now)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  # the one place: the next letter must be read
            ruled = self._ruled(broken(entry, raw, error, self.home), entry, now)
        self._commit(ruled)
        return ruled.state

    def _ruled(self, errand: Errand, entry: LetterEntry, now: datetime) -> RulingEntry:
        """Return what a letter leads to, with the letters that answer it; keeps nothing."""
        number = self._number()
        errand = self._within_limits(errand, now)
        game, reason = about(errand)
        alerts = self._limits.alerts(reason, game, entry, now)
        match errand:
            case Leave(reason, set_aside, game):
                letters = self._desk.to_addresses(alerts, number, now)
                id, state = game.id if game else "", _state(set_aside)
                return RulingEntry(now, id, (), letters, entry.key, state, reason)
            case Tell(game, command, to, extra, releases, kept):
                if not self._limits.is_heard(command, to, now, game.id):
                    return RulingEntry(now, letter=entry.key, reason=_OFTEN)
                ruling = rule(game, command, now)
                after = self.table.after(game, ruling.events)
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
                keep, desk = self.keep_board, self._desk
                return found_game(errand, self.table, self.secrets, keep, desk, entry, number, now)
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

    def _take_kept(self, name: str = "") -> None:
        """Read what letters of earlier phases say for the one that is open now; of all games."""
        for entry in self._journal.letters_kept(KEPT, name):
            game = self.table.game(entry.game)
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
            errand = self._intake.playing.read_kept(game, entry, self._spool.read(entry.key))
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
        for entry in reversed(self._journal.letters_set_aside()):
            if (entry.game, entry.reason) == (game, reason):
                with suppress(JournalError):
                    yield entry, self._spool.read(entry.key)

    # Phases

    def _judge_over(self, moment: datetime) -> list[str]:
        """Judge the phases whose time, grace included, was over before a moment.

        A game whose own time limit was over ends instead.
        """
        judged = []
        for game in self.table.open_games():
            limit = limit_at(game)
            if limit is not None and limit < moment:
                self.rule(game, TimeIsUp(), self._clock.now())
                continue
            over = over_at(game)
            if over is not None and over < moment:
                judged += self._judge(game)
        return judged

    def _judge_early(self, began: datetime) -> list[str]:
        """Judge the phases for which all are ready, no further letter having been found."""
        judged = []
        for game in self.table.open_games():
            early = early_at(game)
            if early is not None and early <= began:
                judged += self._judge(game)
        return judged

    def _judge(self, game: Game) -> list[str]:
        """End the open phase; what was judged, which is nothing where the game waits for orders."""
        now = self._clock.now()
        phase = str(game.open_position().phase)
        due = all_due(game.settings.times, now, away_in(game))
        ruling = self.rule(game, self.secrets.phase_ends(game, due), now)
        self._take_kept(game.id)
        judged = any(isinstance(event, PhaseAdjudicated) for event in ruling.events)
        return [f"{game.id} {phase}"] if judged else []

    def _remind(self, began: datetime) -> None:
        for game in self.table.open_games():
            time = reminder_at(game)
            if time is not None and time <= began:
                phase = str(game.open_position().phase)
                self.rule(game, RemindersDue(phase), self._clock.now())

    # What is kept and what goes out

    def _commit(self, entry: RulingEntry) -> None:
        """Journal a ruling with its letters, all of it or nothing."""
        self._effect(Step.JOURNAL, lambda: self._journal.commit(entry))
        if entry.events:
            self.table.took(entry.game, entry.events)

    def _number(self) -> int:
        return self._journal.last_ruling() + 1

    def _tell_of_refusal(self, letter: OutboxLetter, why: str) -> None:
        """Tell the host of a game that a letter cannot be delivered; nobody of the host's own."""
        now = self._clock.now()
        game = self.table.game(self._own.game_of_id(letter.message_id))
        alerts = self._limits.refusal(letter.recipient, game, why)
        if alerts:
            number = self._number()
            letters = self._desk.to_addresses(alerts, number, now)
            self._commit(RulingEntry(now, game.id if game else "", (), letters))

    def _answer_queue(self) -> None:
        """Do what hosts have asked on the command line; what came too late is left undone."""
        now = self._clock.now()
        for asked in queue.asked(self.home.queue):
            if asked.until < now.timestamp():
                queue.withdraw(self.home.queue, asked.id)
                continue
            answer = hosting.carry_out(self, asked.words, now)
            words = {"done": answer.done, "wrong": answer.wrong, "says": answer.says}
            self._effect(Step.ANSWER, partial(queue.answer, self.home.queue, asked.id, words))
        queue.sweep(self.home.queue, now.timestamp())


def _state(set_aside: bool) -> LetterState:
    return LetterState.SET_ASIDE if set_aside else LetterState.DONE
