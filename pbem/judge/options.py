"""What a host can say of a new game: every option, how it is written, what it means.

The words are the same in a file for `pbem game new`, in its options and in a letter
that says CREATE. A file is TOML; elsewhere a list is written with commas and truth
as `yes` or `no`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from pbem.adjudicator.rulebook import NAMES, read_rulebook
from pbem.board.phase import Phase, Season
from pbem.errors import ConfigError, PbemError
from pbem.game.durations import read_duration
from pbem.game.layout import write_toml
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
    Reveal,
)
from pbem.game.settings import Words as WordsShown
from pbem.judge.config import HOUR
from pbem.judge.deadlines import known_zone

Read = Callable[[Any], Any]
"""Reads what stands behind an option; raises `ConfigError` with what would be right."""

_DAYS = "mon|tue|wed|thu|fri|sat|sun"
_DAY = re.compile(rf"(?i:{_DAYS})")
_CLOCK = re.compile(rf"(?i:{_DAYS}) ([01]\d|2[0-3]):[0-5]\d")
_WORD = re.compile(r"\S{1,60}")
_TRUTH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_LONGEST = 200
_MOST = 50
_NUMBERS = range(1, 21)


@dataclass(frozen=True)
class Option:
    """One option.

    Attributes:
        says: What it means, in a line or two.
        usual: What holds where it is left out, as TOML; an example where nothing does.
        read: Gives its value.
        choices: What may stand behind it, where only a few words may.
    """

    says: str
    usual: str
    read: Read
    choices: tuple[str, ...] = ()


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > _LONGEST:
        raise ConfigError(f"{value!r} should be text of one line")
    return value.strip()


def _few(kind: type[StrEnum]) -> Read:
    def read(value: Any) -> StrEnum:
        if value not in [word.value for word in kind]:
            raise ConfigError(f"{value!r} should be one of {', '.join(kind)}")
        return kind(value)

    return read


def _length(value: Any) -> Any:
    return read_duration(_text(value))


def _some_length(value: Any) -> Any:
    length = _length(value)
    if not length:
        raise ConfigError(f"{value!r} leaves nobody time to order")
    return length


def _flag(value: Any) -> bool:
    found = value if isinstance(value, bool) else _TRUTH.get(str(value).lower())
    if found is None:
        raise ConfigError(f"{value!r} should be true or false")
    return found


def _number(value: Any) -> int:
    text = str(value)
    number = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else 0
    if number not in _NUMBERS:
        raise ConfigError(f"{value!r} should be a number from 1 to {_NUMBERS[-1]}")
    return number


def _hour(value: Any) -> str:
    if value and not HOUR.fullmatch(_text(value)):
        raise ConfigError(f"{value!r} is no hour; write one like 20:00")
    return str(value)


def _zone(value: Any) -> str:
    if not known_zone(_text(value)):
        raise ConfigError(f"{value!r} is no time zone; write one like Europe/London")
    return str(value)


def _listed(form: re.Pattern[str], example: str, *, lower: bool = False) -> Read:
    def read(value: Any) -> tuple[str, ...]:
        pieces = value.split(",") if isinstance(value, str) else value
        if not isinstance(pieces, list | tuple) or len(pieces) > _MOST:
            raise ConfigError(f"{value!r} is not understood; write a list like {example}")
        items = [str(piece).strip() for piece in pieces if str(piece).strip()]
        for item in items:
            if not form.fullmatch(item):
                raise ConfigError(f"{item!r} is not understood; write a list like {example}")
        return tuple(item.lower() if lower else item for item in items)

    return read


def _turn(value: Any) -> str:
    if not value:
        return ""
    phase = Phase.read(_text(value))
    if phase.season is not Season.FALL:
        raise ConfigError(
            f"{value!r} should be a Fall turn, like F1910M; centers change hands then"
        )
    return str(phase)


def _rules(value: Any) -> Mapping[str, Any]:
    """Read `2023`, `2023, convoy_paradox = szykman`, or a table of them."""
    raw: dict[str, Any] = {}
    if isinstance(value, Mapping):
        raw |= value
    else:
        for piece in filter(None, (piece.strip() for piece in str(value).split(","))):
            name, sign, chosen = (part.strip() for part in piece.partition("="))
            raw[name if sign else "name"] = _TRUTH.get(chosen, chosen) if sign else name
    read_rulebook(raw)
    return {"name": str(raw.get("name", "2023")), **{k: v for k, v in raw.items() if k != "name"}}


def _choices(kind: type[StrEnum]) -> tuple[str, ...]:
    return tuple(word.value for word in kind)


def _of(kind: type[StrEnum], says: str, usual: StrEnum) -> Option:
    return Option(says, f'"{usual.value}"', _few(kind), _choices(kind))


_MANY = _listed(_WORD, "gunboat, weekly")

OPTIONS: Mapping[str, Mapping[str, Option]] = {
    "What is played": {
        "game": Option("Its id: 2 to 20 small letters, digits and hyphens.", '"gx9"', _text),
        "title": Option("What people call it; else its id.", '""', _text),
        "like": Option("A game of this judge, whose rules hold unless said here.", '""', _text),
        "preset": Option("Names for rules that go together; see docs/new-game.md.", "[]", _MANY),
        "variant": Option("The board; `pbem variant list` names them.", '"standard"', _text),
        "players": Option(
            "For how many; else as many as the board has room for. The host may begin with fewer.",
            "7",
            _number,
        ),
        "arrangement": Option(
            "How the powers are shared, where several ways fit the number of players.", '""', _text
        ),
        "rules": Option(
            f"Rulebook or preset: {', '.join(NAMES)}; else the board's own. Options stand behind "
            'it: "2023, convoy_paradox = 2000".',
            '""',
            _rules,
        ),
        "powers": _of(Assignment, "How players get their powers.", Assignment.RANDOM),
    },
    "Who plays": {
        "host": Option("Public name of the host; else the judge's.", '""', _text),
        "host_address": Option("Where the host reads letters; private.", '""', _text),
        "private": Option("Whether only those play who are invited.", "false", _flag),
    },
    "Time": {
        "movement": Option("How long a movement phase lasts.", '"3 days"', _some_length),
        "retreats": Option("How long retreats last.", '"1 day"', _some_length),
        "adjustments": Option("How long builds and disbands last.", '"1 day"', _some_length),
        "first": Option("What the first phase has beyond its length.", '"0 days"', _length),
        "clock": Option(
            'Hours of the week on which deadlines fall: ["Tue 20:00", "Fri 20:00"].',
            "[]",
            _listed(_CLOCK, "Tue 20:00, Fri 20:00"),
        ),
        "at": Option("A local hour that deadlines are moved on to: 20:00.", '""', _hour),
        "zone": Option("The time zone of these hours and days.", '"UTC"', _zone),
        "days": Option(
            'Days of the week on which deadlines fall: ["mon", "tue"]; else all.',
            "[]",
            _listed(_DAY, "mon, tue, wed, thu, fri", lower=True),
        ),
        "holidays": Option(
            "On which no deadline falls: dates, and places whose public holidays are meant: "
            '["GB", "DE-BY", "2026-12-24"].',
            "[]",
            _listed(_WORD, "GB, DE-BY, 2026-12-24"),
        ),
        "early": _of(
            Early,
            "When a phase is judged before its deadline: when all orders are in, when all have "
            "said READY, or never.",
            Early.COMPLETE,
        ),
        "early_delay": Option(
            "The least time between the last change and such judging.", '"10 minutes"', _length
        ),
    },
    "Absence": {
        "grace": Option("How long the judge waits for a late power.", '"0 minutes"', _length),
        "missed": _of(
            Missed,
            "If somebody sends nothing: the units hold, the game waits, or the power falls vacant "
            "after missed_limit phases.",
            Missed.HOLD,
        ),
        "missed_limit": Option("Phases one after the other, for missed.", "2", _number),
        "first_waits": Option("Whether the first phase waits for all.", "false", _flag),
        "extending": _of(
            Extending, "How many players must vote for more time.", Extending.MAJORITY
        ),
        "extend_limit": Option("The most a phase is made longer by votes.", '"7 days"', _length),
        "absence_limit": Option("How far absences move deadlines in all.", '"14 days"', _length),
    },
    "Endings": {
        "draw": _of(
            DrawRule,
            "Draws by vote: all survivors share, those who are named share, or none.",
            DrawRule.DIAS,
        ),
        "turn_limit": Option("The Fall turn after which it ends: F1910M.", '""', _turn),
        "time_limit": Option("When it ends: 2026-12-31T20:00Z, or 72 hours.", '""', _text),
    },
    "Press": {
        "press": _of(
            Press,
            "What may be said through the judge: anything, in public only, nothing.",
            Press.FULL,
        ),
        "grey": _of(
            Grey, "Whether press may be unsigned, or carry another power's name.", Grey.NONE
        ),
        "press_phases": _of(PressPhases, "In which phases there is press.", PressPhases.ALL),
        "mute_late": Option(
            "Whether a power that is late may write to nobody but the host.", "false", _flag
        ),
        "observers_press": Option("Whether observers may speak in public.", "false", _flag),
        "publish_press": _of(
            PublishPress,
            "When private press and diaries are shown; public press is shown at once.",
            PublishPress.NEVER,
        ),
    },
    "Anonymity": {
        "anonymous": Option(
            "Whether nobody but the host is told who plays; the words of orders are not shown "
            "before the names are.",
            "false",
            _flag,
        ),
        "reveal": _of(Reveal, "When an anonymous game tells who played what.", Reveal.END),
    },
    "Publication": {
        "words": _of(
            WordsShown,
            "When the words of orders are shown as written.",
            WordsShown.PHASE,
        ),
    },
}
"""By heading and key, in the order in which a template has them."""

KEYS: Mapping[str, Option] = {
    key: option for options in OPTIONS.values() for key, option in options.items()
}


def read_options(words: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the values of what a host says, and all that is wrong, a line each.

    What is an empty text is not said.
    """
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for key, word in words.items():
        if word == "":
            continue
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            instead = f"did you mean {near[0]}?" if near else f"there are {', '.join(KEYS)}"
            wrong.append(f"{key}: there is no such option; {instead}")
            continue
        try:
            values[key] = KEYS[key].read(word)
        except PbemError as error:
            wrong.append(f"{key}: {error}")
    return values, wrong


def write_template(words: Mapping[str, Any], presets: Mapping[str, str]) -> str:
    """Return a file for `pbem game new` with every option.

    Args:
        words: What is said in it; all other options are comments with what is usual.
        presets: What each preset is for.
    """
    lines = [
        "# A new game: what stands behind # is left out, and what is usual holds.",
        "# pbem game new FILE.toml creates it.",
    ]
    for heading, options in OPTIONS.items():
        lines += ["", f"# {heading}", ""]
        for key, option in options.items():
            lines += [f"# {option.says}"]
            if option.choices:
                lines += [f"# One of: {', '.join(option.choices)}."]
            if key == "preset":
                lines += [f"#   {name}: {says}" for name, says in presets.items()]
            said = write_toml({key: words[key]}).strip() if key in words else ""
            lines += [said or f"# {key} = {option.usual}"]
    return "\n".join(lines) + "\n"
