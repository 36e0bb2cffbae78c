"""The other engine: how it is had, and how we talk with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.bench.peer import NoPeerError, open_peer
from pbem.bench.programs import environment
from tests.bench.peers import fake_peer

PHASE = {
    "phase": "S1901M",
    "units": {"AUSTRIA": ["A TRI", "A VIE"], "ITALY": ["A VEN"]},
    "orders": {"AUSTRIA": ["A TRI H", "A VIE H"], "ITALY": ["A VEN H"]},
    "source": "somewhere",
}


def test_a_peer_tells_what_became_of_a_phase() -> None:
    """Its units and its dislodged units come apart, whatever else it prints."""
    with fake_peer() as peer:
        peer.load([PHASE])
        units = {"AUSTRIA": ["A VIE"], "ITALY": ["A VEN"]}
        assert peer.outcome(0) == (units, {"AUSTRIA": ["A TRI"]})


def test_a_peer_times_itself() -> None:
    """It says how long it took for some of the phases it was given."""
    with fake_peer() as peer:
        peer.load([PHASE] * 20)
        assert 0 < peer.seconds(0, 20) < 10
        assert peer.seconds(20, 20) == 0


def test_a_peer_that_stops() -> None:
    """Nothing is waited for from a process that has gone."""
    with fake_peer() as peer:
        peer.load([PHASE])
        with pytest.raises(NoPeerError, match="stopped"):
            peer.outcome(7)


def test_the_environment_lies_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG_CACHE_HOME says where the cache is; else it is in the user's home."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert environment("diplomacy", "1.1.2").parent == tmp_path / "pbem"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert environment("diplomacy", "1.1.2").parent == Path.home() / ".cache" / "pbem"


def test_a_peer_that_cannot_be_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why there is none is said in one line."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(NoPeerError) as error, open_peer():
        pass
    assert str(error.value).startswith("no peer: diplomacy 1.1.2 could not be installed: ")
    assert "\n" not in str(error.value)
