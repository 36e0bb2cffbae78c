"""Cases judged: what a text says must come of a phase, beside what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.adjudicator.result import Adjudication
from pbem.adjudicator.rulebook import OPTIONS, Rulebook
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant
from tests.datc.cases import NONE, Case, Step


class Judge:
    """Judges cases on a board under a rulebook, `2023` unless another is named."""

    def __init__(self, variant: Variant, rules: str = "2023") -> None:
        """Take the board and the name of the rulebook."""
        self.variant = variant
        self.rules = rules
        self.ids = {power.name: power.id for power in variant.powers.values()}
        self.names = {power.id: power.name for power in variant.powers.values()}

    def check(self, case: Case) -> None:
        """Judge a case phase by phase; fail where something else comes of one."""
        first = case.steps[0]
        position = self._position(first)
        for step in case.steps:
            is_first = step.phase == first.phase
            source = first if is_first else _orders_of(case, step.phase)
            if is_first:
                position = self._position(first)
            judged = adjudicate(self.variant, position, self._orders(source), self._rulebook(step))
            expected, found = _expected(step), self._found(step, source, judged)
            assert found == expected, f"{case.where}: {case.key} {step.phase} {step.option}"
            if position.phase.kind is PhaseKind.MOVEMENT:
                position = _retreats(position, judged)

    def _position(self, step: Step) -> Position:
        centers = {self.ids[name]: tuple(own) for name, own in step.lists("centers").items()}
        return Position(Phase.read(step.phase), self._units(step.lists("units")), centers)

    def _units(self, lists: Mapping[str, Sequence[str]]) -> dict[str, tuple[Unit, ...]]:
        return {self.ids[name]: tuple(map(Unit.read, own)) for name, own in lists.items()}

    def _orders(self, step: Step) -> dict[str, list[str]]:
        orders: dict[str, list[str]] = {}
        for name, text in step.blocks.get("orders", []):
            orders.setdefault(self.ids[name], []).append(_split(text)[0])
        return orders

    def _rulebook(self, step: Step) -> Rulebook:
        if not step.option:
            return read_rulebook(self.rules)
        value = next(value for value in OPTIONS[step.option] if str(value).lower() == step.value)
        return read_rulebook({"name": self.rules, step.option: value})

    def _found(self, step: Step, source: Step, judged: Adjudication) -> dict[str, object]:
        found: dict[str, object] = {
            "after": self._texts(judged.units),
            "disbanded": self._texts(judged.disbanded),
            "standoffs": list(judged.standoffs),
            "dislodged": sorted(
                (
                    self.names[power],
                    f"{one.unit} from {one.attacker}{' by convoy' if one.by_convoy else ''}, "
                    f"to {', '.join(one.retreats) or 'nowhere'}",
                )
                for power, own in judged.dislodged.items()
                for one in own
            ),
        }
        results = {power: iter(own) for power, own in judged.orders.items()}
        listed = []
        for name, text in source.blocks.get("orders", []):
            result = next(results[self.ids[name]])
            assert result.order == _split(text)[0]
            assert result.reason
            outcome = result.outcome.value + (", dislodged" if result.dislodged else "")
            listed.append((name, result.order, outcome))
        found["orders"] = listed
        assert all(not result.given for rest in results.values() for result in rest)
        return {block: found[block] for block in _expected(step)}

    def _texts(self, units: Mapping[str, Sequence[Unit]]) -> dict[str, list[str]]:
        return {self.names[power]: sorted(map(str, own)) for power, own in units.items()}


def _retreats(position: Position, judged: Adjudication) -> Position:
    """Return the position of the retreat phase that follows."""
    return Position(
        Phase(position.phase.year, position.phase.season, PhaseKind.RETREATS),
        judged.units,
        dislodged=judged.dislodged,
        standoffs=judged.standoffs,
    )


def _orders_of(case: Case, phase: str) -> Step:
    return next(step for step in case.steps if step.phase == phase and not step.option)


def _split(text: str) -> tuple[str, str]:
    order, _, outcome = text.rpartition("  ")
    return order.strip(), outcome


def _expected(step: Step) -> dict[str, object]:
    """Return what a step says, block by block; without an option all blocks count."""
    kinds = ["dislodged", "standoffs"] if step.phase.endswith("M") else ["disbanded"]
    wanted = list(step.blocks) if step.option else ["orders", "after", *kinds]
    expected: dict[str, object] = {}
    for block in wanted:
        lines = [(name, text) for name, text in step.blocks.get(block, []) if text != NONE]
        if block in ("after", "disbanded"):
            expected[block] = step.lists(block)
        elif block == "standoffs":
            expected[block] = [place for _, text in lines for place in text.split(", ")]
        elif block == "orders":
            expected[block] = [(name, *_split(text)) for name, text in lines]
        else:
            expected[block] = sorted(lines)
    return expected
