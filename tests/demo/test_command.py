"""`pbem demo`: what it says, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.main import cli


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `pbem demo` and return its exit code and what it wrote."""
    with pytest.raises(SystemExit) as stopped:
        cli.main(["demo", *arguments], prog_name="pbem")
    written = capsys.readouterr()
    assert isinstance(stopped.value.code, int)
    return stopped.value.code, written.out, written.err


def test_a_finished_demo_is_one_line(capsys: pytest.CaptureFixture[str], whole: Path) -> None:
    """It is left alone, with exit code 0, and the line says where to look."""
    code, out, err = run(capsys, "--dir", str(whole))
    assert code == 0
    assert out.count("\n") == 1
    assert "site/index.html" in out
    assert not err


def test_a_folder_of_something_else(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It is used wrongly: exit code 2 and one line."""
    (tmp_path / "notes.txt").write_text("mine")
    code, out, err = run(capsys, "--dir", str(tmp_path))
    assert code == 2
    assert not out
    assert err.count("\n") == 1
    assert "--dir" in err


def test_an_unknown_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One line lists the boards there are, and no folder is made."""
    code, _, err = run(capsys, "--dir", str(tmp_path / "demo"), "--variant", "atlantis")
    assert code == 1
    assert "atlantis" in err
    assert "standard" in err
    assert not (tmp_path / "demo").exists()
