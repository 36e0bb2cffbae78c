"""The history of a record: dates, order and signatures of its commits."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.exchange.verify import verify
from tests.exchange.test_verify import edit, found, games, git, good
from tests.shared import program

__all__ = ["games", "good"]


def again(games: Path, change: str, *, old: str = "", new: str = "") -> str:
    """Make the last commit again with another tree, message or date; return its id."""
    env = {"GIT_AUTHOR_DATE": new, "GIT_COMMITTER_DATE": new} if change == "date" else {}
    message = git(games, "log", "-1", "--format=%B")
    tree = git(games, "rev-parse", "HEAD^{tree}").strip()
    made = git(games, "commit-tree", tree, "-p", "HEAD~1", "-m", message, env=env).strip()
    git(games, "update-ref", "refs/heads/main", made)
    return made


def test_a_commit_of_another_date_is_found(games: Path) -> None:
    """A phase was committed when it was judged."""
    again(games, "date", new="2026-06-01T12:00:00Z")
    told = found(verify(games))
    assert re.search(r"adjudicated: 2026-\S+Z; its commit is dated 2026-06-01T12:00:00Z", told), (
        told
    )


def test_phases_that_came_in_another_order_are_found(games: Path) -> None:
    """However their trailers are numbered."""
    first, second = "gx7/phases/001-S1901M.json", "gx7/phases/002-F1901M.json"
    for path in (first, second):
        git(games, "read-tree", "HEAD")
        shutil.copy(games / path, games / "kept")
    # A history of three commits: all but the first phase, then the first phase.
    git(games, "rm", "-q", "--cached", first)
    tree = git(games, "write-tree").strip()
    one = git(games, "commit-tree", tree, "-m", "all but one\n\nRuling: 1").strip()
    whole = git(games, "rev-parse", "HEAD^{tree}").strip()
    two = git(games, "commit-tree", whole, "-p", one, "-m", "one\n\nRuling: 2").strip()
    git(games, "update-ref", "refs/heads/main", two)
    (games / "kept").unlink()
    told = found(verify(games))
    assert re.search(rf"{first}: git: commit \w+ adds it after gx7/phases/007-\w+.json", told), told


def test_a_game_that_a_commit_removed_is_missed(games: Path) -> None:
    """Though neither the folder nor the newest commit knows of it any more."""
    git(games, "read-tree", "HEAD")
    git(games, "rm", "-q", "-r", "gx7")
    git(games, "commit", "-q", "-m", "tidied\n\nRuling: 99999")
    told = found(verify(games))
    assert re.search(r"gx7/game.toml: git: commit \w+ removed it; a game stays", told), told
    assert re.search(r"gx7/phases/001-S1901M.json: git: commit \w+ changed or removed it", told)


def test_a_folder_of_no_game_is_found(games: Path) -> None:
    """A commit that the judge did not make is told of, wherever its files lie."""
    (games / "notes").mkdir()
    (games / "notes" / "a.txt").write_text("a")
    git(games, "add", "notes")
    git(games, "commit", "-q", "-m", "notes")
    assert re.search(r"commit \w+: it has no trailer Ruling", found(verify(games)))


@pytest.mark.parametrize("depth", [1, 3])
def test_a_shallow_clone_says_what_it_lacks(games: Path, tmp_path: Path, depth: int) -> None:
    """What is there is good; that there was more before is said, and is nothing wrong."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", str(depth), f"file://{games}", str(clone))
    done = verify(clone)
    assert found(done) == ""
    (note,) = done.notes
    assert re.match(r"the clone is shallow: what git held before commit \w{12} is not in it", note)
    assert done.to_json()["notes"] == [note]
    edit(clone, "gx7/people.toml", "Ann", "Eve")
    assert "gx7/people.toml: git: the file is not what the newest commit holds" in found(
        verify(clone)
    )


@pytest.fixture
def signed(games: Path, tmp_path: Path) -> Path:
    """A record whose newest commit is signed with a key of ssh."""
    program("ssh-keygen", "openssh-client")
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    for name, value in {"gpg.format": "ssh", "user.signingkey": str(key)}.items():
        git(games, "config", name, value)
    message = git(games, "log", "-1", "--format=%B")
    stamp = git(games, "log", "-1", "--format=%cI").strip()
    tree = git(games, "rev-parse", "HEAD^{tree}").strip()
    env = {"GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp}
    made = git(games, "commit-tree", "-S", tree, "-p", "HEAD~1", "-m", message, env=env).strip()
    git(games, "update-ref", "refs/heads/main", made)
    return games


def test_a_signed_commit_is_fine(signed: Path) -> None:
    """Whoever's key it is: the signature fits the commit."""
    assert found(verify(signed)) == ""


def test_a_commit_with_the_signature_of_another_is_found(signed: Path, tmp_path: Path) -> None:
    """Somebody changed the commit and kept its signature."""
    raw = git(signed, "cat-file", "commit", "HEAD").replace("committer ", "committer e", 1)
    done = subprocess.run(
        ["git", "-C", str(signed), "hash-object", "-t", "commit", "-w", "--stdin"],
        input=raw.encode(),
        capture_output=True,
        check=True,
    )
    git(signed, "update-ref", "refs/heads/main", done.stdout.decode().strip())
    assert re.search(r"commit \w+: its signature is of something else", found(verify(signed)))
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{signed}", str(clone))
    assert re.search(r"commit \w+: its signature is of something else", found(verify(clone)))


def test_a_commit_without_signature_after_signed_ones_is_found(signed: Path) -> None:
    """Who signs, signs all from then on."""
    edit(signed, "gx7/people.toml", "Ann", "Eve")
    git(signed, "add", "gx7/people.toml")
    git(signed, "commit", "-q", "-m", "gx7: p1 renamed\n\nRuling: 99999")
    assert re.search(r"commit \w+: it is not signed, and commits before", found(verify(signed)))
