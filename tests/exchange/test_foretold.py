"""A phase file foretold: the same as reading it, and nothing of what pbem would not write."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.adjudicator import read_rulebook
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.exchange.foretold import Foreteller
from pbem.exchange.gamefiles import read_files
from pbem.game.texts import read_phase_file, read_settings, write_phase_file
from pbem.store.archive import load_board, read_text
from tests.exchange.test_versions import RECORDS

FILES = sorted(RECORDS.glob("*/*/phases/*.json"))
CHANGES = 60


def board_of(path: Path) -> Variant:
    """Return the board of the game that a phase file belongs to."""
    folder = path.parent.parent
    settings = read_settings(read_text(folder / "game.toml"))
    return load_board(folder.parent, settings)


def nobody_knows(_number: int) -> Position | None:
    """Say nothing of what was open, so that the position is read."""
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join(path.parts[-4:]))
def test_what_is_foretold_is_what_is_read(path: Path) -> None:
    """Of every version, in all that it holds."""
    text, board = read_text(path), board_of(path)
    told = Foreteller(board, nobody_knows, read_rulebook).foretell(text)
    assert told is not None
    assert told.file == read_phase_file(text, board)


def test_a_position_that_must_be_open_is_not_read_again() -> None:
    """It is what follows the file before, the same value."""
    path = FILES[-1].parent
    files = read_files(path.parent.parent, path.parent.name)
    assert len(files.phases) > 1
    for file in files.phases.values():
        if file.after:
            assert file.position is files.follows[file.after].position


@pytest.mark.parametrize("seed", range(CHANGES))
def test_nothing_is_foretold_of_a_text_that_pbem_would_not_write(seed: int) -> None:
    """One character more, less, or another: what is foretold all the same is what it says now."""
    chance = random.Random(seed)
    path = chance.choice(FILES)
    text, board = read_text(path), board_of(path)
    for _ in range(50):
        place = chance.randrange(len(text))
        new = chance.choice((*'aZ09 "{,\n\t\\\u202e\x7f\xe9', "", text[place] * 2))
        changed = text[:place] + new + text[place + 1 :]
        told = Foreteller(board, nobody_knows, read_rulebook).foretell(changed)
        if told is not None:
            assert write_phase_file(told.file) == changed
            assert told.file == read_phase_file(changed, board)


@pytest.mark.parametrize(
    ("stands", "other"),
    [
        ('\n "number": 1', '\n "number": true'),
        ('"number": 1, "at"', '"number": 1.0, "at"'),
        ('"schema": 1', '"schema": 2'),
        ('\n "after": 0', '\n "after": "0"'),
        (',\n "late": [', ',\n "later": [],\n "late": ['),
        ('"receipt": 1,\n   "nonce"', '"nonce": "",\n   "receipt": 1,\n   "nonce"'),
        (' "rules": {\n  "name": "2023"\n }', ' "rules": "2023"'),
        ("Z", "+00:00"),
        ('"adjudicated": "', '"adjudicated": "x'),
        ('"orders": {', '"orders": ['),
        ('"next": "F1901M"\n}\n', '"next": "F1901M"\n}'),
        ('"engine": "', '"engine": "\\u0041'),
        ('"game": "', '"game": "\\ud800'),
        ('"result": "', '"result": {"'),
        ('"hash": "', '"hash": "\\"'),
        ('"nonce": "', '"nonce": "\\u0061'),
        ('"game": "', '"game": "\x7f'),
        ('"orders": [', '"orders": [1, '),
    ],
)
def test_another_form_is_left_to_those_who_read_all(stands: str, other: str) -> None:
    """It is neither taken for good nor an error here."""
    path = RECORDS / "schema-1" / "gx7" / "phases" / "001-S1901M.json"
    text = read_text(path)
    assert stands in text
    assert Foreteller(board_of(path), nobody_knows, read_rulebook).foretell(text) is not None
    changed = text.replace(stands, other, 1)
    assert Foreteller(board_of(path), nobody_knows, read_rulebook).foretell(changed) is None
