"""What players and hosts can do, each told as a story in letters; and the laws, on all of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from pbem.game.state import fold
from pbem.store.journal import Journal
from tests.letters.telling import HOST, PEOPLE, STORIES, Story, build, expected, happenings, write

NAMES = sorted(path.name for path in STORIES.iterdir() if path.is_dir())


def test_there_are_stories() -> None:
    """Each has a title and something that happens."""
    assert len(NAMES) >= 40
    for name in NAMES:
        assert happenings(STORIES / name)


@pytest.mark.parametrize("name", NAMES)
def test_story(name: str, tmp_path: Path) -> None:
    """It goes as it is written, and keeps the laws."""
    story = build(STORIES / name, tmp_path / "home")
    story.play()
    outcome = story.outcome()
    write(story.folder, outcome)
    assert outcome == expected(story.folder)
    _everyone_is_answered(story)
    _nothing_secret_is_public(story)
    _nothing_of_others_is_in_a_letter(story)
    _it_can_be_folded_and_checked(story)


def _everyone_is_answered(story: Story) -> None:
    """Each letter in it has an answer, or was set aside with a reason."""
    with Journal.open(story.house.home.state) as journal:
        aside = {letter.uid: letter.reason for letter in journal.letters.set_aside()}
    assert all(aside.values())
    assert len(story.unanswered) <= len(aside), story.unanswered


def _secrets(story: Story) -> set[bytes]:
    """Addresses and private reply addresses of everybody in the story."""
    letters = story.house.letters()
    tokens = {str(letter["Reply-To"]).partition("@")[0] for letter in letters if letter["Reply-To"]}
    addresses = {HOST, *PEOPLE, *(str(letter["To"]) for letter in letters)}
    return {text.encode() for text in addresses | {token.rpartition(".")[2] for token in tokens}}


def _public_bytes(story: Story) -> bytes:
    """All files of games/ and site/, and all objects of the history."""
    home = story.house.home
    files = [path for folder in (home.games, home.site) for path in folder.rglob("*")]
    plain = [path.read_bytes() for path in files if path.is_file() and ".git" not in path.parts]
    listed = subprocess.run(
        ["git", "-C", home.games, "cat-file", "--batch-all-objects", "--batch"],
        capture_output=True,
        check=True,
    )
    return b"\n".join([*plain, listed.stdout])


def _nothing_secret_is_public(story: Story) -> None:
    public = _public_bytes(story)
    assert [secret for secret in _secrets(story) if secret in public] == []


def _nothing_of_others_is_in_a_letter(story: Story) -> None:
    """Nobody reads another's address or private reply address, the host's included."""
    everybody = {HOST, *PEOPLE}
    for letter in story.letters():
        text = letter.as_string()
        others = everybody - {str(letter["To"])}
        found = [other for other in others if other in text]
        named = [other for other in found if not _was_named_by(story, str(letter["To"]), other)]
        assert named == [], letter["Subject"]


def _was_named_by(story: Story, writer: str, address: str) -> bool:
    """Return whether somebody wrote that address to the judge, so that the answer may quote it."""
    who = story.who(writer)
    return any(
        address in happening.text and happening.fields.get("From", "").lower() in (who, writer)
        for happening in happenings(story.folder)
    )


def _it_can_be_folded_and_checked(story: Story) -> None:
    """The journal makes the game that the judge has, and a stranger finds nothing wrong."""
    home = story.house.home
    with story.house.judge() as judge:
        game = judge.table.game("gx7")
    assert game is not None
    with Journal.open(home.state) as journal:
        events = [event for _, event in journal.events("gx7")]
    assert fold(events, game.variant, game.rulebook) == game
    verification = verify(home.games)
    assert verification.ok, verification.to_json()
