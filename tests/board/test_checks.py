"""What is wrong with a board: one thing changed in a good one is found and named."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.text import check_text, read_variant
from pbem.errors import VariantError

SOUND = (Path(__file__).parents[1] / "data" / "maps" / "sound" / "variant.toml").read_text("utf-8")

CASES = [
    # members
    ('title = "The Sound"\n', "", "title is missing"),
    ('title = "The Sound"', "title = 7", "title is 7; it should be a text"),
    ('title = "The Sound"', 'title = ""', "title is empty"),
    ("year = 1200", 'year = "1200"', "start: year is '1200'; it should be a whole number"),
    ("year = 1200", "year = 12", "start: year is 12; a year has three to five digits"),
    ('season = "spring"\n\n[opt', 'season = "winter"\n\n[opt', "it can be spring, fall"),
    ("center = true", "center = 1", "provinces.MAR: center is 1; it should be a flag"),
    (
        'terrain = "sea"',
        'terrain = "wet"',
        "terrain is 'wet'; it can be inland, coastal, sea, open",
    ),
    ('army = ["SOU"]', "army = 3", "provinces.ISL: army is 3; it should be a list of texts"),
    ('seats = [["ARLAND"], ["BRENNA"]]', 'seats = ["ARLAND"]', "should be a list of lists"),
    ("[powers.CORVIA]", "[[powers.CORVIA]]", "powers: CORVIA is"),
    ('["A VAL", "F EAS"]', '["A VAL", "Fleet EAS"]', "units: 'Fleet EAS' is no unit"),
    ('host_title = "Reeve"', 'hosts_title = "Reeve"', "there is no member hosts_title"),
    # ids and terrain
    ('key = "sound"', 'key = "The Sound"', "a key is small letters, digits and hyphens"),
    ("fleet = {NC =", "fleet = {North =", "NCK/North: a coast is two capital letters"),
    ('terrain = "coastal"\nhome = "BRENNA"', 'terrain = "open"\nhome = "BRENNA"', "EAS: open terr"),
    ('fleet = ["GUL", "ISL"]', 'fleet = ["GUL", "ISL", "GUL"]', "SOU: GUL is listed 2 times"),
    ('fleet = ["GUL", "ISL"]', "", "SOU: a coastal province has fleet borders"),
    # borders
    ('army = ["ISL", "MAR"]', 'army = ["ISL"]', "MAR - SOU: army border in one direction only"),
    ('army = ["ISL", "MAR"]', 'army = ["GUL", "ISL", "MAR"]', "army border to GUL, which is sea"),
    ('army = ["ISL", "MAR"]', 'army = ["ISL", "MAR", "XXX"]', "to XXX, which does not exist"),
    ('army = ["ISL", "MAR"]', 'army = ["ISL", "MAR", "SOU"]', "SOU: army border to itself"),
    ('["EAS", "GUL", "NCK/SC"]', '["EAS", "GUL"]', "NCK/SC - SND: fleet border in one direction"),
    ('["EAS", "GUL", "NCK/SC"]', '["EAS", "GUL", "NCK"]', "to NCK; there is NCK/NC and NCK/SC"),
    ('["EAS", "GUL", "NCK/SC"]', '["EAS", "GUL", "VAL"]', "border to VAL, which is inland"),
    ('fleet = ["EAS", "GUL"', 'army = ["EAS"]\nfleet = ["EAS", "GUL"', "SND: an army cannot be in"),
    # names
    ('aliases = ["gulf"]', 'aliases = ["outer sea"]', "'outersea' names GUL and OUT"),
    ('aliases = ["gulf"]', 'aliases = ["Vale!"]', "'vale' names GUL and VAL"),
    ('aliases = ["gulf"]', 'aliases = ["?"]', "GUL: a name without letters or digits"),
    ('common_words = ["sound"]', 'common_words = ["noise"]', "'noise' is none of its names"),
    ('may_be = ["NOR", "EAS"]', 'may_be = ["NOR", "WES"]', "it may be WES, which does not exist"),
    ("port = {may_be", 'port = {means = "SOU", may_be', "it means SOU, which is not among"),
    # powers
    ('letter = "B"', 'letter = "A"', "ARLAND and BRENNA have the same letter A"),
    ('letter = "B"', 'letter = "b"', "letter 'b' should be one capital letter"),
    ('color = "#3f7a4e"', 'color = "green"', "BRENNA: color 'green' should be like #1f3b8c"),
    ('color = "#3f7a4e"', 'color = "#c8962c"', "ARLAND and BRENNA have the same color"),
    ('adjective = "Brennan"', 'adjective = "Corvian"', "'corvian' names BRENNA and CORVIA"),
    ('capital = "VAL"', 'capital = "XXX"', "BRENNA: capital XXX does not exist"),
    ('homes = ["EAS", "VAL"]', 'homes = ["EAS"]', "VAL: not among the homes of BRENNA"),
    ('homes = ["EAS", "VAL"]', 'homes = ["EAS", "VAL", "MAR"]', "MAR is not marked as its home"),
    ('homes = ["EAS", "VAL"]', "homes = []", "BRENNA: it has no homes"),
    ('home = "BRENNA"', 'home = "BRITAIN"', "EAS: home of BRITAIN, which does not exist"),
    ('home = "BRENNA"', 'home = "BRENNA"\ncenter = false', "EAS: home of BRENNA, but no supply"),
    ('["A VAL", "F EAS"]', '["F VAL", "F EAS"]', "starting unit F VAL cannot stand there"),
    ('["A VAL", "F EAS"]', '["A WES", "F EAS"]', "starting unit A WES is nowhere: no WES"),
    ('["A VAL", "F EAS"]', '["A VAL", "A HIL"]', "A HIL stands where one of ARLAND does"),
    ('["A VAL", "F EAS"]', '["A EAS", "F EAS"]', "BRENNA: 2 units start in EAS"),
    # arrangements and rules
    ("solo_centers = 5", "solo_centers = 50", "50 centers cannot win, the board has 8"),
    ('["BRENNA"], ["CORVIA"]]', '["BRENNA"]]', "arrangement p3: CORVIA is missing"),
    ('["BRENNA"], ["CORVIA"]]', '["BRENNA"], ["CORVIA", "ARLAND"]]', "once, not 2 times"),
    ('["BRENNA"], ["CORVIA"]]', '["BRENNA"], ["CORVIA"], ["XXX"]]', "there is no power XXX"),
    ('["BRENNA"], ["CORVIA"]]', '["BRENNA", "CORVIA"], []]', "a seat without a power"),
    ('solo_with = ["NCK"]', 'solo_with = ["MOO"]', "solo_with: MOO is no supply center"),
    ('solo_by = "player"', 'solo_by = "seat"', "it can be power, player"),
    ('closed = ["ISL", "SOU"]', 'closed = ["ISL", "XXX"]', "closed: there is no province XXX"),
    ('power = "CORVIA"}', 'power = "BRENNA"}', "coin: BRENNA is not neutral"),
    ('1201, season = "fall"', '1201, season = "spring"', "coin: it falls before adjustments"),
    ('1201, season = "fall"', '1100, season = "fall"', "Fall 1100 is before the game starts"),
    ('coin = {year = 1201, season = "fall", power = "CORVIA"}', "", "closed provinces stay closed"),
    ("conversion = true", "conversions = true", "options: there is no option conversions"),
    ("conversion = true", 'conversion = "yes"', "conversion is 'yes'; it can be false, true"),
    ('"any-owned-center"', '"anywhere"', "it can be owned-home, any-owned-center"),
    # the map and the counts
    (
        'straits = [["ISL", "SOU"]]',
        'straits = [["ISL", "NOR"]]',
        "ISL - NOR is no border of armies",
    ),
    ('straits = [["ISL", "SOU"]]', 'straits = [["ISL"]]', "['ISL'] is no pair of provinces"),
    ('separates = ["HIL", "VAL"]', 'separates = ["HIL", "MOO"]', "HIL and MOO border on each"),
    ('separates = ["HIL", "VAL"]', 'touches = ["XXX"]', "The Crag: there is no province XXX"),
    ("inland = 4", "inland = 5", "counts: inland should be 5, and there are 4"),
    ("inland = 4", "hills = 4", "counts: there is no count hills"),
]


@pytest.mark.parametrize(("old", "new", "says"), CASES)
def test_what_is_wrong_is_named(old: str, new: str, says: str) -> None:
    """Where it is, what it is, and where it helps what would be right."""
    assert old in SOUND
    assert says in "\n".join(check_text(SOUND.replace(old, new, 1)))


def test_nothing_is_wrong_with_the_sound() -> None:
    """The board that the cases above spoil is a good one."""
    assert check_text(SOUND) == []


def test_all_is_found_at_once() -> None:
    """A board with one fault of each kind is told of every one of them."""
    text = SOUND
    faults = [
        ('army = ["ISL", "MAR"]', 'army = ["ISL"]', "MAR - SOU: army border in one direction only"),
        ('["A VAL", "F EAS"]', '["A VAL", "F GULF"]', "starting unit F GULF is nowhere"),
        ('title = "The Sound"\n', "", "title is missing"),
        ("solo_centers = 5", "solo_centers = 50", "50 centers cannot win"),
        ('aliases = ["gulf"]', 'aliases = ["vale"]', "'vale' names GUL and VAL"),
        ('terrain = "sea"', 'terrain = "wet"', "terrain is 'wet'"),
        ("sea = 3", "sea = 4", "counts: sea should be 4"),
        ("solo_tie", "tie", "there is no member tie"),
    ]
    for old, new, _ in faults:
        assert old in text
        text = text.replace(old, new, 1)
    found = "\n".join(check_text(text))
    assert [says for _, _, says in faults if says not in found] == []


def test_a_part_out_of_reach_is_found() -> None:
    """Two provinces that border on each other alone are cut off from the rest."""
    text = SOUND + '\n[provinces.FAR]\nname = "Far"\nterrain = "inland"\narmy = ["FAA"]\n'
    text += '\n[provinces.FAA]\nname = "Farther"\nterrain = "inland"\narmy = ["FAR"]\n'
    text = text.replace("provinces = 12", "provinces = 14").replace("inland = 4", "inland = 6")
    text = text.replace("army_borders = 12", "army_borders = 13")
    assert check_text(text) == ["FAA, FAR: nothing joins this to the rest of the board"]


def test_members_that_nobody_knows_are_passed_over() -> None:
    """A board with one can be played, since later versions may know it; the check names it."""
    text = SOUND.replace('title = "The Sound"', 'title = "The Sound"\nmotto = "Row"')
    assert read_variant(text).title == "The Sound"
    assert check_text(text) == ["there is no member motto, so it is passed over"]


def test_a_power_that_has_won_at_the_start_is_found() -> None:
    """Too few centers to win is as wrong as too many."""
    text = SOUND.replace("solo_centers = 5", "solo_centers = 2").replace('solo_with = ["NCK"]', "")
    assert "ARLAND starts with 2 centers, and 2 win" in "\n".join(check_text(text))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "its first line should be schema"),
        ("[start", "not TOML"),
        ('schema = "pbem variant 2"', "its first line should be schema = 'pbem variant 1'"),
        ('schema = "pbem variant 1"\nprovinces = 3', "provinces is 3; it should be a table"),
        ('schema = "pbem variant 1"\n[provinces]\nARM = 3', "ARM is 3; it should be a table"),
        ('schema = "pbem variant 1"\n[powers.ARM]', "powers.ARM: name is missing"),
    ],
)
def test_what_is_no_board_is_told_so(text: str, says: str) -> None:
    """Any text is read or refused with all that is wrong."""
    with pytest.raises(VariantError) as error:
        read_variant(text, "my board")
    assert says in str(error.value)
    assert all(line.startswith("my board: ") for line in error.value.findings)


LINES = SOUND.splitlines()
VALUES = ("3", "true", '""', "[]", "{}", '"XXX"', '["XXX"]', '[["XXX"]]', "[{}]", "{x = 1}")


@given(
    st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.sampled_from(("", *VALUES))), max_size=6)
)
def test_no_slip_breaks_the_check(slips: list[tuple[int, str]]) -> None:
    """Whatever lines are left out and values exchanged, the text is read or told what is wrong."""
    lines = LINES.copy()
    for number, value in slips:
        name, sign, _ = lines[number].partition(" = ")
        lines[number] = f"{name} = {value}" if sign and value else ""
    text = "\n".join(lines)
    wrong = check_text(text)
    try:
        assert read_variant(text).key
    except VariantError as error:
        assert {finding.removeprefix("variant: ") for finding in error.findings} <= set(wrong)
