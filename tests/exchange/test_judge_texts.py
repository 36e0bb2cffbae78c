"""Results that old judges mailed become the games that they tell of, letter for letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.assets import load_variant, variant_text
from pbem.exchange.foreign import ForeignGame
from pbem.exchange.intake import make_record
from pbem.exchange.judge_texts import read_judge_texts
from pbem.exchange.mailbags import open_bag
from pbem.exchange.saved_game import read_saved_games
from pbem.exchange.verify import verify
from tests.exchange.neutral import expected, neutral
from tests.shared import find_shared

STANDARD = load_variant("standard")
TEXTS = {"njudge": "history.txt", "dpjudge": "results.txt", "diplomacy-json": "saved_game.json"}
_FOLDER = find_shared("judge-texts")
GAMES = sorted(
    path.parent
    for source in TEXTS
    for path in (_FOLDER.glob(f"{source}/*/expected.jsonl") if _FOLDER else ())
)

pytestmark = pytest.mark.judge_texts


def read(folder: Path) -> ForeignGame:
    """Read the game in a folder of the data."""
    source = folder.parent.name
    if source != "diplomacy-json":
        path = folder / TEXTS[source]
        (game,) = read_judge_texts([(path.name, open_bag(path.read_bytes()))], STANDARD)
        return game
    outcome = json.loads((folder / "outcome.json").read_text())
    path = folder / outcome.get("file", TEXTS[source])
    return read_saved_games(path.read_text(), STANDARD)[outcome.get("line", 1) - 1]


@pytest.mark.skipif(not GAMES, reason="shared data: judge-texts is not there")
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_a_game_is_read_as_it_was_told(folder: Path) -> None:
    """Positions, orders, marks, owners, retreats: phase by phase, and nothing is left unread."""
    game = read(folder)
    lines = (folder / "expected.jsonl").read_text().splitlines()
    assert [str(phase.phase) for phase in game.phases] == [json.loads(x)["phase"] for x in lines]
    for phase, line in zip(game.phases, lines, strict=True):
        assert neutral(phase) == expected(json.loads(line))
    assert game.unread == ()


@pytest.mark.skipif(not GAMES, reason="shared data: judge-texts is not there")
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_a_game_ends_as_it_was_told(folder: Path) -> None:
    """A solo, a draw, a concession; or no end that the texts tell of."""
    game, outcome = read(folder), json.loads((folder / "outcome.json").read_text())
    told = outcome["end"] if outcome["end"] in ("solo", "draw", "concession") else ""
    assert (game.end, list(game.winners)) == (told, outcome["winners"])


@pytest.mark.skipif(not GAMES, reason="shared data: judge-texts is not there")
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_a_game_becomes_a_good_record(folder: Path, tmp_path: Path) -> None:
    """It is judged again; where the rules differ the record says so and goes on as it was."""
    game = read(folder)
    made = make_record(game, STANDARD, variant_text("standard"))
    for path, text in made.files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    done = verify(tmp_path)
    assert [finding for check in done.games for finding in check.findings] == []
    assert [(check.game, check.phases) for check in done.games] == [(game.id, len(game.phases))]


@pytest.mark.skipif(not GAMES, reason="shared data: judge-texts is not there")
@pytest.mark.parametrize(
    "folder",
    sorted({game / "mails" for game in GAMES if (game / "mails").is_dir()}),
    ids=lambda folder: f"{folder.parts[-3]}/{folder.parts[-2]}",
)
def test_single_letters_tell_the_same(folder: Path) -> None:
    """Letters as a player got them agree with the collection, each phase they tell of."""
    whole = {str(phase.phase): phase for phase in read(folder.parent).phases}
    bags = [(path.name, open_bag(path.read_bytes())) for path in sorted(folder.glob("*.eml"))]
    for game in read_judge_texts(bags, STANDARD):
        for phase in game.phases:
            if phase.phase.kind.value == "M":
                other = whole[str(phase.phase)]
                assert (phase.orders, phase.after.marks) == (other.orders, other.after.marks)


@pytest.mark.skipif(not GAMES, reason="shared data: judge-texts is not there")
def test_what_only_looks_like_results_is_none() -> None:
    """Receipts of orders have the same form; their subjects say what they are."""
    for folder in {game / "not-results" for game in GAMES if (game / "not-results").is_dir()}:
        bags = [(path.name, open_bag(path.read_bytes())) for path in folder.glob("*.eml")]
        assert read_judge_texts(bags, STANDARD) == []
