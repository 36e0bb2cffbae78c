"""`CREATE gx9 standard weekly`, and the options below it: a host asks for a new game.

    CREATE gx9 standard weekly 5
    title: A quiet game
    holidays: GB, 2026-12-24

Behind the id stand boards, presets, a number of players and `like gx7`, in any order.
Below it each line is an option, `key: value` or `key = value`, in the words of a file
for `pbem game new`; other lines are talk, and SIGNOFF ends them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pbem.mail.commands import SignOff, read_command

_CREATE = re.compile(r"\s*create\s+(\S{1,20})((?:\s+\S{1,40}){0,10})\s*[.!]?\s*", re.IGNORECASE)
_OPTION = re.compile(r"\s*([A-Za-z][A-Za-z _-]{1,20}?)\s*[:=]\s*(\S.{0,200}?)\s*")


@dataclass(frozen=True)
class Creation:
    """What a letter asks for.

    Attributes:
        id: Of the new game, in small letters.
        names: Words behind the id, in small letters: boards, presets, a number.
        like: Id of the game it is to be like; empty for none.
        options: By key, as written.
    """

    id: str
    names: tuple[str, ...] = ()
    like: str = ""
    options: Mapping[str, str] | None = None


def read_creation(text: str) -> Creation | None:
    """Read the new text of a letter; None where no line of it is CREATE with an id."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = _CREATE.fullmatch(line)
        if found:
            words = found[2].lower().rstrip(".!").split()
            like = ""
            if "like" in words[:-1]:
                at = words.index("like")
                like = words[at + 1].strip("[]")
                del words[at : at + 2]
            return Creation(
                found[1].lower().strip("[]"), tuple(words), like, _options(lines[number + 1 :])
            )
    return None


def _options(lines: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for line in lines:
        if isinstance(read_command(line), SignOff):
            break
        found = _OPTION.fullmatch(line)
        if found:
            options[re.sub(r"[ -]", "_", found[1].strip().lower())] = found[2].strip("\"'")
    return options
