"""Members of a text in TOML, taken one by one; all that is wrong with them is noted.

A member that is missing or of the wrong type becomes an empty value, so that
reading goes on and everything that is wrong with a text is found at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")

_NO_DEFAULT: Any = object()


class Members:
    """A table of TOML while it is read.

    Attributes:
        where: What messages call it: `provinces.ARM`; empty for the whole text.
        wrong: Everything that is wrong, in words; shared by all tables of a text.
        strays: Members that nobody asked for, in words; shared as well.
    """

    def __init__(
        self, raw: Mapping[str, Any], where: str, wrong: list[str], strays: list[str]
    ) -> None:
        """Start with nothing taken."""
        self._raw = raw
        self._taken: set[str] = set()
        self.where = where
        self.wrong = wrong
        self.strays = strays

    def say(self, finding: str) -> None:
        """Note that something is wrong."""
        self.wrong.append(f"{self.where}: {finding}" if self.where else finding)

    def text(self, name: str, default: Any = _NO_DEFAULT) -> str:
        """Take a text that is not empty; required without a default."""
        value = self._take(name, default)
        if value == "" and default is _NO_DEFAULT:
            self.say(f"{name} is empty")
        if isinstance(value, str):
            return value
        return self._mistyped(name, value, "a text", "")

    def number(self, name: str, default: Any = _NO_DEFAULT) -> int:
        """Take a whole number; required without a default."""
        value = self._take(name, default)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        return self._mistyped(name, value, "a whole number", 0)

    def flag(self, name: str, default: bool) -> bool:
        """Take `true` or `false`."""
        value = self._take(name, default)
        return value if isinstance(value, bool) else self._mistyped(name, value, "a flag", default)

    def choice(self, name: str, choices: tuple[str, ...], default: Any = _NO_DEFAULT) -> str:
        """Take one of a few words; required without a default."""
        value = self._take(name, default)
        if value in choices:
            return str(value)
        if value is not None:
            self.say(f"{name} is {value!r}; it can be {', '.join(choices)}")
        return choices[0]

    def texts(self, name: str, *, required: bool = False) -> tuple[str, ...]:
        """Take a list of texts; empty where it is missing."""
        nothing: tuple[str, ...] = ()
        value = self._take(name, _NO_DEFAULT if required else [])
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value)
        return self._mistyped(name, value, "a list of texts", nothing)

    def lists(self, name: str, *, required: bool = False) -> tuple[tuple[str, ...], ...]:
        """Take a list of lists of texts; empty where it is missing."""
        nothing: tuple[tuple[str, ...], ...] = ()
        value = self._take(name, _NO_DEFAULT if required else [])
        if isinstance(value, list) and all(
            isinstance(one, list) and all(isinstance(text, str) for text in one) for one in value
        ):
            return tuple(map(tuple, value))
        return self._mistyped(name, value, "a list of lists of texts", nothing)

    def table(self, name: str, *, required: bool = False) -> Members | None:
        """Take a table; None where it is missing."""
        value = self._take(name, _NO_DEFAULT if required else None)
        if value is None or isinstance(value, Mapping):
            return None if value is None else self._below(value, name)
        self._mistyped(name, value, "a table", None)
        return None

    def tables(self, name: str, *, required: bool = False) -> dict[str, Members]:
        """Take a table of tables; empty where it is missing."""
        outer = self.table(name, required=required)
        if outer is None:
            return {}
        found = {key: outer.table(key) for key in outer.names()}
        return {key: table for key, table in found.items() if table is not None}

    def several(self, name: str) -> list[Members]:
        """Take a list of tables; empty where it is missing."""
        nothing: list[Members] = []
        value = self._take(name, [])
        if isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
            return [self._below(one, f"{name}[{number}]") for number, one in enumerate(value)]
        return self._mistyped(name, value, "a list of tables", nothing)

    def names(self) -> list[str]:
        """Return the names of all members, none of them taken."""
        return list(self._raw)

    def has(self, name: str) -> bool:
        """Return whether there is such a member; it is not taken."""
        return name in self._raw

    def is_table(self, name: str) -> bool:
        """Return whether there is such a member and it is a table; it is not taken."""
        return isinstance(self._raw.get(name), Mapping)

    def plain(self) -> dict[str, Any]:
        """Take everything as it is."""
        self._taken.update(self._raw)
        return dict(self._raw)

    def close(self) -> None:
        """Note the members that nobody asked for."""
        for name in self._raw:
            if name not in self._taken:
                place = f"{self.where}: " if self.where else ""
                self.strays.append(f"{place}there is no member {name}, so it is passed over")

    def _below(self, raw: Mapping[str, Any], name: str) -> Members:
        where = f"{self.where}.{name}" if self.where else name
        return Members(raw, where, self.wrong, self.strays)

    def _take(self, name: str, default: Any) -> Any:
        self._taken.add(name)
        if name in self._raw:
            return self._raw[name]
        if default is _NO_DEFAULT:
            self.say(f"{name} is missing")
            return None
        return default

    def _mistyped(self, name: str, value: object, kind: str, instead: T) -> T:
        if value is not None:
            self.say(f"{name} is {value!r}; it should be {kind}")
        return instead
