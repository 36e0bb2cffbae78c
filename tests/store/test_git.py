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
