"""What is fixed when a game is created: its rules, its times, its public key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from pbem.board.phase import PhaseKind


class Early(StrEnum):
    """When a phase is judged before its deadline."""

    COMPLETE = "complete"
    READY_SAID = "ready-said"
    NEVER = "never"


class Words(StrEnum):
    """When the words of an order, as written, are shown."""

    PHASE = "phase"
    END = "end"
    NEVER = "never"


class Assignment(StrEnum):
    """How players get their powers."""

    RANDOM = "random"
    PREFERENCE = "preference"


class DrawRule(StrEnum):
    """Which draws can be voted for."""

    DIAS = "dias"
    LIST = "list"
    NONE = "none"


class Missed(StrEnum):
    """What becomes of a phase at the end of grace if somebody sent no orders."""

    HOLD = "hold"
    WAIT = "wait"
    VACANT = "vacant"


class Press(StrEnum):
    """What players may say through the judge: to anybody, in public only, or nothing."""

    FULL = "full"
    PUBLIC = "public"
    NONE = "none"


class Grey(StrEnum):
    """Whether press may be unsigned, or carry the name of another power."""

    NONE = "none"
    ALLOWED = "allowed"
    FAKE = "fake"


class PressPhases(StrEnum):
    """In which phases there is press."""

    ALL = "all"
    MOVEMENT = "movement"


class PublishPress(StrEnum):
    """When private press and diaries are shown; public press is shown at once."""

    NEVER = "never"
    END = "end"


class Reveal(StrEnum):
    """When an anonymous game tells who played what."""

    END = "end"
    NEVER = "never"


class Extending(StrEnum):
    """How many of the players must vote for more time."""

    NONE = "none"
    MAJORITY = "majority"
    ALL = "all"


@dataclass(frozen=True)
class Times:
    """How long phases last, and what happens around a deadline.

    Attributes:
        movement, retreats, adjustments: From the opening of a phase to its deadline.
        at: Local time of day that a deadline is moved on to, `20:00`; empty
            where a deadline falls wherever it falls.
        zone: IANA name of the time zone of `at`: `Europe/London`.
        grace: How long the judge waits for a late power.
        early: When a phase is judged before its deadline.
        early_delay: The least time between the last change and early judging.
        clock: Local hours of the week on which deadlines fall, `Tue 20:00`; empty
            where they follow the lengths alone.
        days: Days of the week on which deadlines fall, `mon`; empty for all.
        holidays: Dates on which no deadline falls, `2026-12-25`, in `zone`.
        holidays_of: What the host wrote for them, where that was more than dates:
            `GB` for the public holidays of a country.
        first: What the first phase has beyond its length.
        missed: What becomes of a phase if somebody sent no orders; `vacant` drops a
            player who has missed `missed_limit` phases one after the other.
        missed_limit: See `missed`.
        first_waits: Whether the first phase is judged only when all have ordered.
        extending: How many players must vote for more time.
        extend_limit: The most a phase can be made longer by votes.
        absence_limit: How far absences can move deadlines in the whole game.
    """

    movement: timedelta
    retreats: timedelta
    adjustments: timedelta
    at: str = ""
    zone: str = "UTC"
    grace: timedelta = timedelta()
    early: Early = Early.COMPLETE
    early_delay: timedelta = timedelta(minutes=10)
    clock: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    holidays: tuple[str, ...] = ()
    first: timedelta = timedelta()
    missed: Missed = Missed.HOLD
    missed_limit: int = 2
    first_waits: bool = False
    extending: Extending = Extending.MAJORITY
    extend_limit: timedelta = timedelta(days=7)
    absence_limit: timedelta = timedelta(days=14)
    holidays_of: tuple[str, ...] = ()

    def length(self, kind: PhaseKind) -> timedelta:
        """Return how long a phase of a kind lasts."""
        match kind:
            case PhaseKind.MOVEMENT:
                return self.movement
            case PhaseKind.RETREATS:
                return self.retreats
            case PhaseKind.ADJUSTMENTS:
                return self.adjustments


@dataclass(frozen=True)
class Settings:
    """A game as it was created; the public part of it is game.toml.

    Attributes:
        game: Its id: `gx7`.
        title: What people call it.
        variant: Key of its board.
        board: `sha256:…` of the variant text it is judged on.
        rules: Name of the rulebook and the options that differ from it:
            `{"name": "2023"}`.
        arrangement: Key of how the powers are shared.
        host: Public name of its host.
        created: When.
        times: Lengths and deadlines.
        public_key: Ed25519, 64 hexadecimal digits; signs its receipts.
        draws: `sha256:…` of the keys of the first eight draws.
        words: When the words of an order, as written, are shown.
        press: What players may say through the judge.
        powers: How players get their powers; by preference, lots decide
            between those who want the same.
        draw: `dias` includes all survivors, `list` any of them.
        turn_limit: The Fall turn after which the game ends, `F1877M`; empty for none.
        time_limit: The instant at which it ends, in UTC, ISO 8601; empty for none.
        grey: Whether press may be unsigned, or signed with another power's name.
        press_phases: In which phases there is press.
        mute_late: Whether a power that is late may write to nobody but the host.
        observers_press: Whether observers may speak in public.
        publish_press: When private press and diaries are shown.
        anonymous: Whether nobody but the host is told who plays.
        reveal: When an anonymous game tells it.
        private: Whether only those play who are invited; such a game is not listed
            while it waits for players.
    """

    game: str
    title: str
    variant: str
    board: str
    rules: Mapping[str, Any]
    arrangement: str
    host: str
    created: datetime
    times: Times
    public_key: str
    draws: tuple[str, ...]
    words: Words = Words.PHASE
    press: Press = Press.NONE
    powers: Assignment = Assignment.RANDOM
    draw: DrawRule = DrawRule.DIAS
    turn_limit: str = ""
    time_limit: str = ""
    grey: Grey = Grey.NONE
    press_phases: PressPhases = PressPhases.ALL
    mute_late: bool = False
    observers_press: bool = False
    publish_press: PublishPress = PublishPress.NEVER
    anonymous: bool = False
    reveal: Reveal = Reveal.END
    private: bool = False

    def hides_players(self, *, over: bool) -> bool:
        """Return whether it is a secret who plays, in a game that is over or not."""
        return self.anonymous and not (over and self.reveal is Reveal.END)
