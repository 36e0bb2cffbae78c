"""press.jsonl checked: who speaks to whom, and whether it may be shown."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.board.variant import Variant
from pbem.exchange.findings import Finding
from pbem.exchange.gamefiles import GameFiles
from pbem.game.publication import PressLine
from pbem.game.settings import Grey, PublishPress, Settings
from pbem.game.speech import ALL, HOST, OBSERVERS

_NAME = "press.jsonl"


def check_press(files: GameFiles, settings: Settings, variant: Variant) -> Iterator[Finding]:
    """Return where press is of nobody, of nowhere, or is shown before its time."""
    speakers = {*variant.powers, HOST, OBSERVERS}
    ended = any(event.event == "ended" for _, event in files.events)
    for number, press in files.press:
        for where, says in _wrong(press, settings, speakers, ended=ended):
            yield Finding(f"{files.game}/{_NAME}", f"line {number}, {where}", says)


def _wrong(
    press: PressLine, settings: Settings, speakers: set[str], *, ended: bool
) -> Iterator[tuple[str, str]]:
    if press.sender not in speakers and (press.sender or settings.grey is Grey.NONE):
        yield "from", f"{press.sender!r} is nobody who can sign press of this game"
    for member, names in (("to", press.to), ("but", press.but)):
        for name in names:
            if name not in speakers | {ALL}:
                yield member, f"{name!r} is nobody in this game"
    if bool(press.to) is not (press.kind == "private"):
        yield "to", "private press is for somebody, and other press for nobody in particular"
    if press.kind != "public" and not (ended and settings.publish_press is PublishPress.END):
        yield "kind", f"{press.kind} is shown only at the end, in games whose rules say so"
