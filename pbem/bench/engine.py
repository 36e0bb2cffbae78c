"""This engine, used as by any program: a phase record in, its result out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.adjudicator.result import OrderResult
from pbem.assets import load_variant
from pbem.bench.phases import Record
from pbem.bench.stopwatch import seconds
from pbem.board.variant import Variant
from pbem.game.record import read_position, write_outcome

Outcome = tuple[dict[str, list[str]], dict[str, list[str]]]
"""Units after a phase and dislodged units, by power, sorted; powers without any left out."""


class Engine:
    """The adjudicator of pbem on one board.

    Attributes:
        variant: The board.
    """

    def __init__(self, variant: Variant | None = None, rules: object = "2023") -> None:
        """Take a board, or else the standard one, and rules as records write them."""
        self.variant = variant or load_variant("standard")
        self._rules = read_rulebook(rules)

    def judge(self, record: Record) -> tuple[dict[str, Any], Mapping[str, Sequence[OrderResult]]]:
        """Return what a movement phase leaves on the board, and what became of each order.

        Strings in: units and orders. Strings out: units, dislodged units with their
        ways out, standoffs; and a word, a reason and its causes for each order.
        """
        position = read_position(record, self.variant)
        adjudication = adjudicate(self.variant, position, record["orders"], self._rules)
        return write_outcome(adjudication), adjudication.orders

    def seconds(self, records: Sequence[Record]) -> float:
        """Return the processor seconds it takes to judge phases one after another."""

        def run() -> None:
            for record in records:
                self.judge(record)

        return seconds(run)

    def outcome(self, record: Record) -> Outcome:
        """Return what can be compared with another engine."""
        result, _ = self.judge(record)
        return _sorted(result["units"]), _sorted(result["dislodged"])


def _sorted(units: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power: sorted(own) for power, own in sorted(units.items()) if own}
