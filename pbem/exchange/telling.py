"""What happened in a phase, in sentences, for people who like to read about games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.result import OrderResult, Outcome
from pbem.board.phase import PhaseKind
from pbem.board.position import Dislodgement, Unit, province_of
from pbem.board.variant import Terrain, Variant
from pbem.drawing.words import place_words, read
from pbem.game.publication import GameRecord, PhaseFile
from pbem.orders.order import Build, Convert, Convoy, Disband, Move, Retreat

_WATER = re.compile(r"\b(Sea|Ocean|Channel|Gulf|Bight|Bay|Straits?)\b")
_CALM = (
    "Everybody got where they wanted to go, or held what they had.",
    "Nobody was in anybody's way.",
    "A quiet turn: all moves succeeded.",
)
_STUCK = (
    "The lines held: {count} without effect.",
    "{count}, and nobody gave way.",
    "Much pushing and no shoving: {count} in vain.",
)
_STOOD = (
    "Nobody got {place}: {units} stood off.",
    "{units} wanted {place}, and neither got it.",
    "{place} stayed empty between {units}.",
)


def joined(items: Sequence[str]) -> str:
    """Return words as a list in a sentence: `England, France and Turkey`."""
    items = list(items)
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def tell_phase(record: GameRecord, variant: Variant, file: PhaseFile) -> str:
    """Return what a phase brought, in a paragraph; the same words for the same phase."""
    match file.position.phase.kind:
        case PhaseKind.MOVEMENT:
            told = [*_movement(variant, file), *_changes(variant, file)]
        case PhaseKind.RETREATS:
            told = [*_retreats(variant, file), *_changes(variant, file)]
        case PhaseKind.ADJUSTMENTS:
            told = list(_adjustments(variant, file))
    told += _falls(record, variant, file)
    return " ".join(told) or _nothing(file)


def _nothing(file: PhaseFile) -> str:
    """Return a sentence about a phase in which nothing was decided."""
    bounced = sum(
        result.outcome in (Outcome.BOUNCES, Outcome.NO_CONVOY)
        for results in file.result.orders.values()
        for result in results
    )
    if not bounced:
        return _CALM[file.number % len(_CALM)]
    count = "one move" if bounced == 1 else f"{bounced} moves"
    text = _STUCK[file.number % len(_STUCK)].format(count=count)
    return text[0].upper() + text[1:]


def _movement(variant: Variant, file: PhaseFile) -> Iterator[str]:
    yield from _voyages(variant, file)
    for power, dislodged in file.result.dislodged.items():
        for one in dislodged:
            yield _driven_out(variant, file, power, one)
    for place in file.result.standoffs:
        units = [
            f"the {_adjective(variant, power)} {_from(variant, result)}"
            for power, results in file.result.orders.items()
            for result in results
            if result.outcome is Outcome.BOUNCES and _goal(result) == place
        ]
        if len(units) > 1:
            form = _STOOD[(file.number + len(place)) % len(_STOOD)]
            if len(units) > 2:
                form = _STOOD[0]
            text = form.format(place=sea_words(variant, place), units=joined(units))
            yield text[0].upper() + text[1:]


def _voyages(variant: Variant, file: PhaseFile) -> Iterator[str]:
    """Armies that went by sea."""
    carried = {
        (str(order.army), order.to)
        for results in file.result.orders.values()
        for result in results
        if result.outcome is Outcome.AVAILABLE and isinstance(order := read(result.order), Convoy)
    }
    for power, results in file.result.orders.items():
        for result in results:
            order = read(result.order)
            if not isinstance(order, Move) or result.outcome is not Outcome.SUCCEEDS:
                continue
            if (str(order.unit), order.to) in carried:
                start, end = order.unit.location, order.to
                yield (
                    f"{_adjective(variant, power)} troops went by sea from "
                    f"{sea_words(variant, start)} to {sea_words(variant, end)}."
                )


def _driven_out(variant: Variant, file: PhaseFile, power: str, one: Dislodgement) -> str:
    taker = next(
        (
            other
            for other, units in file.result.units.items()
            if any(unit.province == one.unit.province for unit in units)
        ),
        "",
    )
    whose = _adjective(variant, power)
    what = f"the {whose} {_unit(variant, one.unit)}"
    start = f" from {sea_words(variant, one.attacker)}" if one.attacker else ""
    by = _name(variant, taker) if taker else "Somebody"
    if not one.retreats:
        return f"{by} attacked{start} and destroyed {what}, which had nowhere to go."
    return f"{by} attacked{start} and drove out {what}."


def _retreats(variant: Variant, file: PhaseFile) -> Iterator[str]:
    for power, results in file.result.orders.items():
        for result in results:
            order = read(result.order)
            if isinstance(order, Retreat) and result.outcome is Outcome.SUCCEEDS:
                stands = {one.location for one in file.result.units.get(power, ())}
                end = next((to for to in order.to if to in stands), order.to[0])
                unit, end = _unit(variant, order.unit), sea_words(variant, end)
                yield f"The {_adjective(variant, power)} {unit} withdrew to {end}."
    lost = [
        f"the {_adjective(variant, power)} {_unit(variant, unit)}"
        for power, units in file.result.disbanded.items()
        for unit in units
    ]
    if lost:
        yield f"Lost for good: {joined(lost)}."


def _adjustments(variant: Variant, file: PhaseFile) -> Iterator[str]:
    for power, results in file.result.orders.items():
        built, gone, other = [], [], []
        for result in results:
            if result.outcome is not Outcome.SUCCEEDS:
                continue
            match read(result.order):
                case Build(unit):
                    built.append(_a_unit(variant, unit))
                case Disband(unit):
                    gone.append(_unit(variant, unit))
                case Convert(unit):
                    other.append(_unit(variant, unit))
                case _:
                    pass
        name = _name(variant, power)
        if built:
            yield f"{name} built {joined(built)}."
        if other:
            yield f"{name} refitted its {joined(other)}."
        removed = [_unit(variant, unit) for unit in file.result.disbanded.get(power, ())]
        if removed or gone:
            yield f"{name} gave up its {joined(removed or gone)}."


def _changes(variant: Variant, file: PhaseFile) -> Iterator[str]:
    """Centers that changed hands."""
    before = _owners(file.position.centers)
    after = _owners(file.result.centers or file.position.centers)
    taken: dict[str, dict[str, list[str]]] = {}
    for center, owner in after.items():
        if before.get(center) != owner:
            by_loser = taken.setdefault(owner, {})
            by_loser.setdefault(before.get(center, ""), []).append(sea_words(variant, center))
    for power in variant.powers:
        if power in taken:
            free = joined(taken[power].pop("", []))
            won = [
                f"{joined(centers)} from {_name(variant, loser)}"
                for loser, centers in taken[power].items()
            ]
            yield f"{_name(variant, power)} took {'; '.join(filter(None, (free, *won)))}."


def _falls(record: GameRecord, variant: Variant, file: PhaseFile) -> list[str]:
    """Powers that lost the last they had in this phase."""
    before, after = file.position, file.result
    told = []
    for power in variant.powers:
        had = before.units.get(power) or before.dislodged.get(power) or before.centers.get(power)
        centers = (after.centers or before.centers).get(power)
        has = after.units.get(power) or after.dislodged.get(power) or centers
        if had and not has:
            player = record.player_of(power)
            told.append(
                f"That was the end of {_name(variant, power)}"
                + (f", and of {player}'s game." if player in record.people.values() else ".")
            )
    return told


def sea_words(variant: Variant, location: str) -> str:
    """Return a place in words as a sentence has it: `the North Sea`, `Paris`."""
    name = place_words(variant, location)
    province = variant.provinces.get(province_of(location))
    if province is None or province.terrain is not Terrain.SEA or name.startswith("The "):
        return name
    return f"the {name}" if _WATER.search(name) else name


def _owners(centers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {center: power for power, own in centers.items() for center in own}


def _goal(result: OrderResult) -> str:
    order = read(result.order)
    return province_of(order.to) if isinstance(order, Move) else ""


def _from(variant: Variant, result: OrderResult) -> str:
    order = read(result.order)
    return _unit(variant, order.unit) if isinstance(order, Move) else result.order


def _unit(variant: Variant, unit: Unit) -> str:
    """Return a unit in words: `army in Paris`."""
    place = sea_words(variant, unit.location)
    return f"{unit.kind.title} in {place}" if variant.unit_kinds else f"unit in {place}"


def _a_unit(variant: Variant, unit: Unit) -> str:
    kind = unit.kind.title if variant.unit_kinds else "unit"
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{article} {kind} in {sea_words(variant, unit.location)}"


def _name(variant: Variant, power: str) -> str:
    return variant.powers[power].name if power in variant.powers else power


def _adjective(variant: Variant, power: str) -> str:
    known = variant.powers.get(power)
    return known.adjective if known else power
