r"""A whole game in one file of text, like the PGN of chess: tags, orders, results, comments.

    [Game "gx7"]
    [Variant "standard"]
    [FRANCE "Ann"]
    [Result "draw FRANCE TURKEY"]

    == S1901M 2026-01-12T20:00:00Z
    ; FRANCE "Peace!"
    AUSTRIA
      A BUD - SER = succeeds
      A VIE - GAL = bounces

Positions are not written: they follow from the orders by the rules. Where a host changed
the board there is a line `! A BUR = FRANCE`. The grammar stands in docs/formats.md.

What the form does not hold: phases that were taken back, receipts, deadlines, words as
written, private press.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbem.adjudicator import adjudicate, read_rulebook
from pbem.adjudicator.result import Adjudication, OrderResult
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Position
from pbem.board.variant import Variant
from pbem.errors import PbemError, RecordError
from pbem.exchange.foreign import After, ForeignGame, ForeignPhase, Remark
from pbem.game.codec import read_time, write_time
from pbem.game.editing import CENTER, UNIT, edited
from pbem.game.layout import write_line
from pbem.game.participants import HOST
from pbem.game.publication import GameRecord, PressLine
from pbem.game.turns import follow

_TAG = re.compile(r'\[([A-Za-z][\w-]*) ("(?:[^"\\]|\\.)*")\]')
_HEAD = re.compile(r"== ([SFW]\d{3,5}[MRA])(?: (\S+))?")
_SAID = re.compile(r'; ?([\w-]*) ?("(?:[^"\\]|\\.)*")')
_EDIT = re.compile(r"! (.+?) = (\S+)")
_SHEET = re.compile(r"[A-Z][A-Z0-9_-]*")
_ORDER = re.compile(r"  (\S.*?)(?: = ([a-z][a-z -]*(?:, [a-z][a-z -]*)*))?")
_NOBODY = "-"


@dataclass(frozen=True)
class TextOrder:
    """An order and what became of it.

    Attributes:
        order: In normal form.
        marks: `succeeds`, `bounces`, `dislodged`, `no order`…; may be empty.
    """

    order: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class TextPhase:
    """One phase.

    Attributes:
        at: When it was judged; None where nothing says so.
        edits: Units (`A BUR`) or centers (`PAR`) that a host changed before it, and whose
            they are then; empty for nobody's.
        orders: By power.
        said: Sender (a power, `HOST`, empty) and text.
    """

    phase: Phase
    at: datetime | None = None
    edits: tuple[tuple[str, str], ...] = ()
    orders: Mapping[str, tuple[TextOrder, ...]] = field(default_factory=dict)
    said: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class TextGame:
    """A game as this form holds it.

    Attributes:
        tags: Pairs of a name and a value, in order; no name twice.
        edits: What a host changed after the last phase.
    """

    tags: tuple[tuple[str, str], ...]
    phases: tuple[TextPhase, ...]
    edits: tuple[tuple[str, str], ...] = ()

    def tag(self, name: str) -> str:
        """Return the value of a tag; empty where it is missing."""
        return dict(self.tags).get(name, "")


def is_text_game(text: str) -> bool:
    """Return whether a text looks like this form."""
    return bool(re.match(r'\s*\[Game "', text))


def write_text_game(game: TextGame) -> str:
    """Return a game as text, with the last line's end."""
    lines = [f"[{name} {write_line(value)}]" for name, value in game.tags]
    for phase in game.phases:
        at = f" {write_time(phase.at)}" if phase.at else ""
        lines += ["", f"== {phase.phase}{at}", *_edit_lines(phase.edits)]
        lines += [
            f"; {sender} {write_line(text)}".replace(";  ", "; ", 1) for sender, text in phase.said
        ]
        for power, orders in phase.orders.items():
            lines.append(power)
            for one in orders:
                lines.append(f"  {one.order}" + (f" = {', '.join(one.marks)}" if one.marks else ""))
    if game.edits:
        lines += ["", "== end", *_edit_lines(game.edits)]
    return "".join(f"{line}\n" for line in lines)


def _edit_lines(edits: Sequence[tuple[str, str]]) -> list[str]:
    return [f"! {what} = {power or _NOBODY}" for what, power in edits]


def read_text_game(text: str, where: str = "game") -> TextGame:
    """Read what `write_text_game` wrote.

    Leniencies: blank lines, blanks at the ends of lines, and lines of comment without
    quotes (`; a remark`), which are passed over.

    Raises:
        RecordError: A line has another form; it is named.
    """
    reader = _Reader(where)
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            reader.take(number, line.rstrip())
    return reader.game()


class _Reader:
    def __init__(self, where: str) -> None:
        self._where = where
        self._tags: dict[str, str] = {}
        self._phases: list[TextPhase] = []
        self._edits: list[tuple[str, str]] = []
        self._orders: dict[str, list[TextOrder]] = {}
        self._said: list[tuple[str, str]] = []
        self._head: tuple[Phase, datetime | None] | None = None
        self._power = ""
        self._ended = False

    def take(self, number: int, line: str) -> None:
        """Take one line."""
        try:
            self._take(line)
        except (PbemError, ValueError, RecursionError) as error:
            raise RecordError(f"{self._where}, line {number}: {error}") from None

    def _take(self, line: str) -> None:
        if line == "== end" and not self._ended:
            self._close()
            self._ended = True
        elif line.startswith("[") and self._head is None and not self._ended:
            self._tag(line)
        elif line.startswith("==") and not self._ended:
            self._begin(line)
        elif line.startswith("!") and (self._head or self._ended) and not self._orders:
            self._edit(line)
        elif self._head is None:
            raise RecordError(f"{line[:60]!r} stands before the first phase")
        elif line.startswith(";"):
            self._remark(line)
        elif line.startswith("  ") and self._power:
            self._order(line)
        elif _SHEET.fullmatch(line):
            if line in self._orders:
                raise RecordError(f"{line} stands twice in a phase")
            self._power, self._orders[line] = line, []
        else:
            raise RecordError(f"{line[:60]!r} is no line of this form")

    def _tag(self, line: str) -> None:
        found = _TAG.fullmatch(line)
        if found is None:
            raise RecordError(f'{line[:60]!r} is no tag; write one like [Game "gx7"]')
        if found[1] in self._tags:
            raise RecordError(f"the tag {found[1]} stands twice")
        self._tags[found[1]] = json.loads(found[2])

    def _begin(self, line: str) -> None:
        found = _HEAD.fullmatch(line)
        if found is None:
            raise RecordError(f"{line[:60]!r} is no phase; write one like == S1901M")
        self._close()
        self._head = Phase.read(found[1]), read_time(found[2]) if found[2] else None

    def _edit(self, line: str) -> None:
        found = _EDIT.fullmatch(line)
        if found is None:
            raise RecordError(f"{line[:60]!r} is no change; write one like ! A BUR = FRANCE")
        self._edits.append((found[1], "" if found[2] == _NOBODY else found[2]))

    def _remark(self, line: str) -> None:
        found = _SAID.fullmatch(line)
        if found is not None:
            self._said.append((found[1], json.loads(found[2])))

    def _order(self, line: str) -> None:
        found = _ORDER.fullmatch(line)
        if found is None:
            raise RecordError(f"{line[:60]!r} is no order")
        marks = tuple(found[2].split(", ")) if found[2] else ()
        self._orders[self._power].append(TextOrder(found[1], marks))

    def _close(self) -> None:
        if self._head is not None:
            orders = {power: tuple(own) for power, own in self._orders.items()}
            phase, at = self._head
            self._phases.append(TextPhase(phase, at, tuple(self._edits), orders, tuple(self._said)))
        self._orders, self._said, self._edits, self._power = {}, [], [], ""
        self._head = None

    def game(self) -> TextGame:
        """Return the whole."""
        edits = tuple(self._edits) if self._ended else ()
        self._close()
        if "Game" not in self._tags:
            raise RecordError(f'{self._where}: there is no tag [Game "…"]')
        return TextGame(tuple(self._tags.items()), tuple(self._phases), edits)


def of_record(record: GameRecord, press: Sequence[PressLine] = ()) -> TextGame:
    """Return a record as this form holds it: the line of play that counts.

    Args:
        record: Of a game.
        press: Of which what is public is taken.
    """
    settings, ending = record.settings, record.ending
    tags = {
        "Game": settings.game,
        "Title": settings.title,
        "Variant": settings.variant,
        "Board": settings.board,
        "Rules": write_line(settings.rules),
        "Host": record.host,
        "Created": write_time(settings.created),
    }
    holders = {power: player for player, powers in record.seats.items() for power in powers}
    on_board = record.opening.units if record.opening else {}
    for power in dict.fromkeys((*on_board, *holders)):
        tags[power] = record.people.get(holders.get(power, ""), "")
    if ending is not None:
        tags["Result"] = " ".join((ending.how, *ending.winners))
        tags["Ended"] = write_time(ending.at)
        tags["Because"] = ending.because
    edits = _edits_of(record)
    said: dict[Phase, list[tuple[str, str]]] = {}
    for line in press:
        if line.kind == "public":
            said.setdefault(line.phase, []).append((line.sender, line.text))
    phases = tuple(
        TextPhase(
            phase=file.position.phase,
            at=file.adjudicated,
            edits=edits.pop(file.number, ()),
            orders={
                power: tuple(TextOrder(one.order, _marks(one)) for one in results)
                for power, results in file.result.orders.items()
                if results
            },
            said=tuple(said.pop(file.position.phase, ())),
        )
        for file in record.standing
    )
    return TextGame(
        tuple((name, value) for name, value in tags.items() if value), phases, edits.pop(0, ())
    )


def _marks(result: OrderResult) -> tuple[str, ...]:
    marks = [result.outcome.value]
    marks += ["dislodged"] if result.dislodged else []
    marks += [] if result.given else ["no order"]
    return tuple(marks)


def _edits_of(record: GameRecord) -> dict[int, tuple[tuple[str, str], ...]]:
    """Return what hosts changed, by number of the phase file after it; 0 for none after it."""
    standing = {file.number for file in record.standing}
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    held: list[tuple[str, str]] = []
    for event in record.events:
        if event.event == "edited":
            what = str(event.facts.get(UNIT) or event.facts.get(CENTER, ""))
            held.append((what, str(event.facts.get("power", ""))))
        elif event.event == "rolled-back":
            held.clear()
        elif event.event == "adjudicated":
            if event.number in standing and held:
                found[event.number] = tuple(held)
            held.clear()
    if held:
        found[0] = tuple(held)
    return found


def to_foreign(game: TextGame, variant: Variant) -> ForeignGame:
    """Return the game with its positions: every phase is judged by the rules it names.

    Raises:
        RecordError: Its rules, an order or a change cannot be used.
    """
    notes: list[str] = []
    rules = _rules(game)
    position = variant.opening()
    phases = []
    for told in game.phases:
        while position.phase < told.phase and position.phase.kind is not PhaseKind.MOVEMENT:
            result = adjudicate(variant, position, {}, read_rulebook(rules))
            position = follow(variant, position, result).position
        if position.phase != told.phase:
            first = f"; before that, {notes[0]}" if notes else ""
            says = f"{told.phase}: {position.phase} is what comes next by the rules{first}"
            raise RecordError(says)
        position = _changed(variant, position, told.edits)
        given = {
            power: tuple(one.order for one in orders if "no order" not in one.marks)
            for power, orders in told.orders.items()
        }
        given = {power: orders for power, orders in given.items() if orders}
        result = adjudicate(variant, position, given, read_rulebook(rules))
        notes += _differences(told, result.orders)
        after = follow(variant, position, result)
        phases.append(_phase(position, given, result))
        position = after.position
    position = _changed(variant, position, game.edits)
    if phases:
        last = phases[-1]
        end = After(_texts(position.units), position.centers)
        phases[-1] = ForeignPhase(last.phase, last.units, last.centers, last.orders, end)
    how, *winners = game.tag("Result").split() or [""]
    people = {power: game.tag(power) for power in variant.powers if game.tag(power)}
    if game.tag("Host"):
        people[HOST] = game.tag("Host")
    return ForeignGame(
        id=game.tag("Game"),
        source="pbem text",
        phases=tuple(phases),
        title=game.tag("Title"),
        created=_time(game, "Created"),
        end=how if winners else "",
        winners=tuple(power for power in variant.powers if power in winners),
        people=people,
        times={told.phase: told.at for told in game.phases if told.at},
        rules=rules,
        said=tuple(Remark(t.at, t.phase, who, text) for t in game.phases for who, text in t.said),
        unread=tuple(notes),
    )


def _time(game: TextGame, tag: str) -> datetime | None:
    text = game.tag(tag)
    try:
        return read_time(text) if text else None
    except ValueError:
        raise RecordError(f"the tag {tag}: {text!r} is no time like 2026-01-09T20:00:00Z") from None


def _rules(game: TextGame) -> Mapping[str, object]:
    try:
        rules = json.loads(game.tag("Rules") or "{}")
    except (ValueError, RecursionError):
        rules = game.tag("Rules")
    found = rules if isinstance(rules, dict) else {"name": str(rules)}
    if found:
        read_rulebook(found)
    return found


def _changed(variant: Variant, position: Position, edits: Sequence[tuple[str, str]]) -> Position:
    for what, power in edits:
        position = edited(variant, position, UNIT if " " in what else CENTER, what, power)
    return position


def _phase(
    position: Position, orders: Mapping[str, tuple[str, ...]], result: Adjudication
) -> ForeignPhase:
    return ForeignPhase(
        phase=position.phase,
        units=_texts(position.units),
        centers=position.centers,
        orders=orders,
        after=After(_texts(result.units), result.centers or position.centers),
        dislodged={p: tuple(str(one.unit) for one in own) for p, own in position.dislodged.items()},
    )


def _texts(units: Mapping[str, Sequence[object]]) -> dict[str, tuple[str, ...]]:
    return {power: tuple(map(str, own)) for power, own in units.items() if own}


def _differences(told: TextPhase, results: Mapping[str, Sequence[OrderResult]]) -> Iterator[str]:
    """Yield where the text names another result than the rules give."""
    for power, orders in told.orders.items():
        right = {one.order: _marks(one) for one in results.get(power, ())}
        for one in orders:
            have = right.get(one.order)
            if one.marks and have is not None and set(one.marks) != set(have):
                yield (
                    f"{told.phase}: {power} {one.order}: {', '.join(one.marks)}; "
                    f"by the rules {', '.join(have)}"
                )
