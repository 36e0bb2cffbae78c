"""The demos of all boards: whole games, each with what its rules are known for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from pbem.assets import load_variant
from pbem.board.phase import PhaseKind
from pbem.board.position import UnitKind
from pbem.demo.boards import table_of
from pbem.demo.incidents import Incident, incident_of
from pbem.demo.people import PEOPLE
from pbem.demo.stage import play
from pbem.demo.strategy import choose
from pbem.exchange.verify import verify
from pbem.game.publication import GameRecord
from pbem.judge.creating import why_no_id
from pbem.mail.message import NewText, read_message
from pbem.orders.notation import read_order
from pbem.orders.order import Build, Convert, Convoy
from pbem.store.archive import read_game
from tests.demo.test_stage import assert_same

BOARDS = ("standard", "era-of-empire", "zorbees")
Played = Callable[[str], Path]
every_board = pytest.mark.parametrize("board", BOARDS)


@lru_cache(maxsize=3)
def record(folder: Path, board: str) -> GameRecord:
    """Return the record of a demo."""
    return read_game(folder / "games" / table_of(board).game)


@pytest.fixture
def asia(played: Played) -> GameRecord:
    """Return the record of the demo of Era of Empire."""
    return record(played("era-of-empire"), "era-of-empire")


@pytest.fixture
def space(played: Played) -> GameRecord:
    """Return the record of the demo of the Zorbees."""
    return record(played("zorbees"), "zorbees")


def written(folder: Path) -> Iterator[str]:
    """Yield the lines that players wrote, without what they quoted."""
    for path in sorted((folder / "var/mail/in").rglob("*.example.*")):
        body = read_message(path.read_bytes()).body
        if isinstance(body, NewText):
            yield from body.text.split("\n")


@every_board
def test_an_id_tells_which_demo_it_is(board: str) -> None:
    """Each board has a game with an id of its own, which a game may have."""
    assert why_no_id(table_of(board).game) is None
    assert [table_of(other).game for other in BOARDS].count(table_of(board).game) == 1


@every_board
def test_everybody_has_a_seat(board: str) -> None:
    """There are as many people as a board has powers; whoever has wishes names powers of it."""
    variant = load_variant(board)
    seats = table_of(board).seats
    assert [seat.person.address for seat in seats] == [person.address for person in PEOPLE]
    assert len(seats) >= len(variant.powers)
    assert {power for seat in seats for power in seat.wishes} <= set(variant.powers)


@every_board
def test_anyone_can_check_it(played: Played, board: str) -> None:
    """The record, judged again from itself alone, is found to be sound."""
    assert verify(played(board) / "games").ok


@every_board
def test_its_pages_are_made(played: Played, board: str) -> None:
    """The front page, and a page with its map for each phase."""
    site = played(board) / "site"
    assert (site / "index.html").is_file()
    for file in record(played(board), board).standing:
        for name in ("index.html", "map.svg"):
            page = site / table_of(board).game / str(file.position.phase) / name
            assert page.is_file(), page


@every_board
def test_every_order_ran_as_it_was_meant(played: Played, board: str) -> None:
    """Whatever was misspelt, left open or refused on the way, the sheet that ran was the plan."""
    game, variant = record(played(board), board), load_variant(board)
    for file in game.standing:
        for number in range(len(game.seats)):
            (power,) = game.seats[f"p{number + 1}"]
            planned = choose(variant, file.position, power, table_of(board).seed)
            match incident_of(variant, file.position.phase, number):
                case Incident.AWAY:
                    planned = ()
                    assert power in file.late or not file.position.units.get(power)
                case Incident.SILENT_HOLDS:
                    planned = tuple(order for order in planned if not order.endswith(" H"))
                case _:
                    pass
            assert sorted(file.orders.get(power, ())) == sorted(planned), file.name


@every_board
def test_it_is_the_same_each_time(tmp_path: Path, board: str) -> None:
    """Two demos of a board are the same byte for byte."""
    for name in ("one", "other"):
        play(tmp_path / name, variant=board, phases=1)
    assert_same(tmp_path / "one", tmp_path / "other", table_of(board).game)


def test_asia_is_won(asia: GameRecord) -> None:
    """Somebody has 22 centers after a Fall, before the turn limit that the host set."""
    assert asia.ending is not None
    assert asia.ending.how == "solo"
    (winner,) = asia.ending.winners
    assert len(asia.ending.centers[winner]) >= 22
    assert asia.settings.turn_limit
    assert str(asia.standing[-1].position.phase)[:5] < asia.settings.turn_limit[:5]


@pytest.mark.parametrize("kind", [Convoy, Convert])
def test_asia_has_convoys_and_conversions(asia: GameRecord, kind: type[Convoy | Convert]) -> None:
    """Armies go over sea and become fleets, fleets become armies; more than ten of either."""
    done = [
        meant
        for file in asia.standing
        for results in file.result.orders.values()
        for result in results
        if isinstance(meant := read_order(result.order), kind)
        and result.outcome.value in ("available", "succeeds")
    ]
    assert len(done) > 10
    if kind is Convert:
        assert {order.unit.kind for order in done} == set(UnitKind)


def test_asia_has_builds_anywhere(asia: GameRecord) -> None:
    """Powers build in centers far from home."""
    variant = load_variant("era-of-empire")
    abroad = [
        order
        for file in asia.standing
        for power, orders in file.orders.items()
        for order in map(read_order, orders)
        if isinstance(order, Build) and order.unit.province not in variant.powers[power].homes
    ]
    assert len(abroad) > 10


def test_powers_in_asia_are_given_out_by_preference(asia: GameRecord, played: Played) -> None:
    """Players write which powers they would like, and most have one of these."""
    wishes = [seat.wishes for seat in table_of("era-of-empire").seats]
    got = [asia.seats[f"p{number + 1}"][0] for number in range(len(wishes))]
    assert sum(power in wished for power, wished in zip(got, wishes, strict=True)) >= 4
    assert len([wished[0] for wished in wishes if wished]) > len(
        {wished[0] for wished in wishes if wished}
    ), "some want the same"
    assert "JOIN Great Britain, Turkey, France" in set(written(played("era-of-empire")))


def test_people_in_asia_write_as_its_rules_do(played: Played) -> None:
    """Dated orders, en dashes without blanks, armies beside the fleets that carry them."""
    lines = set(written(played("era-of-empire")))
    assert "Spring 1870" in lines
    assert any(line.startswith("A ") and "–" in line and " " not in line[2:] for line in lines)
    assert any(" C A " in line and ", A " in line for line in lines)
    assert any(line.endswith("CONVERT") for line in lines)
    assert any(" becomes a" in line for line in lines)


def test_sin_decides_in_space(space: GameRecord) -> None:
    """Thirteen centers without SIN win nothing; with SIN they do, for another power."""
    assert space.ending is not None
    assert space.ending.how == "solo"
    (winner,) = space.ending.winners
    assert "SIN" in space.ending.centers[winner]
    assert len(space.ending.centers[winner]) >= 13
    in_vain = {
        power
        for file in space.standing
        if file.position.phase.kind is PhaseKind.ADJUSTMENTS
        for power, centers in file.position.centers.items()
        if len(centers) >= 13
    }
    assert in_vain
    assert winner not in in_vain


def test_space_has_its_own_rules(space: GameRecord) -> None:
    """Six powers; units are all alike and built at home alone; nothing is convoyed."""
    variant = load_variant("zorbees")
    assert len(space.seats) == 6
    for file in space.standing:
        for power, orders in file.orders.items():
            for order in map(read_order, orders):
                assert not isinstance(order, Convoy | Convert)
                if isinstance(order, Build):
                    assert order.unit.province in variant.powers[power].homes
                    assert order.unit.kind is UnitKind.ARMY


@pytest.mark.parametrize("words", ["Krallids: Army ", "km3-km1", "Quomites", " Moon 3 to "])
def test_people_in_space_write_as_its_rules_do(played: Played, words: str) -> None:
    """A power's name before its orders or above them, districts by id or by their full names."""
    assert any(words in line for line in written(played("zorbees")))
