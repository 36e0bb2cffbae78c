"""What comes after a phase: the next one in which somebody has a choice.

A phase exists only where somebody has a choice: a retreat phase if some
dislodged unit has somewhere to go, the adjustments if some power may build on a
vacant site, may convert, or must disband some but not all of its units. What the
rules settle without a choice belongs to the phase before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pbem.adjudicator.result import Adjudication
from pbem.board.phase import Phase, PhaseKind, Season
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant
from pbem.orders.legality import has_choice, owed


@dataclass(frozen=True)
class Follow:
    """What comes after a phase.

    Attributes:
        position: Of the next phase in which somebody has a choice.
        removed: Units that leave the board because the rules leave no choice,
            by power; absent where there are none.
        year_over: Whether the ownership of centers was settled on the way.
    """

    position: Position
    removed: Mapping[str, tuple[Unit, ...]]
    year_over: bool


def follow(variant: Variant, position: Position, result: Adjudication) -> Follow:
    """Return what comes after a phase with this result.

    Source: rulebook 2023 (order of phases); that phases without a choice are
    passed over is pbem's own rule (docs/rules.md).
    """
    phase = position.phase

    def after(kind: PhaseKind, season: Season, year: int = phase.year) -> Position:
        return Position(
            Phase(year, season, kind),
            result.units,
            result.centers or position.centers,
            closed=position.closed,
            neutral=position.neutral,
        )

    fleeing = {
        power: tuple(d for d in dislodged if d.retreats)
        for power, dislodged in result.dislodged.items()
    }
    fleeing = {power: dislodged for power, dislodged in fleeing.items() if dislodged}
    if phase.kind is PhaseKind.MOVEMENT and fleeing:
        retreats = after(PhaseKind.RETREATS, phase.season)
        fled = replace(retreats, dislodged=fleeing, standoffs=result.standoffs)
        return Follow(fled, removed={}, year_over=False)
    if phase.season is Season.SPRING:
        return Follow(after(PhaseKind.MOVEMENT, Season.FALL), removed={}, year_over=False)
    if phase.season is Season.WINTER:
        spring = after(PhaseKind.MOVEMENT, Season.SPRING, phase.year + 1)
        return Follow(spring, removed={}, year_over=False)
    winter = after(PhaseKind.ADJUSTMENTS, Season.WINTER)
    if has_choice(variant, winter):
        return Follow(winter, removed={}, year_over=True)
    removed = _removed_without_choice(variant, winter)
    units = {
        power: tuple(unit for unit in units if unit not in removed.get(power, ()))
        for power, units in winter.units.items()
    }
    spring = after(PhaseKind.MOVEMENT, Season.SPRING, phase.year + 1)
    return Follow(replace(spring, units=units), removed=removed, year_over=True)


def opened(position: Position, power: str) -> Position:
    """Return a position without closed provinces, in which a power is no longer neutral."""
    neutral = tuple(other for other in position.neutral if other != power)
    return replace(position, closed=(), neutral=neutral)


def _removed_without_choice(variant: Variant, winter: Position) -> dict[str, tuple[Unit, ...]]:
    """Return the units of powers that must disband all they have."""
    return {
        power: units
        for power, units in winter.units.items()
        if units and owed(variant, winter, power).disbands == len(units)
    }
