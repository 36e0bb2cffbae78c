"""The public record as text: twins `write_…` and `read_…` for each kind of file.

`read_x(write_x(value)) == value`, and writing what was read changes nothing
more. The forms are described, with an example each, in docs/formats.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, TypeVar

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.board.toml import read_toml
from pbem.board.variant import Variant
from pbem.errors import PbemError, RecordError, why_not_json
from pbem.game.codec import decode, encode, read_time, write_time
from pbem.game.durations import read_duration, write_duration
from pbem.game.layout import write_json, write_line, write_toml
from pbem.game.publication import (
    PRESS_KINDS,
    SCHEMA,
    Ending,
    PhaseFile,
    PressLine,
    PublicEvent,
)
from pbem.game.record import read_position, read_result, write_position, write_result
from pbem.game.settings import Settings, Times
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written

SCHEMAS = (0, 1)
"""Of files under games/ that are read: 0 from when pbem was being built, 1 fixed for good."""

_LENGTHS = tuple(field.name for field in fields(Times) if field.type == "timedelta")
_LATER = frozenset(
    "grey press_phases mute_late observers_press publish_press anonymous reveal private "
    "holidays_of".split()
)
"""Settings that came later: written only where a game has something else than is usual."""

Judged = Callable[[Mapping[str, Any], Position], Adjudication]
"""Returns the result of a phase, given the members of its file and its position."""

PHASE_SHORT = ("rules", "centers", "retreats", "standoffs", "opened", "late")
"""Members of phase files in which a list takes one line."""

_Value = TypeVar("_Value")
_ORDERS = Mapping[str, tuple[str, ...]]
_UNITS = Mapping[str, tuple[Unit, ...]]
_RECEIPTS = Mapping[str, tuple[ReceiptIssued, ...]]
_OPENED = Mapping[str, SheetOpened]
_WRITTEN = Mapping[str, tuple[Written, ...]]
_RULES = Mapping[str, Any]
_LATE = tuple[str, ...]


def digest(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def write_settings(settings: Settings, schema: int = SCHEMA) -> str:
    """Return the text of game.toml."""
    raw: dict[str, Any] = {"schema": schema}
    raw |= {field.name: getattr(settings, field.name) for field in fields(settings)}
    for field in fields(settings):
        if field.name in _LATER and raw[field.name] == field.default:
            del raw[field.name]
    raw["words"] = settings.words.value
    raw["times"] = {
        field.name: encode(value)
        for field in fields(Times)
        if (value := getattr(settings.times, field.name)) != field.default
        or field.name not in _LATER
    } | {name: write_duration(getattr(settings.times, name)) for name in _LENGTHS}
    return write_toml(raw)


def read_settings(text: str, where: str = "game.toml") -> Settings:
    """Read game.toml; members it does not know are passed over.

    Raises:
        RecordError: The text is something else; names `where` and what is wrong.
    """
    raw = _read_toml(text, where)

    def build() -> Settings:
        times = dict(raw["times"])
        for name in _LENGTHS:
            if name in times:
                times[name] = int(read_duration(times[name]).total_seconds())
        created = raw["created"]
        if isinstance(created, datetime):
            created = write_time(created)
        settings: Settings = decode(Settings, {**raw, "times": times, "created": created})
        return settings

    return _explained(where, build)


def write_people(people: Mapping[str, str], schema: int = SCHEMA) -> str:
    """Return the text of people.toml: public names by player, `p2` before `p10`."""
    ordered = {player: people[player] for player in sorted(people, key=_natural)}
    return write_toml({"schema": schema, "people": ordered})


def read_people(text: str, where: str = "people.toml") -> dict[str, str]:
    """Read people.toml.

    Raises:
        RecordError: The text is something else.
    """
    raw = _read_toml(text, where)
    return _explained(where, lambda: dict(decode(Mapping[str, str], raw["people"])))


def write_event_line(event: PublicEvent) -> str:
    """Return a line of events.jsonl, with its end."""
    return f"{write_line({'at': write_time(event.at), 'event': event.event, **event.facts})}\n"


def read_event_line(line: str, where: str = "events.jsonl") -> PublicEvent:
    """Read a line of events.jsonl, with or without its end.

    Raises:
        RecordError: The line is no event.
    """
    raw = _read_json(line, where)

    def build() -> PublicEvent:
        at, event = read_time(raw.pop("at")), decode(str, raw.pop("event"))
        return PublicEvent(at, event, raw)

    return _explained(where, build)


def write_events(events: Iterable[PublicEvent]) -> str:
    """Return the text of events.jsonl."""
    return "".join(map(write_event_line, events))


def read_events(text: str, where: str = "events.jsonl") -> tuple[PublicEvent, ...]:
    """Read events.jsonl.

    Raises:
        RecordError: A line is no event; its number is named.
    """
    lines = text.split("\n")
    if lines[-1]:
        raise RecordError(f"{where}, line {len(lines)}: the line is cut off")
    return tuple(
        read_event_line(line, f"{where}, line {number}")
        for number, line in enumerate(lines[:-1], start=1)
    )


def write_press_line(press: PressLine) -> str:
    """Return a line of press.jsonl, with its end."""
    raw = {
        "at": write_time(press.at),
        "kind": press.kind,
        "from": press.sender,
        "to": list(press.to),
        **({"but": list(press.but)} if press.but else {}),
        "phase": str(press.phase),
        "text": press.text,
    }
    return f"{write_line(raw)}\n"


def read_press_line(line: str, where: str = "press.jsonl") -> PressLine:
    """Read a line of press.jsonl, with or without its end; other members are passed over.

    Raises:
        RecordError: The line is no press.
    """
    raw = _read_json(line, where)

    def build() -> PressLine:
        kind = decode(str, raw["kind"])
        if kind not in PRESS_KINDS:
            raise RecordError(f"kind: {kind!r} should be one of {', '.join(PRESS_KINDS)}")
        return PressLine(
            at=read_time(raw["at"]),
            kind=kind,
            sender=decode(str, raw["from"]),
            to=decode(tuple[str, ...], raw["to"]),
            phase=decode(Phase, raw["phase"]),
            text=decode(str, raw["text"]),
            but=decode(tuple[str, ...], raw.get("but", [])),
        )

    return _explained(where, build)


def write_phase_file(
    file: PhaseFile,
    result: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
) -> str:
    """Return the text of a phase file: a phase record, one unit or order a line.

    Args:
        file: All of it.
        result: Its result as JSON, where that is known already.
        position: Its position as JSON, where that is known already.
    """
    if position is None:
        position = write_position(file.position)
    raw = {
        "schema": file.schema,
        "engine": file.engine,
        "game": file.game,
        "number": file.number,
        "prev": file.prev,
        "events": file.events,
        **({"press": file.press} if file.schema else {}),
        "after": file.after,
        "variant": file.variant,
        "phase": str(file.position.phase),
        "rules": encode(file.rules),
        "due": write_time(file.due),
        "adjudicated": write_time(file.adjudicated),
        **{name: member for name, member in position.items() if name not in ("variant", "phase")},
        "orders": encode(file.orders),
        "result": write_result(file.result) if result is None else result,
        "removed": encode(file.removed),
        "receipts": encode(file.receipts),
        "opened": encode(file.opened),
        "written": encode(file.written),
        "late": list(file.late),
        "next": str(file.following),
    }
    return write_json(raw, short=PHASE_SHORT)


def read_phase_file(
    text: str, variant: Variant, where: str = "phase file", judged: Judged | None = None
) -> PhaseFile:
    """Read a phase file; members it does not know are passed over.

    Args:
        text: Of the file.
        variant: The board it was judged on.
        where: Names the file in messages.
        judged: Returns the result, given all members and the position; else it is
            read. Whoever judges the phase anyway need not read what says the same. A
            member may then not stand twice, so that people and programs read the same.

    Raises:
        RecordError: The text is something else; names `where` and what is wrong.
    """
    raw = _read_json(text, where, strict=judged is not None)
    _check_schema(raw, where)

    def build() -> PhaseFile:
        position = read_position(raw, variant)
        return PhaseFile(
            number=decode(int, raw["number"]),
            prev=decode(str, raw["prev"]),
            after=decode(int, raw["after"]),
            engine=decode(str, raw["engine"]),
            game=decode(str, raw["game"]),
            variant=decode(str, raw["variant"]),
            rules=decode(_RULES, raw["rules"]),
            position=position,
            orders=decode(_ORDERS, raw["orders"]),
            result=judged(raw, position) if judged else read_result(raw["result"]),
            removed=decode(_UNITS, raw["removed"]),
            following=decode(Phase, raw["next"]),
            due=read_time(raw["due"]),
            adjudicated=read_time(raw["adjudicated"]),
            receipts=decode(_RECEIPTS, raw["receipts"]),
            opened=decode(_OPENED, raw["opened"]),
            written=decode(_WRITTEN, raw["written"]),
            late=decode(_LATE, raw["late"]),
            events=decode(str, raw["events"]),
            press=decode(str, raw["press"]) if raw["schema"] else "",
            schema=raw["schema"],
        )

    return _explained(where, build)


def write_ending(ending: Ending) -> str:
    """Return the text of result.json."""
    raw = encode(ending)
    if not raw.pop("schema"):
        del raw["press"], raw["words"]
    return write_json({"schema": ending.schema, **raw}, short=("winners", "centers"))


def read_ending(text: str, where: str = "result.json") -> Ending:
    """Read result.json.

    Raises:
        RecordError: The text is something else.
    """
    raw = _read_json(text, where)
    _check_schema(raw, where)
    if raw["schema"]:
        for name in ("press", "words"):
            if name not in raw:
                raise RecordError(f"{where}: '{name}' is missing")
    ending: Ending = _explained(where, lambda: decode(Ending, raw))
    return ending


def write_words(
    words: Mapping[int, Mapping[str, tuple[Written, ...]]], schema: int = SCHEMA
) -> str:
    """Return the text of words.json: words of the orders that ran, by number of the phase file.

    Kept where the words of a game are shown at its end.
    """
    raw = {str(number): encode(words[number]) for number in sorted(words)}
    return write_json({"schema": schema, "words": raw})


def read_words(text: str, where: str = "words.json") -> dict[int, dict[str, tuple[Written, ...]]]:
    """Read words.json.

    Raises:
        RecordError: The text is something else.
    """
    raw = _read_json(text, where)
    _check_schema(raw, where)
    kind = Mapping[str, Mapping[str, tuple[Written, ...]]]
    return _explained(
        where, lambda: {int(number): by for number, by in decode(kind, raw["words"]).items()}
    )


def board_name(settings: Settings) -> str:
    """Return the name of the file in variants/ that holds the board a game is judged on."""
    return f"{settings.variant}-{settings.board.removeprefix('sha256:')[:12]}.toml"


def _natural(player: str) -> tuple[int, str]:
    return (len(player), player)


def _explained(where: str, build: Callable[[], _Value]) -> _Value:
    try:
        return build()
    except KeyError as error:
        raise RecordError(f"{where}: {error} is missing") from None
    except PbemError as error:
        raise RecordError(f"{where}: {error}") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RecordError(f"{where}: {error}") from None


def _read_json(text: str, where: str, *, strict: bool = False) -> dict[str, Any]:
    """Read a JSON object; where strict, one in which a member stands twice is refused."""
    try:
        raw = json.loads(text)
        if strict and not _is_laid_out(text, raw):
            json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: not JSON: {why_not_json(error)}") from None
    if not isinstance(raw, dict):
        raise RecordError(f"{where}: not a JSON object")
    return raw


def _is_laid_out(text: str, raw: Any) -> bool:
    """Return whether an object has as many lines for members as it has members.

    As pbem writes them, members of the object and of those in it begin lines with one and
    two blanks. Counting these is quicker than to look at each member while reading.
    """
    if not isinstance(raw, dict):
        return False
    within = sum(len(item) for item in raw.values() if type(item) is dict)
    return text.count('\n "') == len(raw) and text.count('\n  "') == within


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the member {twice!r} stands twice")
    return found


def _read_toml(text: str, where: str) -> dict[str, Any]:
    try:
        raw = read_toml(text)
    except ValueError as error:
        raise RecordError(f"{where}: not TOML: {error}") from None
    _check_schema(raw, where)
    return raw


def _check_schema(raw: Mapping[str, Any], where: str) -> None:
    schema = raw.get("schema")
    if schema not in SCHEMAS or isinstance(schema, bool):
        known = " and ".join(map(str, SCHEMAS))
        raise RecordError(f"{where}: schema is {schema!r}; this pbem reads schema {known}")
