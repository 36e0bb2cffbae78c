"""TOML of strangers is read, or refused at once."""

from __future__ import annotations

import pytest

from pbem.board.toml import read_toml


def test_what_is_well_formed_is_read() -> None:
    """Texts with dots, and names of some parts."""
    assert read_toml('title = "wait ' + "." * 999 + '"') == {"title": "wait " + "." * 999}
    told = read_toml('title = "v. 1.0 ... and so on"\na.b.c = 1\n[d.e]\nf = 2.5\n')
    assert told == {
        "title": "v. 1.0 ... and so on",
        "a": {"b": {"c": 1}},
        "d": {"e": {"f": 2.5}},
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = 1\na" + ".a" * 200_000 + " = 1\n", "line 2: more than 300 dots"),
        ("[" + "a." * 200_000 + "a]\n", "line 1: more than 300 dots"),
        ('"a"' + '."a"' * 200_000 + " = 1\n", "line 1: more than 300 dots"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("#" * 1_000_001, "more than 1000000 characters"),
        ("a = ", "Invalid value"),
    ],
)
def test_what_would_take_for_ever_is_refused(text: str, says: str) -> None:
    """It is a kilobyte or a megabyte of a stranger."""
    with pytest.raises(ValueError, match=says):
        read_toml(text)
