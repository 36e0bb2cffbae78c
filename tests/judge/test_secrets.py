"""What is private stays private: in var/, and nowhere else that a long run leaves behind."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pbem.errors import ConfigError, HomeError
from pbem.judge.cycle import Judge
from pbem.judge.daemon import describe
from pbem.judge.home import open_home
from pbem.judge.log import line_of_words
from pbem.store.journal import Journal
from tests.judge.house import PLAYERS, House
from tests.letters.simulation import Simulation
from tests.letters.telling import SOUND

PRIVATE = ("state.sqlite3", "spool", "mail", "key")
"""What may hold secrets, below var/."""


@dataclass
class Watched(House):
    """A house that publishes everywhere, and keeps what its daemon would tell."""

    log: list[str] = field(default_factory=list)

    def poll(self) -> None:
        """Do a cycle, and note it."""
        with self.judge() as judge:
            self.log.append(line_of_words(describe(judge.poll())))


class Arguments:
    """The arguments and the environment of every process that is started meanwhile."""

    def __init__(self) -> None:
        """Listen from now on."""
        self.heard: list[str] = []
        self.listens = True
        sys.addaudithook(self._hear)

    def _hear(self, event: str, told: tuple[object, ...]) -> None:
        if self.listens and event == "subprocess.Popen":
            self.heard.append(repr(told))


@pytest.fixture(scope="module")
def left(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Simulation, Watched, list[str]]:
    """A simulated game, played to its end, and what was started while it was played."""
    folder = tmp_path_factory.mktemp("secrets")
    house = Watched.build(folder / "home")
    assert isinstance(house, Watched)
    shutil.copytree(SOUND, house.home.path / "maps" / "sound")
    for name in ("record.git", "pages.git"):
        subprocess.run(["git", "init", "-q", "--bare", folder / name], check=True)
    config = house.home.path / "pbem.toml"
    text = config.read_text("utf-8").replace("[judge]\n", '[judge]\nmetrics = "pbem.prom"\n')
    text += (
        f'\n[publish]\nrecord = "{folder / "record.git"}"\npages = "{folder / "pages.git"}"\n'
        f'folder = "{folder / "public"}"\nhook = "env >>{folder / "hooked"}"\n'
    )
    config.write_text(text, "utf-8")
    house.home = open_home(house.home.path)
    listening = Arguments()
    simulation = Simulation(house, random.Random(11))
    simulation.play()
    listening.listens = False
    return simulation, house, listening.heard


def everything(house: Watched, heard: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield all that the run has left behind outside of what is private, by name."""
    root = house.home.path.parent
    private = [house.home.var / name for name in PRIVATE]
    for path in sorted(root.rglob("*")):
        if not path.is_file() or any(path.is_relative_to(folder) for folder in private):
            continue
        if path.name.startswith("state.sqlite3"):
            continue
        yield path.relative_to(root).as_posix(), path.read_bytes()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    yield f"{path.name}/{name}", archive.read(name)
    for git in (house.home.games / ".git", root / "record.git", root / "pages.git"):
        told = ["git", f"--git-dir={git}", "cat-file", "--batch", "--batch-all-objects"]
        yield str(git), subprocess.run(told, capture_output=True, check=True).stdout
    yield "the log", "\n".join(house.log).encode()
    yield "arguments of processes", "\n".join(heard).encode()


def test_a_long_run_leaves_no_secret_behind(
    left: tuple[Simulation, Watched, list[str]],
) -> None:
    """Not in the record or its git, the pages, what was published, logs, figures, queue, or the
    arguments of any process.
    """
    simulation, house, heard = left
    with Journal.open(house.home.state) as journal:
        seeds = [journal.seed("gx7"), journal.keep("home key", b"")]
    seeds.append((house.home.var / "key").read_bytes().strip())
    secrets = [secret.encode() for secret in simulation.secrets]
    secrets += [text for seed in seeds for text in (seed, seed.hex().encode())]
    assert len(secrets) > 35
    looked = 0
    for name, data in everything(house, heard):
        looked += 1
        for secret in secrets:
            assert secret not in data, f"{secret!r} in {name}"
    assert looked > 100
    assert len(house.log) > 10
    assert len(heard) > 50
    assert (house.home.path.parent / "hooked").exists()


def test_only_the_judges_user_can_read_what_is_private(
    left: tuple[Simulation, Watched, list[str]],
) -> None:
    """All below var/, whatever wrote it; but what git keeps of the pages, in a closed folder."""
    _, house, _ = left
    pages = house.home.var / "pages.git"
    for path in (house.home.var, *house.home.var.rglob("*")):
        if not path.is_relative_to(pages) or path == pages:
            incoming = path.parent.parent == house.home.settings.mail.folder / "in"
            assert incoming or path.stat().st_mode & 0o077 == 0, path


@pytest.mark.parametrize("name", ["", "key", "spool", "state.sqlite3", "mail"])
def test_what_others_can_read_is_refused(tmp_path: Path, name: str) -> None:
    """With the command that mends it."""
    house = House.build(tmp_path / "home")
    house.new_game()
    path = house.home.var / name
    path.chmod(path.stat().st_mode | 0o040)
    mend = f"mend it with `chmod -R go= {house.home.var}`"
    with pytest.raises(HomeError, match=f"can be read by others; {mend}"):
        open_home(house.home.path)
    subprocess.run(["chmod", "-R", "go=", house.home.var], check=True)
    with Judge.open(open_home(house.home.path), clock=house.clock):
        assert len(PLAYERS) == 7


def test_a_password_in_an_address_is_refused(tmp_path: Path) -> None:
    """It would stand in the arguments of git."""
    house = House.build(tmp_path / "home")
    config = house.home.path / "pbem.toml"
    text = config.read_text("utf-8") + '\n[publish]\nrecord = "https://me:secret@example.org/x"\n'
    config.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match="a password never stands here") as caught:
        open_home(house.home.path)
    assert "secret" not in str(caught.value)
