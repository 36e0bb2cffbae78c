"""Games as the package `diplomacy` saves them, written.

What is written loads and replays there with the same positions. The form has no place
for who played, for receipts and words as written, for phases that were taken back, and
for orders that can never be carried out; these are left out. Its table of hashes is the
package's own affair, so `zobrist_hash` is 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.result import OrderResult, Outcome
from pbem.board.phase import Phase, PhaseKind, Season
from pbem.board.position import Position, Unit, province_of
from pbem.board.variant import Variant
from pbem.errors import RecordError, UnreadableError
from pbem.game.publication import GameRecord, PhaseFile, PressLine
from pbem.game.turns import follow
from pbem.orders.legality import owed
from pbem.orders.notation import read_order
from pbem.orders.order import Move, Retreat

_WORDS = {
    Outcome.BOUNCES: "bounce",
    Outcome.NO_CONVOY: "no convoy",
    Outcome.CUT: "cut",
    Outcome.VOID: "void",
    Outcome.DISRUPTED: "disrupted",
}
_LENGTH = 3


def write_saved_game(record: GameRecord, variant: Variant, press: Sequence[PressLine] = ()) -> str:
    """Return a game as a line of JSON, with its end.

    Args:
        record: Of a game on the standard board.
        variant: That board.
        press: Of which what is public is written as messages to everybody.

    Raises:
        RecordError: The package has no such board.
    """
    if variant.key != "standard":
        raise RecordError(f"{record.settings.game}: the package has no board {variant.key!r}")
    writer = _Writer(record, variant, press)
    phases = list(writer.phases())
    raw = {
        "id": record.settings.game,
        "map": "standard",
        "rules": writer.rules,
        "phases": phases,
    }
    return json.dumps(raw, ensure_ascii=False) + "\n"


class _Writer:
    def __init__(self, record: GameRecord, variant: Variant, press: Sequence[PressLine]) -> None:
        self._record = record
        self._variant = variant
        self._said: dict[Phase, list[PressLine]] = {}
        for line in press:
            if line.kind == "public":
                self._said.setdefault(line.phase, []).append(line)
        ending = record.ending
        solo = ending is not None and ending.how == "solo"
        # A game that was ended by a vote is one step that no order led to.
        self.rules = ["POWER_CHOICE", *([] if solo else ["DIFFERENT_ADJUDICATION"])]
        if not self._said:
            self.rules.append("NO_PRESS")
        self._held: dict[str, list[str]] = {
            power: list(own.homes) for power, own in variant.powers.items()
        }

    def phases(self) -> Iterator[dict[str, Any]]:
        """Yield all phases, with those that the package has and a record passes over."""
        position = self._record.opening or self._variant.opening()
        stamp = int(self._record.settings.created.timestamp()) * 1_000_000
        for file in self._record.standing:
            stamp = int(file.adjudicated.timestamp()) * 1_000_000
            yield self._phase(file, stamp)
            position = follow(self._variant, file.position, file.result).position
            if file.removed:
                yield self._removal(file, stamp)
        last = position
        ending = self._record.ending
        over = ending is not None and bool(ending.winners)
        name = "COMPLETED" if over else str(last.phase)
        state = self._state(last, name, stamp)
        if ending is not None and over:
            victors = ", ".join(power[:_LENGTH] for power in ending.winners)
            state["note"] = f"Victory by: {victors}"
        orders: dict[str, list[str] | None] = {
            power: None if over else [] for power in self._variant.powers
        }
        yield {"name": name, "state": state, "orders": orders, "results": {}, "messages": []}

    def _phase(self, file: PhaseFile, stamp: int) -> dict[str, Any]:
        position = file.position
        self._occupy(position)
        return {
            "name": str(position.phase),
            "state": self._state(position, str(position.phase), stamp),
            "orders": {power: list(self._orders(file, power)) for power in self._variant.powers},
            "results": dict(_results(file)),
            "messages": [_message(line) for line in self._said.get(position.phase, ())],
        }

    def _removal(self, file: PhaseFile, stamp: int) -> dict[str, Any]:
        """Return the adjustments in which some power must give up all it has."""
        winter = Phase(file.position.phase.year, Season.WINTER, PhaseKind.ADJUSTMENTS)
        board = Position(winter, file.result.units, file.result.centers or file.position.centers)
        return {
            "name": str(winter),
            "state": self._state(board, str(winter), stamp),
            "orders": {
                power: [f"{unit} D" for unit in file.removed.get(power, ())]
                for power in self._variant.powers
            },
            "results": {str(unit): [""] for units in file.removed.values() for unit in units},
            "messages": [],
        }

    def _orders(self, file: PhaseFile, power: str) -> Iterator[str]:
        """Yield the orders that the package takes: those that can be carried out.

        What was disbanded because nobody said what is written as if it had been ordered:
        the package would choose others.
        """
        results = file.result.orders.get(power, ())
        gone = {str(unit) for unit in file.result.disbanded.get(power, ())}
        for result in results:
            if result.given and result.outcome is not Outcome.ILLEGAL:
                order = self._order(file, power, result)
                gone.discard(order.removesuffix(" D"))
                yield order
        if file.position.phase.kind is PhaseKind.ADJUSTMENTS:
            yield from (f"{unit} D" for unit in sorted(gone))

    def _order(self, file: PhaseFile, power: str, result: OrderResult) -> str:
        try:
            order = read_order(result.order)
        except UnreadableError:
            return result.order
        match order:
            case Move(unit, to, via):
                by_sea = via or province_of(to) not in self._reached(unit)
                return f"{unit} - {to}{' VIA' if by_sea else ''}"
            case Retreat(unit, ways):
                stands = {str(one) for one in file.result.units.get(power, ())}
                end = next((to for to in ways if f"{unit.kind} {to}" in stands), "")
                named = next((to for to in ways if to != "D"), "")
                goal = end or (named if result.outcome is Outcome.BOUNCES else "")
                return f"{unit} R {goal}" if goal else f"{unit} D"
            case _:
                return result.order

    def _reached(self, unit: Unit) -> set[str]:
        try:
            return {province_of(location) for location in self._variant.neighbors(unit)}
        except KeyError:
            return set()

    def _state(self, position: Position, name: str, stamp: int) -> dict[str, Any]:
        variant = self._variant
        return {
            "timestamp": stamp,
            "zobrist_hash": "0",
            "note": "",
            "name": name,
            "units": {power: _units(position, power) for power in variant.powers},
            "retreats": {
                power: {
                    str(one.unit): list(one.retreats) for one in position.dislodged.get(power, ())
                }
                for power in variant.powers
            },
            "centers": {power: list(position.centers.get(power, ())) for power in variant.powers},
            "homes": {power: list(own.homes) for power, own in variant.powers.items()},
            "influence": {power: list(held) for power, held in self._held.items()},
            "civil_disorder": dict.fromkeys(variant.powers, 0),
            "builds": {power: self._builds(position, power) for power in variant.powers},
            "game_id": self._record.settings.game,
            "map": "standard",
            "rules": self.rules,
        }

    def _builds(self, position: Position, power: str) -> dict[str, Any]:
        if position.phase.kind is not PhaseKind.ADJUSTMENTS:
            return {"count": 0, "homes": []}
        debt = owed(self._variant, position, power)
        if debt.disbands:
            return {"count": -debt.disbands, "homes": []}
        taken = position.occupants()
        centers = position.centers.get(power, ())
        homes = self._variant.power(power).homes
        free = [home for home in homes if home in centers and home not in taken]
        return {"count": debt.builds, "homes": free if debt.builds else []}

    def _occupy(self, position: Position) -> None:
        """Keep who was last in each land province."""
        for power, units in position.units.items():
            for unit in units:
                for held in self._held.values():
                    if unit.province in held:
                        held.remove(unit.province)
                self._held[power].append(unit.province)


def _units(position: Position, power: str) -> list[str]:
    out = [f"*{one.unit}" for one in position.dislodged.get(power, ())]
    return [*map(str, position.units.get(power, ())), *out]


def _results(file: PhaseFile) -> Iterator[tuple[str, list[str]]]:
    """Yield what became of each unit, in the package's words."""
    builds = file.position.phase.kind is PhaseKind.ADJUSTMENTS
    for power, results in file.result.orders.items():
        gone = {str(unit) for unit in file.result.disbanded.get(power, ())}
        for result in results:
            unit = " ".join(result.order.split()[:2])
            if builds:
                yield ("WAIVE", ["void"]) if result.order == "WAIVE" else (unit, [""])
                continue
            marks = [_WORDS[result.outcome]] if result.outcome in _WORDS else []
            marks += ["dislodged"] if result.dislodged else []
            marks += ["disband"] if unit in gone else []
            yield unit, marks


def _message(line: PressLine) -> Mapping[str, Any]:
    return {
        "sender": line.sender if line.sender not in ("", "HOST", "OBSERVERS") else "SYSTEM",
        "recipient": "GLOBAL",
        "time_sent": int(line.at.timestamp()) * 1_000_000,
        "phase": str(line.phase),
        "message": line.text,
    }
