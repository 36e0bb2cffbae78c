"""The wheel works outside the checkout, and the checkout keeps its promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from pbem import __version__
from pbem.assets import variant_keys

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    _run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), str(ROOT))
    (built,) = folder.glob("pbem-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that holds the wheel and none of the checkout.

    What the wheel depends on is lent by the environment of the tests; a path file
    within a lent folder is not followed, so that the checkout stays out of reach.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    _run(sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(wheel))
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python.parent


def _run(*command: str, cwd: Path | None = None) -> str:
    hidden = ("PYTHONPATH", "PBEM_SHARED", "PBEM_CASES")
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if name not in hidden},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_carries_maps_and_templates(wheel: Path) -> None:
    """Everything under maps/ and templates/ travels, and nothing else beside the code."""
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("maps", "templates"):
        kept = subprocess.run(
            ["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        assert {f"pbem/_data/{name}" for name in kept} <= set(names)
    assert {name.split("/")[0] for name in names} == {"pbem", f"pbem-{__version__}.dist-info"}


def test_the_installed_command_knows_its_version(installed: Path, tmp_path: Path) -> None:
    """It is the version of the package, and the package is the one in the wheel."""
    assert _run(str(installed / "pbem"), "--version", cwd=tmp_path) == f"pbem {__version__}\n"
    where = "import pbem; print(pbem.__file__)"
    found = _run(str(installed / "python"), "-c", where, cwd=tmp_path)
    assert Path(found.strip()).is_relative_to(installed.parent)


def test_the_installed_command_has_the_boards(installed: Path, tmp_path: Path) -> None:
    """The boards are found in the package, not beside it."""
    listed = _run(str(installed / "pbem"), "variant", "list", cwd=tmp_path)
    assert [line.split()[0] for line in listed.splitlines()] == list(variant_keys())


def test_the_installed_command_plays_the_demo(installed: Path, tmp_path: Path) -> None:
    """A whole game by mail, its record and its pages, from the wheel alone."""
    pbem = str(installed / "pbem")
    said = _run(pbem, "demo", "--dir", "demo", cwd=tmp_path)
    assert "demo/site/index.html" in said
    home = tmp_path / "demo"
    page = (home / "site" / "index.html").read_text("utf-8")
    assert "<html" in page
    assert len(list(home.glob("games/*/phases/*M.json"))) >= 16
    assert list(home.glob("site/*/S1901M/map.svg"))
    _run(pbem, "verify", "demo", cwd=tmp_path)


def test_every_requirement_is_pinned_with_hashes() -> None:
    """What `make` installs is what was tested, wherever it comes from."""
    for name in ("build", "run", "test", "lint"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        pinned = re.findall(r"^([a-z0-9-]+)==\S+ \\\n    --hash=sha256:", text, re.MULTILINE)
        assert len(pinned) == len(re.findall(r"^[a-z]", text, re.MULTILINE)) > 0
        assert "://" not in text
        assert "index" not in text


def test_every_dependency_is_pinned() -> None:
    """The pins cover what the package declares."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    pins = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    for line in project["project"]["dependencies"]:
        assert f"\n{line.partition('>=')[0]}==" in f"\n{pins}"
    (backend,) = project["build-system"]["requires"]
    assert f"\n{backend} " in "\n" + (ROOT / "requirements" / "build.txt").read_text("utf-8")
