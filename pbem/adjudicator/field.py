"""The field of a movement phase: who stands where and does what, before anything is resolved.

Everything is by place. What a unit can never carry out here leaves it holding; what
is left over are the legal orders and how they fit together. `pbem.adjudicator.muster`
fills a field.
"""

from __future__ import annotations

from pbem.adjudicator.compiled import BY_LAND, NOTHING, Plan
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.tables import Board
from pbem.adjudicator.troops import Troops


class Field:
    """Units and their orders, by place.

    Attributes:
        owner: Number of the power whose unit stands there; -1 for an empty place.
        unit: Unit number; -1 for an empty place.
        plan: Its order, legal or not; `NOTHING` where there is none.
        target: Where it moves to; -1 for a unit that does not move.
        by_sea: Whether it moves by convoy; see `compiled`.
        troops: The units before the phase.
        standing: Their places, in the same order.
        groups: Orders by what they say, `MOVE` and so on; `ILLEGAL` for what can never
            be done. What turns out to be illegal here stays in its group.
        idle: Places whose units have no order.
        sailors: The movers that go by sea.
        fronts: The movers into each place that somebody moves to.
        strength: By place of a unit, 1 and how many support it.
        helped: Places of the movers that are supported by other powers.
        void: Supports and convoys of what the other unit was not ordered to do.
        reluctant: Supports of moves to where an own unit stands.
        carriers: By place of an army, the fleets that convoy it where it goes.
        aim: By place of a supporter whose support matches, where it helps;
            absent where the supported unit does something else.
        gates: By place of an army, where its convoy ends; see `gates`.
        facing: By place, the unit that one meets head to head over a gate.
        illegal: Why the order of a place is illegal.
        plans: The plan of each order as they came in, those of one power after those
            of another.
        closed: Places that nothing enters.
        neutral: Numbers of the powers that nobody plays.
    """

    __slots__ = (
        "aim",
        "board",
        "by_sea",
        "carriers",
        "closed",
        "facing",
        "fronts",
        "gates",
        "groups",
        "helped",
        "idle",
        "illegal",
        "neutral",
        "owner",
        "plan",
        "plans",
        "reluctant",
        "rulebook",
        "sailors",
        "standing",
        "strength",
        "target",
        "troops",
        "unit",
        "void",
    )

    def __init__(self, board: Board, rulebook: Rulebook, troops: Troops) -> None:
        """Start with an empty board, the units beside it."""
        size = len(board.names)
        self.board = board
        self.rulebook = rulebook
        self.troops = troops
        self.standing = troops.places
        self.owner = [-1] * size
        self.unit = [-1] * size
        self.plan = [NOTHING] * size
        self.target = [-1] * size
        self.by_sea = [BY_LAND] * size
        self.groups: list[list[Plan]] = [[], [], [], [], [], []]
        self.idle: list[int] = []
        self.sailors: list[int] = []
        self.fronts: dict[int, list[int]] = {}
        self.strength = [1] * size
        self.helped: set[int] = set()
        self.void: list[Plan] = []
        self.reluctant: list[Plan] = []
        self.carriers: dict[int, list[int]] = {}
        self.aim: dict[int, int] = {}
        self.gates: dict[int, int] = {}
        self.facing: dict[int, int] = {}
        self.illegal: dict[int, str] = {}
        self.plans: list[Plan] = []
        self.closed: frozenset[int] = frozenset()
        self.neutral: frozenset[int] = frozenset()

    def backers(self, helped: int) -> list[int]:
        """Return the places that support what the unit in a place does."""
        return [place for place in self.aim if self.plan[place].other == helped]
