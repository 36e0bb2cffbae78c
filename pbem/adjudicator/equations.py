"""The equations of a movement phase: what follows from the answers so far.

Three questions are asked again and again: does a *move* succeed, is a *support*
given, does a *convoy* (the route of an army) hold. Each answer is `YES`, `NO` or
`OPEN`, and is given as soon as no open one could change it. Here an answer is worked
out from others; `pbem.adjudicator.movement` asks, and keeps what it is told.

Words: a *front* is a place with the movers into it; the *occupant* is the unit
that stood there. Strengths are counted as in chapter 5 of the DATC: *attack*
(against the occupant), *hold*, *defend* (in a head-to-head battle) and *prevent*
(against the other movers), each between a least and a most while supports are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from pbem.adjudicator.compiled import SUPPORT_MOVE, VIA
from pbem.adjudicator.field import Field
from pbem.adjudicator.routes import fleets_in, is_joined
from pbem.adjudicator.said import Findings

OPEN: Final = 0
YES: Final = 1
NO: Final = 2


class Equations:
    """A field with the answers so far.

    Attributes:
        field: The units and their orders.
        moves: By place of the mover.
        supports: By place of the supporter, of the supports that match.
        convoys: By place of the army, of the armies that go by sea.
        attacked: Places of the supporters that somebody attacks.
        least: By place of a unit, 1 and the supports that it is sure to be given.
        most: The same with those that are open.
        broken: Armies whose convoy fails because of a paradox.
        unclear: The fronts that were not decided at sight (`pbem.adjudicator.fronts`).
        taken: By place, the mover that entered it.
        driven: The places whose units are dislodged.
        contested: The places left empty by a standoff.
        found: By place, what is known to say of the unit there and its order.
    """

    __slots__ = (
        "attacked",
        "broken",
        "contested",
        "convoys",
        "driven",
        "field",
        "found",
        "least",
        "most",
        "moves",
        "supports",
        "taken",
        "unclear",
    )

    def __init__(self, field: Field) -> None:
        """Start with everything open, and all supports that match given."""
        self.field = field
        self.moves = [OPEN] * len(field.owner)
        self.supports = dict.fromkeys(field.aim, YES)
        self.convoys = dict.fromkeys(field.sailors, OPEN)
        self.attacked = field.aim.keys() & field.fronts.keys()
        self.least = field.strength
        self.most = field.strength.copy()
        self.broken: set[int] = set()
        self.unclear: list[int] = []
        self.taken: dict[int, int] = {}
        self.driven: list[int] = []
        self.contested: list[int] = []
        # One more, for the place -1 that orders have which are for no unit.
        self.found: Findings = [*([None] * len(field.owner)), None]

    # moves

    def _alone(self, mover: int, place: int) -> int:
        """Return whether the only mover into a place, by land and without support, succeeds.

        It does if the place is empty or the occupant leaves; nothing else need be counted.
        """
        field = self.field
        if field.owner[place] < 0:
            return YES
        if field.target[place] < 0:
            return NO
        if field.target[place] == mover:
            if not field.by_sea[place]:
                return NO
            if self._may_go_by_land(mover, place):
                return OPEN
        return self.moves[place]

    def _against_occupant(self, mover: int, place: int, least: int, most: int) -> int:
        """Return whether a move succeeds.

        `least` and `most` bound the strength with which the other movers prevent it.
        """
        field = self.field
        convoy = YES
        if field.by_sea[mover]:
            convoy = self.convoys[mover]
            if convoy == NO:
                return NO
        low, high, hold_low, hold_high = self._attack_and_hold(mover, place)
        if high <= hold_low or high <= least:
            return NO
        if low > hold_high and low > most and convoy == YES:
            return YES
        return OPEN

    def _attack_and_hold(self, mover: int, place: int) -> tuple[int, int, int, int]:
        """Return attack and hold (or defend) strength of a move and its target, least and most."""
        field, least, most = self.field, self.least, self.most
        power = field.owner[place]
        if power < 0:
            return least[mover], most[mover], 0, 0
        if power == field.owner[mover]:
            low = high = 0
        elif mover in field.helped:
            low, high = self._strength_against(power, mover)
        else:
            low, high = least[mover], most[mover]
        if field.target[place] < 0:
            if not high:
                return 0, 0, 1, 1
            if mover in field.facing:
                return low, high, *self._hold_of_gate(mover, place)
            return low, high, least[place], most[place]
        if field.facing.get(mover) == place:
            return low, high, least[place], most[place]
        if field.target[place] == mover:
            if not field.by_sea[mover] and not field.by_sea[place]:
                return low, high, least[place], most[place]
            if self._may_go_by_land(mover, place):
                return 0, 99, 0, 99
        leaves = self.moves[place]
        if leaves == YES:
            return least[mover], most[mover], 0, 0
        if leaves == NO:
            return low, high, 1, 1
        return low, most[mover], 0, 1

    def _hold_of_gate(self, mover: int, gate: int) -> tuple[int, int]:
        """Return the strength against a move onto a gate: its fleet's, or the army's in it."""
        army = self.field.facing[mover]
        defend_low, defend_high = self.least[army], self.most[army]
        there = NO if army in self.broken else self._convoy(army, gate)
        if there != YES:
            defend_low = 0
        if there == NO:
            defend_high = 0
        return max(self.least[gate], defend_low), max(self.most[gate], defend_high)

    def _prevent(self, mover: int, place: int) -> tuple[int, int]:
        """Return the least and the most strength with which a move keeps others out."""
        field = self.field
        low, high = self.least[mover], self.most[mover]
        if field.by_sea[mover]:
            convoy = self.convoys[mover]
            if convoy == NO:
                return 0, 0
            if convoy == OPEN:
                low = 0
        beaten = NO
        if field.target[place] == mover:
            beaten = self._is_beaten(mover, place)
        elif mover in field.facing and not field.by_sea[mover]:
            beaten = self.moves[field.facing[mover]]
        if beaten == YES:
            return 0, 0
        return 0 if beaten == OPEN else low, high

    def _is_beaten(self, mover: int, opponent: int) -> int:
        """Return whether a unit is dislodged by the one it attacks, and so has no effect there.

        Source: DATC 4.A.7; the rulebook says whether that takes a head-to-head battle.
        """
        field = self.field
        if field.rulebook.dislodged_effect == "never":
            if self.moves[mover] == YES or self.moves[opponent] == NO:
                return NO
            return YES if self.moves[mover] == NO and self.moves[opponent] == YES else OPEN
        if field.by_sea[mover] or field.by_sea[opponent]:
            return OPEN if self._may_go_by_land(mover, opponent) else NO
        return self.moves[opponent]

    def _may_go_by_land(self, mover: int, opponent: int) -> bool:
        """Return whether an open convoy decides if two units meet on the way."""
        if not self.field.rulebook.convoy_falls_back_to_land:
            return False
        return any(
            self.field.by_sea[place] == VIA and self.convoys[place] == OPEN
            for place in (mover, opponent)
        )

    def _strength_against(self, power: int, mover: int) -> tuple[int, int]:
        """Return 1 and the supports of a move against a unit of a power, least and most.

        Supports by that power do not count: nobody helps to dislodge an own unit
        (DATC 6.D.12).
        """
        field = self.field
        counted = [
            self.supports[backer] for backer in field.backers(mover) if field.owner[backer] != power
        ]
        low = 1 + counted.count(YES)
        return low, low + counted.count(OPEN)

    # supports

    def _support(self, place: int) -> int:
        """Return whether a support is given.

        It is cut by any attack of another power, except from the province that
        the support is directed at: from there only if the supporter is dislodged
        (DATC 6.D.15, 6.D.17). A convoyed attack comes from where the army started or
        from its gate (4.A.4), and only if the convoy holds.
        """
        field = self.field
        aim, gates = field.aim[place], field.gates
        answer = YES
        for attacker in field.fronts[place]:
            if field.owner[attacker] == field.owner[place]:
                continue
            if gates.get(attacker, attacker) == aim:
                attack = self.moves[attacker]
            elif field.by_sea[attacker]:
                attack = self._convoyed_attack(attacker, place)
            else:
                return NO
            if attack == YES:
                return NO
            if attack == OPEN:
                answer = OPEN
        return answer

    def is_from_aim(self, attacker: int, place: int) -> bool:
        """Return whether an attack on a supporter comes from where its support is directed at."""
        return self.field.gates.get(attacker, attacker) == self.field.aim[place]

    def _convoyed_attack(self, army: int, place: int) -> int:
        """Return whether an attack by sea reaches the supporter it could cut."""
        if self._spares(army, place):
            return NO
        if self.field.rulebook.convoy_falls_back_to_land and self.field.by_sea[army] == VIA:
            return YES
        return self.convoys[army]

    def _spares(self, army: int, place: int) -> bool:
        """Return whether a convoyed army cannot cut this support, since it is about a convoy.

        Source: DATC 4.A.2. The rulebook of 1971 protects support against a fleet
        of the army's own convoy, that of 2000 only against one the convoy cannot
        do without; that of 1982 support for or against any fleet that convoys.
        """
        field = self.field
        rule = field.rulebook.convoy_paradox
        aim = field.aim[place]
        if rule in ("szykman", "all-hold"):
            return False
        if rule == "1982":
            return any(aim in carriers for carriers in field.carriers.values())
        carriers = field.carriers.get(army, ())
        if aim not in carriers or field.plan[place].op != SUPPORT_MOVE:
            return False
        others = fleets_in(field.board, [fleet for fleet in carriers if fleet != aim])
        return rule == "1971" or not is_joined(field.board, others, army, field.target[army])

    # convoys

    def _convoy(self, army: int, spared: int = -1) -> int:
        """Return whether some route of an army is sure to hold, or none can.

        The fleet in `spared` is taken to hold.
        """
        field = self.field
        carriers = field.carriers.get(army)
        if not carriers:
            return NO
        board, target, fronts = field.board, field.target[army], field.fronts
        safe = doubtful = 0
        all_hold = True
        for fleet in carriers:
            lost = self._is_dislodged(fleet) if fleet in fronts and fleet != spared else NO
            if lost == NO:
                safe |= board.sea_bit[fleet]
            elif lost == OPEN:
                doubtful |= board.sea_bit[fleet]
            else:
                all_hold = False
        if not is_joined(board, safe | doubtful, army, target):
            return NO
        if field.rulebook.convoy_routes == "all":
            return NO if not all_hold else OPEN if doubtful else YES
        return YES if not doubtful or is_joined(board, safe, army, target) else OPEN

    def _is_dislodged(self, fleet: int) -> int:
        """Return whether a fleet that does not move is driven out."""
        answers = [self.moves[mover] for mover in self.field.fronts[fleet]]
        if YES in answers:
            return YES
        return OPEN if OPEN in answers else NO

    def unclear_movers(self) -> Iterator[int]:
        """Go through the movers on fronts that were not decided at sight."""
        return chain.from_iterable(map(self.field.fronts.__getitem__, self.unclear))

    # what explaining asks, once nothing is open

    def prevents(self, mover: int) -> int:
        """Return the strength with which a move kept others out."""
        return self._prevent(mover, self.field.target[mover])[0]

    def attack_and_hold(self, mover: int, place: int) -> tuple[int, int]:
        """Return the strength of a move against the unit in its target, and that unit's."""
        attack, _, hold, _ = self._attack_and_hold(mover, place)
        return attack, hold

    def meets(self, mover: int, place: int) -> bool:
        """Return whether a move and the unit it attacks meet head to head."""
        field = self.field
        return field.facing.get(mover) == place or (
            field.target[place] == mover and not field.by_sea[mover] and not field.by_sea[place]
        )

    def cutters(self, place: int) -> list[int]:
        """Return the movers that cut a support."""
        field = self.field
        return [
            attacker
            for attacker in field.fronts[place]
            if field.owner[attacker] != field.owner[place]
            and (
                self.moves[attacker] == YES
                if self.is_from_aim(attacker, place)
                else not field.by_sea[attacker] or self._convoyed_attack(attacker, place) == YES
            )
        ]
