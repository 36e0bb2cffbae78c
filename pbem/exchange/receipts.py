"""Whether the sheets that ran are those that receipts committed to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from pbem.errors import RecordError
from pbem.exchange.findings import Finding
from pbem.game.publication import PhaseFile
from pbem.game.sheet import ReceiptIssued, SheetOpened, canonical_sheet, sheet_hash

_HASH = re.compile(r"sha256:[0-9a-f]{64}")


def check_receipts(
    where: str, file: PhaseFile, opened_at: datetime | None, before: Mapping[str, int]
) -> Iterator[Finding]:
    """Return what is wrong with the receipts and opened sheets of a phase file.

    Args:
        where: The file's name below games/.
        file: A phase file of a game played through the judge.
        opened_at: When the phase was opened; None where that cannot be told.
        before: How many receipts of this phase each power had got before it was opened
            again, or before somebody else took the power over; absent for none.
    """
    for power, receipts in file.receipts.items():
        first = before.get(power, 0) + 1
        yield from _check_order(where, power, receipts, (opened_at, file.adjudicated), first)
    phase = str(file.position.phase)
    for power in dict.fromkeys((*file.orders, *file.receipts, *file.opened)):
        sheet = file.opened.get(power)
        if sheet is None:
            says = "no sheet is opened, so nobody can tell what was committed to"
            yield Finding(where, f"opened.{power}", says)
        else:
            yield from _check_sheet(where, power, file, sheet, phase)


def check_none(where: str, file: PhaseFile) -> Iterator[Finding]:
    """Return where a phase of an imported game, which nobody got a receipt for, has one."""
    for power in dict.fromkeys((*file.receipts, *file.opened)):
        yield Finding(where, f"receipts.{power}", "an imported game has no receipts")


def _check_order(
    where: str,
    power: str,
    receipts: tuple[ReceiptIssued, ...],
    times: tuple[datetime | None, datetime],
    first: int,
) -> Iterator[Finding]:
    last, judged_at = times
    for number, receipt in enumerate(receipts, start=first):
        place = f"receipts.{power}[{number - first + 1}]"
        if receipt.number != number:
            says = f"number {receipt.number}; receipts are counted from {first}"
            yield Finding(where, place, says)
        if not _HASH.fullmatch(receipt.hash):
            yield Finding(where, place, f"{receipt.hash[:80]!r} is no hash")
        if last is not None and receipt.at < last:
            yield Finding(where, place, "it is dated before the receipt or phase before it")
        if receipt.at > judged_at:
            yield Finding(where, place, "it is dated after the phase was judged")
        last = receipt.at


def _check_sheet(
    where: str, power: str, file: PhaseFile, sheet: SheetOpened, phase: str
) -> Iterator[Finding]:
    place = f"opened.{power}"
    receipts = file.receipts.get(power, ())
    if not receipts or receipts[-1].number != sheet.receipt:
        says = f"the sheet of receipt {sheet.receipt} is opened, which is not the last"
        yield Finding(where, place, says)
        return
    try:
        canonical = canonical_sheet(file.game, phase, power, sheet.orders)
        right = sheet_hash(sheet.nonce, canonical)
    except RecordError as error:
        yield Finding(where, place, str(error))
        return
    if right != receipts[-1].hash:
        says = f"nonce and orders give {right}, but receipt {sheet.receipt} says another hash"
        yield Finding(where, place, says)
    ordered = file.orders.get(power, ())
    if ordered != sheet.orders and sorted(ordered) != sorted(sheet.orders):
        yield Finding(where, f"orders.{power}", "they are not the sheet that was committed to")
