"""Public press: what players said through the judge, for everybody to read.

press.jsonl of a game has an object a line: `at` (a time), `from` (a power's id, or
empty for grey press), `to` (ids of powers; empty for all), `phase` and `text`, which
is Markdown. Other members are passed over, and so are lines of another form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.board.phase import Phase
from pbem.errors import RecordError, UnreadableError
from pbem.game.codec import read_time
from pbem.site.words import plain


@dataclass(frozen=True)
class Speech:
    """One piece of press.

    Attributes:
        sender: Id of a power; empty where it was not signed.
        to: Ids of powers; empty for everybody.
        phase: None where it belongs to none.
    """

    at: datetime
    sender: str
    to: tuple[str, ...]
    phase: Phase | None
    text: str


def read_press(text: str) -> tuple[Speech, ...]:
    """Return the press of a game, the first first."""
    return tuple(_speeches(text))


def _speeches(text: str) -> Iterator[Speech]:
    for line in text.splitlines():
        try:
            raw = json.loads(line)
            to = raw.get("to") or ()
            yield Speech(
                at=read_time(raw["at"]),
                sender=plain(str(raw.get("from") or "")),
                to=(plain(to),) if isinstance(to, str) else tuple(plain(str(one)) for one in to),
                phase=_phase(raw.get("phase")),
                text=plain(str(raw["text"])),
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecordError):
            continue


def _phase(raw: object) -> Phase | None:
    try:
        return Phase.read(str(raw))
    except UnreadableError:
        return None


def by_phase(press: Sequence[Speech]) -> list[tuple[Phase | None, list[Speech]]]:
    """Return press in the order of its phases, and in each as it was said."""
    groups: dict[Phase | None, list[Speech]] = {}
    for speech in press:
        groups.setdefault(speech.phase, []).append(speech)
    return list(groups.items())
