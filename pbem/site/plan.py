"""Which pages there are, where they lie, and which of them a change touches.

An *address* is the path of a folder under the site, `gx7/S1901M/`; a *path* that
of a file, `gx7/S1901M/index.html`. Addresses are for ever: nothing here may move.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pbem.game.publication import GameRecord, PhaseFile

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
    KEYS = "keys.js"
    ICON = "icon.svg"
    ROBOTS = "robots.txt"
    BY_BOARD = "games/by-board/index.html"
    BY_PLAYER = "games/by-player/index.html"
    BY_RESULT = "games/by-result/index.html"
    BY_LENGTH = "games/by-length/index.html"
    GAME_LINES = "games/games.jsonl"
    PLAYERS = "players/index.html"
    POWERS = "powers/index.html"
    STATISTICS = "statistics/index.html"
    OPENINGS = "openings/index.html"
    SEARCH = "search/index.html"
    SEARCH_SCRIPT = "search/search.js"
    SEARCH_GAMES = "search/games.js"
    SITEMAP = "sitemap.xml"


GATHERED = (
    SiteFile.GAMES,
    SiteFile.BY_BOARD,
    SiteFile.BY_PLAYER,
    SiteFile.BY_RESULT,
    SiteFile.BY_LENGTH,
    SiteFile.GAME_LINES,
    SiteFile.PLAYERS,
    SiteFile.POWERS,
    SiteFile.STATISTICS,
    SiteFile.OPENINGS,
    SiteFile.SEARCH,
    SiteFile.SEARCH_GAMES,
    SiteFile.SITEMAP,
)
"""The files about games as created and as ended: no new phase touches them."""


class YearFile(StrEnum):
    """The files about the games that ended in a year; `{}` in their path is the year."""

    SEARCH = "search/{}.js"
    PHASE_LINES = "games/phases-{}.jsonl.gz"
    ORDER_TABLE = "games/orders-{}.parquet"


class GameFile(StrEnum):
    """The files of a game, by their path in its folder."""

    GAME = "index.html"
    LATEST = "latest/index.html"
    LATEST_MAP = "latest/map.svg"
    ORDERS = "orders/index.html"
    FEED = "feed.xml"
    CALENDAR = "deadlines.ics"
    PRESS = "press/index.html"
    RESULT = "result/index.html"
    PICTURE = "result/map.png"
    FILM = "result/film.svg"
    ARCHIVE = "archive.zip"


class PhaseFileKind(StrEnum):
    """The files of a phase, by their name in its folder."""

    PAGE = "index.html"
    MAP = "map.svg"
    DATA = "phase.json"
    TEXT = "phase.txt"


_NAMES = frozenset(
    path.rpartition("/")[2] for kind in (SiteFile, GameFile, PhaseFileKind) for path in kind
) | {"map.css"}
_YEARLY = re.compile(
    "|".join(re.escape(kind.rpartition("/")[2]).replace(r"\{\}", r"\d{4,5}") for kind in YearFile)
)


def is_our_name(name: str) -> bool:
    """Return whether a file of the site may be called so, whatever folder it lies in."""
    return name in _NAMES or _YEARLY.fullmatch(name) is not None


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
    """The page of a board, its map, or the style of its maps (`map.css`)."""

    variant: str
    name: str = "index.html"

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"variants/{self.variant}/{self.name}"


@dataclass(frozen=True, slots=True)
class PowerPage:
    """What a power of a board came to in all games."""

    variant: str
    power: str

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"powers/{self.variant}/{self.power.lower()}/index.html"


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The games of a player, by the folder that follows from the public name."""

    slug: str

    @property
    def path(self) -> str:
        """Where it lies."""
        return f"players/{self.slug}/index.html"


@dataclass(frozen=True, slots=True)
class YearPage:
    """A file about the games that ended in a year."""

    kind: YearFile
    year: int

    @property
    def path(self) -> str:
        """Where it lies."""
        return self.kind.value.format(self.year)


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


Page = SitePage | HelpPage | VariantPage | PowerPage | PlayerPage | YearPage | GamePage | PhasePage


_MARKED = re.compile(r"(^|-)[0-9a-f]{8}$")


@lru_cache(maxsize=4096)
def player_slug(name: str) -> str:
    r"""Return the folder of a player's page, which follows from the name alone.

    A name of plain letters, digits and single spaces is its own folder; any other
    has some digits of its hash behind what is left of it, so that two names share a
    page only where they differ in case alone.

    >>> player_slug("Ann of Kent"), player_slug("Zo\xeb")
    ('ann-of-kent', 'zoe-2752b886')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
    if slug.replace("-", " ") == name.lower() and slug and not _MARKED.search(slug):
        return slug
    mark = hashlib.sha256(name.lower().encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{slug}-{mark}" if slug else mark


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
    files = ("index.html", "map.svg", "map.css")
    boards = tuple(VariantPage(key, name) for key in variants for name in files)
    return (*map(SitePage, SiteFile), *map(HelpPage, help_names), *boards)


def game_pages(record: GameRecord) -> tuple[Page, ...]:
    """Return the files of a game as a whole; that of its press may have nothing to say."""
    game = record.settings.game
    kinds = [GameFile.GAME, GameFile.FEED, GameFile.CALENDAR, GameFile.PRESS]
    if record.opening is not None:
        kinds += [GameFile.LATEST, GameFile.LATEST_MAP, GameFile.ORDERS]
    if record.ending is not None:
        kinds += [GameFile.RESULT, GameFile.PICTURE, GameFile.FILM, GameFile.ARCHIVE]
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

    A new phase touches its own files and the page before, which now leads on, and the last
    page of each overruled line, which leads to the board as it stands. A
    rollback moves pages, and the words of a game's orders come to all of them.
    """
    files = tuple(files)
    if "words.json" in files:
        return (*game_pages(record), *phase_pages(record))
    numbers = {_number(name) for name in files if name.startswith("phases/")}
    new = [file for file in record.phases if file.number in numbers]
    moved = record.taken_back is not None or any(file.after != file.number - 1 for file in new)
    if moved or len(new) != len(numbers):
        return (*game_pages(record), *phase_pages(record))
    ends = {f.number for f in record.phases} - {f.after for f in record.phases}
    before_new = {file.after for file in new} | {f.number for f in record.standing[-2:]}
    older = (before_new | ends) - numbers
    before = (page for page in phase_pages(record, older) if page.path.endswith(PhaseFileKind.PAGE))
    return (*_moving_pages(record, files), *before, *phase_pages(record, numbers))


def _moving_pages(record: GameRecord, files: Iterable[str]) -> tuple[Page, ...]:
    """Return the files of a game as a whole that go on with it."""
    spoken = "press.jsonl" in files
    return tuple(
        page for page in game_pages(record) if spoken or not page.path.endswith(GameFile.PRESS)
    )


@lru_cache(maxsize=1024)
def _number(name: str) -> int:
    digits = name.removeprefix("phases/").partition("-")[0]
    return int(digits) if digits.isdecimal() else 0
