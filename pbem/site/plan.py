"""Which pages there are, where they lie, and which of them a change touches.

An *address* is the path of a folder under the site, `gx7/S1901M/`; a *path* that
of a file, `gx7/S1901M/index.html`. Addresses are for ever: nothing here may move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pbem.game.publication import GameRecord, PhaseFile

GAME_ID = re.compile(r"[a-z][a-z0-9-]{1,19}")
"""The form of a game's id."""

RESERVED = frozenset(
    "external feed games help legend list openings players powers search spam statistics "
    "style variants ext".split()
)
"""Words that are no id of a game, because the site or a mailbox uses them."""


class SiteFile(StrEnum):
    """The files that belong to no game, by their path."""

    FRONT = "index.html"
    GAMES = "games/index.html"
    LEGEND = "legend/index.html"
    LEGEND_MAP = "legend/map.svg"
    FEED = "feed.xml"
    STYLE = "style.css"


class GameFile(StrEnum):
    """The files of a game, by their path in its folder."""

    GAME = "index.html"
    LATEST = "latest/index.html"
    LATEST_MAP = "latest/map.svg"
    ORDERS = "orders/index.html"
    FEED = "feed.xml"
    CALENDAR = "deadlines.ics"
    RESULT = "result/index.html"


class PhaseFileKind(StrEnum):
    """The files of a phase, by their name in its folder."""

    PAGE = "index.html"
    MAP = "map.svg"
    DATA = "phase.json"


OUR_NAMES = frozenset(
    path.rpartition("/")[2] for kind in (SiteFile, GameFile, PhaseFileKind) for path in kind
)
"""What files of the site are called, whatever folder they lie in."""


@dataclass(frozen=True, slots=True)
class SitePage:
    """A file that belongs to no game."""

    kind: SiteFile

    @property
    def path(self) -> str:
        """Where it lies."""
        return self.kind.value


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of help, by the name of its text; `index` is the first."""

    name: str

    @property
    def path(self) -> str:
        """Where it lies."""
        return "help/index.html" if self.name == "index" else f"help/{self.name}/index.html"


@dataclass(frozen=True, slots=True)
class VariantPage:
    """The page of a board, or its map."""

    variant: str
    name: str = "index.html"

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"variants/{self.variant}/{self.name}"


@dataclass(frozen=True, slots=True)
class GamePage:
    """A file of a game as a whole."""

    kind: GameFile
    game: str

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"{self.game}/{self.kind.value}"


@dataclass(frozen=True, slots=True)
class PhasePage:
    """A file of one phase.

    Attributes:
        number: Of its phase file.
        folder: `S1901M`, or `S1901M/2` for an overruled version.
    """

    kind: PhaseFileKind
    game: str
    number: int
    folder: str

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"{self.game}/{self.folder}/{self.kind.value}"


Page = SitePage | HelpPage | VariantPage | GamePage | PhasePage


def root_of(path: str) -> str:
    """Return the way from a file back to the top of the site.

    >>> root_of("gx7/S1901M/index.html"), root_of("index.html")
    ('../../', '')
    """
    return "../" * path.count("/")


def folders(record: GameRecord) -> Mapping[int, str]:
    """Return the folder of each phase file, by its number.

    The standing version of a phase has the phase's own address; where none
    stands, the newest has it. The others have `/2/`, `/3/` … in the order in
    which they were judged, so that their addresses never change.
    """
    by_code: dict[str, list[PhaseFile]] = {}
    for file in record.phases:
        by_code.setdefault(str(file.position.phase), []).append(file)
    standing = {file.number for file in record.standing}
    places: dict[int, str] = {}
    for code, files in by_code.items():
        first = next((f for f in files if f.number in standing), files[-1])
        places[first.number] = code
        rest = (file for file in files if file is not first)
        places.update({file.number: f"{code}/{n}" for n, file in enumerate(rest, start=2)})
    return places


def site_pages(help_names: Iterable[str], variants: Iterable[str]) -> tuple[Page, ...]:
    """Return the files that belong to no game."""
    boards = tuple(VariantPage(key, name) for key in variants for name in ("index.html", "map.svg"))
    return (*map(SitePage, SiteFile), *map(HelpPage, help_names), *boards)


def game_pages(record: GameRecord) -> tuple[Page, ...]:
    """Return the files of a game as a whole."""
    game = record.settings.game
    kinds = [GameFile.GAME, GameFile.FEED, GameFile.CALENDAR]
    if record.opening is not None:
        kinds += [GameFile.LATEST, GameFile.LATEST_MAP, GameFile.ORDERS]
    if record.ending is not None:
        kinds.append(GameFile.RESULT)
    return tuple(GamePage(kind, game) for kind in kinds)


def phase_pages(record: GameRecord, numbers: Iterable[int] | None = None) -> tuple[Page, ...]:
    """Return the files of the phases with these numbers; of all phases without."""
    places = folders(record)
    wanted = places if numbers is None else sorted(set(numbers) & set(places))
    return tuple(
        PhasePage(kind, record.settings.game, number, places[number])
        for number in wanted
        for kind in PhaseFileKind
    )


def touched_pages(record: GameRecord, files: Iterable[str]) -> tuple[Page, ...]:
    """Return the files of a game that a change of its record can touch.

    Args:
        record: As it is now; what all its phase pages share has not changed.
        files: Names of the changed files, in the game's folder:
            `phases/003-S1902M.json`.

    A new phase touches its own page and the page before, which now leads on. A
    rollback moves pages, and the words of a game's orders come to all of them.
    """
    files = tuple(files)
    if "words.json" in files:
        return (*game_pages(record), *phase_pages(record))
    numbers = {_number(name) for name in files if name.startswith("phases/")}
    new = [file for file in record.phases if file.number in numbers]
    if any(file.after != file.number - 1 for file in new) or len(new) != len(numbers):
        return (*game_pages(record), *phase_pages(record))
    numbers |= {file.after for file in new}
    numbers |= {file.number for file in record.standing[-2:]}
    return (*game_pages(record), *phase_pages(record, numbers))


@lru_cache(maxsize=1024)
def _number(name: str) -> int:
    digits = name.removeprefix("phases/").partition("-")[0]
    return int(digits) if digits.isdecimal() else 0
