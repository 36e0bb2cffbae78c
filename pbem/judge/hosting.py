"""What hosts ask on the command line: the same whether a daemon runs or not.

A request is a mapping with `do` and what that needs, so that it can wait in the
home's queue; the answer is one line and whether it was done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.assets import load_variant, variant_text
from pbem.errors import ConfigError, PbemError
from pbem.game.codec import read_time
from pbem.game.commands import (
    Command,
    CreateGame,
    EndGame,
    MoveDeadline,
    PauseGame,
    ResumeGame,
)
from pbem.game.draws import COMMITTED, draw_hash
from pbem.game.durations import read_duration
from pbem.game.ruling import created
from pbem.game.settings import Settings, Times
from pbem.game.state import Game, Stage
from pbem.judge.deadlines import all_due, due, known_zone
from pbem.judge.secrets import Secrets

if TYPE_CHECKING:
    from pbem.judge.cycle import Judge

Words = Mapping[str, Any]

GAME_ID = re.compile(r"[a-z][a-z0-9-]{1,19}")
RESERVED = frozenset(
    "games players powers variants openings statistics legend search help latest orders press "
    "result feed external spam list ext".split()
)
_LENGTHS = ("movement", "retreats", "adjustments", "grace", "early_delay")


@dataclass(frozen=True)
class Answer:
    """What became of a request.

    Attributes:
        done: Whether anything was done.
        says: One line.
    """

    done: bool
    says: str


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
    except PbemError as error:
        return Answer(done=False, says=str(error))
    if not ruling.events:
        return Answer(done=False, says=f"{game.id}: nothing to do; {_standing(game)}")
    after = judge.table.game(game.id) or game
    return Answer(done=True, says=f"{game.id}: {_standing(after)}")


def _new(judge: Judge, words: Words, now: datetime) -> Answer:
    id = str(words["game"])
    check_id(id)
    if id in judge.table.known():
        raise ConfigError(f"there is a game {id!r} already; choose another id")
    variant = load_variant(str(words.get("variant", "standard")), judge.home.path)
    arrangement = str(words.get("arrangement") or f"p{len(variant.powers)}")
    if arrangement not in variant.arrangements:
        raise ConfigError(
            f"{variant.key} has no arrangement {arrangement!r}; "
            f"there are {', '.join(variant.arrangements)}"
        )
    secrets = judge.secrets
    secrets.seed(id)
    settings = Settings(
        game=id,
        title=str(words.get("title") or id),
        variant=variant.key,
        board=judge.keep_board(variant_text(variant.key, judge.home.path)),
        rules={"name": variant.rulebook},
        arrangement=arrangement,
        host=str(words.get("host") or judge.home.settings.name),
        created=now,
        times=_times(judge.home.settings.times, words),
        public_key=secrets.public_key,
        draws=tuple(draw_hash(secrets.draw_key(id, number)) for number in range(COMMITTED)),
    )
    judge.create(created(CreateGame(settings, str(words.get("host_address", ""))), now))
    address = judge.home.settings.address
    return Answer(
        done=True, says=f"{id}: open for players; they write JOIN to {address}, subject [{id}]"
    )


def check_id(id: str) -> None:
    """Refuse an id that no game can have.

    Raises:
        ConfigError: With what would be right.
    """
    if not GAME_ID.fullmatch(id) or id in RESERVED:
        raise ConfigError(
            f"{id!r} cannot name a game; take 2 to 20 small letters, digits and hyphens, a letter "
            f"first, and none of {', '.join(sorted(RESERVED))}"
        )


def _times(times: Times, words: Words) -> Times:
    lengths = {name: read_duration(str(words[name])) for name in _LENGTHS if words.get(name)}
    plain = {name: str(words[name]) for name in ("at", "zone") if words.get(name)}
    if not known_zone(plain.get("zone", "UTC")):
        raise ConfigError(f"{plain['zone']!r} is no time zone; write one like Europe/London")
    return replace(times, **lengths, **plain)  # type: ignore[arg-type]


def _command(game: Game, words: Words, secrets: Secrets, now: datetime) -> Command:
    because = str(words.get("because", ""))
    times = game.settings.times
    match words.get("do"):
        case "process":
            _phase(game, words)
            return secrets.phase_ends(game, all_due(times, now))
        case "deadline":
            when = read_time(str(words["due"]))
            if when <= now:
                raise ConfigError(f"{words['due']} is past; name a time to come")
            return MoveDeadline(_phase(game, words), when, because)
        case "pause":
            return PauseGame(because)
        case "resume":
            kind = game.open_position().phase.kind
            return ResumeGame(due(times, kind, now))
        case "end":
            return EndGame(because)
        case other:
            raise ConfigError(f"{other!r} is nothing that can be asked of a game")


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
