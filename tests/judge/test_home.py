"""A judge's home: made, found, refused."""

from __future__ import annotations

import fcntl
import os
import stat
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import ConfigError, HomeError
from pbem.judge import queue
from pbem.judge.home import find_home, make_home, open_home
from pbem.judge.lock import held


def make(folder: Path) -> Path:
    """A home with plain settings."""
    return make_home(folder, name="Judge", address="judge@example.org").path


def test_a_home_is_found_from_within(tmp_path: Path) -> None:
    """From any folder below it."""
    home = make(tmp_path / "home")
    assert find_home(home / "games").path == home
    assert find_home(home).settings.poll == timedelta(minutes=5)


def test_what_is_private_is_private(tmp_path: Path) -> None:
    """var/ and all below it is the Keeper's alone."""
    home = make(tmp_path / "home")
    folders = [home / "var", *(home / "var").iterdir()]
    assert len(folders) > 3
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}


def test_a_home_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """With the command that mends it."""
    home = make(tmp_path / "home")
    (home / "var").chmod(0o755)
    with pytest.raises(HomeError, match="chmod -R go="):
        open_home(home)


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    """`init` never writes among other things."""
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(HomeError, match="is not empty"):
        make(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_that_is_no_home_is_told_how_to_make_one(tmp_path: Path) -> None:
    """With the command."""
    with pytest.raises(HomeError, match="pbem init DIR"):
        find_home(tmp_path)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('[judge]\naddress = "nobody"', "an address like judge@example.org is needed"),
        ('[judge]\naddress = "j@x.org"\ncolour = 1', "[judge] colour is not known"),
        ('[judge]\naddress = "j@x.org"\npoll = "soon"', "[judge] poll: 'soon' is no length"),
        ('[judge]\naddress = "j@x.org"\n[games]\nzone = "Mars"', "'Mars' is no time zone"),
        ('[judge]\naddress = "j@x.org"\n[games]\nat = "8pm"', "'8pm' is no hour"),
        ('[judge]\naddress = "j@x.org"\n[games]\nearly = "maybe"', "should be complete"),
        ('[judge]\naddress = "j@x.org"\n[mail]\nmax_bytes = "2"', "should be a number"),
        ('[judge]\naddress = "j@x.org"\n[mail]\nmax_bytes = -5', "should be more than 0"),
        ('[judge]\naddress = "j@x.org"\n[mail]\ntrusted_servers = [1]', "list of texts"),
        ('[judge]\naddress = "j@x.org"\npoll = "0 minutes"', "more than nothing"),
        ('[judge]\naddress = "j@x.org"\n[games]\nmovement = "0 days"', "more than nothing"),
        ('[judge]\naddress = "Judge <j@x.org>"', "an address like judge@example.org is needed"),
        ('[judge]\naddress = "a@b@c"', "an address like judge@example.org is needed"),
        ('[judge]\naddress = "j@x.org"\n[weather]\nrain = 1', "[weather] is not known"),
        ("judge = 3", "judge should be a table"),
        ("[judge", "not TOML"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, line: str, says: str) -> None:
    """What, where, and what would be right."""
    home = make(tmp_path / "home")
    (home / "pbem.toml").write_text(line)
    with pytest.raises(ConfigError) as error:
        open_home(home)
    assert says in str(error.value)
    assert str(home / "pbem.toml") in str(error.value)


def test_all_wrong_settings_are_named_at_once(tmp_path: Path) -> None:
    """A line each."""
    home = make(tmp_path / "home")
    (home / "pbem.toml").write_text('[judge]\npoll = "soon"\n[games]\nat = "8pm"\n')
    with pytest.raises(ConfigError) as error:
        open_home(home)
    assert len(str(error.value).splitlines()) == 3


def test_two_judges_never_work_on_one_home(tmp_path: Path) -> None:
    """The second is told which process has it; when that ends the home is free."""
    home = make(tmp_path / "home")
    lock = home / "var" / "lock"
    with held(lock):
        code = (
            "import sys; from pathlib import Path; from pbem.judge.lock import held\n"
            "from pbem.errors import HomeError\n"
            "try:\n    held(Path(sys.argv[1])).__enter__()\n"
            "except HomeError as error:\n    print(error)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(lock)], capture_output=True, text=True, check=True
        )
        assert "another judge works on this home" in done.stdout
    with held(lock):
        assert lock.exists()


def test_the_queue_answers_what_was_asked(tmp_path: Path) -> None:
    """Once, and both files are gone."""
    queue.ask(tmp_path, "1", {"do": "pause", "game": "gx7"}, until=1e12)
    (asked,) = queue.asked(tmp_path)
    assert asked.words == {"do": "pause", "game": "gx7"}
    assert queue.answered(tmp_path, "1") is None
    queue.answer(tmp_path, "1", {"done": True, "says": "gx7: paused"})
    assert queue.answered(tmp_path, "1") == {"done": True, "says": "gx7: paused"}
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_request_is_put_aside(tmp_path: Path) -> None:
    """The next request is read."""
    (tmp_path / "0.ask").write_text("garbage")
    (tmp_path / "1.ask").write_text('{"words": 3}')
    queue.ask(tmp_path, "2", {"do": "pause"}, until=1e12)
    assert [asked.id for asked in queue.asked(tmp_path)] == ["2"]
    assert {path.name for path in tmp_path.iterdir()} == {"0.bad", "1.bad", "2.ask"}


def test_a_request_can_be_taken_back(tmp_path: Path) -> None:
    """With its answer, and old answers nobody came for are swept away."""
    queue.ask(tmp_path, "1", {"do": "pause"}, until=1e12)
    queue.answer(tmp_path, "1", {"done": True})
    queue.withdraw(tmp_path, "1")
    queue.answer(tmp_path, "2", {"done": True})
    queue.sweep(tmp_path, now=4e9)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_of_a_judge_that_died_is_waited_for(tmp_path: Path) -> None:
    """A child that was being started when it was killed holds it a moment longer."""
    lock = tmp_path / "lock"
    handle = os.open(lock, os.O_RDWR | os.O_CREAT)
    fcntl.flock(handle, fcntl.LOCK_EX)
    dead = subprocess.Popen(["true"])
    dead.wait()
    os.write(handle, f"{dead.pid}\n".encode())
    threading.Timer(0.3, os.close, [handle]).start()
    with held(lock):
        assert lock.read_text("ascii") == f"{os.getpid()}\n"
