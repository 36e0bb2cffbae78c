"""What the host asks, made complete: dates as instants, keys derived, phases named.

The words of a letter and of the command line are the same (`pbem.mail.host_commands`),
and so is what comes of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time

from pbem.board.phase import Phase
from pbem.game.commands import (
    Affirm,
    AskedByHost,
    AskStatus,
    ChangeAddress,
    Clear,
    HostLetter,
    HostRequest,
    LetterRef,
    MoveDeadline,
    PlayerLetter,
    Ready,
    Request,
    ResumeGame,
    SetZone,
    StartGame,
    Undo,
    Wait,
)
from pbem.game.events import PhaseAdjudicated
from pbem.game.host_acts import EditBoard, RollBack, SeeStatus
from pbem.game.notices import Trouble
from pbem.game.state import HOST, Game, Player
from pbem.game.troubles import trouble_notice
from pbem.judge.clock import Clock
from pbem.judge.deadlines import all_due, away_in, due, instant
from pbem.judge.enquiries import to_address
from pbem.judge.errands import Errand, Explain, Reply, Tell
from pbem.judge.secrets import Secrets
from pbem.judge.table import Table
from pbem.mail.answers import Answer
from pbem.mail.host_commands import (
    BackTo,
    ChangeBoard,
    HostLine,
    NewDeadline,
    ProcessPhase,
    ResumeClock,
    StartNow,
    read_host_line,
)
from pbem.mail.language import Said
from pbem.sayings import Saying, say

Refused = tuple[str, Saying]
"""Words that could not be obeyed, and what would be right."""

_SHEET = (Ready, Wait, Clear, Undo)


@dataclass(frozen=True)
class ByHost:
    """What a letter says as the host's."""

    asked: tuple[AskedByHost, ...] = ()
    refused: tuple[Refused, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether it says anything."""
        return bool(self.asked or self.refused)


def phase_at_hand(game: Game) -> Phase:
    """Return the open phase; the first one of the board before the start."""
    return game.position.phase if game.position else game.variant.start


class Hosted:
    """Makes complete what hosts ask of the games of a home."""

    def __init__(self, table: Table, secrets: Secrets, clock: Clock) -> None:
        """Use a home's games, keys and clock."""
        self._table = table
        self._secrets = secrets
        self._clock = clock

    def split(
        self, game: Game, player: Player, said: Said, *, of_phase: bool
    ) -> tuple[ByHost, Said]:
        """Return what a letter says as the host's, and what is left as a player's.

        Args:
            game: Which it is about.
            player: Who wrote it: the host, or the player who is the host as well.
            said: As read.
            of_phase: Whether it answers a letter of the open phase.
        """
        found = [self.asked(game, line, of_phase=of_phase) for line in said.host]
        left: list[Request] = []
        for request in said.requests:
            match request:
                case Affirm() if game.host.asked:
                    found.append(self.waiting(game))
                case AskStatus():
                    found.append(AskedByHost("STATUS", SeeStatus()))
                    left.append(request)
                case SetZone(zone) if player.id == HOST:
                    found.append(AskedByHost(f"ZONE {zone}", request))
                case Affirm() if player.id == HOST:
                    found.append(("CONFIRM", say("nothing-to-confirm")))
                case ChangeAddress(address) if player.id == HOST:
                    found.append((f"ADDRESS {address}", say("host-moves", address=address)))
                case _ if player.id == HOST and not _is_of_sheet(game, request):
                    found.append((_words(request), say("no-power")))
                case _:
                    left.append(request)
        if player.id == HOST:
            left = [request for request in left if not isinstance(request, AskStatus)]
        asked = tuple(one for one in found if isinstance(one, AskedByHost))
        refused = tuple(one for one in found if not isinstance(one, AskedByHost))
        if not (game.running and game.seats.get(player.id)):
            refused += said.refused
        return ByHost(asked, refused), replace(said, requests=tuple(left), host=())

    def with_orders(
        self,
        game: Game,
        player: Player,
        letter: LetterRef,
        by_host: ByHost,
        errand: Errand | None,
        foreign: str,
    ) -> Errand:
        """Return what is done about a letter of a host who gives orders for powers as well.

        Args:
            game: Which it is about.
            player: Who wrote it.
            letter: What an answer refers to.
            by_host: What it says as the host's.
            errand: What is done about the rest of it; None where there is none.
            foreign: The address it came from, where that is not the registered one.
        """
        if errand is not None and not by_host.anything:
            return errand
        match errand:
            case Tell(_, PlayerLetter() as orders):
                command = HostLetter(letter, player.id, by_host.asked, by_host.refused, (), orders)
                return replace(errand, command=command)
            case Reply(answers):
                extra = tuple(answer for _, answer in answers)
                return self.alone(game, player, letter, by_host, extra, foreign)
            case _:
                return self.alone(game, player, letter, by_host, (), foreign)

    def alone(
        self,
        game: Game,
        player: Player,
        letter: LetterRef,
        by_host: ByHost,
        answers: tuple[Answer, ...],
        foreign: str,
    ) -> Errand:
        """Return what is done about a letter that says something as the host's only."""
        if not by_host.anything:
            if answers:
                return to_address(player.address, answers, sparing=False)
            says = say("nothing-asked")
            notice = trouble_notice(game, player, letter, Trouble.NO_ORDERS, says)
            return Explain(game, notice, Trouble.NO_ORDERS.value)
        told = (say("foreign-to-host", address=foreign),) if foreign else ()
        command = HostLetter(letter, player.id, by_host.asked, by_host.refused, told)
        return Tell(game, command, player.address, answers)

    def asked(
        self, game: Game, line: HostLine, *, of_phase: bool = False, confirmed: bool = False
    ) -> AskedByHost | Refused:
        """Return what a line asks of a game, or why it cannot be asked.

        Args:
            game: As it stands.
            line: As read.
            of_phase: Whether it stands in an answer to a letter of the open phase.
            confirmed: Whether the host was asked back about it and means it.
        """
        act = self._act(game, line, of_phase=of_phase)
        if isinstance(act, Saying):
            return line.words, act
        return AskedByHost(line.words, act, confirmed)

    def waiting(self, game: Game) -> AskedByHost | Refused:
        """Return what waits for the host's word as it is meant now."""
        line = read_host_line(game.host.asked, game.variant, phase_at_hand(game))
        if not isinstance(line, HostLine):
            return "CONFIRM", say("nothing-to-confirm")
        return self.asked(game, line, confirmed=True)

    def _act(self, game: Game, line: HostLine, *, of_phase: bool) -> HostRequest | Saying:
        """Return what is to be done, or why it cannot be asked."""
        match line.ask:
            case ResumeClock():
                kind = phase_at_hand(game).kind
                return ResumeGame(due(game.settings.times, kind, self._clock.now()))
            case ProcessPhase(phase):
                return self._process(game, phase, of_phase=of_phase)
            case NewDeadline():
                return self._deadline(game, line.ask)
            case BackTo(phase, because):
                return self._back_to(game, phase, because)
            case ChangeBoard(what, place, power, because):
                return EditBoard(what, place, power, because, self._nonces(game))
            case StartNow(arrangement):
                first = game.variant.start.kind
                when = due(game.settings.times, first, self._clock.now(), opening=True)
                return StartGame(self._secrets.draw_key(game.id, game.draws), when, arrangement)
            case complete:
                return complete

    def _nonces(self, game: Game) -> Mapping[str, str]:
        """Return the nonce of each power's next receipt in the open phase."""
        phase, played = phase_at_hand(game), game.played() if game.running else ()
        number = game.next_receipt
        return {p: self._secrets.nonce(game.id, phase, p, number(p)) for p in played}

    def _back_to(self, game: Game, phase: str, because: str) -> RollBack | Saying:
        """Return how a game goes back to a phase that was judged and stands."""
        judged = {event.number: event for event in self._table.judged(game.id)}
        line: list[PhaseAdjudicated] = []
        number = game.after
        while number in judged:
            line.append(judged[number])
            number = _after(judged[number])
        found = next((event for event in line if str(event.position.phase) == phase), None)
        if found is None:
            is_open = str(phase_at_hand(game)) if game.running else ""
            codes = tuple(str(event.position.phase) for event in reversed(line))
            return say("not-judged", phase=phase, open=is_open, judged=codes)
        before = judged.get(_after(found))
        target = found.position.phase
        issued = {
            name: count
            for name, count in self._table.issued(game.id).items()
            if not Phase.read(name.partition(" ")[0]) < target
        }
        kind, now = target.kind, self._clock.now()
        return RollBack(
            number=found.number,
            after=_after(found),
            position=found.position,
            missed=before.missed if before else {},
            issued=issued,
            due=due(game.settings.times, kind, now, away=away_in(game)),
            because=because,
        )

    def _process(self, game: Game, phase: str, *, of_phase: bool) -> HostRequest | Saying:
        is_open = str(phase_at_hand(game))
        if not phase and not of_phase:
            return say("process-which", phase=is_open)
        if not game.running:
            return say("no-phase-open")
        times = game.settings.times
        ends = self._secrets.phase_ends(game, all_due(times, self._clock.now(), away_in(game)))
        return replace(ends, phase=phase or is_open, forced=True)

    def _deadline(self, game: Game, ask: NewDeadline) -> MoveDeadline | Saying:
        when = self._instant(game, ask)
        if isinstance(when, Saying):
            return when
        if when <= self._clock.now():
            return say("deadline-past", time=when)
        return MoveDeadline(ask.phase or str(phase_at_hand(game)), when, ask.because)

    def _instant(self, game: Game, ask: NewDeadline) -> datetime | Saying:
        if ask.later is not None:
            return game.due + ask.later if game.due else say("nothing-to-put-off")
        assert ask.day is not None
        if ask.at is not None:
            return instant(ask.day, ask.at, ask.zone or game.host.zone)
        times = game.settings.times
        if not times.at:
            return say("hour-of-deadline", day=str(ask.day))
        return instant(ask.day, time.fromisoformat(times.at), times.zone)


def _after(judged: PhaseAdjudicated) -> int:
    """Return the number of the phase file that a judged phase continues."""
    return judged.number - 1 if judged.after is None else judged.after


def _is_of_sheet(game: Game, request: Request) -> bool:
    """Return whether a request is about orders that the host gives for a power."""
    return isinstance(request, _SHEET) and game.running and bool(game.seats.get(HOST))


def _words(request: Request) -> str:
    return type(request).__name__.upper()
