"""A finished game as one archive that outlives the judge.

    <game>/README.txt        what this is, and how it is checked
    <game>/report.md, .html  the game to be read
    <game>/LICENSE.txt       what anybody may do with it
    <game>/games/            the record, with its board: what `pbem verify` checks
    <game>/maps/             a map of each phase, and of the end
    <game>/site/             the pages; site/index.html opens from the folder
    <game>/SHA256SUMS        of all other files, for `sha256sum -c`

The same record gives the same bytes, whenever it is published. There is no git history
in it: that of a judge has all its games, and names that were withdrawn.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.board.variant import Variant
from pbem.errors import RecordError
from pbem.exchange.packed import SUMS, write_sums
from pbem.exchange.redaction import mentions, pseudonyms
from pbem.exchange.report import result_words, write_report
from pbem.exchange.verify import verify
from pbem.game.publication import GameRecord, PressLine
from pbem.game.texts import board_name, read_people, read_press_line, write_people
from pbem.store.archive import load_board, read_game

# The earliest time a zip file can hold: an archive does not say when it was made.
_NO_TIME = (1980, 1, 1, 0, 0, 0)
LICENSES = {
    "CC0-1.0": "CC0 1.0: no rights reserved, https://creativecommons.org/publicdomain/zero/1.0/",
    "CC-BY-4.0": "CC BY 4.0: say whose it is, https://creativecommons.org/licenses/by/4.0/",
    "CC-BY-SA-4.0": "CC BY-SA 4.0: say whose it is and share alike, "
    "https://creativecommons.org/licenses/by-sa/4.0/",
}
"""Licenses that a host can name in short."""

Pages = Callable[[Path, Path], None]
"""Builds the pages of a folder of games into another folder."""


@dataclass(frozen=True)
class Wishes:
    """What a host wants of an archive.

    Attributes:
        license: A name of `LICENSES`, or a line of its own; empty for none.
        hidden: Players or names to be replaced by pseudonyms; `all` for all.
        chosen: Other pseudonyms, by player or name.
    """

    license: str = ""
    hidden: tuple[str, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Archived:
    """An archive, made.

    Attributes:
        files: Bytes by path, below the folder named like the game.
        mentions: Where names that were taken out still stand, in words.
    """

    game: str
    files: Mapping[str, bytes]
    mentions: tuple[str, ...] = ()

    def packed(self) -> bytes:
        """Return it as a `.zip`."""
        into = io.BytesIO()
        with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for path, data in sorted(self.files.items()):
                entry = zipfile.ZipInfo(f"{self.game}/{path}", _NO_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, data)
        return into.getvalue()


def publish(
    games: Path, game: str, wishes: Wishes, pages: Pages, html: Callable[[str, str], str]
) -> Archived:
    """Return the archive of a finished game.

    Args:
        games: The folder of the public record.
        game: Its id.
        wishes: Of the host.
        pages: Builds the site.
        html: Returns a page, given its title and its body in Markdown.

    Raises:
        RecordError: There is no such game, it runs, or its record is not good.
        ConfigError: A name to be taken out is nobody's.
    """
    folder = games / game
    if not (folder / "game.toml").is_file():
        raise RecordError(f"{games}: there is no game {game!r}")
    record = read_game(folder)
    if record.ending is None:
        raise RecordError(f"{game}: it has not ended; only finished games are published")
    files = _record_files(games, record)
    withdrawn: set[str] = set()
    if wishes.hidden or wishes.chosen:
        files, withdrawn = _redacted(files, game, wishes)
    with TemporaryDirectory() as room:
        copy, site = Path(room) / "games", Path(room) / "site"
        _write(copy, files)
        found = [finding for check in verify(copy).games for finding in check.findings]
        if found:
            raise RecordError(f"{game}: the record is not good: {found[0]}")
        pages(copy, site)
        record = read_game(copy / game)
        variant = load_board(copy, record.settings)
        made = {f"games/{path}": data for path, data in files.items()}
        made |= {f"site/{path}": data for path, data in _read(site).items()}
        maps = _maps(site / game, record)
    made |= {f"maps/{name}": data for _, (name, data) in maps.items()}
    terms = LICENSES.get(wishes.license, wishes.license)
    links = {number: f"maps/{name}" for number, (name, _) in maps.items()}
    report = write_report(record, variant, _press(files, game), links, terms)
    made["report.md"] = report.encode()
    made["report.html"] = html(record.settings.title or game, report).encode()
    made["README.txt"] = _readme(record, variant, terms, redacted=bool(withdrawn)).encode()
    if terms:
        made["LICENSE.txt"] = f"{terms}\n".encode()
    made[SUMS] = write_sums(made).encode()
    texts = {path: data.decode() for path, data in made.items() if path.startswith("games/")}
    told = tuple(
        f"{path}, line {number}: {name!r}" for path, number, name in mentions(texts, withdrawn)
    )
    return Archived(game, made, told)


def _record_files(games: Path, record: GameRecord) -> dict[str, bytes]:
    """Return the files of a game and its board, by path below games/."""
    board = f"variants/{board_name(record.settings)}"
    found = _read(games / record.settings.game)
    named = {f"{record.settings.game}/{path}": data for path, data in found.items()}
    return named | {board: (games / board).read_bytes()}


def _redacted(
    files: Mapping[str, bytes], game: str, wishes: Wishes
) -> tuple[dict[str, bytes], set[str]]:
    """Return the files with pseudonyms, and the names that were taken out."""
    path = f"{game}/people.toml"
    people = read_people(files.get(path, write_people({}).encode()).decode(), path)
    renamed = pseudonyms(people, wishes.hidden, wishes.chosen)
    withdrawn = {people[player] for player in people if people[player] != renamed[player]}
    return {**files, path: write_people(renamed).encode()}, withdrawn - set(renamed.values())


def _press(files: Mapping[str, bytes], game: str) -> list[PressLine]:
    text = files.get(f"{game}/press.jsonl", b"").decode()
    return sorted(map(read_press_line, text.splitlines()), key=lambda line: line.at)


def _maps(pages: Path, record: GameRecord) -> dict[int, tuple[str, bytes]]:
    """Return name and bytes of a map by number of its phase; 0 for the end."""
    maps = {}
    for file in record.standing:
        drawn = _map_of(pages, str(file.position.phase))
        if drawn is not None:
            maps[file.number] = (f"{file.number:03}-{file.position.phase}.svg", drawn)
    last = pages / "latest" / "map.svg"
    if last.is_file():
        maps[0] = ("end.svg", last.read_bytes())
    return maps


def _map_of(pages: Path, phase: str) -> bytes | None:
    path = pages / phase / "map.svg"
    return path.read_bytes() if path.is_file() else None


def _readme(record: GameRecord, variant: Variant, terms: str, *, redacted: bool) -> str:
    settings, ending = record.settings, record.ending
    assert ending is not None
    lines = [
        f"{settings.title or settings.game}: {result_words(ending, variant)}.",
        "",
        "A finished game of Diplomacy by e-mail, kept whole.",
        "",
        "  report.html        the game, to be read; report.md is the same as text",
        "  site/index.html    its pages, with a map of every phase",
        "  maps/              the maps alone",
        "  games/             the record; plain text, described in docs/formats.md of pbem",
        "  SHA256SUMS         check this folder with: sha256sum -c SHA256SUMS",
        "",
        "With pbem every phase can be judged again: pbem verify . (in this folder),",
        "or pbem verify on the archive as it came.",
    ]
    if redacted:
        lines += ["", "Names of players were replaced by pseudonyms. There is no git history here."]
    lines += ["", f"License: {terms}" if terms else "The host has said nothing of a license."]
    return "".join(f"{line}\n" for line in lines)


def _read(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, without hidden ones, by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
