"""Small boards, and what happens on them, drawn from a seed; phases of the standard board too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from pbem.board.phase import Phase
from pbem.board.position import Position, Unit, UnitKind
from pbem.board.variant import Names, Power, Province, Terrain, Variant

POWERS = ("ARC", "BOR", "CYR")
FIRST = Phase.read("S1901M")


def small_board(random: Random) -> Variant:
    """Return a board of four to six coasts around two to four seas."""
    lands = [f"L{number}" for number in range(random.randint(4, 6))]
    seas = [f"S{number}" for number in range(random.randint(2, 4))]
    army: dict[str, set[str]] = {land: set() for land in lands}
    fleet: dict[str, set[str]] = {place: set() for place in lands + seas}
    for first, second in pairwise(seas):
        _join(fleet, first, second)
    for land in lands:
        for sea in random.sample(seas, random.randint(1, 2)):
            _join(fleet, land, sea)
    for first, second in zip(lands, lands[1:] + lands[:1], strict=True):
        if random.random() < 0.8:
            _join(army, first, second)
            if random.random() < 0.5:
                _join(fleet, first, second)
    provinces = {
        place: Province(
            id=place,
            name=place.title(),
            terrain=Terrain.COASTAL if place in army else Terrain.SEA,
            center=place in army,
            home=None,
            coasts=(),
            army=tuple(sorted(army.get(place, ()))),
            fleet={"": tuple(sorted(fleet[place]))},
        )
        for place in lands + seas
    }
    powers = {
        power: Power(power, power.title(), power.title(), power[0], (), "#808080", "L0", (), ())
        for power in POWERS
    }
    return Variant("small", "A small board", provinces, powers, FIRST, {}, Names(), "2023")


def _join(borders: dict[str, set[str]], first: str, second: str) -> None:
    borders[first].add(second)
    borders[second].add(first)


def small_position(random: Random, board: Variant) -> Position:
    """Return a position with a unit in most places."""
    units: dict[str, list[Unit]] = {power: [] for power in POWERS}
    for place, province in board.provinces.items():
        if random.random() < 0.75:
            at_sea = province.terrain is Terrain.SEA
            kind = UnitKind.FLEET if at_sea or random.random() < 0.5 else UnitKind.ARMY
            units[random.choice(POWERS)].append(Unit(kind, place))
    return Position(FIRST, {power: tuple(sorted(own, key=str)) for power, own in units.items()})


def matching_orders(
    random: Random, board: Variant, position: Position
) -> dict[str, tuple[str, ...]]:
    """Return orders that often fit together: moves, and supports and convoys of them.

    Half of the time armies go by sea and fleets attack the convoys, so that
    paradoxes come about.
    """
    units = [(power, unit) for power, own in position.units.items() for unit in own]
    at_sea = random.random() < 0.5
    moves = {
        unit: random.choice(places)
        for _, unit in units
        if random.random() < (0.45 if at_sea else 0.6)
        and (places := _destinations(random, board, unit, at_sea))
    }
    fixed: dict[Unit, str] = {}
    for _ in range(random.randint(1, 3) if at_sea else 0):
        _plot(random, board, [unit for _, unit in units], moves, fixed)
    orders: dict[str, list[str]] = {power: [] for power in position.units}
    for power, unit in units:
        free = _order(random, board, unit, moves, [other for _, other in units])
        orders[power].append(fixed.get(unit, free))
    return {power: tuple(own) for power, own in orders.items()}


def _plot(
    random: Random,
    board: Variant,
    units: Sequence[Unit],
    moves: dict[Unit, str],
    fixed: dict[Unit, str],
) -> None:
    """Send an army by sea against the unit that supports an attack on its own convoy."""
    free = [unit for unit in units if unit not in fixed]
    random.shuffle(free)
    for fleet in free:
        if board.provinces[fleet.province].terrain is not Terrain.SEA:
            continue
        touching = board.provinces[fleet.province].fleet[""]
        armies = [unit for unit in free if unit.kind is UnitKind.ARMY and unit.province in touching]
        fleets = [
            unit
            for unit in free
            if unit.kind is UnitKind.FLEET and unit != fleet and unit.province in touching
        ]
        helpers = [unit for unit in fleets if board.provinces[unit.province].army]
        if armies and helpers and len(fleets) > 1:
            army, helper = armies[0], helpers[0]
            attacker = next(unit for unit in fleets if unit != helper)
            moves[army], moves[attacker] = helper.province, fleet.province
            fixed[army] = f"{army} - {helper.province} VIA"
            fixed[fleet] = f"{fleet} C {army} - {helper.province}"
            fixed[attacker] = f"{attacker} - {fleet.province}"
            fixed[helper] = f"{helper} S {attacker} - {fleet.province}"
            return


def orders_over_the_sea(
    random: Random, board: Variant, position: Position
) -> dict[str, tuple[str, ...]]:
    """Return matching orders in which an army goes by sea against a fleet that attacks.

    The fleet moves onto the one that convoys the army, or supports an attack on where
    the army started; most others support one side.
    """
    units = [unit for own in position.units.values() for unit in own]
    return _changed(random, board, position, _meet_over_the_sea(random, board, units))


def orders_to_swap(
    random: Random, board: Variant, position: Position
) -> dict[str, tuple[str, ...]]:
    """Return matching orders in which an army and a neighbor change places, perhaps by sea.

    Most others convoy, support one of the two, or go where they came from.
    """
    units = [unit for own in position.units.values() for unit in own]
    return _changed(random, board, position, _swap(random, board, units))


def _changed(
    random: Random, board: Variant, position: Position, fixed: Mapping[Unit, str]
) -> dict[str, tuple[str, ...]]:
    """Return matching orders, but those in `fixed` for the units there."""
    orders = matching_orders(random, board, position)
    return {
        power: tuple(fixed.get(unit, text) for unit, text in zip(own, orders[power], strict=True))
        for power, own in position.units.items()
    }


def _swap(random: Random, board: Variant, units: Sequence[Unit]) -> dict[Unit, str]:
    pairs = [
        (army, other)
        for army in units
        for other in units
        if army.kind is UnitKind.ARMY and other != army and board.provinces[other.province].army
        if board.reaches(other, army.province)
    ]
    if not pairs:
        return {}
    army, other = pair = random.choice(pairs)
    fixed = {
        army: f"{army} - {other.province}{random.choice(('', ' VIA'))}",
        other: f"{other} - {army.province}",
    }
    for unit in units:
        ways = board.provinces[unit.province].fleet.get("", ())
        at_sea = board.provinces[unit.province].terrain is Terrain.SEA
        if at_sea and (army.province in ways or other.province in ways):
            fixed[unit] = f"{unit} C {army} - {other.province}"
        elif unit not in fixed and random.random() < 0.85:
            choices = [
                f"{unit} - {one.province}" for one in pair if board.reaches(unit, one.province)
            ]
            for mover, to in ((army, other.province), (other, army.province)):
                if board.reaches(unit, to):
                    choices += [f"{unit} S {mover} - {to}"] * 2
            if choices:
                fixed[unit] = random.choice(choices)
    return fixed


def _meet_over_the_sea(random: Random, board: Variant, units: Sequence[Unit]) -> dict[Unit, str]:
    seas = [unit for unit in units if board.provinces[unit.province].terrain is Terrain.SEA]
    random.shuffle(seas)
    for fleet in seas:
        near = [
            unit for unit in units if unit.province in board.provinces[fleet.province].fleet[""]
        ]
        armies = [unit for unit in near if unit.kind is UnitKind.ARMY]
        others = [unit for unit in near if unit not in armies and unit not in seas]
        if armies and others:
            army, other = random.choice(armies), random.choice(others)
            fixed = {
                army: f"{army} - {other.province} VIA",
                fleet: f"{fleet} C {army} - {other.province}",
            }
            rivals = [unit for unit in units if board.reaches(unit, army.province)]
            attacker, aim = other, fleet.province
            if rivals and board.reaches(other, army.province) and random.random() < 0.3:
                attacker, aim = random.choice(rivals), army.province
                fixed[other] = f"{other} S {attacker} - {aim}"
            fixed.setdefault(attacker, f"{attacker} - {aim}")
            sides = ((army, other.province), (attacker, aim))
            for unit in units:
                helped = [
                    f"{unit} S {mover} - {to}" for mover, to in sides if board.reaches(unit, to)
                ]
                if unit not in fixed and helped and random.random() < 0.75:
                    fixed[unit] = random.choice(helped)
            return fixed
    return {}


def _destinations(random: Random, board: Variant, unit: Unit, at_sea: bool) -> list[str]:
    near = [place.partition("/")[0] for place in board.neighbors(unit)]
    if unit.kind is UnitKind.ARMY and random.random() < (0.9 if at_sea else 0.6):
        coasts = [place for place, province in board.provinces.items() if province.army]
        return [place for place in coasts if place != unit.province]
    if at_sea and unit.kind is UnitKind.FLEET:
        if board.provinces[unit.province].terrain is Terrain.SEA:
            return []
        return [place for place in near if board.provinces[place].terrain is Terrain.SEA]
    return near


def _order(
    random: Random,
    board: Variant,
    unit: Unit,
    moves: Mapping[Unit, str],
    units: Sequence[Unit],
) -> str:
    at_sea = board.provinces[unit.province].terrain is Terrain.SEA
    far = [
        army
        for army, to in moves.items()
        if army.kind is UnitKind.ARMY and (not board.reaches(army, to) or random.random() < 0.2)
    ]
    if at_sea and far and random.random() < 0.6:
        army = random.choice(far)
        return f"{unit} C {army} - {moves[army]}"
    if unit in moves:
        via = " VIA" if unit.kind is UnitKind.ARMY and random.random() < 0.15 else ""
        return f"{unit} - {moves[unit]}{via}"
    helped = [
        f"{unit} S {other} - {moves[other]}" if other in moves else f"{unit} S {other}"
        for other in units
        if other != unit and board.reaches(unit, moves.get(other, other.province))
    ]
    return random.choice(helped) if helped and random.random() < 0.9 else f"{unit} H"
