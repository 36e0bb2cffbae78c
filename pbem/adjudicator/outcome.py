"""What a phase leaves on the board: units, dislodged units, standoffs, owners of centers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.adjudicator.movement import YES, Battle
from pbem.adjudicator.tables import Board
from pbem.board.phase import Season
from pbem.board.position import Dislodgement, Position, Unit


def entered(battle: Battle) -> dict[int, int]:
    """Return the mover that entered each place."""
    moves, target = battle.moves, battle.field.target
    return {target[mover]: mover for mover in battle.field.movers if moves[mover] == YES}


def units_after(battle: Battle, taken: Mapping[int, int]) -> dict[str, tuple[Unit, ...]]:
    """Return the units on the board after a movement phase, by power, sorted."""
    field, moves = battle.field, battle.moves
    unit_at, plan_at, all_units = field.unit, field.plan, field.board.units
    after: dict[str, tuple[Unit, ...]] = {}
    for power_number, power in enumerate(field.board.powers):
        numbers = []
        for place in field.troops.get(power_number, ()):
            if moves[place] == YES:
                numbers.append(plan_at[place].landing)
            elif place not in taken:
                numbers.append(unit_at[place])
        if numbers:
            numbers.sort()
            own = []
            for number in numbers:
                own.append(all_units[number])
            after[power] = tuple(own)
    return after


def by_power(board: Board, numbers: Sequence[list[int]]) -> dict[str, tuple[Unit, ...]]:
    """Return units given by number as `Unit`s, sorted; powers without any are left out."""
    unit_of = board.units.__getitem__
    return {
        power: tuple(map(unit_of, sorted(own)))
        for power, own in zip(board.powers, numbers, strict=True)
        if own
    }


def standoffs(battle: Battle, taken: Mapping[int, int]) -> list[int]:
    """Return the places left empty by a standoff.

    A move whose convoy failed, or whose unit was beaten head to head by the one
    that stood there, takes no part in a standoff.
    """
    field, moves = battle.field, battle.moves
    owner, contested = field.owner, []
    for place, movers in field.fronts.items():
        if place not in taken and (owner[place] < 0 or moves[place] == YES):
            if any(battle.prevents(mover) for mover in movers):
                contested.append(place)
    return contested


def dislodgements(
    battle: Battle, taken: Mapping[int, int], contested: Sequence[int]
) -> dict[str, tuple[Dislodgement, ...]]:
    """Return the units that were driven out, by power, with where each may go.

    A unit of a power that nobody plays goes nowhere.
    """
    field, moves, board = battle.field, battle.moves, battle.field.board
    driven = [place for place in taken if field.owner[place] >= 0 and moves[place] != YES]
    if not driven:
        return {}
    closed = {place for own in field.troops.values() for place in own if moves[place] != YES}
    closed.update(taken)
    closed.update(contested)
    closed.update(field.closed)
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


def ways_out(board: Board, number: int, closed: Iterable[int], origin: int) -> tuple[str, ...]:
    """Return the locations a dislodged unit may retreat to, sorted.

    Args:
        board: The tables.
        number: The unit, by number.
        closed: Places that hold a unit or saw a standoff.
        origin: Where its attacker came from, closed as well; -1 where that is open.
    """
    return tuple(
        sorted(
            board.units[landing].location
            for place, landings in board.reach[number].items()
            if place != origin and place not in closed
            for landing in landings
        )
    )


def centers_after(
    board: Board, position: Position, units: Mapping[str, Sequence[Unit]]
) -> Mapping[str, tuple[str, ...]]:
    """Return who owns the supply centers once the units that stand in them have taken them.

    Empty where the owners were not known.
    """
    if not position.centers:
        return {}
    names, is_center = board.names, board.is_center
    number_by_id, place_of = board.number_by_id, board.place_of
    owners = {center: power for power, own in position.centers.items() for center in own}
    changed = False
    for power, own in units.items():
        for unit in own:
            number = number_by_id.get(id(unit))
            place = place_of[board.number_of(unit) if number is None else number]
            if is_center[place] and owners.get(names[place]) != power:
                owners[names[place]] = power
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
