"""The public record as values: games/ read.

This is all that pages, pictures and archives are made from. games/ may be the
folder of a judge's home, a clone of it, or a plain folder of the same form.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pbem.board.position import Position
from pbem.board.text import read_variant
from pbem.board.variant import Variant
from pbem.errors import RecordError
from pbem.game.codec import decode
from pbem.game.participants import HOST
from pbem.game.publication import GameRecord, PhaseFile, PublicEvent, as_played
from pbem.game.record import read_position
from pbem.game.settings import Settings
from pbem.game.texts import (
    board_name,
    read_ending,
    read_events,
    read_people,
    read_phase_file,
    read_settings,
    read_words,
)
from pbem.store.history import game_ids

PHASE_NAME = re.compile(r"(\d{3,6})-([SFW]\d{3,5}[MRA])\.json")
"""Name of a phase file: its number, then its phase."""

ENDS_OF_LINES = "a program that copied it changed them; `git clone -c core.autocrlf=false` does not"
"""What to do where a record came with lines that end as on Windows."""

_MOST_BYTES = 64 * 2**20
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)


class Archive(Mapping[str, GameRecord]):
    """All games of a folder by id, sorted; each is read when it is asked for, and not kept."""

    def __init__(self, games: Path) -> None:
        """List the games of a folder."""
        self.folder = games
        self._ids = game_ids(games)

    def __getitem__(self, game: str) -> GameRecord:
        """Read a game; `RecordError` where a file of it cannot be used."""
        if game not in self._ids:
            raise KeyError(game)
        return read_game(self.folder / game)

    def __iter__(self) -> Iterator[str]:
        """Return the ids."""
        return iter(self._ids)

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self._ids)


def read_archive(games: Path) -> Archive:
    """Return all games of a folder; none is read yet.

    Raises:
        RecordError: There is no such folder.
    """
    return Archive(games)


def read_game(folder: Path) -> GameRecord:
    """Read a game's folder; its board lies in variants/ beside it.

    Raises:
        RecordError: A file is missing or is something else; names it.
    """
    name = folder.name
    settings = read_settings(read_text(folder / "game.toml"), f"{name}/game.toml")
    variant = load_board(folder.parent, settings)
    events = read_events(read_text(folder / "events.jsonl"), f"{name}/events.jsonl")
    names, ending = folder / "people.toml", folder / "result.json"
    people = read_people(read_text(names), f"{name}/people.toml") if names.exists() else {}
    new_host = people.pop(HOST, "")
    return GameRecord(
        settings=as_played(settings, events),
        people=people,
        seats=seats_of(events, f"{name}/events.jsonl"),
        opening=opening_of(events, variant, f"{name}/events.jsonl"),
        events=events,
        phases=_phases(folder, variant),
        ending=read_ending(read_text(ending), f"{name}/result.json") if ending.exists() else None,
        new_host=new_host,
    )


def load_board(games: Path, settings: Settings) -> Variant:
    """Return the board a game is judged on, the same value for the same text.

    Raises:
        RecordError: It is missing, or is not the text that the game names.
        VariantError: The text is no variant.
    """
    name = board_name(settings)
    text = read_text(games / "variants" / name)
    if "\r\n" in text:
        raise RecordError(f"variants/{name}: lines end in CR LF, not in LF; {ENDS_OF_LINES}")
    if f"sha256:{hashlib.sha256(text.encode()).hexdigest()}" != settings.board:
        raise RecordError(f"variants/{name}: not the board that {settings.game} was judged on")
    return _read_board(text, f"variants/{name}")


def read_text(path: Path | str) -> str:
    """Return the text of a file of the record, line ends as they are.

    Raises:
        RecordError: The file cannot be read, or is not UTF-8.
    """
    try:
        with open(path, "rb", buffering=0, opener=_at_once) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                says = "cannot be read: not a plain file"
            elif about.st_size > _MOST_BYTES:
                says = "cannot be read: far larger than any record"
            else:
                return file.read().decode()
    except UnicodeDecodeError as error:
        says = f"not UTF-8 at byte {error.start}"
    except OSError as error:
        says = f"cannot be read: {error.strerror}"
    raise RecordError(f"{Path(path).parent.name}/{Path(path).name}: {says}")


def _at_once(path: str, flags: int) -> int:
    """Open a file; a pipe, or a link to one, is not waited for."""
    return os.open(path, flags | _AT_ONCE)


def seats_of(events: tuple[PublicEvent, ...], where: str) -> dict[str, tuple[str, ...]]:
    """Return the powers of each player as events tell; empty before they were drawn.

    Raises:
        RecordError: The event has another form.
    """
    seats: dict[str, tuple[str, ...]] = {}
    for event in events:
        if event.event in ("seats", "imported"):
            try:
                seats = dict(decode(Mapping[str, tuple[str, ...]], event.facts.get("seats")))
            except RecordError as error:
                raise RecordError(f"{where}: seats: {error}") from None
        elif event.event == "left":
            _give(seats, "", event.facts.get("powers") or seats.get(_player(event), ()))
        elif event.event in ("coin", "replaced"):
            _give(seats, _player(event), event.facts.get("powers") or [event.facts.get("power")])
        elif event.event == "rolled-back" and "neutral" in event.facts:
            _give(seats, "", event.facts["neutral"])
    return seats


def _player(event: PublicEvent) -> str:
    return str(event.facts.get("player", ""))


def _give(seats: dict[str, tuple[str, ...]], player: str, powers: Iterable[object]) -> None:
    """Give powers to a player, or to nobody for no name; whoever had them has them no more."""
    given = tuple(map(str, powers))
    for other, held in tuple(seats.items()):
        left = tuple(power for power in held if power not in given)
        if left:
            seats[other] = left
        else:
            del seats[other]
    if player:
        seats[player] = (*seats.get(player, ()), *given)


def opening_of(events: tuple[PublicEvent, ...], variant: Variant, where: str) -> Position | None:
    """Return the first position of a game as events tell; None before the start.

    Raises:
        RecordError: The event has another form.
    """
    for event in events:
        if event.event == "started":
            try:
                return read_position(event.facts, variant)
            except RecordError as error:
                raise RecordError(f"{where}: started: {error}") from None
    return None


def _phases(folder: Path, variant: Variant) -> tuple[PhaseFile, ...]:
    where = f"{folder.name}/words.json"
    spoken = folder / "words.json"
    words = read_words(read_text(spoken), where) if spoken.exists() else {}
    files = []
    for path in sorted((folder / "phases").glob("*.json"), key=_number):
        if PHASE_NAME.fullmatch(path.name):
            name = f"{folder.name}/phases/{path.name}"
            file = read_phase_file(read_text(path), variant, name)
            files.append(replace(file, written=words.get(file.number, file.written)))
    return tuple(files)


def _number(path: Path) -> tuple[int, str]:
    found = PHASE_NAME.fullmatch(path.name)
    return (int(found[1]) if found else 0, path.name)


@lru_cache(maxsize=64)
def _read_board(text: str, where: str) -> Variant:
    return read_variant(text, where)
