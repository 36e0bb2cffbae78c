"""Orders in normal form: the strict writer and its strict reader.

The normal form is what records, receipts and commitments hold (docs/mail.md).
`read_order` takes nothing else; what people write is read by `pbem.orders.grammar`.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.board.position import Unit, UnitKind
from pbem.errors import UnreadableError
from pbem.orders.order import (
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)


def write_order(order: Order) -> str:
    """Return the normal form of an order.

    >>> write_order(Move(Unit.read("A YOR"), "NWY", via=True))
    'A YOR - NWY VIA'
    """
    match order:
        case Hold(unit):
            return f"{unit} H"
        case Move(unit, to, via):
            return f"{unit} - {to} VIA" if via else f"{unit} - {to}"
        case SupportHold(unit, supported):
            return f"{unit} S {supported}"
        case SupportMove(unit, supported, to):
            return f"{unit} S {supported} - {to}"
        case Convoy(unit, army, to):
            return f"{unit} C {army} - {to}"
        case Retreat(unit, to):
            return f"{unit} R {', '.join(to)}"
        case Disband(unit):
            return f"{unit} D"
        case Build(unit):
            return f"{unit} B"
        case Waive():
            return "WAIVE"
        case Convert(unit, into):
            return f"{unit} CONVERT {into}" if into else f"{unit} CONVERT"


@lru_cache(maxsize=16384)
def read_order(text: str) -> Order:
    """Read the normal form of an order.

    Raises:
        UnreadableError: The text is not in normal form.
    """
    if text == "WAIVE":
        return Waive()
    words = text.split(" ")
    try:
        unit = Unit(UnitKind(words[0]), words[1])
        return _rest(unit, words[2:])
    except (ValueError, IndexError):
        raise UnreadableError(f"{text!r} is no order in normal form") from None


def _rest(unit: Unit, words: list[str]) -> Order:
    match words:
        case ["H"]:
            return Hold(unit)
        case ["D"]:
            return Disband(unit)
        case ["B"]:
            return Build(unit)
        case ["-", to]:
            return Move(unit, to)
        case ["-", to, "VIA"]:
            return Move(unit, to, via=True)
        case ["S", kind, place]:
            return SupportHold(unit, Unit(UnitKind(kind), place))
        case ["S", kind, place, "-", to]:
            return SupportMove(unit, Unit(UnitKind(kind), place), to)
        case ["C", kind, place, "-", to]:
            return Convoy(unit, Unit(UnitKind(kind), place), to)
        case ["R", *places] if places:
            return Retreat(unit, tuple(" ".join(places).split(", ")))
        case ["CONVERT"]:
            return Convert(unit)
        case ["CONVERT", kind, place]:
            return Convert(unit, Unit(UnitKind(kind), place))
        case _:
            raise ValueError(words)


def unit_of(order: Order) -> Unit | None:
    """Return the unit an order is for; None for a waived build."""
    return None if isinstance(order, Waive) else order.unit
