"""Games for the bench as a judge rules them: played by lot, journaled, committed, and good.

Every hash, draw and receipt proves what it should, so that the record can be verified.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.assets import load_variant, variant_text
from pbem.bench.crowd import begun
from pbem.bench.games import random_orders
from pbem.board.position import Position
from pbem.game.draws import COMMITTED, draw_hash
from pbem.game.events import (
    DeadlineSet,
    Event,
    GameCreated,
    GameEnded,
    OrdersSubmitted,
    PhaseAdjudicated,
)
from pbem.game.settings import Settings, Times
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written, canonical_sheet, sheet_hash
from pbem.game.turns import follow
from pbem.store.entries import RulingEntry
from pbem.store.journal import Journal
from pbem.store.recorder import Recorder
from pbem.store.sealed import Signer, draw_key, nonce, secret_from

_START = datetime(2024, 1, 5, 20, tzinfo=UTC)
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_STANDARD = load_variant("standard")
_RULES = {"name": "2023"}


def make_record(folder: Path, games: int, phases: int) -> Path:
    """Make the record of so many games of so many phases, as a judge commits it.

    Args:
        folder: Made if missing; holds nothing yet.
        games: How many; each is another one, and always the same.
        phases: Of each game.

    Returns:
        The folder of the games, a git repository.
    """
    folder.mkdir(parents=True, exist_ok=True)
    recorder = Recorder.create(folder / "games")
    with Journal.create(folder / "state.sqlite3", "pbem bench") as journal:
        board = journal.keep_board(variant_text("standard"))
        for number in range(games):
            for entry in play_rulings(f"g{number:04}", board, phases):
                journal.commit(entry)
        recorder.catch_up(journal)
    recorder.tidy()
    return folder / "games"


def play_rulings(game: str, board: str, phases: int) -> Iterator[RulingEntry]:
    """Return the rulings of a game, the same for the same id.

    Args:
        game: Its id.
        board: What the journal calls its board.
        phases: How many are judged; then it is drawn.
    """
    chance, seed, now = random.Random(game), secret_from(game), _START
    position = _STANDARD.opening()
    due = now + _DAY
    yield RulingEntry(now, game, _begun(game, board, due))
    for number in range(1, phases + 1):
        sheets = _sheets(game, seed, position, now + _HOUR, chance)
        for sheet in sheets.values():
            yield RulingEntry(sheet.at, game, (sheet,))
        now = due
        judged = _judged(number, position, due, sheets)
        position, due = judged.following, now + _DAY
        ends = number == phases
        then = _drawn(now, position) if ends else DeadlineSet(now, position.phase, due)
        yield RulingEntry(now, game, (judged, then))


def _begun(game: str, board: str, due: datetime) -> tuple[Event, ...]:
    seed = secret_from(game)
    settings = Settings(
        game=game,
        title=f"Game {game}",
        variant="standard",
        board=board,
        rules=_RULES,
        arrangement="p7",
        host="Hanna",
        created=_START,
        times=Times(_DAY, _DAY, _DAY),
        public_key=Signer(seed).public_key,
        draws=tuple(draw_hash(draw_key(seed, number)) for number in range(COMMITTED)),
    )
    return begun(GameCreated(_START, settings, "hanna@example.org"), draw_key(seed, 0), due)


def _sheets(
    game: str, seed: bytes, position: Position, at: datetime, chance: random.Random
) -> dict[str, OrdersSubmitted]:
    """Return what each power that has something to order sends, an order a unit."""
    sheets = {}
    for power in _STANDARD.powers:
        orders = random_orders(_STANDARD, position, power, chance)
        if not orders:
            continue
        salt = nonce(seed, position.phase, power, 1)
        sheets[power] = OrdersSubmitted(
            at=at,
            power=power,
            phase=position.phase,
            receipt=1,
            orders=orders,
            written=tuple(Written(order.title(), order) for order in orders),
            nonce=salt,
            hash=sheet_hash(salt, canonical_sheet(game, position.phase, power, orders)),
            questions=(),
            letter="",
        )
    return sheets


def _judged(
    number: int, position: Position, due: datetime, sheets: dict[str, OrdersSubmitted]
) -> PhaseAdjudicated:
    orders = {power: sheet.orders for power, sheet in sheets.items()}
    result = adjudicate(_STANDARD, position, orders, read_rulebook(_RULES))
    after = follow(_STANDARD, position, result)
    return PhaseAdjudicated(
        at=due,
        number=number,
        position=position,
        due=due,
        orders=orders,
        result=result,
        removed=after.removed,
        receipts={power: (ReceiptIssued(1, s.at, s.hash),) for power, s in sheets.items()},
        opened={power: SheetOpened(1, s.nonce, s.orders) for power, s in sheets.items()},
        written={power: s.written for power, s in sheets.items()},
        late=(),
        following=after.position,
    )


def _drawn(now: datetime, position: Position) -> GameEnded:
    winners = tuple(power for power in _STANDARD.powers if position.centers.get(power))
    shares = dict.fromkeys(winners, f"1/{len(winners)}")
    return GameEnded(now, "draw", winners, shares, position.centers)
