"""The tolerant reader of orders: a text of a letter in, a `Reading` out.

What people write is listed, with all that is forgiven, in docs/mail.md. A line
is taken apart by `pbem.orders.syntax`, and its meaning settled on the board by
`pbem.orders.settling`; here the lines of a text come together:

- a piece that is only a place, or `D`, after a retreat continues its list
  (`A MUN R BOH, SIL, D`); after an order word that stood first, units that
  follow are meant with it (`Build A PAR, F BRE`), and below a heading (`Builds:`)
  too;
- an order that a mail program broke over two lines is read as one;
- a later order for a unit takes the place of an earlier one;
- no more builds or disbands are taken than are due.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.board.phase import PhaseKind
from pbem.board.position import Position, UnitKind
from pbem.board.variant import Variant
from pbem.orders.gazetteer import gazetteer
from pbem.orders.meaning import Declined, Notes
from pbem.orders.notation import read_order, unit_of, write_order
from pbem.orders.order import Build, Disband, Order, Retreat, Waive
from pbem.orders.phrases import Cursor
from pbem.orders.reading import Question, Reading, ReadOrder, Refusal, Refused
from pbem.orders.settling import Asked, Settled, settle
from pbem.orders.situation import DISBANDED, Situation
from pbem.orders.speech import (
    Piece,
    Place,
    Role,
    Said,
    SaidBuild,
    SaidConvert,
    SaidDisband,
    SaidDisbanding,
    SaidHold,
    SaidMove,
    SaidRetreat,
    SaidUnit,
    SaidWaive,
)
from pbem.orders.syntax import LONGEST_LINE, read_line
from pbem.orders.tokens import plain, tokenize
from pbem.orders.words import KINDS, SIGN, VERBS, Verb
from pbem.sayings import Saying, say

MOST_PIECES = 1000
"""Orders, refusals and questions in a text; the lines below are refused unread."""

MOST_LINES = 3000
"""Lines of a text that are not blank; what stands below is refused unread."""

MOST_CHARACTERS = 200_000
"""Characters of a text in lines that are not too long; what stands below is refused unread."""

_HEADING = 40
_HEADINGS = frozenset({"builds", "removes", "disbands", "retreats", "converts"})
_INITIAL = re.compile(r"[^\w]{0,5}[A-Za-z][^\w]{0,5}")
_ONE_PLACE = say("one-place")
_STOP = re.compile(r"[\s.!…]+")
_WRAPPED = (50, 400)


def read_orders(variant: Variant, position: Position, power: str, text: str) -> Reading:
    """Read everything that one power orders in a text, for the phase that is open.

    Args:
        variant: The board.
        position: Its phase is the one that the orders are for.
        power: Whose orders they are: `FRANCE`.
        text: Lines without quoted text and signature; any text is read.
    """
    reader = _Reader(variant, position, power)
    lines, initial = without_initial(text.splitlines())
    lines.append("")
    carried = ""
    for line, following in pairwise(lines):
        line = carried or line
        carried = "" if reader.full else _unwrapped(variant, line, following) or ""
        if not carried and line and not line.isspace():
            reader.take(line)
    if initial:
        reader.leave(initial)
    return reader.reading()


def without_initial(lines: list[str]) -> tuple[list[str], str]:
    """Return lines without the initial that their writer signed with, and the initial.

    A single letter that ends a text of several lines is no order: `D.`, `- A`.

    >>> without_initial(["A PAR - BUR", "D."])
    (['A PAR - BUR'], 'D.')
    """
    said = [number for number, line in enumerate(lines) if line and not line.isspace()]
    if len(said) < 2 or not _INITIAL.fullmatch(lines[said[-1]]):
        return lines, ""
    return lines[: said[-1]], lines[said[-1]].strip()


def _unwrapped(variant: Variant, line: str, following: str) -> str | None:
    """Return a line with the next, where a mail program broke an order between them.

    Only where they do not read as well apart, and the order across the break can be read.
    """
    if not _WRAPPED[0] <= len(line) <= _WRAPPED[1] or not following or len(following) > 200:
        return None
    before, after = read_line(variant, line), read_line(variant, following)
    if not before or not after or before[0].role is Role.TALK:
        return None
    broken = before[-1].role is not Role.SAID or isinstance(before[-1].said, SaidUnit)
    if not broken and after[0].role is Role.SAID:
        return None
    start = line.rstrip()
    joined = f"{start} {following.lstrip()}"
    for piece in read_line(variant, joined):
        if piece.start < len(start) < piece.end:
            return joined if piece.role is Role.SAID else None
    return None


def is_order_like(variant: Variant, text: str) -> bool:
    """Return whether some line of a text is an order or was meant as one.

    Whose order, and of which phase, does not matter.
    """
    return any(
        piece.role is not Role.TALK
        for line in text.splitlines()
        for piece in read_line(variant, line)
    )


def names_a_place(variant: Variant, text: str) -> bool:
    """Return whether a line of talk names a place, so that the player is told it was talk.

    An everyday word that is a place as well counts only beside a word or sign of orders.
    """
    cursor = Cursor(gazetteer(variant), {}, tokenize(plain(text[:LONGEST_LINE])[0]))
    for at in range(cursor.count):
        named = cursor.name_at(at)
        if named is None or not named[0].exact:
            continue
        beside = (at - 1, named[1])
        if not named[0].common or any(_is_order_word(cursor, place) for place in beside):
            return True
    return False


def _is_order_word(cursor: Cursor, at: int) -> bool:
    if not 0 <= at < cursor.count:
        return False
    word = cursor.tokens[at].word
    return word == SIGN or word in VERBS or word in KINDS


@dataclass(frozen=True, slots=True)
class _Carry:
    """An order word that stood first, and the kind of unit it stood with."""

    verb: Verb
    kind: UnitKind | None = None


@dataclass(slots=True)
class _Entry:
    """An order as read, while the text is still being read."""

    text: str
    order: Order
    notes: Notes

    def read(self) -> ReadOrder:
        note = say("notes", notes=self.notes) if self.notes else None
        return ReadOrder(self.text, write_order(self.order), note)


class _Reader:
    """What has been read of a text so far."""

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        self.variant = variant
        self.situation = Situation(variant, position, power)
        self.power = power
        self._lines = self._characters = self._pieces = 0
        self._orders: list[_Entry] = []
        self._later: list[_Entry] = []
        self._questions: list[Question] = []
        self._refused: list[Refusal] = []
        self._ignored: list[str] = []
        self._unread: list[str] = []
        self._verb: _Carry | None = None
        self._heading: _Carry | None = None

    def reading(self) -> Reading:
        """Return what the text said."""
        if self._unread:
            self._refuse(
                "\n".join(self._unread),
                Refused.UNREADABLE,
                say("too-long", lines=MOST_LINES, characters=MOST_CHARACTERS, orders=MOST_PIECES),
            )
        return Reading(
            orders=tuple(entry.read() for entry in self._orders),
            questions=tuple(self._questions),
            refused=tuple(self._refused),
            ignored=tuple(self._ignored),
            later=tuple(entry.read() for entry in self._later),
        )

    def take(self, line: str) -> None:
        """Read one line that is not blank."""
        if self.full:
            self._unread.append(line)
            return
        pieces = read_line(self.variant, line)
        if not pieces:
            return
        self._lines += 1
        self._characters += len(line) if len(line) <= LONGEST_LINE else 0
        self._verb = None
        if all(piece.role is Role.TALK for piece in pieces):
            self._heading = None
            self._ignored += (line[piece.start : piece.end] for piece in pieces)
            return
        self._pieces += len(pieces)
        heading = _heading(pieces, line)
        if heading:
            self._heading = heading
            self._ignored.append(line.strip())
            return
        merged = self._together(self._merged(pieces, line))
        for piece in merged:
            self._piece(piece, line[piece.start : piece.end])
        if not all(isinstance(piece.said, SaidUnit | SaidDisband | SaidBuild) for piece in pieces):
            self._heading = None

    @property
    def full(self) -> bool:
        """Whether so much has been read that no more is."""
        return (
            self._lines >= MOST_LINES
            or self._characters >= MOST_CHARACTERS
            or self._pieces >= MOST_PIECES
        )

    def leave(self, text: str) -> None:
        """Take a line as talk."""
        self._ignored.append(text)

    def _merged(self, pieces: tuple[Piece, ...], line: str) -> list[Piece]:
        """Return the pieces with lists of retreats joined to the order they continue.

        Outside of retreats a unit goes to one place: neither is read. What stands
        behind a full stop continues nothing; a `D` there is the writer's initial.
        """
        merged: list[Piece] = []
        for piece in pieces:
            places = self._continuation(piece)
            if not places or not merged:
                merged.append(piece)
                continue
            before = merged[-1]
            if _STOP.fullmatch(line[before.end : piece.start]):
                talk = isinstance(piece.said, SaidDisbanding)
                merged.append(replace(piece, role=Role.TALK) if talk else piece)
                continue
            longer = _continued(before, places)
            if longer is None or self.situation.kind is PhaseKind.ADJUSTMENTS:
                merged.append(piece)
            elif self.situation.kind is PhaseKind.RETREATS:
                merged[-1] = replace(before, said=longer, end=piece.end)
            else:
                merged[-1] = replace(before, role=Role.UNREADABLE, end=piece.end, why=_ONE_PLACE)
        return merged

    def _continuation(self, piece: Piece) -> tuple[Place | None, ...]:
        """Return the places, None for `D`, by which a piece may continue a list."""
        match piece.said:
            case SaidUnit(unit) if unit.kind is None and not unit.power:
                return (unit.place,)
            case SaidDisbanding():
                return (None,)
            case SaidDisband(unit, False) if (
                self.situation.kind is PhaseKind.RETREATS
                and not piece.leading
                and unit.kind is None
                and not self.situation.stands(unit.place.match.locations)
            ):
                return (unit.place, None)
            case _:
                return ()

    def _together(self, pieces: list[Piece]) -> list[Piece]:
        """Let `A MAR, A PAR and F BRE hold` mean all three."""
        found: list[Piece] = []
        deed: type[SaidHold] | type[SaidDisband] | None = None
        for piece in reversed(pieces):
            match piece.said:
                case SaidUnit(unit) if deed is not None and not found[-1].leading:
                    piece = replace(piece, said=deed(unit), shared=True)
                case SaidHold() if not piece.leading:
                    deed = SaidHold
                case SaidDisband(_, False) if not piece.leading:
                    deed = SaidDisband
                case _:
                    deed = None
            found.append(piece)
        return found[::-1]

    def _piece(self, piece: Piece, text: str) -> None:
        foreign = piece.power not in ("", self.power)
        if piece.role is Role.TALK or (foreign and piece.role is Role.UNREADABLE):
            self._ignored.append(text)
        elif piece.role is Role.UNREADABLE:
            self._refuse(text, Refused.UNREADABLE, piece.why or say("no-order"))
        elif foreign:
            name = self.variant.power(piece.power).name
            self._refuse(text, Refused.NOT_YOUR_UNIT, say("order-of-another", power=name))
        else:
            assert piece.said is not None
            self._said(piece, piece.said, text)

    def _said(self, piece: Piece, said: Said, text: str) -> None:
        carried = said
        assumed: Notes = ()
        if piece.shared:
            assumed = (say("said-of-all"),)
        if isinstance(said, SaidUnit):
            carried, assumed = _carried(self._verb or self._heading, said)
        else:
            self._verb = _carry(said) if piece.leading else None
        outcome = settle(self.situation, carried)
        if piece.weak and not isinstance(outcome, Settled | Asked):
            self._ignored.append(text)
            return
        match outcome:
            case Settled(order, notes):
                self._store(text, order, (*notes, *assumed), carried)
            case Asked(candidates):
                self._questions.append(Question(text, candidates))
            case Declined(reason, message):
                self._refuse(text, reason, message)
        if piece.later and isinstance(outcome, Settled):
            self._keep_retreat(text, outcome.order, piece.later)

    def _refuse(self, text: str, reason: Refused, message: Saying) -> None:
        self._refused.append(Refusal(text, reason, message))

    # Orders together.

    def _store(self, text: str, order: Order, notes: Notes, said: Said) -> None:
        if isinstance(said, SaidWaive):
            self._waive(text, said)
            return
        earlier = self._earlier(order)
        if earlier:
            self._orders.remove(earlier)
            notes = (*notes, say("takes-the-place", of=earlier.text))
        if self._too_many(order):
            if earlier:
                self._orders.append(earlier)
            self._refuse(text, Refused.ILLEGAL, self._no_more())
            return
        self._questions = [q for q in self._questions if not _answers(order, q)]
        self._orders.append(_Entry(text, order, notes))

    def _earlier(self, order: Order) -> _Entry | None:
        """Return the order read before for the same unit or site."""
        unit = unit_of(order)
        assert unit is not None
        for entry in self._orders:
            other = unit_of(entry.order)
            if other and other.province == unit.province:
                return entry
        return None

    def _too_many(self, order: Order) -> bool:
        owed = self.situation.owed
        if self.situation.kind is not PhaseKind.ADJUSTMENTS:
            return False
        if isinstance(order, Build | Waive):
            return self._count(Build, Waive) >= owed.builds
        if isinstance(order, Disband):
            return self._count(Disband) >= owed.disbands
        return False

    def _count(self, *kinds: type) -> int:
        return sum(isinstance(entry.order, kinds) for entry in self._orders)

    def _no_more(self) -> Saying:
        owed = self.situation.owed
        return say("no-more", power=self.power, builds=owed.builds, disbands=owed.disbands)

    def _waive(self, text: str, said: SaidWaive) -> None:
        due = self.situation.owed.builds - self._count(Build, Waive)
        count = due if said.count is None else said.count
        if due <= 0 or count > due:
            self._refuse(text, Refused.ILLEGAL, self._no_more())
            return
        for _ in range(count):
            self._orders.append(_Entry(text, Waive(), ()))

    def _keep_retreat(self, text: str, order: Order, places: tuple[Place | None, ...]) -> None:
        """Keep a retreat that was written beside a movement order."""
        unit = unit_of(order)
        if unit is None or self.situation.kind is not PhaseKind.MOVEMENT:
            return
        near = self.situation.near(unit)
        found: list[str] = []
        for place in places:
            if place is None:
                found.append(DISBANDED)
                continue
            reached = [location for location in near if place.may_be(location)]
            if len(reached) != 1:
                why = say("cannot-retreat-so", unit=str(unit), place=place.text.upper())
                self._refuse(text, Refused.ILLEGAL, why)
                return
            found += reached
        if DISBANDED in found[:-1]:
            self._refuse(text, Refused.ILLEGAL, say("disband-stands-last", sign=DISBANDED))
            return
        self._later = [e for e in self._later if unit_of(e.order) != unit]
        kept: Order = Disband(unit) if found == [DISBANDED] else Retreat(unit, tuple(found))
        self._later.append(_Entry(text, kept, (say("kept-in-case"),)))


def _answers(order: Order, question: Question) -> bool:
    """Return whether an order settles an earlier question about the same unit."""
    unit = unit_of(order)
    units = {unit_of(read_order(candidate)) for candidate in question.candidates}
    return unit is not None and {u.province for u in units if u} == {unit.province}


def _heading(pieces: tuple[Piece, ...], line: str) -> _Carry | None:
    """Return the order word of a line such as `Builds:`; None if it is no heading."""
    if len(pieces) != 1 or len(line) > _HEADING:
        return None
    words = [token.word for token in tokenize(plain(line)[0]) if token.is_word]
    if not line.rstrip().endswith(":") and not (len(words) == 1 and words[0] in _HEADINGS):
        return None
    verb = VERBS.get(words[-1])
    return _Carry(verb) if verb and len(words) <= 3 else None


def _continued(piece: Piece, places: tuple[Place | None, ...]) -> Said | None:
    """Return a retreat with more places in its list; None if the piece is no retreat."""
    match piece.said:
        case SaidRetreat(unit, to):
            return SaidRetreat(unit, (*to, *places))
        case SaidMove():
            return replace(piece.said, others=(*piece.said.others, *places))
        case _:
            return None


def _carry(said: Said) -> _Carry | None:
    """Return the order word that stood first, for the units that follow it."""
    match said:
        case SaidBuild(unit):
            return _Carry(Verb.BUILD, unit.kind)
        case SaidDisband():
            return _Carry(Verb.DISBAND)
        case SaidHold():
            return _Carry(Verb.HOLD)
        case SaidConvert(kind=kind):
            return _Carry(Verb.CONVERT, kind)
        case _:
            return None


def _carried(carry: _Carry | None, said: SaidUnit) -> tuple[Said, Notes]:
    """Return what a bare unit is ordered to do by the word before it, and what that assumes."""
    match carry:
        case _Carry(Verb.BUILD, kind):
            if said.unit.kind or not kind:
                return SaidBuild(said.unit), ()
            note = say("kind-as-before", kind=kind.name.lower())
            return SaidBuild(replace(said.unit, kind=kind)), (note,)
        case _Carry(Verb.DISBAND):
            return SaidDisband(said.unit), ()
        case _Carry(Verb.HOLD):
            return SaidHold(said.unit), ()
        case _Carry(Verb.CONVERT, kind):
            return SaidConvert(said.unit, kind), ()
        case _:
            return said, ()
