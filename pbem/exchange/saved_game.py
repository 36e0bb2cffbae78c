"""Games as the package `diplomacy` saves them (`to_saved_game_format`), read.

A file is one game as JSON, or one a line. A phase has the board before it, its orders,
and what became of them; the board after it is that of the next phase. The last phase is
what is open, or `COMPLETED`.

What the form does not hold: who played; waived builds; orders that were refused; how a
game ended, beyond who won. These are told as notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Unit
from pbem.board.variant import Variant
from pbem.errors import RecordError, UnreadableError, why_not_json
from pbem.exchange.foreign import After, ForeignGame, ForeignPhase, Remark, province

_STAYED = frozenset(("bounce", "no_convoy", "dislodged", "void"))
_VICTORS = re.compile(r"Victory by: (.+)")
_EVERYBODY = "GLOBAL"
_LENGTH = 3


def read_saved_games(text: str, variant: Variant, where: str = "saved game") -> list[ForeignGame]:
    """Return the games in a file: one object, or JSON Lines.

    Raises:
        RecordError: It is no JSON, or not of this form; says where.
    """
    try:
        whole = json.loads(text)
        found = whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        try:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{where}: not JSON: {why_not_json(error)}") from None
    return [_game(raw, variant, where) for raw in found]


def is_saved_game(text: str) -> bool:
    """Return whether a text looks like a saved game of the package."""
    head = text.lstrip()[:4000]
    return head.startswith(("{", "[")) and '"phases"' in head and '"map"' in text


def _game(raw: Any, variant: Variant, where: str) -> ForeignGame:
    try:
        game = str(raw["id"])
        if raw["map"] != "standard":
            raise RecordError(f"{where}: the map {raw['map']!r} is not one that pbem has")
        phases = list(raw["phases"])
        reader = _Reader(variant)
        for place, phase in enumerate(phases[:-1]):
            if phase["name"] not in ("FORMING", "COMPLETED") and not _ends_here(
                phase, phases[place + 1]
            ):
                reader.add(phase, phases[place + 1])
        last: Mapping[str, Any] = phases[-1] if phases else {"name": "FORMING", "state": {}}
        if last["name"] not in ("FORMING", "COMPLETED") and any((last["orders"] or {}).values()):
            reader.notes.append(f"{last['name']}: it is open; its orders were left out")
        winners = _winners(last, variant)
    except KeyError as error:
        raise RecordError(f"{where}: no saved game of the package: {error} is missing") from None
    except ValueError as error:
        raise RecordError(f"{where}: no saved game of the package: {error}") from None
    except (TypeError, AttributeError, IndexError):
        says = "something in it has another form than the package writes"
        raise RecordError(f"{where}: no saved game of the package: {says}") from None
    return ForeignGame(
        id=game.lower(),
        source="diplomacy",
        phases=tuple(reader.phases),
        end=_ending(winners, last),
        winners=winners,
        times=reader.times,
        said=tuple(reader.said),
        unread=tuple(reader.notes),
    )


def _ends_here(phase: Mapping[str, Any], following: Mapping[str, Any]) -> bool:
    """Return whether a game was ended while a phase was open: nothing came of it."""
    ordered = any((phase.get("orders") or {}).values()) or phase.get("results")
    return following["name"] == "COMPLETED" and not ordered


def _winners(last: Mapping[str, Any], variant: Variant) -> tuple[str, ...]:
    found = _VICTORS.match(str(last["state"].get("note") or ""))
    if found is None or last["name"] != "COMPLETED":
        return ()
    named = {name.strip().upper() for name in found[1].split(",")}
    return tuple(power for power in variant.powers if {power, power[:_LENGTH]} & named)


def _ending(winners: Sequence[str], last: Mapping[str, Any]) -> str:
    """Return how a game ended: a solo and a concession are told apart by the centers alone."""
    if last["name"] != "COMPLETED" or not winners:
        return ""
    if len(winners) > 1:
        return "draw"
    held = len(last["state"]["centers"].get(winners[0], ()))
    total = sum(map(len, last["state"]["centers"].values()))
    return "solo" if held * 2 > max(total, 34) else "concession"


class _Reader:
    """Takes phases one by one."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._came: dict[str, str] = {}
        self._standoffs: tuple[str, ...] = ()
        self.phases: list[ForeignPhase] = []
        self.notes: list[str] = []
        self.said: list[Remark] = []
        self.times: dict[Phase, datetime] = {}

    def add(self, raw: Mapping[str, Any], following: Mapping[str, Any]) -> None:
        """Add a phase, given the next one."""
        try:
            phase = Phase.read(raw["name"])
        except UnreadableError as error:
            self.notes.append(f"{raw['name']}: {error}")
            return
        state, later = raw["state"], following["state"]
        units, out = self._units(state)
        ends, driven = self._units(later)
        orders = self._orders(raw.get("orders"))
        marks = _marks(raw.get("results") or {}, phase)
        centers = _lists(self._variant, state["centers"], ordered=True)
        dislodged = self._dislodged(units, marks, driven, later) if _moves(phase) else {}
        after = After(
            units=ends,
            centers=_lists(self._variant, later["centers"], ordered=True),
            dislodged={power: tuple(own) for power, own in dislodged.items()},
            retreats=dislodged,
            marks=marks,
        )
        retreating = phase.kind is PhaseKind.RETREATS
        ways = self._ways(state, out) if retreating else {}
        gone = self._gone(raw, orders, units) if phase.kind is PhaseKind.ADJUSTMENTS else {}
        self.phases.append(
            ForeignPhase(
                phase=phase,
                units=units,
                centers=centers,
                orders=orders,
                after=after,
                dislodged=out if retreating else {},
                retreats=ways,
                attackers={
                    unit: self._came[province(unit)]
                    for own in out.values()
                    for unit in own
                    if retreating and province(unit) in self._came
                },
                standoffs=self._standoffs if retreating else (),
                no_order=_idle(units, orders) if _moves(phase) else (),
                unused_builds=_unused(state, orders) if _builds(phase) else {},
                default_removals=gone,
            )
        )
        if _moves(phase):
            self._remember(orders, marks, ends)
        self._take_words(raw, phase, state)

    def _units(self, state: Mapping[str, Any]) -> tuple[dict[str, tuple[str, ...]], ...]:
        stand, out = {}, {}
        for power in self._variant.powers:
            own = list(state["units"].get(power, ()))
            if here := tuple(sorted(unit for unit in own if not unit.startswith("*"))):
                stand[power] = here
            if gone := tuple(sorted(unit[1:] for unit in own if unit.startswith("*"))):
                out[power] = gone
        return stand, out

    def _ways(
        self, state: Mapping[str, Any], out: Mapping[str, tuple[str, ...]]
    ) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return where dislodged units may go, as the state lists it."""
        listed = state.get("retreats") or {}
        return {
            power: {unit: tuple(sorted((listed.get(power) or {}).get(unit, ()))) for unit in own}
            for power, own in out.items()
        }

    def _dislodged(
        self,
        units: Mapping[str, tuple[str, ...]],
        marks: Mapping[str, tuple[str, ...]],
        driven: Mapping[str, tuple[str, ...]],
        later: Mapping[str, Any],
    ) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return who was driven out: those who wait for a retreat, and those with none."""
        ways = self._ways(later, driven)
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for power, own in units.items():
            for unit in own:
                if "dislodged" in marks.get(unit, ()) or unit in driven.get(power, ()):
                    found.setdefault(power, {})[unit] = ways.get(power, {}).get(unit, ())
        return found

    def _orders(self, raw: Any) -> dict[str, tuple[str, ...]]:
        given = raw or {}
        return {
            power: tuple(map(str, given[power]))
            for power in self._variant.powers
            if given.get(power)
        }

    def _gone(
        self,
        raw: Mapping[str, Any],
        orders: Mapping[str, tuple[str, ...]],
        units: Mapping[str, tuple[str, ...]],
    ) -> dict[str, tuple[str, ...]]:
        """Return units that were removed without an order: they have a result and no order."""
        ordered = {order[:-2] for own in orders.values() for order in own if order.endswith(" D")}
        results = raw.get("results") or {}
        gone = {
            power: tuple(unit for unit in own if unit in results and unit not in ordered)
            for power, own in units.items()
        }
        return {power: own for power, own in gone.items() if own}

    def _remember(
        self,
        orders: Mapping[str, tuple[str, ...]],
        marks: Mapping[str, tuple[str, ...]],
        ends: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Remember where attacks came from, and where several bounced."""
        self._came, tried = {}, dict[str, int]()
        taken = {province(unit) for own in ends.values() for unit in own}
        for own in orders.values():
            for order in own:
                unit, sign, goal = order.partition(" - ")
                if not sign or " " in unit.strip()[2:]:
                    continue
                end = province(goal.removesuffix(" VIA"))
                by_sea = goal.endswith(" VIA") or not self._borders(unit, end)
                said = marks.get(unit, ())
                if "bounce" in said:
                    tried[end] = tried.get(end, 0) + 1
                elif not _STAYED & set(said):
                    self._came[end] = province(unit) + (" BY CONVOY" if by_sea else "")
        self._standoffs = tuple(
            sorted(place for place, count in tried.items() if count > 1 and place not in taken)
        )

    def _borders(self, unit: str, end: str) -> bool:
        """Return whether a unit can go somewhere without a convoy."""
        try:
            ways = self._variant.neighbors(Unit.read(unit))
        except (UnreadableError, KeyError):
            return True
        return any(province(location) == end for location in ways)

    def _take_words(self, raw: Mapping[str, Any], phase: Phase, state: Mapping[str, Any]) -> None:
        stamp = state.get("timestamp")
        if isinstance(stamp, int) and stamp > 0:
            self.times[phase] = datetime.fromtimestamp(stamp // 1_000_000, UTC)
        private = 0
        for message in _messages(raw.get("messages")):
            if message.get("recipient") != _EVERYBODY:
                private += 1
                continue
            sent = message.get("time_sent")
            when = datetime.fromtimestamp(sent // 1_000_000, UTC) if isinstance(sent, int) else None
            sender = str(message.get("sender", ""))
            known = sender if sender in self._variant.powers else "HOST"
            self.said.append(Remark(when, phase, known, str(message.get("message", ""))))
        if private:
            self.notes.append(f"{phase}: {private} private messages were left out")


def _idle(
    units: Mapping[str, tuple[str, ...]], orders: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the units that nobody ordered."""
    ordered = {" ".join(order.split()[:2]) for own in orders.values() for order in own}
    return tuple(sorted(unit for own in units.values() for unit in own if unit not in ordered))


def _messages(raw: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(raw, Mapping):
        raw = list(raw.values())
    for message in raw or ():
        if isinstance(message, Mapping):
            yield message


def _moves(phase: Phase) -> bool:
    return phase.kind is PhaseKind.MOVEMENT


def _builds(phase: Phase) -> bool:
    return phase.kind is PhaseKind.ADJUSTMENTS


def _marks(raw: Mapping[str, Any], phase: Phase) -> dict[str, tuple[str, ...]]:
    """Return what is said of units: not of builds, where nothing ever is."""
    if _builds(phase):
        return {}
    found = {
        str(unit): tuple(str(mark).replace(" ", "_") for mark in marks if mark)
        for unit, marks in raw.items()
    }
    return {unit: marks for unit, marks in found.items() if marks}


def _unused(state: Mapping[str, Any], orders: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Return how many builds were not used, by power."""
    unused = {}
    for power, facts in (state.get("builds") or {}).items():
        count = int(facts.get("count", 0))
        made = sum(order.endswith(" B") or order == "WAIVE" for order in orders.get(power, ()))
        if count > made:
            unused[power] = count - made
    return unused


def _lists(
    variant: Variant, raw: Mapping[str, Sequence[str]], *, ordered: bool
) -> dict[str, tuple[str, ...]]:
    found = {power: tuple(raw[power]) for power in variant.powers if raw.get(power)}
    if not all(isinstance(item, str) for own in found.values() for item in own):
        raise TypeError("a list of names holds something else")
    return {power: tuple(sorted(own)) if ordered else own for power, own in found.items()}
