"""What is remembered beside the pages, so that only what changed is made again.

`.built.json` is read at every build: the commit of the games, a hash of everything
else that makes a page, and the overview. `.games.json` has the facts of all finished
games, and is read only where pages about many games change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.errors import RecordError
from pbem.game.codec import decode, encode
from pbem.site.facts import Facts, read_facts, write_facts
from pbem.site.folder import Folder
from pbem.site.plan import YearFile
from pbem.site.summary import Overview

BUILT = ".built.json"
GAMES = ".games.json"
_SCHEMA = 2


@dataclass(frozen=True)
class Built:
    """What `.built.json` remembers.

    Attributes:
        commit: Of the games; empty for a plain folder.
        inputs: Hash of maps, templates, settings and pbem itself.
    """

    commit: str
    inputs: str
    overview: Overview


@dataclass(frozen=True)
class KeptGame:
    """A finished game.

    Attributes:
        lengths: Bytes of its part in each file of its year.
    """

    facts: Facts
    lengths: Mapping[YearFile, int]


def read_built(folder: Folder) -> Built | None:
    """Return what was built; None where that is not known, or a pbem of another form knew it."""
    try:
        raw = json.loads(folder.read(BUILT) or b"null")
        if raw["schema"] != _SCHEMA:
            return None
        built: Built = decode(Built, raw)
    except (ValueError, KeyError, TypeError, RecordError):
        return None
    return built


def write_built(folder: Folder, built: Built) -> None:
    """Remember what was built; the last step of a build."""
    text = json.dumps({"schema": _SCHEMA, **encode(built)}, indent=1, ensure_ascii=False)
    folder.keep(BUILT, f"{text}\n".encode())


def read_games(folder: Folder) -> dict[str, KeptGame] | None:
    """Return the finished games by id; None where they are not known."""
    try:
        raw = json.loads(folder.read(GAMES) or b"null")
        if raw["schema"] != _SCHEMA:
            return None
        return {game: _read_game(*kept) for game, kept in raw["games"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecordError):
        return None


def _read_game(facts: Any, lengths: Mapping[str, int]) -> KeptGame:
    return KeptGame(read_facts(facts), {YearFile[name]: n for name, n in lengths.items()})


def write_games(folder: Folder, games: Mapping[str, KeptGame]) -> None:
    """Remember the finished games, a line each."""

    def lines() -> Iterator[str]:
        yield f'{{"schema": {_SCHEMA}, "games": {{'
        comma = ""
        for game, kept in sorted(games.items()):
            lengths = {kind.name: n for kind, n in kept.lengths.items()}
            value = json.dumps([write_facts(kept.facts), lengths], ensure_ascii=False)
            yield f"{comma}\n{json.dumps(game)}: {value}"
            comma = ","
        yield "\n}}\n"

    folder.keep_all(GAMES, map(str.encode, lines()))
