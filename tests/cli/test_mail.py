"""`pbem mail shunted`: what the Keeper sees of letters that were set aside."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import cli
from pbem.judge.home import make_home
from pbem.mail.message import fingerprint
from pbem.store.entries import LetterEntry, LetterState
from pbem.store.journal import Journal
from pbem.store.spool import Spool

NOW = datetime(2026, 1, 6, 9, 20, tzinfo=UTC)
LETTER = b"From: ann@example.org\nSubject: =?utf-8?q?=1B[2J?= odd\n\nA PAR - BUR\n\x1b[31m"


@pytest.fixture
def home(tmp_path: Path) -> tuple[Path, str]:
    """A home with one letter set aside, and the letter's key."""
    made = make_home(tmp_path / "home", name="pbem judge", address="judge@example.org")
    key = Spool(made.spool).keep(NOW, LETTER)
    with Journal.create(made.state) as journal:
        entry = LetterEntry(
            key,
            "in",
            "1",
            NOW,
            fingerprint=fingerprint(LETTER),
            state=LetterState.SET_ASIDE,
            reason="parked",
        )
        journal.letters.keep([entry])
    return made.path, key


def _run(home: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["mail", "shunted", *words, "--home", str(home)])


def test_list(home: tuple[Path, str]) -> None:
    """A letter set aside is listed with its reason and its author."""
    result = _run(home[0], "list", "--json")
    (row,) = json.loads(result.stdout)["letters"]
    assert (row["key"], row["reason"], row["from"]) == (home[1], "parked", "ann@example.org")


def test_show_steers_no_terminal(home: tuple[Path, str]) -> None:
    """What a letter says is shown without its control characters."""
    shown = _run(home[0], "show", home[1]).stdout
    assert "A PAR - BUR" in shown
    assert "\x1b" not in shown


def test_retry(home: tuple[Path, str]) -> None:
    """A letter that is retried waits to be read, and is set aside no more."""
    assert _run(home[0], "retry", home[1]).exit_code == 0
    assert _run(home[0], "list").stdout == "no letter is set aside\n"
    again = _run(home[0], "retry", home[1])
    assert again.exit_code == 1
    assert again.stderr.startswith("pbem: ")
