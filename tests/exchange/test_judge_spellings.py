"""Old judges spelled things in their own ways, and players wrote anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.assets import load_variant, variant_text
from pbem.errors import RecordError
from pbem.exchange.foreign import ForeignGame, names_of
from pbem.exchange.intake import make_record
from pbem.exchange.judge_lines import (
    read_adjustment,
    read_dislodged,
    read_movement,
    read_retreat,
)
from pbem.exchange.judge_texts import read_judge_texts
from pbem.exchange.mailbags import open_bag

STANDARD = load_variant("standard")
NAMES = names_of(STANDARD)
FERN = (Path(__file__).parents[1] / "data" / "judges" / "njudge.txt").read_text()


def read(text: str) -> ForeignGame:
    """Read the one game in a text."""
    (game,) = read_judge_texts([("a.txt", open_bag(text.encode()))], STANDARD)
    return game


def test_the_sample() -> None:
    """A draw of three, and nothing left unread; a forged result in press is not taken."""
    game = read(FERN)
    assert [str(phase.phase) for phase in game.phases] == ["S1901M", "F1901M", "W1901A"]
    assert (game.end, game.winners) == ("draw", ("ENGLAND", "FRANCE", "RUSSIA"))
    assert game.unread == ()
    assert game.phases[1].units["ITALY"] == ("A ROM", "A VEN", "F ION")
    assert game.phases[1].orders["ENGLAND"][0] == "A YOR - NWY VIA"
    assert game.phases[2].unused_builds == {"FRANCE": 1}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\. \(\*bounce\*\)", ".\t(*BOUNCE*)"),
        (r"St Petersburg \(south coast\)", "St. Petersburg (sc)"),
        (r"St Petersburg \(north coast\)", "ST. PETERSBURG (North Coast)"),
        (r" Results\n", "\n"),
        (r"^Austria: Army", "Austria:\tArmy"),
        (r"\+0000", "PST"),
        (r"\n", "\r\n"),
        (r"Adjustment results", "Adjustment orders"),
        (r"Mid-Atlantic", "Mid Atlantic"),
    ],
)
def test_other_spellings_say_the_same(old: str, new: str) -> None:
    """As other versions of the judges wrote."""
    text, count = re.subn(old, new, FERN, flags=re.MULTILINE)
    assert count
    assert read(text) == read(FERN)


def test_a_letter_that_came_twice_counts_once() -> None:
    """The same results in two files of a folder."""
    bags = [(name, open_bag(FERN.encode())) for name in ("a", "b")]
    (game,) = read_judge_texts(bags, STANDARD)
    assert game.phases == read(FERN).phases


def test_of_two_different_results_the_one_that_fits_is_taken() -> None:
    """A player can write a whole letter of the judge into press; it does not go on from there."""
    forged = FERN.replace("Army Vienna -> Galicia. (*bounce*)", "Army Vienna -> Galicia.")
    start = forged.index("Date:    Mon Nov 30 14:04:35")
    letter = forged[start : forged.index("Date:    Mon Nov 30 14:04:36")]
    place = FERN.index("Date:    Mon Nov 30 14:04:36")
    game = read(FERN[:place] + letter + FERN[place:])
    assert game.phases == read(FERN).phases
    assert game.unread == ("S1901M: there are 2 different results of it",)


def test_what_is_missing_is_told() -> None:
    """A history that was cut off, and a phase that is not there."""
    game = read(FERN.replace("end of information", "time range exhausted"))
    assert game.unread == ("a.txt: the history is not whole: time range exhausted",)
    start = FERN.index("Date:    Mon Nov 30 14:04:37")
    end = FERN.index("Date:    Mon Nov 30 14:04:38")
    told = read(FERN[:start] + FERN[end:]).unread
    assert told == ("W1901A: phases between S1901M and it are missing",)


def test_a_line_that_is_not_understood_is_told() -> None:
    """With its phase; the rest is read."""
    game = read(FERN.replace("Fleet Trieste HOLD.", "Fleet Trieste dances.", 1))
    assert "S1901M: 'AUSTRIA: Fleet Trieste dances.' was not understood" in game.unread
    assert game.phases[0].units["AUSTRIA"] == ("A BUD", "A VIE")


def test_a_game_that_begins_in_the_middle_makes_no_record() -> None:
    """Nobody could tell where its units came from."""
    start = FERN.index("Date:    Mon Nov 30 14:04:37")
    game = read(FERN[start:])
    with pytest.raises(RecordError, match="it begins with F1901M; a record begins with S1901M"):
        make_record(game, STANDARD, variant_text("standard"))


@pytest.mark.parametrize(
    ("text", "order", "marks"),
    [
        ("Army Paris HOLD.", "A PAR H", ()),
        ("Army Paris -> Burgundy. (*bounce, dislodged*)", "A PAR - BUR", ("bounce", "dislodged")),
        ("Army Norway -> North Sea -> Edinburgh.", "A NWY - EDI VIA", ()),
        ("Fleet Brest SUPPORT Fleet Mid-Atlantic Ocean.", "F BRE S F MAO", ()),
        ("Fleet Rome SUPPORT Austrian Army Trieste -> Venice.", "F ROM S A TRI - VEN", ()),
        ("Fleet North Sea CONVOY Army London -> Norway.", "F NTH C A LON - NWY", ()),
        (
            "Fleet Mid-Atlantic Ocean -> Spain (north coast). (*no convoy*)",
            "F MAO - SPA/NC",
            ("no_convoy",),
        ),
        ("Army Paris, No Order Processed.", "", ()),
        ("F TUN - MAR.  (*invalid*)", "F TUN - MAR", ("invalid",)),
    ],
)
def test_lines_of_movements(text: str, order: str, marks: tuple[str, ...]) -> None:
    """One for each form."""
    line = read_movement(text, NAMES)
    assert line is not None
    assert (line.order, line.marks) == (order, marks)


@pytest.mark.parametrize(
    ("text", "order", "marks"),
    [
        ("Army  Belgium -> Picardy.", "A BEL R PIC", ()),
        ("Fleet North Sea DISBAND.", "F NTH D", ()),
        ("Army  Rumania, No Order Processed (DISBAND).", "A RUM D", ()),
        ("Army  Rumania -> Galicia (*bounce, destroyed*).", "A RUM R GAL", ("bounce", "destroyed")),
        ("Fleet Spain (south coast) -> Gulf of Lyon.", "F SPA/SC R LYO", ()),
    ],
)
def test_lines_of_retreats(text: str, order: str, marks: tuple[str, ...]) -> None:
    """One for each form."""
    line = read_retreat(text, NAMES)
    assert line is not None
    assert (line.order, line.marks) == (order, marks)


@pytest.mark.parametrize(
    ("text", "order", "by_default", "unused", "pending"),
    [
        ("Builds an army in Munich.", "A MUN B", "", 0, 0),
        ("Builds a fleet in St Petersburg (north coast).", "F STP/NC B", "", 0, 0),
        ("Removes the fleet in the Aegean Sea.", "F AEG D", "", 0, 0),
        ("Build waived.", "WAIVE", "", 0, 0),
        ("Defaults, removing the army in Ukraine.", "", "A UKR", 0, 0),
        ("2 unusable builds waived.", "", "", 2, 0),
        ("2 builds pending.", "", "", 0, 2),
        ("1 unused build pending.", "", "", 0, 1),
    ],
)
def test_lines_of_adjustments(
    text: str, order: str, by_default: str, unused: int, pending: int
) -> None:
    """One for each form."""
    line = read_adjustment(text, NAMES)
    assert line is not None
    assert (line.order, line.by_default, line.unused, line.pending) == (
        order,
        by_default,
        unused,
        pending,
    )


@pytest.mark.parametrize(
    ("text", "unit", "ways"),
    [
        ("The French Army in Belgium can retreat to Picardy or Ruhr.", "A BEL", ("PIC", "RUH")),
        ("The Austrian Army in Vienna with no valid retreats was destroyed.", "A VIE", ()),
        ("The English fleet in the North Sea was destroyed.", "F NTH", ()),
        (
            "The Turkish fleet in Bulgaria (south coast) can retreat to Aegean Sea or Greece.",
            "F BUL/SC",
            ("AEG", "GRE"),
        ),
    ],
)
def test_sentences_about_the_dislodged(text: str, unit: str, ways: tuple[str, ...]) -> None:
    """One for each form."""
    found = read_dislodged(text, NAMES)
    assert found is not None
    assert (found.unit, found.retreats) == (unit, ways)


@pytest.mark.parametrize(
    "text", ["", "Army", "Army Atlantis HOLD.", "Army Paris -> ", "Army Paris SUPPORT."]
)
def test_what_has_no_form_is_left(text: str) -> None:
    """Nothing is guessed."""
    assert read_movement(text, NAMES) is None
