"""`pbem bench`: what it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.bench import command

MEMBERS = (
    "phases rounds ratio ratio_recorded ours_per_s peer peer_per_s agree slowest_ms "
    "import_ms import_mb"
).split()


def _run(*arguments: str) -> tuple[str, str]:
    done = CliRunner().invoke(command, ["adjudicate", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


def test_figures_for_programs() -> None:
    """The members are those of docs/formats.md; without a peer, its own are null."""
    told, _ = _run("--json", "--no-peer", "--rounds", "1", "--phases", "2")
    figures = json.loads(told)
    assert [*figures] == MEMBERS
    assert figures["phases"] == 2
    assert {name for name, value in figures.items() if value is None} == {
        *("ratio", "ratio_recorded", "peer", "peer_per_s", "agree")
    }


def test_figures_for_people() -> None:
    """A line for each figure that there is."""
    told, _ = _run("--no-peer", "--rounds", "1", "--phases", "2")
    first, second, *_ = told.splitlines()
    assert first.split() == ["phases", "2,", "1", "rounds"]
    assert second.endswith("phases a second")
    assert "ratio" not in told


def test_a_missing_peer_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the other engine cannot be had, a line says so and the rest is measured."""
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(nowhere))
    told, warned = _run("--json", "--rounds", "1", "--phases", "2")
    assert json.loads(told)["peer"] is None
    assert warned.startswith("pbem: no peer: diplomacy 1.1.2 could not be installed: ")
    assert warned.count("\n") == 1
