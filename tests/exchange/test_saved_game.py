"""Saved games of the package `diplomacy`: written so that it plays them, read as it means them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.assets import load_variant
from pbem.bench.games import play_game, write_game
from pbem.bench.peer import PACKAGE, VERSION
from pbem.bench.programs import installed
from pbem.errors import PbemError, RecordError
from pbem.exchange.saved_game import read_saved_games
from pbem.exchange.saved_game_writing import write_saved_game
from pbem.exchange.text_game import of_record, read_text_game, to_foreign, write_text_game
from pbem.game.publication import GameRecord
from pbem.store.archive import read_archive, read_game
from tests.exchange.test_versions import RECORDS
from tests.shared import missing

STANDARD = load_variant("standard")
SAMPLES = Path(__file__).parents[2] / "games"


def records() -> list[GameRecord]:
    """Return records of games on the standard board: of the tests, and the sample."""
    found = [*read_archive(RECORDS / "schema-1").values(), read_archive(SAMPLES)["demo"]]
    return [record for record in found if record.settings.variant == "standard"]


@pytest.mark.parametrize("record", records(), ids=lambda record: record.settings.game)
def test_what_is_written_reads_back(record: GameRecord) -> None:
    """Phases, positions and centers; orders that can be carried out, however they are spelled."""
    (game,) = read_saved_games(write_saved_game(record, STANDARD), STANDARD)
    ours = [file for file in record.standing if not file.removed]
    theirs = {phase.phase: phase for phase in game.phases}
    for file in ours:
        phase = theirs[file.position.phase]
        units = {p: tuple(map(str, own)) for p, own in file.position.units.items() if own}
        assert phase.units == units
        assert dict(phase.centers) == {p: own for p, own in file.position.centers.items() if own}
        gone = {p: {str(d.unit) for d in own} for p, own in file.position.dislodged.items() if own}
        assert {p: set(own) for p, own in phase.dislodged.items()} == gone
    ending = record.ending
    assert game.winners == (ending.winners if ending else ())


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    length=st.integers(1, 14),
    ends=st.booleans(),
)
def test_any_game_is_exported_and_read_again(seed: int, length: int, ends: bool) -> None:
    """Games by lot, over or running: both forms give the orders and positions of the record."""
    with TemporaryDirectory() as room:
        write_game(Path(room), "lots", play_game(seed, length, ends=ends))
        record = read_game(Path(room) / "lots")
    (saved,) = read_saved_games(write_saved_game(record, STANDARD), STANDARD)
    text = to_foreign(read_text_game(write_text_game(of_record(record))), STANDARD)
    for game in (saved, text):
        phases = {phase.phase: phase for phase in game.phases}
        for file in record.standing:
            phase = phases[file.position.phase]
            units = {p: tuple(map(str, own)) for p, own in file.position.units.items() if own}
            assert phase.units == units
            ordered = {
                power: sorted(one.order for one in results if one.given)
                for power, results in file.result.orders.items()
            }
            told = {
                power: sorted(order.removesuffix(" VIA") for order in own)
                for power, own in phase.orders.items()
            }
            assert told == {power: own for power, own in ordered.items() if own}


def test_games_replay_in_the_package() -> None:
    """Each phase, in an environment of its own: the same units and centers to the end."""
    try:
        python = installed(PACKAGE, VERSION) / "python"
    except PbemError as error:
        missing(f"{PACKAGE} {VERSION} cannot be installed: {error}")
    text = "".join(write_saved_game(record, STANDARD) for record in records())
    script = Path(__file__).with_name("replayed.py")
    env = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    done = subprocess.run(
        [str(python), "-I", str(script)],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        env=env,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert told == [[record.settings.game, ""] for record in records()]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("{}", "no saved game of the package"),
        ('{"id": "x", "map": "ancmed", "rules": [], "phases": []}', "the map 'ancmed' is not one"),
        ('{"id": "x", "map": "standard", "phases": [{"name": 1}, 2]}', "no saved game"),
        ('{"id": "a", "map": "standard", "phases": [1]}', "something in it has another form"),
    ],
)
def test_what_is_no_saved_game_is_refused(text: str, says: str) -> None:
    """In a line."""
    with pytest.raises(RecordError, match=says):
        read_saved_games(text, STANDARD)


@pytest.mark.parametrize("others", [[[]], [1], [{}], [None], ["PAR", 1]])
def test_what_is_no_name_of_a_center_is_refused(others: list[object]) -> None:
    """A list of anything else is not what the package writes."""
    raw = json.loads(write_saved_game(records()[-1], STANDARD))
    raw["phases"][0]["state"]["centers"]["FRANCE"] = others
    with pytest.raises(RecordError, match="something in it has another form"):
        read_saved_games(json.dumps(raw), STANDARD)


def test_another_board_is_refused() -> None:
    """The package has none of ours but the standard one."""
    record = read_archive(SAMPLES)["demo-era"]
    with pytest.raises(RecordError, match="the package has no board 'era-of-empire'"):
        write_saved_game(record, load_variant("era-of-empire"))
