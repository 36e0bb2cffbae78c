"""git is spoken to in the same way wherever the judge was started."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store.git import Repository


def test_a_folder_may_be_named_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path means the folder it means to the user."""
    (tmp_path / "home" / "games").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    games = Repository(Path("home/games"))
    games.init()
    assert games.branch_head() is None
    assert Repository.is_repository(tmp_path / "home" / "games")
    assert games.run("rev-parse", "--show-toplevel").decode().strip() == str(
        (tmp_path / "home" / "games").resolve()
    )


def test_a_path_of_two_lines_is_not_held(tmp_path: Path) -> None:
    """The files asked for beside it are what they are."""
    git = Repository(tmp_path)
    git.init()
    stream = b"commit refs/heads/main\ncommitter a <a@b.example> 1 +0000\ndata 0\n\n"
    for name in (b"a", b"b"):
        stream += b"M 100644 inline %s\ndata 1\n%s\n" % (name, name)
    git.run("fast-import", "--quiet", data=stream)
    head = git.branch_head()
    assert head is not None
    assert git.read(head, ["a\nb", "b", "none", "a"]) == {"a": b"a", "b": b"b"}
