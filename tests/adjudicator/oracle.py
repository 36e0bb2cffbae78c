"""The rules of movement told a second time, without any thought of speed.

Given which moves succeed, everything else follows: who is dislodged, which
convoys hold, which supports are cut, how strong each move is. A guess at the
moves is *consistent* when those strengths give back the same moves. All guesses
are tried. (DATC chapter 5; of the choices in its chapter 4 those about convoy routes,
what goes by sea, where convoyed attacks come from and what the dislodged still do.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from pbem.adjudicator import Rulebook
from pbem.board.position import Position, Unit, province_of
from pbem.board.variant import Terrain, Variant
from pbem.orders.notation import read_order, unit_of
from pbem.orders.order import Convoy, Hold, Move, Order, SupportHold, SupportMove


@dataclass
class World:
    """Legal orders by province.

    Attributes:
        broken: Armies whose convoy is taken to fail.
        rules: The rulebook.
    """

    board: Variant
    units: Mapping[str, tuple[str, Unit]]
    orders: Mapping[str, Order]
    broken: frozenset[str] = frozenset()
    rules: Rulebook = field(default_factory=Rulebook)

    def to(self, place: str) -> str:
        """Return where the unit in a place moves; empty if it does not."""
        order = self.orders.get(place)
        return province_of(order.to) if isinstance(order, Move) else ""

    def power(self, place: str) -> str:
        """Return the power of the unit in a place; empty for none."""
        return self.units[place][0] if place in self.units else ""

    def movers(self, to: str = "") -> list[str]:
        """Return the places whose units move, or move to a place."""
        return [at for at in self.orders if self.to(at) and to in ("", self.to(at))]

    def carriers(self, army: str) -> list[str]:
        """Return the fleets that convoy an army where it goes."""
        return [
            at
            for at, order in self.orders.items()
            if isinstance(order, Convoy)
            and order.army.province == army
            and province_of(order.to) == self.to(army)
        ]

    def has_way_by_land(self, at: str) -> bool:
        """Return whether a move goes by land if its convoy is missing or broken."""
        falls_back = self.rules.convoy_falls_back_to_land
        return falls_back and self.board.reaches(self.units[at][1], self.to(at))

    def by_sea(self, at: str) -> bool:
        """Return whether a move is meant to go by convoy."""
        order = self.orders[at]
        assert isinstance(order, Move)
        if order.via or not self.board.reaches(self.units[at][1], self.to(at)):
            return True
        if self.rules.convoy_intent == "own-fleet-or-via":
            return any(self.power(fleet) == self.power(at) for fleet in self.carriers(at))
        if self.rules.convoy_intent == "opposite-move":
            return self.to(self.to(at)) == at and bool(self.carriers(at))
        return False

    def origin(self, at: str) -> str:
        """Return where an attack comes from; empty where it comes from several places."""
        if self.rules.convoy_attack_from == "army" or self.has_way_by_land(at):
            return at
        if not self.by_sea(at) or not self.carriers(at):
            return at
        ends = {sea for sea in self.carriers(at) if _touch(self.board, self.to(at), sea)}
        reached = _spread(self.board, at, set(self.carriers(at)) - ends)
        last = {
            sea for sea in ends if any(_touch(self.board, near, sea) for near in {at, *reached})
        }
        return last.pop() if len(last) == 1 else ""

    def faced(self, at: str) -> str:
        """Return the army that a unit meets when it moves onto its last fleet; empty for none."""
        for army in self.movers(at):
            if self.by_sea(army) and self.origin(army) == self.to(at) != army:
                return army
        return ""


def worlds_guesses(world: World) -> Iterator[frozenset[str]]:
    """Yield every set of moves that is consistent when exactly they succeed."""
    movers = world.movers()
    for count in range(len(movers) + 1):
        for chosen in combinations(movers, count):
            guess = frozenset(chosen)
            if all((mover in guess) == _succeeds(world, guess, mover) for mover in movers):
                yield guess


def world_of(
    board: Variant,
    position: Position,
    orders: Mapping[str, Sequence[str]],
    illegal: Iterable[str],
    rules: Rulebook,
) -> World:
    """Return a world in which units with `illegal` orders hold."""
    units = position.occupants()
    bad = set(illegal)
    read: dict[str, Order] = {}
    for own in orders.values():
        for text in own:
            order = read_order(text)
            unit = unit_of(order)
            assert unit is not None
            read[unit.province] = Hold(unit) if text in bad else order
    return World(board, units, read, rules=rules)


def _dislodged(world: World, guess: frozenset[str], place: str) -> bool:
    return place not in guess and any(world.to(mover) == place for mover in guess)


def _arrives(world: World, guess: frozenset[str], army: str, spared: str = "") -> bool:
    """Return whether undisturbed fleets lead an army to where it goes."""
    if army in world.broken:
        return False
    fleets = {
        fleet
        for fleet in world.carriers(army)
        if fleet == spared or not _dislodged(world, guess, fleet)
    }
    if world.rules.convoy_routes == "all" and len(fleets) < len(world.carriers(army)):
        return False
    reached = _spread(world.board, army, fleets)
    return any(_touch(world.board, world.to(army), sea) for sea in reached)


def _spread(board: Variant, start: str, fleets: set[str]) -> set[str]:
    """Return the fleets that lead on from a place."""
    reached: set[str] = set()
    edge = {start}
    while edge:
        near = {sea for at in edge for sea in fleets if _touch(board, at, sea)} - reached
        reached |= near
        edge = near
    return reached


def _touch(board: Variant, place: str, sea: str) -> bool:
    assert board.provinces[sea].terrain is Terrain.SEA
    return any(
        province_of(location) == place for location in board.provinces[sea].fleet.get("", ())
    )


def _is_live(world: World, guess: frozenset[str], mover: str) -> bool:
    return not _goes_by_sea(world, guess, mover) or _arrives(world, guess, mover)


def _goes_by_sea(world: World, guess: frozenset[str], mover: str) -> bool:
    if world.has_way_by_land(mover) and not _arrives(world, guess, mover):
        return False
    return world.by_sea(mover)


def _is_given(world: World, guess: frozenset[str], place: str) -> bool:
    order = world.orders[place]
    if isinstance(order, SupportHold):
        aim = order.supported.province
        if world.to(aim):
            return False
    elif isinstance(order, SupportMove):
        aim = province_of(order.to)
        if world.to(order.supported.province) != aim:
            return False
    else:
        return False
    for attacker in world.movers(place):
        if world.power(attacker) != world.power(place) and _is_live(world, guess, attacker):
            if world.origin(attacker) != aim or attacker in guess:
                return False
    return True


def _strength(world: World, guess: frozenset[str], place: str, against: str = "") -> int:
    return 1 + sum(
        isinstance(order, SupportHold | SupportMove)
        and order.supported.province == place
        and _is_given(world, guess, at)
        and world.power(at) != against
        for at, order in world.orders.items()
    )


def _meet(world: World, guess: frozenset[str], mover: str, other: str) -> bool:
    """Return whether two units meet head to head, both by land or over the last fleet."""
    if other in world.orders and world.to(mover) == other and world.faced(other) == mover:
        return True
    return (
        other in world.orders
        and world.to(other) == mover
        and not _goes_by_sea(world, guess, mover)
        and not _goes_by_sea(world, guess, other)
    )


def _succeeds(world: World, guess: frozenset[str], mover: str) -> bool:
    if not _is_live(world, guess, mover):
        return False
    target = world.to(mover)
    attack, resist = _attack_and_resist(world, guess, mover, target)
    prevent = [
        _prevent(world, guess, other, target) for other in world.movers(target) if other != mover
    ]
    return attack > max([resist, *prevent])


def _attack_and_resist(
    world: World, guess: frozenset[str], mover: str, target: str
) -> tuple[int, int]:
    if target not in world.units:
        return _strength(world, guess, mover), 0
    meet = _meet(world, guess, mover, target)
    if target in guess and not meet:
        return _strength(world, guess, mover), 0
    own = world.power(target) == world.power(mover)
    army = world.faced(mover)
    attack = 0 if own else _strength(world, guess, mover, world.power(target))
    resist = 1
    if meet or not world.to(target):
        resist = _strength(world, guess, target)
    if army and _arrives(world, guess, army, spared=target):
        resist = max(resist, _strength(world, guess, army))
    return attack, resist


def _prevent(world: World, guess: frozenset[str], mover: str, target: str) -> int:
    if not _is_live(world, guess, mover):
        return 0
    if _meet(world, guess, mover, target) and target in guess:
        return 0
    if world.faced(mover) in guess:
        return 0
    if world.rules.dislodged_effect == "never" and mover not in guess:
        if world.to(target) == mover and target in guess:
            return 0
    return _strength(world, guess, mover)
