"""A receipt as a player has kept it: whether it is genuine, and agrees with the record.

What this proves: the judge whose key stands in game.toml has signed this hash for this
power, phase and receipt; the orders shown are those the hash covers; and the record lists
the same receipt. What it does not prove: that the letter it answers was the player's, or
that no later receipt took its place while the phase is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.board.variant import Variant
from pbem.errors import RecordError, UnreadableError
from pbem.exchange.mailbags import read_letter
from pbem.game.publication import GameRecord
from pbem.game.sheet import canonical_sheet, receipt_message, sheet_hash
from pbem.orders.notation import read_order, write_order
from pbem.signing import is_signed
from pbem.store.archive import load_board, read_game

_GAME = re.compile(r"\[([a-z][a-z0-9-]{1,19})\]")
_HEAD = re.compile(r"(?m)^Receipt (\d{1,6}) for (.{1,60}), (.{1,60})$")
_MARKS = re.compile(
    r"(?m)^Sheet: (sha256:[0-9a-f]{64})\nNonce: ([0-9a-f]{64})\nSigned: ([\w\s=-]{80,120}?)$"
)
_PHASE = re.compile(r"(Spring|Fall|Winter) (\d{1,5})( retreats)?")
_RUNS = "What would run now for "
_WITHOUT = ("no order yet", "no order")


@dataclass(frozen=True)
class ReceiptCheck:
    """What there is to say about one receipt in a letter.

    Attributes:
        receipt: `receipt 2 for France, Spring 1901`.
        fine: What holds, a sentence each.
        wrong: What does not.
    """

    game: str
    receipt: str
    fine: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    def to_json(self) -> dict[str, Any]:
        """Return the form for programs."""
        return {
            "game": self.game,
            "receipt": self.receipt,
            "ok": self.ok,
            "fine": list(self.fine),
            "wrong": list(self.wrong),
        }


@dataclass(frozen=True)
class _Receipt:
    """A receipt as a letter shows it."""

    number: int
    power: str
    title: str
    orders: tuple[str, ...]
    digest: str
    nonce: str
    signature: str


def check_letter(data: bytes, games: Path) -> tuple[ReceiptCheck, ...]:
    """Return what there is to say about the receipts in a letter of a judge.

    Args:
        data: The letter as a mail program saves it (`.eml`).
        games: A games/ folder, or the folder of the game.

    Raises:
        UnreadableError: It holds no receipt, or names no game.
        RecordError: The game is not in the record, or cannot be read.
    """
    game, text = _read(data)
    folder = next((f for f in (games / game, games) if (f / "game.toml").is_file()), None)
    record = read_game(folder) if folder else None
    if folder is None or record is None or record.settings.game != game:
        raise RecordError(f"{games}: there is no game {game}; name the games/ folder that has it")
    board = load_board(folder.parent, record.settings)
    return tuple(_check(record, board, receipt) for receipt in _receipts(text))


def _read(data: bytes) -> tuple[str, str]:
    letter = read_letter(data)
    if letter is None:
        raise UnreadableError("the file is no letter as a mail program saves it")
    subject = " ".join(str(letter["Subject"] or "").split())
    named = _GAME.search(subject.lower())
    if named is None:
        raise UnreadableError(f"the subject {subject[:80]!r} names no game in square brackets")
    part = letter.get_body(("plain",))
    if part is None:
        raise UnreadableError("the letter has no plain text; save it as the judge sent it")
    return named[1], str(part.get_content()).replace("\r\n", "\n")


def _receipts(text: str) -> Iterator[_Receipt]:
    heads = list(_HEAD.finditer(text))
    marks = list(_MARKS.finditer(text))
    if not heads or len(marks) != len(heads):
        raise UnreadableError(
            "no receipt was found: it has a line like 'Receipt 2 for France, Spring 1901', and at "
            "its end Sheet, Nonce and Signed for each"
        )
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, mark, end in zip(heads, marks, ends, strict=True):
        orders = tuple(_orders(text[head.end() : end]))
        yield _Receipt(int(head[1]), head[2], head[3], orders, mark[1], mark[2], mark[3])


def _orders(text: str) -> Iterator[str]:
    """Yield the orders of the sheet that a receipt shows, in normal form."""
    behind = text.partition(_RUNS)[2].partition("\n\n")[2]
    for line in behind.partition("\n\n")[0].split("\n"):
        order, _, note = line.strip().partition("  ")
        if line.startswith("  ") and not line.startswith("   ") and note.strip() not in _WITHOUT:
            yield write_order(read_order(order))


def _phase(title: str) -> str:
    found = _PHASE.fullmatch(title)
    if found is None:
        raise UnreadableError(f"{title!r} is no phase like Spring 1901 or Fall 1901 retreats")
    if found[1] == "Winter":
        return f"W{found[2]}A"
    return f"{found[1][0]}{found[2]}{'R' if found[3] else 'M'}"


def _check(record: GameRecord, board: Variant, receipt: _Receipt) -> ReceiptCheck:
    game, phase = record.settings.game, _phase(receipt.title)
    power = next((p.id for p in board.powers.values() if p.name == receipt.power), receipt.power)
    message = receipt_message(game, phase, power, receipt.number, receipt.digest)
    fine: list[str] = []
    wrong: list[str] = []
    if is_signed(record.settings.public_key, message, receipt.signature):
        fine.append("it is signed by the judge whose key stands in game.toml")
    else:
        wrong.append(
            "its signature is not by the key in game.toml: another judge's, or the letter was "
            "changed"
        )
    sheet = canonical_sheet(game, phase, power, receipt.orders)
    if sheet_hash(receipt.nonce, sheet) == receipt.digest:
        fine.append("the orders it shows are those that the signature covers")
    else:
        wrong.append("the orders it shows are not those that the signature covers")
    listed = _in_record(record, phase, power, receipt)
    (wrong if listed.startswith("the record ") else fine).append(listed)
    name = f"receipt {receipt.number} for {receipt.power}, {receipt.title}"
    return ReceiptCheck(game, name, tuple(fine), tuple(wrong))


def _in_record(record: GameRecord, phase: str, power: str, receipt: _Receipt) -> str:
    """Return what the record says of a receipt; begins with `the record ` where they differ."""
    files = [file for file in record.phases if str(file.position.phase) == phase]
    if not files:
        return f"{phase} is not judged in this record, so a later receipt may take its place"
    for file in files:
        for listed in file.receipts.get(power, ()):
            if (listed.number, listed.hash) == (receipt.number, receipt.digest):
                if file.opened[power].receipt == receipt.number:
                    return f"its sheet is the one that ran in {phase}"
                return f"a later receipt, {file.opened[power].receipt}, took its place in {phase}"
    return f"the record of {phase} does not list it"
