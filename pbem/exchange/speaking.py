"""press.jsonl checked: who speaks to whom, whether it may be shown, and whether it only grew."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime

from pbem.board.variant import Variant
from pbem.exchange.findings import Finding
from pbem.exchange.gamefiles import GameFiles
from pbem.game.publication import PressLine
from pbem.game.settings import Grey, PublishPress, Settings
from pbem.game.speech import ALL, HOST, OBSERVERS
from pbem.game.texts import digest

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


def check_said(files: GameFiles) -> Iterator[Finding]:
    """Return where press.jsonl is not what later files have hashed.

    Each phase file has the hash of what had been said before it was judged, result.json
    that of everything.
    """
    text = files.texts.get(_NAME, "")
    ends = _ends(text)
    told = 0
    for name in files.phase_names():
        file = files.phases.get(name)
        if file is None or not file.schema:
            continue
        length = ends.get(file.press)
        if length is None or length < told:
            says = f"not what had been said when {file.position.phase} was judged"
            says = f"{says}: a line was changed, added or removed, or {name} was changed"
            yield Finding(f"{files.game}/{_NAME}", _range(told), says)
            return
        yield from _in_time(files, told, length, file.adjudicated)
        told = length
    ending = files.ending
    if ending is not None and ending.schema and ending.press != (digest(text) if text else ""):
        says = "not what had been said when the game ended"
        says = f"{says}: a line was changed, added or removed, or result.json was changed"
        yield Finding(f"{files.game}/{_NAME}", _range(told), says)


def _ends(text: str) -> dict[str, int]:
    """Return how many lines have been hashed, by hash; an empty one stands for none."""
    ends = {"": 0}
    running = hashlib.sha256()
    for number, line in enumerate(text.split("\n")[:-1], start=1):
        running.update(f"{line}\n".encode())
        ends[running.hexdigest()] = number
    return ends


def _range(told: int) -> str:
    return f"from line {told + 1}" if told else "from the first line"


def _in_time(files: GameFiles, first: int, last: int, judged: datetime) -> Iterator[Finding]:
    """What a phase file has hashed was said before; what it has not, afterwards."""
    for number, press in files.press:
        if first < number <= last and press.at > judged:
            says = "it is dated after a phase that was judged later"
            yield Finding(f"{files.game}/{_NAME}", f"line {number}, at", says)
        elif number > last and press.kind == "public" and press.at < judged:
            says = "it is dated before a phase that was judged earlier"
            yield Finding(f"{files.game}/{_NAME}", f"line {number}, at", says)
            return
