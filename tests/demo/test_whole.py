"""The usual demo as a whole: what happened in it, in letters, record and pages."""

from __future__ import annotations

import email
from collections import Counter
from collections.abc import Iterator
from email.message import Message
from functools import lru_cache
from pathlib import Path

import pytest

from pbem.demo.stage import play
from pbem.game.publication import GameRecord
from pbem.orders.notation import read_order
from pbem.store.archive import read_game


@lru_cache(maxsize=1)
def record(folder: Path) -> GameRecord:
    """Return the record of the demo."""
    return read_game(folder / "games" / "demo")


@lru_cache(maxsize=2)
def letters(folder: Path, way: str) -> tuple[Message, ...]:
    """Return the letters that came `in`, or went `out`, by their file names."""
    found = (path for sub in ("new", "cur") for path in (folder / "var/mail" / way / sub).iterdir())
    return tuple(
        email.message_from_bytes(path.read_bytes())
        for path in sorted(found, key=lambda path: path.name)
    )


def texts(folder: Path) -> Iterator[str]:
    """Yield what the judge wrote, subject first."""
    for letter in letters(folder, "out"):
        plain = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
        body = plain.get_payload(decode=True)
        assert isinstance(body, bytes)
        yield f"{' '.join(letter['Subject'].split())}\n{body.decode()}"


def test_it_comes_to_an_end(whole: Path) -> None:
    """Seven players play from Spring 1901 to a victory, or share after eight years at least."""
    game = record(whole)
    assert str(game.standing[0].position.phase) == "S1901M"
    assert len(game.people) == 7
    assert game.ending is not None
    assert game.ending.how in ("solo", "draw")
    if game.ending.how == "solo":
        assert len(game.ending.centers[game.ending.winners[0]]) >= 18
    else:
        assert game.standing[-1].position.phase.year >= 1908


def test_everything_of_a_game_is_in_it(whole: Path) -> None:
    """Supports given and cut, convoys, dislodgements, retreats, builds and disbands."""
    seen = Counter[str]()
    for file in record(whole).standing:
        seen["dislodged"] += sum(map(len, file.result.dislodged.values()))
        for results in file.result.orders.values():
            for result in results:
                kind = type(read_order(result.order)).__name__
                seen[f"{kind} {result.outcome.value}"] += 1
    for what in (
        "Move succeeds",
        "Move bounces",
        "SupportMove given",
        "SupportMove cut",
        "SupportHold given",
        "Convoy available",
        "Retreat succeeds",
        "Build succeeds",
        "Disband succeeds",
        "dislodged",
    ):
        assert seen[what], what


@pytest.mark.parametrize(
    "words",
    [
        "What did you mean? Answer with the number",
        "assumed: ",
        "Not stored; earlier orders for these units stand",
        "reminder, orders due",
        "your letter came too late",
        "where the game stands",
        "stands from an earlier letter",
        "waits for the deadline, as you asked",
        "No orders came from",
        "please confirm your seat",
        "The game is over",
    ],
)
def test_the_judge_had_to_say(whole: Path, words: str) -> None:
    """Questions, notes, refusals, reminders and the like are among the judge's letters."""
    assert any(words in text for text in texts(whole)), words


def test_a_question_is_answered_by_number(whole: Path) -> None:
    """Somebody answers a question with no more than its number."""
    written = [
        letter.get_payload(decode=True)
        for letter in letters(whole, "in")
        if ".again" in letter["Message-ID"] and letter.get_content_type() == "text/plain"
    ]
    lines = {line for body in written if isinstance(body, bytes) for line in body.splitlines()}
    assert lines & {b"1", b"2", b"3"}


def test_every_kind_of_letter_is_sent(whole: Path) -> None:
    """Plain and flowed text, HTML alone and beside text, in four encodings; a robot, a twin."""
    sent = letters(whole, "in")
    assert {letter.get_content_type() for letter in sent} == {
        "text/plain",
        "text/html",
        "multipart/alternative",
    }
    assert {letter["Content-Transfer-Encoding"] for letter in sent} >= {
        "7bit",
        "8bit",
        "quoted-printable",
        "base64",
    }
    assert any("format=flowed" in letter["Content-Type"] for letter in sent)
    assert any(letter["Auto-Submitted"] for letter in sent)
    ids = Counter(letter["Message-ID"] for letter in sent)
    assert max(ids.values()) == 2


def test_a_finished_demo_is_left_alone(whole: Path) -> None:
    """Playing it again changes no file and says that it had ended."""

    def times() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in whole.rglob("*")}

    before = times()
    assert not play(whole).fresh
    assert times() == before
