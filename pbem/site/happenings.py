"""What happened in a game, as sentences, from the public events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.board.phase import Phase
from pbem.board.variant import Variant
from pbem.errors import UnreadableError
from pbem.game.participants import HOST
from pbem.game.publication import GameRecord, PublicEvent
from pbem.site.summary import read_due, result_sentence
from pbem.site.words import joined, moment, plain

# Told by the pages of the phases themselves.
_ROUTINE = frozenset({"adjudicated"})


@dataclass(frozen=True)
class Happening:
    """One line of a game's story."""

    at: datetime
    says: str


def happenings(record: GameRecord, variant: Variant) -> tuple[Happening, ...]:
    """Return the story of a game; what every phase brings is left out."""
    told = (
        Happening(event.at, _sentence(record, variant, event))
        for event in record.events
        if event.event not in _ROUTINE
    )
    return tuple(happening for happening in told if happening.says)


def _sentence(record: GameRecord, variant: Variant, event: PublicEvent) -> str:
    facts = event.facts
    match event.event:
        case "created":
            return "The game was created."
        case "joined":
            return f"{_player(record, facts)} joined."
        case "withdrew":
            return "A player left before the game began."
        case "arrangement":
            return _arrangement(variant, facts)
        case "forgotten":
            return "A player's name was withdrawn."
        case "renamed":
            return f"A player is now called {_player(record, facts)}."
        case "seats":
            return _seats(record, variant, facts)
        case "started":
            return "The game began."
        case "coin":
            given = variant.powers.get(str(facts.get("power", "")))
            name = given.name if given else "A power"
            return plain(f"A coin gave {name} to {_player(record, facts)}.")
        case "deadline":
            return _deadline(event)
        case "left":
            if facts.get("how") == "released":
                given_up = f"The host no longer gives the orders of {_powers(variant, facts)}"
                return plain(f"{given_up}; it is vacant.")
            how = {"missed": "missed too many phases", "ejected": "was taken out by the host"}
            left = how.get(str(facts.get("how", "")), "left the game")
            return plain(f"{_player(record, facts)} {left}; {_powers(variant, facts)} is vacant.")
        case "replaced" if facts.get("player") == HOST:
            return plain(f"The host gives the orders of {_powers(variant, facts)} from now on.")
        case "replaced":
            return plain(f"{_player(record, facts)} took {_powers(variant, facts)} over.")
        case "held":
            missing = _powers(variant, facts, "missing")
            return plain(f"The deadline passed; the game waits for {missing}.")
        case "paused":
            return f"The clock was stopped{_because(facts)}."
        case "resumed":
            return f"The clock goes on{_because(facts)}."
        case "host-plays":
            return plain(f"{_player(record, facts)} plays in this game and is its host as well.")
        case "reminded":
            return plain(f"The host reminded those who had not ordered{_in_phase(facts)}.")
        case "announced":
            text = " ".join(str(facts.get("text", "")).split())
            return plain(f"The host announced: {text}")
        case "host":
            return plain(f"{record.host} is the host from now on.")
        case "previewed":
            return plain(f"The host looked at what would happen{_in_phase(facts)}.")
        case "rolled-back":
            return plain(f"The game was taken back to {_phase(facts)}{_because(facts)}.")
        case "edited":
            return _edited(variant, facts)
        case "imported":
            return plain(f"It was played elsewhere, and taken over from {facts.get('source')}.")
        case "ended":
            return f"The game ended. {result_sentence(record, variant)}"
        case other:
            return plain(f"{other.capitalize()}{_because(facts)}.")


def _powers(variant: Variant, facts: Mapping[str, Any], member: str = "powers") -> str:
    listed = facts.get(member) or ()
    return joined([variant.powers[p].name if p in variant.powers else str(p) for p in listed])


def _player(record: GameRecord, facts: Mapping[str, Any]) -> str:
    player = str(facts.get("player", ""))
    return plain(record.people.get(player, "")) or "A player"


def _arrangement(variant: Variant, facts: Mapping[str, Any]) -> str:
    chosen = variant.arrangements.get(str(facts.get("arrangement", "")))
    return f"The host let it begin with {len(chosen.seats)} players." if chosen else ""


def _seats(record: GameRecord, variant: Variant, facts: Mapping[str, Any]) -> str:
    seats = facts.get("seats", record.seats)
    how = "by preference and lot" if facts.get("preferences") else "by lot"
    if not any(record.people.get(player, player) for player in seats):
        return f"The powers were given out {how}."
    given = [
        f"{joined([variant.powers[p].name if p in variant.powers else p for p in powers])} to "
        f"{record.people.get(player, player)}"
        for player, powers in seats.items()
    ]
    return plain(f"The powers were given out {how}: {joined(sorted(given))}.")


def _deadline(event: PublicEvent) -> str:
    """Return a sentence for a deadline that was moved; the usual ones go without saying."""
    because, due = _because(event.facts), read_due(event)
    if not because or due is None:
        return ""
    phase = _phase(event.facts)
    if not phase:
        return ""
    return f"The deadline of {phase} was moved to {moment(due)}{because}."


def _edited(variant: Variant, facts: Mapping[str, Any]) -> str:
    thing = str(facts.get("unit") or facts.get("center") or "The board")
    power = str(facts.get("power", ""))
    if power:
        now = f"belongs to {variant.powers[power].name if power in variant.powers else power}"
    else:
        now = "is gone" if "unit" in facts else "belongs to nobody"
    return plain(f"The host changed the board: {thing} {now}{_because(facts)}.")


def _in_phase(facts: Mapping[str, Any]) -> str:
    phase = _phase(facts)
    return f" in {phase}" if phase else ""


def _phase(facts: Mapping[str, Any]) -> str:
    """Return the phase of an event in words; empty where it names none."""
    try:
        return Phase.read(str(facts.get("phase", ""))).title
    except UnreadableError:
        return ""


def _because(facts: Mapping[str, Any]) -> str:
    because = plain(str(facts.get("because", "")))
    return f": {because.rstrip('.')}" if because else ""
