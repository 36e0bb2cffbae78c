"""What a phase leaves on the board: units, dislodged units, standoffs, owners of centers."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from pbem.adjudicator.equations import YES
from pbem.adjudicator.movement import Battle
from pbem.adjudicator.tables import Board
from pbem.adjudicator.troops import Troops, split, troops_of
from pbem.board.phase import Season
from pbem.board.position import Dislodgement, Position, Unit


def entered(battle: Battle) -> dict[int, int]:
    """Return the mover that entered each place."""
    moves, target = battle.moves, battle.field.target
    return {target[mover]: mover for mover in battle.field.movers if moves[mover] == YES}


def driven_out(battle: Battle, taken: Mapping[int, int]) -> list[int]:
    """Return the places whose units are dislodged."""
    owner, moves = battle.field.owner, battle.moves
    return [place for place in taken if owner[place] >= 0 and moves[place] != YES]


def units_after(battle: Battle, taken: Mapping[int, int], driven: Sequence[int]) -> Troops:
    """Return the units on the board after a movement phase; powers without any are left out."""
    field, plan_at = battle.field, battle.field.plan
    became = field.unit.copy()
    for mover in taken.values():
        became[mover] = plan_at[mover].landing
    for place in driven:
        became[place] = -1
    parts = split(list(map(became.__getitem__, field.standing)), field.troops.numbers)
    after: dict[str, list[int]] = {}
    for power in field.board.powers:
        numbers = parts.get(power)
        if numbers:
            numbers.sort()
            if numbers[0] < 0:
                numbers = [number for number in numbers if number >= 0]
            if numbers:
                after[power] = numbers
    return Troops(field.board, after)


def standoffs(battle: Battle, taken: Mapping[int, int]) -> list[int]:
    """Return the places left empty by a standoff.

    A move whose convoy failed, or whose unit was beaten head to head by the one
    that stood there, takes no part in a standoff.
    """
    field, moves = battle.field, battle.moves
    owner, contested = field.owner, []
    for place, movers in field.fronts.items():
        if place not in taken and (owner[place] < 0 or moves[place] == YES):
            for mover in movers:
                if battle.prevents(mover):
                    contested.append(place)
                    break
    return contested


def dislodgements(
    battle: Battle, taken: Mapping[int, int], driven: Sequence[int], contested: Sequence[int]
) -> dict[str, tuple[Dislodgement, ...]]:
    """Return the units that were driven out, by power, with where each may go.

    A unit of a power that nobody plays goes nowhere.
    """
    if not driven:
        return {}
    field, board = battle.field, battle.field.board
    closed = set(field.standing)
    closed.difference_update(taken.values())
    closed.update(taken, contested, field.closed)
    found: list[list[tuple[int, Dislodgement]]] = [[] for _ in board.powers]
    for place in driven:
        attacker = taken[place]
        convoyed = bool(field.by_sea[attacker])
        origin = -1 if convoyed and field.rulebook.retreat_to_convoy_origin else attacker
        number = field.unit[place]
        retreats = ways_out(board, number, closed, origin)
        if field.owner[place] in field.neutral:
            retreats = ()
        found[field.owner[place]].append(
            (number, Dislodgement(board.units[number], retreats, board.names[attacker], convoyed))
        )
    return {
        power: tuple([dislodgement for _, dislodgement in sorted(own, key=lambda pair: pair[0])])
        for power, own in zip(board.powers, found, strict=True)
        if own
    }


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
            for place, location in board.ways[number]
            if place != origin and place not in closed
        ]
    )


def centers_after(
    board: Board, position: Position, units: Mapping[str, Sequence[Unit]]
) -> Mapping[str, tuple[str, ...]]:
    """Return who owns the supply centers once the units that stand in them have taken them.

    Empty where the owners were not known.
    """
    if not position.centers:
        return {}
    center_of = board.center_of
    owners: dict[str, str] = {}
    for power, centers in position.centers.items():
        owners.update(dict.fromkeys(centers, power))
    changed = False
    for power, numbers in troops_of(board, units).numbers.items():
        for number in numbers:
            center = center_of[number]
            if center and owners.get(center) != power:
                owners[center] = power
                changed = True
    if not changed:
        return position.centers
    return centers_by_power(board, owners)


def centers_by_power(board: Board, owners: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return owned centers by power, sorted; powers without any are left out."""
    own: dict[str, list[str]] = {power: [] for power in board.powers}
    for center, power in owners.items():
        own[power].append(center)
    return {power: tuple(sorted(centers)) for power, centers in own.items() if centers}


def is_fall(position: Position) -> bool:
    """Return whether supply centers change hands in this turn."""
    return position.phase.season is Season.FALL
