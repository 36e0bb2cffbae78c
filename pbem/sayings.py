"""What is to be said to somebody, without the words for it.

A *saying* has a name and facts: `say("draw-stands", powers=("Italy", "France"))`. Its
words, in English or in another language, stand in templates/mail/sentences, one macro a
saying, whose arguments are its facts; `pbem.voice` finds them. So the rules of the game
say what is the case, and never how.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NoReturn


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that is to be said.

    It has no text of its own: `str()` and f-strings refuse it, so that no letter shows
    the name of a saying for what it says.

    Attributes:
        name: Small letters and hyphens: `draw-stands`.
        facts: Pairs of a word and a value, sorted by the word.
    """

    name: str
    facts: tuple[tuple[str, Fact], ...] = ()

    def __str__(self) -> NoReturn:
        raise TypeError(f"{self!r} has no text; pbem.voice says it")

    def __format__(self, _form: str) -> NoReturn:
        raise TypeError(f"{self!r} has no text; pbem.voice says it")


Fact = str | int | datetime | timedelta | Saying | None | tuple["Fact", ...]
"""A plain value, never a finished sentence; names as the board writes them, times aware."""

Says = Saying | str
"""What may stand where something is said: a text is shown as it is, since somebody wrote it."""


def say(name: str, /, **facts: Fact) -> Saying:
    """Return a saying.

    Args:
        name: Of a macro in templates/mail/sentences, with hyphens for its underscores.
        facts: Its arguments.
    """
    return Saying(name, tuple(sorted(facts.items())))
