"""Many files of games taken in at once: what each is, what is in it, and what is there already.

Forms are told apart by what they look like, never by their names: a record of pbem (a
folder or a `.zip`), a saved game of the package `diplomacy`, the one-file text of pbem,
results of nJudge and DPJudge. Letters of one game may lie in many files; a folder's are
read together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.board.variant import Variant
from pbem.errors import PbemError, RecordError
from pbem.exchange.folders import plain_files
from pbem.exchange.foreign import ForeignGame
from pbem.exchange.intake import Imported, game_id, make_record
from pbem.exchange.judge_texts import read_judge_texts
from pbem.exchange.mailbags import Bag, open_bag
from pbem.exchange.packed import unzip
from pbem.exchange.saved_game import is_saved_game, read_saved_games
from pbem.exchange.text_game import is_text_game, read_text_game, to_foreign
from pbem.exchange.verify import verify
from pbem.game.texts import board_name
from pbem.store.archive import read_game
from pbem.store.history import game_ids

_MOST_BYTES = 64 * 2**20
_ID_LENGTH = 20


@dataclass(frozen=True)
class Taken:
    """What became of one game that was found.

    Attributes:
        source: The file or folder it was found in.
        game: Its id in the record; empty where there is none.
        made: Its files; None where it is not taken in.
        says: Why not, in words; empty where it is taken in.
    """

    source: str
    game: str
    made: Imported | None = None
    says: str = ""


@dataclass
class Shelf:
    """What is there already, by what it holds.

    Attributes:
        ids: Of all games.
        boards: Reads a board by its key: the board and its text.
        at: When games were created of which nobody knows.
        prints: Ids by what tells games apart: board, orders and results.
    """

    boards: Callable[[str], tuple[Variant, str]]
    at: datetime | None = None
    ids: set[str] = field(default_factory=set)
    prints: dict[str, str] = field(default_factory=dict)

    def learn(self, games: Path) -> None:
        """Take the games of a folder as there."""
        for game in game_ids(games):
            self.ids.add(game)
            try:
                record = read_game(games / game)
            except PbemError:
                continue
            phases = [(str(f.position.phase), f.orders) for f in record.phases]
            self.prints.setdefault(fingerprint(record.settings.variant, phases), game)

    def free_id(self, wanted: str) -> str:
        """Return an id that no game has: `thistle`, or else `thistle-2`."""
        number, found = 1, wanted
        while found in self.ids:
            number += 1
            end = f"-{number}"
            found = f"{wanted[: _ID_LENGTH - len(end)].rstrip('-')}{end}"
        return found


def fingerprint(variant: str, phases: Iterable[tuple[str, Mapping[str, Iterable[str]]]]) -> str:
    """Return what tells a game apart from others: its board, and who ordered what when.

    The order of units and of powers does not matter, nor do names, dates or the game's id.
    """
    state = hashlib.sha256(variant.encode())
    for phase, orders in phases:
        lines = sorted(f"{power} {order}" for power, own in orders.items() for order in own)
        if lines:
            state.update("\n".join(["", phase, *lines]).encode())
    return state.hexdigest()


def find_files(paths: Iterable[Path]) -> list[Path]:
    """Return the files and records that paths name, each folder's sorted.

    A record of pbem, a folder that holds game.toml, stands for itself; hidden files and
    boards are passed over.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        files = sorted(plain_files(path).values())
        records = _records(files)
        found += records
        kept = set(records)
        for file in files:
            inside = not kept.isdisjoint(file.parents)
            hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
            board = file.parent.name == "variants"
            if not (inside or hidden or board):
                found.append(file)
    return found


def _records(files: Iterable[Path]) -> list[Path]:
    """Return the folders of files that are records of pbem, sorted."""
    return sorted(file.parent for file in files if file.name == "game.toml")


def take_in(files: Iterable[Path], shelf: Shelf) -> Iterator[Taken]:
    """Yield what becomes of each game in files; letters of judges come last, by folder.

    One file is read at a time, and nothing of it is kept but its fingerprint.
    """
    bags: dict[Path, list[Path]] = {}
    for path in files:
        if path.is_dir():
            yield from _record(path, path, shelf)
            continue
        data = _read(path)
        if isinstance(data, str):
            yield Taken(str(path), "", says=data)
        elif data.startswith(b"PK\x03\x04"):
            yield from _archive(path, shelf)
        elif open_bag(data).letters:
            bags.setdefault(path.parent, []).append(path)
        else:
            yield from _text(path, data, shelf)
    for folder, paths in sorted(bags.items()):
        yield from _letters(folder, paths, shelf)


def _read(path: Path) -> bytes | str:
    """Return what a file holds, or why it is not read."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        return data if len(data) <= _MOST_BYTES else f"larger than {_MOST_BYTES // 2**20} MB"
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def _text(path: Path, data: bytes, shelf: Shelf) -> Iterator[Taken]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield Taken(str(path), "", says="neither text nor an archive")
        return
    try:
        if is_saved_game(text):
            board = shelf.boards("standard")
            for game in read_saved_games(text, board[0], path.name):
                yield _foreign(str(path), game, board, shelf)
        elif is_text_game(text):
            told = read_text_game(text, path.name)
            board = shelf.boards(told.tag("Variant") or "standard")
            yield _foreign(str(path), to_foreign(told, board[0]), board, shelf)
        else:
            yield Taken(str(path), "", says="no form of a game that pbem reads")
    except PbemError as error:
        yield Taken(str(path), "", says=str(error))


def _letters(folder: Path, paths: list[Path], shelf: Shelf) -> Iterator[Taken]:
    board = shelf.boards("standard")
    bags: list[tuple[str, Bag]] = [(path.name, open_bag(path.read_bytes())) for path in paths]
    source = str(paths[0] if len(paths) == 1 else folder)
    games = read_judge_texts(bags, board[0])
    for game in games:
        yield _foreign(source, game, board, shelf)
    if not games:
        yield Taken(source, "", says="letters, but no results of a judge among them")


def _foreign(source: str, game: ForeignGame, board: tuple[Variant, str], shelf: Shelf) -> Taken:
    """Make a record of a game, unless it is there."""
    phases = [(str(phase.phase), phase.orders) for phase in game.phases]
    print_ = fingerprint(board[0].key, phases)
    if print_ in shelf.prints:
        return Taken(source, shelf.prints[print_], says=f"there already as {shelf.prints[print_]}")
    id = shelf.free_id(game_id(game.id))
    try:
        made = make_record(game, board[0], board[1], id, shelf.at)
    except PbemError as error:
        return Taken(source, "", says=str(error))
    shelf.ids.add(id)
    shelf.prints[print_] = id
    return Taken(source, id, made)


def _archive(path: Path, shelf: Shelf) -> Iterator[Taken]:
    with TemporaryDirectory() as room:
        folder = Path(room)
        try:
            unzip(path, folder)
        except RecordError as error:
            yield Taken(str(path), "", says=str(error))
            return
        records = _records(plain_files(folder).values())
        for record in records:
            yield from _record(record, path, shelf)
        if not records:
            yield Taken(str(path), "", says="an archive without a game")


def _record(folder: Path, source: Path, shelf: Shelf) -> Iterator[Taken]:
    """Take in a record of pbem as it is, if it is good and its id is free."""
    try:
        record = read_game(folder)
        checks = verify(folder).games
    except PbemError as error:
        yield Taken(str(source), "", says=str(error))
        return
    game = record.settings.game
    phases = [(str(file.position.phase), file.orders) for file in record.phases]
    print_ = fingerprint(record.settings.variant, phases)
    found = [finding for check in checks for finding in check.findings]
    if print_ in shelf.prints:
        yield Taken(str(source), game, says=f"there already as {shelf.prints[print_]}")
    elif found:
        yield Taken(str(source), "", says=f"the record is not good: {found[0]}")
    elif record.ending is None:
        yield Taken(str(source), "", says=f"{game} is running; only finished games are taken in")
    elif game in shelf.ids:
        yield Taken(str(source), "", says=f"there is another game {game}, and a record has its id")
    else:
        files = {
            f"{game}/{name}": path.read_bytes().decode()
            for name, path in plain_files(folder).items()
        }
        board = f"variants/{board_name(record.settings)}"
        files[board] = (folder.parent / board).read_bytes().decode()
        shelf.ids.add(game)
        shelf.prints[print_] = game
        yield Taken(str(source), game, Imported(game, len(record.phases), files))
