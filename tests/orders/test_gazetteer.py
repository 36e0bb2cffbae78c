"""Names of a board: exact, begun, slipped, doubtful."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.assets import load_variant
from pbem.board.variant import Variant
from pbem.errors import AmbiguousNameError, UnreadableError
from pbem.orders.gazetteer import Gazetteer, gazetteer, phrase_of

STANDARD = load_variant("standard")
NAMES = gazetteer(STANDARD)


@given(st.text())
def test_any_text_is_found_or_refused(text: str) -> None:
    """No text makes it fail in another way."""
    with suppress(UnreadableError):
        assert NAMES.find(text) in STANDARD.locations


def test_every_name_of_the_board_is_found() -> None:
    """Ids, names and aliases lead home, but for those the board marks as doubtful."""
    doubtful = set(STANDARD.names.ambiguous)
    for province in STANDARD.provinces.values():
        for name in {province.id.lower(), province.name, *province.aliases} - doubtful:
            assert NAMES.find(name) == province.id


def test_every_coast_of_the_board_is_found() -> None:
    """A coast is named by letters or in words, in brackets or without."""
    for province in STANDARD.provinces.values():
        for location in province.locations if province.coasts else ():
            assert NAMES.find(location) == location
    for alias, location in STANDARD.names.coast_aliases.items():
        assert NAMES.find(alias) == location


@pytest.mark.parametrize(
    ("text", "location"),
    [
        ("St. Petersburg (south coast)", "STP/SC"),
        ("st.p(sc)", "STP/SC"),
        ("stpsc", "STP/SC"),
        ("north coast of Spain", "SPA/NC"),
        ("N. Sea", "NTH"),
        ("Mid Atl", "MAO"),
        ("gulf of both", "BOT"),
        ("norweg", "NWG"),
        ("Bulgaria, eastern coast", "BUL/EC"),
    ],
)
def test_name(text: str, location: str) -> None:
    """These are sure."""
    assert NAMES.find(text) == location


@pytest.mark.parametrize(
    ("text", "locations"),
    [
        ("Pariss", ("PAR",)),
        ("Noth Sea", ("NTH",)),
        ("Burgudny", ("BUR",)),
        ("nort", ("NAF", "NAO", "NTH")),
        ("bux", ("BUD", "BUL", "BUR")),
        ("liv", ("LVN", "LVP")),
        ("burgandy", ("BUR",)),
    ],
)
def test_guess(text: str, locations: tuple[str, ...]) -> None:
    """These may be meant, and no more; the error tells the names."""
    match = NAMES.lookup(phrase_of(text))
    assert match is not None
    assert (match.sure, match.locations) == (False, locations)
    with pytest.raises(AmbiguousNameError) as error:
        NAMES.find(text)
    assert error.value.candidates == tuple(STANDARD.provinces[x].name for x in locations)


MATCHES = [
    ("standard", "paris", "PAR", True, True),
    ("standard", "burgun", "BUR", True, False),
    ("standard", "gul", "BOT LYO", False, False),
    ("standard", "gulf both", "BOT", True, False),
    ("standard", "nor sea", "NTH NWG", False, False),
    ("standard", "hel bight", "HEL", True, False),
    ("standard", "mos cow", "MOS", False, False),
    ("standard", "apris", "PAR", False, False),
    ("standard", "aris", "PAR", False, False),
    ("standard", "paaris", "PAR", False, False),
    ("standard", "paaaris", "", False, False),
    ("standard", "irsap", "", False, False),
    ("standard", "pa ris", "", False, False),
    ("standard", "bu", "", False, False),
    ("era-of-empire", "bay", "BOB", True, False),
    ("era-of-empire", "eas", "ECS EIO", False, False),
    ("zorbees", "kra", "KB KG1 KG2 KG3 KM1 KM2 KM3 KM4 KM5 KM6", False, False),
    ("zorbees", "zm 3", "ZM3", True, True),
    ("zorbees", "z3m", "ZM3", False, False),
]


@pytest.mark.parametrize(("board", "phrase", "locations", "sure", "exact"), MATCHES)
def test_match(board: str, phrase: str, locations: str, sure: bool, exact: bool) -> None:
    """A name is exact, its beginning sure if there is but one, and a slip never is."""
    match = gazetteer(load_variant(board)).lookup(phrase)
    if not locations:
        assert match is None
        return
    assert match is not None
    assert (" ".join(match.locations), match.sure, match.exact) == (locations, sure, exact)


def test_what_is_wrong_with_a_name_is_said() -> None:
    """As it was written, cut where it is long, with what it may be."""
    for text, said in [
        ("Xyz", "'Xyz' is no place on this board"),
        ("X" * 61, f"'{'X' * 60}' is no place on this board"),
        ("Liv", "'Liv' may be Livonia, Liverpool"),
    ]:
        with pytest.raises(UnreadableError, match=f"^{said}$"):
            NAMES.find(text)


@pytest.mark.parametrize("text", ["", "pa", "xyz", "parisss", "a", "sea", "the", "x" * 10_000])
def test_no_name(text: str) -> None:
    """Two slips, two letters and everyday words are no names."""
    with pytest.raises(UnreadableError):
        NAMES.find(text)


@given(st.sampled_from(sorted(p.name for p in STANDARD.provinces.values())), st.data())
def test_one_edit_leads_home(name: str, data: st.DataObject) -> None:
    """A full name with a letter changed still may mean its province."""
    word = phrase_of(name).replace(" ", "")
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    match = NAMES.lookup(word[:at] + letter + word[at + 1 :])
    assert match is not None
    assert any(STANDARD.provinces[x.partition("/")[0]].name == name for x in match.locations)


def test_one_gazetteer_for_a_board() -> None:
    """It is made once."""
    names = gazetteer(STANDARD)
    assert gazetteer(STANDARD) is names
    assert isinstance(names, Gazetteer)


def changed(province: str, **facts: Any) -> Variant:
    """Return the standard board with other facts about a province."""
    other = replace(STANDARD.provinces[province], **facts)
    return replace(STANDARD, provinces={**STANDARD.provinces, province: other})


def test_a_coast_of_any_two_letters() -> None:
    """A board may have a north-west coast, which is called by its letters."""
    names = Gazetteer(changed("SPA", coasts=("NW", "SC")))
    for text in ("Spain nw", "Spain nw coast", "nw coast of Spain", "spanw"):
        assert names.find(text) == "SPA/NW"


def test_places_stand_in_the_order_of_the_board() -> None:
    """What a name may mean is told in that order, whatever the ids are."""
    backwards = replace(STANDARD, provinces=dict(reversed(STANDARD.provinces.items())))
    for board, places in ((STANDARD, ("NAF", "NAO", "NTH")), (backwards, ("NTH", "NAO", "NAF"))):
        match = Gazetteer(board).lookup("nort")
        assert match is not None
        assert match.locations == places


def test_a_name_of_three_words_in_part() -> None:
    """Its first word with the rest of its id is a name as well, as `St P` is."""
    match = Gazetteer(changed("LYO", name="Ly Old Gulf")).lookup("ly o")
    assert match is not None
    assert (match.locations, match.exact) == (("LYO",), True)


@pytest.mark.parametrize(("letters", "found"), [(59, True), (60, True), (61, False)])
def test_the_longest_beginning(letters: int, found: bool) -> None:
    """Of a word of more than sixty letters no name is made, neither as a beginning nor a slip."""
    names = Gazetteer(changed("TUN", name="x" * 62))
    slips = Gazetteer(changed("TUN", name="x" * (letters + 1)))
    assert (names.begun("x" * letters) is not None) is found
    assert (slips.slipped("x" * letters) is not None) is found
