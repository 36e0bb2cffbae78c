"""Members of pbem.toml: read with the right kind, and all that is wrong collected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pbem.errors import ConfigError
from pbem.game.durations import read_duration

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_KINDS = {str: "text in quotes", bool: "true or false", int: "a number", list: "a list"}


class ConfigReader:
    """Reads members of the right kind, and collects what is wrong.

    Attributes:
        findings: What is wrong so far, a line each.
    """

    def __init__(self, raw: Mapping[str, Any], findings: list[str]) -> None:
        """Read tables of a file."""
        self._raw = raw
        self.findings = findings

    def _get(self, table: str, member: str, kind: type, default: Any) -> Any:
        members = self._raw.get(table, {})
        value = members.get(member, default) if isinstance(members, Mapping) else default
        if not isinstance(value, kind):
            self.findings.append(f"[{table}] {member}: {value!r} should be {_KINDS[kind]}")
            return default
        return value

    def text(self, table: str, member: str, default: str) -> str:
        """Return one line of text."""
        value: str = self._get(table, member, str, default)
        if any(ord(c) < 32 for c in value):
            self.findings.append(f"[{table}] {member}: should be one line")
            return default
        return value

    def color(self, table: str, member: str) -> str:
        """Return a color like `#17566f`; empty for none."""
        value = self.text(table, member, "")
        if value and not _COLOR.fullmatch(value):
            self.findings.append(f"[{table}] {member}: {value!r} should be a color like #17566f")
            return ""
        return value

    def flag(self, table: str, member: str, *, default: bool = False) -> bool:
        """Return whether something is so."""
        return bool(self._get(table, member, bool, default))

    def number(self, table: str, member: str, default: int, *, least: int = 1) -> int:
        """Return a whole number."""
        value = int(self._get(table, member, int, default))
        if value < least:
            self.findings.append(f"[{table}] {member}: {value} should be more than {least - 1}")
            return default
        return value

    def words(self, table: str, member: str, default: tuple[str, ...] = ()) -> list[str]:
        """Return a list of texts."""
        value: list[object] = self._get(table, member, list, list(default))
        if not all(isinstance(item, str) for item in value):
            self.findings.append(f"[{table}] {member}: should be a list of texts in quotes")
        return [item for item in value if isinstance(item, str)]

    def duration(self, table: str, member: str, default: str, *, some: bool = False) -> timedelta:
        """Read a length of time, which is more than nothing where `some` says so."""
        text = self.text(table, member, default)
        try:
            length = read_duration(text)
        except ConfigError as error:
            self.findings.append(f"[{table}] {member}: {error}")
            return read_duration(default)
        if some and not length:
            self.findings.append(f"[{table}] {member}: {text!r} should be more than nothing")
        return length

    def hour(self, table: str, member: str) -> str:
        """Return an hour like `20:00`; empty for none."""
        text = self.text(table, member, "")
        if text and not HOUR.fullmatch(text):
            self.findings.append(f"[{table}] {member}: {text!r} is no hour; write one like 20:00")
            return ""
        return text

    def word(self, table: str, member: str, default: str, choices: tuple[str, ...]) -> str:
        """Return one of a few words."""
        text = self.text(table, member, default)
        if text not in choices:
            self.findings.append(f"[{table}] {member}: {text!r} should be {' or '.join(choices)}")
            return default
        return text
