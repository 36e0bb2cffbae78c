"""No order is stored that its writer did not mean, unless a note says what was assumed.

Valid lines are damaged as people and programs damage them: letters dropped, doubled,
swapped, words changed, lines cut. What is then stored without a note must be what the
line says in so many words; what is refused must leave everything else as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.assets import load_variant
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Variant
from pbem.game.player_letters import merge
from pbem.orders.gazetteer import gazetteer, phrase_of
from pbem.orders.grammar import read_orders
from pbem.orders.legality import legal_orders
from pbem.orders.notation import read_order, unit_of
from pbem.orders.order import Hold, Move, SupportHold, SupportMove
from pbem.orders.reading import Reading, ReadOrder
from pbem.orders.words import DOUBTS
from tests.game.games import Played


@dataclass(frozen=True)
class Board:
    """A position, and who writes in it."""

    variant: Variant
    position: Position
    power: str


def _units(*units: str) -> tuple[Unit, ...]:
    return tuple(map(Unit.read, units))


def _boards() -> list[Board]:
    standard, asia, zorbees = map(load_variant, ("standard", "era-of-empire", "zorbees"))
    middle = Position(
        Phase.read("F1902M"),
        {
            "ENGLAND": _units("A YOR", "F ENG", "F MAO", "F NTH", "F NWG"),
            "FRANCE": _units("A BUR", "A GAS", "A MAR", "A PAR", "F SPA/SC"),
            "RUSSIA": _units("A MOS", "A WAR", "F BLA", "F STP/SC"),
        },
    )
    fled = Position(
        Phase.read("F1902R"),
        {"GERMANY": _units("A MUN")},
        dislodged={"ENGLAND": (Dislodgement(Unit.read("F MAO"), ("GAS", "POR", "SPA/NC")),)},
    )
    winter = Position(
        Phase.read("W1902A"),
        {"RUSSIA": _units("A WAR", "F BLA")},
        {"RUSSIA": ("MOS", "SEV", "STP", "WAR")},
    )
    far = Position(
        Phase.read("F1871M"),
        {
            "BRITAIN": _units("A BOM", "A DEL", "A KAR", "A RAN", "F ADE", "F AND", "F GOM"),
            "CHINA": _units("A MAY", "A PEK", "A SIK", "F SCS", "F SHA"),
        },
    )
    return [
        *(Board(standard, middle, power) for power in ("ENGLAND", "FRANCE", "RUSSIA")),
        Board(standard, fled, "ENGLAND"),
        Board(standard, winter, "RUSSIA"),
        *(Board(asia, far, power) for power in ("BRITAIN", "CHINA")),
        *(Board(zorbees, zorbees.opening(), power) for power in zorbees.powers),
    ]


BOARDS = _boards()
ORDERS = [
    (board, order)
    for board in BOARDS
    for orders in legal_orders(board.variant, board.position, board.power).values()
    for order in orders
]
LETTERS = "abcdefghijklmnopqrstuvwxyz-,./ "
GAME = Played().game
WORDS = ("hold", "moves to", "supports", "convoys", "and", "or", "not", "if", "to", "the", "via")
CHANGES = ("drop", "double", "swap", "letter", "word", "insert", "cut", "name")


@st.composite
def damaged(draw: st.DrawFn) -> tuple[Board, str, str]:
    """A board, an order that is legal on it, and a line that is that order with damage."""
    board, order = draw(st.sampled_from(ORDERS))
    line = _spoken(board.variant, order) if draw(st.booleans()) else order
    for _ in range(draw(st.integers(1, 2))):
        line = _changed(draw, board, line)
    return board, order, line


def _spoken(variant: Variant, order: str) -> str:
    """An order with full names and words."""
    words = {"S": "supports", "C": "convoys", "-": "to", "H": "holds", "R": "retreats to"}
    words |= {"A": "army", "F": "fleet", "B": "build", "D": "disband"}
    spoken = []
    for word in order.split(" "):
        place, _, coast = word.strip(",").partition("/")
        if place in variant.provinces:
            name = variant.provinces[place].name
            spoken.append(f"{name} {coast.lower()}".strip() + ("," if word.endswith(",") else ""))
        else:
            spoken.append(words.get(word, word))
    return " ".join(spoken)


def _changed(draw: st.DrawFn, board: Board, line: str) -> str:
    if len(line) < 3:
        return line
    at = draw(st.integers(0, len(line) - 2))
    words = line.split(" ")
    place = draw(st.integers(0, len(words) - 1))
    match draw(st.sampled_from(CHANGES)):
        case "drop":
            return line[:at] + line[at + 1 :]
        case "double":
            return line[:at] + line[at] + line[at:]
        case "swap":
            return line[:at] + line[at + 1] + line[at] + line[at + 2 :]
        case "letter":
            return (
                line[:at]
                + draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz-,./ "))
                + line[at + 1 :]
            )
        case "word":
            return " ".join([*words[:place], draw(st.sampled_from(WORDS)), *words[place + 1 :]])
        case "insert":
            return " ".join([*words[:place], draw(st.sampled_from(WORDS)), *words[place:]])
        case "name":
            other = draw(st.sampled_from(sorted(board.variant.provinces)))
            return " ".join([*words[:place], other, *words[place + 1 :]])
        case _:
            return line[: at + 1]


def _read(board: Board, line: str) -> Reading:
    return read_orders(board.variant, board.position, board.power, line)


@settings(max_examples=500)
@given(damaged())
def test_a_damaged_line_is_not_misread(case: tuple[Board, str, str]) -> None:
    """An order without a note names its places in full and in their order, and its deed."""
    board, order, line = case
    for read in _read(board, line).orders:
        assert read.note or _says(board, line, read), (order, line, read)


@given(damaged())
def test_a_doubtful_line_stores_nothing(case: tuple[Board, str, str]) -> None:
    """Beside `not`, `if` or `or` nothing is an order; in retreats `or` lists preferences."""
    board, _, line = case
    words = set(phrase_of(line).split())
    if board.position.phase.kind is PhaseKind.RETREATS:
        words -= {"or"}
    if words & DOUBTS & {"not", "if", "or"} and "," not in line:
        assert _read(board, line).orders == ()


@given(damaged())
def test_nothing_is_lost(case: tuple[Board, str, str]) -> None:
    """A damaged line is an order, a question, a refusal, or talk that the receipt can list."""
    board, _, line = case
    reading = _read(board, line)
    if line.strip(" .,-/"):
        assert reading.orders + reading.questions + reading.refused or reading.ignored


@given(st.sampled_from(ORDERS), damaged())
def test_a_refused_line_leaves_what_is_stored(
    standing: tuple[Board, str], case: tuple[Board, str, str]
) -> None:
    """Orders of earlier letters stand unless a new one for their unit is stored."""
    board, order, line = case
    if standing[0] is not board or board.position.phase.kind is PhaseKind.ADJUSTMENTS:
        standing = (board, order)
    reading = _read(board, line)
    fresh = tuple(read.order for read in reading.orders)
    game = replace(GAME, variant=board.variant, position=board.position)
    after = merge(game, board.power, (standing[1],), fresh)
    units = {_province(read) for read in fresh}
    assert (standing[1] in after) is (_province(standing[1]) not in units or standing[1] in fresh)


def _province(order: str) -> str:
    unit = unit_of(read_order(order))
    return unit.province if unit else ""


DEEDS: dict[type, tuple[str, ...]] = {
    Hold: ("h", "hold", "holds", "hld"),
    SupportHold: ("s", "supports", "sup", "support", "suports", "suport"),
    SupportMove: ("s", "supports", "sup", "support", "suports", "suport"),
}


def _says(board: Board, line: str, read: ReadOrder) -> bool:
    """Whether a line says an order in so many words."""
    wanted = re.findall(r"\b[A-Z][A-Z0-9]{1,2}\b", re.sub(r"/\w\w|\bVIA\b", "", read.order))
    wanted = [word for word in wanted if word in board.variant.provinces]
    named = _named(board.variant, read.text)
    rest = iter(named)
    if not all(any(province in options for options in rest) for province in wanted):
        return False
    deed = read_order(read.order)
    others = set(phrase_of(read.text).split()) & {"hold", "holds", "supports", "convoys"}
    if isinstance(deed, Move) and others - ({"convoys"} if deed.via else set()):
        return False
    words = set(phrase_of(line).split())
    return type(deed) not in DEEDS or bool(words & set(DEEDS[type(deed)])) or "-" in line


@lru_cache(maxsize=4096)
def _named(variant: Variant, line: str) -> tuple[frozenset[str], ...]:
    """The places that a line surely names, in their order."""
    names = gazetteer(variant)
    words = phrase_of(line).split()
    found = []
    for first in range(len(words)):
        options = set()
        for last in range(first + 1, min(first + 6, len(words)) + 1):
            phrase = " ".join(words[first:last])
            match = names.named(phrase) or names.begun(phrase)
            if match and (match.sure or match.means):
                options |= {x.partition("/")[0] for x in match.locations} | {match.means or ""}
        if options:
            found.append(frozenset(options))
    return tuple(found)
