"""Values as JSON and back: the twins `encode` and `decode`.

Frozen dataclasses become objects of their fields, times ISO 8601 in UTC ending
in `Z`, phases and units their normal form. `decode` needs the type, so that
what is read is what was written: `decode(type(x), encode(x)) == x`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from types import NoneType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pbem.board.phase import Phase
from pbem.board.position import Unit
from pbem.errors import RecordError, UnreadableError

_Read = Callable[[Any], Any]
_Write = Callable[[Any], Any]


def write_time(time: datetime) -> str:
    """Return an aware time in UTC: `2026-01-09T20:00:00Z`, with microseconds where it has some.

    Raises:
        RecordError: The time says nothing of its zone.
    """
    if time.tzinfo is None:
        raise RecordError(f"{time} says nothing of its time zone")
    if time.tzinfo is not UTC:
        time = time.astimezone(UTC)
    return f"{time.isoformat()[:-6]}Z"


def read_time(text: str) -> datetime:
    """Read what `write_time` wrote, or any ISO 8601 time with a zone.

    Raises:
        RecordError: The text is no time, or has no zone.
    """
    try:
        time = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        raise RecordError(f"{text!r} is no time; write one like 2026-01-09T20:00:00Z") from None
    if time.tzinfo is UTC:
        return time
    if time.tzinfo is None:
        raise RecordError(f"{text!r} says nothing of its time zone; end it in Z for UTC")
    try:
        return time.astimezone(UTC)
    except OverflowError:
        raise RecordError(f"{text!r} is no time of our calendar in UTC") from None


def encode(value: Any) -> Any:
    """Return the JSON form of a value."""
    kind: Any = type(value)
    return _writer(kind)(value)


@lru_cache(maxsize=1024)
def _writer(kind: Any) -> _Write:
    """Return what writes values of a class; made once, since looking at classes takes long."""
    if issubclass(kind, Phase | Unit):
        return str
    if issubclass(kind, StrEnum):
        return lambda value: value.value
    if issubclass(kind, str | int | NoneType):
        return lambda value: value
    if issubclass(kind, datetime):
        return write_time
    if issubclass(kind, timedelta):
        return lambda value: int(value.total_seconds())
    if issubclass(kind, tuple | list):
        return lambda value: [item if type(item) is str else encode(item) for item in value]
    if issubclass(kind, Mapping):
        return lambda value: {str(key): encode(item) for key, item in value.items()}
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind))
        return lambda value: {name: encode(getattr(value, name)) for name in names}
    raise TypeError(f"{kind.__name__} has no JSON form")


def decode(kind: Any, raw: Any) -> Any:
    """Return the value of a type whose JSON form is `raw`; unknown members are passed over.

    Raises:
        RecordError: `raw` is not the JSON form of such a value; says where.
    """
    try:
        return _reader(kind)(raw)
    except (KeyError, TypeError, ValueError, AttributeError, UnreadableError) as error:
        name = _WORDS.get(get_origin(kind) or kind) or getattr(kind, "__name__", str(kind))
        says = error.args[0] if isinstance(error, KeyError) and error.args else error
        raise RecordError(f"this is no {name}: {says}") from None


@lru_cache(maxsize=1024)
def _reader(kind: Any) -> _Read:
    """Return what reads values of a type; made once, since looking at types takes long."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        (inner,) = (arg for arg in get_args(kind) if arg is not type(None))
        read = _reader(inner)
        return lambda raw: None if raw is None else read(raw)
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin is Mapping:
        item = _reader(get_args(kind)[1])
        return lambda raw: {key: item(value) for key, value in raw.items()}
    return _plain_reader(kind)


def _tuple_reader(args: tuple[Any, ...]) -> _Read:
    if len(args) == 2 and args[1] is Ellipsis:
        each = _reader(args[0])
        return lambda raw: tuple([each(item) for item in raw])
    readers = tuple(map(_reader, args))
    return lambda raw: tuple(read(item) for read, item in zip(readers, raw, strict=True))


def _plain_reader(kind: Any) -> _Read:
    if kind in _READERS:
        return _READERS[kind]
    if is_dataclass(kind):
        return _dataclass_reader(kind)
    if issubclass(kind, StrEnum):
        return lambda raw: kind(raw)
    if kind in (str, int, bool):
        return _checked(kind)
    return lambda raw: raw


_WORDS = {str: "text", int: "number", bool: "boolean", Mapping: "table"}
"""What people call the types of the record's values."""


def _checked(kind: type) -> _Read:
    def read(raw: Any) -> Any:
        if not isinstance(raw, kind):
            raise TypeError(f"{raw!r} is no {_WORDS[kind]}")
        return raw

    return read


def _dataclass_reader(kind: Any) -> _Read:
    # Looked at when first used: a class may hold values of its own kind.
    @cache
    def members() -> tuple[tuple[str, _Read, bool], ...]:
        hints = get_type_hints(kind)
        return tuple(
            (
                f.name,
                _reader(hints[f.name]),
                f.default is MISSING and f.default_factory is MISSING,
            )
            for f in fields(kind)
        )

    def read(raw: Mapping[str, Any]) -> Any:
        try:
            return kind(*[item(raw[name]) for name, item, _ in members()])
        except KeyError:
            # Some member is missing, here or within; most values have all of them.
            return read_some(raw)

    def read_some(raw: Mapping[str, Any]) -> Any:
        values = {}
        for name, item, required in members():
            if name in raw:
                values[name] = item(raw[name])
            elif required:
                raise KeyError(f"{name} is missing")
        return kind(**values)

    return read


def _anything(raw: Any) -> Any:
    """Return what may be anything in JSON but fractions, of which a record has none."""
    if encode(raw) != raw:
        raise TypeError(f"{raw} has no JSON form")
    return raw


_READERS: Mapping[Any, _Read] = {
    Any: _anything,
    Phase: Phase.read,
    Unit: Unit.read,
    datetime: read_time,
    timedelta: lambda raw: timedelta(seconds=raw),
}
