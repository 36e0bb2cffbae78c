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

from pbem.adjudicator.rulebook import HOUSE_RULES, NAMES
from pbem.adjudicator.rulebook import OPTIONS as RULES
from pbem.board.phase import Phase, Season
from pbem.errors import ConfigError, UnreadableError
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
from pbem.sayings import Saying, say

Read = Callable[[Any], Any]
"""Reads what stands behind an option; raises `WrongWordError`."""

_DAYS = "mon|tue|wed|thu|fri|sat|sun"
_DAY = re.compile(rf"(?i:{_DAYS})")
_CLOCK = re.compile(rf"(?i:{_DAYS}) ([01]\d|2[0-3]):[0-5]\d")
_WORD = re.compile(r"\S{1,60}")
_TRUTH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_LONGEST = 200
_MOST = 50
_NUMBERS = range(1, 21)


class WrongWordError(Exception):
    """What stands behind an option is no value of it.

    Attributes:
        why: And what would be right.
    """

    def __init__(self, why: Saying) -> None:
        """Refuse a word for a reason."""
        super().__init__(why.name)
        self.why = why


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
        raise WrongWordError(say("one-line-of-text", value=_shown(value)))
    return value.strip()


def _shown(value: Any) -> str:
    """Return a value as an answer quotes it."""
    return repr(value)


def _few(kind: type[StrEnum]) -> Read:
    def read(value: Any) -> StrEnum:
        words = tuple(word.value for word in kind)
        if value not in words:
            raise WrongWordError(say("one-of", value=_shown(value), words=words))
        return kind(value)

    return read


def _length(value: Any) -> Any:
    text = _text(value)
    try:
        return read_duration(text)
    except ConfigError:
        raise WrongWordError(say("no-length", value=_shown(text))) from None


def _some_length(value: Any) -> Any:
    length = _length(value)
    if not length:
        raise WrongWordError(say("no-time-to-order", value=_shown(value)))
    return length


def _flag(value: Any) -> bool:
    found = value if isinstance(value, bool) else _TRUTH.get(str(value).lower())
    if found is None:
        raise WrongWordError(say("true-or-false", value=_shown(value)))
    return found


def _number(value: Any) -> int:
    text = str(value)
    number = int(text) if re.fullmatch(r"[0-9]{1,3}", text) else 0
    if number not in _NUMBERS:
        raise WrongWordError(say("small-number", value=_shown(value), most=_NUMBERS[-1]))
    return number


def _hour(value: Any) -> str:
    if value and not HOUR.fullmatch(_text(value)):
        raise WrongWordError(say("no-hour", value=_shown(value)))
    return str(value)


def _zone(value: Any) -> str:
    if not known_zone(_text(value)):
        raise WrongWordError(say("no-zone", value=_shown(value)))
    return str(value)


def _listed(form: re.Pattern[str], example: str, *, lower: bool = False) -> Read:
    def read(value: Any) -> tuple[str, ...]:
        pieces = value.split(",") if isinstance(value, str) else value
        if not isinstance(pieces, list | tuple) or len(pieces) > _MOST:
            raise WrongWordError(say("no-list", value=_shown(value), example=example))
        items = [str(piece).strip() for piece in pieces if str(piece).strip()]
        for item in items:
            if not form.fullmatch(item):
                raise WrongWordError(say("no-list", value=_shown(item), example=example))
        return tuple(item.lower() if lower else item for item in items)

    return read


def _turn(value: Any) -> str:
    if not value:
        return ""
    try:
        phase = Phase.read(_text(value))
    except UnreadableError:
        raise WrongWordError(say("no-phase", value=_shown(value))) from None
    if phase.season is not Season.FALL:
        raise WrongWordError(say("no-fall", value=_shown(value)))
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
    _check_rules(raw)
    return {"name": str(raw.get("name", "2023")), **{k: v for k, v in raw.items() if k != "name"}}


def _check_rules(raw: Mapping[str, Any]) -> None:
    """Refuse a rulebook or an option of one that there is not."""
    name = str(raw.get("name", "2023"))
    if name not in NAMES:
        raise WrongWordError(say("no-rulebook", name=name, names=NAMES))
    for key, value in raw.items():
        option = str(key).replace("-", "_")
        if option == "house_rules":
            tags = value if isinstance(value, list | tuple) else ([value],)
            if unknown := [t for t in tags if not isinstance(t, str) or t not in HOUSE_RULES]:
                tag = _shown(unknown[0])
                raise WrongWordError(say("no-house-rule", tag=tag, tags=tuple(HOUSE_RULES)))
        elif option not in (*RULES, "name"):
            raise WrongWordError(say("no-option-of-rules", option=option, options=tuple(RULES)))
        elif option != "name" and not any(
            value == allowed and type(value) is type(allowed) for allowed in RULES[option]
        ):
            words = tuple(str(allowed).lower() for allowed in RULES[option])
            told = say("no-value-of-rules", option=option, value=_shown(value), words=words)
            raise WrongWordError(told)


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


def read_options(words: Mapping[str, Any]) -> tuple[dict[str, Any], list[Saying]]:
    """Return the values of what a host says, and all that is wrong, each with its option.

    What is an empty text is not said.
    """
    values: dict[str, Any] = {}
    wrong: list[Saying] = []
    for key, word in words.items():
        if word == "":
            continue
        if key not in KEYS:
            near = get_close_matches(key, KEYS, 1)
            told = say("no-option", meant=near[0] if near else "", options=tuple(KEYS))
            wrong.append(of_option(key, told))
            continue
        try:
            values[key] = KEYS[key].read(word)
        except WrongWordError as error:
            wrong.append(of_option(key, error.why))
    return values, wrong


def of_option(key: str, why: Saying) -> Saying:
    """Return what is wrong with an option, with its name."""
    return say("of-option", key=key, why=why)


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
