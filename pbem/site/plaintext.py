"""A phase as plain text, for terminals, printers and fifty years from now.

Lines have at most 76 columns, unless a single word is longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap as wrap_words

from pbem.site.views import Loss, PhaseView, Row, Sheet
from pbem.site.words import moment

_WIDTH = 76


def phase_text(title: str, phase: PhaseView, board: str) -> str:
    """Return a phase as plain text, with the last line's end.

    Args:
        title: Of the game.
        phase: As its page shows it.
        board: The board before the orders, in words.
    """
    return "".join(f"{line}\n" for line in _lines(title, phase, board))


def _lines(title: str, phase: PhaseView, board: str) -> Iterator[str]:
    head = f"{title}: {phase.title}"
    yield head
    yield "=" * min(len(head), _WIDTH)
    yield ""
    yield f"Due     {moment(phase.due)}"
    yield f"Judged  {moment(phase.adjudicated)}"
    if phase.overruled:
        yield ""
        yield "OVERRULED: play went on from an earlier phase, and this one does not count."
    if phase.late:
        yield ""
        yield from _wrap(f"No usable order came from {phase.late}.", _WIDTH)
    yield ""
    yield from _wrap(board, _WIDTH)
    for sheet in phase.sheets:
        yield ""
        yield from _sheet(sheet)
    yield from _section("Dislodged", [_loss(loss) for loss in phase.losses])
    yield from _section("Removed by the rules", [_loss(loss) for loss in phase.removed])
    if phase.standoffs:
        yield from _section("Standoffs", [phase.standoffs])
    yield from _section(
        "Centers that changed hands",
        [
            f"{change.center}: {change.before or 'nobody'} to {change.after or 'nobody'}"
            for change in phase.changes
        ],
    )
    yield ""
    yield f"Rulebook {phase.rules}; number {phase.number} of this game."


def _sheet(sheet: Sheet) -> Iterator[str]:
    player = f" ({sheet.power.player})" if sheet.power.player else ""
    yield f"{sheet.power.name}{player}: {sheet.says}"
    for row in sheet.rows:
        yield from _row(row)
    if not sheet.rows:
        yield "  nothing was ordered"


def _row(row: Row) -> Iterator[str]:
    said = row.outcome + (", dislodged" if row.dislodged else "")
    said += "" if row.given else " (not ordered)"
    yield f"  {row.order:<30} {said}"
    if row.reason and row.tone == "bad":
        yield from _wrap(row.reason, _WIDTH, "      ", "      ")
    if row.written:
        text = f"written: {row.written}"
        yield from _wrap(text, _WIDTH, "      ", "      ")


def _wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return a text in lines; most are short, and then quickly told."""
    if len(first) + len(text) <= width and text.isprintable() and "  " not in text:
        return [f"{first}{text.strip()}"]
    return wrap_words(text, width, initial_indent=first, subsequent_indent=rest)


def _loss(loss: Loss) -> str:
    return f"{loss.power.name}, {loss.unit}: {loss.says}"


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        for line in lines:
            yield from _wrap(line, _WIDTH, "  ", "    ")
