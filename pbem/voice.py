"""Sayings in words: the one place where what is to be said becomes text.

The words stand in `templates/mail/sentences/`, in files of jinja macros, one macro a
saying: `{% macro draw_stands(powers) %}Your vote for a draw among …{% endmacro %}`. What
a home has of its own comes first, macro by macro; the rest is said in the product's
words. A macro of a home whose arguments are not those of the product's is passed over,
as one of an older version is; `wrong_words` lists them.

In a macro, what is in a row is listed by the filters `listed` (`A, B and C`), `either`
(`A, B or C`) and `row` (`A, B, C`), lengths of time are said by `duration`, and what
somebody wrote is quoted by `written`. Lists, lengths and titles are sayings too (the
macros of words.txt), so that another language has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from jinja2.runtime import Macro

from pbem.assets import template_dirs
from pbem.errors import ConfigError
from pbem.sayings import Saying, Says

FOLDER = "sentences"
"""Beside the templates of letters: files of macros, in any number, under any name."""

_MANY = 64


class Voice:
    """Says sayings, in the words of one home or of the product."""

    def __init__(self, macros: Mapping[str, Macro], foreign: tuple[str, ...] = ()) -> None:
        """Speak with macros.

        Args:
            macros: By name, `draw_stands`.
            foreign: What of a home's own words is passed over, a line each.
        """
        self._macros = macros
        self.foreign = foreign

    def say(self, said: Says) -> str:
        """Return what is to be said as text, in one line; a text as it is.

        Raises:
            ConfigError: The words of a home cannot say it.
        """
        if isinstance(said, str):
            return said
        macro = self._macros[said.name.replace("-", "_")]
        try:
            text = str(macro(**{name: self._plain(fact) for name, fact in said.facts}))
        except TemplateError as error:
            raise ConfigError(f"{FOLDER}: {macro.name}: {error}") from None
        return " ".join(filter(None, map(str.strip, text.split("\n")))) if "\n" in text else text

    def _plain(self, fact: Any) -> Any:
        """Return a fact as a macro takes it: what is said as text, all else as it is."""
        if isinstance(fact, Saying):
            return self.say(fact)
        if isinstance(fact, tuple):
            return [self._plain(item) for item in fact]
        return fact


def voice(home: Path | None = None) -> Voice:
    """Return the voice of a home; of the product without one.

    A home's own words are read again when one of their files has changed.

    Raises:
        ConfigError: A file of words is no file of macros; says where.
    """
    folders = word_folders(home)
    return _voice(folders, tuple(_stamps(folder) for folder in folders[:-1]))


def word_folders(home: Path | None = None) -> tuple[Path, ...]:
    """Return the folders in which words are looked for, the first first."""
    return tuple(folder / "mail" / FOLDER for folder in template_dirs(home))


def _stamps(folder: Path) -> tuple[tuple[str, int], ...]:
    return tuple((path.name, path.stat().st_mtime_ns) for path in _files(folder))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.txt"))


@lru_cache(maxsize=8)
def _voice(folders: tuple[Path, ...], _stamps: tuple[tuple[tuple[str, int], ...], ...]) -> Voice:
    spoken: dict[str, Macro] = {}
    foreign: list[str] = []
    for folder in reversed(folders):
        spoken = dict(spoken)
        shipped = dict(spoken)
        for path, macro in _macros(folder, spoken):
            known = shipped.get(macro.name)
            if not shipped or (known and set(macro.arguments) == set(known.arguments)):
                spoken[macro.name] = macro
            else:
                foreign.append(f"{path}: {_strange(macro, known)}")
    return Voice(spoken, tuple(foreign))


def _strange(macro: Macro, known: Macro | None) -> str:
    if known is None:
        return f"nothing is said with {macro.name}"
    return f"{macro.name} has the arguments {', '.join(known.arguments) or '(none)'}"


def _macros(folder: Path, spoken: Mapping[str, Macro]) -> Iterable[tuple[Path, Macro]]:
    """Yield the macros of a folder, whose filters speak with `spoken` as it will be."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= _filters(Voice(spoken))
    for path in _files(folder):
        try:
            module = environment.get_template(path.name).module
        except TemplateError as error:
            raise ConfigError(f"{path}: {error}") from None
        for macro in vars(module).values():
            if isinstance(macro, Macro):
                yield path, macro


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the word that goes with it: `1 unit`, `2 units`."""
    return f"{number} {one if number == 1 else many}"


def _filters(said: Voice) -> dict[str, Callable[..., str]]:
    def word(name: str) -> Callable[[Any], str]:
        return lambda value: said.say(Saying(name, (("words", tuple(value)),)))

    def duration(length: timedelta) -> str:
        return said.say(Saying("duration", (("length", length),)))

    return {
        "listed": word("listed"),
        "either": word("either"),
        "row": word("row"),
        "duration": duration,
        "counted": counted,
        "written": repr,
    }
