"""A board that is no part of the product: files under maps/ of a home, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from pbem.adjudicator import adjudicate, rulebook
from pbem.assets import load_variant, variant_keys
from pbem.board.phase import Phase
from pbem.board.position import Position, Unit
from pbem.game.record import read_position, write_position
from pbem.game.turns import follow
from pbem.orders.grammar import read_orders
from pbem.orders.legality import legal_orders, why_illegal
from pbem.orders.notation import read_order

DATA = Path(__file__).parents[1] / "data"
SOUND = load_variant("sound", DATA)
TWO = SOUND.arrangements["p2"]
_WHO = re.compile(r"  (?:(after|dislodged|centers) )?(\w+): (.*)")


@dataclass
class Told:
    """A phase of the story: who wrote what, what was read, and what came of it."""

    phase: str
    wrote: dict[str, str] = field(default_factory=dict)
    read: dict[str, list[str]] = field(default_factory=dict)
    blocks: dict[str, dict[str, list[str]]] = field(default_factory=dict)


def _story() -> Iterator[Told]:
    told: Told | None = None
    for line in (DATA / "sound.txt").read_text(encoding="utf-8").splitlines():
        found = _WHO.fullmatch(line)
        if found and told:
            block, power, text = found.groups()
            if block:
                told.blocks.setdefault(block, {})[power] = sorted(text.split(", "))
            else:
                told.wrote[power], _, read = text.partition(" => ")
                told.read[power] = sorted(read.split(" | "))
        elif line and not line.startswith("#"):
            if told:
                yield told
            told = Told(line)
    if told:
        yield told


def test_a_folder_is_all_it_takes() -> None:
    """The home's board stands beside the product's own."""
    assert set(variant_keys(DATA)) == {"sound", *variant_keys()}
    assert (len(SOUND.powers), len(SOUND.provinces)) == (3, 12)


def test_a_game_is_played_on_it() -> None:
    """The players' words are read, the phases judged, and one leads to the next."""
    position = SOUND.opening()
    rules = rulebook(SOUND.rulebook)
    for told in _story():
        assert str(position.phase) == told.phase
        orders = {}
        for power, text in told.wrote.items():
            reading = read_orders(SOUND, position, power, text)
            assert not reading.questions
            assert not reading.refused
            orders[power] = [read.order for read in reading.orders]
            assert sorted(orders[power]) == told.read[power], (told.phase, power)
        judged = adjudicate(SOUND, position, orders, rules)
        assert _units(judged.units) == told.blocks["after"], told.phase
        assert {
            power: [f"{one.unit} to {' '.join(one.retreats)}" for one in own]
            for power, own in judged.dislodged.items()
        } == told.blocks.get("dislodged", {})
        position = follow(SOUND, position, judged).position
        for power, centers in told.blocks.get("centers", {}).items():
            assert sorted(position.centers[power]) == centers
    assert position.phase == Phase.read("W1201A")


def _units(units: object) -> dict[str, list[str]]:
    assert isinstance(units, Mapping)
    return {power: sorted(map(str, own)) for power, own in units.items()}


def test_a_year_later_two_play() -> None:
    """The third power stands where it always does, behind its closed shore."""
    opening = SOUND.opening(TWO)
    assert (str(opening.phase), opening.neutral, opening.closed) == (
        "S1201M",
        ("CORVIA",),
        ("ISL", "SOU"),
    )
    assert read_position(write_position(opening), SOUND) == opening
    assert legal_orders(SOUND, opening, "CORVIA") == {}


CLOSED = replace(
    SOUND.opening(TWO),
    units={
        "ARLAND": (Unit.read("A MAR"), Unit.read("F OUT")),
        "BRENNA": (Unit.read("A NOR"), Unit.read("F GUL")),
        "CORVIA": (Unit.read("A ISL"), Unit.read("F SOU")),
    },
)


@pytest.mark.parametrize(
    ("power", "order"),
    [
        ("ARLAND", "A MAR - SOU"),
        ("ARLAND", "F OUT - ISL"),
        ("ARLAND", "F OUT S A ISL"),
        ("ARLAND", "F OUT C A NOR - ISL"),
        ("BRENNA", "A NOR - ISL"),
        ("BRENNA", "F GUL S A MAR - SOU"),
        ("CORVIA", "A ISL H"),
        ("CORVIA", "F SOU - GUL"),
    ],
)
def test_nothing_enters_a_closed_province(power: str, order: str) -> None:
    """Nor is anybody supported there; and units that nobody plays take no orders.

    The reader and the adjudicator agree.
    """
    assert why_illegal(SOUND, CLOSED, power, read_order(order)) is not None
    judged = adjudicate(SOUND, CLOSED, {power: [order]}, rulebook("2023"))
    assert judged.orders[power][0].outcome.value == "illegal"
    assert judged.units == dict(CLOSED.units)


def test_once_it_is_open_all_these_are_legal() -> None:
    """The coin has fallen: nothing is closed and nobody is neutral."""
    position = replace(CLOSED, closed=(), neutral=())
    for power, order in [
        ("ARLAND", "A MAR - SOU"),
        ("BRENNA", "A NOR - ISL"),
        ("CORVIA", "A ISL H"),
    ]:
        assert why_illegal(SOUND, position, power, read_order(order)) is None


def test_a_unit_that_nobody_plays_is_destroyed_when_dislodged() -> None:
    """It never retreats, though there is room."""
    position = replace(CLOSED, closed=(), units={**CLOSED.units, "BRENNA": (Unit.read("F GUL"),)})
    orders = {"ARLAND": ["A MAR - SOU"], "BRENNA": ["F GUL S A MAR - SOU"]}
    judged = adjudicate(SOUND, position, orders, rulebook("2023"))
    (gone,) = judged.dislodged["CORVIA"]
    assert (str(gone.unit), gone.retreats) == ("F SOU", ())
    after = follow(SOUND, position, judged).position
    assert str(after.phase) == "F1201M"
    assert after.units["CORVIA"] == (Unit.read("A ISL"),)
    assert after.neutral == ("CORVIA",)


def test_a_retreat_never_leads_into_a_closed_province() -> None:
    """What is shut to moves is shut to the dislodged."""
    position = replace(
        SOUND.opening(TWO),
        units={
            "ARLAND": (Unit.read("A HIL"), Unit.read("A MOO")),
            "BRENNA": (Unit.read("A MAR"),),
        },
    )
    orders = {"ARLAND": ["A HIL - MAR", "A MOO S A HIL - MAR"]}
    (fled,) = adjudicate(SOUND, position, orders, rulebook("2023")).dislodged["BRENNA"]
    assert fled.retreats == ("VAL",)
    opened = adjudicate(SOUND, replace(position, closed=()), orders, rulebook("2023"))
    assert opened.dislodged["BRENNA"][0].retreats == ("SOU", "VAL")


def test_a_power_that_nobody_plays_never_adjusts() -> None:
    """It builds nothing, and loses nothing to a lack of centers."""
    position = Position(
        Phase.read("W1201A"),
        {"CORVIA": (Unit.read("A ISL"), Unit.read("F SOU"))},
        {"ARLAND": ("HIL", "ISL", "NOR"), "CORVIA": ("SOU",)},
        neutral=("CORVIA",),
    )
    judged = adjudicate(SOUND, position, {"CORVIA": ["A ISL D"]}, rulebook("2023"))
    assert judged.units["CORVIA"] == position.units["CORVIA"]
    assert judged.orders["CORVIA"][0].outcome.value == "illegal"
