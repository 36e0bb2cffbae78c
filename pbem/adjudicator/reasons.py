"""Why each order of a movement phase came to what it came to: word, sentence, cause.

Resolving asks as little as it can; explaining looks at what was resolved. The
sentences name units as orders do (`F NTH`), strengths as `2 against 1` with the
mover first, and are the same in letters, pages and JSON.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.compiled import CONVOY, HOLD, MOVE
from pbem.adjudicator.field import Entry
from pbem.adjudicator.movement import NO, YES, Battle
from pbem.adjudicator.result import Cause, OrderResult, Outcome

_MOST_KNOWN = 100_000


class Reasons:
    """The reasons of one resolved phase.

    Attributes:
        battle: Resolved; nothing is open.
        taken: The mover that entered each place.
        known: Results that depend on the order string alone, kept between phases.
    """

    def __init__(self, battle: Battle, taken: dict[int, int]) -> None:
        """Look at a resolved battle."""
        self.battle = battle
        self.taken = taken
        self.known = battle.field.board.known
        if len(self.known) > _MOST_KNOWN:
            self.known.clear()

    def of_sheet(self, sheet: Iterable[Entry]) -> list[OrderResult]:
        """Return the results of a power's orders, in the order that they came in."""
        return [
            self._plain(text, place) or self._of_place(text, place)
            if place >= 0
            else OrderResult(text, Outcome.ILLEGAL, why)
            for text, place, why in sheet
        ]

    def without_order(self, place: int) -> OrderResult:
        """Return the result of a unit that nobody ordered: it holds."""
        text = f"{self._text(place)} H"
        if place in self.taken:
            reason, cause = self._driven_out(place, "no order, so it held")
            return OrderResult(text, Outcome.HOLDS, reason, cause, dislodged=True, given=False)
        result = self.known.get((text, "unordered"))
        if result is None:
            result = OrderResult(text, Outcome.HOLDS, "no order, so it held", given=False)
            self.known[text, "unordered"] = result
        return result

    def _plain(self, text: str, place: int) -> OrderResult | None:
        """Return the result of an order that nobody interfered with, if it is one."""
        battle, field = self.battle, self.battle.field
        op = field.op[place]
        if op == MOVE:
            target = field.target[place]
            if battle.moves[place] != YES or field.by_sea[place] or len(field.fronts[target]) > 1:
                return None
            if field.owner[target] >= 0 and battle.moves[target] != YES:
                return None
            return self._known(text, Outcome.SUCCEEDS, place)
        if place in self.taken or place in field.illegal:
            return None
        if op == HOLD:
            return self._known(text, Outcome.HOLDS, place)
        if op != CONVOY and battle.supports.get(place) == YES:
            return self._known(text, Outcome.GIVEN, place)
        return None

    def _known(self, text: str, outcome: Outcome, place: int) -> OrderResult:
        result = self.known.get((text, outcome))
        if result is None:
            reason = {
                Outcome.SUCCEEDS: f"moved to {self._name(self.battle.field.target[place])}",
                Outcome.HOLDS: "held",
                Outcome.GIVEN: "support given",
            }[outcome]
            result = self.known[text, outcome] = OrderResult(text, outcome, reason)
        return result

    def _of_place(self, text: str, place: int) -> OrderResult:
        field = self.battle.field
        op = field.op[place]
        cause: tuple[Cause, ...] = ()
        if place in field.illegal:
            outcome, reason = Outcome.ILLEGAL, field.illegal[place]
        elif op == MOVE:
            outcome, reason, cause = self._move(place)
        elif op == HOLD:
            outcome, reason = Outcome.HOLDS, "held"
        elif op == CONVOY:
            outcome, reason, cause = self._convoy(place)
        else:
            outcome, reason, cause = self._support(place)
        if place in self.taken and self.battle.moves[place] != YES:
            reason, driven = self._driven_out(place, reason)
            cause = tuple(dict.fromkeys((*cause, *driven)))
            return OrderResult(text, outcome, reason, cause, dislodged=True)
        return OrderResult(text, outcome, reason, cause)

    def _driven_out(self, place: int, reason: str) -> tuple[str, tuple[Cause, ...]]:
        attacker = self.taken[place]
        return (
            f"{reason}; dislodged by {self._text(attacker)}",
            (self._cause(attacker, "dislodged"),),
        )

    # moves

    def _move(self, place: int) -> tuple[Outcome, str, tuple[Cause, ...]]:
        battle = self.battle
        if battle.moves[place] == YES:
            return Outcome.SUCCEEDS, self._success(place), ()
        if battle.convoys.get(place) == NO:
            return Outcome.NO_CONVOY, *self._no_convoy(place)
        return Outcome.BOUNCES, *self._bounce(place)

    def _success(self, place: int) -> str:
        battle, field = self.battle, self.battle.field
        target = field.target[place]
        way = " by convoy" if field.by_sea[place] else ""
        reason = f"moved to {self._name(target)}{way}"
        strength = battle.strength(place)
        if field.owner[target] >= 0 and battle.moves[target] != YES:
            attack, hold = battle.attack_and_hold(place)
            return f"{reason} and dislodged {self._text(target)}, {attack} against {hold}"
        rivals = [(battle.prevents(rival), rival) for rival in self._rivals(place)]
        if not rivals:
            return reason
        theirs, rival = min(rivals, key=lambda pair: (-pair[0], field.unit[pair[1]]))
        if theirs == 0:
            return reason
        return f"{reason} before {self._text(rival)}, {strength} against {theirs}"

    def _rivals(self, place: int) -> list[int]:
        field = self.battle.field
        return [mover for mover in field.fronts[field.target[place]] if mover != place]

    def _bounce(self, place: int) -> tuple[str, tuple[Cause, ...]]:
        """Name the strongest of those in the way: other movers, else the unit that was there."""
        battle, field = self.battle, self.battle.field
        target = field.target[place]
        attack, hold = battle.attack_and_hold(place)
        rivals = [(battle.prevents(rival), rival) for rival in self._rivals(place)]
        if rivals:
            theirs, rival = min(rivals, key=lambda pair: (-pair[0], field.unit[pair[1]]))
            mine = battle.strength(place)
            if theirs >= mine and theirs >= hold:
                reason = f"bounced with {self._text(rival)}, {mine} against {theirs}"
                return reason, (self._cause(rival, "standoff"),)
            if theirs >= attack and theirs >= hold and not self._own(place, target):
                reason = f"bounced with {self._text(rival)}, {attack} against {theirs}"
                return reason, (self._cause(rival, "standoff"),)
        if field.owner[target] < 0 or battle.moves[target] == YES:
            return "a convoy paradox: all units in it hold", ()
        return self._stopped_by(place, target, attack, hold)

    def _stopped_by(
        self, place: int, target: int, attack: int, hold: int
    ) -> tuple[str, tuple[Cause, ...]]:
        """Explain a move that the unit in its target stopped."""
        occupant = self._text(target)
        if self._own(place, target):
            reason = f"{occupant} stayed, and no unit dislodges one of its own power"
            return reason, (self._cause(target, "own-unit"),)
        if self.battle.meets(place, target):
            reason = f"met {occupant} head to head, {attack} against {hold}"
            return reason, (self._cause(target, "head-to-head"),)
        if attack > hold:
            return "a convoy paradox: all units in it hold", ()
        return (
            f"bounced off {occupant}, {attack} against {hold}",
            (self._cause(target, "standoff"),),
        )

    def _own(self, place: int, target: int) -> bool:
        field = self.battle.field
        return field.owner[place] == field.owner[target] and self.battle.moves[target] != YES

    def _no_convoy(self, place: int) -> tuple[str, tuple[Cause, ...]]:
        battle, field = self.battle, self.battle.field
        carriers = sorted(field.carriers.get(place, ()), key=lambda fleet: field.unit[fleet])
        if not carriers:
            return "no convoy: no fleet was ordered to carry it", ()
        if place in battle.broken:
            return "no convoy: it would decide about itself, so it is broken (convoy paradox)", ()
        lost = [fleet for fleet in carriers if fleet in self.taken]
        if not lost:
            return "no convoy: the fleets ordered to carry it do not reach that far", ()
        told = ", ".join(
            f"{self._text(fleet)} dislodged by {self._text(self.taken[fleet])}" for fleet in lost
        )
        causes = tuple(self._cause(self.taken[fleet], "convoy-disrupted") for fleet in lost)
        return f"no convoy: {told}", causes

    # supports and convoys

    def _support(self, place: int) -> tuple[Outcome, str, tuple[Cause, ...]]:
        answer = self.battle.supports.get(place)
        if answer is None:
            return Outcome.VOID, self._mismatch(place, "supported"), ()
        if answer == YES:
            return Outcome.GIVEN, "support given", ()
        cutters = sorted(self.battle.cutters(place), key=lambda at: self.battle.field.unit[at])
        told = " and ".join(
            self._text(cutter) + (" by convoy" if self.battle.field.by_sea[cutter] else "")
            for cutter in cutters
        )
        causes = tuple(self._cause(cutter, "cut") for cutter in cutters)
        return Outcome.CUT, f"support cut by {told}", causes

    def _convoy(self, place: int) -> tuple[Outcome, str, tuple[Cause, ...]]:
        battle, field = self.battle, self.battle.field
        plan = field.plan[place]
        assert plan is not None
        army = plan.other
        if place not in field.carriers.get(army, ()):
            return Outcome.VOID, self._mismatch(place, "to be convoyed"), ()
        if place in self.taken:
            return Outcome.DISRUPTED, "convoy disrupted", ()
        if place in battle.disrupted:
            return Outcome.DISRUPTED, "convoy broken: it would decide about itself (paradox)", ()
        if not field.by_sea[army]:
            return Outcome.AVAILABLE, f"convoy available; {self._text(army)} went by land", ()
        return Outcome.AVAILABLE, "convoy available", ()

    def _mismatch(self, place: int, told: str) -> str:
        """Say what the other unit was ordered to instead."""
        field = self.battle.field
        plan = field.plan[place]
        assert plan is not None
        other = plan.other
        name = self._text(other)
        if field.op[other] != MOVE:
            return f"void: {name} was not ordered to move to {self._name(plan.target)}"
        if field.target[other] == plan.target:
            return f"void: {name} went to another coast of {self._name(plan.target)}"
        return f"void: {name}, {told} here, was ordered to {self._name(field.target[other])}"

    # names

    def _name(self, place: int) -> str:
        return self.battle.field.board.names[place]

    def _text(self, place: int) -> str:
        field = self.battle.field
        return field.board.texts[field.unit[place]]

    def _cause(self, place: int, rule: str) -> Cause:
        field = self.battle.field
        return Cause(self._text(place), field.board.powers[field.owner[place]], rule)
