"""Records of games for the bench: played by lot, and written as a judge writes them.

What is measured is the work with records, so nobody signs anything here: hashes are
of the right length and prove nothing.
"""

from __future__ import annotations

import hashlib
import random
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.adjudicator.judging import adjudicate
from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant, variant_text
from pbem.board.phase import PhaseKind
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.errors import RecordError
from pbem.game.publication import Ending, PhaseFile, PublicEvent
from pbem.game.record import write_position
from pbem.game.settings import Settings, Times
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written
from pbem.game.texts import (
    board_name,
    write_ending,
    write_events,
    write_people,
    write_phase_file,
    write_settings,
)
from pbem.game.turns import follow
from pbem.orders.legality import legal_orders, owed

_START = datetime(2024, 1, 5, 20, tzinfo=UTC)
_DAY = timedelta(days=1)
_NAMES = ("Ann", "Bert", "Chiara", "Dmitri", "Elif", "Femke", "Goran")

Files = Mapping[str, str]
"""A game: text by path in its folder."""


def play_game(seed: int, phases: int, *, ends: bool = True) -> Files:
    """Return a game of so many phases on the standard board, always the same for a seed.

    Its id is `{id}`, to be put in by `write_game`.
    """
    chance = random.Random(seed)
    variant = load_variant("standard")
    position = variant.opening()
    settings = _settings()
    seats = {f"p{n}": [power] for n, power in enumerate(variant.powers, start=1)}
    events = [
        PublicEvent(_START, "created"),
        PublicEvent(_START, "seats", {"draw": 0, "key": "0" * 64, "seats": seats}),
        PublicEvent(_START, "started", dict(write_position(position))),
    ]
    files = {
        "game.toml": write_settings(settings),
        "people.toml": write_people(dict(zip(seats, _NAMES, strict=True))),
    }
    now = _START
    for number in range(1, phases + 1):
        now += _DAY
        file, position = _judge(variant, position, number, now, chance)
        files[f"phases/{file.name}"] = write_phase_file(file)
        facts = {"number": number, "phase": str(file.position.phase)}
        events.append(PublicEvent(now, "adjudicated", facts))
        if number < phases or not ends:
            due = {"phase": str(position.phase), "due": f"{(now + _DAY):%Y-%m-%dT%H:%M:%SZ}"}
            events.append(PublicEvent(now, "deadline", due))
    if ends:
        winners = tuple(power for power in variant.powers if position.centers.get(power))
        shares = dict.fromkeys(winners, f"1/{len(winners)}")
        ending = Ending(now, "draw", winners, shares, position.centers)
        files["result.json"] = write_ending(ending)
        events.append(PublicEvent(now, "ended", {"how": "draw", "winners": list(winners)}))
    files["events.jsonl"] = write_events(events)
    return files


def write_game(games: Path, game: str, files: Files) -> None:
    """Write a game under an id, with its board beside it."""
    board = games / "variants" / board_name(_settings())
    if not board.exists():
        board.parent.mkdir(parents=True, exist_ok=True)
        board.write_text(variant_text("standard"), encoding="utf-8")
    for path, text in files.items():
        target = games / game / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace("{id}", game), encoding="utf-8")


def commit(games: Path) -> None:
    """Commit all of a folder of games, making it a repository first where it is none.

    Raises:
        RecordError: git cannot do it.
    """
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "core.fsync=none")
    steps: Iterable[tuple[str, ...]] = (
        ("init", "--quiet"),
        ("add", "--all"),
        (*who, "commit", "--quiet", "--message", "bench"),
    )
    for step in steps:
        done = subprocess.run(
            ["git", *step], cwd=games, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RecordError(f"{games}: git: {done.stderr.strip()}")


def _settings() -> Settings:
    text = variant_text("standard")
    return Settings(
        game="{id}",
        title="Game {id}",
        variant="standard",
        board=f"sha256:{hashlib.sha256(text.encode()).hexdigest()}",
        rules={"name": "2023"},
        arrangement="p7",
        host="Hanna",
        created=_START,
        times=Times(_DAY, _DAY, _DAY),
        public_key="0" * 64,
        draws=("sha256:" + "0" * 64,) * 8,
    )


def _judge(
    variant: Variant, position: Position, number: int, now: datetime, chance: random.Random
) -> tuple[PhaseFile, Position]:
    orders = {
        power: lines
        for power in variant.powers
        if (lines := random_orders(variant, position, power, chance))
    }
    result = adjudicate(variant, position, orders, rulebook("2023"))
    after = follow(variant, position, result)
    salt = f"{chance.getrandbits(256):064x}"
    file = PhaseFile(
        number=number,
        prev="0" * 64,
        after=number - 1,
        engine="pbem bench",
        game="{id}",
        variant="standard",
        rules={"name": "2023"},
        position=position,
        orders=orders,
        result=result,
        removed=after.removed,
        following=after.position.phase,
        due=now,
        adjudicated=now,
        receipts={power: (ReceiptIssued(1, now, f"sha256:{salt}"),) for power in orders},
        opened={power: SheetOpened(1, salt, lines) for power, lines in orders.items()},
        written={
            power: tuple(Written(line.title(), line) for line in lines)
            for power, lines in orders.items()
        },
        late=(),
    )
    return file, after.position


def random_orders(
    variant: Variant, position: Position, power: str, chance: random.Random
) -> tuple[str, ...]:
    """Return orders by lot, mostly moves and supports, as many as are due."""
    legal = legal_orders(variant, position, power)
    if position.phase.kind is PhaseKind.ADJUSTMENTS:
        debt = owed(variant, position, power)
        sort, count = (" B", debt.builds) if debt.builds else (" D", debt.disbands)
        one_each = {
            unit.province: [o for o in own if o.endswith(sort)] for unit, own in legal.items()
        }
        lines = [own[0] for own in one_each.values() if own]
        return tuple(sorted(lines)[:count])
    lines = []
    for own in legal.values():
        moves = [order for order in own if " - " in order and " C " not in order]
        lines.append(chance.choice(moves or list(own)))
    return tuple(sorted(lines))
