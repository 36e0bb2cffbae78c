"""A power's sheet as the record holds it, as bytes, and the commitment to it.

A receipt commits the judge to a sheet: its hash covers a nonce and the sheet's
canonical bytes, and its signature covers the hash. The sheet that ran is opened
in its phase file (nonce and orders), so that anyone can repeat the hash; the
plans before it stay closed, since a nonce cannot be guessed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pbem.board.phase import Phase
from pbem.errors import RecordError

_HEX32 = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Written:
    """The words of an order as they were written, beside its normal form."""

    text: str
    order: str


@dataclass(frozen=True)
class ReceiptIssued:
    """One receipt as the public sees it: when, and the hash of the sheet."""

    number: int
    at: datetime
    hash: str


@dataclass(frozen=True)
class SheetOpened:
    """The sheet of a power that ran, opened so that its hash can be checked."""

    receipt: int
    nonce: str
    orders: tuple[str, ...]


def canonical_sheet(game: str, phase: Phase | str, power: str, orders: Iterable[str]) -> bytes:
    r"""Return the canonical bytes of a sheet, in UTF-8.

    Args:
        game: Its id: `gx7`.
        phase: Whose orders these are: `S1901M`.
        power: `FRANCE`.
        orders: In normal form, in any order.

    >>> canonical_sheet("gx7", "S1901M", "FRANCE", ["F BRE - MAO", "A PAR - BUR"])
    b'pbem sheet 1\ngx7 S1901M FRANCE\nA PAR - BUR\nF BRE - MAO\n'
    """
    lines = ["pbem sheet 1", f"{game} {phase} {power}", *sorted(orders)]
    return "".join(f"{line}\n" for line in lines).encode()


def sheet_hash(nonce: str, sheet: bytes) -> str:
    """Return the hash that a receipt shows: `sha256:…` of the nonce's bytes and the sheet.

    Args:
        nonce: 32 bytes as 64 hexadecimal digits.
        sheet: As `canonical_sheet` makes it.

    Raises:
        RecordError: The nonce is something else.
    """
    return f"sha256:{hashlib.sha256(read_hex32(nonce, 'nonce') + sheet).hexdigest()}"


def receipt_message(game: str, phase: Phase | str, power: str, receipt: int, digest: str) -> bytes:
    r"""Return the bytes that the signature of a receipt covers, in UTF-8.

    >>> receipt_message("gx7", "S1901M", "FRANCE", 2, "sha256:00")
    b'pbem receipt 1\ngx7 S1901M FRANCE 2\nsha256:00\n'
    """
    return f"pbem receipt 1\n{game} {phase} {power} {receipt}\n{digest}\n".encode()


def read_hex32(text: str, what: str) -> bytes:
    """Return the 32 bytes that 64 lower-case hexadecimal digits stand for.

    Args:
        text: The digits.
        what: Names the text in the message.

    Raises:
        RecordError: The text is something else.
    """
    if not _HEX32.fullmatch(text):
        raise RecordError(f"{what} {text[:80]!r} is not 64 hexadecimal digits")
    return bytes.fromhex(text)
