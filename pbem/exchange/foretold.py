"""A phase file foretold: what pbem would write, from the little that nobody else knows.

Nearly every file that is checked is good. To read all of it, to judge its phase again
and to compare value by value takes longer than the judging. So a file is written anew,
part by part, from the position that must be open, from its orders and from what its
sheets hold, and texts are compared. Where they are alike, the file is in the one
canonical form and says what the rules say. Where they are not, this says nothing: the
file is then to be read as a whole, by which all that is wrong with it is found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from json.encoder import encode_basestring
from typing import Any

from pbem.adjudicator import Rulebook, adjudicate
from pbem.adjudicator.result import Adjudication, OrderResult
from pbem.adjudicator.troops import Troops
from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant
from pbem.errors import PbemError
from pbem.game.codec import read_time, write_time
from pbem.game.events import ReceiptIssued, SheetOpened, Written
from pbem.game.layout import write_json, write_line
from pbem.game.publication import PhaseFile
from pbem.game.record import read_orders, read_position, write_outcome, write_position
from pbem.game.texts import PHASE_SHORT, SCHEMAS
from pbem.game.turns import Follow, follow

_TAIL = ("receipts", "opened", "written", "late", "next")
_STARTS = ("units", "orders", "result", "removed", "receipts")
_Quote = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Foretold:
    """A phase file that is as pbem would write it.

    Attributes:
        file: What it holds.
        follow: What comes after it.
    """

    file: PhaseFile
    follow: Follow


def foretell(
    text: str,
    variant: Variant,
    after: Callable[[int], Position | None],
    rules: Callable[[object], Rulebook],
) -> Foretold | None:
    """Return what a phase file holds, where it is to the letter what pbem would write.

    Args:
        text: Of the file.
        variant: The board.
        after: Returns the position that follows the file of a number; None where that is
            not known, and the position is read.
        rules: Reads the rules of a phase.
    """
    try:
        return _foretell(text, variant, after, rules)
    except (PbemError, LookupError, TypeError, ValueError, AttributeError, OverflowError):
        return None
    except RecursionError:
        return None


def _foretell(
    text: str,
    variant: Variant,
    after: Callable[[int], Position | None],
    rules: Callable[[object], Rulebook],
) -> Foretold | None:
    at = [text.index(f'\n "{name}": ') for name in _STARTS]
    first, *_, last = at
    quote = _quoter(text)
    head, tail = json.loads(f"{text[: first - 1]}}}"), json.loads(f"{{{text[last:]}")
    if not _is_head(head, text[:first], quote) or tuple(tail) != _TAIL:
        return None
    stands, ordered, judged, removed = (text[start : end - 1] for start, end in pairwise(at))
    position = after(head["after"])
    if position is None or _write_position(position) != stands:
        position = read_position(json.loads(f"{{{stands}}}") | {"phase": head["phase"]}, variant)
        if _write_position(position) != stands:
            return None
    orders = read_orders(json.loads(f"{{{ordered}}}"))
    if str(position.phase) != head["phase"] or _write_orders(orders, quote) != ordered:
        return None
    result = adjudicate(variant, position, orders, rules(head["rules"]))
    if _write_result(result, quote) != judged:
        return None
    following = follow(variant, position, result)
    if f'\n "removed": {_units(following.removed, _FIRST)}' != removed:
        return None
    sheets = _Sheets(tail, quote)
    end = f'{sheets.text},\n "next": "{following.position.phase}"\n}}\n'
    if end != text[last:] or any(text[start - 1] != "," for start in at):
        return None
    file = _file(head, position, orders, result, following, sheets)
    return Foretold(file, following)


def _is_head(head: Mapping[str, Any], text: str, quote: _Quote) -> bool:
    """Return whether the members before the position are of their types, as pbem writes them."""
    schema, number, after = head["schema"], _whole(head["number"]), _whole(head["after"])
    press = f'\n "press": {quote(head["press"])},' if schema else ""
    right = (
        f'{{\n "schema": {_whole(schema)},\n "engine": {quote(head["engine"])},'
        f'\n "game": {quote(head["game"])},\n "number": {number},'
        f'\n "prev": {quote(head["prev"])},\n "events": {quote(head["events"])},{press}'
        f'\n "after": {after},\n "variant": {quote(head["variant"])},'
        f'\n "phase": {quote(head["phase"])},{_members({"rules": head["rules"]})},'
        f'\n "due": {quote(head["due"])},\n "adjudicated": {quote(head["adjudicated"])},'
    )
    return schema in SCHEMAS and type(head["rules"]) is dict and right == text


def _file(
    head: Mapping[str, Any],
    position: Position,
    orders: Mapping[str, tuple[str, ...]],
    result: Adjudication,
    following: Follow,
    sheets: _Sheets,
) -> PhaseFile:
    return PhaseFile(
        number=head["number"],
        prev=head["prev"],
        after=head["after"],
        engine=head["engine"],
        game=head["game"],
        variant=head["variant"],
        rules=head["rules"],
        position=position,
        orders=orders,
        result=result,
        removed=following.removed,
        following=following.position.phase,
        due=_time(head["due"]),
        adjudicated=_time(head["adjudicated"]),
        receipts=sheets.receipts,
        opened=sheets.opened,
        written=sheets.written,
        late=sheets.late,
        events=head["events"],
        press=head.get("press", ""),
        schema=head["schema"],
    )


def _time(text: str) -> datetime:
    """Return a time; `ValueError` where pbem would write it otherwise."""
    time = read_time(text)
    if (len(text) != _LENGTH or text[4::3] != "--T::Z") and write_time(time) != text:
        raise ValueError(f"{text}: not as pbem writes it")
    return time


_LENGTH = len("2026-01-09T20:00:00Z")


# texts


def _quoter(text: str) -> _Quote:
    """Return what writes texts in JSON; the quick one knows only characters that are shown."""
    if text.isascii() and "\x7f" not in text:
        return encode_basestring
    return _quote


def _quote(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is no text")
    return write_line(text)


def _members(raw: Mapping[str, Any]) -> str:
    r"""Return members of a phase file as they stand in it: `\n "after": 0,\n "variant": …`."""
    return write_json(raw, short=PHASE_SHORT)[1:-3]


def _write_position(position: Position) -> str:
    if position.phase.kind is _RETREATS or position.closed or position.neutral:
        raw = write_position(position)
        del raw["phase"]
        return _members(raw)
    centers = f',\n "centers": {_short(position.centers, _FIRST)}' if position.centers else ""
    return f'\n "units": {_units(position.units, _FIRST)}{centers}'


def _units(units: Mapping[str, Sequence[Unit]], indent: str) -> str:
    """Return units by power, one a line."""
    texts = units.texts() if isinstance(units, Troops) else units
    lines = {f'"{power}"': [f'"{unit}"' for unit in own] for power, own in texts.items()}
    return _lists(lines, indent)


def _short(lists: Mapping[str, Sequence[str]], indent: str) -> str:
    """Return names of the board by power, a power a line."""
    if not lists:
        return "{}"
    between = f",{indent} "
    parts = [f'"{power}": {_names(own)}' for power, own in lists.items()]
    return f"{{{indent} {between.join(parts)}{indent}}}"


def _names(names: Sequence[str]) -> str:
    """Return names of the board, which need no escape, in a line."""
    return f'["{_COMMA.join(names)}"]' if names else "[]"


_RETREATS = PhaseKind.RETREATS
_FIRST, _SECOND = "\n ", "\n  "
_COMMA = '", "'


def _write_orders(orders: Mapping[str, Sequence[str]], quote: _Quote) -> str:
    by_power = {quote(power): list(map(quote, own)) for power, own in orders.items()}
    return f'\n "orders": {_lists(by_power, _FIRST)}'


def _lists(by_power: Mapping[str, Sequence[str]], indent: str) -> str:
    """Return lists by power, an item a line; powers and items are texts of JSON."""
    if not by_power:
        return "{}"
    between = f",{indent}  "
    lists = [
        f"{power}: [{indent}  {between.join(items)}{indent} ]" if items else f"{power}: []"
        for power, items in by_power.items()
    ]
    return f"{{{indent} {f',{indent} '.join(lists)}{indent}}}"


def _write_result(result: Adjudication, quote: _Quote) -> str:
    lines = {
        quote(power): [_write_order_result(one, quote) for one in own]
        for power, own in result.orders.items()
    }
    return f'{_write_outcome(result)},\n  "orders": {_lists(lines, _SECOND)}\n }}'


def _write_outcome(result: Adjudication) -> str:
    if result.dislodged:
        return _members({"result": write_outcome(result)})[:-3]
    centers = f',\n  "centers": {_short(result.centers, _SECOND)}' if result.centers else ""
    return (
        f'\n "result": {{\n  "units": {_units(result.units, _SECOND)},\n  "dislodged": {{}},'
        f'\n  "retreats": {{}},\n  "attackers": {{}},\n  "standoffs": {_names(result.standoffs)}'
        f'{centers},\n  "disbanded": {_units(result.disbanded, _SECOND)}'
    )


def _write_order_result(one: OrderResult, quote: _Quote) -> str:
    marks = ("" if one.given else '"given": false, ') + ('"dislodged": true, ' * one.dislodged)
    cause = ", ".join(
        [
            f'{{"by": {quote(cause.by)}, "power": {quote(cause.power)}, "rule": "{cause.rule}"}}'
            for cause in one.cause
        ]
    )
    return (
        f'{{"order": {quote(one.order)}, "result": {quote(one.outcome)}, {marks}'
        f'"reason": {quote(one.reason)}, "cause": [{cause}]}}'
    )


class _Sheets:
    """What a phase file tells of sheets, and how it stands there.

    Attributes:
        text: From the receipts to those who were late.
    """

    def __init__(self, raw: Mapping[str, Any], quote: _Quote) -> None:
        """Read the members; `TypeError` and the like where they have another form."""
        self.receipts: dict[str, tuple[ReceiptIssued, ...]] = {}
        self.opened: dict[str, SheetOpened] = {}
        self.written: dict[str, tuple[Written, ...]] = {}
        self.late: tuple[str, ...] = tuple(raw["late"])
        late = ", ".join(map(quote, self.late))
        parts = (
            f'\n "receipts": {_lists(self._receipts(raw["receipts"], quote), _FIRST)}',
            f'\n "opened": {self._opened(raw["opened"], quote)}',
            f'\n "written": {_lists(self._written(raw["written"], quote), _FIRST)}',
            f'\n "late": [{late}]',
        )
        self.text = ",".join(parts)

    def _receipts(self, raw: Mapping[str, Any], quote: _Quote) -> dict[str, list[str]]:
        lines = {}
        for power, own in raw.items():
            read = [ReceiptIssued(_whole(o["number"]), _time(o["at"]), o["hash"]) for o in own]
            self.receipts[power] = tuple(read)
            lines[quote(power)] = [
                f'{{"number": {o["number"]}, "at": "{o["at"]}", "hash": {quote(o["hash"])}}}'
                for o in own
            ]
        return lines

    def _opened(self, raw: Mapping[str, Any], quote: _Quote) -> str:
        parts = []
        for power, own in raw.items():
            number, nonce, orders = _whole(own["receipt"]), own["nonce"], tuple(own["orders"])
            self.opened[power] = SheetOpened(number, nonce, orders)
            listed = ", ".join(map(quote, orders))
            parts.append(
                f'{quote(power)}: {{\n   "receipt": {number},\n   "nonce": {quote(nonce)},'
                f'\n   "orders": [{listed}]\n  }}'
            )
        return f"{{\n  {_NEXT.join(parts)}\n }}" if parts else "{}"

    def _written(self, raw: Mapping[str, Any], quote: _Quote) -> dict[str, list[str]]:
        lines = {}
        for power, own in raw.items():
            self.written[power] = tuple([Written(o["text"], o["order"]) for o in own])
            lines[quote(power)] = [
                f'{{"text": {quote(o["text"])}, "order": {quote(o["order"])}}}' for o in own
            ]
        return lines


_NEXT = ",\n  "


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise TypeError(f"{number!r} is no whole number")
    return number
