"""What players said through the judge, and what they noted down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.board.phase import Phase


@dataclass(frozen=True)
class PressSent:
    """Something was said; private unless it is for the public.

    Attributes:
        sender: Power that said it; `HOST` or `OBSERVERS` where no power did.
        signed: The name it bears: as `sender`, another power where it is fake,
            empty where it is grey.
        to: Powers, `ALL`, `HOST`, `OBSERVERS`, as the writer said it and as far as it
            reached anybody; empty for the public.
        but: Powers that `ALL` leaves out.
        phase: That was open.
        text: As it was relayed.
    """

    at: datetime
    sender: str
    signed: str
    to: tuple[str, ...]
    but: tuple[str, ...]
    phase: Phase
    text: str


@dataclass(frozen=True)
class NoteKept:
    """A player wrote a page of a diary; private."""

    at: datetime
    power: str
    phase: Phase
    text: str
