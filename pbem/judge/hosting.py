"""What hosts ask on the command line: the same whether a daemon runs or not.

A request is a mapping with `do` and what that needs, so that it can wait in the
home's queue; the answer is one line and whether it was done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.errors import ConfigError, PbemError, UnreadableError, VariantError
from pbem.game.commands import AskedByHost, Command, CreateGame, HostLetter, Invite, StartGame
from pbem.game.forming import arrangement_now, why_not_now
from pbem.game.host_acts import Announce
from pbem.game.ruling import created
from pbem.game.state import HOST, Game, Stage
from pbem.judge.creating import NoGameError, sealed, wanted
from pbem.judge.deadlines import due
from pbem.judge.hosted import phase_at_hand
from pbem.mail.commands import NotObeyed
from pbem.mail.headers import is_address
from pbem.mail.host_commands import HostLine, read_host_line
from pbem.sayings import Saying
from pbem.voice import voice

if TYPE_CHECKING:
    from pbem.judge.cycle import Judge

Words = Mapping[str, Any]
_ABOUT = ("phase", "due", "power", "address", "what")


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


def carry_out(judge: Judge, words: Words, now: datetime, asked: str = "") -> Answer:
    """Do what a host asks; a request in the home's queue has the id `asked`."""
    try:
        if words.get("do") == "new":
            return _new(judge, words, now, asked)
        game = judge.table.game(str(words.get("game", "")))
        if game is None:
            known = ", ".join(sorted(judge.table.known())) or "none yet"
            raise ConfigError(f"there is no game {words.get('game')!r}; there are: {known}")
        ruling = judge.rule(game, _command(judge, game, words, now), now, asked)
    except NoGameError as error:
        told = "\n".join(_said(judge, one) for one in error.wrong)
        return Answer(done=False, says=told, wrong=True)
    except (ConfigError, VariantError, UnreadableError) as error:
        return Answer(done=False, says=str(error), wrong=True)
    except PbemError as error:
        return Answer(done=False, says=str(error))
    if ruling.refused:
        return Answer(done=False, says=f"{game.id}: {_said(judge, ruling.refused[0])}")
    if words.get("do") == "preview":
        return Answer(done=True, says="\n".join(_said(judge, done) for done in ruling.done))
    if not ruling.events:
        return Answer(done=False, says=f"{game.id}: nothing to do; {_standing(game)}")
    after = judge.table.game(game.id) or game
    return Answer(done=True, says=f"{game.id}: {_standing(after)}")


def was_done(judge: Judge, words: Words) -> Answer:
    """Return the answer to a request that was ruled on before the judge stopped."""
    id = str(words.get("game", ""))
    game = judge.table.game(id)
    if game is None or words.get("do") == "new":
        return _opened(judge, id)
    return Answer(done=True, says=f"{game.id}: {_standing(game)}")


def _said(judge: Judge, says: Saying) -> str:
    return voice(judge.home.path).say(says)


def _new(judge: Judge, words: Words, now: datetime, asked: str) -> Answer:
    told = {key: word for key, word in words.items() if key != "do"}
    wish = wanted(told, judge.home, judge.table.settings, now)
    settings = sealed(wish, judge.keep_board(wish.board), judge.secrets)
    game = created(CreateGame(settings, wish.host_address, judge.secrets.lots(settings)), now)
    judge.create(game, asked)
    return _opened(judge, settings.game)


def _opened(judge: Judge, game: str) -> Answer:
    where = f"to {judge.home.settings.address}, subject [{game}]"
    return Answer(done=True, says=f"{game}: open for players; they write JOIN {where}")


def _command(judge: Judge, game: Game, words: Words, now: datetime) -> Command:
    match words.get("do"):
        case "start":
            return _start(judge, game, words, now)
        case "invite":
            return Invite(_addresses(words))
        case _:
            return HostLetter(None, HOST, (_asked(judge, game, words),))


def _start(judge: Judge, game: Game, words: Words, now: datetime) -> StartGame:
    key = str(words.get("arrangement", ""))
    if arrangement_now(game, key) is None:
        raise ConfigError(f"{game.id}: {_said(judge, why_not_now(game, key))}")
    first = due(game.settings.times, game.variant.start.kind, now, opening=True)
    return StartGame(judge.secrets.draw_key(game.id, game.draws), first, key)


def _addresses(words: Words) -> tuple[str, ...]:
    given = words.get("addresses", ())
    wrong = [address for address in given if not is_address(str(address))]
    if wrong or not given:
        named = ", ".join(map(repr, wrong)) or "nothing"
        raise ConfigError(f"{named}: write addresses like ann@example.org")
    return tuple(str(address).lower() for address in given)


def _asked(judge: Judge, game: Game, words: Words) -> AskedByHost:
    """Return what is asked of a game, read as a host's letter is."""
    line = _line(words)
    said = read_host_line(line, game.variant, phase_at_hand(game))
    if words.get("do") == "announce":
        said = HostLine("ANNOUNCE", Announce(str(words.get("text", "")).strip("\n")))
    if isinstance(said, NotObeyed):
        raise ConfigError(f"{line!r}: {_said(judge, said.says)}")
    if said is None:
        raise ConfigError(f"{line!r} is nothing that can be asked of a game")
    asked = judge.hosted.asked(game, said, confirmed=True)
    if not isinstance(asked, AskedByHost):
        raise ConfigError(f"{game.id}: {_said(judge, asked[1])}")
    return asked


def _line(words: Words) -> str:
    """Return a request as a line of a letter: its verb, what it is about, and why."""
    about = (words.get("do"), *(words.get(name) for name in _ABOUT))
    line = " ".join(str(word) for word in about if word)
    because = " ".join(str(words.get("because") or "").split())
    return f"{line} BECAUSE {because}" if because else line


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
