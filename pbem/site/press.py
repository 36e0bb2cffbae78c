"""Press: what players said through the judge, as far as everybody may read it.

press.jsonl of a game has an object a line (docs/formats.md). Read with patience:
`kind`, `phase` and `but` may be missing, other members are passed over, and so are
lines of another form. The text is shown as Markdown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.board.phase import Phase
from pbem.board.variant import Variant
from pbem.errors import RecordError, UnreadableError
from pbem.game.codec import read_time
from pbem.site.prose import Html, markdown_html
from pbem.site.words import joined, plain


@dataclass(frozen=True)
class Speech:
    """One piece of press.

    Attributes:
        sender: Id of a power, `HOST`, `OBSERVERS`; empty where it was not signed.
        to: Ids of powers, `ALL`, `HOST`, `OBSERVERS`; empty for everybody.
        phase: None where it belongs to none.
        kind: `public`, `private` or `note`.
        but: Ids of powers that `ALL` leaves out.
    """

    at: datetime
    sender: str
    to: tuple[str, ...]
    phase: Phase | None
    text: str
    kind: str = "public"
    but: tuple[str, ...] = ()


def read_press(text: str) -> tuple[Speech, ...]:
    """Return the press of a game, the first first."""
    return tuple(sorted(_speeches(text), key=lambda speech: speech.at))


def _speeches(text: str) -> Iterator[Speech]:
    for line in text.splitlines():
        try:
            raw = json.loads(line)
            yield Speech(
                at=read_time(raw["at"]),
                sender=plain(str(raw.get("from") or "")),
                to=_names(raw.get("to")),
                phase=_phase(raw.get("phase")),
                text=plain(str(raw["text"])),
                kind=str(raw.get("kind") or "public"),
                but=_names(raw.get("but")),
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecordError):
            continue


def _names(raw: object) -> tuple[str, ...]:
    if isinstance(raw, str):
        return (plain(raw),) if raw else ()
    return tuple(plain(str(one)) for one in raw) if isinstance(raw, list) else ()


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


@dataclass(frozen=True)
class Said:
    """A piece of press as a page shows it.

    Attributes:
        who: Whose name it bears, in words; empty where it is unsigned.
        whom: Who it was for, in words; empty for everybody.
        body: Its text.
    """

    speech: Speech
    who: str
    whom: str
    body: Html


def said(press: Sequence[Speech], variant: Variant) -> list[tuple[str, list[Said]]]:
    """Return press as a page shows it, by the phases in which it was said."""
    names = {power.id: power.name for power in variant.powers.values()}
    names |= {"ALL": "all powers", "HOST": f"the {variant.host_title}"}

    def named(ids: Sequence[str], observers: str = "the observers") -> str:
        there = names | {"OBSERVERS": observers}
        return joined([there.get(id, id) for id in ids])

    return [
        (
            phase.title if phase else "Beside the phases",
            [
                Said(
                    speech,
                    who=named([speech.sender], "an observer"),
                    whom=named(speech.to) + (f" but {named(speech.but)}" if speech.but else ""),
                    body=markdown_html(speech.text, players=True),
                )
                for speech in speeches
            ],
        )
        for phase, speeches in by_phase(press)
    ]
