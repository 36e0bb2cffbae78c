"""What a phase leaves on the board: units, dislodged units, standoffs, owners of centers."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from pbem.adjudicator.equations import Equations
from pbem.adjudicator.tables import Board
from pbem.adjudicator.troops import Troops, troops_of
from pbem.board.phase import Season
from pbem.board.position import Dislodgement, Position, Unit

_FALL = Season.FALL
"""Looking up a member takes longer than asking whether it is the one."""


def units_after(battle: Equations) -> Troops:
    """Return the units on the board after a movement phase; powers without any are left out."""
    field, plan_at = battle.field, battle.field.plan
    became = field.board.stays.copy()
    for mover in battle.taken.values():
        plan = plan_at[mover]
        became[plan.unit] = plan.landing
    for place in battle.driven:
        became[field.unit[place]] = -1
    before, now = field.troops.numbers, became.__getitem__
    after: dict[str, list[int]] = {}
    for power in field.board.powers:
        if power in before:
            numbers = sorted(map(now, before[power]))
            while numbers and numbers[0] < 0:
                del numbers[0]
            if numbers:
                after[power] = numbers
    return Troops(field.board, after)


def dislodgements(battle: Equations) -> dict[str, tuple[Dislodgement, ...]]:
    """Return the units that were driven out, by power, with where each may go.

    A unit of a power that nobody plays goes nowhere.
    """
    if not battle.driven:
        return {}
    field, board, taken = battle.field, battle.field.board, battle.taken
    closed = {*field.standing}
    closed.difference_update(taken.values())
    closed.update(taken, battle.contested, field.closed)
    found: dict[str, tuple[Dislodgement, ...]] = {}
    for place in sorted(battle.driven, key=lambda place: (field.owner[place], field.unit[place])):
        attacker = taken[place]
        convoyed = bool(field.by_sea[attacker])
        origin = -1 if convoyed and field.rulebook.retreat_to_convoy_origin else attacker
        number = field.unit[place]
        retreats = ways_out(board, number, closed, origin)
        if field.owner[place] in field.neutral:
            retreats = ()
        one = Dislodgement(board.units[number], retreats, board.names[attacker], convoyed)
        power = board.powers[field.owner[place]]
        found[power] = (*found.get(power, ()), one)
    return found


def ways_out(board: Board, number: int, closed: Container[int], origin: int) -> tuple[str, ...]:
    """Return the locations a dislodged unit may retreat to, sorted.

    Args:
        board: The tables.
        number: The unit, by number.
        closed: Places that hold a unit or saw a standoff.
        origin: Where its attacker came from, closed as well; -1 where that is open.
    """
    return tuple(
        [
            location
            for location, place in board.ways[number]
            if place != origin and place not in closed
        ]
    )


def centers_after(
    board: Board, position: Position, units: Mapping[str, Sequence[Unit]]
) -> Mapping[str, tuple[str, ...]]:
    """Return who owns the supply centers once the units that stand in them have taken them.

    Empty where the owners were not known.
    """
    centers, center_of = position.centers, board.center_of
    if not centers:
        return {}
    gained: dict[str, str] = {}
    for power, numbers in troops_of(board, units).numbers.items():
        own = centers.get(power, ())
        for number in numbers:
            center = center_of[number]
            if center and center not in own:
                gained[center] = power
    if not gained:
        return centers
    after: dict[str, tuple[str, ...]] = {}
    for power in board.powers:
        held = [center for center in centers.get(power, ()) if center not in gained]
        if power in gained.values():
            held += [center for center, winner in gained.items() if winner == power]
            held.sort()
        if held:
            after[power] = tuple(held)
    return after


def is_fall(position: Position) -> bool:
    """Return whether supply centers change hands in this turn."""
    return position.phase.season is _FALL
