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

_NOT_RUNNING = "no phase is open in this game"


def asks_back(game: Game, asked: AskedByHost) -> str:
    """Return what the host is asked back about something that cannot be taken back."""
    match asked.act:
        case EndGame():
            return "You want to end the game without a winner."
        case EndInDraw(powers):
            among = named(game, powers) if powers else "all who own a center"
            return f"You want to end the game in a draw among {among}."
        case CancelGame():
            return "You want to call the game off."
        case Eject(power):
            return f"You want to take {named(game, seat_of(game, power))} from its player."
        case RollBack(_, _, position):
            left = game.open_position().phase.title
            return (
                f"You want to open {position.phase.title} again. What was judged since is "
                f"overruled, and orders for {left} are set aside."
            )
        case EditBoard(what, place, power):
            whose = named(game, (power,)) if power else "nobody"
            return f"You want to change the board: the {what} {place}, to {whose}."
        case _:
            return ""


def why_not(game: Game, asked: AskedByHost) -> str:
    """Return why something cannot be done as the game stands; empty where it can."""
    match asked.act:
        case MoveDeadline(phase) | PhaseEnds(phase):
            return _clock_stands(game) or _other_phase(game, phase)
        case PauseGame():
            return _clock_stands(game)
        case ResumeGame():
            if game.running and game.stage is not Stage.PAUSED:
                return "the clock is going"
            return _not_running(game)
        case Remind():
            owing = game.running and reminder_notices(game)
            return _clock_stands(game) or ("" if owing else "nobody owes anything now")
        case Write():
            return _not_running(game)
        case Preview():
            return _not_running(game) or _gives_orders(game)
        case Eject(power):
            nobody = f"nobody plays {named(game, (power,))}"
            return _not_running(game) or ("" if seat_of(game, power) else nobody)
        case Appoint(power, address):
            return _not_running(game) or _not_free(game, power, HOST) or _seated(game, address)
        case MakeDummy(power):
            return _not_running(game) or _not_free(game, power, "") or _no_dummy(game)
        case OfferHosting(address):
            same = address.casefold() == game.host.address.casefold()
            return "you are the host" if same else _heir_plays(game, address)
        case EndInDraw(powers):
            return _not_running(game) or _no_center(game, powers)
        case EndGame() | CancelGame():
            return "the game is over already" if game.stage is Stage.ENDED else ""
        case RollBack():
            return ""
        case EditBoard():
            return _not_running(game) or why_not_edit(game, asked.act)
        case StartGame(_, _, key):
            fits = arrangement_now(game, key) is not None
            return "" if fits else why_not_now(game, key)
        case Invite():
            return "" if game.stage is Stage.FORMING else "the game has begun"
        case SeeStatus() | Announce() | SetZone():
            return ""


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


def named(game: Game, powers: tuple[str, ...]) -> str:
    """Return powers in a row: `Austria and France`."""
    names = [game.variant.powers[power].name for power in powers]
    return " and ".join(", ".join(names).rsplit(", ", 1))


def _not_running(game: Game) -> str:
    return "" if game.running else _NOT_RUNNING


def _heir_plays(game: Game, address: str) -> str:
    plays = any(game.participant(id).address.casefold() == address.casefold() for id in game.seats)
    if plays and game.settings.anonymous:
        return "that is a player, and the host of an anonymous game knows who plays"
    return ""


def _clock_stands(game: Game) -> str:
    if game.stage is Stage.PAUSED:
        return "the clock stands; RESUME lets it go on"
    return _not_running(game)


def _other_phase(game: Game, phase: str) -> str:
    is_open = game.open_position().phase
    return "" if str(is_open) == phase else f"{phase} is not open; {is_open} is"


def _gives_orders(game: Game) -> str:
    if game.host_plays or HOST in game.seats:
        return "you give orders in this game, so you see those of others when all do"
    return ""


def _not_free(game: Game, power: str, run_by: str) -> str:
    """Return why nobody can be given a power: somebody else has it, or it is out of play."""
    holder = game.player_of(power)
    if power in game.vacant or (holder is not None and holder.id == run_by):
        return ""
    name = named(game, (power,))
    if holder is None:
        return f"{name} is not in play"
    if holder.id == HOST:
        return f"you give the orders of {name} already"
    return f"{name} has a player; EJECT {name.upper()} comes first"


def _seated(game: Game, address: str) -> str:
    known = known_by(game, address)
    return f"{address} plays in this game" if known and known.id in game.seats else ""


def _no_dummy(game: Game) -> str:
    if game.host_plays:
        return "you play in this game yourself; APPOINT somebody else"
    return "" if game.host.address else "the host of this game has no address to order from"


def _no_center(game: Game, powers: tuple[str, ...]) -> str:
    centers = game.open_position().centers
    without = tuple(power for power in powers if not centers.get(power))
    return f"{named(game, without)} has no center" if without else ""
