"""docs/formats.md: its examples are one whole game, as pbem writes it today."""

from __future__ import annotations

import hashlib
import re
import tempfile
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.board.text import read_variant
from pbem.exchange.text_game import of_record, read_text_game, to_foreign, write_text_game
from pbem.exchange.verify import verify
from pbem.game.draws import draw_seats
from pbem.game.events import (
    DeadlineSet,
    Event,
    GameCreated,
    GameEnded,
    GameStarted,
    OrdersSubmitted,
    PhaseAdjudicated,
    PlayerConfirmed,
    PlayerJoined,
    SeatsDrawn,
)
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written, canonical_sheet, sheet_hash
from pbem.game.texts import read_press_line, read_words, write_press_line, write_words
from pbem.game.turns import follow
from pbem.store.archive import read_game
from pbem.store.entries import RulingEntry
from pbem.store.journal import Journal
from pbem.store.sealed import draw_key, nonce, secret_from
from tests.store.sample import DAY, HOUR, START, new_home, settings

PATH = Path(__file__).parents[2] / "docs" / "formats.md"
PAGE = PATH.read_text(encoding="utf-8")
BLOCK = re.compile(r"^(```\w+ (\S+)\n)(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = {found[2]: found[3] for found in BLOCK.finditer(PAGE)}
BOARD = next(text for name, text in BLOCKS.items() if name.startswith("variants/"))
APART = {"words.json", "press.jsonl", "sheet", "first.txt", "archive"}
DUE = START + 3 * DAY
SEED = secret_from("first")


class Told:
    """A game told to a journal, ruling by ruling."""

    def __init__(self, journal: Journal) -> None:
        """Begin at the time of all samples."""
        self.journal = journal
        self.now = START

    def rule(self, *events: Event, wait: timedelta = HOUR) -> None:
        """Commit a ruling; the clock goes on."""
        self.journal.commit(RulingEntry(self.now, "first", events))
        self.now += wait


def play(journal: Journal) -> None:
    """Play the game of the page."""
    variant = read_variant(BOARD)
    told = Told(journal)
    fixed = replace(
        settings("first", journal.keep_board(BOARD)),
        title="The first game",
        variant="little",
        arrangement="p2",
    )
    told.rule(GameCreated(told.now, fixed, "hanna@example.org"))
    told.rule(
        PlayerJoined(told.now, "p1", "ann@example.org", "Ann", ()),
        PlayerConfirmed(told.now, "p1"),
    )
    key = draw_key(SEED, 0)
    seats = draw_seats(key, ["p1", "p2"], variant.arrangements["p2"].seats)
    opening = variant.opening()
    told.rule(
        PlayerJoined(told.now, "p2", "ben@example.org", 'Ben "the Fox"', ()),
        PlayerConfirmed(told.now, "p2"),
        SeatsDrawn(told.now, 0, key, seats),
        GameStarted(told.now, opening),
        DeadlineSet(told.now, opening.phase, DUE),
    )
    words = {
        "BLUE": Written("F Har-Cap/ec", "F HAR - CAP/EC"),
        "RED": Written("Army Town to the Cape", "A TOW - CAP"),
    }
    sheets = {power: sheet(power, line.order, told.now) for power, line in words.items()}
    for event in sheets.values():
        told.rule(event, wait=timedelta())
    told.now = DUE
    orders = {power: event.orders for power, event in sheets.items()}
    result = adjudicate(variant, opening, orders, read_rulebook({"name": "2023"}))
    after = follow(variant, opening, result)
    told.rule(
        PhaseAdjudicated(
            at=DUE,
            number=1,
            position=opening,
            due=DUE,
            orders=orders,
            result=result,
            removed=after.removed,
            receipts={p: (ReceiptIssued(1, e.at, e.hash),) for p, e in sheets.items()},
            opened={p: SheetOpened(1, e.nonce, e.orders) for p, e in sheets.items()},
            written={power: (line,) for power, line in words.items()},
            late=(),
            following=after.position,
        ),
        DeadlineSet(DUE, after.position.phase, DUE + 2 * DAY),
    )
    centers = after.position.centers
    told.rule(GameEnded(told.now, "abandoned", (), {}, centers, "both have to move house"))


def sheet(power: str, order: str, now: datetime) -> OrdersSubmitted:
    """Return the event of a letter with one order."""
    salt = nonce(SEED, "S1901M", power, 1)
    digest = sheet_hash(salt, canonical_sheet("first", "S1901M", power, [order]))
    phase = read_variant(BOARD).start
    return OrdersSubmitted(now, power, phase, 1, (order,), (), salt, digest, 0, "")


def written_in(folder: Path) -> dict[str, str]:
    """Return the files of the game as pbem writes them, by name below games/."""
    journal, recorder = new_home(folder, "pbem 0.1.0")
    with journal:
        play(journal)
        recorder.catch_up(journal)
    games = folder / "games"
    return files_of(games)


def as_text(games: Path) -> str:
    """Return the game of the page in one file."""
    return write_text_game(of_record(read_game(games / "first")))


def files_of(games: Path) -> dict[str, str]:
    """Return files by name, without those of git."""
    return {
        path.relative_to(games).as_posix(): path.read_text(encoding="utf-8")
        for path in games.rglob("*")
        if path.is_file() and ".git" not in path.parts
    }


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of the game as pbem writes them today."""
    return written_in(tmp_path_factory.mktemp("formats"))


def test_the_page_shows_every_file(written: dict[str, str]) -> None:
    """And no other; words.json and press.jsonl, which this game has not, stand apart."""
    assert set(BLOCKS) - APART == set(written)


@pytest.mark.parametrize("name", sorted(set(BLOCKS) - APART))
def test_a_file_is_what_the_page_shows(written: dict[str, str], name: str) -> None:
    """To the letter. `python -m tests.exchange.test_formats` brings the page up to date."""
    assert written[name] == BLOCKS[name]


def test_the_game_of_the_page_is_verified(tmp_path: Path) -> None:
    """The examples, copied into a folder, are a good record."""
    for name, text in BLOCKS.items():
        if "/" in name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
    done = verify(tmp_path)
    assert [(check.game, check.phases, check.findings) for check in done.games] == [
        ("first", 1, ())
    ]


def test_the_game_of_the_page_in_one_file(tmp_path: Path) -> None:
    """The example is what is written, reads back, and gives the same position."""
    for name, text in BLOCKS.items():
        if "/" in name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
    assert as_text(tmp_path) == BLOCKS["first.txt"]
    told = read_text_game(BLOCKS["first.txt"])
    assert write_text_game(told) == BLOCKS["first.txt"]
    game = to_foreign(told, read_variant(BOARD))
    assert game.unread == ()
    assert game.phases[0].after.units == {"BLUE": ("F HAR",), "RED": ("A TOW",)}


def test_what_a_text_editor_shows_of_hashes() -> None:
    """The commands of the page print what stands in the files."""
    lines = BLOCKS["first/events.jsonl"].splitlines(keepends=True)
    digest = hashlib.sha256("".join(lines[:6]).encode()).hexdigest()
    assert f'"events": "{digest}"' in BLOCKS["first/phases/001-S1901M.json"]
    phase = hashlib.sha256(BLOCKS["first/phases/001-S1901M.json"].encode()).hexdigest()
    assert f"sha256:{phase}" in BLOCKS["first/events.jsonl"]


def test_words_are_read_and_written(written: dict[str, str]) -> None:
    """words.json is canonical, and of the form of `written`."""
    assert write_words(read_words(BLOCKS["words.json"])) == BLOCKS["words.json"]
    line = BLOCKS["words.json"].splitlines()[5].strip()
    assert line in written["first/phases/001-S1901M.json"]


def test_the_hash_of_a_sheet_can_be_told_by_hand(written: dict[str, str]) -> None:
    """What the page's command would print is the hash in the phase file."""
    found = re.search(r"printf '(\w{64})'.*printf '(.*)'; \}", BLOCKS["sheet"])
    assert found
    data = bytes.fromhex(found[1]) + found[2].replace("\\n", "\n").encode()
    digest = hashlib.sha256(data).hexdigest()
    assert f'"hash": "sha256:{digest}"' in written["first/phases/001-S1901M.json"]


def test_each_event_of_the_example_is_in_the_table() -> None:
    """Every kind of line that the page shows is explained there."""
    for kind in re.findall(r'"event": "(\w+)"', BLOCKS["first/events.jsonl"]):
        assert f"`{kind}`" in PAGE


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        today = written_in(Path(made))
        today["first.txt"] = as_text(Path(made) / "games")
    PATH.write_text(
        BLOCK.sub(lambda found: f"{found[1]}{today.get(found[2], found[3])}```", PAGE),
        encoding="utf-8",
    )


def test_the_example_of_press() -> None:
    """press.jsonl is canonical, a line each."""
    lines = BLOCKS["press.jsonl"].splitlines(keepends=True)
    assert [write_press_line(read_press_line(line)) for line in lines] == lines
