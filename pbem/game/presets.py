"""Presets: names for rules that are often wanted together.

A preset is what a host could have written: words of `pbem game new`. Of several the
later counts, and what the host writes beside counts more than any. The document a
preset plays by is read in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Word = str | bool | int | tuple[str, ...]


@dataclass(frozen=True)
class Preset:
    """Rules with a name.

    Attributes:
        says: What it is for, in a line.
        words: As a host writes them: `{"press": "none"}`.
    """

    says: str
    words: Mapping[str, Word]


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "gunboat": Preset(
            "nobody knows who plays what, and nobody speaks; names are shown at the end",
            {"anonymous": True, "press": "none"},
        ),
        "no-press": Preset("nobody speaks through the judge", {"press": "none"}),
        "weekly": Preset(
            "a turn a week, due on Sunday evening; retreats and builds on Wednesday",
            {
                "movement": "3 days 12 hours",
                "retreats": "1 day",
                "adjustments": "1 day",
                "clock": ("Sun 20:00", "Wed 20:00"),
                "grace": "12 hours",
            },
        ),
        "forum": Preset(
            "standard Diplomacy for two to seven by the forum rules: powers by lot, "
            "retreats and builds on a shorter clock",
            {
                "variant": "standard",
                "rules": "forum",
                "powers": "random",
                "movement": "3 days",
                "retreats": "1 day",
                "adjustments": "1 day",
                "early": "complete",
            },
        ),
        "era-of-empire": Preset(
            "Diplomacy: Era of Empire: powers by preference and lots, the first turn twice as long",
            {
                "variant": "era-of-empire",
                "rules": "era-of-empire",
                "powers": "preference",
                "draw": "dias",
            },
        ),
        "zorbees": Preset(
            "the Zorbees' game: six powers, no convoys, SIN among thirteen centers",
            {"variant": "zorbees", "rules": "zorbees"},
        ),
    }
)
"""By name."""
