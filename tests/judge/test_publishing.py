"""Publishing: what has changed is brought to where it is shown, however often that fails."""

from __future__ import annotations

import os
import stat
import subprocess
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.judge.cycle import Cycle, Judge
from pbem.judge.home import open_home, read_settings
from pbem.judge.publishing import MEMBERS, read_standings
from tests.judge.house import DAY, HOUR, MINUTE, House
from tests.shared import program
from tests.store.test_recorder import git


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A home without games."""
    return House.build(tmp_path / "home")


def settle(house: House, **members: str | Path) -> None:
    """Say where to publish."""
    config = house.home.path / "pbem.toml"
    lines = "".join(f'{name} = "{value}"\n' for name, value in members.items())
    text = config.read_text("utf-8").partition("\n[publish]\n")[0]
    config.write_text(f"{text}\n[publish]\n{lines}", "utf-8")
    house.home = open_home(house.home.path)


def cycle(house: House) -> Cycle:
    """Let the judge do one cycle."""
    with house.judge() as judge:
        return judge.poll()


def bare(folder: Path) -> Path:
    """Make a remote."""
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", folder], check=True)
    return folder


def pages(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, but those that begin with a dot."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.parts[len(folder.parts) :])
    }


def test_the_record_is_pushed(house: House, tmp_path: Path) -> None:
    """To a real remote, at once and after each change; a clone of it is the record."""
    remote = bare(tmp_path / "remote.git")
    settle(house, record=remote)
    house.new_game()
    assert git(remote, "rev-parse", "main") == git(house.home.games, "rev-parse", "main")
    house.post("ann@example.org", "JOIN")
    house.poll()
    house.answer("ann@example.org", "CONFIRM")
    house.poll()
    assert git(remote, "rev-parse", "main") == git(house.home.games, "rev-parse", "main")
    subprocess.run(["git", "clone", "-q", remote, tmp_path / "clone"], check=True)
    assert pages(tmp_path / "clone") == pages(house.home.games)


def test_a_push_that_fails_for_a_week_holds_up_nothing(house: House, tmp_path: Path) -> None:
    """Games go on, the pauses grow to four hours, and in the end all is there."""
    remote = tmp_path / "remote.git"
    settle(house, record=remote)
    players = house.start()
    tries, said = 0, 0
    due = house.clock.now() + 3 * DAY
    house.answer(players["FRANCE"], "A PAR - BUR")
    while house.clock.now() < due + 4 * DAY:
        with house.judge() as judge:
            done = judge.poll()
            again = judge.next_time()
        said += len(done.troubles)
        tries = read_standings(house.home.var)["record"].failures
        assert again is not None
        house.clock.move_to(max(again, house.clock.now() + MINUTE))
    standing = read_standings(house.home.var)["record"]
    assert said >= 40
    assert 40 <= tries <= 60
    assert standing.since < standing.again
    assert "tried again" not in standing.error
    assert (house.home.games / "gx7" / "phases" / "001-S1901M.json").exists()
    bare(remote)
    house.clock.move_to(house.clock.now() + 4 * HOUR)
    assert cycle(house).troubles == ()
    assert git(remote, "rev-parse", "main") == git(house.home.games, "rev-parse", "main")
    assert read_standings(house.home.var)["record"].failures == 0


def test_a_remote_with_other_commits_is_never_forced(house: House, tmp_path: Path) -> None:
    """The Keeper reads why."""
    remote = bare(tmp_path / "remote.git")
    other = tmp_path / "other"
    subprocess.run(["git", "clone", "-q", remote, other], check=True, stderr=subprocess.DEVNULL)
    who = ("-c", "user.name=eve", "-c", "user.email=eve@example.org")
    git(other, *who, "commit", "-q", "--allow-empty", "-m", "mine")
    git(other, "push", "-q", "origin", "HEAD:main")
    theirs = git(remote, "rev-parse", "main")
    settle(house, record=remote)
    house.new_game()
    assert git(remote, "rev-parse", "main") == theirs
    error = read_standings(house.home.var)["record"].error
    assert error == "the remote has commits that are not the judge's; it is never forced"


def test_the_pages_are_copied_to_a_folder(house: House, tmp_path: Path) -> None:
    """What changed, and what is gone; files of others stay; twice is once."""
    public = tmp_path / "public"
    public.mkdir()
    (public / "ours.txt").write_text("mine\n", "utf-8")
    settle(house, folder=public)
    house.new_game()
    expected = pages(house.home.site)
    assert pages(public) == {**expected, "ours.txt": b"mine\n"}
    before = (public / "index.html").stat().st_mtime_ns
    house.clock.move_to(house.clock.now() + HOUR)
    cycle(house)
    assert (public / "index.html").stat().st_mtime_ns == before
    gone = house.home.site / "legend" / "index.html"
    gone.unlink()
    (house.home.site / ".built.json").write_text("{}", "utf-8")
    with house.judge() as judge:
        ((_, push),) = judge.publisher.due()
        push()
    assert not (public / "legend" / "index.html").exists()
    assert (public / "ours.txt").exists()


def test_the_pages_are_brought_by_rsync(house: House, tmp_path: Path) -> None:
    """All of them, and nothing else."""
    program("rsync")
    settle(house, rsync=tmp_path / "www")
    house.new_game()
    assert pages(tmp_path / "www") == pages(house.home.site)


def test_the_pages_are_one_commit_of_a_branch(house: House, tmp_path: Path) -> None:
    """As hosts of pages want it; the branch is always one commit long."""
    remote = bare(tmp_path / "remote.git")
    settle(house, pages=remote, branch="gh-pages")
    house.new_game()
    first = git(remote, "rev-parse", "gh-pages")
    house.post("ann@example.org", "JOIN")
    house.poll()
    house.answer("ann@example.org", "CONFIRM")
    house.poll()
    assert git(remote, "rev-parse", "gh-pages") != first
    assert git(remote, "rev-list", "--count", "gh-pages").strip() == "1"
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "-b", "gh-pages", remote, clone], check=True)
    assert pages(clone) == pages(house.home.site)
    assert (clone / ".nojekyll").exists()
    assert not (clone / ".built.json").exists()


def test_the_keepers_own_command_runs_after_a_change(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the home; it never sees a password, and not after a cycle that changed nothing."""
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "correct horse")
    config = house.home.path / "pbem.toml"
    config.write_text(
        config.read_text("utf-8")
        + '[smtp]\nhost = "127.0.0.1"\nport = 9\nuser = "judge"\nsecurity = "none"\n'
        'password_env = "PBEM_TEST_PASSWORD"\n',
        "utf-8",
    )
    settle(house, hook="pwd >>hooked; env >>hooked; echo $PBEM_HOME >>hooked")
    house.new_game()
    said = (house.home.path / "hooked").read_text("utf-8")
    assert said.splitlines()[0] == said.splitlines()[-1] == str(house.home.path)
    assert "correct horse" not in said
    house.poll()
    assert (house.home.path / "hooked").read_text("utf-8") == said


def test_a_command_that_fails_is_said_without_a_login(house: House) -> None:
    """What it wrote first, with addresses and logins masked."""
    settle(
        house,
        hook="echo fatal: no way to https://me:secret@example.org/x for a@b.example >&2; false",
    )
    with house.judge() as judge:
        judge.host({"do": "new", "game": "gx7"})
    (line,) = [standing.error for standing in read_standings(house.home.var).values()]
    assert "secret" not in line
    assert "a@b.example" not in line
    assert line.startswith("fatal: no way to https://example.org/x")
    notes = house.home.var / "publish.json"
    assert stat.S_IMODE(notes.stat().st_mode) == 0o600


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A pipe that a command reads from, so that it waits; opened at the end."""
    pipe = tmp_path / "gate"
    os.mkfifo(pipe)
    return pipe


def test_the_daemon_does_not_wait_for_it(house: House, gate: Path) -> None:
    """A command that hangs hangs beside the judge's work."""
    settle(house, hook=f"cat {gate}; echo done >>hooked")
    with Judge.open(house.home, clock=house.clock, words="test", beside=True) as judge:
        judge.host({"do": "new", "game": "gx7"})
        house.post("ann@example.org", "JOIN")
        assert judge.poll().sent == 1
        assert not judge.publisher.news()
        assert not (house.home.path / "hooked").exists()
        gate.write_text("go", "utf-8")
        for thread in threading.enumerate():
            if thread.name == "hook":
                thread.join(30)
        assert judge.publisher.news()
        house.clock.move_to(house.clock.now() + timedelta(hours=1))
        judge.poll()
        assert read_standings(house.home.var)["hook"].failures == 0
    assert (house.home.path / "hooked").read_text("utf-8") == "done\n"


def test_the_settings_of_the_manual_are_settings(tmp_path: Path) -> None:
    """What docs/keeper.md shows of publishing can be copied, and it names every member."""
    manual = (Path(__file__).parents[2] / "docs" / "keeper.md").read_text("utf-8")
    text = manual.partition("## Publishing")[2].partition("```toml\n")[2].partition("```")[0]
    judge = '[judge]\naddress = "judge@example.org"\n'
    settings = read_settings(judge + text, tmp_path / "pbem.toml", tmp_path).publish
    assert settings.folder == Path("/srv/www/diplomacy")
    assert {name for name in MEMBERS if not getattr(settings, name)} == set()
    rows = manual.partition("## Publishing")[2].partition("A password")[0]
    assert all(f"`{name}`" in rows for name in MEMBERS)
