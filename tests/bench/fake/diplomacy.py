"""Stands in for the package of this name: all units hold; one in TRI is driven out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Done:
    """What `process` returns."""

    results: dict[str, list[str]]


@dataclass
class Game:
    """As much of a game as is asked of it."""

    powers: dict[str, object] = field(default_factory=lambda: {"AUSTRIA": 0, "ITALY": 0})
    units: dict[str, list[str]] = field(default_factory=dict)

    def set_state(self, state: dict[str, Any]) -> None:
        """Take the units."""
        self.units = {power: list(own) for power, own in state["units"].items()}

    def set_orders(self, power: str, orders: list[str]) -> None:
        """Complain on standard output, as the package does."""
        print(power, orders)  # noqa: T201  # the package prints

    def process(self) -> Done:
        """Drive one unit out."""
        results: dict[str, list[str]] = {}
        for own in self.units.values():
            for unit in list(own):
                results[unit] = ["dislodged"] if unit.endswith("TRI") else []
                if unit.endswith("TRI"):
                    own.remove(unit)
                    own.append(f"*{unit}")
        return Done(results)

    def get_units(self, power: str) -> list[str]:
        """Return the units of a power, the dislodged with a star."""
        return self.units[power]
