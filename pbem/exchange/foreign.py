"""A game as another program tells it: phases with what that program made of them.

Nothing here is judged: positions, marks and centers are those of the source, also where
other rules than ours were at work. `pbem.exchange.intake` makes a record of it.

Units and orders are in normal form, provinces and powers as in records. Members by power
have no empty entries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from pbem.board.phase import Phase
from pbem.board.variant import Variant

_PLACE = re.compile(r"(?:the\s+)?(.+?)(?:\s*[(/]\s*(\w+)\s*(?:coast)?\s*\)?)?", re.IGNORECASE)

Units = Mapping[str, tuple[str, ...]]
Retreats = Mapping[str, Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True)
class After:
    """The board after a phase, as the source has it.

    Attributes:
        units: Without the dislodged.
        dislodged, retreats: In movement phases; a unit without a way out has none.
        marks: What the source says of units, `bounce`, `cut`, `void`, `no_convoy`,
            `dislodged`, `disrupted`, `destroyed`, `disband`; units without a mark are absent.
    """

    units: Units
    centers: Units
    dislodged: Units = field(default_factory=dict)
    retreats: Retreats = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ForeignPhase:
    """One phase.

    Attributes:
        units, centers: Before the orders.
        dislodged, retreats, attackers, standoffs: In retreat phases.
        orders: As they ran; `VIA` where the source shows a way by sea.
        no_order: Units that are listed without an order.
        refused: Orders that are shown and were not taken.
        unused_builds: Builds that were neither used nor waived.
        default_removals: Units that were removed without an order.
    """

    phase: Phase
    units: Units
    centers: Units
    orders: Units
    after: After
    dislodged: Units = field(default_factory=dict)
    retreats: Retreats = field(default_factory=dict)
    attackers: Mapping[str, str] = field(default_factory=dict)
    standoffs: tuple[str, ...] = ()
    no_order: tuple[str, ...] = ()
    refused: Units = field(default_factory=dict)
    unused_builds: Mapping[str, int] = field(default_factory=dict)
    default_removals: Units = field(default_factory=dict)


@dataclass(frozen=True)
class Remark:
    """What somebody said in a game, for everybody.

    Attributes:
        sender: A power; `HOST` for the master; empty where it is not known.
    """

    at: datetime | None
    phase: Phase
    sender: str
    text: str


@dataclass(frozen=True)
class ForeignGame:
    """A game as it was told.

    Attributes:
        id: Its name there, in lower case.
        source: `njudge`, `dpjudge`, `diplomacy` or `pbem text`.
        phases: In order.
        end: `solo`, `draw`, `concession`, or empty where the source tells none.
        winners: Powers that share the result.
        last: What is open at the end; None where the game is over.
        people: Public names by power; `HOST` for the master.
        times: When phases were judged, as far as the source tells.
        rules: Rulebook and options that the source names; empty for the board's own.
        said: Public press.
        unread: What could not be read, a line each; and what is missing.
        created: When, as far as the source tells.
    """

    id: str
    source: str
    phases: tuple[ForeignPhase, ...]
    title: str = ""
    end: str = ""
    winners: tuple[str, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict)
    times: Mapping[Phase, datetime] = field(default_factory=dict)
    rules: Mapping[str, object] = field(default_factory=dict)
    said: tuple[Remark, ...] = ()
    unread: tuple[str, ...] = ()
    created: datetime | None = None


class Names:
    """Names of provinces and powers of a board, as other programs spell them."""

    def __init__(self, variant: Variant) -> None:
        """Take all names of a board."""
        self.variant = variant
        self._places: dict[str, str] = {}
        for province in variant.provinces.values():
            for name in (province.id, province.name, *province.aliases):
                self._places.setdefault(_plain(name), province.id)
        self.powers: dict[str, str] = {}
        self.adjectives: dict[str, str] = {}
        for power in variant.powers.values():
            self.powers[power.name.casefold()] = power.id
            self.adjectives[power.adjective.casefold()] = power.id

    def place(self, text: str, *, fleet: bool) -> str | None:
        """Return a location, `SPA/NC`; of armies without the coast. None for no known name."""
        found = _PLACE.fullmatch(text)
        if found is None:
            return None
        province = self._places.get(_plain(found[1]))
        if province is None:
            return None
        coast = (found[2] or "").lower()[:1]
        if not coast or not fleet:
            return province
        return next(
            (
                location
                for location in self.variant.provinces[province].locations
                if location.partition("/")[2].lower()[:1] == coast
            ),
            province,
        )


@lru_cache(maxsize=8)
def names_of(variant: Variant) -> Names:
    """Return the names of a board; made once."""
    return Names(variant)


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[.\-']", " ", name.casefold()).split())


def province(location: str) -> str:
    """Return the province of a unit or location: `SPA` for `F SPA/NC`."""
    return location.rpartition(" ")[2].partition("/")[0]
