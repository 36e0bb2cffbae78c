"""What the pages are made from: the record, the boards and the templates.

A `Source` reads each thing when it is first asked for, and each once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from pbem import __version__, assets
from pbem.board.variant import Variant
from pbem.drawing.atlas import Atlas, check_atlas, read_atlas
from pbem.errors import RecordError, VariantError
from pbem.game.codec import encode
from pbem.game.participants import HOST
from pbem.game.publication import GameRecord
from pbem.game.settings import Settings
from pbem.site.plan import RESERVED
from pbem.site.press import Speech, read_press
from pbem.site.settings import SiteSettings
from pbem.store import archive, history
from pbem.voice import Voice, voice, word_folders

_SHAPES = "shapes.json"


@dataclass(frozen=True, eq=False)
class Board:
    """A variant and how it is drawn; `atlas` is None where it cannot be."""

    variant: Variant
    atlas: Atlas | None


class Source:
    """The input of one build."""

    def __init__(self, games: Path, home: Path | None) -> None:
        """Read from a folder of games, with the maps and templates of a home first."""
        self.games = games
        self._home = home
        self._boards: dict[str, Board] = {}
        self._shapes_of: dict[str, str] = {}

    def game_ids(self) -> tuple[str, ...]:
        """Return the ids of all games, sorted; a folder named like a page is none."""
        return tuple(game for game in history.game_ids(self.games) if game not in RESERVED)

    def record(self, game: str) -> GameRecord:
        """Return the record of a game.

        Raises:
            RecordError: It cannot be read, or says that it is another game's.
        """
        record = archive.read_game(self.games / game)
        if record.settings.game != game:
            raise RecordError(f"{game}/game.toml: game is {record.settings.game!r}, not {game!r}")
        # Whoever plays in secret is shown without a name, not with a pseudonym: there may be
        # a "Player 1" in many games.
        if record.settings.hides_players(over=record.ending is not None):
            people = {id: name if id == HOST else "" for id, name in record.people.items()}
            return replace(record, people=people)
        return record

    def phase_data(self, game: str, name: str) -> bytes:
        """Return a phase file byte for byte, by its name."""
        return (self.games / game / "phases" / name).read_bytes()

    def press(self, game: str) -> tuple[Speech, ...]:
        """Return the public press of a game, the first first.

        Raises:
            RecordError: It is no text.
        """
        path = self.games / game / "press.jsonl"
        return read_press(archive.read_text(path)) if path.is_file() else ()

    def files(self, game: str, board: str) -> Mapping[str, bytes]:
        """Return the files of a game and of its board, by their path below games/.

        Args:
            game: Its id.
            board: Name of its board's file below variants/.
        """
        found = [*(self.games / game).rglob("*"), self.games / "variants" / board]
        return {
            path.relative_to(self.games).as_posix(): path.read_bytes()
            for path in sorted(found)
            if path.is_file() and not path.name.startswith(".")
        }

    def head(self) -> str:
        """Return the newest commit of the games; empty for a plain folder."""
        return history.head(self.games) or ""

    def changes(self, since: str) -> Mapping[str, frozenset[str]] | None:
        """Return the files that changed since a commit, by game; None where all may have.

        Files are named in the game's folder: `phases/003-S1902M.json`.
        """
        paths = history.changed_files(self.games, since)
        if paths is None:
            return None
        changes: dict[str, set[str]] = {}
        for path in paths:
            game, _, name = path.partition("/")
            if history.GAME_ID.fullmatch(game) and game not in RESERVED:
                changes.setdefault(game, set()).add(name)
        return {game: frozenset(names) for game, names in changes.items()}

    @property
    def template_folders(self) -> tuple[Path, ...]:
        """Where the templates of pages are looked for."""
        return tuple(folder / "site" for folder in assets.template_dirs(self._home))

    @property
    def voice(self) -> Voice:
        """Says what pages share with letters: the rules of a game."""
        return voice(self._home)

    def variants(self) -> tuple[str, ...]:
        """Return the keys of the boards at hand."""
        return self._keys

    @cached_property
    def _keys(self) -> tuple[str, ...]:
        return assets.variant_keys(self._home)

    def board(self, key: str) -> Board:
        """Return a board at hand.

        Raises:
            VariantError: There is no such board, or it is wrong.
        """
        if key not in self._boards:
            variant = assets.load_variant(key, self._home)
            self._boards[key] = Board(variant, _atlas(variant, self._shapes(key)))
        return self._boards[key]

    def board_of(self, settings: Settings) -> Board:
        """Return the board a game is judged on, as the record keeps it.

        Raises:
            RecordError: It is missing, or another one.
            VariantError: It is no variant.
        """
        variant = archive.load_board(self.games, settings)
        return Board(variant, _atlas(variant, self._shapes(settings.variant)))

    def _shapes(self, key: str) -> str:
        if key not in self._shapes_of:
            try:
                self._shapes_of[key] = assets.map_text(key, _SHAPES, self._home)
            except VariantError:
                self._shapes_of[key] = ""
        return self._shapes_of[key]

    def digest(self, settings: SiteSettings) -> str:
        """Return a hash of all that makes a page, beside the games."""
        state = hashlib.sha256(__version__.encode())
        state.update(json.dumps(encode(settings), sort_keys=True).encode())
        for key in self.variants():
            for name in (assets.variant_text(key, self._home), self._shapes(key)):
                state.update(hashlib.sha256(name.encode()).digest())
        for folder in (*self.template_folders, *word_folders(self._home)):
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    state.update(path.relative_to(folder).as_posix().encode() + b"\0")
                    state.update(hashlib.sha256(path.read_bytes()).digest())
        return f"sha256:{state.hexdigest()}"


@lru_cache(maxsize=64)
def _atlas(variant: Variant, shapes: str) -> Atlas | None:
    """Return the atlas of a board; None where there is none, or it shows another board."""
    if not shapes:
        return None
    atlas = read_atlas(shapes, f"maps/{variant.key}/{_SHAPES}")
    try:
        check_atlas(variant, atlas)
    except VariantError:
        return None
    return atlas
