"""Being looked after: figures, logs without secrets, and units for systemd."""

from __future__ import annotations

import configparser
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import cli
from pbem.judge.clock import SetClock
from pbem.judge.daemon import run
from pbem.judge.home import open_home
from pbem.judge.log import line_of_json, line_of_words
from pbem.judge.wary import heartbeat
from tests.judge.house import HOUR, House
from tests.shared import program

UNITS = Path(__file__).parents[2] / "docs" / "systemd"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A home with Maildirs of its own."""
    return House.build(tmp_path / "home")


def test_each_cycle_leaves_a_heartbeat_and_figures(house: House) -> None:
    """In the text format of Prometheus, where the settings name a file."""
    config = house.home.path / "pbem.toml"
    text = config.read_text("utf-8").replace("[judge]\n", '[judge]\nmetrics = "pbem.prom"\n')
    config.write_text(text, "utf-8")
    house.home = open_home(house.home.path)
    house.start()
    house.post("eve@example.com", "A PAR - BUR", headers=(("X-Odd", "1"),))
    house.poll()
    assert heartbeat(house.home) == house.clock.now()
    lines = (house.home.path / "pbem.prom").read_text("ascii").splitlines()
    values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert float(values["pbem_cycle_timestamp_seconds"]) == house.clock.now().timestamp()
    assert values["pbem_games_running"] == "1"
    assert values["pbem_letters_unsent"] == values["pbem_troubles"] == "0"
    assert float(values["pbem_due_timestamp_seconds"]) > house.clock.now().timestamp()
    names = {line.split(" ")[2] for line in lines if line.startswith("# TYPE")}
    assert names == {line.partition(" ")[0].partition("{")[0] for line in values}


class Stopping(SetClock):
    """A clock with which the daemon does two cycles."""

    waits = 0

    def wait(self, *_: object) -> None:
        """Count."""
        self.waits += 1
        if self.waits == 2:
            os.kill(os.getpid(), signal.SIGTERM)
        self.time += HOUR


def test_a_log_tells_events_and_no_secret(house: House) -> None:
    """As words or as JSON; addresses and tokens are masked whoever put them there."""
    players = house.start()
    house.answer(players["FRANCE"], "A PAR - BUR")
    told: list[str] = []
    clock = Stopping(house.clock.time)

    def say(event, facts, words):  # type: ignore[no-untyped-def]
        told.append(line_of_json(event, facts, clock))
        told.append(line_of_words(f"{words} for ann@example.org, judge+gx7.abcdefghijklm234@x.org"))

    run(house.home, say=say, clock=clock)
    events = [json.loads(line) for line in told[::2]]
    assert [event["event"] for event in events] == ["started", "cycle", "stopped"]
    assert events[1]["letters"] == 1
    assert events[1]["sent"] == 1
    assert not any("@" in line.replace("[address]", "") for line in told)
    assert not any("abcdefghijklm234" in line for line in told)


def test_status_tells_of_the_last_cycle(house: House) -> None:
    """For people and for programs."""
    house.start()
    words = ["status", "--home", str(house.home.path)]
    assert "last cycle: 2026-01-05T09:00:00Z" in CliRunner().invoke(cli, words).output
    told = json.loads(CliRunner().invoke(cli, [*words, "--json"]).output)
    assert told["last_cycle"] == "2026-01-05T09:00:00Z"
    assert told["publishing"] == {}


def unit(name: str) -> configparser.ConfigParser:
    """Read a unit."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNITS / name)
    return parser


@pytest.mark.parametrize("name", ["pbem.service", "pbem-poll.service"])
def test_a_unit_writes_into_its_home_alone(name: str) -> None:
    """What the command works on is what the sandbox lets it write; the rest is closed."""
    service = unit(name)["Service"]
    home = service["WorkingDirectory"]
    assert service["ExecStart"].endswith(f"--home {home}")
    assert service["ReadWritePaths"] == home
    assert not home.startswith(("/home", "/root", "/tmp", "/run/user"))
    assert (service["ProtectSystem"], service["ProtectHome"]) == ("strict", "yes")
    assert (service["NoNewPrivileges"], service["UMask"]) == ("yes", "0077")
    assert service["KillMode"] == "control-group"


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """`systemd-analyze verify` finds nothing to say, the program being there."""
    analyze = program("systemd-analyze", "systemd")
    command = tmp_path / "pbem"
    command.write_text("#!/bin/sh\n", "ascii")
    command.chmod(0o755)
    for path in UNITS.iterdir():
        text = path.read_text("utf-8").replace("/opt/pbem/.venv/bin/pbem", str(command))
        (tmp_path / path.name).write_text(text, "utf-8")
    made = sorted(str(path) for path in tmp_path.glob("*.*"))
    assert len(made) == 3
    done = subprocess.run([analyze, "verify", *made], capture_output=True, text=True, check=False)
    about = [line for line in done.stderr.splitlines() if "pbem" in line]
    assert about == []
