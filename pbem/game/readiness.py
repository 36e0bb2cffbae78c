"""Who owes what in the open phase, and who is ready.

A power is ready when nothing it owes is missing, no question is open and it has
not said WAIT. READY says that what is missing is meant (docs/mail.md).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.board.phase import PhaseKind
from pbem.board.position import Unit, UnitKind
from pbem.board.variant import Variant
from pbem.game.notices import OrderForm, Readiness, SheetLine
from pbem.game.settings import Early
from pbem.game.state import Game, Stage
from pbem.orders.legality import Owed, owed
from pbem.orders.notation import read_order, unit_of
from pbem.orders.order import Build, Disband, Waive
from pbem.sayings import Saying, say

_DAY = timedelta(days=1)


def owed_by(game: Game, power: str) -> Owed:
    """Return what a power owes in the open phase."""
    return owed(game.variant, game.open_position(), power)


def missing(game: Game, power: str) -> tuple[Saying, ...]:
    """Return what is missing from a power's sheet; empty where nothing is.

    Units without an order, each for itself; then how many builds or disbands.
    """
    debt = owed_by(game, power)
    orders = tuple(read_order(order) for order in game.sheet(power).orders)
    ordered = {unit.province for order in orders if (unit := unit_of(order))}
    free = [unit for unit in debt.units if unit.province not in ordered]
    found = [say("without-order", unit=str(unit)) for unit in free]
    built = sum(isinstance(order, Build | Waive) for order in orders)
    removed = sum(isinstance(order, Disband) for order in orders)
    if debt.builds > built:
        found.append(say("builds-open", number=debt.builds - built))
    if debt.disbands > removed:
        found.append(say("disbands-owed", number=debt.disbands - removed))
    return tuple(found)


def why_not_ready(game: Game, power: str) -> Saying | None:
    """Return why READY cannot count for a power; None where it can."""
    debt = owed_by(game, power)
    orders = (read_order(order) for order in game.sheet(power).orders)
    removed = sum(isinstance(order, Disband) for order in orders)
    if game.sheet(power).questions:
        return say("question-open")
    if debt.disbands > removed:
        return say("disbands-owed", number=debt.disbands - removed)
    return None


def readiness(game: Game, power: str) -> Readiness:
    """Return how far a power is in the open phase."""
    if game.sheet(power).questions:
        return Readiness.QUESTION
    word = game.words.get(power, "")
    debt = owed_by(game, power)
    if debt.nothing:
        return Readiness.READY
    if word == "wait":
        return Readiness.WAITING
    if word == "ready" and why_not_ready(game, power) is None:
        return Readiness.READY
    if game.settings.times.early is Early.READY_SAID:
        return Readiness.WAITING if not missing(game, power) else Readiness.MISSING
    return Readiness.MISSING if missing(game, power) else Readiness.READY


def all_ready(game: Game) -> bool:
    """Return whether every power that somebody plays is ready."""
    return all(readiness(game, power) is Readiness.READY for power in game.played())


def early_at(game: Game) -> datetime | None:
    """Return from when on the open phase may be judged before its deadline; None for not at all."""
    times = game.settings.times
    if game.stage is not Stage.RUNNING or times.early is Early.NEVER or game.opened is None:
        return None
    if not game.played() or not all_ready(game):
        return None
    since = game.changed or game.opened
    return max(since + times.early_delay, game.opened)


def reminder_at(game: Game) -> datetime | None:
    """Return when reminders of the open phase are due next; None for not again.

    The first half way to the deadline, the second a day before it where that is
    later.
    """
    if game.stage is not Stage.RUNNING or game.held or not game.due or not game.opened:
        return None
    half = game.opened + max((game.due - game.opened) / 2, timedelta())
    times = [half, *((game.due - _DAY,) if game.due - _DAY > half else ())]
    return times[game.reminded] if game.reminded < len(times) else None


def sheet_lines(game: Game, power: str, fresh: frozenset[str]) -> tuple[SheetLine, ...]:
    """Return everything that would run now for a power.

    Args:
        fresh: The orders that came with the newest letter; the others stand
            from an earlier one.
    """
    sheet = game.sheet(power)
    lines = [SheetLine(order, True, order not in fresh) for order in sheet.orders]
    ordered = {unit.province for o in sheet.orders if (unit := unit_of(read_order(o)))}
    without = {PhaseKind.MOVEMENT: "H", PhaseKind.RETREATS: "D"}
    kind = game.open_position().phase.kind
    if kind in without:
        lines += [
            SheetLine(f"{unit} {without[kind]}", False, False)
            for unit in owed_by(game, power).units
            if unit.province not in ordered
        ]
    return tuple(sorted(lines, key=lambda line: line.order))


def order_form(game: Game, power: str) -> OrderForm | None:
    """Return what a power has to fill in; None where it owes nothing."""
    position = game.open_position()
    debt = owed_by(game, power)
    if debt.nothing:
        if not debt.conversions:
            return None
        return OrderForm(power, ("CONVERT",), say("may-convert", units=_convertible(debt)))
    if position.phase.kind is PhaseKind.MOVEMENT:
        return OrderForm(power, tuple(str(unit) for unit in debt.units))
    if position.phase.kind is PhaseKind.RETREATS:
        fled = [d for d in position.dislodged.get(power, ()) if d.retreats]
        return OrderForm(
            power,
            tuple(f"{d.unit} R" for d in fled),
            say("may-retreat"),
            tuple(say("choice", of=str(d.unit), words=(*d.retreats, "D")) for d in fled),
        )
    if debt.builds:
        return OrderForm(
            power,
            ("BUILD",) * debt.builds,
            say("may-build", number=debt.builds, converts=_convertible(debt)),
            tuple(
                say("choice", of=site, words=_buildable(game.variant, site)) for site in debt.sites
            ),
        )
    return OrderForm(
        power,
        ("DISBAND",) * debt.disbands,
        say("must-disband", number=debt.disbands, converts=_convertible(debt)),
        (say("choice", of="", words=tuple(map(str, position.units.get(power, ())))),),
    )


def _convertible(debt: Owed) -> tuple[str, ...]:
    """Return the units that may change their kind, in normal form."""
    return tuple(map(str, debt.conversions))


def _buildable(variant: Variant, site: str) -> tuple[str, ...]:
    """Return the units that can be built in a province: `("A STP", "F STP/NC", …)`."""
    army = Unit(UnitKind.ARMY, site)
    if not variant.unit_kinds:
        return (str(army),)
    places = variant.provinces[site].locations
    units = (army, *(Unit(UnitKind.FLEET, location) for location in places))
    return tuple(str(unit) for unit in units if variant.can_stand(unit))
