"""Orders of a movement phase, compiled: an order string as a few small integers.

What depends on the board alone (borders, coasts, terrain) is found out once for
each distinct string and kept; what depends on the units that stand there is
left to `pbem.adjudicator.field`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import Final

from pbem.adjudicator.reasons import tell
from pbem.adjudicator.result import OrderResult, Outcome
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.said import Finding, Said
from pbem.adjudicator.tables import Board, board_of
from pbem.board.position import Unit, UnitKind, province_of
from pbem.board.variant import Terrain, Variant
from pbem.errors import UnreadableError
from pbem.orders.notation import read_order
from pbem.orders.order import Convoy, Hold, Move, SupportHold, SupportMove

HOLD: Final = 0
MOVE: Final = 1
SUPPORT_HOLD: Final = 2
SUPPORT_MOVE: Final = 3
CONVOY: Final = 4
ILLEGAL: Final = 5

BY_LAND: Final = 0
BEYOND_REACH: Final = 1
VIA: Final = 2

_USUAL = {
    HOLD: Said.HELD,
    MOVE: Said.MOVED,
    SUPPORT_HOLD: Said.GIVEN,
    SUPPORT_MOVE: Said.GIVEN,
    CONVOY: Said.AVAILABLE,
}

_ALWAYS_LOOK: Final = -2
"""What a plan expects that always takes a look at the other unit; nowhere there is a unit -2."""

_NO_SUCH_COAST: Final = -2

_NOT_TOLD = OrderResult("", Outcome.HOLDS, "")

_MOST_PLANS = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """One order of a movement phase.

    Attributes:
        op: `HOLD`, `MOVE`, `SUPPORT_HOLD`, `SUPPORT_MOVE` or `CONVOY`.
        unit: Number of the ordered unit; -1 where no such unit can stand.
        place: Where it stands; -1 for a province that does not exist.
        target: Place a move, a supported move or a convoy goes to; the place of
            a unit supported to hold; -1 for a hold.
        other: Place of the supported unit or of the convoyed army; -1 for none.
        other_fleet: Whether it is said to be a fleet.
        coast_counts: Whether a fleet's move is supported to where there are coasts, or to one.
        by_sea: `BY_LAND`, `BEYOND_REACH` (a convoy alone can bring it there) or
            `VIA` (a convoy was asked for, to a neighboring province).
        group: Where it belongs in `Field.groups`: `op`, or `ILLEGAL` where there is a `why`.
        expects: Number of the unit that makes a support or convoy legal without another
            look if it stands in `other`; `_ALWAYS_LOOK` where it takes one.
        done: Its result when all goes as ordered; that it is illegal for an order that
            nobody carries out.
        told: What else became of it in phases so far, by finding: orders repeat, and
            a result is immutable.
        landing: Number of the unit a move ends as; in a support of a fleet's
            move that of the coast it names, -1 for any.
        other_unit: Number of the other unit as it is named; -1 where it has no coast
            and needs one, or one it does not need.
        usual: The finding when all goes as ordered, by land where it goes.
        why: Why no such unit can ever do this here; empty where it can.
        text: The order as it came in.

    What every phase asks stands together at the front: thousands of plans do not fit into
    the quick memory of a processor, and half of one is fetched in half the time.
    """

    op: int
    unit: int
    place: int
    target: int = -1
    other: int = -1
    other_fleet: bool = False
    coast_counts: bool = False
    by_sea: int = BY_LAND
    group: int = HOLD
    expects: int = _ALWAYS_LOOK
    done: OrderResult = _NOT_TOLD
    told: dict[Finding, OrderResult] = field(default_factory=dict)
    landing: int = -1
    other_unit: int = -1
    usual: int = int(Said.HELD)
    why: str = ""
    text: str = ""


NOTHING: Final = Plan(HOLD, -1, -1)
"""The plan of a unit without an order."""


def refused(text: str, why: str) -> Plan:
    """Return the plan of an order that nobody carries out, whatever is found."""
    return replace(NOTHING, done=OrderResult(text, Outcome.ILLEGAL, why))


class Plans:
    """The plans of a board under a rulebook, made as they are asked for.

    Attributes:
        known: By order string; where an order is missing, `add` makes its plan.
    """

    def __init__(self, board: Board, rulebook: Rulebook) -> None:
        """Start without any."""
        self.known: dict[str, Plan] = {}
        self._board = board
        self._rulebook = rulebook

    def plan(self, text: str) -> Plan:
        """Return the plan of an order string."""
        return self.known.get(text) or self.add(text)

    def read(self, orders: Mapping[str, Sequence[str]]) -> list[Plan]:
        """Return the plans of orders by power, one after another."""
        try:
            return list(map(self.known.__getitem__, chain.from_iterable(orders.values())))
        except KeyError:
            return list(map(self.plan, chain.from_iterable(orders.values())))

    def add(self, text: str) -> Plan:
        """Compile an order string that is not known yet; any text gives a plan."""
        if len(self.known) >= _MOST_PLANS:
            self.known.clear()
        plan = self.known[text] = self.told_as(text, self._compile(text))
        return plan

    def told_as(self, text: str, plan: Plan) -> Plan:
        """Return a plan for another spelling of its order: what becomes of it is told of that."""
        usual = int(_USUAL[plan.op])
        return replace(
            plan,
            text=text,
            usual=usual,
            done=tell(self._board, text, plan.target, usual),
            told={},
            group=ILLEGAL if plan.why else plan.op,
            expects=self._expects(plan),
        )

    def _expects(self, plan: Plan) -> int:
        if plan.other_unit < 0 or plan.coast_counts:
            return _ALWAYS_LOOK
        if plan.op == SUPPORT_MOVE and plan.target not in self._board.reach[plan.other_unit]:
            return _ALWAYS_LOOK
        return plan.other_unit

    def _compile(self, text: str) -> Plan:
        try:
            order = read_order(text)
        except UnreadableError:
            return replace(NOTHING, why=f"{text!r} cannot be read as an order")
        match order:
            case Hold(unit):
                return Plan(HOLD, *self._stands(unit))
            case Move(unit, to, via):
                return self._move(unit, to, via)
            case SupportHold(unit, supported):
                return self._support_hold(unit, supported)
            case SupportMove(unit, supported, to):
                return self._support_move(unit, supported, to)
            case Convoy(unit, army, to):
                return self._convoy(unit, army, to)
            case _:
                return replace(NOTHING, why="this is no order of a movement phase")

    def _stands(self, unit: Unit) -> tuple[int, int]:
        """Return the number and the place of a unit as it is named; -1 for what is not there."""
        board = self._board
        number = board.number_of(unit)
        if number < 0 and unit.kind is UnitKind.ARMY and self._rulebook.army_coast == "ignored":
            number = board.armies.get(unit.province, number)
        return number, board.place_named(unit.province)

    def _move(self, unit: Unit, to: str, via: bool) -> Plan:
        number, place = self._stands(unit)
        target = self._board.place_named(province_of(to))
        plan = Plan(MOVE, number, place, target)
        if target < 0:
            return replace(plan, why=f"there is no province {province_of(to)}")
        if target == place:
            return replace(plan, why=f"{unit} already stands there")
        if number < 0:
            return plan
        if unit.kind is UnitKind.ARMY:
            return self._army_move(plan, to, via)
        if via:
            return replace(plan, why=f"{unit} is a fleet; only armies go by convoy")
        landing = self._fleet_landing(number, target, to)
        if isinstance(landing, str):
            return replace(plan, why=landing)
        return replace(plan, landing=landing)

    def _army_move(self, plan: Plan, to: str, via: bool) -> Plan:
        board = self._board
        province = self._board.variant.provinces[province_of(to)]
        if "/" in to and self._rulebook.army_coast == "illegal":
            return replace(plan, why=f"an army stands on no coast; it goes to {province.id}")
        if province.terrain is Terrain.SEA:
            return replace(plan, why=f"{province.id} is sea, an army cannot go there")
        landing = board.armies[province.id]
        if plan.target in board.reach[plan.unit]:
            return replace(plan, landing=landing, by_sea=VIA if via else BY_LAND)
        coasts = board.touches[plan.place] and board.touches[plan.target]
        why = "" if coasts else f"{board.texts[plan.unit]} cannot reach {province.id}"
        return replace(plan, landing=landing, by_sea=BEYOND_REACH, why=why)

    def _fleet_landing(self, number: int, target: int, to: str) -> int | str:
        """Return what a fleet becomes at its target, or why it cannot go there."""
        rules, board = self._rulebook, self._board
        open_to_it = board.reach[number].get(target)
        if not open_to_it:
            return f"{board.texts[number]} cannot reach {province_of(to)}"
        coasts = ", ".join(board.units[landing].location for landing in open_to_it)
        if to != board.names[target]:
            for landing in open_to_it:
                if board.units[landing].location == to:
                    return landing
            if rules.coast_unreachable == "illegal":
                return f"{board.texts[number]} cannot reach {to}, only {coasts}"
        elif rules.coast_only == "illegal" and "/" in coasts:
            return f"the coast is missing: {coasts}"
        if len(open_to_it) > 1 and rules.coast_missing == "illegal":
            return f"the coast is missing: {' or '.join(coasts.split(', '))}"
        return open_to_it[0]

    def _support_hold(self, unit: Unit, supported: Unit) -> Plan:
        number, place = self._stands(unit)
        other_unit, other = self._stands(supported)
        fleet = supported.kind is UnitKind.FLEET
        plan = Plan(SUPPORT_HOLD, number, place, other, other, fleet, other_unit=other_unit)
        return _unless(self._support_error(plan, unit, supported.province), plan)

    def _support_move(self, unit: Unit, supported: Unit, to: str) -> Plan:
        number, place = self._stands(unit)
        other_unit, other = self._stands(supported)
        target = self._board.place_named(province_of(to))
        fleet = supported.kind is UnitKind.FLEET
        landing = self._board.fleets.get(to, _NO_SUCH_COAST) if fleet and "/" in to else -1
        coasts = fleet and ("/" in to or self._has_coasts(province_of(to)))
        plan = Plan(
            SUPPORT_MOVE,
            number,
            place,
            target,
            other,
            fleet,
            coasts,
            landing=landing,
            other_unit=other_unit,
        )
        if other < 0:
            return replace(plan, why=f"there is no province {supported.province}")
        if other == target:
            return replace(plan, why=f"{supported} already stands there")
        return _unless(self._support_error(plan, unit, province_of(to)), plan)

    def _has_coasts(self, name: str) -> bool:
        province = self._board.variant.provinces.get(name)
        return province is not None and bool(province.coasts)

    def _support_error(self, plan: Plan, unit: Unit, province: str) -> str:
        if plan.target < 0:
            return f"there is no province {province}"
        if plan.other == plan.place:
            return "a unit cannot support itself"
        if plan.target == plan.place:
            return f"{unit} cannot support a move to where it stands"
        if plan.unit >= 0 and plan.target not in self._board.reach[plan.unit]:
            return f"{unit} cannot reach {province}, so it supports nothing there"
        return ""

    def _convoy(self, unit: Unit, army: Unit, to: str) -> Plan:
        number, place = self._stands(unit)
        other_unit, other = self._stands(army)
        target = self._board.place_named(province_of(to))
        fleet = army.kind is UnitKind.FLEET
        plan = Plan(CONVOY, number, place, target, other, fleet, other_unit=other_unit)
        return _unless(self._convoy_error(plan, unit, army, province_of(to)), plan)

    def _convoy_error(self, plan: Plan, unit: Unit, army: Unit, province: str) -> str:
        board = self._board
        if plan.other < 0 or plan.target < 0:
            return f"there is no province {army.province if plan.other < 0 else province}"
        if plan.place < 0:
            return ""
        if not board.variant.convoys:
            return "there are no convoys on this board"
        if unit.kind is UnitKind.ARMY or not board.is_sea[plan.place]:
            return f"{unit} is no fleet at sea, so it cannot convoy"
        if plan.other_fleet:
            return f"{army} is no army, so it cannot be convoyed"
        if plan.other == plan.target:
            return f"{army} already stands there"
        if not board.touches[plan.other]:
            return f"{army} is not at the coast"
        if board.is_sea[plan.target] or not board.touches[plan.target]:
            return f"no army can be convoyed to {province}"
        return ""


def _unless(why: str, plan: Plan) -> Plan:
    """Return a plan, and why it can never be carried out where there is a reason."""
    return replace(plan, why=why) if why else plan


@lru_cache(maxsize=64)
def plans_of(variant: Variant, rulebook: Rulebook) -> Plans:
    """Return the plans of a board under a rulebook, empty when first asked for."""
    return Plans(board_of(variant), rulebook)
