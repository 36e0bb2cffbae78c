"""Retreats: where dislodged units go, or that they are disbanded.

A unit takes the first of its preferences that is open to it. Units that take
the same province are all disbanded, and so is one without an order or with none
that is open (rulebook; DATC 6.H).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.adjudicator.doubles import choose, why_not
from pbem.adjudicator.outcome import centers_after, is_fall
from pbem.adjudicator.result import Adjudication, Cause, OrderResult, Outcome
from pbem.adjudicator.rulebook import Rulebook
from pbem.adjudicator.tables import Board
from pbem.board.position import Dislodgement, Position, Unit, province_of
from pbem.errors import UnreadableError
from pbem.orders.notation import read_order
from pbem.orders.order import Disband, Retreat, Waive

_DISBAND = "D"


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a dislodged unit does.

    Attributes:
        to: Location; `D` for a disband; empty where its order is illegal.
        why: The reason so far.
    """

    power: str
    dislodgement: Dislodgement
    to: str
    why: str


def judge_retreats(
    board: Board, position: Position, orders: Mapping[str, Sequence[str]], rulebook: Rulebook
) -> Adjudication:
    """Judge a retreat phase; see `pbem.adjudicator.adjudicate`."""
    if not rulebook.retreat_to_convoy_origin:
        position = _without_origins(position)
    chosen: dict[str, _Choice] = {}
    sheets: dict[str, list[OrderResult | tuple[str, str]]] = {}
    for power, texts in orders.items():
        sheets[power] = _take_orders(position, rulebook, power, texts, chosen)
    wanted = Counter(
        province_of(choice.to) for choice in chosen.values() if choice.to not in ("", _DISBAND)
    )
    results = {
        power: [
            entry if isinstance(entry, OrderResult) else _result(chosen, wanted, *entry)
            for entry in sheet
        ]
        for power, sheet in sheets.items()
    }
    _add_unordered(position, chosen, results)
    went = {
        place: choice.to for place, choice in chosen.items() if wanted[province_of(choice.to)] == 1
    }
    return _adjudication(board, position, went, results)


def _without_origins(position: Position) -> Position:
    """Return a position in which nobody retreats to where an attacker came from by sea.

    Records that give attackers alone do not know the rulebook (DATC 4.A.5).
    """
    dislodged = {
        power: tuple(
            replace(
                one, retreats=tuple(to for to in one.retreats if province_of(to) != one.attacker)
            )
            for one in own
        )
        for power, own in position.dislodged.items()
    }
    return replace(position, dislodged=dislodged)


def _take_orders(
    position: Position,
    rulebook: Rulebook,
    power: str,
    texts: Sequence[str],
    chosen: dict[str, _Choice],
) -> list[OrderResult | tuple[str, str]]:
    """Note in `chosen` what each unit of a power does.

    Returns:
        For each order its result, where it does not count, else the order and the
        province of its unit.
    """
    sheet: list[OrderResult | tuple[str, str]] = []
    by_unit: dict[str, list[tuple[int, _Choice]]] = {}
    for number, text in enumerate(texts):
        answer = _read(position, power, text)
        if isinstance(answer, str):
            sheet.append(OrderResult(text, Outcome.ILLEGAL, answer))
        else:
            place = answer.dislodgement.unit.province
            sheet.append((text, place))
            by_unit.setdefault(place, []).append((number, answer))
    for place, several in by_unit.items():
        own = [texts[number] for number, _ in several]
        counts = choose(rulebook.double_orders, own, [choice.to != "" for _, choice in several])
        if counts >= 0:
            chosen[place] = several[counts][1]
        for at, (number, choice) in enumerate(several):
            if at != counts:
                unit = str(choice.dislodgement.unit)
                why = why_not(unit, own, counts, at) if choice.to else choice.why
                sheet[number] = OrderResult(own[at], Outcome.ILLEGAL, why)
    return sheet


def _read(position: Position, power: str, text: str) -> _Choice | str:
    """Return what an order says, or why it is nobody's."""
    try:
        order = read_order(text)
    except UnreadableError:
        return f"{text!r} cannot be read as an order"
    if isinstance(order, Waive):
        return "there is nothing to waive in a retreat phase"
    found = _find(position, order.unit)
    if found is None:
        return f"{order.unit} was not dislodged"
    owner, dislodgement = found
    if owner != power:
        return f"{order.unit} is not a unit of this power"
    match order:
        case Disband():
            said = _DISBAND, "disbanded"
        case Retreat(_, to):
            said = _choose(dislodgement, to)
        case _:
            said = "", "this is no order of a retreat phase"
    return _Choice(power, dislodgement, *said)


def _find(position: Position, unit: Unit) -> tuple[str, Dislodgement] | None:
    """Return the dislodged unit that an order names; a wrong coast does not matter."""
    for power, own in position.dislodged.items():
        for dislodgement in own:
            named = dislodgement.unit
            if named.province == unit.province and named.kind is unit.kind:
                return power, dislodgement
    return None


def _choose(dislodgement: Dislodgement, to: Sequence[str]) -> tuple[str, str]:
    """Return the first preference that is open, and the reason; empty where none is.

    A coast may be left out where one is open.
    """
    for location in to:
        if location == _DISBAND:
            return _DISBAND, "disbanded"
        fitting = [
            place for place in dislodgement.retreats if location in (place, province_of(place))
        ]
        if len(fitting) == 1:
            return fitting[0], f"retreated to {fitting[0]}"
    unit = dislodgement.unit
    if dislodgement.retreats:
        where = f"it could go to {', '.join(dislodgement.retreats)}"
    else:
        where = "nothing was open to it"
    return "", f"{unit} cannot retreat to {', '.join(to)}; {where}"


def _result(
    chosen: Mapping[str, _Choice], wanted: Mapping[str, int], text: str, place: str
) -> OrderResult:
    choice = chosen[place]
    if choice.to == "":
        return OrderResult(text, Outcome.ILLEGAL, f"{choice.why}; disbanded")
    target = province_of(choice.to)
    if choice.to == _DISBAND or wanted[target] == 1:
        return OrderResult(text, Outcome.SUCCEEDS, choice.why)
    rivals = sorted(
        (str(other.dislodgement.unit), other.power)
        for at, other in chosen.items()
        if at != place and province_of(other.to) == target
    )
    units = " and ".join(unit for unit, _ in rivals)
    return OrderResult(
        text,
        Outcome.BOUNCES,
        f"{units} went to {target} as well, so all of them are disbanded",
        tuple(Cause(unit, power, "standoff") for unit, power in rivals),
    )


def _add_unordered(
    position: Position, chosen: Mapping[str, _Choice], results: dict[str, list[OrderResult]]
) -> None:
    for power, own in position.dislodged.items():
        for dislodgement in sorted(own, key=lambda one: str(one.unit)):
            if dislodgement.unit.province not in chosen:
                reason = "no order, so it is disbanded"
                if not dislodgement.retreats:
                    reason = "nothing was open to it, so it is disbanded"
                results.setdefault(power, []).append(
                    OrderResult(f"{dislodgement.unit} D", Outcome.SUCCEEDS, reason, given=False)
                )


def _adjudication(
    board: Board,
    position: Position,
    went: Mapping[str, str],
    results: Mapping[str, list[OrderResult]],
) -> Adjudication:
    """Put together what the board looks like after the retreats."""
    units = {power: list(own) for power, own in position.units.items()}
    disbanded: dict[str, list[Unit]] = {}
    for power, own in position.dislodged.items():
        for dislodgement in own:
            unit = dislodgement.unit
            if unit.province in went:
                units.setdefault(power, []).append(Unit(unit.kind, went[unit.province]))
            else:
                disbanded.setdefault(power, []).append(unit)
    after = sorted_units(board, units)
    return Adjudication(
        orders={power: tuple(own) for power, own in results.items()},
        units=after,
        dislodged={},
        standoffs=(),
        centers=centers_after(board, position, after) if is_fall(position) else position.centers,
        disbanded=sorted_units(board, disbanded),
    )


def sorted_units(board: Board, units: Mapping[str, Sequence[Unit]]) -> dict[str, tuple[Unit, ...]]:
    """Return units by power in the order of the variant, sorted; powers without any left out."""
    return {power: tuple(sorted(units[power])) for power in board.powers if units.get(power)}
