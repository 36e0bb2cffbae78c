"""A phase file foretold: what pbem would write, from the little that nobody else knows.

Nearly every file that is checked is good. To read all of it, to judge its phase again
and to compare value by value takes longer than the judging. So a file is written anew,
part by part, from the position that must be open, from its orders and from what its
sheets hold, and texts are compared. Where they are alike, the file is in the one
canonical form and says what the rules say. Where they are not, this says nothing: the
file is then to be read as a whole, by which all that is wrong with it is found.

What was read from a place of the file is put back there without a look at it: a text
that JSON writes with escapes does not come out as it stands, and is left to the whole
reading as well. The words of players are written as JSON has them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from json.encoder import encode_basestring as _quote
from typing import Any

from pbem.adjudicator import Rulebook, adjudicate
from pbem.adjudicator.result import Adjudication, Cause, OrderResult
from pbem.adjudicator.troops import Troops
from pbem.board.phase import PhaseKind
from pbem.board.position import Position, Unit
from pbem.board.variant import Variant
from pbem.errors import PbemError
from pbem.game.codec import read_time, write_time
from pbem.game.layout import is_shown, write_json
from pbem.game.publication import PhaseFile
from pbem.game.record import read_orders, read_position, write_dislodged, write_position
from pbem.game.sheet import ReceiptIssued, SheetOpened, Written
from pbem.game.texts import PHASE_SHORT, SCHEMAS
from pbem.game.turns import Follow, follow

_STARTS = '\n "units": ', '\n "orders": ', '\n "result": ', '\n "removed": ', '\n "receipts": '
_decode: Callable[[str], dict[str, Any]] = json.JSONDecoder().decode


@dataclass(frozen=True, slots=True)
class Foretold:
    """A phase file that is as pbem would write it.

    Attributes:
        file: What it holds.
        follow: What comes after it.
    """

    file: PhaseFile
    follow: Follow


class Foreteller:
    """Foretells the phase files of one game.

    Args:
        variant: The board.
        after: Returns the position that follows the file of a number; None where that is
            not known, and the position is read.
        rules: Reads the rules of a phase.
    """

    def __init__(
        self,
        variant: Variant,
        after: Callable[[int], Position | None],
        rules: Callable[[object], Rulebook],
    ) -> None:
        self._variant = variant
        self._after = after
        self._rules = rules
        # What stands in one file is mostly what stood in the one before.
        self._ruled: tuple[object, str] = None, ""
        self._left: tuple[object, str] = None, ""
        self._owned: tuple[object, str] = None, ""

    def foretell(self, text: str) -> Foretold | None:
        """Return what a phase file holds, where it is to the letter what pbem would write."""
        try:
            return self._foretell(text)
        except (PbemError, LookupError, TypeError, ValueError, AttributeError, OverflowError):
            return None
        except RecursionError:
            return None

    def _foretell(self, text: str) -> Foretold | None:
        if not is_shown(text):
            return None
        at: list[int] = []
        for member in _STARTS:
            at.append(text.index(member, at[-1] if at else 0))
        first, *_, last = at
        stands, ordered, judged, removed = (text[start : end - 1] for start, end in pairwise(at))
        raw = _decode(f"{text[: first - 1]},{ordered},{text[last:]}")
        if not self._is_head(raw, text[:first]):
            return None
        position = self._after(raw["after"])
        if position is None or self._write_position(position) != stands:
            held = _decode(f"{{{stands}}}") | {"phase": raw["phase"]}
            position = read_position(held, self._variant)
            if self._write_position(position) != stands:
                return None
        orders = read_orders(raw)
        if str(position.phase) != raw["phase"] or _write_orders(orders) != ordered:
            return None
        result = adjudicate(self._variant, position, orders, self._rules(raw["rules"]))
        if self._write_result(result) != judged:
            return None
        following = follow(self._variant, position, result)
        if f'\n "removed": {_units(following.removed, _FIRST)}' != removed:
            return None
        sheets = _Sheets(raw)
        end = f'{sheets.text},\n "next": "{following.position.phase}"\n}}\n'
        if end != text[last:] or any(text[start - 1] != "," for start in at):
            return None
        file = _file(raw, position, orders, result, following, sheets)
        return Foretold(file, following)

    def _is_head(self, head: Mapping[str, Any], text: str) -> bool:
        """Return whether the members before the position are as pbem writes them."""
        schema, rules = _whole(head["schema"]), head["rules"]
        if self._ruled[0] != rules:
            self._ruled = rules, _members({"rules": rules})
        press = f'\n "press": "{head["press"]}",' if schema else ""
        right = (
            f'{{\n "schema": {schema},\n "engine": "{head["engine"]}",'
            f'\n "game": "{head["game"]}",\n "number": {_whole(head["number"])},'
            f'\n "prev": "{head["prev"]}",\n "events": "{head["events"]}",{press}'
            f'\n "after": {_whole(head["after"])},\n "variant": "{head["variant"]}",'
            f'\n "phase": "{head["phase"]}",{self._ruled[1]},'
            f'\n "due": "{head["due"]}",\n "adjudicated": "{head["adjudicated"]}",'
        )
        return schema in SCHEMAS and type(rules) is dict and right == text

    def _write_position(self, position: Position) -> str:
        if position.closed or position.neutral:
            raw = write_position(position)
            del raw["phase"]
            return _members(raw)
        units = self._left[1].replace(_SECOND, _FIRST) if self._left[0] is position.units else ""
        centers = f',\n "centers": {self._write_centers(position)}' if position.centers else ""
        stands = f'\n "units": {units or _units(position.units, _FIRST)}{centers}'
        if position.phase.kind is not _RETREATS:
            return stands
        fleeing = _members(write_dislodged(position.dislodged))
        return f'{stands},{fleeing},\n "standoffs": {_names(position.standoffs)}'

    def _write_centers(self, position: Position) -> str:
        if self._owned[0] is not position.centers:
            self._owned = position.centers, _short(position.centers, _FIRST)
        return self._owned[1]

    def _write_result(self, result: Adjudication) -> str:
        lines = {
            _quote(power): list(map(_write_order_result, own))
            for power, own in result.orders.items()
        }
        return f'{self._write_outcome(result)},\n  "orders": {_lists(lines, _SECOND)}\n }}'

    def _write_outcome(self, result: Adjudication) -> str:
        units = _units(result.units, _SECOND)
        self._left = result.units, units
        centers = f',\n  "centers": {_short(result.centers, _SECOND)}' if result.centers else ""
        return (
            f'\n "result": {{\n  "units": {units},{_driven_out(result)},'
            f'\n  "standoffs": {_names(result.standoffs)}{centers},'
            f'\n  "disbanded": {_units(result.disbanded, _SECOND)}'
        )


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


def _members(raw: Mapping[str, Any]) -> str:
    r"""Return members of a phase file as they stand in it: `\n "after": 0,\n "variant": …`."""
    return write_json(raw, short=PHASE_SHORT)[1:-3]


def _units(units: Mapping[str, Sequence[Unit]], indent: str) -> str:
    """Return units by power, one a line."""
    texts = units.texts() if isinstance(units, Troops) else units
    lines = {f'"{power}"': [f'"{unit}"' for unit in own] for power, own in texts.items()}
    return _lists(lines, indent)


def _driven_out(result: Adjudication) -> str:
    """Return the members of a result that tell of dislodged units; there are none mostly."""
    if not result.dislodged:
        return _NOBODY
    return _members({"result": write_dislodged(result.dislodged)})[len(_RESULT) : -len("\n }")]


_RESULT = '\n "result": {'
_NOBODY = '\n  "dislodged": {},\n  "retreats": {},\n  "attackers": {}'


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


def _write_orders(orders: Mapping[str, Sequence[str]]) -> str:
    lines = [
        f'"{power}": [\n   "{_BETWEEN.join(own)}"\n  ]' if own else f'"{power}": []'
        for power, own in orders.items()
    ]
    return f'\n "orders": {_braced(lines)}'


_BETWEEN = '",\n   "'


def _braced(members: Sequence[str]) -> str:
    """Return an object of members that are written already, a member a line."""
    return f"{{\n  {_NEXT.join(members)}\n }}" if members else "{}"


_NEXT = ",\n  "


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


def _write_order_result(one: OrderResult) -> str:
    marks = ("" if one.given else '"given": false, ') + ('"dislodged": true, ' * one.dislodged)
    causes = ""
    if one.cause:
        causes = ", ".join(map(_write_cause, one.cause))
    return (
        f'{{"order": {_quote(one.order)}, "result": "{one.outcome}", {marks}'
        f'"reason": {_quote(one.reason)}, "cause": [{causes}]}}'
    )


def _write_cause(cause: Cause) -> str:
    return f'{{"by": {_quote(cause.by)}, "power": {_quote(cause.power)}, "rule": "{cause.rule}"}}'


class _Sheets:
    """What a phase file tells of sheets, and how it stands there.

    Attributes:
        text: From the receipts to those who were late.
    """

    def __init__(self, raw: Mapping[str, Any]) -> None:
        """Read the members; `TypeError` and the like where they have another form."""
        self.receipts: dict[str, tuple[ReceiptIssued, ...]] = {}
        self.opened: dict[str, SheetOpened] = {}
        self.written: dict[str, tuple[Written, ...]] = {}
        self.late: tuple[str, ...] = tuple(raw["late"])
        self.text = (
            f'\n "receipts": {_braced([*self._receipts(raw["receipts"])])},'
            f'\n "opened": {_braced([*self._opened(raw["opened"])])},'
            f'\n "written": {_braced([*self._written(raw["written"])])},'
            f'\n "late": {_names(self.late)}'
        )

    def _receipts(self, raw: Mapping[str, Any]) -> Iterator[str]:
        for power, own in raw.items():
            read, lines = [], []
            for one in own:
                number, at, digest = _whole(one["number"]), one["at"], one["hash"]
                read.append(ReceiptIssued(number, _time(at), digest))
                lines.append(f'{{"number": {number}, "at": "{at}", "hash": "{digest}"}}')
            self.receipts[power] = tuple(read)
            yield _listed(power, lines)

    def _opened(self, raw: Mapping[str, Any]) -> Iterator[str]:
        for power, own in raw.items():
            number, nonce, orders = _whole(own["receipt"]), own["nonce"], tuple(own["orders"])
            self.opened[power] = SheetOpened(number, nonce, orders)
            yield (
                f'"{power}": {{\n   "receipt": {number},\n   "nonce": "{nonce}",'
                f'\n   "orders": {_names(orders)}\n  }}'
            )

    def _written(self, raw: Mapping[str, Any]) -> Iterator[str]:
        for power, own in raw.items():
            read, lines = [], []
            for one in own:
                words, order = one["text"], one["order"]
                read.append(Written(words, order))
                lines.append(f'{{"text": {_quote(words)}, "order": "{order}"}}')
            self.written[power] = tuple(read)
            yield _listed(power, lines)


def _listed(power: str, lines: Sequence[str]) -> str:
    """Return a member with a list of things that are written already, a thing a line."""
    return f'"{power}": [\n   {_ITEMS.join(lines)}\n  ]' if lines else f'"{power}": []'


_ITEMS = ",\n   "


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise TypeError(f"{number!r} is no whole number")
    return number
