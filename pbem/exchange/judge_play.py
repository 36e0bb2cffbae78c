"""A game taken phase by phase from the results of an old judge, without judging anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.board.phase import Phase, PhaseKind, Season
from pbem.board.variant import Variant
from pbem.exchange.foreign import After, ForeignPhase, Names, province
from pbem.exchange.judge_lines import (
    Line,
    read_adjustment,
    read_centers,
    read_dislodged,
    read_movement,
    read_retreat,
)

_STAYED = frozenset(("bounce", "no_convoy", "dislodged", "void", "blocked", "failed"))
_SECTIONS = re.compile(
    r"^(The following units were dislodged:|Ownership of supply centers:|The next phase of .*|"
    r"The game is over\..*|The deadline for .*|Time to .*)$"
)
_COUNTS = re.compile(
    r"(?P<power>\S.*?): +\d+[&*]? Supply centers?, .*?(?P<won>\(\* VICTORY!! \*\))?$"
)
_FOREIGN = ("Unowned",)

_Units = dict[str, list[str]]


@dataclass
class _Text:
    """The lines of a phase by what they are about, each whole again."""

    orders: list[tuple[str, str]] = field(default_factory=list)
    dislodged: list[str] = field(default_factory=list)
    owners: list[tuple[str, str]] = field(default_factory=list)
    won: str = ""
    other: list[str] = field(default_factory=list)


class Play:
    """The line of play, while it is read.

    Attributes:
        phases: Those read so far.
        notes: What could not be read, or does not fit.
        victory: The power that the judge says has won.
    """

    def __init__(self, variant: Variant, names: Names, source: str) -> None:
        """Begin with the centers that powers own at the start."""
        self._variant = variant
        self._names = names
        self._source = source
        self._centers: dict[str, tuple[str, ...]] = dict(variant.opening().centers)
        self._after: After | None = None
        self._attackers: dict[str, str] = {}
        self._standoffs: tuple[str, ...] = ()
        self._owed: dict[str, tuple[str, ...]] | None = None
        self.phases: list[ForeignPhase] = []
        self.notes: list[str] = []
        self.victory = ""

    def add(self, phase: Phase, texts: Sequence[str], later: Sequence[str]) -> None:
        """Add a phase.

        Args:
            phase: Its title.
            texts: Of its results; more than one where letters differ.
            later: Texts of the next phase, by which one of them is chosen.
        """
        self._follows(phase)
        chosen = texts[-1] if len(texts) == 1 else self._fitting(phase, texts, later)
        text = self._split(chosen)
        match phase.kind:
            case PhaseKind.MOVEMENT:
                self._movement(phase, text)
            case PhaseKind.RETREATS:
                self._retreats(phase, text)
            case PhaseKind.ADJUSTMENTS:
                self._adjustments(phase, text)
        self.notes += [f"{phase}: {line!r} was not understood" for line in text.other]
        self.victory = self.victory or text.won

    def _fitting(self, phase: Phase, texts: Sequence[str], later: Sequence[str]) -> str:
        """Return the text that begins where the line is and ends where the next one begins."""

        def errors(text: str) -> int:
            trial = Play(self._variant, self._names, self._source)
            trial._centers, trial._after = dict(self._centers), self._after
            trial.add(phase, [text], [])
            missed = len(trial.notes)
            if later and trial.phases and phase.kind is not PhaseKind.ADJUSTMENTS:
                names = trial._split(later[-1])
                units = {line.unit for _, line in self._lines(names) if line.unit}
                held = {u for own in trial.phases[-1].after.units.values() for u in own}
                missed += len(units ^ held)
            return missed

        return min(texts, key=errors)

    def _lines(self, text: _Text) -> Iterator[tuple[str, Line]]:
        for power, says in text.orders:
            line = read_movement(says, self._names)
            if line is not None:
                yield power, line

    def _split(self, text: str) -> _Text:
        """Return the lines by what they are about; lines that were wrapped are whole again."""
        found, section = _Text(), "orders"
        for line in self._whole_lines(text):
            if line.startswith("The following units were dislodged"):
                section = "dislodged"
            elif line.startswith("Ownership of supply centers"):
                section = "owners"
            elif line.startswith("The game is over") or _SECTIONS.match(line):
                section = "end"
            elif section == "end":
                continue
            elif counted := _COUNTS.fullmatch(line):
                if counted["won"]:
                    found.won = self._names.powers.get(counted["power"].casefold(), "")
            elif section == "dislodged":
                found.dislodged.append(line)
            else:
                self._power_line(found, section, line)
        return found

    def _power_line(self, found: _Text, section: str, line: str) -> None:
        name, colon, rest = line.partition(":")
        power = self._names.powers.get(name.strip().casefold(), "")
        if colon and power:
            (found.owners if section == "owners" else found.orders).append((power, rest.strip()))
        elif colon and section == "owners" and name.strip() in _FOREIGN:
            return
        else:
            found.other.append(line[:100])

    def _whole_lines(self, text: str) -> Iterator[str]:
        """Yield lines with those that were wrapped joined to the one before."""
        held = ""
        for raw in text.split("\n"):
            line = raw.strip()
            if not line:
                if held:
                    yield held
                held = ""
            elif held and not self._begins(line):
                held = f"{held} {line}"
            else:
                if held:
                    yield held
                held = line
        if held:
            yield held

    def _begins(self, line: str) -> bool:
        """Return whether a line begins something, so that it goes on from no other."""
        name, colon, _ = line.partition(":")
        known = name.strip().casefold() in self._names.powers or name.strip() in _FOREIGN
        return (bool(colon) and known) or line.startswith("The ") or bool(_SECTIONS.match(line))

    def _movement(self, phase: Phase, text: _Text) -> None:
        units: _Units = {}
        orders: _Units = {}
        refused: _Units = {}
        idle: list[str] = []
        lines: list[tuple[str, Line]] = []
        for power, says in text.orders:
            line = read_movement(says, self._names)
            if line is None:
                if "No Move Required" not in says:
                    text.other.append(f"{power}: {says}"[:100])
            elif not line.unit:
                refused.setdefault(power, []).append(line.order)
            else:
                lines.append((power, line))
                units.setdefault(power, []).append(line.unit)
                if line.order:
                    orders.setdefault(power, []).append(line.order)
                else:
                    idle.append(line.unit)
        before = _by_power(self._variant, units)
        self._check(phase, before)
        after = self._moved(text, lines)
        self.phases.append(
            ForeignPhase(
                phase=phase,
                units=before,
                centers=self._centers,
                orders=_kept(self._variant, orders),
                after=after,
                no_order=tuple(sorted(idle)),
                refused=_kept(self._variant, refused),
            )
        )
        self._after, self._centers = after, dict(after.centers)

    def _moved(self, text: _Text, lines: list[tuple[str, Line]]) -> After:
        out: dict[str, dict[str, tuple[str, ...]]] = {}
        for sentence in text.dislodged:
            one = read_dislodged(sentence, self._names)
            if one is None:
                text.other.append(sentence[:100])
            else:
                out.setdefault(one.power, {})[one.unit] = one.retreats
        units: _Units = {}
        came: dict[str, str] = {}
        tried: dict[str, int] = {}
        for power, line in lines:
            gone = line.unit in out.get(power, {}) or "dislodged" in line.marks
            if gone:
                out.setdefault(power, {}).setdefault(line.unit, ())
            if line.goal and not _STAYED & set(line.marks):
                units.setdefault(power, []).append(f"{line.unit[0]} {line.goal}")
                by_sea = " BY CONVOY" if line.order.endswith(" VIA") else ""
                came[province(line.goal)] = province(line.unit) + by_sea
            elif not gone:
                units.setdefault(power, []).append(line.unit)
            if line.goal and "bounce" in line.marks:
                tried[province(line.goal)] = tried.get(province(line.goal), 0) + 1
        taken = {province(unit) for own in units.values() for unit in own}
        self._standoffs = tuple(
            sorted(place for place, count in tried.items() if count > 1 and place not in taken)
        )
        self._attackers = {
            unit: came[province(unit)]
            for own in out.values()
            for unit, ways in own.items()
            if ways and province(unit) in came
        }
        return After(
            units=_by_power(self._variant, units),
            centers=self._owners(text) or self._centers,
            dislodged=_by_power(self._variant, {p: list(own) for p, own in out.items()}),
            retreats={p: dict(sorted(out[p].items())) for p in self._variant.powers if p in out},
            marks={line.unit: line.marks for _, line in lines if line.marks},
        )

    def _retreats(self, phase: Phase, text: _Text) -> None:
        last = self._after
        units = {power: list(own) for power, own in (last.units if last else {}).items()}
        ways = {
            power: {unit: to for unit, to in own.items() if to}
            for power, own in (last.retreats if last else {}).items()
        }
        ways = {power: own for power, own in ways.items() if own}
        orders: _Units = {}
        marks: dict[str, tuple[str, ...]] = {}
        ends = {power: list(own) for power, own in units.items()}
        for power, says in text.orders:
            line = read_retreat(says, self._names)
            if line is None:
                text.other.append(f"{power}: {says}"[:100])
                continue
            orders.setdefault(power, []).append(line.order)
            if line.marks:
                marks[line.unit] = line.marks
            if line.goal and not line.marks:
                ends.setdefault(power, []).append(f"{line.unit[0]} {line.goal}")
        after = After(
            _by_power(self._variant, ends), self._owners(text) or self._centers, marks=marks
        )
        self._add(
            phase,
            units,
            orders,
            after,
            dislodged={power: tuple(sorted(own)) for power, own in ways.items()},
            retreats=ways,
            attackers=self._attackers,
            standoffs=self._standoffs,
        )
        self._after, self._centers = after, dict(after.centers)

    def _adjustments(self, phase: Phase, text: _Text) -> None:
        units = {
            power: list(own) for power, own in (self._after.units if self._after else {}).items()
        }
        ends = {power: list(own) for power, own in units.items()}
        orders: _Units = {}
        gone: _Units = {}
        unused: dict[str, int] = {}
        pending: dict[str, int] = {}
        for power, says in text.orders:
            line = read_adjustment(says, self._names)
            if line is None:
                text.other.append(f"{power}: {says}"[:100])
                continue
            if line.order:
                orders.setdefault(power, []).append(line.order)
            if line.by_default:
                gone.setdefault(power, []).append(line.by_default)
            unused[power] = unused.get(power, 0) + line.unused
            pending[power] = pending.get(power, 0) + line.pending
            if line.order.endswith(" B"):
                ends.setdefault(power, []).append(line.order[:-2])
            lost = line.by_default or (line.order[:-2] if line.order.endswith(" D") else "")
            if lost and lost in ends.get(power, []):
                ends[power].remove(lost)
            elif lost:
                self.notes.append(f"{phase}: {power} has no {lost} to remove")
        for power, count in pending.items():
            # DPJudge counts waived builds among those that are pending.
            waived = orders.get(power, []).count("WAIVE") if self._source == "dpjudge" else 0
            unused[power] = unused.get(power, 0) + max(count - waived, 0)
        after = After(_by_power(self._variant, ends), self._centers)
        self._add(
            phase,
            units,
            orders,
            after,
            unused_builds={power: count for power, count in unused.items() if count},
            default_removals=_kept(self._variant, gone),
        )
        self._after = after

    def _add(self, phase: Phase, units: _Units, orders: _Units, after: After, **more: Any) -> None:
        """Add a phase as the source tells it; `more` are further members of `ForeignPhase`."""
        self.phases.append(
            ForeignPhase(
                phase=phase,
                units=_by_power(self._variant, units),
                centers=self._centers,
                orders=_kept(self._variant, orders),
                after=after,
                **more,
            )
        )

    def _owners(self, text: _Text) -> dict[str, tuple[str, ...]]:
        """Return who owns the centers, if the text lists them."""
        owners: _Units = {}
        for power, listed in text.owners:
            for center in read_centers(listed, self._names):
                if center is None:
                    text.other.append(f"{power}: {listed}"[:100])
                else:
                    owners.setdefault(power, []).append(center)
        return {p: tuple(sorted(owners[p])) for p in self._variant.powers if owners.get(p)}

    def _follows(self, phase: Phase) -> None:
        """Note where phases are missing before one."""
        if not self.phases:
            return
        last = self.phases[-1].phase
        if phase.kind is PhaseKind.RETREATS:
            fits = (last.year, last.season) == (phase.year, phase.season)
        else:
            fits = (phase.year - last.year, last.season, phase.season) in _NEXT
        if not fits:
            self.notes.append(f"{phase}: phases between {last} and it are missing")

    def _check(self, phase: Phase, units: Mapping[str, tuple[str, ...]]) -> None:
        """Note where a phase does not begin where the one before ended."""
        if self._after is None:
            if units != _texts(self._variant):
                self.notes.append(f"{phase}: the first phase there is does not begin at the start")
            return
        if dict(units) != dict(self._after.units):
            here = {unit for own in units.values() for unit in own}
            there = {unit for own in self._after.units.values() for unit in own}
            odd = ", ".join(sorted(here ^ there)) or "the owners"
            self.notes.append(f"{phase}: it does not go on from the phase before: {odd}")


_NEXT = {
    (0, Season.SPRING, Season.FALL),
    (0, Season.FALL, Season.WINTER),
    (1, Season.FALL, Season.SPRING),
    (1, Season.WINTER, Season.SPRING),
}
"""How phases follow what came before: years later, season before, season."""


def _by_power(variant: Variant, units: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {power: tuple(sorted(units[power])) for power in variant.powers if units.get(power)}


def _kept(variant: Variant, lines: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {power: tuple(lines[power]) for power in variant.powers if lines.get(power)}


def _texts(variant: Variant) -> dict[str, tuple[str, ...]]:
    units = variant.opening().units
    return {
        power: tuple(sorted(map(str, units[power]))) for power in variant.powers if units.get(power)
    }
