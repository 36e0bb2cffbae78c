"""The daemon and the commands of hosts, as processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PBEM = [sys.executable, "-m", "pbem"]
PATIENCE = 300.0


def pbem(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    words = [*PBEM, *map(str, args)]
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd, env=env)


@contextmanager
def daemon(home: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the daemon; it has said that it judges when this yields."""
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUNBUFFERED": "1"}
    words = [*PBEM, "run", "--home", str(home)]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "judging in" in line, line
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home, made by the command."""
    made = pbem("init", tmp_path / "home", "--address", "judge@example.org")
    assert made.returncode == 0, made.stderr
    return tmp_path / "home"


def deliver(mail: Path, raw: bytes) -> None:
    """Put a letter into the Maildir as a mail server does: written whole, then moved to `new/`."""
    written = mail / "in" / "tmp" / "1767600000.1.x"
    written.write_bytes(raw)
    written.rename(mail / "in" / "new" / written.name)


def test_a_host_creates_a_game_from_within_the_home(home: Path) -> None:
    """The home is found from the current folder upwards."""
    made = pbem("game", "new", "gx7", "--title", "Game X7", cwd=home / "games")
    assert made.stdout == (
        "gx7: open for players; they write JOIN to judge@example.org, subject [gx7]\n"
    )
    shown = json.loads(pbem("game", "list", "--json", "--home", home).stdout)
    assert [(game["game"], game["stage"]) for game in shown] == [("gx7", "forming")]
    assert (home / "site" / "gx7" / "index.html").exists()


def test_a_command_waits_for_the_daemon_that_has_the_home(home: Path) -> None:
    """It goes through the queue; the answer is the same."""
    with daemon(home):
        made = pbem("game", "new", "gx7", "--home", home)
        assert made.returncode == 0, made.stderr
        assert "open for players" in made.stdout
        again = pbem("game", "new", "gx7", "--home", home)
    assert again.returncode == 2
    assert again.stderr == "pbem: game: there is a game 'gx7' already; choose another id\n"


def test_two_daemons_never_work_on_one_home(home: Path) -> None:
    """The second one leaves with one line."""
    with daemon(home):
        second = pbem("poll", "--home", home)
    assert second.returncode == 2
    assert "another judge works on this home" in second.stderr
    assert len(second.stderr.splitlines()) == 1


def test_a_daemon_stops_when_it_is_asked_to(home: Path) -> None:
    """SIGTERM ends it between two cycles, with exit code 0."""
    with daemon(home) as process:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stdout is not None
        assert process.stdout.read().splitlines()[-1] == "stopped"


def test_a_killed_daemon_leaves_a_home_that_goes_on(home: Path) -> None:
    """The lock dies with the process; the letter it was given is answered once."""
    letters = home / "var" / "mail"
    with daemon(home) as process:
        process.kill()
        process.wait()
    raw = b"From: ann@example.com\nSubject: hello\nMessage-ID: <1@x.example>\n\nHELP\n"
    deliver(letters, raw)
    for _ in range(2):
        done = pbem("poll", "--home", home)
        assert done.returncode == 0, done.stderr
    assert len(list((letters / "out" / "new").iterdir())) == 1


def test_the_daemon_answers_a_letter(home: Path) -> None:
    """While it runs."""
    config = home / "pbem.toml"
    config.write_text(config.read_text().replace('poll = "5 minutes"', 'poll = "1 second"'))
    letters = home / "var" / "mail"
    with daemon(home):
        deliver(letters, b"From: ann@example.com\nMessage-ID: <1@x.example>\n\nLIST\n")
        end = time.monotonic() + PATIENCE
        while not list((letters / "out" / "new").iterdir()):
            assert time.monotonic() < end
            time.sleep(0.1)


def test_a_game_from_a_file(home: Path) -> None:
    """The template, filled in, creates the game; options count more; what is wrong is all told."""
    printed = pbem("game", "new", "--template", "--preset", "weekly")
    assert printed.returncode == 0, printed.stderr
    file = home / "gx9.toml"
    text = printed.stdout.replace('# game = "gx9"', 'game = "gx9"')
    file.write_text(text.replace("# holidays = []", "holidays = [2026-12-24, 'GB']"))
    made = pbem("game", "new", file, "--title", "A quiet game", "--home", home)
    assert made.returncode == 0, made.stderr
    kept = (home / "games" / "gx9" / "game.toml").read_text()
    assert 'title = "A quiet game"' in kept
    assert '"Sun 20:00"' in kept
    assert '"2026-12-24"' in kept
    like = pbem("game", "new", "--template", "--like", "gx9", "--home", home)
    assert 'clock = [\n  "Sun 20:00",' in like.stdout
    file.write_text("game = 'gx9'\nmovement = '0 days'\nearly = 'soon'\n")
    wrong = pbem("game", "new", file, "--home", home)
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("poll",), 2, "is no judge's home"),
        (("game", "new", "Gx 7"), 2, "cannot name a game"),
        (("game", "new", "games"), 2, "cannot name a game"),
        (("game", "new", "gx7", "--variant", "atlantis"), 2, "there is no variant 'atlantis'"),
        (("game", "new", "gx7", "--zone", "Mars"), 2, "is no time zone"),
        (("game", "new", "gx7", "--movement", "0 days"), 2, "leaves nobody time to order"),
        (("game", "new", "gx7", "--movement", "soon"), 2, "is no length of time"),
        (("game", "new", "gx7", "--arrangement", "p9"), 2, "has no arrangement 'p9'"),
        (("game", "process", "gx9", "S1901M"), 2, "there is no game 'gx9'"),
        (("game", "show", "gx9"), 2, "there is no game 'gx9'"),
        (("init", "."), 2, "is not empty"),
    ],
)
def test_bad_input_is_one_clear_line(
    home: Path, tmp_path: Path, words: tuple[str, ...], code: int, says: str
) -> None:
    """What, where, what would be right; no traceback."""
    folder = tmp_path if words[0] == "poll" else home
    done = pbem(*words, cwd=folder)
    assert done.returncode == code
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("pbem: ")
