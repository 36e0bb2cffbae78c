"""A line of a letter, taken apart: orders, what was meant as one, and talk.

Leniencies. List marks (`*`, `-`, `+`, `1.`, `1)`) and a power's name before a
line are dropped, and so are courtesies. Several orders may stand in a line,
parted by `,` `;` `and` `then`, by `/` between blanks, by a full stop, or by
nothing where the next names its unit with a letter. What stands in brackets
behind an order and names no place and no condition is a remark.

A line is *meant as an order* if it starts with a unit letter or word, a place or
an order word, and at least two of its words are such (one, if it is all of the
line). An everyday word that is a place as well (`war`, `and`) counts only right
behind a unit letter or an order sign. Such a line is read or refused, never
ignored; every other line is talk. An order beside a condition (`if`, `unless`)
is refused, and so is one that follows in its line on something unreadable and
does not name its unit with a letter or word.

What is found here depends on the board alone, not on who stands where.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from pbem.board.variant import Variant
from pbem.orders.clauses import clause, retreat_list
from pbem.orders.evidence import evidence, meant
from pbem.orders.gazetteer import gazetteer
from pbem.orders.phrases import Cursor, StuckError, power_names
from pbem.orders.speech import (
    Piece,
    Place,
    Role,
    Said,
    SaidBuild,
    SaidConvoy,
    SaidDisband,
    SaidDisbanding,
    SaidMove,
    SaidRetreat,
    SaidUnit,
    SaidWaive,
)
from pbem.orders.tokens import Token, plain, tokenize
from pbem.orders.words import (
    AND,
    COURTESIES,
    DOUBTS,
    KINDS,
    OPENERS,
    SIGN,
    VERBS,
    Verb,
)
from pbem.sayings import Saying, say

LONGEST_LINE = 3000
"""Characters; a longer line is no order and no list of orders."""

_CACHED_LINE = 200
_BEGINNING = 300
_FIRST = re.compile(r"[\W_]*([^\W_]+(?:'[^\W_]+)?)")
_STARTING = frozenset({*KINDS, *VERBS, *OPENERS, *AND, "no"})
_MARK = re.compile(
    r"\s*(?:[-+•·‣◦▪●○■□◆*–]+|#?\(?\d{1,3}(?:[.):](?=[\s*a-z])|-\s|\s(?=\s*[af][\s(.]))"
    r"|\(?(?:[b-eg-z]\)|[af]\)(?=\s*(?:[af]|army|fleet)\b)))"
)
_PARTING = frozenset({",", ";", "/", *AND})
_TURNS = frozenset(
    {"unless", "or", "but", "otherwise", "except", "only", "not", "instead", "rather", "maybe"}
)


@lru_cache(maxsize=32)
def _power_words(variant: Variant) -> frozenset[str]:
    return frozenset(phrase.partition(" ")[0] for phrase in _powers(variant))


@lru_cache(maxsize=32)
def _powers(variant: Variant) -> dict[str, str]:
    return power_names(variant)


def read_line(variant: Variant, line: str) -> tuple[Piece, ...]:
    """Return the pieces of a line in their order; none where it is blank.

    Pieces do not overlap; what stands between them is marks and separators.
    """
    if len(line) <= _CACHED_LINE:
        return _read_cached(variant, line)
    return _read(variant, line)


@lru_cache(maxsize=4096)
def _read_cached(variant: Variant, line: str) -> tuple[Piece, ...]:
    return _read(variant, line)


def _read(variant: Variant, line: str) -> tuple[Piece, ...]:
    whole = _stripped(line)
    if whole is None:
        return ()
    if len(line) > LONGEST_LINE:
        return (_too_long(variant, line, whole),)
    text, places = plain(line)
    marks, mark = _marks(text)
    if not _may_start(variant, text, marks):
        return (Piece(*whole, Role.TALK),)
    tokens = tokenize(" " * marks + text[marks:])
    pieces = _Line(variant, tokens, mark).pieces()
    if not pieces or all(piece.role is Role.TALK for piece in pieces):
        return (Piece(*whole, Role.TALK),)
    return tuple(_placed(piece, text, line, places) for piece in pieces)


def _too_long(variant: Variant, line: str, whole: tuple[int, int]) -> Piece:
    """Return a line that is too long to be read as one piece, meant as an order or not."""
    begins = _read(variant, line[:_BEGINNING])
    if begins and begins[0].role is not Role.TALK:
        why = say("line-too-long", most=LONGEST_LINE)
        return Piece(*whole, Role.UNREADABLE, why=why)
    return Piece(*whole, Role.TALK)


def _may_start(variant: Variant, text: str, at: int) -> bool:
    """Return whether the first word behind the marks can begin an order; cheap."""
    found = _FIRST.match(text, at)
    if found is None:
        return False
    word = found[1].removesuffix("'s")
    return (
        word in _STARTING
        or word in _power_words(variant)
        or text[found.end() : found.end() + 1] == ":"
        or gazetteer(variant).may_begin(word)
    )


def _stripped(line: str) -> tuple[int, int] | None:
    """Return where a line begins and ends without the blanks around it."""
    start = len(line) - len(line.lstrip())
    end = len(line.rstrip())
    return (start, end) if start < end else None


def _marks(text: str) -> tuple[int, str]:
    """Return how long the list marks before a line are, and the last of them."""
    at, mark = 0, ""
    while found := _MARK.match(text, at):
        at = found.end()
        mark = found[0].strip()
    return at, mark


def _placed(piece: Piece, text: str, line: str, places: list[int] | None) -> Piece:
    """Return a piece with its place in the line as written, up to a closing bracket."""
    start, end = piece.start, piece.end
    while text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == ")":
        end += 1
    if places is None:
        return piece if end == piece.end else replace(piece, end=end)
    return replace(piece, start=places[start], end=min(places[end - 1] + 1, len(line)))


@dataclass(slots=True)
class _Stretch:
    """A piece while its line is still being judged: tokens `first` up to `last`."""

    first: int
    last: int
    said: Said | None = None
    leading: bool = False
    later: tuple[Place | None, ...] = ()
    why: Saying | None = None
    remark: bool = False
    weak: bool = False
    role: Role = Role.SAID


class _Line:
    """One line, its tokens, and what of it was taken as what."""

    def __init__(self, variant: Variant, tokens: list[Token], mark: str) -> None:
        self.tokens = tokens
        self.mark = mark
        self.cursor = Cursor(gazetteer(variant), _powers(variant), tokens)
        self.power = ""
        self.polite = False

    def pieces(self) -> tuple[Piece, ...]:
        """Return the pieces; all of them talk where the line is."""
        body = self._prefix()
        stretches: list[_Stretch] = []
        while self._part(stretches):
            stretches.append(self._stretch())
            remark = self._remark()
            if remark:
                stretches.append(remark)
        if not stretches:
            return ()
        self._judge(stretches, body)
        # The first takes in what stands before it.
        stretches[0].first = 0
        return tuple(
            Piece(
                start=self.tokens[s.first].start,
                end=self.tokens[s.last - 1].end,
                role=s.role,
                said=s.said if s.role is Role.SAID else None,
                leading=s.leading,
                later=s.later,
                weak=s.weak,
                why=s.why,
                power=self.power,
            )
            for s in stretches
        )

    # Before the first order.

    def _prefix(self) -> int:
        """Pass over a power's name, `Orders:` and what is merely polite."""
        cursor = self.cursor
        found = cursor.power_at(0)
        if found and cursor.count > found[1]:
            self.power, cursor.at = found
            while cursor.word() in (":", ",", SIGN):
                cursor.at += 1
        elif self._short_prefix():
            self.power, cursor.at = cursor.shortened(self.tokens[0].word), 2
        start = cursor.at
        while cursor.word() in OPENERS and cursor.at < start + 6:
            cursor.at += 1
            if cursor.word() == ":":
                cursor.at += 1
                start = cursor.at
        self.polite = cursor.at > start
        return cursor.at

    def _short_prefix(self) -> bool:
        """Return whether the line begins like `Ger: A MUN - BOH`."""
        words = [token.word for token in self.tokens[:3]]
        return (
            len(words) == 3
            and words[1] == ":"
            and words[2] in KINDS
            and self.cursor.shortened(words[0]) != ""
        )

    def _part(self, stretches: list[_Stretch]) -> bool:
        """Pass over what parts orders; return whether anything is left."""
        cursor = self.cursor
        while cursor.word() in _PARTING and not (
            cursor.word() in AND and not stretches and cursor.name_at(cursor.at)
        ):
            cursor.at += 1
        return cursor.at < cursor.count

    # One piece.

    def _stretch(self) -> _Stretch:
        cursor = self.cursor
        first = cursor.at
        try:
            said, leading = clause(cursor)
            later = self._later()
            self._finish()
            return _Stretch(first, cursor.at, said, leading, later)
        except StuckError as stuck:
            cursor.at = max(first + 1, self._end_of_piece(first))
            return _Stretch(first, cursor.at, why=stuck.why)

    def _later(self) -> tuple[Place | None, ...]:
        """Take `(retreat BER, KIE)` behind an order."""
        cursor = self.cursor
        if VERBS.get(cursor.word()) is not Verb.RETREAT or not self.tokens[cursor.at].opened:
            return ()
        return retreat_list(cursor)

    def _finish(self) -> None:
        """Make sure that the order ends here.

        Raises:
            StuckError: The line goes on with something else.
        """
        cursor = self.cursor
        if not self.tokens[cursor.at - 1].stopped:
            while cursor.word() in COURTESIES and not self._begins_else(cursor.at):
                cursor.at += 1
        if cursor.at >= cursor.count or self.tokens[cursor.at - 1].stopped:
            if cursor.word() == "?":
                raise StuckError(say("question-mark"))
            return
        token = self.tokens[cursor.at]
        if token.word in _PARTING or self._starts_unit(cursor.at) or self._is_remark(cursor.at):
            return
        if token.word == "?":
            raise StuckError(say("question-mark"))
        raise StuckError(say("word-not-understood", word=token.word[:40]))

    def _begins_else(self, at: int) -> bool:
        """Return whether an order or a remark in brackets begins here."""
        return self._starts_unit(at) or self._is_remark(at)

    def _starts_unit(self, at: int) -> bool:
        """Return whether an order begins here with a unit letter and a place."""
        if self.tokens[at].word not in KINDS:
            return False
        named = self.cursor.name_at(at + 1)
        return named is not None and named[0].exact

    def _end_of_piece(self, at: int) -> int:
        """Return where the piece ends that begins at a token."""
        while at < len(self.tokens):
            if at and self.tokens[at].word in _PARTING:
                return at
            # A full stop behind a short word rather belongs to that.
            if self.tokens[at].stopped and len(self.tokens[at].word) > 3:
                return at + 1
            at += 1
        return at

    def _remark(self) -> _Stretch | None:
        """Take what stands in brackets and says nothing that matters."""
        first = self.cursor.at
        if first >= len(self.tokens) or not self._is_remark(first):
            return None
        last = first
        while last < len(self.tokens) and not self.tokens[last].closed:
            last += 1
        self.cursor.at = min(last + 1, len(self.tokens))
        return _Stretch(first, self.cursor.at, remark=True)

    def _is_remark(self, at: int) -> bool:
        if self.tokens[at].opened != "(":
            return False
        for place in range(at, len(self.tokens)):
            token = self.tokens[place]
            named = self.cursor.name_at(place)
            if token.word in DOUBTS or token.word in VERBS or (named and named[0].exact):
                return False
            if token.closed:
                break
        return True

    # The line as a whole.

    def _judge(self, stretches: list[_Stretch], body: int) -> None:
        """Settle what each stretch is."""
        first = stretches[0]
        self._use_sign(first)
        if not self._opens_as_order(first, body):
            for stretch in stretches:
                stretch.role = Role.TALK
            return
        if first.said is None:
            first.role = Role.UNREADABLE
        for before, stretch in pairwise(stretches):
            if stretch.remark:
                stretch.role = Role.TALK
            elif isinstance(stretch.said, SaidUnit) and self._lists(before):
                continue
            elif stretch.said is None or not self._convinces(stretch):
                order = meant(self.cursor, stretch.first, stretch.last)
                stretch.said, stretch.role = None, Role.UNREADABLE if order else Role.TALK
        self._distrust(stretches)
        for before, stretch in pairwise(stretches):
            if self._goes_on(stretch) and before.role is Role.SAID:
                before.role, before.why = Role.UNREADABLE, say("two-things")

    def _goes_on(self, stretch: _Stretch) -> bool:
        """Return whether a piece says what the unit before it does as well: `and support BUR`."""
        word = self.tokens[stretch.first].word
        return (
            stretch.role is Role.UNREADABLE
            and word in VERBS
            and not self.cursor.name_at(stretch.first)
        )

    def _lists(self, before: _Stretch) -> bool:
        """Return whether a place behind a piece goes on with its list."""
        listing = SaidMove | SaidRetreat | SaidUnit
        return before.said is not None and (before.leading or isinstance(before.said, listing))

    def _use_sign(self, first: _Stretch) -> None:
        """Let `+ A PAR` build and `- A MUN` disband."""
        if isinstance(first.said, SaidUnit) and self.mark == "-":
            first.said = SaidDisband(first.said.unit, sign=True)
        elif isinstance(first.said, SaidUnit) and self.mark == "+":
            first.said, first.leading = SaidBuild(first.said.unit), True

    def _opens_as_order(self, first: _Stretch, body: int) -> bool:
        """Return whether the line is one of orders."""
        if first.said is not None and self._convinces(first):
            return not self.polite or self._full(first)
        if first.said is not None:
            first.said, first.why = None, first.why or say("not-clear")
        return not self.polite and meant(self.cursor, body, len(self.tokens))

    def _full(self, stretch: _Stretch) -> bool:
        """Return whether an order names its unit with a letter or word."""
        match stretch.said:
            case SaidWaive():
                return True
            case None | SaidDisbanding():
                return False
            case SaidConvoy(unit, army):
                return (unit or army).kind is not None
            case said:
                return said.unit.kind is not None

    def _convinces(self, stretch: _Stretch) -> bool:
        """Return whether an order could not as well be talk."""
        said = stretch.said
        if isinstance(said, SaidDisbanding):
            return stretch.last - stretch.first == 1
        if self._full(stretch):
            return True
        assert said is not None
        assert not isinstance(said, SaidWaive)
        unit = said.unit or said.army if isinstance(said, SaidConvoy) else said.unit
        match = unit.place.match
        if (match.exact and not match.common) or any(map(str.isdigit, unit.place.text)):
            return True
        if isinstance(said, SaidUnit):
            return False
        if stretch.leading:
            stretch.weak = True
            return True
        words = self.tokens[stretch.first + 1 : stretch.last]
        short = any(token.word == SIGN or len(token.word) == 1 for token in words)
        return short or evidence(self.cursor, stretch.first + 1, stretch.last) >= 2

    def _distrust(self, stretches: list[_Stretch]) -> None:
        """Refuse orders that a condition or something unreadable casts doubt on."""
        parted = any(
            stretch.role is Role.TALK and not stretch.remark and self._doubts(stretch)
            for stretch in stretches
        )
        broken = False
        for stretch in stretches:
            if stretch.role is Role.SAID:
                if parted:
                    stretch.role, stretch.why = Role.UNREADABLE, say("condition")
                elif broken and not self._full(stretch):
                    stretch.role, stretch.why = Role.UNREADABLE, say("goes-on-unread")
            elif not stretch.remark and not self._courteous(stretch):
                broken = True

    def _doubts(self, stretch: _Stretch) -> bool:
        words = [token.word for token in self.tokens[stretch.first : stretch.last]]
        if stretch.first and self.tokens[stretch.first - 1].stopped:
            return words[0] in _TURNS
        return any(word in DOUBTS for word in words)

    def _courteous(self, stretch: _Stretch) -> bool:
        return all(t.word in COURTESIES for t in self.tokens[stretch.first : stretch.last])
