"""What hosts ask on the command line: the same whether a daemon runs or not.

A request is a mapping with `do` and what that needs, so that it can wait in the
home's queue; the answer is one line and whether it was done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.errors import ConfigError, PbemError, UnreadableError, VariantError
from pbem.game.codec import read_time
from pbem.game.commands import (
    Command,
    CreateGame,
    EndGame,
    Invite,
    MoveDeadline,
    PauseGame,
    ResumeGame,
    StartGame,
)
from pbem.game.forming import arrangement_now, why_not_now
from pbem.game.ruling import created
from pbem.game.state import Game, Stage
from pbem.judge.creating import sealed, wanted
from pbem.judge.deadlines import all_due, away_in, due
from pbem.judge.secrets import Secrets
from pbem.mail.headers import is_address

if TYPE_CHECKING:
    from pbem.judge.cycle import Judge

Words = Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """What became of a request.

    Attributes:
        done: Whether anything was done.
        says: One line.
        wrong: Whether it was asked wrongly, so that it can never be done.
    """

    done: bool
    says: str
    wrong: bool = False


def carry_out(judge: Judge, words: Words, now: datetime) -> Answer:
    """Do what a host asks."""
    try:
        if words.get("do") == "new":
            return _new(judge, words, now)
        game = judge.table.game(str(words.get("game", "")))
        if game is None:
            known = ", ".join(sorted(judge.table.known())) or "none yet"
            raise ConfigError(f"there is no game {words.get('game')!r}; there are: {known}")
        command = _command(game, words, judge.secrets, now)
        ruling = judge.rule(game, command, now)
    except (ConfigError, VariantError, UnreadableError) as error:
        return Answer(done=False, says=str(error), wrong=True)
    except PbemError as error:
        return Answer(done=False, says=str(error))
    if not ruling.events:
        return Answer(done=False, says=f"{game.id}: nothing to do; {_standing(game)}")
    after = judge.table.game(game.id) or game
    return Answer(done=True, says=f"{game.id}: {_standing(after)}")


def _new(judge: Judge, words: Words, now: datetime) -> Answer:
    told = {key: word for key, word in words.items() if key != "do"}
    wish = wanted(told, judge.home, judge.table.settings, now)
    settings = sealed(wish, judge.keep_board(wish.board), judge.secrets)
    judge.create(created(CreateGame(settings, wish.host_address), now))
    where = f"to {judge.home.settings.address}, subject [{settings.game}]"
    says = f"{settings.game}: open for players; they write JOIN {where}"
    return Answer(done=True, says=says)


def _command(game: Game, words: Words, secrets: Secrets, now: datetime) -> Command:
    because = str(words.get("because", ""))
    times = game.settings.times
    match words.get("do"):
        case "process":
            _phase(game, words)
            return replace(
                secrets.phase_ends(game, all_due(times, now, away_in(game))), forced=True
            )
        case "deadline":
            when = read_time(str(words.get("due", "")))
            if when <= now:
                raise ConfigError(f"{words['due']} is past; name a time to come")
            return MoveDeadline(_phase(game, words), when, because)
        case "pause":
            return PauseGame(because)
        case "resume":
            kind = game.open_position().phase.kind
            return ResumeGame(due(times, kind, now))
        case "start":
            return _start(game, words, secrets, now)
        case "invite":
            return Invite(_addresses(words))
        case "end":
            return EndGame(because)
        case other:
            raise ConfigError(f"{other!r} is nothing that can be asked of a game")


def _start(game: Game, words: Words, secrets: Secrets, now: datetime) -> StartGame:
    key = str(words.get("arrangement", ""))
    if arrangement_now(game, key) is None:
        raise ConfigError(f"{game.id}: {why_not_now(game, key)}")
    first = due(game.settings.times, game.variant.start.kind, now, opening=True)
    return StartGame(secrets.draw_key(game.id, game.draws), first, key)


def _addresses(words: Words) -> tuple[str, ...]:
    given = words.get("addresses", ())
    wrong = [address for address in given if not is_address(str(address))]
    if wrong or not given:
        named = ", ".join(map(repr, wrong)) or "nothing"
        raise ConfigError(f"{named}: write addresses like ann@example.org")
    return tuple(str(address).lower() for address in given)


def _phase(game: Game, words: Words) -> str:
    if not game.running:
        raise ConfigError(f"{game.id}: no phase is open; {_standing(game)}")
    phase = str(words.get("phase", "")).upper()
    is_open = str(game.open_position().phase)
    if phase != is_open:
        raise ConfigError(f"{game.id}: {phase or 'no phase'} is not open; {is_open} is")
    return phase


def _standing(game: Game) -> str:
    match game.stage:
        case Stage.FORMING:
            taken = sum(player.confirmed for player in game.players.values())
            return f"waits for players, {taken} of {len(game.arrangement.seats)} are there"
        case Stage.RUNNING:
            return f"{game.open_position().phase} is open, due {game.due:%Y-%m-%d %H:%M} UTC"
        case Stage.PAUSED:
            return f"{game.open_position().phase} is open, the clock stands"
        case Stage.ENDED:
            return "is over"
