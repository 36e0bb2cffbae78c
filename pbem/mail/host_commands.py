"""What the host of a game asks, a line each: `PROCESS S1901M`, `DEADLINE +2 days`.

As with the commands of players a line counts only if all of it fits. Forgiven
are any case, list marks, a full stop or an exclamation mark behind it, and a
`BECAUSE …` behind any of them. A phase may be a code or in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta

from pbem.board.phase import Phase
from pbem.board.variant import Variant
from pbem.errors import ConfigError
from pbem.game.commands import EndGame, Invite, PauseGame
from pbem.game.durations import read_duration
from pbem.game.host_acts import (
    Appoint,
    CancelGame,
    Eject,
    EndInDraw,
    HostAct,
    MakeDummy,
    OfferHosting,
    Preview,
    Remind,
)
from pbem.mail.board_changes import read_change
from pbem.mail.commands import (
    MARKS,
    NotObeyed,
    read_date,
    read_power,
    read_powers,
    zone_name,
)
from pbem.mail.headers import is_address
from pbem.mail.headings import read_heading
from pbem.orders.tokens import plain
from pbem.sayings import say

_LONGEST = 500
LONGEST_REASON = 300
_BECAUSE = re.compile(r"\bbecause\b:?", re.IGNORECASE)
_HOUR = re.compile(
    r"[ t,](?:at )?(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?::00)? ?(?P<zone>[a-z_/+-]*)$"
)


@dataclass(frozen=True)
class ResumeClock:
    """`RESUME`: the clock goes on, with a deadline that is still to be worked out."""


@dataclass(frozen=True)
class ProcessPhase:
    """`PROCESS [phase]`: the code of the phase, empty where none is named."""

    phase: str = ""


@dataclass(frozen=True)
class NewDeadline:
    """`DEADLINE [phase] when`: a length from the deadline there is, or a day and an hour.

    Attributes:
        phase: Its code; empty where none is named.
        later: The length; None where a day is named.
        day: None where a length is named.
        at: The hour; None where the game's own hour is meant.
        zone: IANA name; empty for the zone of the host.
    """

    phase: str
    later: timedelta | None = None
    day: date | None = None
    at: time | None = None
    zone: str = ""
    because: str = ""


@dataclass(frozen=True)
class BackTo:
    """`ROLLBACK phase BECAUSE …`: the code of the phase that is to be open again."""

    phase: str
    because: str


@dataclass(frozen=True)
class ChangeBoard:
    """`EDIT unit|center power BECAUSE …`: see `EditBoard`."""

    what: str
    place: str
    power: str
    because: str


@dataclass(frozen=True)
class StartNow:
    """`START [arrangement]`: the game begins with the players it has."""

    arrangement: str = ""


Unsettled = ResumeClock | ProcessPhase | NewDeadline | BackTo | ChangeBoard | StartNow
"""What needs the clock, the zone of the host or the keys of the game to be complete."""

HostAsk = HostAct | PauseGame | EndGame | Invite | Unsettled


@dataclass(frozen=True)
class HostLine:
    """A line that only the host of a game can ask.

    Attributes:
        words: The line as it was written, without list marks.
    """

    words: str
    ask: HostAsk


def read_host_line(line: str, variant: Variant, open_phase: Phase) -> HostLine | NotObeyed | None:
    """Return what a line asks as a host's; None where it is something else.

    Args:
        line: One line of new text.
        variant: The board, for the names of powers.
        open_phase: For years of two digits.
    """
    if len(line) > _LONGEST:
        return None
    words = " ".join(line.split())
    words = words[MARKS.match(words).end() :]  # type: ignore[union-attr]  # it matches anything
    reader = _READERS.get(plain(words.partition(" ")[0].rstrip(".!"))[0])
    if reader is None:
        return None
    found = _BECAUSE.search(words)
    body, because = words, ""
    if found:
        body, because = words[: found.start()], words[found.end() :].strip()[:LONGEST_REASON]
    text = " ".join(plain(body)[0].split()).rstrip(",;:.! ")
    asked = reader(_Words(text.partition(" ")[2], body, because, variant, open_phase))
    return asked if asked is None or isinstance(asked, NotObeyed) else HostLine(words, asked)


def is_open_announcement(line: str) -> bool:
    """Return whether a line would begin an announcement, if that had an end."""
    return plain(line[:_LONGEST])[0].strip().rstrip(":") == "announce"


@dataclass(frozen=True)
class _Words:
    """A line taken apart: what stands behind its first word, plain and as written."""

    rest: str
    written: str
    because: str
    variant: Variant
    open_phase: Phase


def _remind(line: _Words) -> HostAsk | None:
    return None if line.rest else Remind()


def _pause(line: _Words) -> HostAsk | None:
    return None if line.rest else PauseGame(line.because)


def _resume(line: _Words) -> HostAsk | None:
    return None if line.rest else ResumeClock()


def _end(line: _Words) -> HostAsk | NotObeyed | None:
    if not line.rest:
        return EndGame(line.because)
    verb, _, named = line.rest.partition(" ")
    if verb != "draw":
        return None
    powers = read_powers(named, line.variant)
    if powers is None:
        return NotObeyed(say("name-powers", powers=tuple(line.variant.powers)))
    return EndInDraw(powers, line.because)


def _cancel(line: _Words) -> HostAsk | None:
    return None if line.rest else CancelGame(line.because)


def _preview(line: _Words) -> HostAsk | None:
    return None if line.rest else Preview()


def _start(line: _Words) -> HostAsk | None:
    return StartNow(line.rest) if re.fullmatch(r"[a-z0-9-]{0,20}", line.rest) else None


def _invite(line: _Words) -> HostAsk | NotObeyed | None:
    addresses = re.split(r"[ ,;]+", line.written.partition(" ")[2].strip(" ,;"))
    wrong = next((address for address in addresses if not is_address(address)), None)
    if wrong is None:
        return Invite(tuple(address.lower() for address in addresses))
    return NotObeyed(say("no-address", text=wrong)) if "@" in line.written else None


def _eject(line: _Words) -> HostAsk | NotObeyed | None:
    power = read_power(line.rest, line.variant)
    return Eject(power, line.because) if power else _no_power(line)


def _dummy(line: _Words) -> HostAsk | NotObeyed | None:
    power = read_power(line.rest, line.variant)
    return MakeDummy(power) if power else _no_power(line)


def _no_power(line: _Words) -> NotObeyed | None:
    """Return what would be right where one word names no power; more words are talk."""
    if not re.fullmatch(r"[a-z]{3,20}", line.rest):
        return None
    return NotObeyed(say("name-a-power", powers=tuple(line.variant.powers)))


def _appoint(line: _Words) -> HostAsk | NotObeyed | None:
    *named, address = line.written.split()[1:] or [""]
    power = read_power(" ".join(named).removesuffix(" to"), line.variant)
    if "@" not in line.written:
        return None
    if power and is_address(address):
        return Appoint(power, address)
    return NotObeyed(say("how-to-appoint"))


def _host(line: _Words) -> HostAsk | NotObeyed | None:
    words = line.written.split()[1:]
    if len(words) != 1 or "@" not in words[0]:
        return None
    return OfferHosting(words[0]) if is_address(words[0]) else NotObeyed(say("how-to-offer"))


def _roll_back(line: _Words) -> HostAsk | NotObeyed | None:
    named = re.sub(r"^(?:back )?(?:to )?", "", line.rest)
    phase = _phase(line, named)
    if phase is None:
        return None
    if not line.because:
        return NotObeyed(say("why-roll-back", phase=phase))
    return BackTo(phase, line.because)


def _edit(line: _Words) -> HostAsk | NotObeyed | None:
    found = read_change(line.rest, line.variant)
    if found is None:
        return None
    if not line.because:
        return NotObeyed(say("why-edit"))
    return ChangeBoard(*found, line.because)


def _process(line: _Words) -> HostAsk | None:
    phase = _phase(line, line.rest) if line.rest else ""
    return None if phase is None else ProcessPhase(phase)


def _phase(line: _Words, text: str) -> str | None:
    """Return the code of a phase in words; None where the text names none."""
    heading = read_heading(text, line.variant, line.open_phase)
    return heading.code if heading and heading.code and not heading.power else None


def _deadline(line: _Words) -> HostAsk | NotObeyed | None:
    phase, when = "", re.sub(r"^(?:to|on|at|is) ", "", line.rest)
    head, _, behind = when.partition(" ")
    if re.fullmatch(r"[sfw]\d{4}[mra]", head):
        phase, when = head.upper(), behind
    if not re.search(r"\d", when) or "?" in when:
        return None
    if when.startswith("+"):
        try:
            return NewDeadline(phase, read_duration(when[1:]), because=line.because)
        except ConfigError:
            return NotObeyed(say("no-length-of-time", text=when[1:], example="DEADLINE +2 days"))
    return _named_deadline(line, phase, when)


def _named_deadline(line: _Words, phase: str, when: str) -> HostAsk | NotObeyed:
    found = _HOUR.search(when)
    day = read_date(when[: found.start()] if found else when)
    if day is None or (found and (int(found["hour"]) > 23 or int(found["minute"]) > 59)):
        return NotObeyed(say("day-of-deadline"))
    zone = ""
    if found and found["zone"]:
        named = "utc" if found["zone"] in ("z", "gmt") else found["zone"]
        zone = zone_name(named)
        if not zone:
            return NotObeyed(say("zone-of-deadline", zone=found["zone"]))
    at = time(int(found["hour"]), int(found["minute"])) if found else None
    return NewDeadline(phase, None, day, at, zone, line.because)


_Reader = Callable[[_Words], HostAsk | NotObeyed | None]
_READERS: Mapping[str, _Reader] = {
    "remind": _remind,
    "pause": _pause,
    "resume": _resume,
    "end": _end,
    "cancel": _cancel,
    "preview": _preview,
    "start": _start,
    "invite": _invite,
    "eject": _eject,
    "dummy": _dummy,
    "appoint": _appoint,
    "host": _host,
    "rollback": _roll_back,
    "edit": _edit,
    "process": _process,
    "deadline": _deadline,
}
