"""Commitments and draws can be repeated by hand."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board.phase import Phase
from pbem.errors import RecordError
from pbem.game.draws import draw_coin, draw_hash, draw_seats
from pbem.game.sheet import canonical_sheet, receipt_message, sheet_hash

KEYS = st.binary(min_size=32, max_size=32).map(bytes.hex)


def test_a_sheet_has_one_form() -> None:
    """Sorted, a line an order, whoever sent them in whichever order."""
    sheet = canonical_sheet("gx7", Phase.read("S1901M"), "FRANCE", ["F BRE - MAO", "A PAR H"])
    assert sheet == b"pbem sheet 1\ngx7 S1901M FRANCE\nA PAR H\nF BRE - MAO\n"
    assert sheet == canonical_sheet("gx7", "S1901M", "FRANCE", ["A PAR H", "F BRE - MAO"])


def test_a_hash_covers_nonce_and_sheet() -> None:
    """As `printf` and `sha256sum` would tell it."""
    nonce = "0f" * 32
    right = hashlib.sha256(b"\x0f" * 32 + b"pbem sheet 1\ngx7 S1901M FRANCE\n").hexdigest()
    assert sheet_hash(nonce, canonical_sheet("gx7", "S1901M", "FRANCE", [])) == f"sha256:{right}"


@pytest.mark.parametrize("nonce", ["", "0f" * 31, "0F" * 32, "0g" * 32, " " + "0f" * 32])
def test_a_nonce_has_one_form(nonce: str) -> None:
    """64 lower-case hexadecimal digits, and nothing that merely reads as such."""
    with pytest.raises(RecordError, match="is not 64 hexadecimal digits"):
        sheet_hash(nonce, b"")


def test_a_signature_covers_game_phase_power_receipt_and_hash() -> None:
    """In lines of their own, so that none can stand for another."""
    message = receipt_message("gx7", "S1901M", "FRANCE", 2, "sha256:00")
    assert message == b"pbem receipt 1\ngx7 S1901M FRANCE 2\nsha256:00\n"


def test_a_draw_by_hand() -> None:
    """Three players, bytes 255, 1, 1: 255 is passed over (no multiple of 3 above it), then p2, p3.

    p1 p2 p3: the last place changes with place 1 (byte 1 modulo 3): p1 p3 p2; the
    second place changes with place 1 (byte 1 modulo 2), itself.
    """
    key = bytes([255, 1, 1]).ljust(32, b"\0").hex()
    assert draw_seats(key, ["p3", "p1", "p2"], [["A"], ["B"], ["C"]]) == {
        "p1": ("A",),
        "p2": ("C",),
        "p3": ("B",),
    }


@given(KEYS, st.integers(0, 40))
def test_every_player_gets_one_seat(key: str, count: int) -> None:
    """Whatever the key, and whichever order the players come in."""
    players = [f"p{number}" for number in range(count)]
    seats = [[f"S{number}"] for number in range(count)]
    drawn = draw_seats(key, players, seats)
    assert sorted(drawn) == sorted(players)
    assert sorted(drawn.values()) == sorted(map(tuple, seats))
    assert draw_seats(key, players[::-1], seats) == drawn


def test_draws_are_even() -> None:
    """Each of the six orders of three players comes up about as often."""
    counts = Counter(
        tuple(
            draw_seats(hashlib.sha256(bytes([a, b])).hexdigest(), "abc", ["1", "2", "3"]).values()
        )
        for a in range(16)
        for b in range(250)
    )
    assert len(counts) == 6
    assert all(abs(count - 4000 / 6) < 100 for count in counts.values())


def test_seats_and_players_must_match() -> None:
    """Nobody is left over, and nobody is named twice."""
    for players in (["p1"], ["p1", "p1"], ["p1", "p2", "p3"]):
        with pytest.raises(RecordError, match="cannot be given 2 seats"):
            draw_seats("00" * 32, players, [["A"], ["B"]])


def test_a_coin_and_a_commitment() -> None:
    """The lowest bit of the last byte; the SHA-256 of the key's bytes."""
    assert draw_coin("00" * 31 + "03")
    assert not draw_coin("ff" * 31 + "02")
    assert draw_hash("00" * 32) == f"sha256:{hashlib.sha256(bytes(32)).hexdigest()}"
