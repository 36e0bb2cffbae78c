"""Sayings in words: the one place where what is to be said becomes text.

The words stand in `templates/mail/sentences/`, in files of jinja macros, one macro a
saying: `{% macro draw_stands(powers) %}Your vote for a draw among …{% endmacro %}`. What
a home has of its own comes first, macro by macro; the rest is said in the product's
words, and so is what a home's words cannot say: a macro whose arguments are not the
product's, as one of an older version, or a file that is no template (`Voice.foreign`).

In a macro, what is in a row is listed by the filters `listed` (`A, B and C`), `either`
(`A, B or C`) and `row` (`A, B, C`), lengths of time are said by `duration`, and what
somebody wrote is quoted by `written`. Lists, lengths and titles are sayings too (the
macros of words.txt), so that another language has its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import Macro

from pbem.assets import template_dirs
from pbem.sayings import Saying, Says

FOLDER = "sentences"
"""Beside the templates of letters: files of macros, in any number, under any name."""

_REMEMBERED = 1024
_MACRO = re.compile(r"\{% macro ([a-z]\w*)\(")
_FAULTS = (TemplateError, TypeError, ValueError, LookupError, ArithmeticError)
"""What words of a home that were not thought through may end in."""


class Voice:
    """Says sayings, in the words of one home or of the product."""

    def __init__(
        self, macros: Mapping[str, Macro], behind: Voice | None = None, foreign: Iterable[str] = ()
    ) -> None:
        """Speak with macros.

        Args:
            macros: By name, `draw_stands`.
            behind: Says what these cannot; the product's own voice has all words.
            foreign: What of a home's own words is passed over, a line each.
        """
        self._macros = macros
        self._behind = behind
        self.foreign = tuple(foreign)
        # What is said in each letter, such as the rules of its game, is worded once.
        self._worded = lru_cache(maxsize=_REMEMBERED)(self._word)

    @property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the macros that are spoken with, each with its arguments."""
        behind = self._behind.words if self._behind else {}
        return {**behind, **{name: tuple(m.arguments) for name, m in self._macros.items()}}

    def say(self, said: Says) -> str:
        """Return what is to be said as text, in one line; a text as it is."""
        return said if isinstance(said, str) else self._worded(said)

    def _word(self, said: Saying) -> str:
        facts = {name: self._plain(fact) for name, fact in said.facts}
        return self._speak(said.name.replace("-", "_"), facts)

    def _speak(self, name: str, facts: Mapping[str, Any]) -> str:
        """Fill in a macro; where a home's fails, the product's speaks, so that letters go out."""
        macro = self._macros.get(name)
        if self._behind is None:
            return _in_one_line(str(self._macros[name](**facts)))
        if macro is None:
            return self._behind._speak(name, facts)
        try:
            return _in_one_line(str(macro(**facts)))
        except _FAULTS:
            return self._behind._speak(name, facts)

    def _plain(self, fact: Any) -> Any:
        """Return a fact as a macro takes it: what is said as text, all else as it is."""
        if isinstance(fact, Saying):
            return self.say(fact)
        if isinstance(fact, tuple):
            return [self._plain(item) for item in fact]
        return fact


def _in_one_line(text: str) -> str:
    return " ".join(filter(None, map(str.strip, text.split("\n")))) if "\n" in text else text


def voice(home: Path | None = None) -> Voice:
    """Return the voice of a home; of the product without one.

    A home's own words are read again when one of their files has changed. A file of
    them that is no file of macros is passed over.
    """
    folders = word_folders(home)
    return _voice(folders, tuple(map(_stamps, folders[:-1])))


def word_folders(home: Path | None = None) -> tuple[Path, ...]:
    """Return the folders in which words are looked for, the first first."""
    return tuple(folder / "mail" / FOLDER for folder in template_dirs(home))


def _stamps(folder: Path) -> tuple[tuple[str, int], ...]:
    if not folder.is_dir():
        return ()
    return tuple((path.name, path.stat().st_mtime_ns) for path in _files(folder))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.txt"))


@lru_cache(maxsize=8)
def _voice(folders: tuple[Path, ...], _stamps: tuple[tuple[tuple[str, int], ...], ...]) -> Voice:
    """Return the voice of folders, the first first; the last is the product's."""
    said: Voice | None = None
    for folder in reversed(folders):
        said = _read(folder, said)
    assert said is not None
    return said


def _read(folder: Path, behind: Voice | None) -> Voice:
    """Return a voice with the macros of a folder, and one behind it."""
    if behind is None:
        return Voice(_Shipped(folder))
    macros: dict[str, Macro] = {}
    foreign: list[str] = []
    environment = _environment(folder, Voice(macros, behind))
    for path in _files(folder):
        try:
            fresh = _macros_of(environment, path)
        except TemplateError as error:
            foreign.append(f"{path}: {error}")
            continue
        odd = {n: why for n, m in fresh.items() if (why := _why_odd(m, behind))}
        foreign += (f"{path}: {why}" for why in odd.values())
        macros |= {name: macro for name, macro in fresh.items() if name not in odd}
    return Voice(macros, behind, foreign)


class _Shipped(Mapping[str, Macro]):
    """The product's macros; a file of them is compiled once one of its macros is needed."""

    def __init__(self, folder: Path) -> None:
        self._environment = _environment(folder, Voice(self))
        self._file = {
            name: path.name
            for path in _files(folder)
            for name in _MACRO.findall(path.read_text("utf-8"))
        }

    def __getitem__(self, name: str) -> Macro:
        template = self._environment.get_template(self._file[name])
        macro: Macro = getattr(template.module, name)
        return macro

    def __iter__(self) -> Iterator[str]:
        return iter(self._file)

    def __len__(self) -> int:
        return len(self._file)


def _environment(folder: Path, said: Voice) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,  # `voice` looks whether a file has changed
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= _filters(said)
    return environment


def _macros_of(environment: Environment, path: Path) -> dict[str, Macro]:
    """Return the macros of a file that others may call, by name, sorted.

    Raises:
        TemplateError: It is no template, or speaks of what it was not told.
    """
    unknown = find_undeclared_variables(environment.parse(path.read_text("utf-8")))
    if unknown:
        raise TemplateError(f"no fact is called {', '.join(sorted(unknown))}")
    module = vars(environment.get_template(path.name).module)
    return {name: module[name] for name in sorted(module) if isinstance(module[name], Macro)}


def _why_odd(macro: Macro, behind: Voice) -> str:
    """Return why a macro of a home is passed over; empty where it is spoken with."""
    arguments = behind.words.get(macro.name)
    if arguments is None:
        return f"nothing is said with {macro.name}"
    if set(macro.arguments) != set(arguments):
        return f"{macro.name} has the arguments {', '.join(arguments) or '(none)'}"
    return ""


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the word that goes with it: `1 unit`, `2 units`."""
    return f"{number} {one if number == 1 else many}"


def _filters(said: Voice) -> dict[str, Callable[..., str]]:
    def word(name: str) -> Callable[[Iterable[str]], str]:
        return lambda words: said.say(Saying(name, (("words", tuple(words)),)))

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
