"""How a game comes together: who asks for a seat, who is invited, who leaves, when it begins.

A *newcomer* has asked for a seat, or was invited to one, and counts once the address
has answered a letter that carries a token.
"""

from __future__ import annotations

from datetime import datetime

from pbem.board.variant import Arrangement
from pbem.game import forgetting, moving, seats
from pbem.game.answer import Answer
from pbem.game.commands import (
    Affirm,
    AskStatus,
    ChangeAddress,
    Confirm,
    Forget,
    Invite,
    Join,
    LetterRef,
    PlayerLetter,
    Prefer,
    Rename,
    Request,
    Resign,
    SetZone,
    StartGame,
)
from pbem.game.draws import draw_by_preference, draw_seats
from pbem.game.events import (
    ArrangementChosen,
    DeadlineSet,
    Event,
    GameStarted,
    PlayerJoined,
    PlayerRenamed,
    PlayerWithdrew,
    PreferencesSet,
    SeatsDrawn,
    ZoneSet,
)
from pbem.game.notices import InviteNotice, JoinNotice, Notice, SeatNotice, Trouble
from pbem.game.participants import pseudonym
from pbem.game.phases import opening_notices, reader
from pbem.game.settings import Assignment, Reveal
from pbem.game.state import Game, Player, Stage, apply
from pbem.game.troubles import trouble_notice
from pbem.sayings import Saying, say

Outcome = tuple[tuple[Event, ...], tuple[Notice, ...]]


def join(game: Game, command: Join, now: datetime) -> Outcome:
    """Return the ruling on somebody who asks for a seat; it counts once the address answers."""
    known = next((p for p in game.players.values() if p.address == command.address), None)
    wanted = tuple(power for power in command.preferences if power in game.vacant)
    seated = known is not None and known.confirmed
    if not (game.running and wanted) and (
        game.stage is not Stage.FORMING or (full(game) and not seated)
    ):
        says = say("game-full", title=game.settings.title)
        return _refused(game, command, known, Trouble.GAME_FULL, says)
    if game.settings.anonymous and _is_host(game, command.address):
        says = say("host-cannot-play", title=game.settings.title)
        return _refused(game, command, known, Trouble.NOT_INVITED, says)
    if known and seated and game.stage is Stage.FORMING:
        return (), (seat_notice(game, known, command.letter),)
    if game.settings.private and not (known and (known.invited or seated)):
        says = say("by-invitation", title=game.settings.title)
        return _refused(game, command, known, Trouble.NOT_INVITED, says)
    id = game.next_id()
    name = command.name or pseudonym(id)
    player = known or Player(id, command.address, name, command.preferences)
    joined = PlayerJoined(
        now, player.id, player.address, player.name, command.preferences, player.invited
    )
    notice = JoinNotice(reader(game, player), command.letter, game.settings, command.preferences)
    return (joined,), (notice,)


def _is_host(game: Game, address: str) -> bool:
    return bool(address) and address.casefold() == game.host.address.casefold()


def _refused(
    game: Game, command: Join, known: Player | None, trouble: Trouble, says: Saying
) -> Outcome:
    who = known or Player("", command.address, command.name, ())
    return (), (trouble_notice(game, who, command.letter, trouble, says),)


def invite(game: Game, command: Invite, now: datetime) -> Outcome:
    """Return the ruling on invitations: one letter each, but for those who have a seat."""
    if game.stage is not Stage.FORMING:
        return (), ()
    events: list[Event] = []
    notices: list[Notice] = []
    for address in dict.fromkeys(command.addresses):
        known = next((p for p in game.players.values() if p.address == address), None)
        if known and known.confirmed:
            continue
        id = game.next_id()
        player = known or Player(id, address, pseudonym(id), ())
        event = PlayerJoined(now, player.id, address, player.name, player.preferences, invited=True)
        events.append(event)
        game = apply(game, event)
        notices.append(InviteNotice(reader(game, game.players[player.id]), game.settings))
    return tuple(events), tuple(notices)


def confirm(game: Game, command: Confirm, now: datetime) -> Outcome:
    """Return the ruling on a newcomer whose address has answered; the last one begins the game."""
    player = game.players[command.player]
    if player.becomes:
        return moving.arrive(game, player, now)
    if game.running:
        return _take_over(game, player, command, now)
    if game.stage is not Stage.FORMING or player.confirmed:
        return (), ()
    if game.settings.anonymous and _is_host(game, player.address):
        says = say("host-cannot-play", title=game.settings.title)
        return (), (trouble_notice(game, player, command.letter, Trouble.NOT_INVITED, says),)
    if full(game):
        says = say("full-meanwhile", title=game.settings.title)
        return (), (trouble_notice(game, player, command.letter, Trouble.GAME_FULL, says),)
    result = Answer(game, now)
    _introduce(result, player, command)
    for event in seats.confirmed(game, player, now):
        result.add(event)
    notice = seat_notice(result.game, result.game.players[player.id], command.letter)
    if not full(result.game):
        return tuple(result.events), (notice,)
    began, letters = _begin(result.game, command.draw_key, command.due, now)
    return (*result.events, *began), (notice, *letters)


def _introduce(result: Answer, player: Player, command: Confirm) -> None:
    """Take in what a newcomer says beside CONFIRM: a name, powers, a time zone."""
    fresh = command.name if player.invited and player.name == pseudonym(player.id) else ""
    wanted = command.preferences or player.preferences
    if fresh or wanted != player.preferences:
        name = fresh or player.name
        again = PlayerJoined(
            result.now, player.id, player.address, name, wanted, invited=player.invited
        )
        result.add(again)
    for request in command.requests:
        _about(result, player, request)


def _take_over(game: Game, player: Player, command: Confirm, now: datetime) -> Outcome:
    """Return the ruling on somebody who has confirmed to take vacant powers over."""
    offered = game.offers.get(player.id)
    wanted = (offered,) if offered else player.preferences
    taken = seats.take(game, player, wanted, now)
    result = Answer(game, now)
    if taken and player.invited and not player.confirmed:
        _introduce(result, player, command)
    for event in taken:
        result.add(event)
    if result.game.due is None:
        return tuple(result.events), ()
    notices = [
        notice for notice in opening_notices(result.game, None) if notice.reader.player == player.id
    ]
    return tuple(result.events), tuple(notices)


def begin(game: Game, command: StartGame, now: datetime) -> Outcome:
    """Return the ruling on a host who lets a game begin; nothing where no arrangement fits."""
    chosen = arrangement_now(game, command.arrangement)
    if chosen is None:
        return (), ()
    if chosen.key == game.settings.arrangement:
        return _begin(game, command.draw_key, command.due, now)
    event = ArrangementChosen(now, chosen.key)
    events, notices = _begin(apply(game, event), command.draw_key, command.due, now)
    return (event, *events), notices


def arrangement_now(game: Game, key: str = "") -> Arrangement | None:
    """Return how the powers are shared if a game begins with the players it has.

    The game's own way where it fits, else the board's first; `key` names another.
    None where there is none for so many, or the game has begun.
    """
    if game.stage is not Stage.FORMING:
        return None
    players = len(game.joined())
    ways = [one for one in game.variant.arrangements.values() if len(one.seats) == players]
    named = key or (game.settings.arrangement if game.arrangement in ways else "")
    return next((one for one in ways if not named or one.key == named), None)


def why_not_now(game: Game, key: str = "") -> Saying:
    """Return why a game cannot begin with the players it has."""
    if game.stage is not Stage.FORMING:
        return say("begun-already")
    numbers = tuple(sorted({len(one.seats) for one in game.variant.arrangements.values()}))
    return say("too-few", players=len(game.joined()), arrangement=key, numbers=numbers)


def _begin(game: Game, draw_key: str, due: datetime, now: datetime) -> Outcome:
    """Return the beginning of a game with the players who have confirmed."""
    position = game.variant.opening(game.arrangement)
    events: tuple[Event, ...] = (
        _drawn(game, game.joined(), draw_key, now),
        GameStarted(now, position),
        DeadlineSet(now, position.phase, due),
    )
    for event in events:
        game = apply(game, event)
    return events, opening_notices(game, report=None)


def _drawn(game: Game, players: tuple[str, ...], key: str, now: datetime) -> SeatsDrawn:
    places = game.arrangement.seats
    if game.settings.powers is Assignment.RANDOM:
        return SeatsDrawn(now, game.draws, key, draw_seats(key, players, places))
    wanted = {player: game.players[player].preferences for player in players}
    return SeatsDrawn(now, game.draws, key, draw_by_preference(key, wanted, places), wanted)


def full(game: Game) -> bool:
    """Return whether all seats of a game are taken."""
    return len(game.joined()) >= len(game.arrangement.seats)


def answer(game: Game, command: PlayerLetter, now: datetime) -> Outcome:
    """Return the ruling on a letter of a player whose game has not begun."""
    player = game.players[command.player]
    result = Answer(game, now, refused=list(command.refused))
    for request in command.requests:
        forgets = isinstance(request, Affirm) and player.id in result.game.forgetting
        if isinstance(request, Forget):
            forgetting.ask(result, player, command.letter)
        elif forgets:
            forgetting.forget(result, player, command.letter)
        else:
            _about(result, player, request)
    now_is = result.game.players[player.id]
    notice = seat_notice(
        result.game,
        now_is,
        command.letter,
        result,
        left=not now_is.confirmed,
        asked=any(isinstance(request, AskStatus) for request in command.requests),
    )
    return tuple(result.events), (notice, *result.notices)


def _about(result: Answer, player: Player, request: Request) -> None:
    match request:
        case Rename(name):
            result.add(PlayerRenamed(result.now, player.id, name))
            result.done.append(named_now(result.game, name))
        case SetZone(zone):
            result.add(ZoneSet(result.now, player.id, zone))
            result.done.append(say("zone-set", zone=zone))
        case Prefer(powers):
            result.add(PreferencesSet(result.now, player.id, powers))
            result.done.append(say("preferences-noted"))
        case ChangeAddress(address):
            moving.ask(result, player, address)
        case Resign():
            seats.resign(result, player)
        case Affirm():
            if player.id in result.game.resigning:
                result.add(PlayerWithdrew(result.now, player.id))
                result.done.append(say("left-early"))
        case _:
            pass


def seat_notice(
    game: Game,
    player: Player,
    letter: LetterRef,
    said: Answer | None = None,
    *,
    left: bool = False,
    asked: bool = False,
) -> SeatNotice:
    """Return what tells a player how far a game has come that has not begun.

    Args:
        game: As it stands.
        player: Who is told.
        letter: What it answers.
        said: What the letter has led to.
        left: Whether the player has just left.
        asked: Whether the player has asked for the rules again.
    """
    return SeatNotice(
        reader(game, player),
        letter,
        game.settings,
        len(game.joined()),
        len(game.arrangement.seats),
        done=tuple(said.done) if said else (),
        refused=tuple(said.refused) if said else (),
        preferences=player.preferences,
        left=left,
        asked=asked,
    )


def named_now(game: Game, name: str) -> Saying:
    """Return what a player is told of a new name."""
    if not game.hidden:
        return say("named", name=name)
    return say("named-in-secret", name=name, until_end=game.settings.reveal is Reveal.END)
