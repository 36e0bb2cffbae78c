"""A world that fails: a full disk, folders that cannot be written, locks, damage, odd clocks.

Whatever it is, the Keeper reads one clear line, nothing is lost, and the judge goes on
where it stopped once the cause is mended.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import cli
from pbem.errors import PbemError
from pbem.exchange.verify import verify
from pbem.judge.cycle import Cycle
from pbem.judge.daemon import run as run_daemon
from pbem.judge.home import open_home
from pbem.store.history import head
from tests.judge.house import DAY, HOUR, MINUTE, House
from tests.judge.scenes import Seen, deadline, see
from tests.store.test_recorder import git


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, Seen]:
    """A home before a cycle with much to do, and what is there after it."""
    house = House.build(tmp_path_factory.mktemp("world") / "home")
    deadline(house)
    done = copied(house, house.home.path.parent / "done")
    done.poll()
    return house, see(done)


def copied(house: House, folder: Path) -> House:
    """Return the same house in another folder."""
    shutil.copytree(house.home.path, folder, copy_function=shutil.copy2)
    return House(open_home(folder), house.clock.__class__(house.clock.time))


def tried(house: House) -> tuple[str, ...]:
    """Let the judge do one cycle; what the Keeper reads if something is wrong."""
    try:
        with house.judge() as judge:
            cycle = judge.poll()
    except PbemError as error:
        return (str(error),)
    return (*cycle.troubles, *([cycle.unsent] if cycle.unsent else []))


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Give a disk of 16 MB of its own; only root can."""
    if os.geteuid() != 0:
        pytest.skip("a small disk can be mounted by root alone")
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m,mode=700", "pbem-test", str(folder)]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("left", [0, 8, 24, 64, 128, 256, 512])
def test_a_full_disk_loses_nothing(prepared: tuple[House, Seen], tmp_path: Path, left: int) -> None:
    """With so many kilobytes left the judge gets so far; with room again it gets to the end."""
    before, expected = prepared
    with small_disk(tmp_path / "disk") as disk:
        house = copied(before, disk / "home")
        (disk / "ballast").write_bytes(b"\0" * max(0, _free(disk) - left * 1024))
        said = tried(house)
        assert said
        assert all("\n" not in line and len(line) < 400 for line in said)
        (disk / "ballast").unlink()
        assert tried(house) == ()
        house.clock.move_to(house.clock.now() + 2 * MINUTE)
        assert tried(house) == ()
        assert see(house) == expected


def _free(disk: Path) -> int:
    told = os.statvfs(disk)
    return told.f_bavail * told.f_frsize


@pytest.mark.parametrize("most", [1024, 8192, 65536])
def test_files_that_cannot_grow_lose_nothing(
    prepared: tuple[House, Seen], tmp_path: Path, most: int
) -> None:
    """No file may get beyond so many bytes: what a quota does, for any user."""
    before, expected = prepared
    house = copied(before, tmp_path / "home")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    try:
        said = tried(house)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert said
    assert all("\n" not in line for line in said)
    assert tried(house) == ()
    house.clock.move_to(house.clock.now() + 2 * MINUTE)
    assert tried(house) == ()
    assert see(house) == expected


def test_letters_go_out_while_the_record_cannot_be_written(
    prepared: tuple[House, Seen], tmp_path: Path
) -> None:
    """The players know the result; the record and the pages follow when games/ is mended."""
    before, expected = prepared
    house = copied(before, tmp_path / "home")
    with house.judge() as judge:
        objects = house.home.games / ".git" / "objects"
        objects.rename(objects.with_name("gone"))
        cycle = judge.poll()
        assert any(str(house.home.games) in line for line in cycle.troubles)
        assert {str(x["Message-ID"]): bytes(x) for x in house.letters()} == expected.letters
        objects.with_name("gone").rename(objects)
        assert judge.poll().troubles == ()
    assert see(house) == expected


def test_a_record_that_cannot_be_written_is_said_in_a_line(
    prepared: tuple[House, Seen], tmp_path: Path
) -> None:
    """A games/ that is read-only; mended, the judge goes on."""
    before, expected = prepared
    house = copied(before, tmp_path / "home")
    with read_only(house.home.games):
        (line,) = tried(house)
        assert str(house.home.games) in line
    assert tried(house) == ()
    assert see(house) == expected


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder one that cannot be written: by a mount for root, whom modes do not bind."""
    if os.geteuid() != 0:
        for path in (folder, *folder.rglob("*")):
            path.chmod(path.stat().st_mode & ~0o222)
        yield
        for path in (folder, *folder.rglob("*")):
            path.chmod(path.stat().st_mode | 0o200)
        return
    mount = ["mount", "--bind", str(folder), str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("name", ["refs/heads/main", "config", "HEAD", "index"])
def test_a_lock_that_git_left_behind_is_removed(
    prepared: tuple[House, Seen], tmp_path: Path, name: str
) -> None:
    """The home's own lock says that no other git of the judge's is at work."""
    before, expected = prepared
    house = copied(before, tmp_path / "home")
    (house.home.games / ".git" / f"{name}.lock").touch()
    assert tried(house) == ()
    assert see(house) == expected


def test_a_damaged_journal_is_said_in_a_line(prepared: tuple[House, Seen], tmp_path: Path) -> None:
    """Nothing is read out of damage, and the letters stay in the mailbox."""
    before, _ = prepared
    house = copied(before, tmp_path / "home")
    data = bytearray(house.home.state.read_bytes())
    data[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
    house.home.state.write_bytes(bytes(data))
    waiting = len(list((house.home.settings.mail.folder / "in" / "new").iterdir()))
    (line,) = tried(house)
    assert "state.sqlite3" in line
    assert "\n" not in line
    kept = len(list(house.home.spool.rglob("*.eml")))
    left = len(list((house.home.settings.mail.folder / "in" / "new").iterdir()))
    assert left == waiting or kept >= waiting


def test_a_record_that_somebody_has_changed_is_not_gone_on_with(
    prepared: tuple[House, Seen], tmp_path: Path
) -> None:
    """Pushed or committed by hand: the judge names the file and how to take it back."""
    before, expected = prepared
    house = copied(before, tmp_path / "home")
    ours = head(house.home.games)
    git(house.home.games, "reset", "--hard", "-q")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", house.home.games, clone], check=True)
    (clone / "gx7" / "people.toml").write_text("nobody = 1\n", "utf-8")
    who = ("-c", "user.name=eve", "-c", "user.email=eve@example.org")
    git(clone, *who, "commit", "-qam", "better")
    git(house.home.games, "config", "receive.denyCurrentBranch", "ignore")
    git(clone, "push", "-q", "origin", "main")
    (line,) = tried(house)
    assert "somebody else has committed gx7/people.toml" in line
    assert str(ours) in line
    git(house.home.games, "update-ref", "refs/heads/main", str(ours))
    assert tried(house) == ()
    assert see(house) == expected


def test_what_is_about_no_game_may_be_added_to_the_record(
    prepared: tuple[House, Seen], tmp_path: Path
) -> None:
    """A page that tells visitors what this is; `pbem verify` says that it is not the judge's."""
    before, expected = prepared
    house = copied(before, tmp_path / "home")
    with house.judge() as judge:
        tree = git(house.home.games, "ls-tree", "HEAD")
        blob = subprocess.run(
            ["git", "-C", house.home.games, "hash-object", "-w", "--stdin"],
            input="Games\n",
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        made = subprocess.run(
            ["git", "-C", house.home.games, "mktree"],
            input=f"{tree}100644 blob {blob}\tREADME.md\n",
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        who = ("-c", "user.name=k", "-c", "user.email=k@example.org")
        commit = git(house.home.games, *who, "commit-tree", "-p", "HEAD", "-m", "x", made).strip()
        git(house.home.games, "update-ref", "refs/heads/main", commit)
        assert judge.poll().troubles == ()
    assert see(house).letters == expected.letters
    assert (house.home.games / "README.md").read_text("utf-8") == "Games\n"
    found = [finding for game in verify(house.home.games).games for finding in game.findings]
    assert [finding.where for finding in found] == [f"commit {commit[:12]}"]


def poll(house: House, *words: str) -> Result:
    """Run `pbem poll` by the machine's clock."""
    return CliRunner().invoke(cli, ["poll", "--home", str(house.home.path), *words])


def test_a_clock_that_went_on_by_a_year_ends_no_phase(tmp_path: Path) -> None:
    """The judge waits and says so once; with the clock right again it goes on."""
    house = House.build(tmp_path / "home")
    players = house.start()
    start = house.clock.now()
    said: list[str] = []

    class Odd:
        """A clock that is a year ahead, and is mended after some waiting."""

        def __init__(self) -> None:
            self.waits = 0

        def now(self):  # type: ignore[no-untyped-def]
            """Return the time it shows."""
            return start + (timedelta(days=365) if self.waits < 3 else HOUR)

        def wait(self, *_: object) -> None:
            """Wait; the fifth time it is enough."""
            self.waits += 1
            if self.waits == 5:
                os.kill(os.getpid(), 15)

    house.answer(players["FRANCE"], "A PAR - BUR")
    run_daemon(house.home, say=lambda *told: said.append(told[2]), clock=Odd())
    doubts = [line for line in said if "nothing is judged: the clock says" in line]
    assert len(doubts) == 1
    assert "365 days after" in doubts[0]
    assert not any("judged gx7" in line for line in said)
    assert any("1 letters read" in line for line in said)


def test_a_clock_that_was_set_back_is_doubted(tmp_path: Path) -> None:
    """A day back: no ruling is dated before those it follows."""
    house = House.build(tmp_path / "home")
    house.start()
    house.clock.time -= DAY
    with house.judge() as judge:
        assert "but this judge was at work at" in judge.doubts()
        house.clock.time += DAY - HOUR
        assert judge.doubts() == ""


def test_a_judge_that_was_off_for_long_asks_before_it_judges(tmp_path: Path) -> None:
    """Where no phase would end by it, it does not even ask."""
    house = House.build(tmp_path / "home")
    with house.judge() as judge:
        judge.poll()
        house.clock.time += 400 * DAY
        assert judge.doubts() == ""
    house.start()
    house.clock.time += 31 * DAY
    with house.judge() as judge:
        assert "31 days after this judge was last at work" in judge.doubts()
        assert judge.poll() != Cycle()
        assert judge.doubts() == ""


def test_poll_asks_as_well(tmp_path: Path) -> None:
    """With one line and exit code 2, and trusts the clock where it is told to."""
    house = House.build(tmp_path / "home")
    house.start()
    asked = poll(house)
    assert asked.exit_code == 2
    assert len(asked.output.splitlines()) == 1
    assert "nothing is judged: the clock says" in asked.output
    assert poll(house, "--trust-clock").exit_code == 0
