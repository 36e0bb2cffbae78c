"""What of a host's requests can be done as a game stands, and what is asked back first."""

from __future__ import annotations

from pbem.game.commands import (
    AskedByHost,
    EndGame,
    Invite,
    MoveDeadline,
    PauseGame,
    PhaseEnds,
    ResumeGame,
    SetZone,
    StartGame,
)
from pbem.game.forming import arrangement_now, why_not_now
from pbem.game.host_acts import (
    Announce,
    Appoint,
    CancelGame,
    EditBoard,
    Eject,
    EndInDraw,
    MakeDummy,
    OfferHosting,
    Preview,
    Remind,
    RollBack,
    SeeStatus,
    Write,
)
from pbem.game.reminders import reminder_notices
from pbem.game.rollback import why_not_edit
from pbem.game.state import HOST, Game, Player, Stage
from pbem.sayings import Saying, say


def asks_back(game: Game, asked: AskedByHost) -> Saying | None:
    """Return what the host is asked back about something that cannot be taken back."""
    match asked.act:
        case EndGame():
            return say("end-asked-back")
        case EndInDraw(powers):
            return say("draw-asked-back", powers=game.variant.named(powers))
        case CancelGame():
            return say("cancelling-asked-back")
        case Eject(power):
            return say("ejecting-asked-back", powers=game.variant.named(seat_of(game, power)))
        case RollBack(_, _, position):
            left = game.open_position().phase
            return say("rollback-asked-back", phase=position.phase.spoken, left=left.spoken)
        case EditBoard(what, place, power):
            (name,) = game.variant.named((power,)) if power else ("",)
            return say("edit-asked-back", what=what, place=place, power=name)
        case _:
            return None


def why_not(game: Game, asked: AskedByHost) -> Saying | None:
    """Return why something cannot be done as the game stands; None where it can."""
    match asked.act:
        case MoveDeadline(phase) | PhaseEnds(phase):
            return _clock_stands(game) or _other_phase(game, phase)
        case PauseGame():
            return _clock_stands(game)
        case ResumeGame():
            if game.running and game.stage is not Stage.PAUSED:
                return say("clock-goes")
            return _not_running(game)
        case Remind():
            owing = game.running and reminder_notices(game)
            return _clock_stands(game) or (None if owing else say("nobody-owes"))
        case Write():
            return _not_running(game)
        case Preview():
            return _not_running(game) or _gives_orders(game)
        case Eject(power):
            nobody = say("nobody-plays", power=_name(game, power))
            return _not_running(game) or (None if seat_of(game, power) else nobody)
        case Appoint(power, address):
            return _not_running(game) or _not_free(game, power, HOST) or _seated(game, address)
        case MakeDummy(power):
            return _not_running(game) or _not_free(game, power, "") or _no_dummy(game)
        case OfferHosting(address):
            same = address.casefold() == game.host.address.casefold()
            return say("you-are-host") if same else _heir_plays(game, address)
        case EndInDraw(powers):
            return _not_running(game) or _no_center(game, powers)
        case EndGame() | CancelGame():
            return say("over-already") if game.stage is Stage.ENDED else None
        case RollBack():
            return None
        case EditBoard():
            return _not_running(game) or why_not_edit(game, asked.act)
        case StartGame(_, _, key):
            fits = arrangement_now(game, key) is not None
            return None if fits else why_not_now(game, key)
        case Invite():
            return None if game.stage is Stage.FORMING else say("has-begun")
        case SeeStatus() | Announce() | SetZone():
            return None


def seat_of(game: Game, power: str) -> tuple[str, ...]:
    """Return the powers that are taken away with one: all of a player, one of the host."""
    holder = game.player_of(power)
    if holder is None:
        return ()
    return (power,) if holder.id == HOST else game.seats[holder.id]


def known_by(game: Game, address: str) -> Player | None:
    """Return who has taken part in a game under an address, if anybody has."""
    found = (p for p in game.players.values() if p.address.casefold() == address.casefold())
    return next(found, None)


def _name(game: Game, power: str) -> str:
    return game.variant.powers[power].name


def _not_running(game: Game) -> Saying | None:
    return None if game.running else say("no-phase-open")


def _heir_plays(game: Game, address: str) -> Saying | None:
    plays = any(game.participant(id).address.casefold() == address.casefold() for id in game.seats)
    return say("heir-plays") if plays and game.settings.anonymous else None


def _clock_stands(game: Game) -> Saying | None:
    if game.stage is Stage.PAUSED:
        return say("clock-stands")
    return _not_running(game)


def _other_phase(game: Game, phase: str) -> Saying | None:
    is_open = str(game.open_position().phase)
    return None if is_open == phase else say("other-phase-open", phase=phase, open=is_open)


def _gives_orders(game: Game) -> Saying | None:
    return say("host-orders-too") if game.host_plays or HOST in game.seats else None


def _not_free(game: Game, power: str, run_by: str) -> Saying | None:
    """Return why nobody can be given a power: somebody else has it, or it is out of play."""
    holder = game.player_of(power)
    if power in game.vacant or (holder is not None and holder.id == run_by):
        return None
    name = _name(game, power)
    if holder is None:
        return say("out-of-play", power=name)
    if holder.id == HOST:
        return say("host-has-it", power=name)
    return say("player-has-it", power=name)


def _seated(game: Game, address: str) -> Saying | None:
    known = known_by(game, address)
    seated = known is not None and known.id in game.seats
    return say("plays-already", address=address) if seated else None


def _no_dummy(game: Game) -> Saying | None:
    if game.host_plays:
        return say("host-plays-already")
    return None if game.host.address else say("host-cannot-order")


def _no_center(game: Game, powers: tuple[str, ...]) -> Saying | None:
    centers = game.open_position().centers
    without = game.variant.named(power for power in powers if not centers.get(power))
    return say("without-center", powers=without) if without else None
