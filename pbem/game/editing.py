"""The board changed by its host: a unit set, moved away or removed, a center given to somebody."""

from __future__ import annotations

from dataclasses import replace

from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant
from pbem.errors import PbemError, RecordError
from pbem.game.record import read_position, write_position
from pbem.sayings import Saying, say

UNIT = "unit"
CENTER = "center"


def edited(variant: Variant, position: Position, what: str, place: str, power: str) -> Position:
    """Return a position after one change.

    Args:
        variant: The board.
        position: Before it.
        what: `unit` or `center`.
        place: The unit in normal form (it takes the place of any unit there), or a province.
        power: Whose it is then; empty for nobody's: the unit is gone.

    Raises:
        RecordError: The board has no such thing; says what would be right.
    """
    if power and power not in variant.powers:
        raise RecordError(f"there is no power {power!r}; there are {', '.join(variant.powers)}")
    changed = _unit(position, place, power) if what == UNIT else _center(position, place, power)
    try:
        return read_position({"variant": variant.key, **write_position(changed)}, variant)
    except PbemError as error:
        raise RecordError(str(error)) from None


def why_not_edited(
    variant: Variant, position: Position, what: str, place: str, power: str
) -> Saying | None:
    """Return why a host cannot change a position so, as `edited` takes it; None where it can."""
    if what == CENTER:
        owned = any(place in own for own in position.centers.values())
        if place not in variant.centers:
            return say("no-such-center", place=place)
        return None if power or owned else say("nobodys-already", place=place)
    if position.phase.kind is PhaseKind.RETREATS:
        return say("others-retreat")
    try:
        unit = Unit.read(place)
    except PbemError:
        return say("no-such-unit", place=place)
    there = any(one.province == unit.province for own in position.units.values() for one in own)
    if not power:
        return None if there else say("no-unit-in", province=unit.province)
    if variant.can_stand(unit):
        return None
    province = variant.provinces.get(unit.province)
    if province and province.coasts and unit.location == province.id:
        return say("coast-needed", unit=str(unit), coasts=province.locations)
    return say("cannot-stand", unit=str(unit))


def _unit(position: Position, place: str, power: str) -> Position:
    if position.phase.kind is PhaseKind.RETREATS:
        raise RecordError("units are not changed while others retreat; wait for the next phase")
    try:
        unit = Unit.read(place)
    except PbemError as error:
        raise RecordError(str(error)) from None
    units = {
        owner: tuple(one for one in own if one.province != unit.province)
        for owner, own in position.units.items()
    }
    if not power and units == dict(position.units):
        raise RecordError(f"there is no unit in {unit.province}")
    if power:
        units[power] = (*units.get(power, ()), unit)
    return replace(position, units=units)


def _center(position: Position, place: str, power: str) -> Position:
    centers = {
        owner: tuple(center for center in own if center != place)
        for owner, own in position.centers.items()
    }
    if not power and centers == dict(position.centers):
        raise RecordError(f"{place} belongs to nobody as it is")
    if power:
        centers[power] = (*centers.get(power, ()), place)
    return replace(position, centers=centers)
