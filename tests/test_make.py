"""`make` and the helpers of the tests say in one line what they lack."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.shared import find_shared, missing, program, shared

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the Makefile and nothing else."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in (
        *(f"requirements/{kind}.txt" for kind in ("build", "run", "test")),
        "pyproject.toml",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def _make(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [program("make"), "--no-print-directory", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    said = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    return done.returncode, "\n".join(said)


def _python(folder: Path, fails_on: str) -> str:
    script = folder / "python"
    script.write_text(f'#!/bin/sh\ncase "$*" in *{fails_on}*) exit 1;; esac\n', encoding="utf-8")
    script.chmod(0o755)
    return f"PYTHON={script}"


def test_a_python_without_venv_is_one_line(bare: Path) -> None:
    """Debian parts ensurepip from Python; the message names the package to install."""
    code, said = _make(bare, "venv", _python(bare, "ensurepip"))
    assert code == 2
    assert said.startswith("pbem needs the venv module of Python")
    assert "python3-venv" in said
    assert "\n" not in said
    assert not (bare / ".venv").exists()


def test_an_old_python_is_one_line(bare: Path) -> None:
    """The version that is needed, and how to name another Python."""
    python = _python(bare, "version_info")
    code, said = _make(bare, "demo", python)
    assert code == 2
    assert said.startswith("pbem needs Python 3.11 or later")
    assert "\n" not in said


def test_no_python_is_one_line(bare: Path) -> None:
    """There may be none of that name."""
    code, said = _make(bare, "test", "PYTHON=no-such-python")
    assert code == 2
    assert "there is no no-such-python" in said


def test_make_alone_lists_the_targets(bare: Path) -> None:
    """The head of the Makefile is its help."""
    done = subprocess.run([program("make")], cwd=bare, capture_output=True, text=True, check=True)
    for target in ("demo", "test", "lint", "site", "cases DIR=", "venv"):
        assert f"make {target}" in done.stdout


def test_cases_of_another_folder_come_from_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that the folder lacks is not taken from elsewhere."""
    (tmp_path / "orders").mkdir()
    monkeypatch.setenv("PBEM_CASES", str(tmp_path))
    assert find_shared("orders") == tmp_path / "orders"
    assert find_shared("conformance") is None


def test_shared_data_can_lie_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PBEM_SHARED says where; what is not there is skipped in one line."""
    (tmp_path / "variants").mkdir()
    monkeypatch.delenv("PBEM_CASES", raising=False)
    monkeypatch.setenv("PBEM_SHARED", str(tmp_path))
    assert shared("variants") == tmp_path / "variants"
    with pytest.raises(pytest.skip.Exception, match="shared data: orders is not there"):
        shared("orders")


def test_a_missing_program_fails_where_all_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """CI must not pass because something was not installed."""
    monkeypatch.delenv("PBEM_REQUIRE_ALL", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such is not installed"):
        program("no-such")
    monkeypatch.setenv("PBEM_REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="gone"):
        missing("gone")
