"""The phase record: positions and results as JSON objects, read and written.

The form is that of docs/formats.md. Readers and writers are twins: what was
written reads back as the same value, and writing it again changes nothing.
Powers stand in the order of the variant, units, provinces and centers sorted.

Leniencies of the reader: members it does not know are ignored, powers without
units may be missing or empty, lists may be in any order. A record of a retreat
phase gives `retreats`, or else `attackers` (`"BUR"`, `"BUR BY CONVOY"`) and
`standoffs`, from which the ways out are worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NoReturn

from pbem.adjudicator.outcome import ways_out
from pbem.adjudicator.result import Adjudication, Cause, OrderResult, Outcome
from pbem.adjudicator.tables import Board, board_of
from pbem.adjudicator.troops import Troops
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Variant
from pbem.errors import RecordError, UnreadableError

_BY_CONVOY = " BY CONVOY"
_RETREATS = PhaseKind.RETREATS
"""Looking up a member takes longer than asking whether it is the one."""


def read_position(raw: Mapping[str, Any], variant: Variant) -> Position:
    """Read the position of a phase record.

    Raises:
        RecordError: A member is missing or wrong; the message says which and why.
    """
    phase = read_phase(raw)
    board = board_of(variant)
    units = _read_units(board, _member(raw, "units", Mapping), "units")
    centers = _read_centers(board, raw["centers"]) if raw.get("centers") else {}
    closed = _provinces(board, raw["closed"], "closed") if raw.get("closed") else ()
    neutral = _powers(board, raw["neutral"]) if raw.get("neutral") else ()
    if phase.kind is not _RETREATS:
        return Position(phase, units, centers, closed=closed, neutral=neutral)
    standoffs = _provinces(board, raw.get("standoffs") or (), "standoffs")
    barred = (*standoffs, *closed)
    dislodged = _read_dislodged(board, raw, units, barred)
    return Position(phase, units, centers, dislodged, standoffs, closed, neutral)


def read_phase(raw: Mapping[str, Any]) -> Phase:
    """Read the phase of a phase record.

    Raises:
        RecordError: It is missing, or no phase.
    """
    try:
        return _phase(_member(raw, "phase", str))
    except UnreadableError as error:
        raise RecordError(f"phase: {error}") from None


def read_orders(raw: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Read the orders of a phase record, as they stand; none where they are missing.

    Raises:
        RecordError: They are not lists of strings by power.
    """
    given = raw.get("orders") or {}
    if not isinstance(given, Mapping):
        raise RecordError(f"orders: expected lists by power, not {_short(given)}")
    return {power: tuple(_texts(orders, f"orders of {power}")) for power, orders in given.items()}


def write_position(position: Position) -> dict[str, Any]:
    """Return a position as members of a phase record."""
    written: dict[str, Any] = {
        "phase": str(position.phase),
        "units": _write_units(position.units),
    }
    if position.centers:
        written["centers"] = _write_lists(position.centers)
    if position.phase.kind is PhaseKind.RETREATS:
        written |= write_dislodged(position.dislodged)
        written["standoffs"] = list(position.standoffs)
    if position.closed:
        written["closed"] = list(position.closed)
    if position.neutral:
        written["neutral"] = list(position.neutral)
    return written


def write_result(adjudication: Adjudication) -> dict[str, Any]:
    """Return what became of a phase as the `result` of its record."""
    written = write_outcome(adjudication)
    written["orders"] = {
        power: [_write_order_result(result) for result in results]
        for power, results in adjudication.orders.items()
    }
    return written


def write_outcome(adjudication: Adjudication) -> dict[str, Any]:
    """Return the `result` of a phase without its orders: what is left on the board."""
    written: dict[str, Any] = {"units": _write_units(adjudication.units)}
    written.update(write_dislodged(adjudication.dislodged))
    written["standoffs"] = list(adjudication.standoffs)
    if adjudication.centers:
        written["centers"] = _write_lists(adjudication.centers)
    written["disbanded"] = _write_units(adjudication.disbanded)
    return written


def write_dislodged(dislodged: Mapping[str, Sequence[Dislodgement]]) -> dict[str, Any]:
    """Return the members of a phase record that tell of units driven out, by power."""
    if not dislodged:
        return {"dislodged": {}, "retreats": {}, "attackers": {}}
    units: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    attackers: dict[str, str] = {}
    for power, own in dislodged.items():
        units[power], retreats[power] = [], {}
        for one in own:
            text = str(one.unit)
            units[power].append(text)
            retreats[power][text] = list(one.retreats)
            if one.attacker:
                attackers[text] = _write_attacker(one)
    return {"dislodged": units, "retreats": retreats, "attackers": attackers}


def read_result(raw: Mapping[str, Any]) -> Adjudication:
    """Read the `result` of a phase record, as `write_result` wrote it.

    Raises:
        RecordError: A member is missing or wrong; the message says which and why.
    """
    retreats, attackers = _mapping(raw, "retreats"), _mapping(raw, "attackers")
    return Adjudication(
        orders={
            power: tuple(_read_order_result(result, power) for result in _list(results, power))
            for power, results in _member(raw, "orders", Mapping).items()
        },
        units=_plain_units(_member(raw, "units", Mapping), "units"),
        dislodged={
            power: tuple(
                _read_dislodgement(unit, _mapping(retreats, power), attackers) for unit in own
            )
            for power, own in _plain_units(raw.get("dislodged") or {}, "dislodged").items()
        },
        standoffs=tuple(_texts(raw.get("standoffs") or (), "standoffs")),
        centers={
            power: tuple(_texts(own, f"centers of {power}"))
            for power, own in _mapping(raw, "centers").items()
        },
        disbanded=_plain_units(raw.get("disbanded") or {}, "disbanded"),
    )


# reading


@lru_cache(maxsize=1024)
def _phase(code: str) -> Phase:
    return Phase.read(code)


def _member(raw: Mapping[str, Any], name: str, kind: type) -> Any:
    if not isinstance(raw, dict) and not isinstance(raw, Mapping):
        raise RecordError(f"expected an object, not {_short(raw)}")
    if name not in raw:
        raise RecordError(f"{name} is missing")
    member = raw[name]
    # Whether it is any mapping takes long to find out; it is nearly always a dict.
    if not (isinstance(member, dict) and kind is Mapping) and not isinstance(member, kind):
        raise RecordError(f"{name}: {_short(member)} is not what belongs there")
    return member


def _mapping(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a member that may be missing or empty."""
    return _member(raw, name, Mapping) if raw.get(name) else {}


def _list(value: object, where: str) -> Sequence[Any]:
    if isinstance(value, list | tuple):
        return value
    raise RecordError(f"orders of {where}: expected a list, not {_short(value)}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _texts(value: object, where: str) -> list[str]:
    if isinstance(value, list | tuple):
        for text in value:
            if not isinstance(text, str):
                raise RecordError(f"{where}: expected a text, not {_short(text)}")
        return list(value)
    raise RecordError(f"{where}: expected a list, not {_short(value)}")


def _in_order(board: Board, raw: object, where: str) -> dict[str, list[Any]]:
    """Return lists by power, in the order of the variant; what is in them is not looked at."""
    if not isinstance(raw, dict) and not isinstance(raw, Mapping):
        raise RecordError(f"{where}: expected lists by power, not {_short(raw)}")
    found: dict[str, list[Any]] = {}
    for power in board.powers:
        if power in raw:
            own = raw[power]
            found[power] = own if own.__class__ is list else _texts(own, f"{where} of {power}")
    if len(found) < len(raw):
        unknown = next(power for power in raw if power not in board.power_number)
        known = ", ".join(board.powers)
        raise RecordError(f"{where}: there is no power {unknown!r}; there are {known}")
    return found


def _read_units(board: Board, raw: object, where: str) -> Troops:
    """Return units by power in the order of the variant, sorted, one a province."""
    listed = _in_order(board, raw, where)
    number_of = board.unit_number.__getitem__
    try:
        numbers = {power: sorted(map(number_of, own)) for power, own in listed.items()}
    except (KeyError, TypeError):
        numbers = _unit_numbers(board, listed, where)
    units = Troops(board, numbers)
    if len({*units.places}) < len(units.places):
        _complain_of_company(units, where)
    return units


def _unit_numbers(board: Board, listed: Mapping[str, Any], where: str) -> dict[str, list[int]]:
    """Return the numbers of units of which one cannot be read, or say which and why."""
    return {
        power: sorted(
            [
                _unit_number(board, text, f"{where} of {power}")
                for text in _texts(own, f"{where} of {power}")
            ]
        )
        for power, own in listed.items()
    }


def _complain_of_company(units: Mapping[str, Sequence[Unit]], where: str) -> NoReturn:
    """Say which two units stand in one province."""
    seen: dict[str, Unit] = {}
    for unit in chain.from_iterable(units.values()):
        other = seen.setdefault(unit.province, unit)
        if other is not unit:
            raise RecordError(f"{where}: {other} and {unit} both stand in {unit.province}")
    raise RecordError(f"{where}: a unit is listed twice")


def _unit_number(board: Board, text: str, where: str) -> int:
    number = board.unit_number.get(text)
    if number is not None:
        return number
    try:
        unit = Unit.read(text)
    except UnreadableError as error:
        raise RecordError(f"{where}: {error}") from None
    province = board.variant.provinces.get(unit.province)
    if province is None:
        raise RecordError(f"{where}: {text}: there is no province {unit.province}")
    if province.coasts and unit.location == province.id:
        raise RecordError(f"{where}: {text}: the coast is missing: {', '.join(province.locations)}")
    raise RecordError(f"{where}: {text} cannot stand there")


def _read_centers(board: Board, raw: object) -> dict[str, tuple[str, ...]]:
    listed = _in_order(board, raw, "centers")
    try:
        named = {*chain.from_iterable(listed.values())}
    except TypeError:
        named = set()
    if len(named) < sum(map(len, listed.values())) or not named <= board.center_names:
        _complain_of_centers(board, listed)
    return {power: tuple(sorted(own)) for power, own in listed.items()}


def _complain_of_centers(board: Board, listed: Mapping[str, Sequence[str]]) -> None:
    """Say which center is none, or has two owners; one that is listed twice is no harm."""
    owners: dict[str, str] = {}
    for power, own in listed.items():
        for center in _texts(own, f"centers of {power}"):
            if center not in board.center_names:
                raise RecordError(f"centers of {power}: {center!r} is no supply center")
            if owners.setdefault(center, power) != power:
                raise RecordError(f"centers: {center} belongs to {owners[center]} and to {power}")


def _provinces(board: Board, raw: object, where: str) -> tuple[str, ...]:
    for name in _texts(raw, where):
        if name not in board.place:
            raise RecordError(f"{where}: there is no province {name!r}")
    return tuple(sorted(_texts(raw, where)))


def _powers(board: Board, raw: object) -> tuple[str, ...]:
    powers = _texts(raw, "neutral")
    for power in powers:
        if power not in board.power_number:
            raise RecordError(f"neutral: there is no power {power!r}")
    return tuple(sorted(powers, key=board.power_number.__getitem__))


def _read_dislodged(
    board: Board,
    raw: Mapping[str, Any],
    units: Mapping[str, Sequence[Unit]],
    barred: Iterable[str],
) -> dict[str, tuple[Dislodgement, ...]]:
    attackers = _mapping(raw, "attackers")
    retreats = None if raw.get("retreats") is None else _member(raw, "retreats", Mapping)
    closed = {board.place[unit.province] for own in units.values() for unit in own}
    closed.update(board.place[province] for province in barred)

    def dislodgement(power: str, unit: Unit) -> Dislodgement:
        origin, convoyed = _read_attacker(board, attackers.get(str(unit), ""), str(unit))
        if retreats is not None:
            own = _mapping(retreats, power)
            ways = _locations(board, own.get(str(unit), ()), f"retreats of {unit}")
        elif not origin:
            raise RecordError(f"dislodged {unit}: neither retreats nor attackers say where from")
        else:
            start = -1 if convoyed else board.place[origin]
            ways = ways_out(board, board.number_of(unit), closed, start)
        return Dislodgement(unit, ways, origin, convoyed)

    listed = _read_units(board, _member(raw, "dislodged", Mapping), "dislodged")
    return {
        power: tuple(dislodgement(power, unit) for unit in own) for power, own in listed.items()
    }


def _read_attacker(board: Board, raw: object, unit: str) -> tuple[str, bool]:
    if not isinstance(raw, str):
        raise RecordError(f"attackers: {unit}: expected a province, not {_short(raw)}")
    origin = raw.removesuffix(_BY_CONVOY)
    if origin and origin not in board.place:
        raise RecordError(f"attackers: {unit}: there is no province {origin!r}")
    return origin, raw.endswith(_BY_CONVOY)


def _locations(board: Board, raw: object, where: str) -> tuple[str, ...]:
    for name in _texts(raw, where):
        if name not in board.variant.locations:
            raise RecordError(f"{where}: there is no place {name!r}")
    return tuple(sorted(_texts(raw, where)))


def _plain_units(raw: object, where: str) -> dict[str, tuple[Unit, ...]]:
    if not isinstance(raw, Mapping):
        raise RecordError(f"{where}: expected lists by power, not {_short(raw)}")
    try:
        return {
            power: tuple(Unit.read(text) for text in _texts(own, f"{where} of {power}"))
            for power, own in raw.items()
        }
    except UnreadableError as error:
        raise RecordError(f"{where}: {error}") from None


def _read_dislodgement(
    unit: Unit, retreats: Mapping[str, Any], attackers: Mapping[str, Any]
) -> Dislodgement:
    attacker = attackers.get(str(unit), "")
    if not isinstance(attacker, str):
        raise RecordError(f"attackers: {unit}: expected a province, not {_short(attacker)}")
    return Dislodgement(
        unit,
        tuple(_texts(retreats.get(str(unit), ()), f"retreats of {unit}")),
        attacker.removesuffix(_BY_CONVOY),
        attacker.endswith(_BY_CONVOY),
    )


def _read_order_result(raw: Mapping[str, Any], power: str) -> OrderResult:
    where = f"orders of {power}"
    try:
        return OrderResult(
            order=_member(raw, "order", str),
            outcome=Outcome(_member(raw, "result", str)),
            reason=str(raw.get("reason", "")),
            cause=tuple(
                Cause(cause["by"], cause["power"], cause["rule"]) for cause in raw.get("cause", ())
            ),
            dislodged=raw.get("dislodged", False) is True,
            given=raw.get("given", True) is not False,
        )
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None
    except (ValueError, KeyError, TypeError):
        raise RecordError(f"{where}: {_short(raw)} is no result of an order") from None


# writing


def _write_lists(lists: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {key: list(values) for key, values in lists.items()}


def _write_units(units: Mapping[str, Sequence[Unit]]) -> dict[str, list[str]]:
    if not units:
        return {}
    if isinstance(units, Troops):
        return units.texts()
    return {power: list(map(str, own)) for power, own in units.items()}


def _write_attacker(one: Dislodgement) -> str:
    return one.attacker + (_BY_CONVOY if one.by_convoy else "")


def _write_order_result(result: OrderResult) -> dict[str, Any]:
    written: dict[str, Any] = {"order": result.order, "result": f"{result.outcome}"}
    if not result.given:
        written["given"] = False
    if result.dislodged:
        written["dislodged"] = True
    written["reason"] = result.reason
    written["cause"] = [
        {"by": cause.by, "power": cause.power, "rule": cause.rule} for cause in result.cause
    ]
    return written
