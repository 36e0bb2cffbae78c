"""Backup and restore: a home made from a copy goes on as the one that was copied would have."""

from __future__ import annotations

import stat
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import cli
from pbem.errors import HomeError
from pbem.judge.backup import back_up, restore
from pbem.judge.clock import SetClock
from tests.judge.house import House
from tests.judge.scenes import deadline, see


def test_a_restored_home_plays_on(tmp_path: Path) -> None:
    """Copied while a judge holds it, restored onto an empty folder: the same rulings, letters,
    commits and pages follow, byte for byte.
    """
    house = House.build(tmp_path / "home")
    deadline(house)
    with house.judge():
        count = back_up(house.home, tmp_path / "copy.tar.gz")
    assert count > 50
    assert stat.S_IMODE((tmp_path / "copy.tar.gz").stat().st_mode) == 0o600
    back = House(restore(tmp_path / "copy.tar.gz", tmp_path / "again"), SetClock(house.clock.time))
    house.poll()
    back.poll()
    assert see(back) == see(house)
    assert any(name.endswith("001-S1901M.json") for name in see(back).files)


def test_what_the_journal_is_ahead_of_is_written_again(tmp_path: Path) -> None:
    """A copy that was made between a ruling and its commit is whole."""
    house = House.build(tmp_path / "home")
    deadline(house)
    with house.judge() as judge:
        judge.reception.fetch()
        for entry in judge._journal.letters.pending():
            judge.reception.take(entry)
        back_up(house.home, tmp_path / "copy.tar.gz")
    back = House(restore(tmp_path / "copy.tar.gz", tmp_path / "again"), SetClock(house.clock.time))
    house.poll()
    back.poll()
    assert see(back) == see(house)


def test_what_is_private_stays_private(tmp_path: Path) -> None:
    """Only the judge's user can read what is restored into var/; pages and locks are left out."""
    house = House.build(tmp_path / "home")
    house.start()
    back_up(house.home, tmp_path / "copy.tar.gz")
    home = restore(tmp_path / "copy.tar.gz", tmp_path / "again")
    modes = {path: path.stat().st_mode for path in (home.var, *home.var.rglob("*"))}
    assert all(mode & 0o077 == 0 for mode in modes.values())
    with tarfile.open(tmp_path / "copy.tar.gz") as tar:
        names = set(tar.getnames())
    assert not any(name.startswith("site/") or name.endswith("lock") for name in names)
    assert {"pbem.toml", "var/key", "var/state.sqlite3"} <= names


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """Neither a copy nor a home."""
    house = House.build(tmp_path / "home")
    back_up(house.home, tmp_path / "copy.tar.gz")
    with pytest.raises(HomeError, match="is there already"):
        back_up(house.home, tmp_path / "copy.tar.gz")
    with pytest.raises(HomeError, match="is not empty"):
        restore(tmp_path / "copy.tar.gz", house.home.path)


@pytest.mark.parametrize("name", ["../escaped", "/etc/escaped", "home/pbem.toml", "var/../../x"])
def test_what_is_no_copy_is_refused(tmp_path: Path, name: str) -> None:
    """And nothing of it is left behind, in the folder or outside."""
    with tarfile.open(tmp_path / "odd.tar.gz", "w:gz") as tar:
        for inside in ("pbem.toml", name):
            member = tarfile.TarInfo(inside)
            member.size = 1
            tar.addfile(member, BytesIO(b"x"))
    with pytest.raises(HomeError, match="is no copy of a judge's home"):
        restore(tmp_path / "odd.tar.gz", tmp_path / "again")
    assert not (tmp_path / "again").exists()
    assert not (tmp_path / "escaped").exists()


def test_the_commands(tmp_path: Path) -> None:
    """Back up, cut the copy short, and restore."""
    house = House.build(tmp_path / "home")
    house.start()
    copy = tmp_path / "copy.tar.gz"
    run = CliRunner().invoke
    assert run(cli, ["backup", str(copy), "--home", str(house.home.path)]).exit_code == 0
    short = tmp_path / "short.tar.gz"
    short.write_bytes(copy.read_bytes()[:-2000])
    refused = run(cli, ["restore", str(short), str(tmp_path / "again")])
    assert (refused.exit_code, len(refused.output.splitlines())) == (2, 1)
    assert run(cli, ["restore", str(copy), str(tmp_path / "again")]).exit_code == 0
    told = run(cli, ["status", "--home", str(tmp_path / "again")]).output
    assert "gx7: due" in told
    verified = subprocess.run(
        ["git", "-C", tmp_path / "again" / "games", "fsck", "--strict"], capture_output=True
    )
    assert verified.returncode == 0
