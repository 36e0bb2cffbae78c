"""What the public sees of an event."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from pbem.assets import load_variant
from pbem.board.phase import Phase
from pbem.game.events import (
    AbsenceSet,
    AddressAsked,
    AddressChanged,
    Announced,
    ArrangementChosen,
    BoardEdited,
    CoinFell,
    Event,
    ExtensionVoted,
    ForgetAsked,
    HostAsked,
    HostChanged,
    HostConfirmed,
    HostOffered,
    HostPlays,
    HostReminded,
    NoteKept,
    ObserverAsked,
    ObserverConfirmed,
    ObserverForgotten,
    ObserverLeft,
    PhaseHeld,
    PlayerForgotten,
    PlayerWithdrew,
    PowerOffered,
    PreferencesSet,
    PressSent,
    Previewed,
    ResignationAsked,
    RolledBack,
    SeatTaken,
    SeatVacated,
)
from pbem.game.events.observing import Role
from pbem.game.sheet import Written
from pbem.game.texts import write_event_line
from pbem.game.visibility import PUBLIC_KINDS, mask, public_event, public_press, public_words
from tests.store.sample import play

EVENTS = {type(e).__name__: e for entry in play("gx7", "", 2) for e in entry.events}
NOW = datetime(2026, 1, 5, tzinfo=UTC)
BOARD = load_variant("standard").opening(None)
EVENTS |= {
    type(event).__name__: event
    for event in (
        CoinFell(NOW, 1, "ab" * 32, "ITALY", "p1"),
        ExtensionVoted(NOW, "p1", timedelta(days=1), NOW),
        AbsenceSet(NOW, "p1", NOW, NOW),
        AddressAsked(NOW, "p1", "p8", "ann@example.org"),
        AddressChanged(NOW, "p1", "p8"),
        PressSent(NOW, "FRANCE", "FRANCE", ("ITALY",), (), Phase.read("S1901M"), "Ann"),
        NoteKept(NOW, "FRANCE", Phase.read("S1901M"), "Ann"),
        ResignationAsked(NOW, "p1"),
        SeatVacated(NOW, "p1", ("FRANCE",), "resigned"),
        SeatTaken(NOW, "p8", ("FRANCE",)),
        AddressAsked(NOW, "p1", "p9", "ann@example.org"),
        AddressChanged(NOW, "p1", "p9"),
        ObserverAsked(NOW, "o1", "olga@example.org", Role.OBSERVER),
        ObserverConfirmed(NOW, "o1"),
        ObserverForgotten(NOW, "o1"),
        ObserverLeft(NOW, "o1", Role.OBSERVER),
        ForgetAsked(NOW, "p1"),
        PlayerForgotten(NOW, "p1", "Player 1"),
        PlayerWithdrew(NOW, "p1"),
        PreferencesSet(NOW, "p1", ("FRANCE",)),
        ArrangementChosen(NOW, "p5"),
        PressSent(NOW, "FRANCE", "FRANCE", (), (), Phase.read("S1901M"), "Hello."),
        NoteKept(NOW, "FRANCE", Phase.read("S1901M"), "Trust nobody."),
        HostAsked(NOW, "APPOINT FRANCE ann@example.org"),
        HostConfirmed(NOW),
        HostPlays(NOW, "p3"),
        HostReminded(NOW, Phase.read("S1901M")),
        Announced(NOW, "Write to ann@example.org."),
        HostOffered(NOW, "ann@example.org"),
        HostChanged(NOW, "ann@example.org", "Ann"),
        PowerOffered(NOW, "p8", "FRANCE"),
        Previewed(NOW, Phase.read("S1901M")),
        RolledBack(
            NOW,
            1,
            0,
            Phase.read("F1901M"),
            BOARD,
            "ann@example.org erred",
            {"p1": ("FRANCE",)},
            {},
            {"S1901M FRANCE": 2},
            {"FRANCE": ("A PAR - BUR",)},
        ),
        BoardEdited(NOW, "unit", "A BUR", "FRANCE", BOARD, "ann@example.org erred"),
        PhaseHeld(NOW, Phase.read("S1901M"), ("FRANCE",)),
        PressSent(NOW, "FRANCE", "", ("ALL",), (), Phase.read("S1901M"), "Write to a@example.org."),
        NoteKept(NOW, "FRANCE", Phase.read("S1901M"), "Ann is Turkey."),
    )
}


def test_the_sample_has_every_kind_of_event() -> None:
    """So that the cases below leave none out."""
    assert set(EVENTS) == {kind.__name__ for kind in get_args(Event)}


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_an_event_is_public_or_private_as_a_whole(kind: str) -> None:
    """The list of public kinds agrees with what becomes of each."""
    line = public_event(EVENTS[kind])
    assert (line is not None) == (kind in PUBLIC_KINDS)


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_no_line_holds_a_name_or_an_address(kind: str) -> None:
    """Names stand in people.toml alone, from where they can be withdrawn."""
    line = public_event(EVENTS[kind])
    text = write_event_line(line) if line else ""
    for private in ("example.org", "Player p", "Zoë", "Ann", "Hanna", "nonce", "orders"):
        assert private not in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A Paris - Burgundy", "A Paris - Burgundy"),
        ("par-bur <ann@example.org>", "par-bur <[address]>"),
        ("judge+gx7.abcdefghijklm234@example.org par h", "[address] par h"),
        ("par h abcdefghijklm234", "par h [token]"),
        ("par h ABCDEFGHIJKLM234.", "par h [token]."),
        ("fleet mediterraneansea holds", "fleet mediterraneansea holds"),
    ],
)
def test_addresses_and_tokens_are_masked(text: str, shown: str) -> None:
    """Whole words of their forms; places never."""
    assert mask(text) == shown
    assert public_words({"FRANCE": (Written(text, "A PAR H"),), "ITALY": ()}) == {
        "FRANCE": (Written(shown, "A PAR H"),)
    }


def test_press_in_the_record_says_no_more_than_its_readers_were_told() -> None:
    """Whose unsigned press was is not told; addresses are masked."""
    event = EVENTS["PressSent"]
    assert isinstance(event, PressSent)
    line = public_press(event)
    assert (line.sender, line.text) == ("", "Write to [address]")
    assert "FRANCE" not in str(line)
