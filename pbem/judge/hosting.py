"""What hosts ask on the command line: the same whether a daemon runs or not.

A request is a mapping with `do` and what that needs, so that it can wait in the
home's queue; the answer is one line and whether it was done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant, variant_text
from pbem.board.phase import Phase, Season
from pbem.board.variant import Variant
from pbem.errors import ConfigError, PbemError, UnreadableError, VariantError
from pbem.game.codec import read_time, write_time
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
from pbem.game.settings import (
    Assignment,
    DrawRule,
    Early,
    Extending,
    Grey,
    Missed,
    Press,
    PressPhases,
    PublishPress,
    Settings,
    Times,
)
from pbem.game.state import Game, Stage
from pbem.judge.deadlines import all_due, away_in, due, known_zone
from pbem.judge.home import HOUR
from pbem.judge.secrets import Secrets

if TYPE_CHECKING:
    from pbem.judge.cycle import Judge

Words = Mapping[str, Any]
_Word = TypeVar("_Word", bound=StrEnum)

GAME_ID = re.compile(r"[a-z][a-z0-9-]{1,19}")
RESERVED = frozenset(
    "games players powers variants openings statistics legend search help latest orders press "
    "result feed external spam list ext".split()
)
_LENGTHS = ("movement", "retreats", "adjustments", "grace", "early_delay", "first")
_LENGTH = re.compile(r"\s*\d+ ?[A-Za-z].*")
_DAYS = "mon|tue|wed|thu|fri|sat|sun"
DAY = re.compile(rf"(?i:{_DAYS})")
CLOCK = re.compile(rf"(?i:{_DAYS}) ([01]\d|2[0-3]):[0-5]\d")
DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


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
    id = str(words.get("game", ""))
    check_id(id)
    if id in judge.table.known():
        raise ConfigError(f"there is a game {id!r} already; choose another id")
    home = judge.home
    variant = load_variant(str(words.get("variant", "standard")), home.path)
    arrangement = str(words.get("arrangement") or _for_most(variant))
    if arrangement not in variant.arrangements:
        raise ConfigError(
            f"{variant.key} has no arrangement {arrangement!r}; "
            f"there are {', '.join(variant.arrangements)}"
        )
    judge.secrets.seed(id)
    settings = Settings(
        game=id,
        title=str(words.get("title") or id),
        variant=variant.key,
        board=judge.keep_board(variant_text(variant.key, home.path)),
        rules={"name": rulebook(str(words.get("rules") or variant.rulebook)).name},
        arrangement=arrangement,
        host=str(words.get("host") or home.settings.name),
        created=now,
        times=_times(home.settings.times, words, variant),
        public_key=judge.secrets.public_key,
        draws=tuple(draw_hash(judge.secrets.draw_key(id, n)) for n in range(COMMITTED)),
        powers=_choice(Assignment, words, "powers", variant),
        draw=_choice(DrawRule, words, "draw", variant),
        turn_limit=_turn(str(words.get("turn_limit", ""))),
        time_limit=_instant(str(words.get("time_limit", "")), now),
        press=_choice(Press, words, "press", variant),
        grey=_choice(Grey, words, "grey", variant),
        press_phases=_choice(PressPhases, words, "press_phases", variant),
        mute_late=bool(words.get("mute_late")),
        observers_press=bool(words.get("observers_press")),
        publish_press=_choice(PublishPress, words, "publish_press", variant),
    )
    judge.create(created(CreateGame(settings, str(words.get("host_address", ""))), now))
    return Answer(
        done=True,
        says=f"{id}: open for players; they write JOIN to {home.settings.address}, subject [{id}]",
    )


def _for_most(variant: Variant) -> str:
    """Return the arrangement for the most players."""
    return max(variant.arrangements.values(), key=lambda a: len(a.seats)).key


def _choice(kind: type[_Word], words: Words, name: str, variant: Variant) -> _Word:
    """Return one of a few words: the host's, else the board's own, else the first there is."""
    default = variant.settings.get(name) or next(iter(kind)).value
    return _word(kind, name, str(words.get(name) or default))


def _word(kind: type[_Word], name: str, given: str) -> _Word:
    if given not in [word.value for word in kind]:
        raise ConfigError(f"{name}: {given!r} should be one of {', '.join(kind)}")
    return kind(given)


def _turn(text: str) -> str:
    if not text:
        return ""
    phase = Phase.read(text)
    if phase.season is not Season.FALL:
        raise ConfigError(f"{text!r} should be a Fall turn, like F1910M; centers change hands then")
    return str(phase)


def _instant(text: str, now: datetime) -> str:
    if not text:
        return ""
    when = now + read_duration(text) if _LENGTH.fullmatch(text) else read_time(text)
    if when <= now:
        raise ConfigError(f"{text} is past; name a time to come")
    return write_time(when)


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


def _times(times: Times, words: Words, variant: Variant) -> Times:
    """Return the home's usual times with what the board and the host say instead."""
    lengths = {name: read_duration(str(words[name])) for name in _LENGTHS if words.get(name)}
    for name in ("movement", "retreats", "adjustments"):
        if name in lengths and not lengths[name]:
            raise ConfigError(f"{name}: {words[name]!r} leaves nobody time to order")
    zone, at = str(words.get("zone") or times.zone), str(words.get("at") or times.at)
    if not known_zone(zone):
        raise ConfigError(f"{zone!r} is no time zone; write one like Europe/London")
    if at and not HOUR.fullmatch(at):
        raise ConfigError(f"{at!r} is no hour; write one like 20:00")
    plain = replace(
        times,
        zone=zone,
        at=at,
        early=_word(Early, "early", str(words.get("early") or times.early)),
        missed=_word(Missed, "missed", str(words.get("missed") or times.missed)),
        extending=_word(Extending, "extending", str(words.get("extending") or times.extending)),
        first_waits=bool(words.get("first_waits")),
        clock=_listed(words, "clock", CLOCK, "Tue 20:00, Fri 20:00"),
        days=_listed(words, "days", DAY, "mon, tue, wed, thu, fri"),
        holidays=_listed(words, "holidays", DATE, "2026-12-25, 2026-12-26"),
    )
    timed = replace(plain, **lengths)  # type: ignore[arg-type]  # the names are those of lengths
    doubled = variant.settings.get("first") == "double" and not words.get("first")
    return replace(timed, first=timed.movement) if doubled else timed


def _listed(words: Words, name: str, form: re.Pattern[str], example: str) -> tuple[str, ...]:
    """Return a list that is written with commas."""
    items = [item.strip() for item in str(words.get(name, "")).split(",") if item.strip()]
    for item in items:
        if not form.fullmatch(item):
            raise ConfigError(f"{name}: {item!r} is not understood; write a list like {example}")
    return tuple(item.lower() if form is DAY else item for item in items)


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
