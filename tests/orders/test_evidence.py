"""Which words were meant as an order, and how many of them say so beyond doubt."""

from __future__ import annotations

import pytest

from pbem.assets import load_variant
from pbem.orders.evidence import evidence, meant
from pbem.orders.gazetteer import gazetteer
from pbem.orders.phrases import Cursor, power_names
from pbem.orders.tokens import plain, tokenize

STANDARD = load_variant("standard")


@pytest.mark.parametrize(
    ("text", "is_order", "sure"),
    [
        ("A Par - Bur", True, 2),
        ("Par", True, 1),
        ("par mun", True, 2),
        ("paris munich", True, 2),
        ("hold", True, 1),
        ("h", False, 1),
        ("h par", True, 2),
        ("h xyz", False, 1),
        ("s mar xyz", False, 1),
        ("a mar", True, 1),
        ("a mar x", False, 1),
        ("a mar h", True, 2),
        ("a mar holds", True, 2),
        ("a mar to", True, 2),
        ("a mar to x", False, 1),
        ("a xyz -", False, 1),
        ("mar", False, 0),
        ("war h", False, 0),
        ("war holds", False, 1),
        ("burgun h", False, 0),
        ("burgun x", False, 0),
        ("burg x", False, 1),
        ("pariss h", False, 0),
        ("pari - x", False, 0),
        ("xyz par", False, 1),
        ("+ par", True, 1),
        ("+ xyz", False, 0),
        ("to par", False, 1),
        ("par to mun", True, 2),
        ("par , mun", True, 2),
        ("par : mun", True, 2),
        ("h , mar", False, 1),
        ("fleet x", False, 1),
        ("x h", False, 0),
        ("par h x", True, 2),
        ("par x h", False, 1),
        ("army x y z", False, 1),
        ("hold x", False, 1),
        ("hold x h", False, 1),
        ("par s", True, 2),
        ("s par", True, 2),
        ("c mar", False, 1),
        ("c mar - spa", False, 2),
        ("c x", False, 1),
        ("sh par", True, 2),
        ("sm x par", True, 2),
        ("norw x", False, 1),
        ("norwe x", False, 0),
        ("norwe", False, 0),
        ("bur mar", False, 0),
        ("a bur mar", False, 1),
        ("- par", False, 1),
        ("; par", False, 1),
        ("a", True, 1),
        ("f", True, 1),
        ("a 1", False, 1),
        ("par (mun)", True, 2),
        ("hi par", False, 1),
        ("pari munich burgundy", True, 2),
        ("pariss munich burgundy", False, 2),
        ("xyz h par", False, 2),
        ("par xyz go", True, 2),
    ],
)
def test_words(text: str, is_order: bool, sure: int) -> None:
    """An everyday word (`mar`, `war`), a beginning and a slip count between letter and sign."""
    names = gazetteer(STANDARD)
    cursor = Cursor(names, power_names(STANDARD), tokenize(plain(text)[0]))
    assert evidence(cursor, 0, cursor.count) == sure
    assert meant(cursor, 0, cursor.count) is is_order


def test_a_letter_before_a_full_stop() -> None:
    """What stands behind a piece of a line says nothing about it: `S. Par`."""
    cursor = Cursor(gazetteer(STANDARD), power_names(STANDARD), tokenize("s. par"))
    assert not meant(cursor, 0, 1)
    assert meant(cursor, 0, 2)
