"""A text as a whole: its lines together, its limits, and what is never done."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.board.position import Dislodgement, Position, Unit
from pbem.errors import UnreadableError
from pbem.orders.gazetteer import gazetteer
from pbem.orders.grammar import MOST_PIECES, is_order_like, names_a_place, read_orders
from pbem.orders.legality import legal_orders
from pbem.orders.notation import read_order, write_order
from pbem.orders.reading import Reading, Refused
from pbem.orders.speech import Role
from pbem.orders.syntax import LONGEST_LINE, read_line
from pbem.orders.words import AND, OPENERS
from tests.words import english

STANDARD = load_variant("standard")
OPENING = STANDARD.opening()
MIDDLE = Position(
    Phase.read("F1902M"),
    {
        "ENGLAND": tuple(map(Unit.read, ("A YOR", "F ENG", "F MAO", "F NTH", "F NWG"))),
        "FRANCE": tuple(map(Unit.read, ("A BUR", "A GAS", "A PAR", "F SPA/SC"))),
        "RUSSIA": tuple(map(Unit.read, ("A MOS", "F BLA", "F STP/SC"))),
        "TURKEY": tuple(map(Unit.read, ("A CON", "F AEG", "F SMY"))),
    },
)
RETREATS = Position(
    Phase.read("F1902R"),
    {"GERMANY": (Unit.read("A MUN"),)},
    dislodged={
        "ENGLAND": (Dislodgement(Unit.read("F MAO"), ("POR", "SPA/NC", "SPA/SC")),),
        "RUSSIA": (Dislodgement(Unit.read("A MUN"), ("BOH", "TYR")),),
    },
)
WINTER = Position(
    Phase.read("W1902A"),
    {"GERMANY": tuple(map(Unit.read, ("A MUN", "F KIE"))), "RUSSIA": (Unit.read("A WAR"),)},
    {"GERMANY": ("MUN",), "RUSSIA": ("MOS", "SEV", "STP", "WAR")},
)
POSITIONS = (OPENING, MIDDLE, RETREATS, WINTER)
NORMAL = [
    (position, power, order)
    for position in POSITIONS
    for power in STANDARD.powers
    for orders in legal_orders(STANDARD, position, power).values()
    for order in orders
]

PARTS = st.sampled_from(
    "a f army fleet par paris bur mao spa nc sc stp liv nor tyr con war and or if not - -> to via "
    "convoy s c h r d b hold supports retreat build waive no France: german ( ) / , ; . ! ? : "
    "the in please 1. * north coast all mid-atlantic xyz burgandy hello thanks you".split()
)
SOUP = st.lists(PARTS, max_size=14).map(" ".join)
TEXTS = st.one_of(st.text(max_size=60), SOUP, st.lists(SOUP, max_size=4).map("\n".join))


def _read(text: str, power: str = "FRANCE", position: Position = OPENING) -> Reading:
    return read_orders(STANDARD, position, power, text)


@given(st.sampled_from(POSITIONS), st.sampled_from(sorted(STANDARD.powers)), TEXTS)
def test_any_text_is_read(position: Position, power: str, text: str) -> None:
    """Whatever stands in a letter, it is read, and what is stored is legal and in normal form."""
    legal = {
        order for orders in legal_orders(STANDARD, position, power).values() for order in orders
    }
    for order in _read(text, power, position).orders:
        assert write_order(read_order(order.order)) == order.order
        single = order.order.removesuffix(" VIA")
        assert single in legal or single == "WAIVE" or "," in single or "/" in single


@given(st.sampled_from(NORMAL))
def test_normal_form_reads_as_itself(case: tuple[Position, str, str]) -> None:
    """What the judge writes is read back as it stands, without a note."""
    position, power, order = case
    reading = _read(order, power, position)
    assert [(o.text, o.order, o.note) for o in reading.orders] == [(order, order, None)]
    assert not reading.questions + reading.refused + reading.ignored


def test_sheets_read_as_themselves() -> None:
    """Every legal order of these positions, one after the other, is read back."""
    wrong = [
        order
        for position, power, order in NORMAL
        if [o.order for o in _read(order.lower(), power, position).orders] != [order]
    ]
    assert len(NORMAL) > 500
    assert wrong == []


LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyz -/,")


@given(st.sampled_from(NORMAL), st.data())
def test_a_slip_is_never_misread_in_silence(
    case: tuple[Position, str, str], data: st.DataObject
) -> None:
    """An order with one letter wrong is stored without a note only if it says just that."""
    position, power, order = case
    at = data.draw(st.integers(0, len(order) - 1))
    letter = data.draw(LETTERS)
    slip = data.draw(
        st.sampled_from(
            [
                order[:at] + order[at + 1 :],
                order[:at] + letter + order[at + 1 :],
                order[:at] + letter + order[at:],
            ]
        )
    )
    assume(slip.upper() != order)
    for read in _read(slip, power, position).orders:
        assert read.note or _names_all(slip, read.order), (slip, read.order)


def _names_all(text: str, order: str) -> bool:
    """Return whether every place of an order is surely named in a text."""
    names = gazetteer(STANDARD)
    named = set()
    words = re.findall(r"[a-z]+", text.lower())
    for first in range(len(words)):
        for last in range(first + 1, min(first + 4, len(words)) + 1):
            try:
                found = names.find(" ".join(words[first:last]))
            except UnreadableError:
                found = {"tyr": "TYR", "nor": "NWY", "na": "NAO", "bs": "BLA"}.get(words[first], "")
            named.add(found.partition("/")[0])
    return set(re.findall(r"\b[A-Z]{3}\b", order)) - {"VIA"} <= named


@given(SOUP)
def test_each_stretch_is_taken_once(line: str) -> None:
    """Pieces stand one behind the other; between them are only separators and marks."""
    pieces = read_line(STANDARD, line)
    at = 0
    for piece in pieces:
        assert at <= piece.start < piece.end <= len(line)
        between = re.findall(r"\w+", line[at : piece.start])
        assert all(word in AND | OPENERS or word.isdigit() for word in between), between
        at = piece.end
    assert not re.findall(r"\w", line[at:]) or not pieces or _parts(line[at:])


def _parts(rest: str) -> bool:
    return all(word in AND for word in re.findall(r"\w+", rest))


@given(SOUP)
def test_a_reading_has_every_piece(line: str) -> None:
    """Nothing of a line is lost: each piece is an order, question, refusal or talk."""
    pieces = read_line(STANDARD, line)
    reading = _read(line, "FRANCE", MIDDLE)
    texts = [o.text for o in reading.orders] + [q.text for q in reading.questions]
    texts += [r.text for r in reading.refused] + list(reading.ignored)
    notes = " ".join(map(english, reading.notes))
    for piece in pieces:
        text = line[piece.start : piece.end]
        assert any(text in other for other in texts) or repr(text) in notes


def test_a_later_order_takes_the_place_of_an_earlier_one() -> None:
    """There is one order a unit, and the receipt tells which was dropped."""
    reading = _read("A PAR - BUR\nF BRE - MAO\nA PAR - PIC")
    assert [order.order for order in reading.orders] == ["F BRE - MAO", "A PAR - PIC"]
    assert [*map(english, reading.notes)] == ["it takes the place of 'A PAR - BUR'"]


def test_a_build_without_a_unit_letter() -> None:
    """Where only one kind can be built, that is assumed, and the receipt says so."""
    reading = _read("build MOS", "RUSSIA", WINTER)
    assert [order.order for order in reading.orders] == ["A MOS B"]
    (note,) = reading.notes
    assert english(note) == "no unit letter: only an army can be built there"


def test_what_is_missing_is_said() -> None:
    """A refusal names what cannot be found, or what no unit does."""
    for position, power, text, message in (
        (OPENING, "FRANCE", "A PAR S A PIC", "no unit stands in Picardy"),
        (MIDDLE, "FRANCE", "C A CON - SMY", "the fleet that convoys is missing"),
        (WINTER, "RUSSIA", "A WAR waive", "a unit cannot waive"),
        (OPENING, "FRANCE", "F BRE C A PAR", "where the army is convoyed to is missing"),
        (OPENING, "ENGLAND", "A LVP by convoy", "where the army is convoyed to is missing"),
        (OPENING, "FRANCE", "Move A PAR", "where it goes is missing"),
        (OPENING, "FRANCE", "A PAR SM A MAR", "where the supported unit goes is missing"),
        (OPENING, "FRANCE", "A PAR SH A MAR - BUR", "it is a support to hold and to move at once"),
        (OPENING, "FRANCE", "A PAR H?", "it ends with a question mark"),
    ):
        refused = _read(text, power, position).refused
        assert [english(one.message) for one in refused] == [message]


def test_a_coast_by_its_letter() -> None:
    """`n coast` is the north coast, on either side of the name."""
    for text in ("F MAO - Spain n coast", "F MAO - n coast of Spain"):
        reading = _read(text, "ENGLAND", RETREATS)
        assert [order.order for order in reading.orders] == ["F MAO R SPA/NC"]


def test_an_unreadable_line_leaves_an_earlier_order() -> None:
    """A line that cannot be read damages nothing."""
    reading = _read("A PAR - BUR\nA PAR - Xyz")
    assert [order.order for order in reading.orders] == ["A PAR - BUR"]
    assert [refusal.reason for refusal in reading.refused] == [Refused.UNREADABLE]


def test_a_later_order_closes_a_question() -> None:
    """The player has answered before being asked."""
    reading = _read("F MAO - SPA\nF MAO - POR", "ENGLAND", MIDDLE)
    assert [order.order for order in reading.orders] == ["F MAO - POR"]
    assert reading.questions == ()


def test_only_the_characters_of_an_order_are_kept() -> None:
    """What stands beside an order in its line is not part of its words."""
    reading = _read("* A Par –> Bur (as agreed), A Mar-Spa. See you in Munich, Ann")
    assert [order.text for order in reading.orders] == ["A Par –> Bur", "A Mar-Spa"]
    assert reading.ignored == ("as agreed", "See you in Munich", "Ann")


def test_a_retreat_beside_a_movement_order_is_kept() -> None:
    """`(retreat …)` waits for the retreat phase; D may end it."""
    reading = _read("A BUR H (retreat Ruh, Bel or disband)", position=MIDDLE)
    assert [order.order for order in reading.orders] == ["A BUR H"]
    assert [order.order for order in reading.later] == ["A BUR R RUH, BEL, D"]


def test_a_coast_that_is_open_alone_needs_no_name() -> None:
    """Where one coast can be reached the board decides; where two, the player."""
    assert [o.order for o in _read("F GAS - SPA", position=_fleet("F GAS")).orders] == [
        "F GAS - SPA/NC"
    ]
    assert _read("F MAO R SPA", "ENGLAND", RETREATS).questions[0].candidates == (
        "F MAO R SPA/NC",
        "F MAO R SPA/SC",
    )


def _fleet(unit: str) -> Position:
    return replace(OPENING, units={"FRANCE": (Unit.read(unit),)})


def test_more_than_five_meanings_are_not_offered() -> None:
    """A name that fits too much is refused as ambiguous."""
    text = "F MAO R SPA, SPA or POR, SPA or SPA"
    units = replace(
        RETREATS,
        dislodged={
            "ENGLAND": (
                Dislodgement(Unit.read("F AEG"), ("BUL/EC", "BUL/SC", "CON", "SPA/NC", "SPA/SC")),
            )
        },
    )
    reading = _read("F AEG R BUL, SPA, BUL/EC", "ENGLAND", units)
    assert len(reading.questions[0].candidates) == 4, text


def test_what_no_letter_holds_is_refused_unread() -> None:
    """Behind the limits nothing is read, and one refusal says so."""
    many = "\n".join(f"A PAR - X{number}" for number in range(MOST_PIECES + 50))
    reading = _read(f"{many}\nA MAR - SPA")
    assert reading.orders == ()
    assert len(reading.refused) == MOST_PIECES + 1
    last = reading.refused[-1]
    assert last.reason is Refused.UNREADABLE
    assert last.text.split("\n") == [f"A PAR - X{1000 + number}" for number in range(50)] + [
        "A MAR - SPA"
    ]
    assert english(last.message) == (
        "no more than 3000 lines, 200000 characters and 1000 orders of a letter are read"
    )


@pytest.mark.parametrize(
    ("line", "times", "read"),
    [
        ("hello", 2999, True),
        ("hello", 3000, False),
        ("x " * 1000, 99, True),
        ("x " * 1000, 100, False),
        ("x " * 1500, 66, True),
        ("x " * 1500, 67, False),
        ("x " * 1501, 100, True),
        ("A PAR H", 999, True),
        ("A PAR H", 1000, False),
        ("A PAR H, A MAR H", 499, True),
        ("A PAR H, A MAR H", 500, False),
    ],
)
def test_what_stands_behind_the_limits(line: str, times: int, read: bool) -> None:
    """Lines, characters and orders are counted; a line that is too long for itself is not."""
    reading = _read(f"{line}\n" * times + "\n  \nA MAR - SPA\n")
    assert ("A MAR - SPA" in [order.order for order in reading.orders]) is read
    assert [refusal.text for refusal in reading.refused] == ([] if read else ["A MAR - SPA"])


def test_what_counts_toward_the_limits() -> None:
    """A line that is too long for itself counts for nothing but a line."""
    long = "x" * (LONGEST_LINE + 1) + "\n"
    full = ("x" * 2000 + "\n") * 99 + "x" * 1999 + "\n"
    assert _read(f"{long}{full}A MAR - SPA").orders
    assert not _read(f"{long}x\n{full}A MAR - SPA").orders


def test_what_is_not_read_is_not_joined() -> None:
    """Behind the limits each line is told as it stands, those without words are left out."""
    broken = "A PAR H,".ljust(50) + "A MAR S A PAR -"
    (refused,) = _read("hello\n" * 3000 + f"{broken}\n \nBUR\n{broken}\nBUR").refused
    assert refused.text == f"{broken}\nBUR\n{broken}\nBUR"


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        (49, 3, False),
        (50, 3, True),
        (400, 3, True),
        (401, 3, False),
        (60, 200, True),
        (60, 201, False),
    ],
)
def test_how_long_lines_are_that_a_mail_program_breaks(
    before: int, after: int, joined: bool
) -> None:
    """Lines of 50 to 400 characters are joined to what follows them, if that is no paragraph."""
    first = "A MAR S" + "A PAR -".rjust(before - 7)
    second = "BUR" if after == 3 else "BUR" + ".".rjust(after - 3)
    assert (len(first), len(second)) == (before, after)
    orders = [order.order for order in _read(f"{first}\n{second}").orders]
    assert orders == (["A MAR S A PAR - BUR"] if joined else [])


def test_a_blank_line_breaks_nothing() -> None:
    """Whether it is empty or has only blanks, and whatever stands beside it."""
    order = "A MAR S" + "A PAR - BUR".rjust(60)
    for text in (f"{order}\n   \n", f"{' ' * 60}\n{order}", f"{order}\n\n{' ' * 60}\n"):
        assert [one.order for one in _read(text).orders] == ["A MAR S A PAR - BUR"]
    assert read_line(STANDARD, "") == read_line(STANDARD, "  ") == ()


def test_a_place_may_be_called_like_an_order_word() -> None:
    """`March` is the place behind a sign, `And` behind the name of a power."""
    spain = replace(STANDARD.provinces["SPA"], aliases=("March", "And"))
    board = replace(STANDARD, provinces={**STANDARD.provinces, "SPA": spain})
    reading = read_orders(board, OPENING, "FRANCE", "A MAR - March\nA MAR march")
    assert [order.order for order in reading.orders] == ["A MAR - SPA"]
    assert [one.text for one in reading.refused] == ["A MAR march"]
    reading = read_orders(board, OPENING, "FRANCE", "France: And xyz, A PAR H")
    assert [order.order for order in reading.orders] == ["A PAR H"]
    assert [one.text for one in reading.refused] == ["France: And"]


def test_a_sea_may_be_a_home() -> None:
    """A board may have a center at sea, where only fleets are built."""
    sea = replace(STANDARD.provinces["NTH"], center=True)
    england = replace(STANDARD.power("ENGLAND"), homes=("NTH",))
    board = replace(
        STANDARD,
        provinces={**STANDARD.provinces, "NTH": sea},
        powers={**STANDARD.powers, "ENGLAND": england},
    )
    winter = Position(Phase.read("W1902A"), {}, {"ENGLAND": ("NTH",)})
    (refused,) = read_orders(board, winter, "ENGLAND", "Build A NTH").refused
    assert english(refused.message) == "A NTH cannot stand there; F NTH can"


def test_a_line_without_end_is_refused_or_talk() -> None:
    """A line of orders that is too long is not read in part."""
    refused = _read("A PAR - BUR, " * LONGEST_LINE).refused[0]
    assert refused.reason is Refused.UNREADABLE
    assert english(refused.message) == "a line of orders has no more than 3000 characters; part it"
    assert _read("A PAR - BUR".ljust(LONGEST_LINE - 1) + ".").orders[0].order == "A PAR - BUR"
    assert len(_read("so it goes, " * LONGEST_LINE).ignored) == 1


def test_order_like() -> None:
    """A line meant as an order is told from talk without a position."""
    assert is_order_like(STANDARD, "Dear all,\nA PAR - XYZ")
    assert is_order_like(STANDARD, "par-bur")
    assert not is_order_like(STANDARD, "Dear all,\nlet us meet in Munich. Draw anyone?")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Let us meet in Munich next week", True),
        ("see you in the North Sea", True),
        ("burg", True),
        ("Mar holds", True),
        ("holds mar", True),
        ("- mar", True),
        ("mar - x", True),
        ("A mar", True),
        ("con h", True),
        ("the war is over, and so are both of us", False),
        ("mar", False),
        ("con", False),
        ("x mar", False),
        ("mar x holds", False),
        ("holds x mar", False),
        ("burgun", False),
        ("Pariss", False),
        ("x" * 2990 + " mar h", True),
        ("x" * 3010 + " mar h", False),
    ],
)
def test_talk_that_names_a_place_is_told(text: str, told: bool) -> None:
    """An everyday word alone is no place; beside an order word it may have been one."""
    assert names_a_place(STANDARD, text) is told


def test_another_power_is_told_apart() -> None:
    """A line for another power is refused; a remark about one is talk."""
    assert _read("Germany: A PAR - BUR").refused[0].reason is Refused.NOT_YOUR_UNIT
    assert _read("Germany attacks us at dawn in Paris").ignored
    assert all(piece.role is Role.TALK for piece in read_line(STANDARD, "Germany"))
