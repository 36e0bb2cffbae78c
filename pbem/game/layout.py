"""JSON and TOML laid out for people and for `git diff`.

Both writers are canonical: the same value gives the same text, on any machine.
Characters that would break a line or turn the direction of writing are escaped,
so that a line of the text is a line on any screen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from pbem.game.codec import write_time

_UNSHOWN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_ONLY_TEXTS = {str}
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_line(value: Any) -> str:
    """Return a JSON value in one line, without the line's end."""
    text = _ENCODE(value)
    if text.isprintable():
        return text
    return _UNSHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def is_shown(text: str) -> bool:
    """Return whether none of the characters of a text are such as are escaped to be shown."""
    return (text.isascii() and "\x7f" not in text) or _UNSHOWN.search(text) is None


def write_json(value: Mapping[str, Any], short: Collection[str] = ()) -> str:
    """Return a JSON object over several lines, with the last line's end.

    Objects have a line for each member and lists a line for each item; what
    stands in a list is written in one line.

    Args:
        value: Its members are written in their order.
        short: Names of members in which a list takes one line.
    """
    return f"{_json(value, 0, short)}\n"


def _json(value: Any, depth: int, short: Collection[str], *, brief: bool = False) -> str:
    # Types are compared, not asked about: records are written and checked by the thousand.
    kind = type(value)
    if kind is dict and value:
        indent = " " * (depth + 1)
        items = []
        for key, item in value.items():
            kind = type(item)
            if kind is str:
                items.append(f"{_text(key)}: {_text(item)}")
            elif kind is list and item:
                text = _list(item, depth + 1, brief=brief or key in short)
                items.append(f"{_text(key)}: {text}")
            else:
                text = _json(item, depth + 1, short, brief=brief or key in short)
                items.append(f"{_text(key)}: {text}")
        return f"{{\n{indent}" + f",\n{indent}".join(items) + f"\n{' ' * depth}}}"
    if kind is tuple and value:
        return _list(value, depth, brief=brief)
    if kind is not dict and isinstance(value, Mapping):
        return _json(dict(value), depth, short, brief=brief)
    return _line(value)


def _list(value: Sequence[Any], depth: int, *, brief: bool) -> str:
    if type(value[0]) is str and set(map(type, value)) == _ONLY_TEXTS:
        items = list(map(_text, value))
    else:
        items = [_line(item) for item in value]
    if brief:
        return f"[{', '.join(items)}]"
    indent = " " * (depth + 1)
    return f"[\n{indent}" + f",\n{indent}".join(items) + f"\n{' ' * depth}]"


def _line(value: Any) -> str:
    """Return a JSON value in one line; most texts of records come again and again."""
    kind = type(value)
    if kind is str:
        return _text(value)
    if kind is dict:
        items = [
            f"{_text(key)}: {_text(item) if type(item) is str else _line(item)}"
            for key, item in value.items()
        ]
        return f"{{{', '.join(items)}}}"
    if kind is int:
        return str(value)
    if kind is list or kind is tuple:
        return f"[{', '.join(map(_line, value))}]" if value else "[]"
    return write_line(value)


@lru_cache(maxsize=16384)
def _text(text: str) -> str:
    return write_line(text)


def write_toml(value: Mapping[str, Any]) -> str:
    """Return a TOML document, with the last line's end.

    Plain members first, in their order; then a table for each member that is an
    object. Tables within tables are written in one line; lists of strings have a
    line for each item. Half of a surrogate pair, which TOML cannot say, becomes
    U+FFFD.

    Args:
        value: Strings, whole numbers, truth values, aware times, lists and objects.
    """
    lines = [
        line
        for key, item in value.items()
        if not isinstance(item, Mapping)
        for line in _toml_member(key, item)
    ]
    for key, table in value.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{_toml_key(key)}]"]
            for name, item in table.items():
                lines += _toml_member(name, item)
    return "".join(f"{line}\n" for line in lines)


def _toml_member(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple) and value:
        yield f"{_toml_key(key)} = ["
        yield from (f"  {_toml_value(item)}," for item in value)
        yield "]"
    else:
        yield f"{_toml_key(key)} = {_toml_value(value)}"


def _toml_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _toml_value(key)


def _toml_value(value: Any) -> str:
    match value:
        case datetime():
            return write_time(value)
        case bool() | int():
            return write_line(value)
        case str():
            return write_line(re.sub("[\ud800-\udfff]", "\ufffd", value))
        case list() | tuple():
            return f"[{', '.join(map(_toml_value, value))}]"
        case Mapping():
            members = [f"{_toml_key(name)} = {_toml_value(item)}" for name, item in value.items()]
            return f"{{ {', '.join(members)} }}" if members else "{}"
        case _:
            raise TypeError(f"{type(value).__name__} has no TOML form")
