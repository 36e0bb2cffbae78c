"""One cycle of the judge: letters in, rulings, the record, letters out, pages.

    fetched → kept in the spool → read → ruled on → journaled
      → recorded → sent → pages written

Everything after the journal is found again from the journal, so a judge that
stopped anywhere goes on where it stopped. Letters are taken in order of arrival;
before each, the phases are judged whose time was over when it arrived.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from pbem.game.commands import Command, RemindersDue, TimeIsUp
from pbem.game.events import GameCreated, PhaseAdjudicated
from pbem.game.readiness import early_at, reminder_at
from pbem.game.ruling import Ruling, rule
from pbem.game.state import Game
from pbem.judge import hosting, queue
from pbem.judge.clock import Clock, SystemClock
from pbem.judge.deadlines import all_due, away_in, limit_at, over_at
from pbem.judge.desk import Desk
from pbem.judge.forgetting import drop_forgotten
from pbem.judge.founding import created_notice
from pbem.judge.home import Home
from pbem.judge.hosted import Hosted
from pbem.judge.letterbox import open_mailbox, open_sender
from pbem.judge.limits import Limits
from pbem.judge.lock import held
from pbem.judge.outbox import Outbox
from pbem.judge.pages import Pages
from pbem.judge.publishing import Publisher
from pbem.judge.reception import Reception
from pbem.judge.returns import Returns
from pbem.judge.secrets import Secrets
from pbem.judge.steps import Effect, Step, effect
from pbem.judge.table import Table
from pbem.judge.targets import Place
from pbem.judge.timetable import Timetable
from pbem.judge.trouble import told
from pbem.judge.vitals import vitals, write_metrics
from pbem.judge.wary import beat, doubts
from pbem.mail.addresses import OwnAddresses
from pbem.mail.mailbox import Mailbox, Sender
from pbem.mail.maildir import make_maildir
from pbem.mail.mime import Limits as MimeLimits
from pbem.mail.signatures import Lookup, ask_name_service
from pbem.store.entries import LetterState, OutboxLetter, Refusal, RulingEntry
from pbem.store.journal import Journal
from pbem.store.recorder import Recorder
from pbem.store.spool import Spool


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
        troubles: What could not be done just now and is done by a later cycle, a line each.
    """

    letters: int = 0
    set_aside: int = 0
    judged: tuple[str, ...] = ()
    sent: int = 0
    unsent: str = ""
    pages: int = 0
    troubles: tuple[str, ...] = ()


class Judge:
    """A judge at work on one home.

    Attributes:
        home: The folder it works on.
        table: The games at hand.
        secrets: Its keys.
        mailbox: Where letters come from.
        reception: Takes them.
        outbox: Where letters wait to be sent.
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
        beside: bool,
    ) -> None:
        """Use what `open` has opened."""
        self.home = home
        self.table = Table(journal)
        self._timetable = Timetable(self.table)
        self._pages = Pages(home)
        self._journal = journal
        self._spool = Spool(home.spool)
        self._recorder = Recorder.create(home.games)
        self._recorder.check(journal)
        self.secrets = Secrets(home, journal, words)
        self.hosted = Hosted(self.table, self.secrets, clock)
        self._desk = Desk(home, self.secrets, self.table.judged)
        self._limits = Limits(home, journal)
        self._own = OwnAddresses(home.settings.address)
        returns = Returns(self._own, self.secrets, journal.outbox)
        self.reception = Reception(
            home,
            journal,
            self.table,
            self.secrets,
            self._desk,
            mailbox=mailbox,
            spool=self._spool,
            limits=self._limits,
            returns=returns,
            clock=clock,
            effect=effect,
            lookup=lookup,
            commit=self._commit,
        )
        self.mailbox = mailbox
        self._clock = clock
        self._effect = effect
        place = Place(home.path, home.games, home.site, home.var)
        self.publisher = Publisher(place, home.settings.publish, clock.now, beside=beside)
        smtp = home.settings.smtp
        self.outbox = Outbox(
            journal,
            sender,
            clock,
            effect,
            self._tell_of_refusal,
            returns.address,
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
        beside: bool = False,
    ) -> Iterator[Judge]:
        """Take the home's lock, open its journal, and let go of both at the end.

        Args:
            home: The folder to work on.
            clock: The machine's unless another is given.
            mailbox, sender: The home's own unless others are given.
            effect: Through which every effect passes.
            words: For a home that anyone may repeat, see `Secrets`.
            lookup: Where keys of signatures are asked for.
            beside: Whether publishing goes on beside the judge's work.

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
                beside=beside,
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
        self.reception.fetch()
        judged: list[str] = []
        states: list[LetterState] = []
        self.reception.take_kept()
        for entry in self._journal.letters.pending():
            judged += self._judge_over(min(entry.arrived, began))
            states.append(self.reception.take(entry))
        judged += self._judge_over(began)
        judged += self._judge_early(began)
        self._remind(began)
        return replace(
            self.publish(),
            letters=len(states),
            set_aside=states.count(LetterState.SET_ASIDE),
            judged=tuple(judged),
        )

    def publish(self) -> Cycle:
        """Do what the journal holds and the world does not show yet; return what was done.

        What cannot be done just now keeps nothing else from being done: letters go
        out while games/ cannot be written, and the record is kept while site/ cannot.
        """
        troubles: list[str] = []
        with told(troubles):
            self._effect(Step.RECORD, lambda: self._recorder.commit_missing(self._journal))
            self._effect(Step.FILES, self._recorder.write_files)
        sent, unsent = self.outbox.send()
        pages = 0
        with told(troubles):
            pages = self._effect(Step.PAGES, lambda: self._pages.write(self._recorder.head))
        for _, push in self.publisher.due():
            self._effect(Step.PUSH, push)
        troubles += self.publisher.troubles
        self.publisher.troubles.clear()
        with told(troubles):
            for game in self._effect(Step.DROP, self._drop):
                self.table.forget(game)
        now = self._clock.now()
        with told(troubles):
            beat(self.home, now)
            if self.home.settings.metrics:
                figures = vitals(self.home, self._journal, now, self.next_time(), len(troubles))
                write_metrics(self.home, figures)
        return Cycle(sent=sent, unsent=unsent, pages=pages, troubles=tuple(troubles))

    def _drop(self) -> tuple[str, ...]:
        limits = MimeLimits(max_bytes=self.home.settings.mail.max_bytes)
        return drop_forgotten(self._journal, self._spool, limits)

    def tidy(self) -> bool:
        """Pack the record's repository, if it is worth it; for when there is nothing to do."""
        return self._recorder.tidy()

    def next_time(self) -> datetime | None:
        """Return when something falls due next if no letter comes in; None for never."""
        times = [
            time
            for game in self.table.open_games()
            for time in (over_at(game), limit_at(game), early_at(game), reminder_at(game))
            if time is not None
        ]
        more = (self.outbox.resumes, self.publisher.next_time())
        return min((*times, *(time for time in more if time is not None)), default=None)

    def news(self) -> bool:
        """Return whether there may be something to do before that; never waits."""
        asked = any(queue.asked(self.home.queue))
        return asked or self.publisher.news() or self.mailbox.news()

    def doubts(self) -> str:
        """Return why the clock cannot be believed, in a line; empty where it can."""
        return doubts(self.home, self._journal, self.next_time(), self._clock.now())

    def host(self, words: hosting.Words) -> hosting.Answer:
        """Do what a host asks on the command line, and publish it."""
        answer = hosting.carry_out(self, words, self._clock.now())
        troubles = self.publish().troubles
        return replace(answer, says="\n".join((answer.says, *troubles)))

    def rule(self, game: Game, command: Command, now: datetime, asked: str = "") -> Ruling:
        """Rule on a command that no letter caused, and journal what comes of it.

        A request in the home's queue that caused it is `asked`.
        """
        ruling = rule(game, command, now)
        if ruling.events or ruling.notices:
            after = self.table.after(game, ruling.events)
            letters = self._desk.to_players(after, ruling.notices, self._number(), now)
            self._commit(RulingEntry(now, game.id, ruling.events, letters, asked=asked))
        return ruling

    def keep_board(self, text: str) -> str:
        """Keep the text of a variant as it is now, and return its name in records."""
        return self._journal.keep_board(text)

    def create(self, created: GameCreated, asked: str = "") -> None:
        """Journal a new game; its board was kept before."""
        game, now = self.table.begun(created), created.at
        notices = (created_notice(game),) if game.host.address else ()
        letters = self._desk.to_players(game, notices, self._number(), now)
        self._commit(RulingEntry(now, game.id, (created,), letters, asked=asked))

    def created(self, game: str) -> GameCreated | None:
        """Return how a game was created; None where there is none of this id."""
        for _, event in self._journal.events(game, kinds=("GameCreated",)):
            if isinstance(event, GameCreated):
                return event
        return None

    def journal_ruling(self, entry: RulingEntry) -> None:
        """Journal a ruling that was made elsewhere, such as a game that is taken in."""
        self._commit(entry)

    # Phases

    def _judge_over(self, moment: datetime) -> list[str]:
        """Judge the phases whose time, grace included, was over before a moment.

        A game whose own time limit was over ends instead.
        """
        judged = []
        for game in self._timetable.over(moment):
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
        self.reception.take_kept(game.id)
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
            self._timetable.took(entry.game)

    def _number(self) -> int:
        return self._journal.last_ruling() + 1

    def _tell_of_refusal(self, letter: OutboxLetter, why: str) -> None:
        """Note that a letter cannot be delivered, and tell the host; of the host's own, nobody."""
        now = self._clock.now()
        game = self.table.game(self._own.game_of_id(letter.message_id))
        alerts = self._limits.refusal(letter.recipient, game, why, now)
        letters = self._desk.to_addresses(alerts, self._number(), now)
        refused = (Refusal(letter.message_id, why),)
        self._commit(RulingEntry(now, game.id if game else "", (), letters, refused=refused))

    def _answer_queue(self) -> None:
        """Do what hosts have asked on the command line; what came too late is left undone."""
        now = self._clock.now()
        for asked in queue.asked(self.home.queue):
            if asked.until < now.timestamp():
                queue.withdraw(self.home.queue, asked.id)
                continue
            if self._journal.was_ruled_on(asked.id):
                # The judge stopped between the ruling and the answer.
                answer = hosting.was_done(self, asked.words)
            else:
                answer = hosting.carry_out(self, asked.words, now, asked.id)
            words = {"done": answer.done, "wrong": answer.wrong, "says": answer.says}
            self._effect(Step.ANSWER, partial(queue.answer, self.home.queue, asked.id, words))
        queue.sweep(self.home.queue, now.timestamp())
