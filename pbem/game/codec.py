"""Values as JSON and back: the twins `encode` and `decode`.

Frozen dataclasses become objects of their fields, times ISO 8601 in UTC ending
in `Z`, phases and units their normal form. `decode` needs the type, so that
what is read is what was written: `decode(type(x), encode(x)) == x`.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from pbem.board.phase import Phase
from pbem.board.position import Unit
from pbem.errors import RecordError, UnreadableError


def write_time(time: datetime) -> str:
    """Return an aware time in UTC: `2026-01-09T20:00:00Z`, with microseconds where it has some.

    Raises:
        RecordError: The time says nothing of its zone.
    """
    if time.tzinfo is None:
        raise RecordError(f"{time} says nothing of its time zone")
    return time.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def read_time(text: str) -> datetime:
    """Read what `write_time` wrote, or any ISO 8601 time with a zone.

    Raises:
        RecordError: The text is no time, or has no zone.
    """
    try:
        time = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        raise RecordError(f"{text!r} is no time; write one like 2026-01-09T20:00:00Z") from None
    if time.tzinfo is None:
        raise RecordError(f"{text!r} says nothing of its time zone; end it in Z for UTC")
    return time.astimezone(UTC)


def encode(value: Any) -> Any:
    """Return the JSON form of a value."""
    match value:
        case Phase() | Unit():
            return str(value)
        case StrEnum():
            return value.value
        case None | bool() | int() | str():
            return value
        case datetime():
            return write_time(value)
        case timedelta():
            return int(value.total_seconds())
        case tuple() | list():
            return [encode(item) for item in value]
        case Mapping():
            return {str(key): encode(item) for key, item in value.items()}
        case _ if is_dataclass(value):
            return {f.name: encode(getattr(value, f.name)) for f in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} has no JSON form")


def decode(kind: Any, raw: Any) -> Any:
    """Return the value of a type whose JSON form is `raw`; unknown members are passed over.

    Raises:
        RecordError: `raw` is not the JSON form of such a value; says where.
    """
    try:
        return _decode(kind, raw)
    except (KeyError, TypeError, ValueError, AttributeError, UnreadableError) as error:
        name = getattr(kind, "__name__", str(kind))
        says = error.args[0] if isinstance(error, KeyError) and error.args else error
        raise RecordError(f"this is no {name}: {says}") from None


def _decode(kind: Any, raw: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        if raw is None:
            return None
        (inner,) = (arg for arg in get_args(kind) if arg is not type(None))
        return _decode(inner, raw)
    if origin is tuple:
        args = get_args(kind)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_decode(args[0], item) for item in raw)
        return tuple(_decode(arg, item) for arg, item in zip(args, raw, strict=True))
    if origin is Mapping:
        _, item_kind = get_args(kind)
        return {key: _decode(item_kind, item) for key, item in raw.items()}
    return _decode_plain(kind, raw)


def _decode_plain(kind: Any, raw: Any) -> Any:
    if kind is Any:
        return raw
    if kind is Phase:
        return Phase.read(raw)
    if kind is Unit:
        return Unit.read(raw)
    if kind is datetime:
        return read_time(raw)
    if kind is timedelta:
        return timedelta(seconds=raw)
    if is_dataclass(kind):
        return _decode_dataclass(kind, raw)
    if issubclass(kind, StrEnum):
        return kind(raw)
    if kind in (str, int, bool) and not isinstance(raw, kind):
        raise TypeError(f"{raw!r} is no {kind.__name__}")
    return raw


def _decode_dataclass(kind: Any, raw: Mapping[str, Any]) -> Any:
    values = {}
    for name, hint, required in _members(kind):
        if name in raw:
            values[name] = _decode(hint, raw[name])
        elif required:
            raise KeyError(f"{name} is missing")
    return kind(**values)


@lru_cache(maxsize=256)
def _members(kind: Any) -> tuple[tuple[str, Any, bool], ...]:
    hints = get_type_hints(kind)
    return tuple(
        (f.name, hints[f.name], f.default is MISSING and f.default_factory is MISSING)
        for f in fields(kind)
    )
