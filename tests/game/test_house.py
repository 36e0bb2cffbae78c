"""The rules of a game in words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.assets import load_variant
from pbem.game.house import house_rules
from pbem.game.settings import (
    Assignment,
    DrawRule,
    Early,
    Extending,
    Grey,
    Missed,
    Press,
    PressPhases,
    PublishPress,
)
from tests.game.games import settings
from tests.words import english


def said(variant: str = "standard", **more: object) -> dict[str, str]:
    """The rules of a game by their words."""
    rules = house_rules(settings(variant=variant, **more), load_variant(variant))
    return {english(about): english(says) for about, says in rules}


@pytest.mark.parametrize(
    ("word", "more", "says"),
    [
        ("Players", {}, "7, with one power each."),
        ("Players", {"arrangement": "p4"}, "France and Austria; Germany and Turkey"),
        ("Nobody plays", {"arrangement": "p6"}, "Italy. Their units hold"),
        ("Nobody plays", {"arrangement": "p2-ww1"}, "until a coin gives it to one of the players"),
        ("Nobody plays", {"arrangement": "p2-ww1"}, "nobody enters or attacks Apulia"),
        ("Powers", {}, "Given out by lot"),
        ("Powers", {"powers": Assignment.PREFERENCE}, "By preference"),
        ("Rulebook", {"rules": {"name": "2023", "via": "never"}}, "2023; via = never."),
        ("Deadlines", {}, "Movement 1 day, retreats 12 hours and adjustments 6 hours."),
        ("Deadlines", {"at": "20:00", "zone": "Europe/London"}, "moved on to 20:00 Europe/London"),
        ("Deadlines", {"clock": ("Tue 20:00", "Fri 20:00")}, "on Tue 20:00 and Fri 20:00 UTC"),
        ("Deadlines", {"days": ("mon", "tue")}, "They fall on Mon and Tue only."),
        ("Deadlines", {"holidays": ("2026-12-25",)}, "None falls on 2026-12-25."),
        ("Deadlines", {"first": timedelta(days=2)}, "The first phase has 2 days more."),
        ("Before a deadline", {"early": Early.NEVER}, "No phase is judged before"),
        ("Before a deadline", {"early": Early.READY_SAID}, "when all have said READY"),
        ("After a deadline", {"grace": timedelta(hours=2)}, "Late powers have 2 hours of grace."),
        ("After a deadline", {"missed": Missed.WAIT}, "waits for those who sent nothing"),
        ("After a deadline", {"missed": Missed.VACANT}, "for 2 phases one after the other is out"),
        ("After a deadline", {"first_waits": True}, "The first phase waits for all."),
        ("More time", {"extending": Extending.ALL}, "when all players vote for it"),
        ("Winning", {}, "18 supply centers after a Fall win for a power."),
        ("Winning", {"arrangement": "p3"}, "for a player's powers together"),
        ("Winning", {"turn_limit": "F1910M"}, "After Fall 1910 the game ends"),
        ("Winning", {"time_limit": "2026-12-31T20:00:00Z"}, "At 2026-12-31T20:00:00Z"),
        ("Draws", {"draw": DrawRule.LIST}, "for the powers they name"),
        ("Draws", {"draw": DrawRule.NONE}, "None."),
        ("Press", {}, "Not through the judge. The host can always be written to."),
        ("Press", {"press": Press.PUBLIC}, "In public only"),
        ("Press", {"press": Press.FULL}, "To any power, or to all in public"),
        ("Press", {"press": Press.FULL}, "Always signed."),
        ("Press", {"press": Press.FULL, "grey": Grey.ALLOWED}, "It may be unsigned (GREY)."),
        ("Press", {"press": Press.FULL, "grey": Grey.FAKE}, "the name of another power (FAKE)."),
        (
            "Press",
            {"press": Press.FULL, "press_phases": PressPhases.MOVEMENT},
            "None in retreats and builds.",
        ),
        ("Press", {"press": Press.FULL, "mute_late": True}, "may not write before they have"),
        ("Press", {"press": Press.FULL, "observers_press": True}, "Observers may speak in public"),
        ("Press", {"publish_press": PublishPress.END}, "are shown when the game is over."),
    ],
)
def test_a_rule_is_said(word: str, more: dict[str, object], says: str) -> None:
    """Each setting changes what is said."""
    assert says in said(**more)[word]


def test_what_must_be_won_and_what_is_shared_is_said() -> None:
    """The Singularity on one board, the tie on another."""
    assert "Singularity among them" in said("zorbees", arrangement="p6")["Winning"]
    assert "share the win" in said("era-of-empire")["Winning"]
