"""What the host of a game can ask for beside the clock and the end of phases.

These are complete as they stand: what needs a date or a derived key is a command
of its own in `pbem.game.commands`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.game.speech import Block


@dataclass(frozen=True, slots=True)
class SeeStatus:
    """`STATUS`: who has ordered and who is ready, never what."""


@dataclass(frozen=True, slots=True)
class Remind:
    """`REMIND`: those who owe something are told now."""


@dataclass(frozen=True, slots=True)
class Announce:
    """`ANNOUNCE` … `ENDANNOUNCE`: everybody is told, and the page shows it."""

    text: str


@dataclass(frozen=True, slots=True)
class Write:
    """`PRESS TO` … `ENDPRESS`, and `NOTE` … `ENDNOTE`, of a host who plays no power."""

    block: Block


HostAct = SeeStatus | Remind | Announce | Write
