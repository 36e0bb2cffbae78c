"""A running game, folded from its events.

`apply` adds one event and decides nothing: every outcome stands in the event.
What the rules say of a game as it stands (who owes what, who is ready) is asked
of `pbem.game.readiness`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar

from pbem.adjudicator.rulebook import Rulebook
from pbem.board.phase import Phase
from pbem.board.position import Position
from pbem.board.variant import Arrangement, Variant
from pbem.errors import RecordError
from pbem.game.events import (
    AbsenceSet,
    AddressAsked,
    AddressChanged,
    ArrangementChosen,
    ByHost,
    CoinFell,
    Conceded,
    ConcessionAsked,
    DeadlineSet,
    DrawVoted,
    Event,
    ExtensionVoted,
    ForgetAsked,
    GameCreated,
    GameEnded,
    GamePaused,
    GameResumed,
    GameStarted,
    NoteKept,
    ObserverAsked,
    ObserverConfirmed,
    ObserverForgotten,
    ObserverLeft,
    OrdersSubmitted,
    PhaseAdjudicated,
    PhaseHeld,
    PlayerConfirmed,
    PlayerForgotten,
    PlayerJoined,
    PlayerRenamed,
    PlayerWithdrew,
    PreferencesSet,
    PressSent,
    ReadinessChanged,
    RemindersSent,
    ResignationAsked,
    SeatsDrawn,
    SeatTaken,
    SeatVacated,
    ZoneSet,
)
from pbem.game.events.observing import Role
from pbem.game.host_state import apply_by_host, unasked
from pbem.game.observers import Observers, observed
from pbem.game.participants import HOST as HOST
from pbem.game.participants import Host as Host
from pbem.game.participants import Player as Player
from pbem.game.participants import next_id
from pbem.game.settings import Settings
from pbem.game.sheet import ReceiptIssued
from pbem.game.stage import Sheet as Sheet
from pbem.game.stage import Stage as Stage
from pbem.game.turns import opened

V = TypeVar("V")


def _empty() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Game:
    """A game as it stands.

    Attributes:
        number: How many phases were judged.
        due: Deadline of the open phase; None before the first and while paused.
        opened: When the open phase was opened; a letter that arrived earlier is late.
        sheets: By power, of the open phase.
        words: `ready` or `wait` by power that said so.
        votes: Standing votes for a draw, by player: who is to share, empty for all
            survivors; absent where a player does not vote for one.
        asked: Who a player wants to concede to and was asked back about.
        concessions: Who each player concedes to.
        changed: When an order was last changed in the open phase.
        reminded: How many reminders of the open phase were sent.
        extensions: Votes for more time in the open phase, by player.
        away: When players are away, by player.
        resigning: Players who want to leave and were asked back about it.
        forgetting: Players who want to be forgotten and were asked back about it.
        missed: How many phases each power has missed one after the other.
        vacant: Powers that nobody plays since their player left.
        observers: Who has asked to observe or to stand by, by id.
        after: Number of the phase file that the open phase continues; 0 for the first position.
        rollbacks: How often the game was taken back.
        issued: How many receipts earlier versions of a phase had, and players who have left in
            it, by phase and power: `S1902M FRANCE`.
        offers: Powers that the host has offered to somebody, by player.
        held: Whether the deadline has passed and the phase waits for orders.
        lots: See `GameCreated`.
    """

    variant: Variant
    rulebook: Rulebook
    settings: Settings
    host: Host
    stage: Stage = Stage.FORMING
    players: Mapping[str, Player] = field(default_factory=dict)
    seats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    draws: int = 0
    number: int = 0
    position: Position | None = None
    due: datetime | None = None
    opened: datetime | None = None
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=_empty)
    votes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)
    concessions: Mapping[str, str] = field(default_factory=dict)
    changed: datetime | None = None
    reminded: int = 0
    extensions: Mapping[str, ExtensionVoted] = field(default_factory=dict)
    away: Mapping[str, tuple[tuple[datetime, datetime], ...]] = field(default_factory=dict)
    resigning: frozenset[str] = frozenset()
    forgetting: frozenset[str] = frozenset()
    missed: Mapping[str, int] = field(default_factory=dict)
    vacant: tuple[str, ...] = ()
    after: int = 0
    rollbacks: int = 0
    issued: Mapping[str, int] = field(default_factory=dict)
    offers: Mapping[str, str] = field(default_factory=dict)
    held: bool = False
    ended: GameEnded | None = None
    observers: Observers = field(default_factory=dict)
    lots: str = ""

    @property
    def id(self) -> str:
        """Its id: `gx7`."""
        return self.settings.game

    @property
    def host_plays(self) -> str:
        """The id of the player who is the host as well; empty where the host does not play."""
        address = self.host.address.casefold()
        players = self.players.values() if address else ()
        mine = (p.id for p in players if p.confirmed and p.address.casefold() == address)
        return next((id for id in mine if not self.position or id in self.seats), "")

    @property
    def arrangement(self) -> Arrangement:
        """How its powers are shared."""
        return self.variant.arrangements[self.settings.arrangement]

    @property
    def epoch(self) -> int:
        """Of the private reply addresses: 0 while forming; rises with each phase that opens."""
        return 0 if self.position is None else self.number + 1 + self.rollbacks

    @property
    def running(self) -> bool:
        """Whether a phase is open, on the clock or off it."""
        return self.stage in (Stage.RUNNING, Stage.PAUSED)

    def open_position(self) -> Position:
        """Return the position of the open phase.

        Raises:
            RecordError: The game has not started.
        """
        if self.position is None:
            raise RecordError(f"{self.id} has not started")
        return self.position

    def participant(self, id: str) -> Player:
        """Return who an id stands for that letters go to and come from.

        An observer stands as somebody without a seat.
        """
        if id in self.observers:
            observer = self.observers[id]
            return Player(id, observer.address, "", (), observer.zone)
        return self.host.participant(id) or self.players[id]

    def token_name(self, id: str) -> str:
        """Return what the token of a participant derives from; each host has tokens of its own."""
        return f"{id}.{self.host.changes}" if id == HOST and self.host.changes else id

    def sheet(self, power: str) -> Sheet:
        """Return the sheet of a power; empty where it sent none."""
        return self.sheets.get(power, Sheet())

    def next_receipt(self, power: str, phase: Phase | None = None) -> int:
        """Return the number of a power's next receipt, in the open phase or in one to come."""
        is_open = self.open_position().phase
        before = self.issued.get(f"{phase or is_open} {power}", 0)
        return before + len(self.sheet(power).receipts if phase in (None, is_open) else ()) + 1

    def player_of(self, power: str) -> Player | None:
        """Return who plays a power, if anybody does."""
        for player, powers in self.seats.items():
            if power in powers:
                return self.participant(player)
        return None

    def played(self) -> tuple[str, ...]:
        """Return the powers that somebody plays, in the variant's order."""
        held = {power for powers in self.seats.values() for power in powers}
        return tuple(power for power in self.variant.powers if power in held)

    def joined(self) -> tuple[str, ...]:
        """Return the players who have confirmed, in the order in which they first wrote."""
        return tuple(player.id for player in self.players.values() if player.confirmed)

    def told(self) -> tuple[str, ...]:
        """Return whose letters tell what happens to everybody: those with powers, and the host.

        A host who plays is told as a player.
        """
        also = self.host.address and not self.host_plays and HOST not in self.seats
        return (*self.seats, *((HOST,) if also else ()))

    def watching(self, *roles: Role) -> tuple[str, ...]:
        """Return who has one of these roles beside the players: `o1`, by the order of asking."""
        return tuple(o.id for o in self.observers.values() if o.roles.intersection(roles))

    @property
    def hidden(self) -> bool:
        """Whether it is a secret who plays."""
        return self.settings.hides_players(over=self.ended is not None)

    def next_id(self) -> str:
        """Return the id that one more player gets."""
        return next_id(self.players, self.lots)

    def names(self) -> dict[str, str]:
        """Return the names that everybody may know, by id: none while it is a secret who plays."""
        return {} if self.hidden else self.all_names()

    def all_names(self) -> dict[str, str]:
        """Return the names of the players, and of a host who runs powers, by id; for the host."""
        hosts = {HOST: self.host.name} if HOST in self.seats else {}
        return hosts | {p.id: p.name for p in self.players.values() if p.confirmed}


def begin(event: GameCreated, variant: Variant, rulebook: Rulebook) -> Game:
    """Return the game that its first event makes."""
    return Game(
        variant=variant,
        rulebook=rulebook,
        settings=event.settings,
        host=Host(event.host_address, event.settings.host),
        lots=event.lots,
    )


def fold(events: Iterable[Event], variant: Variant, rulebook: Rulebook) -> Game:
    """Return the game that all its events make.

    Raises:
        RecordError: The first event creates no game.
    """
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, GameCreated):
        raise RecordError("the journal of a game begins with its creation")
    game = begin(first, variant, rulebook)
    for event in stream:
        game = apply(game, event)
    return game


def apply(game: Game, event: Event) -> Game:
    """Return the game after one more event."""
    match event:
        case GameCreated():
            raise RecordError(f"{game.id} is created twice")
        case PlayerJoined(_, player, address, name, preferences, invited):
            return _with_player(game, Player(player, address, name, preferences, invited=invited))
        case PlayerConfirmed(_, player):
            return _with_player(game, replace(game.players[player], confirmed=True))
        case PlayerWithdrew(_, player):
            game = replace(game, resigning=game.resigning - {player})
            return _with_player(game, replace(game.players[player], confirmed=False))
        case PreferencesSet(_, player, wanted):
            return _with_player(game, replace(game.players[player], preferences=wanted))
        case ArrangementChosen(_, arrangement):
            return replace(game, settings=replace(game.settings, arrangement=arrangement))
        case ForgetAsked(_, player):
            return replace(unasked(game, player), forgetting=game.forgetting | {player})
        case PlayerForgotten(_, player, name):
            game = replace(game, forgetting=game.forgetting - {player})
            return _with_player(game, replace(game.players[player], name=name))
        case PlayerRenamed(_, player, name):
            return _with_player(game, replace(game.players[player], name=name))
        case ObserverAsked() | ObserverConfirmed() | ObserverForgotten() | ObserverLeft():
            return replace(game, observers=observed(game.observers, event))
        case ZoneSet(_, player, zone) if player in game.observers:
            watcher = replace(game.observers[player], zone=zone)
            return replace(game, observers={**game.observers, player: watcher})
        case ZoneSet(_, player, zone) if player == HOST:
            return replace(game, host=replace(game.host, zone=zone))
        case ZoneSet(_, player, zone):
            return _with_player(game, replace(game.players[player], zone=zone))
        case AddressAsked(_, player, newcomer, address):
            becomes = player if address else ""
            return _with_player(game, Player(newcomer, address, "", (), becomes=becomes))
        case AddressChanged(_, player, newcomer):
            return _moved(game, player, newcomer)
        case SeatsDrawn(_, _, _, seats, _):
            return replace(game, seats=seats, draws=game.draws + 1)
        case GameStarted(at, position):
            return replace(game, stage=Stage.RUNNING, position=position, opened=at)
        case DeadlineSet(_, _, due):
            return replace(game, due=due, reminded=0, extensions={}, held=False)
        case ExtensionVoted(_, player):
            return replace(game, extensions={**game.extensions, player: event})
        case AbsenceSet(_, player, start, end):
            away = (*game.away.get(player, ()), (start, end))
            return replace(game, away={**game.away, player: away})
        case ResignationAsked(_, player):
            return replace(unasked(game, player), resigning=game.resigning | {player})
        case SeatVacated():
            return _vacated(game, event)
        case SeatTaken(_, player, powers):
            return _taken(game, player, powers)
        case PhaseHeld():
            return replace(game, held=True)
        case OrdersSubmitted():
            return _with_orders(game, event)
        case ReadinessChanged(at, power, word):
            words = {**game.words, power: word}
            return replace(game, words=words, changed=at)
        case DrawVoted(_, player, yes, powers):
            others = _without(game.votes, player)
            return replace(game, votes={**others, player: powers} if yes else others)
        case ConcessionAsked(_, player, to):
            game = unasked(game, player)
            return replace(game, asked={**game.asked, player: to})
        case Conceded(_, player, to):
            before = _without(game.concessions, player)
            given = {**before, player: to} if to else before
            return replace(game, concessions=given, asked=_without(game.asked, player))
        case CoinFell(_, _, _, power, player):
            return _with_power(game, power, player)
        case PressSent() | NoteKept():
            return game
        case RemindersSent():
            return replace(game, reminded=game.reminded + 1)
        case PhaseAdjudicated():
            return _next_phase(game, event)
        case GamePaused():
            return replace(game, stage=Stage.PAUSED, due=None)
        case GameResumed():
            return replace(game, stage=Stage.RUNNING)
        case GameEnded():
            return replace(game, stage=Stage.ENDED, due=None, ended=event)
        case ByHost():
            return apply_by_host(game, event)


def _without(values: Mapping[str, V], key: str) -> dict[str, V]:
    return {other: value for other, value in values.items() if other != key}


def _with_power(game: Game, power: str, player: str) -> Game:
    """Return the game in which a power nobody played is a player's, and nothing is closed."""
    seats = {**game.seats, player: (*game.seats[player], power)}
    position = opened(game.open_position(), power)
    return replace(game, seats=seats, position=position, draws=game.draws + 1)


def _with_player(game: Game, player: Player) -> Game:
    return replace(game, players={**game.players, player.id: player})


def _moved(game: Game, player: str, newcomer: str) -> Game:
    """Return the game in which a player has the address that a newcomer had."""
    new, old = game.players[newcomer], game.players[player]
    if player == game.host_plays:
        game = replace(game, host=replace(game.host, address=new.address))
    game = _with_player(game, replace(old, address=new.address))
    return _with_player(game, replace(new, address="", becomes=""))


def _with_orders(game: Game, event: OrdersSubmitted) -> Game:
    old = game.sheet(event.power)
    sheet = Sheet(
        orders=event.orders,
        written=event.written,
        before=event.before,
        receipts=(*old.receipts, ReceiptIssued(event.receipt, event.at, event.hash)),
        nonce=event.nonce,
        questions=event.questions,
        ahead=event.ahead,
    )
    same = (sheet.orders, sheet.questions) == (old.orders, old.questions)
    changed = game.changed if same else event.at
    return replace(game, sheets={**game.sheets, event.power: sheet}, changed=changed)


def _next_phase(game: Game, event: PhaseAdjudicated) -> Game:
    judged = event.position.phase
    return replace(
        game,
        number=event.number,
        after=event.number,
        position=event.following,
        opened=event.at,
        due=None,
        sheets={},
        words=_empty(),
        changed=None,
        reminded=0,
        extensions={},
        missed=event.missed,
        held=False,
        issued={name: n for name, n in game.issued.items() if judged < _phase_of(name)},
        host=replace(game.host, asked=""),
    )


def _phase_of(name: str) -> Phase:
    """Return the phase in `S1902M FRANCE`."""
    return Phase.read(name.partition(" ")[0])


def _vacated(game: Game, event: SeatVacated) -> Game:
    """Return the game without a player; the orders of a left power never run."""
    left = tuple(power for power in game.seats[event.player] if power not in event.powers)
    seats = _without(game.seats, event.player) | ({event.player: left} if left else {})
    phase = game.open_position().phase
    issued = {f"{phase} {power}": number for power, number in event.receipts.items()}
    sheets = {power: sheet for power, sheet in game.sheets.items() if power not in event.powers}
    words = {power: word for power, word in game.words.items() if power not in event.powers}
    vacant = tuple(p for p in game.variant.powers if p in {*game.vacant, *event.powers})
    return replace(
        game,
        seats=seats,
        sheets=sheets,
        words=words,
        vacant=vacant,
        issued={**game.issued, **issued},
        votes=_without(game.votes, event.player),
        asked=_without(game.asked, event.player),
        concessions=_without(game.concessions, event.player),
        resigning=game.resigning - {event.player},
        missed={power: n for power, n in game.missed.items() if power not in event.powers},
    )


def _taken(game: Game, player: str, powers: tuple[str, ...]) -> Game:
    others = {
        other: tuple(power for power in held if power not in powers)
        for other, held in game.seats.items()
        if other != player
    }
    kept = {other: held for other, held in others.items() if held}
    seats = {**kept, player: (*game.seats.get(player, ()), *powers)}
    vacant = tuple(power for power in game.vacant if power not in powers)
    return replace(game, seats=seats, vacant=vacant, offers=_without(game.offers, player))
