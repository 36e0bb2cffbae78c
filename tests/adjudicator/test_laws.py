"""What holds of every phase, whatever is ordered."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.adjudicator import Rulebook, adjudicate, read_rulebook, rulebook
from pbem.adjudicator.result import Adjudication, OrderResult, Outcome
from pbem.adjudicator.rulebook import OPTIONS
from pbem.assets import load_variant
from pbem.board.phase import Phase, PhaseKind
from pbem.board.position import Dislodgement, Position, Unit
from pbem.board.variant import Variant
from pbem.game.record import write_result
from pbem.orders.legality import legal_orders
from tests.adjudicator.boards import matching_orders

STANDARD = load_variant("standard")
UNITS = [
    unit
    for province in STANDARD.provinces.values()
    for place in {province.id, *province.locations}
    for unit in (Unit.read(f"A {place}"), Unit.read(f"F {place}"))
    if STANDARD.can_stand(unit)
]
UNITS.sort(key=str)
CENTERS = STANDARD.opening().centers
RULES = [rulebook(name) for name in ("2023", "2000", "1982", "1971")]

Orders = dict[str, tuple[str, ...]]


@st.composite
def positions(draw: st.DrawFn, phase: str = "F1903M") -> Position:
    """Draw a crowded position of the standard board."""
    drawn = draw(st.lists(st.sampled_from(UNITS), max_size=30, unique_by=lambda u: u.province))
    own: dict[str, list[Unit]] = {power: [] for power in STANDARD.powers}
    for unit in drawn:
        own[draw(st.sampled_from(sorted(own)))].append(unit)
    centers = draw(st.lists(st.sampled_from(STANDARD.centers), unique=True))
    owners: dict[str, list[str]] = {power: [] for power in STANDARD.powers}
    for center in centers:
        owners[draw(st.sampled_from(sorted(own)))].append(center)
    return Position(
        Phase.read(phase),
        {power: tuple(sorted(units, key=str)) for power, units in own.items() if units},
        {power: tuple(sorted(held)) for power, held in owners.items() if held},
    )


@st.composite
def phases(draw: st.DrawFn) -> tuple[Position, Orders]:
    """Draw a movement phase whose orders often fit together, some of them bad."""
    position = draw(positions())
    random = Random(draw(st.integers(0, 2**32)))
    orders = matching_orders(random, STANDARD, position)
    bad = draw(st.lists(st.sampled_from(BAD), max_size=3))
    for text in bad:
        power = draw(st.sampled_from(sorted(STANDARD.powers)))
        orders[power] = (*orders.get(power, ()), text)
    return position, orders


BAD = (
    "",
    "A",
    "A PAR",
    "A PAR - XXX",
    "F STP - BOT",
    "A XXX H",
    "WAIVE",
    "A PAR B",
    "é",
    "A PAR R",
)


def texts(adjudication: Adjudication) -> dict[str, list[OrderResult]]:
    """Return results by power, sorted, so that only their order is left out."""
    return {
        power: sorted(own, key=lambda result: (result.order, not result.given))
        for power, own in sorted(adjudication.orders.items())
    }


def flat(units: Mapping[str, Sequence[Unit]]) -> list[str]:
    """Return all units with their powers, sorted."""
    return sorted(f"{power} {unit}" for power, own in units.items() for unit in own)


@given(phases(), st.sampled_from(RULES))
def test_no_unit_is_lost_doubled_or_stacked(
    phase: tuple[Position, Orders], rules: Rulebook
) -> None:
    """Units after and dislodged units are the units before; no province holds two."""
    position, orders = phase
    result = adjudicate(STANDARD, position, orders, rules)
    after = [unit.province for own in result.units.values() for unit in own]
    assert len(set(after)) == len(after)
    for power, own in position.units.items():
        left = len(result.units.get(power, ())) + len(result.dislodged.get(power, ()))
        assert left == len(own)
    assert all(STANDARD.can_stand(unit) for own in result.units.values() for unit in own)


@given(phases(), st.sampled_from(RULES))
def test_nobody_dislodges_an_own_unit(phase: tuple[Position, Orders], rules: Rulebook) -> None:
    """The attacker that drove a unit out is of another power, by any edition."""
    position, orders = phase
    result = adjudicate(STANDARD, position, orders, rules)
    before = position.occupants()
    for power, own in result.dislodged.items():
        for one in own:
            assert before[one.attacker][0] != power
            assert one.attacker not in one.retreats or one.by_convoy


@given(phases())
def test_each_order_and_each_unit_has_a_result(phase: tuple[Position, Orders]) -> None:
    """Results follow the orders as they came in, then the units without one."""
    position, orders = phase
    result = adjudicate(STANDARD, position, orders, rulebook("2023"))
    for power, own in orders.items():
        listed = result.orders.get(power, ())
        assert [one.order for one in listed if one.given] == list(own)
        assert all(one.given for one in listed[: len(own)])
    assert all(one.reason for own in result.orders.values() for one in own)
    dislodged = sum(one.dislodged for own in result.orders.values() for one in own)
    assert dislodged == sum(map(len, result.dislodged.values()))


@given(phases(), st.randoms(use_true_random=False))
def test_the_order_of_orders_does_not_matter(
    phase: tuple[Position, Orders], random: Random
) -> None:
    """Powers, units and orders may come in any order, where each unit has one order."""
    position, orders = phase
    orders = {power: tuple(dict.fromkeys(own)) for power, own in orders.items()}
    result = adjudicate(STANDARD, position, orders, rulebook("2023"))
    powers = random.sample(sorted(orders), len(orders))
    mixed = {power: random.sample(orders[power], len(orders[power])) for power in powers}
    units = {
        power: tuple(random.sample(position.units[power], len(position.units[power])))
        for power in random.sample(sorted(position.units), len(position.units))
    }
    again = adjudicate(STANDARD, replace(position, units=units), mixed, rulebook("2023"))
    if all(_one_order_a_unit(own) for own in orders.values()):
        assert texts(again) == texts(result)
    assert again.units == result.units
    assert again.dislodged == result.dislodged
    assert (again.standoffs, again.centers) == (result.standoffs, result.centers)


def _one_order_a_unit(orders: Sequence[str]) -> bool:
    places = [text.split(" ")[1][:3] for text in orders if " " in text]
    return len(set(places)) == len(places)


@given(phases())
def test_names_of_powers_do_not_matter(phase: tuple[Position, Orders]) -> None:
    """When powers change places, the same happens to the others."""
    position, orders = phase
    names = sorted(STANDARD.powers)
    other = dict(zip(names, names[1:] + names[:1], strict=True))
    swapped = replace(
        position,
        units={other[power]: own for power, own in position.units.items()},
        centers={other[power]: own for power, own in position.centers.items()},
    )
    result = adjudicate(STANDARD, position, orders, rulebook("2023"))
    again = adjudicate(
        STANDARD, swapped, {other[power]: own for power, own in orders.items()}, rulebook("2023")
    )
    assert flat(again.units) == sorted(
        f"{other[power]} {unit}" for power, own in result.units.items() for unit in own
    )
    assert again.standoffs == result.standoffs


@given(phases())
def test_an_illegal_order_is_a_hold(phase: tuple[Position, Orders]) -> None:
    """Where orders were illegal, holding instead changes nothing on the board."""
    position, orders = phase
    result = adjudicate(STANDARD, position, orders, rulebook("2023"))
    legal = {
        power: tuple(one.order for one in own if one.given and one.outcome is not Outcome.ILLEGAL)
        for power, own in result.orders.items()
    }
    again = adjudicate(STANDARD, position, legal, rulebook("2023"))
    assert (again.units, again.dislodged) == (result.units, result.dislodged)
    assert (again.standoffs, again.centers) == (result.standoffs, result.centers)


@given(positions("S1903M"), st.integers(0, 2**32))
def test_what_can_be_ordered_is_not_illegal(position: Position, seed: int) -> None:
    """What the reader of letters takes for legal, the adjudicator does too."""
    random = Random(seed)
    orders = {
        power: tuple(
            random.choice(choices) for choices in legal_orders(STANDARD, position, power).values()
        )
        for power in position.units
    }
    result = adjudicate(STANDARD, position, orders, rulebook("2023"))
    listed = [one for own in result.orders.values() for one in own]
    assert all(one.given for one in listed)
    assert [one.order for one in listed if one.outcome is Outcome.ILLEGAL] == []


@given(phases())
def test_centers_change_owner_only_in_fall(phase: tuple[Position, Orders]) -> None:
    """Spring leaves centers alone; so does a Fall with retreats to come."""
    position, orders = phase
    spring = replace(position, phase=Phase.read("S1903M"))
    assert adjudicate(STANDARD, spring, orders, rulebook("2023")).centers == position.centers
    fall = adjudicate(STANDARD, position, orders, rulebook("2023"))
    if any(one.retreats for own in fall.dislodged.values() for one in own):
        assert fall.centers == position.centers
    elif position.centers:
        for power, own in fall.units.items():
            held = {unit.province for unit in own} & set(STANDARD.centers)
            assert held <= set(fall.centers[power] if held else ())


@given(phases(), st.integers(0, 2**32))
def test_retreats_lose_only_what_is_disbanded(phase: tuple[Position, Orders], seed: int) -> None:
    """A dislodged unit retreats to a way out that it had alone, or is disbanded."""
    position, orders = phase
    before = adjudicate(STANDARD, position, orders, rulebook("2023"))
    random = Random(seed)
    retreats = {
        power: tuple(
            f"{one.unit} R {random.choice(one.retreats)}" if one.retreats else f"{one.unit} D"
            for one in own
            if random.random() < 0.8
        )
        for power, own in before.dislodged.items()
    }
    open_phase = Position(
        Phase.read("F1903R"), before.units, before.centers, before.dislodged, before.standoffs
    )
    after = adjudicate(STANDARD, open_phase, retreats, rulebook("2023"))
    places = [unit.province for own in after.units.values() for unit in own]
    assert len(set(places)) == len(places)
    for power, own in before.dislodged.items():
        came = len(after.units.get(power, ())) - len(before.units.get(power, ()))
        assert came + len(after.disbanded.get(power, ())) == len(own)
    if retreats == {}:
        assert flat(after.units) == flat(before.units)


@given(positions("W1903A"), st.integers(0, 2**32), st.sampled_from(RULES))
def test_adjustments_balance(position: Position, seed: int, rules: Rulebook) -> None:
    """After Winter nobody has more units than centers; units that stay are left as they were."""
    random = Random(seed)
    orders = {
        power: tuple(
            random.choice((f"{unit} D", f"{unit} B", "WAIVE")) for unit in random.sample(UNITS, 6)
        )
        for power in STANDARD.powers
    }
    after = adjudicate(STANDARD, position, orders, rules)
    for power in STANDARD.powers:
        had, have = position.units.get(power, ()), after.units.get(power, ())
        centers = len(position.centers.get(power, ()))
        gone = after.disbanded.get(power, ())
        assert set(gone) == set(had) - set(have)
        if position.centers:
            assert len(have) <= centers
            assert len(gone) == max(0, len(had) - centers)


BOARDS = [STANDARD, load_variant("era-of-empire"), load_variant("zorbees")]
STANDING = {
    board.key: [
        unit
        for place in sorted(board.locations)
        for unit in (Unit.read(f"A {place}"), Unit.read(f"F {place}"))
        if board.can_stand(unit)
    ]
    for board in BOARDS
}
RULEBOOKS = st.fixed_dictionaries(
    {}, optional={option: st.sampled_from(values) for option, values in OPTIONS.items()}
).map(read_rulebook)


@st.composite
def anything(draw: st.DrawFn) -> tuple[Variant, Position, Orders]:
    """Draw a board, a phase of it and orders of all kinds for units and places of all kinds."""
    board = draw(st.sampled_from(BOARDS))
    places = st.sampled_from(sorted(board.locations))
    units = st.builds(lambda kind, place: f"{kind} {place}", st.sampled_from("AF"), places)
    standing = st.sampled_from(STANDING[board.key])
    drawn = draw(st.lists(standing, max_size=16, unique_by=lambda u: u.province))
    powers = st.sampled_from(sorted(board.powers))
    own: dict[str, list[Unit]] = {}
    for unit in drawn:
        own.setdefault(draw(powers), []).append(unit)
    centers: dict[str, list[str]] = {}
    for center in draw(st.lists(st.sampled_from(board.centers), unique=True, max_size=8)):
        centers.setdefault(draw(powers), []).append(center)
    some = st.sampled_from([str(unit) for unit in drawn]) if drawn else units
    known = st.one_of(some, some, some, units)
    orders = draw(
        st.dictionaries(
            powers,
            st.lists(
                st.one_of(
                    st.builds("{} H".format, known),
                    st.builds("{} - {}".format, known, places),
                    st.builds("{} - {} VIA".format, known, places),
                    st.builds("{} S {}".format, known, known),
                    st.builds("{} S {} - {}".format, known, known, places),
                    st.builds("{} C {} - {}".format, known, known, places),
                    st.builds("{} R {}, {}, D".format, known, places, places),
                    st.builds("{} {}".format, known, st.sampled_from(("B", "D", "CONVERT"))),
                    st.text(max_size=12),
                ),
                max_size=8,
            ),
        )
    )
    phase = Phase.read(draw(st.sampled_from(("S1901M", "F1901M", "S1901R", "F1901R", "W1901A"))))
    position = Position(
        phase,
        {power: tuple(sorted(units, key=str)) for power, units in own.items()},
        {power: tuple(sorted(held)) for power, held in centers.items()},
    )
    if phase.kind is PhaseKind.RETREATS:
        position = _with_dislodged(draw, board, position)
    closed = draw(st.lists(st.sampled_from(sorted(board.provinces)), max_size=2, unique=True))
    neutral = draw(st.sets(powers, max_size=1))
    position = replace(position, closed=tuple(sorted(closed)), neutral=tuple(neutral))
    return board, position, {power: tuple(texts) for power, texts in orders.items()}


def _with_dislodged(draw: st.DrawFn, board: Variant, position: Position) -> Position:
    """Let some units be dislodged, with free neighbors to go to."""
    taken = position.occupants()
    dislodged: dict[str, tuple[Dislodgement, ...]] = {}
    units: dict[str, tuple[Unit, ...]] = {}
    for power, own in position.units.items():
        gone = draw(st.sets(st.sampled_from(own)))
        units[power] = tuple(unit for unit in own if unit not in gone)
        dislodged[power] = tuple(
            Dislodgement(
                unit,
                tuple(to for to in board.neighbors(unit) if to.partition("/")[0] not in taken),
                unit.province,
            )
            for unit in own
            if unit in gone
        )
    return replace(position, units=units, dislodged=dislodged)


@given(anything(), RULEBOOKS)
@settings(max_examples=200)
def test_any_orders_are_judged(drawn: tuple[Variant, Position, Orders], rules: Rulebook) -> None:
    """On any board, by any rules, whatever is ordered: a result for each order, no unit made up.

    Units that were there are there, dislodged or disbanded; new ones stand on centers that
    their power owns, in Winter; no province holds two.
    """
    board, position, orders = drawn
    result = adjudicate(board, position, orders, rules)
    for power, own in orders.items():
        listed = [one for one in result.orders.get(power, ()) if one.given]
        assert [one.order for one in listed] == list(own)
    assert all(one.reason for own in result.orders.values() for one in own)
    places = [unit.province for own in result.units.values() for unit in own]
    assert len(set(places)) == len(places)
    for power in board.powers:
        had = len(position.units.get(power, ())) + len(position.dislodged.get(power, ()))
        have = result.units.get(power, ())
        gone = len(result.dislodged.get(power, ())) + len(result.disbanded.get(power, ()))
        if position.phase.kind is PhaseKind.ADJUSTMENTS:
            new = [unit for unit in have if unit.province not in position.occupants()]
            assert all(unit.province in position.centers[power] for unit in new)
            assert len(have) == had - gone + len(new)
            assert not (new and gone)
        else:
            assert len(have) + gone == had
    assert all(board.can_stand(unit) for own in result.units.values() for unit in own)
    entered = set(places) - set(position.occupants())
    if position.phase.kind is PhaseKind.MOVEMENT:
        assert not entered & set(position.closed)


@given(anything(), RULEBOOKS)
def test_illegal_orders_change_nothing(
    drawn: tuple[Variant, Position, Orders], rules: Rulebook
) -> None:
    """Left out, they leave the same board, where an illegal move may be supported to hold."""
    board, position, orders = drawn
    rules = replace(rules, illegal_move_holds=True)
    result = adjudicate(board, position, orders, rules)
    legal = {
        power: tuple(one.order for one in own if one.given and one.outcome is not Outcome.ILLEGAL)
        for power, own in result.orders.items()
    }
    again = adjudicate(board, position, legal, rules)
    assert (again.units, again.dislodged) == (result.units, result.dislodged)
    assert (again.disbanded, again.standoffs) == (result.disbanded, result.standoffs)


@given(st.text(max_size=30), st.sampled_from(["S1901M", "S1901R", "W1901A"]))
@settings(max_examples=200)
def test_any_text_is_judged(text: str, phase: str) -> None:
    """No order makes it fail; what cannot be read is illegal."""
    position = replace(STANDARD.opening(), phase=Phase.read(phase))
    results = adjudicate(STANDARD, position, {"FRANCE": [text]}, rulebook("2023")).orders
    assert results["FRANCE"][0].order == text
    assert results["FRANCE"][0].outcome is Outcome.ILLEGAL


def test_every_process_judges_the_same() -> None:
    """Results do not depend on the seed of Python's hashes."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", "from tests.adjudicator import test_laws as t; t.write_some()"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("units") >= 60


def write_some() -> None:
    """Write the results of some crowded years: movement, retreats, adjustments."""
    for seed in range(20):
        random = Random(seed)
        units: dict[str, list[Unit]] = {power: [] for power in STANDARD.powers}
        taken: set[str] = set()
        for unit in random.sample(UNITS, 40):
            if unit.province not in taken:
                taken.add(unit.province)
                units[random.choice(sorted(units))].append(unit)
        position = Position(Phase.read("S1901M"), {p: tuple(own) for p, own in units.items()})
        orders = matching_orders(random, STANDARD, position)
        moved = adjudicate(STANDARD, position, orders, rulebook("2023"))
        retreats = {
            power: [f"{one.unit} R {', '.join(one.retreats)}" for one in own if one.retreats]
            for power, own in moved.dislodged.items()
        }
        position = Position(
            Phase.read("F1901R"), moved.units, CENTERS, moved.dislodged, moved.standoffs
        )
        fled = adjudicate(STANDARD, position, retreats, rulebook("2023"))
        position = Position(Phase.read("W1901A"), fled.units, fled.centers)
        builds = {power: [f"A {home} B" for home in STANDARD.power(power).homes] for power in units}
        for result in (moved, fled, adjudicate(STANDARD, position, builds, rulebook("2023"))):
            sys.stdout.write(f"{write_result(result)}\n")


def test_the_board_is_not_touched() -> None:
    """Judging changes neither the variant nor the position."""
    variant: Variant = STANDARD
    position = variant.opening()
    adjudicate(variant, position, {"FRANCE": ["A PAR - BUR"]}, rulebook("2023"))
    assert position == variant.opening()
