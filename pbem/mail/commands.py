"""The commands of a letter: one a line, and only where the whole line fits.

`Draw anyone?`, `wait for me` and `Ready when you are!` are talk. A full stop or
an exclamation mark behind a command is forgiven, and so are list marks and
blanks around it, any case, and the words of the old judges (`SET WAIT`,
`SET NODRAW`, `SIGNON ?gx7`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pbem.board.phase import Phase
from pbem.board.variant import Variant
from pbem.errors import ConfigError, UnreadableError
from pbem.game.commands import (
    AskStatus,
    ChangeAddress,
    Clear,
    Concede,
    Forget,
    Ready,
    Rename,
    Request,
    Resign,
    SetZone,
    Undo,
    VoteDraw,
    Wait,
)
from pbem.game.durations import read_duration
from pbem.game.events.observing import Role
from pbem.mail.headers import is_address
from pbem.orders.phrases import power_names
from pbem.orders.tokens import plain
from pbem.sayings import Saying, say

_LONGEST = 200
MARKS = re.compile(r"\s*(?:[-+*•·‣◦▪●–]+\s+|\(?\d{1,3}[.):]\s+)?")


@dataclass(frozen=True)
class Help:
    """`HELP [topic]`; the topic in lower case, empty for all of it."""

    topic: str = ""


@dataclass(frozen=True)
class ListGames:
    """`LIST`: the games of this judge."""


@dataclass(frozen=True)
class JoinGame:
    """`JOIN [powers]`: a seat, and which powers are dearest; ids, the dearest first."""

    preferences: tuple[str, ...] = ()


@dataclass(frozen=True)
class ConfirmSeat:
    """`CONFIRM`."""


@dataclass(frozen=True)
class TakeOver:
    """`TAKEOVER power`: a stranger wants to play a power that has no player."""

    powers: tuple[str, ...]


@dataclass(frozen=True)
class AskMap:
    """`MAP`: the board as a picture."""


@dataclass(frozen=True)
class AskHistory:
    """`HISTORY [from [to]]`: the orders of phases, and what became of them.

    Attributes:
        first, last: Codes of phases; empty where they were not named.
    """

    first: str = ""
    last: str = ""


@dataclass(frozen=True)
class AskSummary:
    """`SUMMARY`: centers by year, and who plays."""


@dataclass(frozen=True)
class WhatIf:
    """`WHAT IF` … `END`: orders for anybody, to see what they would lead to.

    Attributes:
        text: The lines between.
        closed: Whether END was written; else all below is taken so.
    """

    text: str
    closed: bool = True


@dataclass(frozen=True)
class ObserveGame:
    """`OBSERVE` or `STANDBY`: letters about a game, without a seat."""

    role: Role


@dataclass(frozen=True)
class StopObserving:
    """`STOP OBSERVING` or `STOP STANDBY`."""

    role: Role


@dataclass(frozen=True)
class ExtendBy:
    """`EXTEND 2 days`: a vote for more time."""

    length: timedelta


@dataclass(frozen=True)
class AbsentFrom:
    """`ABSENT FROM date TO date`: days in the player's own time zone, both included."""

    first: date
    last: date


@dataclass(frozen=True)
class SignOff:
    """`SIGNOFF`: nothing below is read."""


@dataclass(frozen=True)
class SignOn:
    """`SIGNON Fgx7`: what follows is for the power with this letter (small)."""

    letter: str


@dataclass(frozen=True)
class NotObeyed:
    """A line that is a command and cannot be obeyed.

    Attributes:
        says: What would be right.
    """

    says: Saying


Enquiry = Help | ListGames | AskMap | AskHistory | AskSummary | WhatIf
"""What is answered without changing anything."""

Ask = (
    Enquiry
    | JoinGame
    | ConfirmSeat
    | TakeOver
    | ObserveGame
    | StopObserving
    | ExtendBy
    | AbsentFrom
)
Spoken = Request | Ask | SignOff | SignOn | NotObeyed

_FIXED: Mapping[str, Spoken] = {
    "help": Help(),
    "list": ListGames(),
    "status": AskStatus(),
    "map": AskMap(),
    "history": AskHistory(),
    "summary": AskSummary(),
    "join": JoinGame(),
    "observe": ObserveGame(Role.OBSERVER),
    "standby": ObserveGame(Role.STANDBY),
    "stand by": ObserveGame(Role.STANDBY),
    "set standby": ObserveGame(Role.STANDBY),
    "stop observing": StopObserving(Role.OBSERVER),
    "stop standby": StopObserving(Role.STANDBY),
    "stop standing by": StopObserving(Role.STANDBY),
    "confirm": ConfirmSeat(),
    "i confirm": ConfirmSeat(),
    "ready": Ready(),
    "i am ready": Ready(),
    "set nowait": Ready(),
    "set no wait": Ready(),
    "wait": Wait(),
    "set wait": Wait(),
    "clear": Clear(),
    "clear orders": Clear(),
    "clear all orders": Clear(),
    "undo": Undo(),
    "draw": VoteDraw(yes=True),
    "set draw": VoteDraw(yes=True),
    "no draw": VoteDraw(yes=False),
    "nodraw": VoteDraw(yes=False),
    "set nodraw": VoteDraw(yes=False),
    "set no draw": VoteDraw(yes=False),
    "resign": Resign(),
    "leave": Resign(),
    "leave the game": Resign(),
    "forget me": Forget(),
    "signoff": SignOff(),
    "sign off": SignOff(),
}
_BY_HOST = NotObeyed(say("asked-of-host"))
_CREATE = re.compile(r"create [a-z][a-z0-9-]{1,19}(?: .{0,100})?")
_NEW_GAME = NotObeyed(say("new-game-elsewhere"))
_TO_HOST = re.compile(
    r"(?:set )?(?:invite \S{0,100}@.{0,100}|start|preview|process(?: \w{1,8})?"
    r"|remind|pause|resume|rollback \w{1,8}(?: because .{0,100})?|eject \w{2,20}|dummy \w{2,20}"
    r"|appoint \w{2,20} \S{1,100}@\S{1,100}|end draw .{0,60}|host \S{1,100}@\S{1,100}|cancel)"
)
_QUESTIONS = re.compile(r"(?:help|list|status)\s*\?")


def read_command(line: str, variant: Variant | None = None) -> Spoken | None:
    """Return the command that a line is; None where it is something else.

    Args:
        line: One line of new text.
        variant: The board, for the names of powers; None where no game is known.
    """
    if len(line) > _LONGEST:
        return None
    text = plain(line)[0].strip()
    text = text[MARKS.match(text).end() :]  # type: ignore[union-attr]  # it matches anything
    text = text.rstrip("?" if _QUESTIONS.fullmatch(text) else ".!").rstrip()
    text = " ".join(text.split())
    found = _FIXED.get(text)
    if found is not None:
        return found
    word = text.partition(" ")[0]
    reader = _READERS.get(word)
    if reader is not None:
        return reader(text, line.strip(), variant)
    if _CREATE.fullmatch(text):
        return _NEW_GAME
    return _BY_HOST if _TO_HOST.fullmatch(text) else None


def _help(text: str, _line: str, _variant: Variant | None) -> Spoken | None:
    topic = text.removeprefix("help ").removeprefix("on ")
    return Help(topic) if re.fullmatch(r"[a-z]{2,20}(?: [a-z]{2,20})?", topic) else None


def _set(text: str, line: str, variant: Variant | None) -> Spoken | None:
    following = text.removeprefix("set ")
    if following.startswith("zone "):
        return _zone(following, line, variant)
    if following.startswith("absen"):
        return _absent(following, line, variant)
    if following.startswith("conc"):
        return _concede(following, line, variant)
    if following.startswith("draw "):
        return _draw(following, line, variant)
    if following.startswith("name "):
        return _named(_behind("name", line))
    return _BY_HOST if _TO_HOST.fullmatch(text) else None


def _behind(word: str, line: str) -> str:
    """Return what stands behind a word, as it was written; empty where the word is disguised."""
    return line[found.end() :] if (found := re.search(rf"(?i)\b{word}\b[: ]*", line)) else ""


def _zone(text: str, line: str, _variant: Variant | None) -> Spoken | None:
    name = _behind("zone", line).strip().rstrip(".!")
    if not re.fullmatch(r"[A-Za-z_]{2,20}(?:/[A-Za-z0-9_+-]{1,30}){0,2}", name):
        return None
    known = zone_name(name)
    if known:
        return SetZone(known)
    if "/" not in name and text.split()[1] != "utc":
        return None
    return NotObeyed(say("no-time-zone", zone=name))


@lru_cache(maxsize=256)
def zone_name(name: str) -> str:
    """Return the IANA name of a time zone written in any case; empty where there is none.

    >>> zone_name("europe/lisbon")
    'Europe/Lisbon'
    """
    pieces = [
        "_".join(word if word.isupper() else word.capitalize() for word in piece.split("_"))
        for piece in name.split("/")
    ]
    for spelled in (name, "/".join(pieces), name.upper()):
        try:
            ZoneInfo(spelled)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
        return spelled
    return ""


def _name(_text: str, line: str, _variant: Variant | None) -> Spoken | None:
    # In small letters it may be talk: "name the day". Capitals or a colon make it a command.
    found = re.match(r"\W*(NAME\b:?|(?i:name):)\s*(.*)", line)
    return _named(found[2]) if found else None


def _named(name: str) -> Spoken:
    name = " ".join(name.split()).strip("\"'“”")
    if 2 <= len(name) <= 40 and name.isprintable() and "@" not in name:
        return Rename(name)
    return NotObeyed(say("no-name"))


def _address(text: str, line: str, _variant: Variant | None) -> Spoken | None:
    if "@" not in text or len(text.split()) != 2:  # the word and an address
        return None
    address = _behind("address", line).strip(" <>.,;!").lower()
    if is_address(address):
        return ChangeAddress(address)
    return NotObeyed(say("no-address-to-write-to", address=address))


def _history(text: str, _line: str, _variant: Variant | None) -> Spoken | None:
    words = re.sub(r"\b(?:from|to|until)\b", " ", text.removeprefix("history")).split()
    if not words or len(words) > 2:  # from and to
        return None
    codes = [_phase_code(word) for word in words]
    if all(codes):
        return AskHistory(*codes)
    if any(any(letter.isdigit() for letter in word) for word in words):
        return NotObeyed(say("phases-by-code"))
    return None


def _phase_code(word: str) -> str:
    try:
        return str(Phase.read(word))
    except UnreadableError:
        return ""


def _join(text: str, _line: str, variant: Variant | None) -> Spoken | None:
    words = text.removeprefix("join ").removesuffix("***").strip()
    words = re.sub(r"^\??[a-z][a-z0-9-]{0,19}\d[a-z0-9-]{0,10}\b", "", words).strip()
    if variant is None:
        return JoinGame() if not words else None
    powers = read_powers(words, variant)
    return None if powers is None else JoinGame(powers)


def _signon(text: str, _line: str, _variant: Variant | None) -> Spoken | None:
    found = re.fullmatch(r"signon ([a-z?])[a-z][a-z0-9-]{1,19}(?: \*\*\*)?", text)
    if found is None:
        return None
    return JoinGame() if found[1] == "?" else SignOn(found[1])


def _draw(text: str, _line: str, variant: Variant | None) -> Spoken | None:
    powers = read_powers(text.removeprefix("draw "), variant) if variant else None
    return VoteDraw(yes=True, powers=powers) if powers else None


def _concede(text: str, _line: str, variant: Variant | None) -> Spoken | None:
    words = re.sub(r"^conc(?:ede)? (?:to )?", "", text)
    powers = read_powers(words, variant) if variant else None
    return Concede(powers[0]) if powers and len(powers) == 1 else None


def _take_over(text: str, _line: str, variant: Variant | None) -> Spoken | None:
    powers = read_powers(text.removeprefix("takeover "), variant) if variant else None
    return TakeOver(powers) if powers else None


def _extend(text: str, _line: str, _variant: Variant | None) -> Spoken | None:
    words = re.sub(r"^(?:by|for) ", "", text.removeprefix("extend "))
    if not words[:1].isdigit():
        return None
    try:
        return ExtendBy(read_duration(words))
    except ConfigError:
        return NotObeyed(say("no-length-of-time", text=words, example="EXTEND 2 days"))


def _absent(text: str, _line: str, _variant: Variant | None) -> Spoken | None:
    found = re.fullmatch(r"absen(?:t|ce) (?:from )?(.{1,30}?) (?:to|until|till|-) (.{1,30})", text)
    if found is None:
        return None
    first, last = read_date(found[1]), read_date(found[2])
    if first is None or last is None:
        return NotObeyed(say("days-of-absence"))
    return AbsentFrom(first, last)


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def read_date(text: str) -> date | None:
    """Return a date written in ISO or with its month by name; None for anything else.

    >>> read_date("4 March 2026"), read_date("March 4, 2026"), read_date("03/04/2026")
    (datetime.date(2026, 3, 4), datetime.date(2026, 3, 4), None)
    """
    text = text.lower().strip(" .")
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
            return date.fromisoformat(text)
        words = re.findall(r"[a-z]+|\d+", re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text))
        names = [word for word in words if word[:3] in _MONTHS]
        numbers = sorted((int(word) for word in words if word.isdigit()), reverse=True)
        if len(words) != 3 or len(names) != 1 or len(numbers) != 2:
            return None
        return date(numbers[0], _MONTHS.index(names[0][:3]) + 1, numbers[1])
    except ValueError:
        return None


_Reader = Callable[[str, str, Variant | None], Spoken | None]
_READERS: Mapping[str, _Reader] = {
    "help": _help,
    "draw": _draw,
    "takeover": _take_over,
    "extend": _extend,
    "absent": _absent,
    "absence": _absent,
    "concede": _concede,
    "conc": _concede,
    "set": _set,
    "zone": _zone,
    "name": _name,
    "name:": _name,
    "address": _address,
    "history": _history,
    "join": _join,
    "signon": _signon,
}


@lru_cache(maxsize=32)
def _names(variant: Variant) -> Mapping[str, str]:
    return power_names(variant)


def read_powers(text: str, variant: Variant) -> tuple[str, ...] | None:
    """Return the powers in a list (`france, Germany and england`); None if some word is none."""
    names = _names(variant)
    found: list[str] = []
    pieces = [piece.strip() for piece in re.split(r"[,;/&>]|\band\b|\bthen\b", text.lower())]
    for piece in filter(None, pieces):
        if piece in names:
            found.append(names[piece])
            continue
        words = [names.get(word) for word in piece.split()]
        if None in words:
            return None
        found.extend(word for word in words if word is not None)
    return tuple(dict.fromkeys(found))


def read_power(text: str, variant: Variant) -> str | None:
    """Return the power that a text names, in any case; None where it names none."""
    return _names(variant).get(" ".join(text.lower().split()))
