"""Letters as text: templates filled in, lines no wider than a terminal or a phone likes.

Every string of a letter stands in `templates/mail/`, so that a home (or another
language) can have its own. A template's first line is the subject. What a letter
only quotes (`pbem.sayings`) is said in `templates/mail/sentences/`; wherever a template
shows a saying, its words come out.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.assets import template_dirs
from pbem.mail.headers import one_line
from pbem.sayings import Saying, Says
from pbem.voice import Voice

WIDTH = 76
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_KEPT = ("Sheet: ", "Nonce: ", "Signed: ")
_SIGNATURE = "-- "
_BLANKS = re.compile(r"\n{3,}")
_LONGEST_QUOTE = 200


def render(
    name: str, values: Mapping[str, Any], words: Voice, home: Path | None = None
) -> tuple[str, str]:
    """Return the subject and the body of a letter.

    Args:
        name: Of the template in `mail/`: `receipt.txt`.
        values: What it shows.
        words: Says the sayings in it.
        home: A judge's home, whose own templates come first.
    """
    text = _environment(home, words).get_template(name).render(values)
    subject, _, body = text.lstrip("\n").partition("\n")
    return one_line(subject), lay_out(body)


@lru_cache(maxsize=8)
def _environment(home: Path | None, words: Voice) -> Environment:
    """Return an environment, the same for the same words: compiling templates takes long."""
    environment = Environment(
        loader=FileSystemLoader([folder / "mail" for folder in template_dirs(home)]),
        undefined=StrictUndefined,
        autoescape=False,  # letters are plain text
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: words.say(value) if isinstance(value, Saying) else value,
    )

    def line(value: Says) -> str:
        return one_line(words.say(value))

    def join(values: Iterable[Any], between: str = "") -> str:
        return between.join(words.say(v) if isinstance(v, Saying) else str(v) for v in values)

    def side_by_side(left: Says, right: Says, width: int = 24, indent: int = 2) -> str:
        return beside(words.say(left), words.say(right), width, indent)

    environment.filters |= {"quoted": quoted, "line": line, "set_in": set_in}
    environment.filters |= {"said": words.say, "join": join, "beside": side_by_side}
    environment.globals |= {"in_zone": in_zone, "in_utc": in_utc}
    return environment


def lay_out(text: str) -> str:
    """Return a text with long lines broken and no more than one blank line together.

    A line goes on below itself, two columns deeper where it was indented.
    Control characters are dropped, since they may change what a terminal shows.
    """
    text = _UNSEEN.sub("", text.replace("\t", " "))
    lines: list[str] = []
    for line in text.split("\n"):
        lines.extend([line] if line == _SIGNATURE else _broken(line.rstrip()))
    return _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n") + "\n"


def _broken(line: str) -> list[str]:
    if len(line) <= WIDTH or line.startswith(_KEPT):
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line.strip(),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def quoted(text: str) -> str:
    """Return what somebody wrote, in one line and in quotation marks, cut where it is long."""
    text = " ".join(_UNSEEN.sub(" ", text).split())
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return f'"{text}"'


def for_terminal(text: str) -> str:
    """Return a stranger's text in one line, without what would steer a terminal."""
    return one_line(_UNSEEN.sub("", text.replace("\t", " ")))


def beside(left: str, right: str, width: int = 24, indent: int = 2) -> str:
    """Return two texts side by side, or the second below the first where both are too long.

    >>> beside("A PAR H", "no order: it holds")
    '  A PAR H                   no order: it holds'
    """
    if not right:
        return " " * indent + left
    line = f"{'':{indent}}{left:<{width}}  {right}"
    if len(line) <= WIDTH and len(left) <= width:
        return line
    return f"{'':{indent}}{left}\n{'':{indent + 4}}{right}"


def set_in(text: str, indent: int = 2) -> str:
    """Return what somebody wrote, each line set in, so that nothing of it passes for ours.

    Lines too long are broken; the judge's own lines begin at the margin.
    """
    blank = " " * indent
    lines: list[str] = []
    for line in _UNSEEN.sub("", text.replace("\t", "    ")).split("\n"):
        lines += textwrap.wrap(
            line.rstrip(),
            WIDTH,
            initial_indent=blank,
            subsequent_indent=blank,
            break_on_hyphens=False,
            drop_whitespace=True,
            replace_whitespace=False,
        ) or [""]
    return "\n".join(lines)


def in_zone(time: datetime, zone: str) -> datetime:
    """Return a time as clocks show it in a zone; in UTC where the zone is not known."""
    try:
        return time.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return time.astimezone(UTC)


def in_utc(time: datetime) -> datetime:
    """Return a time as clocks show it in UTC."""
    return time.astimezone(UTC)
