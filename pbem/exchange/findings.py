"""What a check has found: where something is wrong, and what, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.errors import shown
from pbem.game.layout import write_line

Watch = Callable[[int, int], None]
"""Told after each game how many are done, and of how many."""

_MOST = 5
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong.

    Attributes:
        file: Below games/: `gx7/phases/002-F1901M.json`.
        where: In the file: `units.FRANCE`; empty for the file as a whole.
        says: What is wrong, and what would be right.
    """

    file: str
    where: str
    says: str

    def __str__(self) -> str:
        """Return all of it in a line; a file's name may hold what no screen should be told."""
        return shown(": ".join(filter(None, (self.file, self.where, self.says))))


@dataclass(frozen=True)
class GameCheck:
    """What was found of one game.

    Attributes:
        game: Its id; `games` for what belongs to no game.
        phases: How many phase files were checked.
    """

    game: str
    phases: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


@dataclass(frozen=True)
class Verification:
    """What was found of all games that were looked at, by id.

    Attributes:
        notes: What could not be checked though nothing is wrong with it, a sentence each.
    """

    games: tuple[GameCheck, ...]
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(game.ok for game in self.games)

    def to_json(self) -> dict[str, Any]:
        """Return the form of `pbem verify --json`."""
        return {
            "games": [
                {
                    "game": check.game,
                    "ok": check.ok,
                    "phases": check.phases,
                    "findings": [
                        {"file": found.file, "where": found.where, "says": found.says}
                        for found in check.findings
                    ],
                }
                for check in self.games
            ],
            "notes": list(self.notes),
        }


def compare(
    file: str, where: str, stands: Any, right: Any, source: str = "judged again"
) -> Iterator[Finding]:
    """Return where two JSON values differ: at most five findings, then how many more.

    Args:
        file: That `stands` comes from.
        where: Of the value in the file.
        stands: What stands there.
        right: What should.
        source: Where `right` comes from: `judged again`.
    """
    if stands == right:
        return
    differing = list(_differences(where, stands, right))
    for place, have, want in differing[:_MOST]:
        yield Finding(file, place, f"{_told(have)}; {source}: {_told(want)}")
    if len(differing) > _MOST:
        yield Finding(file, where, f"{len(differing) - _MOST} more places differ")


def _differences(where: str, stands: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(stands, Mapping) and isinstance(right, Mapping):
        for key in dict.fromkeys((*stands, *right)):
            have, want = stands.get(key, _MISSING), right.get(key, _MISSING)
            yield from _differences(f"{where}.{key}" if where else key, have, want)
    elif (
        isinstance(stands, list)
        and isinstance(right, list)
        and len(stands) == len(right)
        and any(isinstance(item, Mapping) for item in right)
    ):
        for number, (have, want) in enumerate(zip(stands, right, strict=True), start=1):
            yield from _differences(f"{where}[{number}]", have, want)
    elif stands != right:
        yield where, stands, right


def _told(value: Any) -> str:
    if value is _MISSING:
        return "nothing"
    text = write_line(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
