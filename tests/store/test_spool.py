"""The spool keeps every letter, once, for the Keeper alone."""

from __future__ import annotations

from datetime import timedelta, timezone
from pathlib import Path

import pytest

from pbem.errors import JournalError
from pbem.store.spool import Spool, spool_key
from tests.store.sample import DAY, START


def test_a_letter_is_read_as_it_was_kept(tmp_path: Path) -> None:
    """Any bytes, byte for byte; keys come in order of arrival."""
    spool = Spool(tmp_path / "spool")
    letters = {spool.keep(START + n * 20 * DAY, bytes([n]) * 300): n for n in (3, 1, 0, 2)}
    assert [letters[key] for key in spool.kept()] == [0, 1, 2, 3]
    assert all(spool.read(key) == bytes([n]) * 300 for key, n in letters.items())


def test_keeping_a_letter_twice_is_harmless(tmp_path: Path) -> None:
    """Its key is the same in any time zone, and there is one file."""
    spool = Spool(tmp_path / "spool")
    key = spool.keep(START, b"letter")
    assert spool.keep(START.astimezone(timezone(timedelta(hours=9))), b"letter") == key
    assert list(spool.kept()) == [key]
    assert key == spool_key(START, b"letter")


def test_a_letter_that_was_cut_off_is_kept_again(tmp_path: Path) -> None:
    """A file shorter than the letter does not count as kept."""
    spool = Spool(tmp_path / "spool")
    key = spool.keep(START, b"letter")
    (file,) = (tmp_path / "spool").rglob("*.eml")
    file.write_bytes(b"let")
    spool.keep(START, b"letter")
    assert spool.read(key) == b"letter"


def test_only_the_keeper_can_read_the_spool(tmp_path: Path) -> None:
    """Folders are 0700 and letters 0600."""
    spool = Spool(tmp_path / "spool")
    spool.keep(START, b"letter")
    made = [tmp_path / "spool", *(tmp_path / "spool").rglob("*")]
    assert [path.stat().st_mode & 0o777 for path in made] == [0o700, 0o700, 0o600]


@pytest.mark.parametrize("key", ["", "../../etc/passwd", spool_key(START, b"unknown")])
def test_an_unknown_key_is_said_in_a_line(tmp_path: Path, key: str) -> None:
    """No key leads out of the spool."""
    with pytest.raises(JournalError):
        Spool(tmp_path / "spool").read(key)
