"""Small games for the tests: played by lot for a few phases, told as rulings of the journal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.assets import load_variant, variant_text
from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit, UnitKind, province_of
from pbem.board.variant import Variant
from pbem.game.draws import COMMITTED, draw_hash, draw_seats
from pbem.game.events import (
    Conceded,
    ConcessionAsked,
    DeadlineSet,
    DrawVoted,
    Event,
    GameCreated,
    GameEnded,
    GamePaused,
    GameResumed,
    GameStarted,
    OrdersSubmitted,
    PhaseAdjudicated,
    PlayerConfirmed,
    PlayerJoined,
    PlayerRenamed,
    PressSent,
    ReadinessChanged,
    RemindersSent,
    SeatsDrawn,
    ZoneSet,
)
from pbem.game.settings import Press, PublishPress, Settings, Times, Words
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written, canonical_sheet, sheet_hash
from pbem.game.turns import follow
from pbem.store.entries import LetterEntry, Outgoing, RulingEntry
from pbem.store.journal import Journal
from pbem.store.recorder import Recorder
from pbem.store.sealed import Signer, draw_key, nonce, secret_from

START = datetime(2026, 1, 9, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
STANDARD = load_variant("standard")
BOARD = variant_text("standard")


def settings(
    game: str, board: str, words: Words = Words.PHASE, *, speaks: bool = False
) -> Settings:
    """Return the settings of a game whose secrets follow from its id."""
    seed = secret_from(game)
    return Settings(
        game=game,
        title=f"Game {game}",
        variant="standard",
        board=board,
        rules={"name": "2023"},
        arrangement="p7",
        host="Hanna",
        created=START,
        times=Times(2 * DAY, DAY, DAY, at="20:00", zone="Europe/London", grace=HOUR),
        public_key=Signer(seed).public_key,
        draws=tuple(draw_hash(draw_key(seed, n)) for n in range(COMMITTED)),
        words=words,
        press=Press.FULL if speaks else Press.NONE,
        publish_press=PublishPress.END if speaks else PublishPress.NEVER,
    )


def play(
    game: str,
    board: str,
    phases: int,
    *,
    ends: bool = True,
    words: Words = Words.PHASE,
    speaks: bool = False,
) -> Iterator[RulingEntry]:
    """Return the rulings of a game that is played by lot for some phases.

    Where it speaks, something is said in every phase, to all and to one.
    """
    chance = random.Random(game)
    seed = secret_from(game)
    now = START
    fixed = settings(game, board, words, speaks=speaks)

    def ruling(*events: Event, letter: str = "") -> RulingEntry:
        return RulingEntry(now, game, events, letter=letter)

    yield ruling(GameCreated(now, fixed, "hanna@example.org"))
    players = tuple(f"p{n}" for n in range(1, 8))
    for player in players:
        now += HOUR
        address = f"{player}.{game}@example.org"
        yield ruling(PlayerJoined(now, player, address, f"Player {player}", ("FRANCE",)))
        if player == "p2":
            yield ruling(PlayerRenamed(now, player, 'Zoë \u202ethe "Fox"'))
        if player != "p7":
            yield ruling(PlayerConfirmed(now, player))
    key = draw_key(seed, 0)
    seats = draw_seats(key, players, STANDARD.arrangements["p7"].seats)
    position = STANDARD.opening()
    due = now + 2 * DAY
    yield ruling(
        PlayerConfirmed(now, "p7"),
        SeatsDrawn(now, 0, key, seats),
        GameStarted(now, position),
        DeadlineSet(now, position.phase, due),
    )
    yield ruling(ZoneSet(now, "p3", "Europe/Lisbon"))
    for number in range(1, phases + 1):
        sheets: dict[str, list[OrdersSubmitted]] = {}
        for power, orders in random_orders(STANDARD, position, chance).items():
            last = chance.randint(1, 2)
            for receipt in range(1, last + 1):
                now += timedelta(minutes=1)
                sheet = orders if receipt == last else orders[1:]
                event = submitted(game, position, power, receipt, sheet, now)
                sheets.setdefault(power, []).append(event)
                yield ruling(event)
            yield ruling(ReadinessChanged(now, power, "ready"))
        now += HOUR
        if number == 2:
            yield ruling(GamePaused(now, "the host is away"))
            due += DAY
            yield ruling(GameResumed(now), DeadlineSet(now, position.phase, due))
            yield ruling(PlayerRenamed(now, "p1", "Ann of example"))
        yield ruling(RemindersSent(now, position.phase))
        if speaks:
            yield ruling(said(now, position, ()), said(now, position, ("GERMANY",)))
        yield ruling(DrawVoted(now, "p4", yes=True))
        yield ruling(ConcessionAsked(now, "p5", "FRANCE"))
        yield ruling(Conceded(now, "p5", "FRANCE"))
        now = max(due, now)
        judged = judge(game, number, position, due, sheets, now)
        position = judged.following
        if number == phases and ends:
            powers = ("FRANCE", "GERMANY", "TURKEY")
            centers = position.centers
            ended = GameEnded(now, "draw", powers, dict.fromkeys(powers, "1/3"), centers)
            yield ruling(judged, ended)
        else:
            due = now + DAY
            yield ruling(judged, DeadlineSet(now, position.phase, due))


def said(now: datetime, position: Position, to: tuple[str, ...]) -> PressSent:
    """Return the event of something that France says."""
    heard = ", ".join(to) or "everybody"
    text = f"To {heard}, in {position.phase.title}:\n\nnothing *new*."
    return PressSent(now, "FRANCE", "FRANCE", to, (), position.phase, text)


def random_orders(
    variant: Variant, position: Position, chance: random.Random
) -> dict[str, tuple[str, ...]]:
    """Return orders by lot; one power now and then sends none."""
    orders: dict[str, list[str]] = {power: [] for power in variant.powers}
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            for power, units in position.units.items():
                goals = {unit: chance.choice(variant.neighbors(unit)) for unit in units}
                orders[power] = movement(variant, goals, chance)
        case PhaseKind.RETREATS:
            for power, dislodged in position.dislodged.items():
                for one in dislodged:
                    orders[power].append(f"{one.unit} R {chance.choice((*one.retreats, 'D'))}")
        case PhaseKind.ADJUSTMENTS:
            taken = position.occupants()
            for power, centers in position.centers.items():
                room = len(centers) - len(position.units.get(power, ()))
                free = [h for h in variant.power(power).homes if h in centers and h not in taken]
                orders[power] = [f"{UnitKind.ARMY} {home} B" for home in free[: max(room, 0)]]
    return {
        power: tuple(sorted(lines))
        for power, lines in orders.items()
        if lines and chance.random() < 0.9
    }


def movement(variant: Variant, goals: dict[Unit, str], chance: random.Random) -> list[str]:
    """Return moves to some goals; now and then a unit supports another one's move instead."""
    lines, supported = [], set()
    for unit, goal in goals.items():
        helped = [
            (other, there)
            for other, there in goals.items()
            if other != unit and variant.reaches(unit, province_of(there))
        ]
        if helped and unit not in supported and chance.random() < 0.7:
            other, there = chance.choice(helped)
            supported.add(other)
            lines.append(f"{unit} S {other} - {there}")
        else:
            lines.append(f"{unit} - {goal}")
    return lines


def submitted(
    game: str,
    position: Position,
    power: str,
    receipt: int,
    orders: tuple[str, ...],
    now: datetime,
) -> OrdersSubmitted:
    """Return the event of a letter with orders."""
    salt = nonce(secret_from(game), position.phase, power, receipt)
    return OrdersSubmitted(
        at=now,
        power=power,
        phase=position.phase,
        receipt=receipt,
        orders=orders,
        written=tuple(Written(order.lower(), order) for order in orders[:2]),
        nonce=salt,
        hash=sheet_hash(salt, canonical_sheet(game, position.phase, power, orders)),
        questions=(),
        letter="",
    )


def judge(
    game: str,
    number: int,
    position: Position,
    due: datetime,
    sheets: dict[str, list[OrdersSubmitted]],
    now: datetime,
) -> PhaseAdjudicated:
    """Return a phase as judged."""
    orders = {power: letters[-1].orders for power, letters in sheets.items()}
    result = adjudicate(STANDARD, position, orders, read_rulebook({"name": "2023"}))
    after = follow(STANDARD, position, result)
    return PhaseAdjudicated(
        at=now,
        number=number,
        position=position,
        due=due,
        orders=orders,
        result=result,
        removed=after.removed,
        receipts={
            power: tuple(ReceiptIssued(e.receipt, e.at, e.hash) for e in letters)
            for power, letters in sheets.items()
        },
        opened={
            power: SheetOpened(letters[-1].receipt, letters[-1].nonce, letters[-1].orders)
            for power, letters in sheets.items()
        },
        written={
            power: (*letters[-1].written, Written(f"x@example.org {sent[0]}", sent[0]))
            for power, letters in sheets.items()
            if (sent := letters[-1].orders)
        },
        late=tuple(power for power in STANDARD.powers if power not in sheets),
        following=after.position,
    )


def new_home(folder: Path, engine: str = "pbem 0") -> tuple[Journal, Recorder]:
    """Return an empty journal and an empty record in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return Journal.create(folder / "state.sqlite3", engine), Recorder.create(folder / "games")


def letter(key: str, minute: int = 0, uid: str = "1", fingerprint: str = "") -> LetterEntry:
    """Return a letter that came in."""
    arrived = START + timedelta(minutes=minute)
    return LetterEntry(key, "inbox", uid, arrived, fingerprint)


def outgoing(number: int) -> Outgoing:
    """Return a letter that goes out."""
    return Outgoing(f"<{number}@judge>", "ann@example.org", b"Hello\r\n")
