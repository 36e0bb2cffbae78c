"""`pbem site build` and `pbem site serve`."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.assets import load_variant
from pbem.site.legend import VARIANT, example
from tests.site.samples import Home


def pbem(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "pbem", *args],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Return games with a phase."""
    home = Home(tmp_path_factory.mktemp("command"))
    home.add(home.play("birch", 1))
    return home


def test_a_folder_of_games_is_built(home: Home) -> None:
    """Outside a home, games/ here becomes site/ here; the command says what it did."""
    done = pbem(home.folder, "site", "build")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("site: ")
    assert "files written" in done.stdout
    assert (home.folder / "site" / "birch" / "S1901M" / "index.html").is_file()
    again = pbem(home.folder, "site", "build", "--games", "games", "--out", "other", "--full")
    assert again.returncode == 0
    assert (home.folder / "other" / "index.html").is_file()


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("build",), 2, "is no judge's home"),
        (("build", "--games", "nowhere"), 1, "nowhere: there is no such folder of games"),
        (("build", "--home", "nowhere"), 2, "nowhere"),
        (("serve", "--out", "nowhere"), 2, "nowhere: there are no pages yet"),
    ],
)
def test_what_is_missing_is_one_line(
    tmp_path: Path, args: tuple[str, ...], code: int, says: str
) -> None:
    """One line says what is missing, without a traceback."""
    done = pbem(tmp_path, "site", *args)
    assert done.returncode == code
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "site").exists()


def test_a_port_that_is_taken_is_named(home: Home) -> None:
    """A port in use is one line that names it."""
    (home.folder / "site").mkdir(exist_ok=True)
    (home.folder / "site" / "index.html").write_text("<p>", encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = pbem(home.folder, "site", "serve", "--out", "site", "--port", port)
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_legend_shows_every_outcome() -> None:
    """The example has each word for a result of a movement phase but the rare two."""
    shown = example(load_variant(VARIANT))
    words = {row.outcome.value for rows in shown.result.orders.values() for row in rows}
    assert words == {
        "succeeds", "bounces", "given", "cut", "void", "available", "holds", "illegal",
    }  # fmt: skip
    assert shown.result.standoffs == ("GAL",)
    assert [str(d.unit) for d in shown.result.dislodged["GERMANY"]] == ["A RUH"]
